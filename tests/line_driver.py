"""Drivers for the tests of the command: line mode in memory and in a terminal; golden games."""

import io
import os
import re
import time
from pathlib import Path

import pexpect
import pytest
from child_processes import COMMAND

from winnable import Record, Session, parse_record
from winnable.cli import main
from winnable.cli.line_context import LineContext
from winnable.cli.line_mode import LineMode
from winnable.cli.terminal import Keyboard, Screen
from winnable.store import SavedGame, Store

GOLDEN_GAMES = sorted((Path(__file__).parent / "golden" / "games").glob("*.txt"))
"""Records of games that were won, at least one of each game."""


def golden_record(file: Path) -> Record:
    """The record of a golden game."""
    return parse_record(file.read_text(encoding="utf-8"))


def screen() -> Screen:
    """A screen in memory, with suit signs and without colour."""
    return Screen(io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline=""))


def shown(screen: Screen) -> str:
    """Everything that was printed to a screen in memory."""
    assert isinstance(screen.stream, io.TextIOWrapper)
    assert isinstance(screen.stream.buffer, io.BytesIO)
    return screen.stream.buffer.getvalue().decode()


class Player:
    """Types lines in line mode, and reads the answers."""

    def __init__(
        self,
        session: Session | SavedGame,
        *,
        in_words: bool = False,
        record: Record | None = None,
        store: Store | None = None,
    ):
        self.screen = screen()
        keyboard = Keyboard(self.screen, io.StringIO())
        saved_game = (
            session
            if isinstance(session, SavedGame)
            else SavedGame(session, store.games if store else None, record=record)
        )
        self.mode = LineMode(saved_game, self.screen, keyboard, store=store, in_words=in_words)

    @property
    def context(self) -> LineContext:
        return self.mode.context

    @property
    def saved_game(self) -> SavedGame:
        """The game that is being played now."""
        return self.mode.context.saved_game

    @property
    def session(self) -> Session:
        return self.mode.context.session

    @property
    def moves(self) -> str:
        """The moves made so far, automatic ones included."""
        return " ".join(map(str, self.session.moves))

    def type(self, line: str) -> str:
        """Type a line; what it prints."""
        before = len(shown(self.screen))
        self.mode.execute(line)
        return shown(self.screen)[before:]


def conversation(session: Session, typed: str) -> str:
    """All that line mode prints, from the first table to the end, when a text is typed."""
    memory = screen()
    LineMode(SavedGame(session), memory, Keyboard(memory, io.StringIO(typed))).run()
    return shown(memory)


def hinted_move(answer: str) -> str:
    """The move that a hint says to type; nothing if it names none."""
    typed = re.match(r"Type (\w+)[.,]", answer.splitlines()[-1])
    return typed[1] if typed else ""


Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> str:
    """What the command prints when it succeeds."""
    assert main(list(words)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *words: str) -> str:
    """The one line that the command prints when it fails with status 2."""
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("winnable: ")
    assert err.endswith("\n")
    assert all(sign.isprintable() for sign in err[:-1])
    return err.removeprefix("winnable: ").rstrip("\n")


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Put a text into standard input."""
    keys = io.BytesIO(text.encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(keys, encoding="utf-8"))


def play(capsys: Capture, monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> str:
    """What `winnable play` prints when some lines are typed."""
    type_in(monkeypatch, typed)
    return run(capsys, "play", *words)


class Terminal:
    """A terminal in which the command runs."""

    def __init__(self, *words: str, columns: int = 100, **environment: str) -> None:
        ours = ("NO_COLOR", "COLUMNS", "LINES")
        usual = {name: value for name, value in os.environ.items() if name not in ours}
        self.child: pexpect.spawn[str] = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *words],
            env=usual | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment,
            dimensions=(50, columns),
            encoding="utf-8",
            codec_errors="replace",  # an echoed ^C can fall into the middle of a character
            timeout=30,
        )

    def wait_for(self, text: str) -> str:
        """Wait for a text to appear; what was shown before it."""
        self.child.expect_exact(text)
        return str(self.child.before)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.child.sendline(line)

    def end_input(self) -> None:
        """Press Ctrl-D at the next prompt: before it, the key would be lost."""
        self.wait_for("> ")
        self.child.sendeof()

    def interrupt(self) -> None:
        """Press Ctrl-C once the program waits for a key.

        Python's `input` sees a Ctrl-C that comes in the instant before it begins to wait only at
        the next key. No person is that quick; a test is.
        """
        state = Path(f"/proc/{self.child.pid}/stat")
        calm = 0
        while calm < 5:
            time.sleep(0.02)
            is_waiting = not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "S"
            calm = calm + 1 if is_waiting else 0
        self.child.sendintr()

    def leave(self) -> str:
        """Wait for the end, with status 0; what was shown before it."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (0, None)
        assert "Traceback" not in str(self.child.before)
        return str(self.child.before)

"""What the tests of the command share: a line mode that reads and writes strings, golden games."""

import io
import sys
from pathlib import Path

import pytest

from winnable import Record, Session, parse_record
from winnable.cli import main
from winnable.cli.line import LineMode
from winnable.cli.terminal import Keyboard, Screen

GOLDEN_GAMES = sorted((Path(__file__).parent / "golden" / "games").glob("*.txt"))
"""Records of games that were won, at least one of each game."""

COMMAND = (sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())")
"""How to run the command in a process of its own."""


def golden_record(file: Path) -> Record:
    """The record of a golden game."""
    return parse_record(file.read_text(encoding="utf-8"))


def screen() -> Screen:
    """A screen that keeps what is shown; it knows the signs of the suits, but no colour."""
    return Screen(io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline=""))


def shown(screen: Screen) -> str:
    """All that a screen has been told to show."""
    assert isinstance(screen.stream, io.TextIOWrapper)
    assert isinstance(screen.stream.buffer, io.BytesIO)
    return screen.stream.buffer.getvalue().decode()


class Player:
    """Somebody at a table in line mode, who types lines and looks at the answers."""

    def __init__(self, session: Session, *, in_words: bool = False, record: Record | None = None):
        self.screen = screen()
        keyboard = Keyboard(self.screen, io.StringIO())
        self.mode = LineMode(session, self.screen, keyboard, in_words=in_words, record=record)

    @property
    def session(self) -> Session:
        """The game that is being played now."""
        return self.mode.session

    @property
    def moves(self) -> str:
        """The moves made so far, the table's own included."""
        return " ".join(map(str, self.session.moves))

    def type(self, line: str) -> str:
        """Type a line; what it brings to the screen."""
        before = len(shown(self.screen))
        self.mode.obey(line)
        return shown(self.screen)[before:]


def conversation(session: Session, typed: str) -> str:
    """All that is shown from the first table to the end, when a whole text is typed."""
    paper = screen()
    LineMode(session, paper, Keyboard(paper, io.StringIO(typed))).run()
    return shown(paper)


Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> str:
    """What the command prints where it has nothing to complain about."""
    assert main(list(words)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *words: str) -> str:
    """The one line that wrong use of the command gets."""
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("winnable: ")
    assert err.endswith("\n")
    assert all(sign.isprintable() for sign in err[:-1])
    return err.removeprefix("winnable: ").rstrip("\n")


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Put a text into the standard input."""
    keys = io.BytesIO(text.encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(keys, encoding="utf-8"))

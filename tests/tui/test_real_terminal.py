"""The real program in a real terminal (tmux): a game is killed and continued."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, golden_record

from winnable.store import Outcome, Store

TIMEOUT = 60.0

STARTED = (
    "import os, sys; open(sys.argv.pop(1), 'w').write(str(os.getpid())); "
    "from winnable.cli import main; sys.exit(main())"
)
"""The command, which first writes its process id to a file."""
THEN = '"$@"; echo $? > "$STATUS"'
"""The shell around it writes the exit status to a file: tmux does not always know it."""


class Tmux:
    """A terminal of 80 columns and 24 lines."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("tmux")
        if program is None:
            if os.environ.get("CI"):
                pytest.fail("tmux is missing: Debian has it in the package tmux")
            pytest.skip("tmux is missing: Debian has it in the package tmux")
        self.program, self.folder, self.count = program, folder, 0

    def _file(self, name: str) -> Path:
        """A file that belongs to the current terminal."""
        return self.folder / f"{name}{self.count}"

    def _run(self, *words: str) -> str:
        start = [self.program, "-S", str(self._file("t")), "-f", os.devnull]
        answer = subprocess.run(
            [*start, *words], capture_output=True, text=True, check=True, timeout=TIMEOUT
        )
        return answer.stdout

    def open(self, *words: str, **environment: str) -> None:
        """Start the command in a new terminal."""
        self.count += 1
        names = ("WINNABLE_DATABASE", "PATH", "PYTHONPATH")
        given = {name: os.environ[name] for name in names if name in os.environ}
        usual = {"TERM": "tmux-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"} | given
        usual["STATUS"] = str(self._file("status"))
        variables = [f"{name}={value}" for name, value in (usual | environment).items()]
        command = [sys.executable, "-c", STARTED, str(self._file("pid")), *words]
        line = shlex.join(["env", *variables, "sh", "-c", THEN, "sh", *command])
        self._run("new-session", "-d", "-x", "80", "-y", "24", "-s", "play", line)
        self._run("set-option", "-t", "play", "remain-on-exit", "on")

    def press(self, *keys: str) -> None:
        self._run("send-keys", "-t", "play", *keys)

    def press_raw(self, *sequences: str) -> None:
        for sequence in sequences:
            self._run("send-keys", "-t", "play", "-H", *(f"{ord(sign):x}" for sign in sequence))

    @property
    def screen(self) -> str:
        return self._run("capture-pane", "-t", "play", "-p")

    def wait_for(self, text: str) -> str:
        """Wait until a text is shown; returns the screen."""
        end = time.monotonic() + TIMEOUT
        while text not in (screen := self.screen):
            assert time.monotonic() < end, f"no {text!r} in:\n{screen}"
            time.sleep(0.02)
        return screen

    @property
    def pid(self) -> int:
        return int(self._file("pid").read_text())

    def wait_for_end(self) -> int:
        """Wait for the program to end; returns its exit status."""
        end, file = time.monotonic() + TIMEOUT, self._file("status")
        while not (file.exists() and file.read_text().endswith("\n")):
            assert time.monotonic() < end, self.screen
            time.sleep(0.02)
        return int(file.read_text())

    def close(self) -> None:
        """Close the terminal, like closing its window."""
        with suppress(subprocess.CalledProcessError):
            self._run("kill-server")


def button(code: int, x: int, y: int, *, up: bool = False) -> str:
    """The bytes of a mouse event; columns and lines count from 1."""
    return f"\x1b[<{code};{x};{y}{'m' if up else 'M'}"


@pytest.fixture
def tmux(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path_factory.mktemp("t"))
    yield terminal
    terminal.close()


def test_a_game_is_killed_continued_and_won(tmux: Tmux) -> None:
    record = golden_record(next(file for file in GOLDEN_GAMES if file.stem == "golf-relaxed-16"))
    moves = [str(step.move) for step in record.session().steps]
    tmux.open("app", "golf", "--deal", record.tags["Deal"])
    tmux.wait_for("Golf Relaxed · deal 16 · 0 moves")
    for number, move in enumerate(moves, 1):
        tmux.press("d" if move == "deal" else move[1])
        if number == len(moves):
            break
        tmux.wait_for(f"· {number} move{'s' * (number > 1)} ·")
        if number == len(moves) // 2:
            os.kill(tmux.pid, signal.SIGKILL)
            tmux.close()
            tmux.open()
            tmux.wait_for(f"Continue: Golf Relaxed, deal 16, {number} moves")
            tmux.press("Enter")
            tmux.wait_for(f"· {number} ")  # "moves" is left out where the lamp has much to say
    won = tmux.wait_for("W O N !")
    assert f"Golf Relaxed in {len(moves)} moves" in won
    tmux.press("q")
    tmux.wait_for("Choose a game.")
    tmux.press("q")
    assert tmux.wait_for_end() == 0
    with Store.open() as store:
        (summary,) = store.games.history()
    assert (summary.outcome, summary.moves) == (Outcome.WON, len(moves))


def test_closing_the_terminal_loses_nothing(tmux: Tmux) -> None:
    tmux.open("app", "freecell", "--deal", "617")
    tmux.wait_for("deal 617 · 0 moves")
    tmux.press("8", "c", "1")
    tmux.wait_for("t8c1: ")
    pid = tmux.pid
    tmux.close()
    wait_until_gone(pid)
    tmux.open()
    tmux.wait_for("Continue: FreeCell, deal 617, 1 move,")


def wait_until_gone(pid: int) -> None:
    end = time.monotonic() + TIMEOUT
    while is_there(pid):
        assert time.monotonic() < end, "it runs on without a terminal"
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("keys", [("q", "q"), ("C-q",), ("C-c", "C-c")])
def test_quitting_does_not_wait_for_the_lamp(tmux: Tmux, keys: tuple[str, ...]) -> None:
    """The odds of a fresh deal of Aces Up take many seconds of solving."""
    tmux.open("app", "aces", "--deal", "617")
    tmux.wait_for("Aces Up · deal 617 · 0 moves")
    tmux.press(*keys)
    assert tmux.wait_for_end() == 0
    assert "Traceback" not in tmux.screen


def test_sigterm_restores_the_terminal(tmux: Tmux) -> None:
    tmux.open("app", "freecell", "--deal", "617")
    tmux.wait_for("deal 617 · 0 moves")
    os.kill(tmux.pid, signal.SIGTERM)
    assert tmux.wait_for_end() == 0
    assert "deal 617" not in tmux.screen, "the screen before it is restored"


def test_the_mouse_of_a_real_terminal(tmux: Tmux) -> None:
    """Bytes as a terminal sends them for a drag and a click."""
    tmux.open("app", "freecell", "--deal", "617")
    tmux.wait_for("deal 617 · 0 moves")
    column, cell = (70, 13), (9, 4)
    tmux.press_raw(
        button(0, *column), button(32, 40, 8), button(32, *cell), button(0, *cell, up=True)
    )
    tmux.wait_for("t8c1: ")
    tmux.press_raw(button(0, *cell), button(0, *cell, up=True))
    tmux.wait_for("c1t2: ")  # where it goes best


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_a_terminal_with_only_ascii(tmux: Tmux, no_colour: str) -> None:
    tmux.open("app", "freecell", "--deal", "617", "--ascii", NO_COLOR=no_colour)
    shown = tmux.wait_for("FreeCell - deal 617 - 0 moves")
    assert shown.isascii()
    tmux.press("q")
    tmux.wait_for("Choose a game.")
    tmux.press("q")
    assert tmux.wait_for_end() == 0


def test_german(tmux: Tmux) -> None:
    tmux.open("app", "freecell", "--deal", "617", WINNABLE_LANGUAGE="de")
    tmux.wait_for("0 Züge")
    tmux.press("q")
    tmux.wait_for("Wähl eine Patience.")

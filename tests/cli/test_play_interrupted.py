"""Every move that was shown is saved, however the program ends; two programs play one game."""

import os
import signal
import subprocess
import sys

import pytest
from child_processes import COMMAND
from line_driver import Capture, Terminal, play, run, type_in

from winnable import Session
from winnable.store import SavedGame, Store

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def leave(terminal: Terminal, way: str) -> None:
    """Leave a game in one of the ways in which games are left."""
    if way == "quit":
        terminal.type("quit")
        terminal.leave()
    elif way == "end of input":
        terminal.child.sendeof()
        terminal.leave()
    elif way == "Ctrl-C":
        terminal.interrupt()
        terminal.wait_for("Press Ctrl-C again to quit; the game is saved.")
        terminal.wait_for("> ")
        terminal.interrupt()
        assert "Goodbye." in terminal.leave()
    elif way == "closed terminal":
        terminal.child.close(force=False)  # which hangs up
        assert terminal.child.signalstatus == signal.SIGHUP
    else:
        terminal.child.kill(getattr(signal, way))
        terminal.child.wait()
        assert terminal.child.signalstatus == getattr(signal, way)


@pytest.mark.parametrize(
    "way", ["quit", "end of input", "Ctrl-C", "closed terminal", "SIGTERM", "SIGKILL"]
)
def test_an_unfinished_game_is_saved_and_offered_again(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("8a 8b")
    terminal.wait_for("after 2 moves")
    terminal.wait_for("> ")
    leave(terminal, way)
    offer = "\nYou left deal 617 after 2 moves. Type continue to resume it.\n"
    assert offer in play(capsys, monkeypatch, "", "freecell", "--deal", "5")
    type_in(monkeypatch, "")
    assert "\n  c  Continue      FreeCell, deal 617, after 2 moves\n" in run(capsys, "--lines")
    assert play(capsys, monkeypatch, "").startswith("\nFreeCell, deal 617, after 2 moves\n")


def test_a_kill_at_any_moment_loses_no_move_that_was_shown() -> None:
    """Through a pipe: the command is killed when it has shown a certain move, or soon after."""
    Store.open().close()
    for shown in range(1, 6):
        process = subprocess.Popen(
            [*COMMAND, "play", "golf", "--deal", "617"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONUTF8": "1"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("deal\n" * 16)
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(f"Golf Relaxed, deal 617, after {shown} move"):
                break
        process.kill()
        process.communicate()
        with Store.open() as store:
            latest = store.games.history()[0]
        assert latest.number == shown
        assert latest.moves >= shown


def test_a_program_that_was_started_with_sigint_ignored_goes_on_ignoring_it() -> None:
    """As `nohup` and background jobs of scripts are started."""
    program = "import sys; from winnable.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, "play", "golf", "--deal", "617"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("deal\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("Golf Relaxed, deal 617, after 1 move"):
                break
        for _ in range(3):
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate("deal\nquit\n", timeout=60)
    assert "after 2 moves" in out
    assert "Ctrl-C" not in out
    assert process.returncode == 0


def test_two_programs_play_one_game(capsys: Capture) -> None:
    with Store.open() as store:
        SavedGame(Session.new("freecell", 617), store.games).make("t8c1")
    first, second = Terminal("play"), Terminal("play")
    for terminal in (first, second):
        terminal.wait_for("after 1 move")
        terminal.wait_for("> ")
    first.type("8b")
    first.wait_for("after 2 moves")
    second.type("7b")
    second.wait_for("FreeCell, deal 617, after 2 moves")
    second.wait_for("nother program")
    second.wait_for("> ")
    second.type("7c")
    second.wait_for("after 3 moves")
    for terminal in (first, second):
        terminal.type("quit")
        terminal.leave()
    assert run(capsys, "export", "1").endswith("\n1. t8c1 2. t8c2 3. t7c3 *\n")

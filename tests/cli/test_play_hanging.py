"""Playing while the database hangs: a move waits only so long, and Ctrl-C gets through."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import postgres as peers
import pytest
from line_driver import Capture, Terminal, run

from winnable.store import Store

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


@pytest.fixture(scope="module")
def server() -> Iterator[peers.Server]:
    """One of its own: the other tests' must not be paused."""
    with peers.server() as server:
        yield server


def begin(url: str, timeout: float) -> Terminal:
    """A game in which a move has been made, and saved."""
    words = ("play", "golf", "--deal", "617")
    terminal = Terminal(*words, WINNABLE_DATABASE=url, WINNABLE_DATABASE_TIMEOUT=str(timeout))
    terminal.wait_for("> ")
    terminal.type("deal")
    terminal.wait_for("after 1 move")
    terminal.wait_for("> ")
    return terminal


def test_a_move_that_cannot_be_saved_in_time_is_saved_with_the_next(
    server: peers.Server, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.new_schema_url()
    Store.open(url).close()  # so that the tables are there, which may take longer than a move
    terminal = begin(url, timeout=3)
    with server.paused():
        terminal.type("deal")
        terminal.wait_for("after 2 moves")
        terminal.wait_for("Not saved: ")
        terminal.wait_for("> ")
    terminal.type("deal")
    terminal.wait_for("after 3 moves")
    terminal.wait_for("> ")
    terminal.type("quit")
    assert "Not saved" not in terminal.leave()
    monkeypatch.setenv("WINNABLE_DATABASE", url)
    assert "3 moves" in run(capsys, "history")


def press_ctrl_c_until_it_ends(terminal: Terminal) -> None:
    """The first is deferred until the move is saved, which it never is. The second gets through."""
    time.sleep(1)
    terminal.child.sendintr()
    time.sleep(1)
    assert terminal.child.isalive()
    terminal.child.sendintr()
    terminal.wait_for("Press Ctrl-C again to quit")
    terminal.wait_for("> ")
    terminal.interrupt()
    time.sleep(1)  # it tries to save the time played
    terminal.child.sendintr()
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert (terminal.child.exitstatus, terminal.child.signalstatus) == (130, None)
    assert "Traceback" not in str(terminal.child.before)


def test_ctrl_c_while_a_server_is_paused(server: peers.Server) -> None:
    terminal = begin(server.new_schema_url(), timeout=600)
    with server.paused():
        terminal.type("deal")
        press_ctrl_c_until_it_ends(terminal)


def test_ctrl_c_while_a_file_is_locked(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    terminal = begin(f"sqlite:///{file}", timeout=600)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    terminal.type("deal")
    press_ctrl_c_until_it_ends(terminal)
    other.close()

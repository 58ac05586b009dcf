"""Where games cannot be saved, the player learns why and can play all the same."""

import os
import re
import resource
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import Capture, play, refused, run, type_in

from winnable import Session, StoreError
from winnable.cli import main
from winnable.store import SavedGame, Store

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

Patch = pytest.MonkeyPatch
PASSWORD = re.compile("secret|sec@ret")
NOT_SAVED = "Goodbye. You left deal 617 of FreeCell, which is not saved.\n"


def database() -> Path:
    """The database of this test."""
    return Path(os.environ["WINNABLE_DATABASE"].removeprefix("sqlite:///"))


def leave_game(slug: str, deal: int, move: str) -> None:
    with Store.open() as store:
        SavedGame(Session.new(slug, deal), store.games).make(move)


def store_error() -> str:
    """Why the store cannot be opened."""
    with pytest.raises(StoreError) as caught:
        Store.open()
    return str(caught.value)


def foreign_file(path: Path) -> None:
    path.write_bytes(b"Dear diary\n" * 100)


def damaged(path: Path) -> None:
    leave_game("golf", 5, "deal")
    path.write_bytes(path.read_bytes()[:5000])


def newer(path: Path) -> None:
    Store.open().close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE winnable_version SET version_num = '99'")
    connection.close()


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


@pytest.mark.parametrize("spoil", [foreign_file, damaged, newer, foreign_database])
def test_a_database_that_cannot_be_used_is_left_alone(
    capsys: Capture, monkeypatch: Patch, spoil: Callable[[Path], None]
) -> None:
    path = database()
    spoil(path)
    before = path.read_bytes()
    why = store_error()
    type_in(monkeypatch, "8a\ncontinue\nquit\n")
    assert main(["play", "freecell", "--deal", "617"]) == 0
    out, err = capsys.readouterr()
    assert err == f"winnable: games will not be saved: {why}\n"
    assert "after 1 move" in out
    assert "Games are not being saved, so there is none to continue.\n" in out
    assert out.endswith(NOT_SAVED)
    type_in(monkeypatch, "golf 5\nd\n")
    assert main(["--lines"]) == 0
    out, err = capsys.readouterr()
    assert err == f"winnable: games will not be saved: {why}\n"
    assert "Golf Relaxed, deal 5, after 1 move" in out
    for words in (
        ["stats"],
        ["history", "golf"],
        ["export"],
        ["export", "1"],
        ["review", "--saved", "1"],
    ):
        assert refused(capsys, *words) == why
    for words in (["play"], ["play", "--saved", "1"]):
        assert refused(capsys, *words) == f"saved games cannot be opened: {why}"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "url",
    [
        *("nonsense", "games.db", "oracle://ann:secret@host/db", "nosuch://ann:secret@host/db"),
        *("postgresql://ann:secret@127.0.0.1:1/db", "postgresql://ann:sec@ret@host/db"),
        *("sqlite:////", "sqlite:////dev/null/games.db", "sqlite:////proc/nowhere/games.db"),
        "sqlite:////dev/full",
    ],
)
def test_a_database_that_cannot_be_opened(capsys: Capture, monkeypatch: Patch, url: str) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", url)
    for words in (["stats"], ["history"], ["export"]):
        assert not PASSWORD.search(refused(capsys, *words))
    type_in(monkeypatch, "8a\n")
    assert main(["play", "freecell", "--deal", "617"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("winnable: games will not be saved: ")
    assert err.count("\n") == 1
    assert not PASSWORD.search(err)
    assert out.endswith(NOT_SAVED)


def test_a_read_only_database(capsys: Capture, monkeypatch: Patch) -> None:
    leave_game("freecell", 617, "t8c1")
    path = database()
    before = path.read_bytes()
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///file:{path}?mode=ro&uri=true")
    out = play(capsys, monkeypatch, "8b\n")
    assert out.startswith("\nFreeCell, deal 617, after 1 move\n")
    assert "\nNot saved: " in out
    assert out.endswith(NOT_SAVED)
    assert path.read_bytes() == before
    assert len(run(capsys, "history").splitlines()) == 1


def test_a_full_disk_does_not_end_the_game() -> None:
    """The system itself lets no file grow any more, in the middle of a game."""
    leave_game("golf", 1, "deal")
    most = max(file.stat().st_size for file in database().parent.iterdir()) + 9000
    result = subprocess.run(
        [*COMMAND, "play", "golf", "--deal", "617"],
        input=b"deal\n" * 16,
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    out = result.stdout.decode()
    assert (result.returncode, result.stderr) == (0, b"")
    assert "after 16 moves" in out
    assert "\nNot saved: " in out
    assert out.endswith("Goodbye. You left deal 617 of Golf Relaxed, which is not saved.\n")
    shown = out.partition("Not saved")[0].count("\nGolf Relaxed, deal 617, after ") - 1
    with Store.open() as store:
        assert store.games.history()[0].moves >= shown

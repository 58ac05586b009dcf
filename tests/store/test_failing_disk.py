"""The disk fails under SQLite: at every call in turn, for a moment or until somebody repairs it.

A change that was answered is there afterwards, whole; one that was not is undone in memory, and
never half on the disk. Whatever fails is one line.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from store.saved_games import begin
from store.writer_processes import Line

from winnable.store import Store

HERE = Path(__file__).parent
FAULTS = {
    "full": ("write", "ENOSPC"),
    "broken": ("any change", "EIO"),
    "not flushed": ("sync", "EIO"),
    "not resized": ("truncate", "EIO"),
}
how_many = pytest.mark.parametrize("most", [5, pytest.param(150, marks=pytest.mark.heavy)])
"""How many of the calls that a game makes fail, one in each game."""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not sys.platform.startswith("linux") or compiler is None:
        missing = "a disk that fails needs Linux and a C compiler: apt-get install gcc"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    made = tmp_path_factory.mktemp("shim") / "failing_disk.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", made, HERE / "failing_disk.c", "-ldl"],
        check=True,
    )
    return made


class FailingDisk:
    """A process of `failing_disk.py`."""

    def __init__(self, shim: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", HERE / "failing_disk.py"],
            env=os.environ | {"LD_PRELOAD": str(shim)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, **order: object) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        values = {"first": 0, "count": None, "heals": False, "from_the_start": False, "seed": 1}
        print(json.dumps(values | order), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0


@pytest.fixture(scope="module")
def disk(shim: Path) -> Iterator[FailingDisk]:
    disk = FailingDisk(shim)
    yield disk
    disk.close()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "games.db"
    Store.open(f"sqlite:///{path}").close()
    return path


def check(path: Path, found: dict[str, Any]) -> None:
    """Look at the file from here, where the disk is healthy."""
    assert found["broken"] == []
    url = f"sqlite:///{path}"
    with Store.open(url) as store:
        for answered in found["games"]:
            game = store.open_game(answered["number"])
            now, then = Line.of(game.session), Line.reported(answered)
            if game.version == answered["version"]:
                assert now == then
            else:  # written whole by a change that was answered with an error
                assert game.version == answered["version"] + 1
                assert then.leads_to(now)
        for summary in store.games.history(limit=None):
            store.open_game(summary.number)
        begin(store, deal=99)
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()


def calls_to_fail(calls: int, most: int) -> list[int]:
    """Every call, or if there are too many, the first ones and some of the others."""
    if calls <= most:
        return list(range(calls))
    half = most // 2
    return [*range(half), *(half + index * (calls - half) // half for index in range(half))]


@how_many
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("mode", ["strict", "lenient", "group commit"])
def test_moves_on_a_disk_that_fails(
    disk: FailingDisk, empty: Path, tmp_path: Path, mode: str, fault: str, most: int
) -> None:
    kind, error = FAULTS[fault]
    order = {"mode": mode, "kind": kind, "error": error}
    path = Path(shutil.copy(empty, tmp_path / "healthy.db"))
    whole = disk.run(**order, url=f"sqlite:///{path}", first=10**6)
    assert whole["errors"] == []
    check(path, whole)
    failed = 0
    for first in calls_to_fail(max(whole["calls"], 1), most):
        path = Path(shutil.copy(empty, tmp_path / f"{first}.db"))
        found = disk.run(
            **order,
            url=f"sqlite:///{path}",
            first=first,
            count=(None, 1, 3)[first % 3],
            heals=first % 2 == 0,
            seed=first,
        )
        failed += bool(found["errors"])
        check(path, found)
    if fault != "not resized":  # SQLite can do without it
        assert failed


@how_many
@pytest.mark.parametrize("fault", ["full", "broken"])
def test_a_new_database_on_a_disk_that_fails(
    disk: FailingDisk, tmp_path: Path, fault: str, most: int
) -> None:
    kind, error = FAULTS[fault]
    order = {"mode": "strict", "kind": kind, "error": error, "from_the_start": True}
    whole = disk.run(**order, url=f"sqlite:///{tmp_path / 'healthy.db'}", first=10**6)
    failed = 0
    for first in calls_to_fail(whole["calls"], most):
        path = tmp_path / f"{first}.db"
        found = disk.run(**order, url=f"sqlite:///{path}", first=first, count=(None, 1)[first % 2])
        assert all(message.isprintable() for message in found["errors"])
        failed += bool(found["errors"])
        check(path, found)
    assert failed > 1


def test_a_disk_that_cannot_be_read(disk: FailingDisk, tmp_path: Path) -> None:
    made = tmp_path / "made.db"
    with Store.open(f"sqlite:///{made}") as store:
        for deal in range(1, 30):
            begin(store, deal)
    data = made.read_bytes()
    order = {"mode": "strict", "kind": "read", "error": "EIO", "from_the_start": True}
    failed = 0
    for first in range(6):
        path = Path(shutil.copy(made, tmp_path / f"{first}.db"))
        found = disk.run(**order, url=f"sqlite:///{path}", first=first)
        if not found["games"]:
            failed += 1
            assert found["errors"]
            assert all(message.startswith(f"{path} ") for message in found["errors"])
            assert path.read_bytes() == data
        check(path, found)
    assert failed > 2

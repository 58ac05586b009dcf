"""A migration that is killed, at chosen moments and at any: the database is as before, or as after.

Every version there is, on SQLite and on PostgreSQL.
"""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text
from store.saved_games import execute, fetch
from store.test_migrate import FIRST_COLUMNS, GOLDEN, migrate_to
from store.writer_processes import ForkServer

from winnable.store import Store
from winnable.store.location import find_location
from winnable.store.schema import HEAD, METADATA, VERSION_TABLE

RECORD = """[Winnable "1"] [Game "golf-relaxed"] [Deal "7"] 1. deal *"""
NOON = "'2026-11-16 12:00:00.000000+00:00'"

each_version = pytest.mark.parametrize("version", range(HEAD))
how_many = pytest.mark.parametrize("kills", [2, pytest.param(60, marks=pytest.mark.heavy)])


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with ForkServer() as server:
        yield server


class OldDatabases:
    """Databases of an old version; files are as the program of that time wrote them."""

    def __init__(self, url: str, version: int, folder: Path) -> None:
        self._url, self._version, self._folder = url, version, folder
        self._count = 0

    def new(self) -> str:
        self._count += 1
        if not self._url.startswith("sqlite"):
            [(schema,)] = fetch(self._url, "SELECT current_schema()")
            execute(self._url, f'DROP SCHEMA "{schema}" CASCADE', f'CREATE SCHEMA "{schema}"')
            self._create(self._url)
            return self._url
        path = self._folder / f"{self._count}.db"
        golden = GOLDEN / f"v{self._version}.db"
        if golden.exists():
            shutil.copy(golden, path)
        else:
            self._create(f"sqlite:///{path}")
        return f"sqlite:///{path}"

    def _create(self, url: str) -> None:
        if self._version == 0:
            return
        migrate_to(url, min(self._version, 2))
        a_game = f"3, 'golf-relaxed', 7, 'unfinished', 1, 2.5, 0, 0, 0, {NOON}, {NOON}, NULL"
        values = ", ".join(f"({number}, {a_game}, '{RECORD}', '')" for number in range(1, 30))
        execute(url, f"INSERT INTO games ({FIRST_COLUMNS}) VALUES {values}")
        migrate_to(url, self._version)


def state(url: str) -> dict[str, Any]:
    """Every table with all its rows."""
    engine = create_engine(find_location(url).url)
    try:
        with engine.connect() as connection:
            if not url.startswith("sqlite"):
                connection.execute(text("SET lock_timeout = '30s'"))
            return {
                name: sorted(map(repr, connection.execute(text(f'SELECT * FROM "{name}"'))))
                for name in inspect(connection).get_table_names()
            }
    finally:
        engine.dispose()


def games(url: str) -> list[str]:
    engine = create_engine(find_location(url).url)
    try:
        with engine.connect() as connection:
            if "games" not in inspect(connection).get_table_names():
                return []
            query = f"SELECT {FIRST_COLUMNS} FROM games ORDER BY number"
            return [repr(row) for row in connection.execute(text(query))]
    finally:
        engine.dispose()


def check(url: str, before: dict[str, Any], played: list[str]) -> bool:
    """The state is that before or that after, and the database opens; whether it is that after."""
    now = state(url)
    is_after = now != before
    if is_after:
        assert set(now) == {*METADATA.tables, VERSION_TABLE}
        assert now[VERSION_TABLE] == [repr((str(HEAD),))]
    assert games(url) == played
    with Store.open(url) as store:
        history = store.games.history(limit=None)
        assert len(history) == len(played)
        for summary in history:
            store.open_game(summary.number)
    assert games(url) == played
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    return is_after


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.heavy)])
@each_version
def test_killed_at_the_moments_of_a_migration(
    url: str, version: int, tmp_path: Path, server: ForkServer, step: int
) -> None:
    databases = OldDatabases(url, version, tmp_path)
    place = databases.new()
    before, played = state(place), games(place)
    assert bool(played) == bool(version)
    server.start({"kind": "migrate", "url": place, "die_at": None})
    [whole] = server.reports()
    assert check(place, before, played)
    seen = set()
    for moment in range(whole["moments"] - 1, -1, -step):  # the last is after the commit
        place = databases.new()
        before = state(place)
        server.start({"kind": "migrate", "url": place, "die_at": moment})
        assert list(server.reports()) == []
        seen.add(check(place, before, played))
    assert seen == {False, True}


@how_many
@each_version
def test_killed_at_any_moment(
    url: str, version: int, tmp_path: Path, server: ForkServer, kills: int
) -> None:
    rng = random.Random(version)
    databases = OldDatabases(url, version, tmp_path)
    for _ in range(kills):
        place = databases.new()
        before, played = state(place), games(place)
        [migrating] = server.start({"kind": "migrate", "url": place, "die_at": None})
        time.sleep(rng.random() / 12)
        with suppress(ProcessLookupError):  # it was quicker
            os.kill(migrating, signal.SIGKILL)
        list(server.reports())
        check(place, before, played)


@each_version
def test_two_programs_migrate_at_once_and_one_is_killed(
    url: str, version: int, tmp_path: Path, server: ForkServer
) -> None:
    databases = OldDatabases(url, version, tmp_path)
    for moment in (5, 15):
        place = databases.new()
        before, played = state(place), games(place)
        order = {"kind": "migrate", "url": place, "at": time.monotonic() + 0.05}
        server.start({**order, "die_at": moment}, {**order, "die_at": None})
        reports = list(server.reports(2))
        assert len(reports) >= 1  # the other one has finished; the first may have found it done
        assert check(place, before, played)

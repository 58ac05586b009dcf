"""How connections are set up: what is committed is on the disk."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from store.saved_games import win

from winnable.store import Store
from winnable.store.engine import WRITE_OPTION, make_engine
from winnable.store.location import find_location
from winnable.store.migrate import migrate


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    location = find_location(url)
    engine = make_engine(location)
    migrate(engine, location)
    yield engine
    engine.dispose()


def query(connection: Connection, statement: str) -> object:
    return connection.exec_driver_sql(statement).scalar()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_settings_of_sqlite(engine: Engine) -> None:
    with engine.connect() as connection:
        assert query(connection, "PRAGMA journal_mode") == "wal"
        assert query(connection, "PRAGMA synchronous") == 2
        assert query(connection, "PRAGMA foreign_keys") == 1


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_write_takes_the_lock_when_it_begins(engine: Engine, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "games.db", timeout=0, isolation_level=None)
    with engine.connect() as connection:
        query(connection, "SELECT count(*) FROM games")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    with engine.execution_options(**{WRITE_OPTION: True}).begin():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("SELECT * FROM games")
    other.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "on"), ("local", "local")])
def test_settings_of_postgresql(url: str, before: str, after: str) -> None:
    engine = make_engine(find_location(f"{url}%20-csynchronous_commit%3D{before}"))
    with engine.connect() as connection:
        assert query(connection, "SHOW synchronous_commit") == after
    engine.dispose()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_postgresql_ends_what_a_client_that_was_stopped_has_begun(url: str) -> None:
    """The client itself may be the one that hangs: it must not lock others out for ever."""
    engine = make_engine(find_location(url), timeout=3)
    with engine.connect() as connection:
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            assert query(connection, f"SHOW {name}") == "3s"
        assert query(connection, "SHOW lock_timeout") == "2700ms"
    engine.dispose()


def test_a_file_system_without_write_ahead_logs(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    url = f"sqlite:///file:{path}?vfs=unix-dotfile&uri=true"  # which has no shared memory
    with Store.open(url) as store:
        assert win(store).save_error == ""
        assert len(store.games.history()) == 1
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    with Store.open(f"sqlite:///{path}") as store:
        assert len(store.games.history()) == 1


def test_databases_in_memory_are_separate() -> None:
    for url in ("sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"):
        with Store.open(url) as store, Store.open(url) as other:
            store.settings.set("a", "b")
            assert store.settings.get("a") == "b"
            assert other.settings.get("a") is None

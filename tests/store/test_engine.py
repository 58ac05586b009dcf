"""How databases are set up: what is committed has to stay."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from store.saved_games import WINNING, nearly_won

from winnable.store import SavedGame, Store
from winnable.store.engine import WRITING, make_engine
from winnable.store.location import find_location
from winnable.store.migrate import bring_up_to_date


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    shelf = find_location(url)
    engine = make_engine(shelf)
    bring_up_to_date(engine, shelf)
    yield engine
    engine.dispose()


def ask(connection: Connection, question: str) -> object:
    return connection.exec_driver_sql(question).scalar()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_sqlite(engine: Engine) -> None:
    with engine.connect() as connection:
        assert ask(connection, "PRAGMA journal_mode") == "wal"
        assert ask(connection, "PRAGMA synchronous") == 2
        assert ask(connection, "PRAGMA foreign_keys") == 1
        assert ask(connection, "PRAGMA busy_timeout") == 10_000


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_who_writes_asks_for_the_lock_at_once(engine: Engine, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "games.db", timeout=0, isolation_level=None)
    with engine.connect() as connection:
        ask(connection, "SELECT count(*) FROM games")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    with engine.execution_options(**{WRITING: True}).begin():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("SELECT * FROM games")
    other.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "on"), ("local", "local")])
def test_postgres(url: str, before: str, after: str) -> None:
    engine = make_engine(find_location(f"{url}%20-csynchronous_commit%3D{before}"))
    with engine.connect() as connection:
        assert ask(connection, "SHOW synchronous_commit") == after
        assert ask(connection, "SHOW lock_timeout") == "10s"
    engine.dispose()


def test_where_there_is_no_write_ahead_log(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    url = f"sqlite:///file:{path}?vfs=unix-dotfile&uri=true"  # which has no shared memory
    with Store.open(url) as store:
        table = SavedGame(nearly_won(), store.games)
        for move in WINNING:
            table.make(move)
        assert table.save_error == ""
        assert len(store.games.history()) == 1
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    with Store.open(f"sqlite:///{path}") as store:
        assert len(store.games.history()) == 1


def test_in_memory() -> None:
    for url in ("sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"):
        with Store.open(url) as store, Store.open(url) as other:
            store.settings.set("a", "b")
            assert store.settings.get("a") == "b"
            assert other.settings.get("a") is None

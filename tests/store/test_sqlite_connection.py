"""Connections to SQLite that wait for a lock until the deadline."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from winnable.store import Store, sqlite_connection


def test_a_longer_time_limit_is_used_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual limit is for those who have set none."""
    monkeypatch.setattr(sqlite_connection, "TIMEOUT_SECONDS", 0.2)
    file = tmp_path / "games.db"
    with (
        Store.open(f"sqlite:///{file}", timeout=60) as store,
        closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        Timer(1.0, other.execute, ("ROLLBACK",)).start()
        store.settings.set("a", "b")
        assert store.settings.get("a") == "b"

"""SQLAlchemy engines, set up so that what is committed is on the disk.

SQLite: `synchronous = FULL`, and a write transaction takes its lock when it begins (`BEGIN
IMMEDIATE`), so that it waits for another program instead of failing halfway. PostgreSQL: the same
by its own settings. Both wait only until the deadline (`winnable.store.deadline`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any
from warnings import catch_warnings, simplefilter

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import NoSuchModuleError, SAWarning

from winnable.errors import StoreError, quote
from winnable.store.deadline import TIMEOUT_SECONDS
from winnable.store.location import URL_FORMATS, DatabaseLocation
from winnable.store.sqlite_connection import LOCK_SECONDS, BoundedSqliteConnection

__all__ = ["WRITE_OPTION", "connection_count", "make_engine"]

_FILE_CONNECTIONS = 64
"""How many threads may use a file at once: its connections are cheap."""

_SERVER_CONNECTIONS = 16
"""How many threads may use a server at once, which has other clients too."""

WRITE_OPTION = "winnable_write"
"""The execution option of a connection that will write."""


def make_engine(location: DatabaseLocation, timeout: float = TIMEOUT_SECONDS) -> Engine:
    """An engine for a location. Nothing is opened or created yet.

    `timeout` is for what a server limits itself.
    """
    try:
        with catch_warnings():
            simplefilter("error", SAWarning)  # an unknown option in a URL is an error
            if location.is_sqlite:
                return _sqlite_engine(location)
            return _server_engine(location, timeout)
    except SAWarning:
        why = "has an option that the driver does not know: check what follows the ?"
        raise StoreError(f"the URL of {location.name} {why}") from None
    except NoSuchModuleError:
        kind = quote(location.url.drivername)
        raise StoreError(f"{kind} is not a kind of database: {URL_FORMATS}") from None
    except ImportError as error:
        if location.url.drivername == "postgresql+psycopg":
            message = "PostgreSQL needs a driver: pip install 'winnable[postgres]'"
        else:
            message = f"{location.name} needs a driver that is not installed: {error.name}"
        raise StoreError(message) from None


def connection_count(engine: Engine) -> int:
    """How many connections an engine has at most."""
    return engine.pool.size() if isinstance(engine.pool, QueuePool) else 1


def _sqlite_engine(location: DatabaseLocation) -> Engine:
    connect_args: dict[str, Any] = {"factory": BoundedSqliteConnection, "timeout": LOCK_SECONDS}
    connections = _FILE_CONNECTIONS
    if location.is_in_memory:
        # Each connection would have a database of its own, so all threads take turns on one.
        connect_args["check_same_thread"] = False
        connections = 1
    engine = create_engine(location.url, connect_args=connect_args, **_pool(connections))
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _pool(size: int) -> dict[str, Any]:
    return {
        "poolclass": QueuePool,
        "pool_size": size,
        "max_overflow": 0,
        "pool_timeout": TIMEOUT_SECONDS,  # `Database` never asks for more than there are
    }


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # Python's sqlite3 must not begin transactions by itself
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error:
        connection.close()  # SQLAlchemy 2.0 would leave it open, and its files beside the database
        raise


def _begin_sqlite(connection: Connection) -> None:
    will_write = connection.get_execution_options().get(WRITE_OPTION, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if will_write else "BEGIN")


def _server_engine(location: DatabaseLocation, timeout: float) -> Engine:
    if location.url.get_backend_name() != "postgresql":
        return create_engine(location.url, pool_pre_ping=True)
    milliseconds = max(1, int(timeout * 1000))
    connect_args = {
        name: value
        for name, value in {**_KEEP_ALIVE, "tcp_user_timeout": milliseconds}.items()
        if name not in location.url.query
    }
    is_psycopg = location.url.get_driver_name() == "psycopg"
    engine = create_engine(
        location.url,
        connect_args=connect_args if is_psycopg else {},
        pool_pre_ping=True,
        **_pool(_SERVER_CONNECTIONS),
    )
    if is_psycopg:
        event.listen(engine, "do_connect", _connect_postgres)
    event.listen(engine, "connect", partial(_set_up_postgres, milliseconds))
    return engine


_KEEP_ALIVE = {"keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3}
"""So that TCP notices within a minute that the other end of an idle connection is gone."""


def _connect_postgres(
    _dialect: object, _record: object, args: Sequence[Any], options: dict[str, Any]
) -> Any:
    from winnable.store.postgres_connection import connect_in_time  # the driver is an extra

    return connect_in_time(*args, **options)


def _set_up_postgres(milliseconds: int, connection: Any, _: object) -> None:
    # The server's own limits matter where this program is the one that was stopped or cut off: its
    # transactions must not lock others out.
    limits = {
        "lock_timeout": milliseconds * 9 // 10,  # before our own deadline, to know the reason
        "statement_timeout": milliseconds,
        "idle_in_transaction_session_timeout": milliseconds,
    }
    values = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in limits.items())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {values}")
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()

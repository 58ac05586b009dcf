"""SQLAlchemy engines, set up so that what is committed is on the disk.

SQLite: `synchronous = FULL`, and a write transaction takes its lock when it begins (`BEGIN
IMMEDIATE`), so that it waits for another program instead of failing halfway. PostgreSQL: the same
by its own settings.
"""

from __future__ import annotations

import sqlite3
from typing import Any
from warnings import catch_warnings, simplefilter

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import NoSuchModuleError, SAWarning

from winnable.errors import StoreError, quote
from winnable.store.location import URL_FORMATS, DatabaseLocation

__all__ = ["TIMEOUT_SECONDS", "WRITE_OPTION", "make_engine"]

TIMEOUT_SECONDS = 10.0
"""How long to wait for another program's lock, for a server, or for a free connection."""

_FILE_CONNECTIONS = 64
"""How many threads may use a file at once: its connections are cheap."""

_SERVER_CONNECTIONS = 16
"""How many threads may use a server at once, which has other clients too."""

WRITE_OPTION = "winnable_write"
"""The execution option of a connection that will write."""


def make_engine(location: DatabaseLocation) -> Engine:
    """An engine for a location. Nothing is opened or created yet."""
    try:
        with catch_warnings():
            simplefilter("error", SAWarning)  # an unknown option in a URL is an error
            return _sqlite_engine(location) if location.is_sqlite else _server_engine(location)
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


def _sqlite_engine(location: DatabaseLocation) -> Engine:
    connect_args: dict[str, Any] = {}
    if "timeout" not in location.url.query:
        connect_args["timeout"] = TIMEOUT_SECONDS
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
        "pool_timeout": TIMEOUT_SECONDS,
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


def _server_engine(location: DatabaseLocation) -> Engine:
    if location.url.get_backend_name() != "postgresql":
        return create_engine(location.url, pool_pre_ping=True)
    connect_args: dict[str, Any] = {}
    if "connect_timeout" not in location.url.query:
        connect_args["connect_timeout"] = int(TIMEOUT_SECONDS)
    engine = create_engine(
        location.url, connect_args=connect_args, pool_pre_ping=True, **_pool(_SERVER_CONNECTIONS)
    )
    event.listen(engine, "connect", _set_up_postgres)
    return engine


def _set_up_postgres(connection: Any, _: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(TIMEOUT_SECONDS * 1000)}")
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()

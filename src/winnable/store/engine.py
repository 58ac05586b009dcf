"""The connection to a database, set up so that what is committed stays.

SQLite: full synchronisation, and a write asks for its lock when it begins, so that it waits for
another program and does not fail halfway. PostgreSQL: the same by its own means.
"""

from __future__ import annotations

from typing import Any
from warnings import catch_warnings, simplefilter

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import NoSuchModuleError, SAWarning

from winnable.errors import StoreError, quote
from winnable.store.location import HOW_TO_WRITE, DatabaseLocation

__all__ = ["PATIENCE", "WRITING", "make_engine"]

PATIENCE = 10.0
"""For how many seconds to wait for another program, for a server to answer, or for one's turn."""

_AT_ONCE = 64
"""How many may read a file at once: a connection to it is cheap, and stays for whoever is next."""

_AT_A_SERVER = 16
"""How many ask a server at once, which has others to serve; whoever comes then waits a moment."""

WRITING = "winnable_writing"
"""The execution option of a connection that is going to write."""


def make_engine(location: DatabaseLocation) -> Engine:
    """An engine for the location. Nothing is opened or made yet."""
    try:
        with catch_warnings():
            # A URL that asks for what the driver has not is refused, and not just remarked upon.
            simplefilter("error", SAWarning)
            return _sqlite(location) if location.is_sqlite else _server(location)
    except SAWarning:
        why = "asks for something that the driver does not know: leave out what follows the ?"
        raise StoreError(f"the URL of {location.name} {why}") from None
    except NoSuchModuleError:
        scheme = quote(location.url.drivername)
        raise StoreError(f"{scheme} is no kind of database known here: {HOW_TO_WRITE}") from None
    except ImportError as error:
        if location.url.drivername == "postgresql+psycopg":
            need = "PostgreSQL needs its driver: pip install 'winnable[postgres]'"
        else:
            need = f"{location.name} needs a driver that is not installed: {error.name}"
        raise StoreError(need) from None


def _sqlite(location: DatabaseLocation) -> Engine:
    settings: dict[str, Any] = {"connect_args": {"timeout": PATIENCE}, **_pool(_AT_ONCE)}
    if "timeout" in location.url.query:
        settings["connect_args"] = {}
    if location.is_in_memory:
        # Each connection would have a memory of its own, so there is only one, used in turn.
        settings["connect_args"]["check_same_thread"] = False
        settings |= _pool(1)
    engine = create_engine(location.url, **settings)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _pool(size: int) -> dict[str, Any]:
    return {
        "poolclass": QueuePool,
        "pool_size": size,
        "max_overflow": 0,
        "pool_timeout": PATIENCE,
    }


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # Python's module is to begin nothing by itself
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _server(location: DatabaseLocation) -> Engine:
    if location.url.get_backend_name() != "postgresql":
        return create_engine(location.url, pool_pre_ping=True)
    waiting = {} if "connect_timeout" in location.url.query else {"connect_timeout": int(PATIENCE)}
    engine = create_engine(
        location.url, connect_args=waiting, pool_pre_ping=True, **_pool(_AT_A_SERVER)
    )
    event.listen(engine, "connect", _set_up_postgres)
    return engine


def _set_up_postgres(connection: Any, _: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(PATIENCE * 1000)}")
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()

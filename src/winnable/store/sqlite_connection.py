"""Connections to SQLite that wait for another program's lock until the deadline, and no longer.

SQLite itself waits inside a C function, anew for every statement, and Python handles no Ctrl-C
meanwhile. So it is let wait for a moment at a time, and the rest of the waiting is done here.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

from winnable.store.deadline import TIMEOUT_SECONDS, time_left, time_limit

__all__ = ["LOCK_SECONDS", "BoundedSqliteConnection", "is_lock_error"]

LOCK_SECONDS = 0.1
"""How long SQLite itself may wait for a lock: so long Ctrl-C may have to wait."""
_PAUSE = 0.01
"""Sometimes SQLite does not wait at all."""

T = TypeVar("T")


def is_lock_error(error: BaseException | None) -> bool:
    """Whether another program's lock was in the way; then nothing was changed."""
    if not isinstance(error, sqlite3.OperationalError):
        return False
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what extended codes add
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _wait_for_lock(call: Callable[[], T]) -> T:
    """Call again while the database is locked and there is time left."""
    try:
        return call()
    except sqlite3.OperationalError as error:
        if not is_lock_error(error):
            raise
    with time_limit(TIMEOUT_SECONDS) if time_left() is None else nullcontext():
        while time_left():
            time.sleep(_PAUSE)
            try:
                return call()
            except sqlite3.OperationalError as error:
                if not is_lock_error(error):
                    raise
        return call()


class _Cursor(sqlite3.Cursor):
    def execute(self, statement: str, parameters: Any = (), /) -> _Cursor:
        execute = super().execute
        _wait_for_lock(lambda: execute(statement, parameters))
        return self


class BoundedSqliteConnection(sqlite3.Connection):
    """Connect with `timeout=LOCK_SECONDS`."""

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, statement: str, parameters: Any = (), /) -> Any:
        return self.cursor().execute(statement, parameters)  # which `sqlite3` does not do itself

    def commit(self) -> None:
        # Without a write-ahead log, a commit waits for those who are reading.
        _wait_for_lock(super().commit)

"""Notices when somebody else deletes or overwrites the files of an open SQLite database.

SQLite does not: it goes on writing to a deleted write-ahead log (`-wal`), where nobody will find
it, and copies the log into a file that was overwritten with another database. So whenever a
connection is used, and every second on a server, the files are looked at:

- The log or its index (`-shm`) was deleted: all that was saved is still in the open log. It is
  copied into the database at once, and everything is opened anew. Nothing is lost.
- The database was overwritten. In WAL mode only checkpoints write to it, and every checkpoint, of
  whatever program, leaves its traces in the index (`nBackfillAttempted` before it writes, and
  `nBackfill` when it is done). If the file has changed and these have not, it was not SQLite. From
  then on everything is refused, the log stays as it is, also when the program ends, and a file
  beside the database keeps programs from opening it until a person has decided.
- The database was moved or deleted, or the log replaced by another one: everything is refused.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Lock
from typing import Any, NamedTuple

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from winnable.errors import StoreError
from winnable.store.db_errors import busy_error
from winnable.store.deadline import time_left
from winnable.store.location import DatabaseLocation
from winnable.store.sqlite_connection import LOCK_SECONDS, BoundedSqliteConnection

__all__ = ["FileGuard", "check_not_overwritten"]


_MOVED = "{name} was moved or deleted while open: restart the program"
_REPLACED = "{name}{end} was replaced while {name} was open: restart the program"
_OVERWRITTEN = (
    "{name} was changed by another program while it was open: stop this program. If it was"
    " overwritten, delete {name}-wal, {name}-shm and {name}-overwritten to use it as it is now; if"
    " only its time was changed (touch), delete {name}-overwritten alone"
)
_NOT_REOPENED = "{name}-wal was deleted and cannot be created again: restart the program"
_MARK = "-overwritten"
"""The end of the name of the file that says so, and keeps programs from opening the database."""

_SHM_SIZE = 136
"""The header of the index, https://www.sqlite.org/walformat.html#the_wal_index_file_format."""
_SALT, _BACKFILL, _ATTEMPTED = slice(32, 40), slice(96, 100), slice(128, 132)


def check_not_overwritten(location: DatabaseLocation) -> None:
    """Refuse to open a database whose log belongs to other contents."""
    if location.path is not None and Path(f"{location.path}{_MARK}").exists():
        raise StoreError(_OVERWRITTEN.format(name=location.name))


class _Contents(NamedTuple):
    """What the database's file looked like, and which checkpoint had made it so."""

    size: int
    modified: int
    checkpoint: bytes


class FileGuard:
    """Looks after the files of one database.

    It holds a connection of its own, so that the log exists all the time, whoever else opens and
    closes the database, and so that there is always one that has the log open.
    """

    def __init__(self, location: DatabaseLocation, engine: Engine) -> None:
        self._name, self._path = location.name, str(location.path)
        self._condition = Condition()
        self._in_use: set[int] = set()
        """The connections that are used at the moment: the ids of their records in the pool."""
        self._open_connections: dict[int, Any] = {}
        """Those that have the present log open, by their ids."""
        self._error: str | None = None
        """Why everything is refused from now on."""
        self._is_log_foreign = False
        """Whether the log does not belong to the database, and must not be copied into it."""
        self._contents: _Contents | None = None
        self._open()
        engine.dispose()  # what is open already is not known here
        event.listen(engine, "do_connect", self._connect)
        event.listen(engine, "close", self._on_close)
        event.listen(engine, "checkout", self._on_checkout)
        event.listen(engine, "checkin", self._on_checkin)

    @staticmethod
    def is_needed(location: DatabaseLocation) -> bool:
        """Whether a database has files that POSIX lets others delete."""
        return os.name == "posix" and location.path is not None and not location.is_in_memory

    def check(self) -> None:
        """Look at the files, and put right what can be put right; StoreError if that fails."""
        with self._condition:
            self._check()

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Around closing the engine."""
        with suppress(StoreError):
            self.check()
        yield
        self._close()

    # -- the connections of the engine ------------------------------------------------------------

    def _connect(self, dialect: Any, _: object, args: Any, options: Any) -> Any:
        """Open a connection: it must open the log that all others have, and not create another."""
        with self._condition:
            while True:
                self._check()
                connection = dialect.connect(*args, **options)
                error = _open_log(connection)
                missing, replaced = self._look_beside()
                if error is None and not missing and not replaced:
                    self._open_connections[id(connection)] = connection
                    return connection
                connection.close()
                if error is not None and not missing and not replaced:
                    raise error
                if replaced == "-wal" and not os.stat(self._path + replaced).st_size:
                    os.unlink(self._path + replaced)  # we have created it a moment ago

    def _on_close(self, connection: Any, _: object) -> None:
        with self._condition:
            self._open_connections.pop(id(connection), None)

    def _on_checkout(self, connection: Any, record: Any, _: object) -> None:
        with self._condition:
            has_closed = self._check(connection)
            if has_closed or id(connection) not in self._open_connections:
                raise DisconnectionError  # the pool opens another one
            self._in_use.add(id(record))

    def _on_checkin(self, _: object, record: Any) -> None:
        with self._condition:
            self._in_use.discard(id(record))
            if not self._in_use:
                self._condition.notify_all()

    # -- looking ----------------------------------------------------------------------------------

    def _check(self, unused: Any = None) -> bool:
        """Look, and put right what is wrong; whether that has closed a connection not yet used."""
        has_closed = False
        while self._error is None and self._look():
            if unused is not None:
                unused.close()
                has_closed = True
            # Other threads wait for the same; one of them will be the first.
            if not self._condition.wait_for(lambda: not self._in_use, time_left()):
                raise busy_error(self._name)
            if self._look():
                self._reopen()
        if self._error is not None:
            raise StoreError(self._error)
        return has_closed

    def _look(self) -> bool:
        """Whether the log or its index is missing; what is worse is remembered as the error."""
        try:
            found = os.stat(self._path)
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._main_id:
            raise StoreError(_MOVED.format(name=self._name))
        if self._shm is None:  # not in WAL mode
            return False
        before = os.pread(self._shm, _SHM_SIZE, 0)
        found = os.stat(self._path)
        after = os.pread(self._shm, _SHM_SIZE, 0)
        if not self._is_ours(found.st_size, found.st_mtime_ns, before, after):
            self._refuse_as_overwritten()
            return False
        missing, replaced = self._look_beside()
        if replaced:
            self._error = _REPLACED.format(name=self._name, end=replaced)
            self._is_log_foreign = True
            return False
        return missing

    def _look_beside(self) -> tuple[bool, str]:
        """Whether the log or its index is missing, and which of them is another file now."""
        missing, replaced = False, ""
        for end, expected in self._beside.items():
            try:
                found = _file_id(self._path + end)
            except OSError:
                missing = True
            else:
                if found != expected:
                    replaced = end
        return missing, replaced

    def _is_ours(self, size: int, modified: int, before: bytes, after: bytes) -> bool:
        checkpoints = {_checkpoint(before), _checkpoint(after)}
        if len(checkpoints) > 1 or before[_BACKFILL] != before[_ATTEMPTED]:
            self._contents = None  # there is a checkpoint at this moment, or one was broken off
            return True
        last, self._contents = self._contents, _Contents(size, modified, checkpoints.pop())
        return (
            last is None or last.checkpoint != self._contents.checkpoint or last == self._contents
        )

    def _refuse_as_overwritten(self) -> None:
        self._error = _OVERWRITTEN.format(name=self._name)
        self._is_log_foreign = True
        with suppress(OSError):
            mark = os.open(self._path + _MARK, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
            with os.fdopen(mark, "w") as file:
                file.write(self._error + "\n")

    # -- opening and closing ----------------------------------------------------------------------

    def _open(self) -> None:
        self._shm: int | None = None
        self._beside: dict[str, tuple[int, int]] = {}
        self._contents = None
        self._main_id = _file_id(self._path)
        connection = sqlite3.connect(
            self._path,
            timeout=LOCK_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=BoundedSqliteConnection,
        )
        self._connection = connection
        error = _open_log(connection)
        if error is not None:
            connection.close()
            raise error
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            return
        # A log that was left behind counts as an unfinished checkpoint until there is one.
        with suppress(sqlite3.OperationalError):  # the file may be read-only
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._shm = _open_shared(self._path + "-shm")
        self._beside = {end: _file_id(self._path + end) for end in ("-wal", "-shm")}

    def _reopen(self) -> None:
        """Copy the deleted log into the database, and open everything anew."""
        [busy, *_] = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(f"{self._name} is locked by another program")
        for connection in self._open_connections.values():
            connection.close()
        self._open_connections.clear()
        self._close()
        try:
            self._open()
        except (sqlite3.Error, OSError):
            self._error = _NOT_REOPENED.format(name=self._name)

    def _close(self) -> None:
        if self._is_log_foreign:
            # The last connection to be closed would copy the log into a database that it does not
            # belong to. So this one is never closed, not even when the interpreter ends.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._connection))
            return
        self._connection.close()
        if self._shm is not None:
            _close_shared(self._shm)
            self._shm = None


def _open_log(connection: Any) -> sqlite3.Error | None:
    """Have a connection open the log, which SQLite does with the first query."""
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error as error:
        return error
    return None


_SHARED: dict[tuple[int, int], list[int]] = {}
"""Open files of this process, by what `_file_id` says, each as often as it is used.

Closing a file releases all locks that the process has on it, those of SQLite's connections too. So
a file is opened once, and closed when nobody here uses it any more.
"""
_SHARED_LOCK = Lock()


def _open_shared(path: str) -> int:
    with _SHARED_LOCK:
        users = _SHARED.setdefault(_file_id(path), [])
        users.append(users[0] if users else os.open(path, os.O_RDONLY | os.O_CLOEXEC))
        return users[0]


def _close_shared(file: int) -> None:
    with _SHARED_LOCK:
        for key, users in list(_SHARED.items()):
            if users[0] == file:
                users.pop()
                if not users:
                    del _SHARED[key]
                    os.close(file)
                return


def _checkpoint(shm: bytes) -> bytes:
    return shm[_SALT] + shm[_BACKFILL] + shm[_ATTEMPTED]


def _file_id(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino

"""An open database: every read has a connection of its own, every write a transaction.

Each waits only until its deadline: for its turn, for a connection, for locks and for a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import Semaphore
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, column, select, table
from sqlalchemy.exc import IntegrityError

from winnable.errors import StoreError
from winnable.store.db_errors import busy_error, translate_db_errors
from winnable.store.deadline import TIMEOUT_SECONDS, time_left, time_limit
from winnable.store.engine import WRITE_OPTION, connection_count
from winnable.store.file_guard import FileGuard
from winnable.store.location import DatabaseLocation
from winnable.store.schema import VERSION_TABLE
from winnable.store.write_queue import WriteQueue

__all__ = ["Database"]

T = TypeVar("T")

_ANY_QUERY: Select[Any] = select(column("version_num")).select_from(table(VERSION_TABLE))


class Database:
    """An engine, and the one place that uses it; all its errors are raised as StoreErrors."""

    def __init__(
        self,
        location: DatabaseLocation,
        engine: Engine,
        *,
        group_commit: bool = False,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        self.location, self.engine, self.timeout = location, engine, timeout
        self._writing = engine.execution_options(**{WRITE_OPTION: True})
        self._free_connections = Semaphore(connection_count(engine))
        # PostgreSQL writes concurrently and groups its commits itself.
        has_queue = group_commit and location.is_sqlite
        self._write_queue = WriteQueue(self._begin, self.name) if has_queue else None
        self._is_closed = False
        with time_limit(timeout), translate_db_errors(location):
            self._guard = FileGuard(location, engine) if FileGuard.is_needed(location) else None

    @property
    def name(self) -> str:
        """For messages: the file's path, or the URL without its password."""
        return self.location.name

    def close(self) -> None:
        """Close it as soon as the writes under way are committed, or their time has passed."""
        self._is_closed = True
        if self._write_queue is not None:
            with time_limit(self.timeout):
                self._write_queue.wait_until_empty()
        with (
            time_limit(self.timeout),
            translate_db_errors(self.location),
            self._guard.closing() if self._guard else nullcontext(),
        ):
            self.engine.dispose()

    def check_files(self) -> None:
        """Look whether somebody has deleted or overwritten the files; every use does so too."""
        if self._guard is not None and not self._is_closed:
            with time_limit(self.timeout), translate_db_errors(self.location):
                self._guard.check()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries."""
        self._check_open()
        with (
            time_limit(self.timeout),
            translate_db_errors(self.location),
            self._one_connection(),
            self.engine.connect() as connection,
        ):
            yield connection

    def check(self) -> None:
        """Ask the database for something small; StoreError if it does not answer in time."""
        with self.reading() as connection:
            connection.execute(_ANY_QUERY).first()

    def write(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction; it is committed when this returns.

        A job that refuses, by raising a StoreError, must do so before it changes anything, since it
        may share the transaction with other jobs. A job may be called again after a rollback.
        """
        self._check_open()
        with time_limit(self.timeout), translate_db_errors(self.location):
            try:
                return self._write(job)
            except IntegrityError:  # another program has just inserted the same row
                return self._write(job)

    def _write(self, job: Callable[[Connection], T]) -> T:
        if self._write_queue is not None:
            return self._write_queue.write(job)
        with self._begin() as connection:
            return job(connection)

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        with self._one_connection(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _one_connection(self) -> Iterator[None]:
        """Wait until a connection is free; the engine's own pool knows no deadlines."""
        if not self._free_connections.acquire(timeout=time_left()):
            raise busy_error(self.name)
        try:
            yield
        finally:
            self._free_connections.release()

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError(f"{self.name} is closed")

"""An open database: every read has a connection of its own, every write a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from winnable.errors import StoreError
from winnable.store.db_errors import translate_db_errors
from winnable.store.engine import WRITE_OPTION
from winnable.store.file_guard import FileGuard
from winnable.store.location import DatabaseLocation
from winnable.store.write_queue import WriteQueue

__all__ = ["Database"]

T = TypeVar("T")


class Database:
    """An engine, and the one place that uses it; all its errors are raised as StoreErrors."""

    def __init__(
        self, location: DatabaseLocation, engine: Engine, *, group_commit: bool = False
    ) -> None:
        self.location, self.engine = location, engine
        self._begin = engine.execution_options(**{WRITE_OPTION: True}).begin
        # PostgreSQL writes concurrently and groups its commits itself.
        has_queue = group_commit and location.is_sqlite
        self._write_queue = WriteQueue(self._begin) if has_queue else None
        self._is_closed = False
        with translate_db_errors(location):
            self._guard = FileGuard(location, engine) if FileGuard.is_needed(location) else None

    @property
    def name(self) -> str:
        """For messages: the file's path, or the URL without its password."""
        return self.location.name

    def close(self) -> None:
        """Close it as soon as the writes under way are committed."""
        self._is_closed = True
        if self._write_queue is not None:
            self._write_queue.wait_until_empty()
        with (
            translate_db_errors(self.location),
            self._guard.closing() if self._guard else nullcontext(),
        ):
            self.engine.dispose()

    def check_files(self) -> None:
        """Look whether somebody has deleted or overwritten the files; every use does so too."""
        if self._guard is not None and not self._is_closed:
            with translate_db_errors(self.location):
                self._guard.check()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries."""
        self._check_open()
        with translate_db_errors(self.location), self.engine.connect() as connection:
            yield connection

    def write(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction; it is committed when this returns.

        A job that refuses, by raising a StoreError, must do so before it changes anything, since it
        may share the transaction with other jobs. A job may be called again after a rollback.
        """
        self._check_open()
        with translate_db_errors(self.location):
            try:
                return self._write(job)
            except IntegrityError:  # another program has just inserted the same row
                return self._write(job)

    def _write(self, job: Callable[[Connection], T]) -> T:
        if self._write_queue is not None:
            return self._write_queue.write(job)
        with self._begin() as connection:
            return job(connection)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError(f"{self.name} is closed")

"""The database that stores share: who reads has a connection to themselves, who writes a turn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from winnable.errors import StoreError
from winnable.store.db_errors import translate_db_errors
from winnable.store.engine import WRITING
from winnable.store.location import DatabaseLocation
from winnable.store.write_queue import WriteQueue

__all__ = ["Database"]

T = TypeVar("T")


class Database:
    """An engine, open until it is closed; whatever it throws comes out as a StoreError."""

    def __init__(
        self, location: DatabaseLocation, engine: Engine, *, group_commit: bool = False
    ) -> None:
        self.location, self.engine = location, engine
        self._begin = engine.execution_options(**{WRITING: True}).begin
        self._write_queue = WriteQueue(self._begin) if group_commit else None
        self._is_closed = False
        self._file = _identity(location)

    @property
    def name(self) -> str:
        """For messages: the file's path, or the URL without its password."""
        return self.location.name

    def close(self) -> None:
        """Let go of it, when all that was begun is written."""
        self._is_closed = True
        if self._write_queue is not None:
            self._write_queue.close()
        with translate_db_errors(self.location):
            self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to ask questions on."""
        self._check_open()
        with translate_db_errors(self.location), self.engine.connect() as connection:
            yield connection

    def write(self, job: Callable[[Connection], T]) -> T:
        """Do something; when this returns, what was done is kept, whatever happens next.

        A job that refuses, with a StoreError of its own, has to do so before it changes anything:
        it may share its transaction with others. It may also be done a second time, when the first
        has come to nothing.
        """
        self._check_open()
        with translate_db_errors(self.location):
            try:
                return self._write(job)
            except IntegrityError:  # another program has just added what this one was to add
                return self._write(job)

    def _write(self, job: Callable[[Connection], T]) -> T:
        if self._write_queue is not None:
            return self._write_queue.write(job)
        with self._begin() as connection:
            return job(connection)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError(f"{self.name} has been closed")
        if self._file != _identity(self.location):
            # SQLite would go on with the file that has no name any more, and all would be lost.
            raise StoreError(f"{self.name} was taken away while it was open: start this again")


def _identity(location: DatabaseLocation) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None where there is none."""
    if location.path is None or os.name != "posix":
        return None
    try:
        found = location.path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

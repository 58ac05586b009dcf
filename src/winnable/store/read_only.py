"""Databases that are only read: nothing is created where they are, and no game is changed.

Where one may write, a database of an older version is migrated all the same.
Where SQLite may not write, it cannot read a database with a write-ahead log either, since it has to
create the log's index. There a copy is read, in a temporary folder.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, event

from winnable.errors import StoreError
from winnable.store.location import DatabaseLocation

__all__ = ["TemporaryCopy", "can_write", "forbid_writing"]

_ATTEMPTS = 5


def can_write(path: Path) -> bool:
    """Whether SQLite can write a file, and the files that it needs beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def forbid_writing(engine: Engine) -> None:
    """Have every connection opened from now on refuse to write."""
    is_sqlite = engine.dialect.name == "sqlite"
    read_only = "PRAGMA query_only = ON"
    if not is_sqlite:
        read_only = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"

    @event.listens_for(engine, "connect")
    def set_read_only(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(read_only)
        cursor.close()
        if not is_sqlite:
            connection.commit()


class TemporaryCopy:
    """A copy of a file and its log, which exists until it is closed."""

    def __init__(self, location: DatabaseLocation, source: Path) -> None:
        """Copy the file of a location; OSError or StoreError if that fails."""
        self._folder = TemporaryDirectory(prefix="winnable-")
        path = Path(self._folder.name) / source.name
        try:
            self._copy(source, path, location.name)
        except BaseException:
            self.close()
            raise
        self.location = replace(location, url=location.url.set(database=str(path)), path=path)

    def _copy(self, source: Path, target: Path, name: str) -> None:
        """A log fits the database if no checkpoint has changed the database meanwhile."""
        log, log_copy = (path.with_name(f"{path.name}-wal") for path in (source, target))
        for _ in range(_ATTEMPTS):
            before = source.stat()
            shutil.copyfile(source, target)
            with suppress(FileNotFoundError):
                shutil.copyfile(log, log_copy)
            after = source.stat()
            if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size):
                return
            log_copy.unlink(missing_ok=True)
        raise StoreError(f"{name} is being written by another program: try again in a moment")

    def close(self) -> None:
        self._folder.cleanup()

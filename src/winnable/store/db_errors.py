"""What goes wrong with a database, in one line for the player.

Every call to SQLAlchemy in this package is made inside `translate_db_errors`, so that no database
exception leaves it. A message never contains a password. Whatever state a database is in, nothing
in it is deleted or overwritten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from winnable.errors import StoreError
from winnable.store.location import DatabaseLocation

__all__ = ["DAMAGED", "NO_DATABASE", "describe", "translate_db_errors"]

_LONGEST = 300

NO_DATABASE = "{name} is no database of saved games, and was left as it is"
DAMAGED = "{name} is damaged, and was left as it is: put back a copy, or move it away"

_SQLITE = (
    ("NOTADB", NO_DATABASE),
    ("CORRUPT", DAMAGED),
    ("FULL", "{name} cannot be written: the disk is full"),
    ("BUSY", "{name} is locked by another program: try again when that has finished"),
    ("LOCKED", "{name} is locked by another program: try again when that has finished"),
    ("READONLY", "{name} cannot be written: the file or its folder is read-only"),
    ("PERM", "{name} cannot be opened: you may not"),
    ("IOERR", "{name} cannot be read or written: the disk does not obey"),
)
"""SQLite's names for what happened, and ours."""

_STATES = {
    "53100": "{name} cannot be written: the server's disk is full",
    "55P03": "{name} is locked by another program: try again when that has finished",
    "40P01": "{name} is locked by another program: try again when that has finished",
    "25006": "{name} cannot be written: the server is read-only",
    "42501": "{name} cannot be written: you may not",
}
"""SQL's numbers for what happened, and our words."""


@contextmanager
def translate_db_errors(location: DatabaseLocation, *more: type[Exception]) -> Iterator[None]:
    """Turn whatever a database throws, and what else is named, into a StoreError."""
    theirs: tuple[type[Exception], ...]
    theirs = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError, OverflowError, *more)
    try:
        yield
    except StoreError:
        raise
    except theirs as error:
        raise StoreError(describe(error, location)) from None


def describe(error: Exception, location: DatabaseLocation) -> str:
    """What happened, in one line."""
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    words = _known(cause, location)
    if words is None and isinstance(error, PoolTimeout):
        words = "{name} is busy: too many ask it at once"
    if words is None:
        words = f"{{name}} does not work: {_one_line(cause, location)}"
    return words.replace("{name}", location.name)


def _known(cause: BaseException, location: DatabaseLocation) -> str | None:
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_")
        if code.startswith("CANTOPEN"):
            return _why_not_open(location)
        if "Could not decode to UTF-8" in str(cause):
            return "{name} holds a text that is not UTF-8"
        return next((words for name, words in _SQLITE if code.startswith(name)), None)
    if isinstance(cause, OSError) and cause.strerror:
        return f"{{name}} cannot be opened: {cause.strerror}"
    state = getattr(cause, "sqlstate", None)
    if state in _STATES:
        return _STATES[state]
    if "password authentication failed" in str(cause):  # a connection never made has no number
        return "{name} cannot be opened: the server refuses the password"
    return None


def _why_not_open(location: DatabaseLocation) -> str:
    path = location.path
    if path is not None and path.is_dir():
        return "{name} is a folder: name a file in it"
    return "{name} cannot be opened: look whether you may write there"


def _one_line(cause: BaseException, location: DatabaseLocation) -> str:
    text = " ".join(str(cause).split()) or type(cause).__name__
    text = "".join(sign for sign in text if sign.isprintable())
    if location.url.password:
        text = text.replace(str(location.url.password), "***")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

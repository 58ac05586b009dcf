"""What can go wrong with a database, as one line for the player.

Every call to SQLAlchemy in this package is made inside `translate_db_errors`, so no exception of
SQLAlchemy or a driver leaves it. A message never contains a password.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from winnable.errors import StoreError
from winnable.store.deadline import has_time_passed
from winnable.store.location import DatabaseLocation

__all__ = ["DAMAGED", "NOT_A_DATABASE", "busy_error", "describe_db_error", "translate_db_errors"]

_MAX_LENGTH = 300

NOT_A_DATABASE = "{name} is not a Winnable database; it was left unchanged"
DAMAGED = "{name} is damaged; it was left unchanged: restore a copy, or move it away"
_BUSY = "{name} is busy: try again in a moment"
_NO_ANSWER = "{name} did not answer in time: try again in a moment"
_LOCKED = "{name} is locked by another program: try again when that has finished"

_SQLITE_MESSAGES = {
    "NOTADB": NOT_A_DATABASE,
    "CORRUPT": DAMAGED,
    "FULL": "{name} cannot be written: the disk is full",
    "BUSY": _LOCKED,
    "LOCKED": _LOCKED,
    "READONLY": "{name} cannot be written: the file or its folder is read-only",
    "PERM": "{name} cannot be opened: permission denied",
    "IOERR": "{name} cannot be read or written: the disk reports an error",
}
"""By the beginning of SQLite's error name."""

_SQLSTATE_MESSAGES = {
    "53100": "{name} cannot be written: the server's disk is full",
    "55P03": _LOCKED,
    "40P01": _LOCKED,
    "08006": _NO_ANSWER,  # our own deadline
    "57014": _NO_ANSWER,  # statement_timeout
    "25P03": _NO_ANSWER,  # idle_in_transaction_session_timeout
    "25006": "{name} cannot be written: the server is read-only",
    "42501": "{name} cannot be written: permission denied",
}
"""By the SQL standard's error code."""


@contextmanager
def translate_db_errors(location: DatabaseLocation, *more: type[Exception]) -> Iterator[None]:
    """Raise whatever a database raises, and `more`, as a StoreError."""
    errors: tuple[type[Exception], ...]
    errors = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError, OverflowError, *more)
    try:
        yield
    except StoreError:
        raise
    except errors as error:
        raise StoreError(describe_db_error(error, location)) from None


def busy_error(name: str) -> StoreError:
    """That a database of that name has too much to do for anything else in time."""
    return StoreError(_BUSY.replace("{name}", name))


def describe_db_error(error: Exception, location: DatabaseLocation) -> str:
    """What happened, in one line."""
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    message = _known_message(cause, location)
    if message is None and isinstance(error, PoolTimeout):
        message = _BUSY
    if message is None and has_time_passed():
        message = _NO_ANSWER
    if message is None:
        message = f"{{name}} cannot be used: {_one_line(cause, location)}"
    return message.replace("{name}", location.name)


def _known_message(cause: BaseException, location: DatabaseLocation) -> str | None:
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_")
        if name.startswith("CANTOPEN"):
            return _why_not_opened(location)
        if "Could not decode to UTF-8" in str(cause):
            return "{name} contains text that is not UTF-8"
        found = (text for start, text in _SQLITE_MESSAGES.items() if name.startswith(start))
        return next(found, None)
    if isinstance(cause, OSError) and cause.strerror:
        return f"{{name}} cannot be opened: {cause.strerror}"
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlstate in _SQLSTATE_MESSAGES:
        return _SQLSTATE_MESSAGES[sqlstate]
    if "password authentication failed" in str(cause):  # which comes without a code
        return "{name} cannot be opened: the server does not accept the password"
    return None


def _why_not_opened(location: DatabaseLocation) -> str:
    path = location.path
    if path is not None and path.is_dir():
        return "{name} is a folder: name a file in it"
    return "{name} cannot be opened: check that you may write there"


def _one_line(cause: BaseException, location: DatabaseLocation) -> str:
    text = " ".join(str(cause).split()) or type(cause).__name__
    text = "".join(character for character in text if character.isprintable())
    if location.url.password:
        text = text.replace(str(location.url.password), "***")
    return text if len(text) <= _MAX_LENGTH else text[: _MAX_LENGTH - 1] + "…"

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
from winnable.l10n import t
from winnable.store.deadline import has_time_passed
from winnable.store.location import DatabaseLocation

__all__ = ["DAMAGED", "NOT_A_DATABASE", "busy_error", "describe_db_error", "translate_db_errors"]

_MAX_LENGTH = 300

NOT_A_DATABASE = "store.error.not_a_database"
DAMAGED = "store.error.damaged"
_BUSY = "store.error.busy"
_NO_ANSWER = "store.error.no_answer"
_LOCKED = "store.error.locked"

_SQLITE_MESSAGES = {
    "NOTADB": NOT_A_DATABASE,
    "CORRUPT": DAMAGED,
    "FULL": "store.error.disk_full",
    "BUSY": _LOCKED,
    "LOCKED": _LOCKED,
    "READONLY": "store.error.read_only",
    "PERM": "store.error.may_not_open",
    "IOERR_SHMSIZE": "store.error.disk_full",  # no room for the index of the log
    "IOERR": "store.error.disk_error",
}
"""By the beginning of SQLite's error name."""

_SQLSTATE_MESSAGES = {
    "53100": "store.error.server_disk_full",
    "55P03": _LOCKED,
    "40P01": _LOCKED,
    "08006": _NO_ANSWER,  # our own deadline
    "57014": _NO_ANSWER,  # statement_timeout
    "25P03": _NO_ANSWER,  # idle_in_transaction_session_timeout
    "25006": "store.error.server_read_only",
    "42501": "store.error.may_not_write",
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
    return StoreError(t(_BUSY, name=name))


def describe_db_error(error: Exception, location: DatabaseLocation) -> str:
    """What happened, in one line."""
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    key = _known_message(cause, location)
    if key is not None:
        return t(key, name=location.name)
    if isinstance(cause, OSError) and cause.strerror:
        return t("store.error.cannot_open", name=location.name, why=cause.strerror)
    if isinstance(error, PoolTimeout):
        return t(_BUSY, name=location.name)
    if has_time_passed():
        return t(_NO_ANSWER, name=location.name)
    return t("store.error.unusable", name=location.name, why=_one_line(cause, location))


def _known_message(cause: BaseException, location: DatabaseLocation) -> str | None:
    """The key of the text that says what happened; None if there is none."""
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_")
        if name.startswith("CANTOPEN"):
            return _why_not_opened(location)
        if "Could not decode to UTF-8" in str(cause):
            return "store.error.not_text"
        found = (text for start, text in _SQLITE_MESSAGES.items() if name.startswith(start))
        return next(found, None)
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlstate in _SQLSTATE_MESSAGES:
        return _SQLSTATE_MESSAGES[sqlstate]
    if "password authentication failed" in str(cause):  # which comes without a code
        return "store.error.password"
    return None


def _why_not_opened(location: DatabaseLocation) -> str:
    path = location.path
    if path is not None and path.is_dir():
        return "store.error.folder"
    return "store.error.check_access"


def _one_line(cause: BaseException, location: DatabaseLocation) -> str:
    text = " ".join(str(cause).split()) or type(cause).__name__
    text = "".join(character for character in text if character.isprintable())
    if location.url.password:
        text = text.replace(str(location.url.password), "***")
    return text if len(text) <= _MAX_LENGTH else text[: _MAX_LENGTH - 1] + "…"

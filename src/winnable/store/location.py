"""Where the database is: an SQLAlchemy URL, or a file in the player's data folder."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from winnable.errors import StoreError, quote
from winnable.store.deadline import TIMEOUT_SECONDS

__all__ = [
    "DATABASE_VARIABLE",
    "TIMEOUT_VARIABLE",
    "URL_FORMATS",
    "DatabaseLocation",
    "find_location",
    "find_timeout",
]

DATABASE_VARIABLE = "WINNABLE_DATABASE"
"""The environment variable with the URL of the database to use."""

TIMEOUT_VARIABLE = "WINNABLE_DATABASE_TIMEOUT"
"""The environment variable with the seconds that an operation may take."""

URL_FORMATS = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"


@dataclass(frozen=True)
class DatabaseLocation:
    """Where a database is, and its name for messages."""

    url: URL
    name: str
    """The file's path, or the URL without its password: printable, on one line."""
    path: Path | None = None
    """The file; None for a server, and in memory."""
    is_default: bool = False
    """Whether nobody has named it: it is the player's own file."""

    @property
    def is_sqlite(self) -> bool:
        """Whether it is SQLite, in a file or in memory."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def is_in_memory(self) -> bool:
        """Whether it is gone when the program ends."""
        database = self.url.database
        return self.is_sqlite and (
            database in (None, "", ":memory:") or self.url.query.get("mode") == "memory"
        )


def find_location(url: str | None = None) -> DatabaseLocation:
    """Where a URL leads; without one `DATABASE_VARIABLE`, or else the player's own file."""
    if url is not None:
        return _parse(url, "this")
    if url := os.environ.get(DATABASE_VARIABLE):
        return _parse(url, DATABASE_VARIABLE)

    from platformdirs import user_data_path  # only needed where no URL is given

    folder = user_data_path("winnable", appauthor=False)
    location = _sqlite_location(URL.create("sqlite", database=str(folder / "games.db")))
    return replace(location, is_default=True)


def find_timeout(location: DatabaseLocation) -> float:
    """How many seconds an operation may take: a file's URL may say so (`?timeout=30`)."""
    in_url = location.url.query.get("timeout") if location.is_sqlite else None
    what, text = "the timeout of the URL", in_url
    if text is None:
        what, text = TIMEOUT_VARIABLE, os.environ.get(TIMEOUT_VARIABLE)
    if not text:
        return TIMEOUT_SECONDS
    try:
        seconds = float(str(text))
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= _MAX_TIMEOUT:
        raise StoreError(f"{what} is a number of seconds, more than 0 and at most {_MAX_TIMEOUT}")
    return seconds


_MAX_TIMEOUT = 3600
"""Seconds; a server counts them in milliseconds, with 32 bits."""


def _parse(text: str, what: str) -> DatabaseLocation:
    # No message here repeats the text: it may contain a password.
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"{what} is not a database URL: {URL_FORMATS}") from None
    if url.get_backend_name() == "sqlite":
        return _sqlite_location(url)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if "@" in (url.host or ""):
        raise StoreError("an @ in the password of a URL must be written %40")
    name = URL.create(  # without the options after the ?, which can contain a password too
        url.get_backend_name(), url.username, None, url.host, url.port, url.database
    )
    return DatabaseLocation(url, _printable(name.render_as_string()))


def _sqlite_location(url: URL) -> DatabaseLocation:
    if url.host:
        raise StoreError("a file's URL has three slashes, or four for an absolute path")
    database = url.database or ":memory:"
    if database == ":memory:" or database.startswith("file:"):
        return DatabaseLocation(url, _printable(database))
    try:
        named = Path(database).expanduser().absolute()  # so that a later chdir does not matter
    except RuntimeError:  # there is no such user
        named = Path(database).absolute()
    try:
        path = named.resolve()  # SQLite's other files are beside the file that a link leads to
    except (OSError, RuntimeError, ValueError):  # a link to itself, or a null character
        path = named
    return DatabaseLocation(url.set(database=str(path)), _printable(str(named)), path)


def _printable(name: str) -> str:
    return name if name.isprintable() else quote(name, 200)

"""Where the games are kept: a URL of SQLAlchemy's, or a file in the player's data folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from winnable.errors import StoreError, quote

__all__ = ["HOW_TO_WRITE", "VARIABLE", "DatabaseLocation", "find_location"]

VARIABLE = "WINNABLE_DATABASE"
"""The environment variable that names another database than the player's own."""

HOW_TO_WRITE = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"


@dataclass(frozen=True)
class DatabaseLocation:
    """A database, and what to call it in front of people."""

    url: URL
    name: str
    """The file's path, or the URL without its password: fit for a message, on one line."""
    path: Path | None = None
    """The file, where it is one of SQLite's."""

    @property
    def is_sqlite(self) -> bool:
        """Whether it is SQLite's, in a file or not."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def is_in_memory(self) -> bool:
        """Whether it is gone when the program ends."""
        database = self.url.database
        return self.is_sqlite and (
            database in (None, "", ":memory:") or self.url.query.get("mode") == "memory"
        )


def find_location(url: str | None = None) -> DatabaseLocation:
    """The location of a URL; without one that of `VARIABLE`, and else the player's own."""
    if url is not None:
        return _parse(url, "that")
    if url := os.environ.get(VARIABLE):
        return _parse(url, VARIABLE)

    from platformdirs import user_data_path  # who names a database does without it

    folder = user_data_path("winnable", appauthor=False)
    return _sqlite(URL.create("sqlite", database=str(folder / "games.db")))


def _parse(text: str, what: str) -> DatabaseLocation:
    # What was written is not repeated in any message here: there may be a password in it.
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"{what} is no URL of a database: {HOW_TO_WRITE}") from None
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if "@" in (url.host or ""):
        raise StoreError("an @ in a password has to be written %40 in a URL")
    name = URL.create(  # what follows a ? can hold a password as well
        url.get_backend_name(), url.username, None, url.host, url.port, url.database
    )
    return DatabaseLocation(url, _on_a_line(name.render_as_string()))


def _sqlite(url: URL) -> DatabaseLocation:
    if url.host:
        raise StoreError("the URL of a file has three slashes, or four: sqlite:///FILE")
    database = url.database or ":memory:"
    if database == ":memory:" or database.startswith("file:"):
        return DatabaseLocation(url, _on_a_line(database))
    try:
        path = Path(database).expanduser().absolute()  # so that a later chdir does not matter
    except RuntimeError:  # there is nobody of that name
        path = Path(database).absolute()
    return DatabaseLocation(url.set(database=str(path)), _on_a_line(str(path)), path)


def _on_a_line(name: str) -> str:
    return name if name.isprintable() else quote(name, 200)

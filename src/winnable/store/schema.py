"""The tables as they are now. How they came to be so is in `winnable.store.migrations`.

`docs/store.md` describes them for whoever finds the file in ten years; a test holds them to what
the migrations make.
"""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.types import TypeEngine

__all__ = [
    "HEAD",
    "LOCAL_PLAYER",
    "METADATA",
    "VERSION_TABLE",
    "UtcDateTime",
    "games_table",
    "players_table",
    "settings_table",
]

HEAD = 3
"""The version of the tables that this program knows: the last of `winnable.store.migrations`.

Written down here as well, so that Alembic is loaded only where there is something to migrate.
"""

VERSION_TABLE = "winnable_version"
"""Where a database says which version it is; not Alembic's usual name, which others use too."""

LOCAL_PLAYER = 1
"""The player at this machine: who plays in the terminal, or asks for nobody else's games."""


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time, in UTC: where the database has no such type, as text that sorts by time.

    A text that somebody has spoiled is read as no time at all, since an exception in the middle of
    a result would keep the other games from being listed.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text in SQLite, a timestamp elsewhere."""
        is_text = dialect.name == "sqlite"
        return dialect.type_descriptor(String(32) if is_text else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """To UTC, and in SQLite to text."""
        if value is None:
            return None
        value = value.astimezone(UTC)
        if dialect.name != "sqlite":
            return value
        return value.isoformat(sep=" ", timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Back again."""
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value)
            except ValueError:
                return None
        # At the very ends of the calendar a time has no place in every time zone.
        if not isinstance(value, datetime) or not MINYEAR < value.year < MAXYEAR:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


METADATA = MetaData()

players_table = Table(
    "players",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("made", UtcDateTime, nullable=False),
    Column("code", Text, unique=True),
    sqlite_autoincrement=True,
)
"""Everybody whose games are kept here; `LOCAL_PLAYER` is always among them."""

games_table = Table(
    "games",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column(
        "player",
        Integer,
        ForeignKey("players.number"),
        nullable=False,
        server_default=str(LOCAL_PLAYER),
    ),
    Column("key", Text, unique=True),
    Column("shared", Text, unique=True),
    Column("version", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("deal", BigInteger),
    Column("outcome", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("verdicts", Integer, nullable=False),
    Column("started", UtcDateTime),
    Column("touched", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    # The long texts come last, so that SQLite can list games without reading them.
    Column("record", Text, nullable=False),
    Column("undone", Text, nullable=False),
    sqlite_autoincrement=True,  # a number is never given twice, even if a game is deleted by hand
)
"""Every game that has begun, a row each; and those that have a key before their first move."""

Index("games_of_a_player", games_table.c.player, games_table.c.touched, games_table.c.number)
Index(
    "games_not_begun",
    games_table.c.touched,
    sqlite_where=games_table.c.started.is_(None),
    postgresql_where=games_table.c.started.is_(None),
)

settings_table = Table(
    "settings",
    METADATA,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the player has chosen, for all games."""

"""The tables of a database, in their latest version; `docs/store.md` describes them.

The tables are created and changed by `winnable.store.migrations`; a test compares the result with
this module.
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
    text,
)
from sqlalchemy.types import TypeEngine

__all__ = [
    "FINISHED",
    "HEAD",
    "LOCAL_PLAYER",
    "METADATA",
    "VERSION_TABLE",
    "UtcDateTime",
    "games_table",
    "players_table",
    "settings_table",
    "sign_ins_table",
]

HEAD = 6
"""The latest version of the tables: that of the last of `winnable.store.migrations`.

Written here as well, so that Alembic is loaded only when there is something to migrate.
"""

VERSION_TABLE = "winnable_version"
"""The table with a database's version; Alembic's default name could clash with other programs."""

LOCAL_PLAYER = 1
"""The player at this computer, who plays in the terminal."""


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time in UTC; in SQLite, which has no such type, as text that sorts by time.

    Text that is not a time is read as None: an exception in the middle of a result would hide the
    rows after it.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        is_text = dialect.name == "sqlite"
        return dialect.type_descriptor(String(32) if is_text else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        value = value.astimezone(UTC)
        if dialect.name != "sqlite":
            return value
        return value.isoformat(sep=" ", timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value)
            except ValueError:
                return None
        # At either end of the calendar a time cannot be converted to every time zone.
        if not isinstance(value, datetime) or not MINYEAR < value.year < MAXYEAR:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


PlayerNumber = BigInteger().with_variant(Integer, "sqlite")
"""SQLite's Integer has 64 bits, and only an INTEGER can be a key that SQLite numbers itself."""

FINISHED = "outcome <> 'unfinished' AND started IS NOT NULL"
"""Games that count in statistics. A query in these very words is answered from their index."""

METADATA = MetaData()

players_table = Table(
    "players",
    METADATA,
    Column("number", PlayerNumber, primary_key=True),
    Column("made", UtcDateTime, nullable=False),
    Column("code", Text, unique=True),
    sqlite_autoincrement=True,
)
"""Everybody who has games here; `LOCAL_PLAYER` always exists."""

games_table = Table(
    "games",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column(
        "player",
        PlayerNumber,
        ForeignKey("players.number"),
        nullable=False,
        server_default=str(LOCAL_PLAYER),
    ),
    Column("key", Text, unique=True),
    Column("shared", Text, unique=True),
    Column("version", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("deal", BigInteger),
    Column("deal_source", Text),
    Column("outcome", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("verdicts", Integer, nullable=False),
    Column("coach_moves", Integer, nullable=False, server_default="0"),
    Column("started", UtcDateTime),
    Column("touched", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    Column("decisions", Integer),
    Column("cost", Double),
    # The long texts are last, so that SQLite can list games without reading them.
    Column("record", Text, nullable=False),
    Column("undone", Text, nullable=False),
    sqlite_autoincrement=True,  # no number is used twice, even if a game is deleted by hand
)
"""Saved games: those that were started, and those that have a key before their first move."""

Index(
    "games_of_a_player",
    games_table.c.player,
    games_table.c.touched,
    games_table.c.number,
    games_table.c.outcome,
)
Index(
    "games_finished",  # everything that statistics need, so that they are made without the rows
    games_table.c.player,
    games_table.c.game,
    games_table.c.ended,
    games_table.c.number,
    games_table.c.outcome,
    games_table.c.moves,
    games_table.c.seconds,
    games_table.c.undos,
    games_table.c.hints,
    games_table.c.verdicts,
    games_table.c.coach_moves,
    games_table.c.deal,
    games_table.c.touched,
    games_table.c.decisions,
    games_table.c.cost,
    sqlite_where=text(FINISHED),
    postgresql_where=text(FINISHED),
)
Index(
    "games_not_begun",
    games_table.c.touched,
    sqlite_where=games_table.c.started.is_(None),
    postgresql_where=games_table.c.started.is_(None),
)
Index(
    "games_not_begun_of_a_player",
    games_table.c.player,
    games_table.c.touched,
    sqlite_where=games_table.c.started.is_(None),
    postgresql_where=games_table.c.started.is_(None),
)

sign_ins_table = Table(
    "sign_ins",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("player", PlayerNumber, ForeignKey("players.number"), nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("made", UtcDateTime, nullable=False),
    Column("used", UtcDateTime, nullable=False),
    Column("browser", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""The browsers that are signed in, each as a player."""

Index("sign_ins_of_a_player", sign_ins_table.c.player)

settings_table = Table(
    "settings",
    METADATA,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Settings for all players."""

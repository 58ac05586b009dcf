"""Version 3: players with their own games, and keys for the URLs of games."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision: str | None = "2"

UTC_TIME = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")


def upgrade() -> None:
    """Create the players; every game so far is the first player's."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    players = op.create_table(
        "players",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("made", UTC_TIME, nullable=False),
        sa.Column("code", sa.Text, unique=True),
        sqlite_autoincrement=True,
    )
    now = datetime.now(UTC)
    made = now.isoformat(sep=" ", timespec="microseconds") if is_sqlite else now
    op.execute(players.insert().values(made=made))
    if is_sqlite:
        _recreate_games()
    else:
        for column in _columns():
            op.add_column("games", column)
    # Until now only started games were saved, so one without a time was started too.
    op.execute("UPDATE games SET started = touched WHERE started IS NULL")
    op.create_index("games_of_a_player", "games", ["player", "touched", "number"])
    not_begun = sa.text("started IS NULL")
    op.create_index(
        "games_not_begun", "games", ["touched"], sqlite_where=not_begun, postgresql_where=not_begun
    )


def _columns() -> list[sa.Column[object]]:
    players = sa.ForeignKey("players.number")
    return [
        sa.Column("player", sa.Integer, players, nullable=False, server_default="1"),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("shared", sa.Text, unique=True),
    ]


def _recreate_games() -> None:
    """Copy the games to a new table.

    SQLite can add columns at the end only, after the long texts, and none with a foreign key. The
    last number used is in SQLite's own `sqlite_sequence` and is copied as well.
    """
    op.rename_table("games", "games_until_now")
    op.create_table(
        "games",
        sa.Column("number", sa.Integer, primary_key=True),
        *_columns(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("deal", sa.BigInteger),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("verdicts", sa.Integer, nullable=False),
        sa.Column("started", UTC_TIME),
        sa.Column("touched", UTC_TIME, nullable=False),
        sa.Column("ended", UTC_TIME),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    columns = (
        "number, version, game, deal, outcome, moves, seconds, undos, hints, verdicts,"
        " started, touched, ended, record, undone"
    )
    op.execute(
        f"INSERT INTO games ({columns}) SELECT {columns} FROM games_until_now"  # noqa: S608
    )
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    op.execute("UPDATE sqlite_sequence SET name = 'games' WHERE name = 'games_until_now'")
    op.drop_table("games_until_now")

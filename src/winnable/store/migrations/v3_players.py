"""Version 3: players, each with games of their own, and addresses for games."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision: str | None = "2"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")


def upgrade() -> None:
    """Make the table of players, and say of every game whose it is: the first player's so far."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    players = op.create_table(
        "players",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("code", sa.Text, unique=True),
        sqlite_autoincrement=True,
    )
    now = datetime.now(UTC)
    made = now.isoformat(sep=" ", timespec="microseconds") if is_sqlite else now
    op.execute(players.insert().values(made=made))
    if is_sqlite:
        _make_anew()
    else:
        for column in _columns():
            op.add_column("games", column)
    # Only games that had begun were kept until now, so one that does not say when was begun, too.
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


def _make_anew() -> None:
    """SQLite adds columns at the end only, behind the long texts, and none that refers elsewhere.

    Which number was given last is known to a table of SQLite's own, and has to come along.
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
        sa.Column("started", MOMENT),
        sa.Column("touched", MOMENT, nullable=False),
        sa.Column("ended", MOMENT),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    all_of_them = (
        "number, version, game, deal, outcome, moves, seconds, undos, hints, verdicts,"
        " started, touched, ended, record, undone"
    )
    op.execute(
        f"INSERT INTO games ({all_of_them}) SELECT {all_of_them} FROM games_until_now"  # noqa: S608
    )
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    op.execute("UPDATE sqlite_sequence SET name = 'games' WHERE name = 'games_until_now'")
    op.drop_table("games_until_now")

"""Version 5: for the statistics, how many moves the coach made and what the decisions cost."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision: str | None = "4"

UTC_TIME = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")
PLAYER_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the columns, and create the index of finished games anew with them."""
    if op.get_bind().dialect.name == "sqlite":
        _recreate_games()
        return
    for column in _columns():
        op.add_column("games", column)
    op.drop_index("games_finished", "games")
    _create_finished_index()


def _columns() -> list[sa.Column[object]]:
    return [
        sa.Column("coach_moves", sa.Integer, nullable=False, server_default="0"),
        sa.Column("decisions", sa.Integer),
        sa.Column("cost", sa.Double),
    ]


def _recreate_games() -> None:
    """Copy the games to a new table: SQLite can add columns only after the long texts.

    The indexes go first, because their names are wanted, and are created last, which is quicker
    than to keep them up to date. The last number used is in SQLite's own `sqlite_sequence`.
    """
    coach_moves, decisions, cost = _columns()
    for name in ("games_of_a_player", "games_finished", "games_not_begun"):
        op.drop_index(name, "games")
    op.drop_index("games_not_begun_of_a_player", "games")
    op.rename_table("games", "games_until_now")
    op.create_table(
        "games",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column(
            "player",
            PLAYER_NUMBER,
            sa.ForeignKey("players.number"),
            nullable=False,
            server_default="1",
        ),
        sa.Column("key", sa.Text, unique=True),
        sa.Column("shared", sa.Text, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("deal", sa.BigInteger),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("verdicts", sa.Integer, nullable=False),
        coach_moves,
        sa.Column("started", UTC_TIME),
        sa.Column("touched", UTC_TIME, nullable=False),
        sa.Column("ended", UTC_TIME),
        decisions,
        cost,
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    columns = (
        "number, player, key, shared, version, game, deal, outcome, moves, seconds, undos, hints,"
        " verdicts, started, touched, ended, record, undone"
    )
    op.execute(
        f"INSERT INTO games ({columns}) SELECT {columns} FROM games_until_now"  # noqa: S608
    )
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    op.execute("UPDATE sqlite_sequence SET name = 'games' WHERE name = 'games_until_now'")
    op.drop_table("games_until_now")
    op.create_index("games_of_a_player", "games", ["player", "touched", "number", "outcome"])
    _create_finished_index()
    not_begun = sa.text("started IS NULL")
    op.create_index("games_not_begun", "games", ["touched"], sqlite_where=not_begun)
    op.create_index(
        "games_not_begun_of_a_player", "games", ["player", "touched"], sqlite_where=not_begun
    )


def _create_finished_index() -> None:
    finished = sa.text("outcome <> 'unfinished' AND started IS NOT NULL")
    op.create_index(
        "games_finished",
        "games",
        [
            *("player", "game", "ended", "number", "outcome", "moves", "seconds"),
            *("undos", "hints", "verdicts", "coach_moves", "deal", "touched", "decisions", "cost"),
        ],
        sqlite_where=finished,
        postgresql_where=finished,
    )

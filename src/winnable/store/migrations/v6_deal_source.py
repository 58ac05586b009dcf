"""Version 6: how a deal was found, and games in which no move is left are lost.

Until now a game without a legal move stayed unfinished. The tag `Result` of its record, which was
written anew with every move, says "stuck".
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision: str | None = "5"

UTC_TIME = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")
PLAYER_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BATCH = 500
TAG = r'\s*\[\w+\s+"(?:[^"\\]|\\.)*"\s*\]'
STUCK = re.compile(rf'(?:{TAG})*?\s*\[Result\s+"stuck"\s*\]', re.ASCII)


def upgrade() -> None:
    """Add the column, and save stuck games as lost, from the time they were played last."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        _recreate_games()
    else:
        op.add_column("games", sa.Column("deal_source", sa.Text))
    _save_losses()
    if is_sqlite:
        _create_indexes()


def _save_losses() -> None:
    """Only where somebody played here, a game counts; one that was imported has no `started`."""
    bind = op.get_bind()
    games = sa.table(
        "games", *map(sa.column, ("number", "outcome", "started", "touched", "ended", "record"))
    )
    maybe = games.c.record.contains('"stuck"', autoescape=True)
    query = sa.select(games.c.number, games.c.record).where(
        games.c.outcome == "unfinished", maybe, games.c.number > sa.bindparam("last")
    )
    query, last = query.order_by(games.c.number).limit(BATCH), 0
    ended = sa.case((games.c.started.is_not(None), games.c.touched))
    while rows := bind.execute(query, {"last": last}).all():
        last = rows[-1].number
        lost = [number for number, record in rows if STUCK.match(record)]
        change = games.update().where(games.c.number.in_(lost))
        bind.execute(change.values(outcome="lost", ended=ended))


def _recreate_games() -> None:
    """Copy the games to a new table: SQLite can add columns only after the long texts.

    The indexes go first, because their names are wanted, and are created last, which is quicker
    than to keep them up to date. The last number used is in SQLite's own `sqlite_sequence`.
    """
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
        sa.Column("deal_source", sa.Text),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("verdicts", sa.Integer, nullable=False),
        sa.Column("coach_moves", sa.Integer, nullable=False, server_default="0"),
        sa.Column("started", UTC_TIME),
        sa.Column("touched", UTC_TIME, nullable=False),
        sa.Column("ended", UTC_TIME),
        sa.Column("decisions", sa.Integer),
        sa.Column("cost", sa.Double),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    columns = (
        "number, player, key, shared, version, game, deal, outcome, moves, seconds, undos, hints,"
        " verdicts, coach_moves, started, touched, ended, decisions, cost, record, undone"
    )
    op.execute(
        f"INSERT INTO games ({columns}) SELECT {columns} FROM games_until_now"  # noqa: S608
    )
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    op.execute("UPDATE sqlite_sequence SET name = 'games' WHERE name = 'games_until_now'")
    op.drop_table("games_until_now")


def _create_indexes() -> None:
    op.create_index("games_of_a_player", "games", ["player", "touched", "number", "outcome"])
    op.create_index(
        "games_finished",
        "games",
        [
            *("player", "game", "ended", "number", "outcome", "moves", "seconds"),
            *("undos", "hints", "verdicts", "coach_moves", "deal", "touched", "decisions", "cost"),
        ],
        sqlite_where=sa.text("outcome <> 'unfinished' AND started IS NOT NULL"),
    )
    not_begun = sa.text("started IS NULL")
    op.create_index("games_not_begun", "games", ["touched"], sqlite_where=not_begun)
    op.create_index(
        "games_not_begun_of_a_player", "games", ["player", "touched"], sqlite_where=not_begun
    )

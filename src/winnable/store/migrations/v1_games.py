"""Version 1: the games."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision: str | None = None


def upgrade() -> None:
    utc_time = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")
    op.create_table(
        "games",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("deal", sa.BigInteger),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("verdicts", sa.Integer, nullable=False),
        sa.Column("started", utc_time),
        sa.Column("touched", utc_time, nullable=False),
        sa.Column("ended", utc_time),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )

"""Version 2: the settings."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision: str | None = "1"


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )

"""Version 4: browsers sign in with random tokens, and players have numbers nobody can get again.

Until now a cookie was the player's number with a signature. Its value is computed here once more
for every player, and its hash saved as that of a sign-in, so that browsers stay signed in; then the
secret that could sign for anybody is deleted.
"""

import base64
import hashlib
import hmac
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision: str | None = "3"

UTC_TIME = sa.DateTime(timezone=True).with_variant(sa.String(32), "sqlite")
PLAYER_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BATCH = 1_000


def upgrade() -> None:
    """Create the sign-ins, and sign in every browser that has a signed cookie."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if not is_sqlite:  # where an integer has 64 bits already
        op.alter_column("players", "number", type_=sa.BigInteger)
        op.alter_column("games", "player", type_=sa.BigInteger)
    sign_ins = op.create_table(
        "sign_ins",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", PLAYER_NUMBER, sa.ForeignKey("players.number"), nullable=False),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("made", UTC_TIME, nullable=False),
        sa.Column("used", UTC_TIME, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("sign_ins_of_a_player", "sign_ins", ["player"])
    _create_indexes()
    now = datetime.now(UTC)
    used = now.isoformat(sep=" ", timespec="microseconds") if is_sqlite else now
    bind, settings = op.get_bind(), sa.table("settings", sa.column("name"), sa.column("value"))
    is_secret = settings.c.name == "web secret"
    secret = bind.execute(sa.select(settings.c.value).where(is_secret)).scalar()
    if secret is None:
        return
    players = sa.table("players", sa.column("number"), sa.column("made"))
    rows = bind.execute(sa.select(players.c.number, players.c.made)).all()
    for start in range(0, len(rows), BATCH):
        values = [
            {"player": player, "hash": _hash(_signed(player, secret)), "made": made, "used": used}
            for player, made in rows[start : start + BATCH]
        ]
        bind.execute(sign_ins.insert().values(browser=""), values)
    if is_sqlite:  # else the deleted text might stay in the file
        bind.exec_driver_sql("PRAGMA secure_delete = ON")
    name = f"winnable-{hashlib.sha256(secret.encode()).hexdigest()[:8]}"
    bind.execute(settings.delete().where(is_secret))
    bind.execute(settings.insert().values(name="cookie name", value=name))


def _create_indexes() -> None:
    """Lists of unfinished games and statistics are made from indexes alone."""
    op.drop_index("games_of_a_player", "games")
    op.create_index("games_of_a_player", "games", ["player", "touched", "number", "outcome"])
    finished = sa.text("outcome <> 'unfinished' AND started IS NOT NULL")
    op.create_index(
        "games_finished",
        "games",
        [
            *("player", "game", "ended", "number", "outcome", "moves", "seconds"),
            *("undos", "hints", "verdicts", "deal", "touched"),
        ],
        sqlite_where=finished,
        postgresql_where=finished,
    )
    not_begun = sa.text("started IS NULL")
    op.create_index(
        "games_not_begun_of_a_player",
        "games",
        ["player", "touched"],
        sqlite_where=not_begun,
        postgresql_where=not_begun,
    )


def _signed(player: int, secret: str) -> str:
    """The cookie of version 0.1: what itsdangerous's URLSafeSerializer makes of a number."""
    key = hashlib.sha1(b"winnable player" + b"signer" + secret.encode()).digest()  # noqa: S324
    payload = _base64(str(player).encode())
    return f"{payload}.{_base64(hmac.digest(key, payload.encode(), 'sha1'))}"


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

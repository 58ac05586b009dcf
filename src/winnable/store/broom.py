"""The broom: tables at which nobody ever made a move are forgotten some time after."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select

from winnable.store.database import Database
from winnable.store.schema import GAMES

__all__ = ["sweep"]

_HANDFUL = 200
"""How many go at once, so that whoever wants to write a move meanwhile has a turn in between."""


def sweep(database: Database, before: datetime) -> int:
    """Delete what never had a first move and was last touched before; how many that were."""
    untouched = (GAMES.c.started.is_(None), GAMES.c.touched < before)
    some = select(GAMES.c.number).where(*untouched).order_by(GAMES.c.touched).limit(_HANDFUL)
    # The condition stands there twice: between the look and the deed a first move may be made.
    old = delete(GAMES).where(GAMES.c.number.in_(some), GAMES.c.started.is_(None))
    swept, total = _HANDFUL, 0
    while swept >= _HANDFUL:
        swept = database.write(lambda connection: connection.execute(old).rowcount)
        total += swept
    return total

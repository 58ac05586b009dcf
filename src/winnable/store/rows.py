"""A row of the table of games, and the line or the sheet that it is in Python."""

from __future__ import annotations

from math import isfinite
from typing import Any

from sqlalchemy import Row

from winnable.store.kept import Kept, Outcome
from winnable.store.schema import GAMES
from winnable.store.sheet import Sheet

__all__ = ["LINE", "WRITTEN", "read_line", "values_of"]

_NOT_TOLD = ("player", "version", "record", "undone")
_FIXED = ("number", "player", "key", "shared")
"""What a table does not write over: it may have been changed past it."""

WRITTEN = [column for column in GAMES.c if column.name not in _FIXED]
"""What a table writes down with every change."""

LINE = [column for column in GAMES.c if column.name not in _NOT_TOLD]
"""What a line of the history tells."""


def read_line(row: Row[Any]) -> Kept | None:
    """A line of the history; None if there is nonsense in it."""
    try:
        if row.touched is None or not isfinite(row.seconds):
            return None
        return Kept(
            number=row.number,
            game=str(row.game),
            deal=None if row.deal is None else int(row.deal),
            outcome=Outcome(row.outcome),
            moves=int(row.moves),
            seconds=float(row.seconds),
            undos=int(row.undos),
            hints=int(row.hints),
            verdicts=int(row.verdicts),
            started=row.started,
            touched=row.touched,
            ended=row.ended,
            key=None if row.key is None else str(row.key),
            shared=None if row.shared is None else str(row.shared),
        )
    except (TypeError, ValueError, OverflowError):
        return None


def values_of(sheet: Sheet) -> dict[str, object]:
    """The values of `WRITTEN`."""
    told = {name: value for name, value in vars(sheet.kept).items() if name not in _FIXED}
    told |= {"outcome": sheet.kept.outcome.value, "version": sheet.version}
    return told | {"record": sheet.record, "undone": sheet.undone}

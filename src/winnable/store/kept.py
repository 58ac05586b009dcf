"""What the history tells of a game that is kept: everything but its moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import NamedTuple

from winnable.errors import GameNotFoundError, quote

__all__ = ["Bookmark", "Kept", "Outcome"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BOOKMARK = re.compile(r"(-?[0-9]{1,18})\.([0-9]{1,9})")


class Outcome(Enum):
    """How a game came out."""

    UNFINISHED = "unfinished"
    WON = "won"
    GIVEN_UP = "given up"


class Bookmark(NamedTuple):
    """A place in the history: what comes after it was touched before.

    >>> mark = Bookmark(datetime(2026, 11, 16, tzinfo=UTC), 12)
    >>> str(mark), Bookmark.parse(str(mark)) == mark
    ('1794787200000000.12', True)
    """

    touched: datetime
    number: int

    def __str__(self) -> str:
        """In one word, for an address; `parse` reads it."""
        return f"{(self.touched - _EPOCH) // timedelta(microseconds=1)}.{self.number}"

    @classmethod
    def parse(cls, text: str) -> Bookmark:
        """The place that a word names; GameNotFoundError if it names none."""
        found = _BOOKMARK.fullmatch(text)
        try:
            if found is not None:
                return cls(_EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))
        except OverflowError:
            pass
        raise GameNotFoundError(
            f"{quote(text)} is no place in the history: begin with the latest game"
        )


@dataclass(frozen=True)
class Kept:
    """A line of the history. Times are aware, and in UTC."""

    number: int
    """The number it is kept under; none is given twice."""
    game: str
    """The game's slug."""
    deal: int | None
    """The deal number; None for a deck or a board of somebody's own."""
    outcome: Outcome
    moves: int
    """How many moves were made by hand, those taken back not counted."""
    seconds: float
    """The time it was played for."""
    undos: int
    hints: int
    verdicts: int
    started: datetime | None
    """When the first move was made; None if none was, and then the game is in no list."""
    touched: datetime
    """When it was changed last."""
    ended: datetime | None
    """When it was won or given up."""
    key: str | None = None
    """The address of its table, for its player alone; None where it has none."""
    shared: str | None = None
    """The address under which anybody may see it, once it is over."""

    @property
    def is_over(self) -> bool:
        """Whether it was won or given up."""
        return self.outcome is not Outcome.UNFINISHED

    @property
    def is_unaided(self) -> bool:
        """Whether it was won without hints, undo or verdicts."""
        return self.outcome is Outcome.WON and not (self.undos or self.hints or self.verdicts)

    @property
    def bookmark(self) -> Bookmark:
        """Where it stands in the history, to go on from there."""
        return Bookmark(self.touched, self.number)

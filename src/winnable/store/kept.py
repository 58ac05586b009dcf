"""What the history tells of a game that is kept: everything but its moves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

__all__ = ["Kept", "Outcome"]


class Outcome(Enum):
    """How a game came out."""

    UNFINISHED = "unfinished"
    WON = "won"
    GIVEN_UP = "given up"


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
    """When the first move was made."""
    touched: datetime
    """When it was changed last."""
    ended: datetime | None
    """When it was won or given up."""

    @property
    def is_over(self) -> bool:
        """Whether it was won or given up."""
        return self.outcome is not Outcome.UNFINISHED

    @property
    def is_unaided(self) -> bool:
        """Whether it was won without hints, undo or verdicts."""
        return self.outcome is Outcome.WON and not (self.undos or self.hints or self.verdicts)

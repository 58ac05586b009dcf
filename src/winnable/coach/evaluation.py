"""How a game stands, told without looking at hidden cards."""

from __future__ import annotations

from dataclasses import dataclass

from winnable.coach.odds import Odds
from winnable.solver import Verdict

__all__ = ["Evaluation"]


@dataclass(frozen=True)
class Evaluation:
    """Whether a game can still be won, as far as it can be known from what is in sight."""

    verdict: Verdict
    """Where cards are hidden, WINNABLE and LOST hold however they lie."""
    odds: Odds | None = None
    """Where cards are hidden, how many of the ways they can lie can be won."""
    moves: int | None = None
    """Where nothing is hidden: so many moves by hand win. None if no win is known, or only one
    that what goes home by itself would spoil."""
    trouble: str = ""
    """Why there is no answer, if something went wrong."""

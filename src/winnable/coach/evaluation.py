"""An evaluation: whether a game can still be won, judged without looking at hidden cards."""

from __future__ import annotations

from dataclasses import dataclass

from winnable.coach.chance import Chance
from winnable.coach.odds import Odds
from winnable.solver import Verdict

__all__ = ["Evaluation"]


@dataclass(frozen=True)
class Evaluation:
    """Whether a game can still be won, as far as that follows from what is in sight."""

    verdict: Verdict
    """Where cards are hidden, WINNABLE and LOST hold for every arrangement of them."""
    odds: Odds | None = None
    """Where cards are hidden: in how many arrangements of them the game can be won."""
    chance: Chance | None = None
    """Where cards are hidden, and there is a player of the game: how many games it wins."""
    moves: int | None = None
    """Where nothing is hidden: a win takes this many moves by hand, or fewer. None if no win is
    known, or only one that autoplay would break."""
    trouble: str = ""
    """What went wrong, if there is no answer for that reason."""

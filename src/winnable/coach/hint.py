"""A hint: a move, and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass

from winnable.coach.odds import Odds
from winnable.moves import Move
from winnable.solver import Verdict

__all__ = ["Hint"]


@dataclass(frozen=True)
class Hint:
    """What the coach would do next, without having looked at hidden cards."""

    move: Move | None
    """None if there is nothing to be done: it is won or lost, or nothing was found in time."""
    verdict: Verdict
    """On the position before the move, as in a `Evaluation`."""
    moves: int | None = None
    """Where nothing is hidden: so many moves by hand win, this one included."""
    autoplay_off: bool = False
    """Whether that holds with autoplay off only: what goes home by itself would spoil it."""
    odds: Odds | None = None
    """Where cards are hidden: how many of the ways they can lie can be won after the move. They
    are other samples than those on which the move was chosen, since the best of many on the same
    samples looks better than it is."""
    is_safe: bool = False
    """Whether the card is safe at home, so that the move loses nothing however the cards lie."""
    considered: int = 0
    """How many plans were compared; 0 where nothing had to be: the move is safe, or the next one of
    a plan that was chosen before."""
    samples: int = 0
    """On how many samples."""
    better: int | None = None
    """How many of the others won more of these, though not noticeably."""

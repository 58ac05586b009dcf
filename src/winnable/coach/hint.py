"""A hint: a move, and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass

from winnable.coach.chance import Chance
from winnable.coach.odds import Odds
from winnable.moves import Move
from winnable.solver import Verdict

__all__ = ["Hint"]


@dataclass(frozen=True)
class Hint:
    """The move that the coach suggests, found without looking at hidden cards."""

    move: Move | None
    """None if the game is won or lost, or if nothing was found in time."""
    verdict: Verdict
    """On the position before the move, as in an `Evaluation`."""
    moves: int | None = None
    """Where nothing is hidden: a win takes this many moves by hand, this one included."""
    autoplay_off: bool = False
    """Whether that win needs autoplay off: a card that goes home automatically would break it."""
    odds: Odds | None = None
    """Where cards are hidden: in how many arrangements of them the game can be won after the move.
    Measured on fresh samples, since the best of many moves looks too good on the samples it was
    chosen on."""
    chance: Chance | None = None
    """How many games the quick player wins after the move and what was planned with it: other games
    than those that it was chosen on."""
    is_safe: bool = False
    """Whether the card is safe on its foundation, so that the move cannot lose anything."""
    plans_compared: int = 0
    """How many plans were compared, the chosen one included; 0 if none had to be: the move is safe,
    or it is the next move of a plan chosen earlier."""
    positions: int = 0
    """How many positions were examined to choose it."""
    samples: int = 0
    """On how many samples they were compared."""
    games: int = 0
    """If the plans were played out instead: how many games were played with this one. None of the
    others won more of them."""
    is_best: bool = False
    """Whether it is proved that no player who does not peek has a better plan."""
    plans_that_won_more: int | None = None
    """How many of the other plans won more of these samples, though not significantly."""

"""How long the coach thinks: limits in positions looked at, so that answers do not depend on time.

Measured on one core: Golf's kernel looks at 10 million positions a second, Easthaven's at 3.5
million, Aces Up's at 1.2 million, and the solver in plain Python at some thousands. Of fresh deals
of Aces Up nearly all that can be won are won within 10,000 positions; to prove one lost takes
140,000 in the middle, and 20 times that in the worst of a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from winnable.rules import FoundationRule, Game
from winnable.solver import Limit, is_native

__all__ = ["Patience", "patience_for"]


@dataclass(frozen=True)
class Patience:
    """How much effort goes into each kind of question."""

    sample: Limit
    """For one of the ways in which hidden cards can lie, before it stays unsettled."""
    glance: int
    """Positions that each of a block of samples gets first, so that there is an answer soon."""
    effort: int
    """Positions for all samples of a question together: after them no more samples are begun."""
    chosen_on: int
    """Samples on which the moves are compared for a hint."""
    choosing: Limit
    """For one of them; what it does not settle counts as not won."""
    told: int
    """Fresh samples for the share that a hint tells."""
    telling: int
    """Positions for all of them together."""
    open: Limit
    """For a position with nothing hidden."""
    try_out: Limit
    """For one move of many, when a review asks which of them would have kept the win."""


_MEMORY = 2**28

_NATIVE = Patience(
    sample=Limit(states=300_000, memory=_MEMORY),
    glance=20_000,
    effort=4_000_000,
    chosen_on=120,
    choosing=Limit(states=10_000, memory=_MEMORY),
    told=200,
    telling=1_500_000,
    open=Limit(states=10_000_000, memory=2 * _MEMORY),
    try_out=Limit(states=500_000, memory=_MEMORY),
)
_ACES_UP = replace(
    _NATIVE,
    sample=Limit(states=1_000_000, memory=_MEMORY),
    effort=6_000_000,
    choosing=Limit(states=5_000, memory=_MEMORY),
)
_PLAIN = Patience(
    sample=Limit(states=500, memory=_MEMORY),
    glance=100,
    effort=10_000,
    chosen_on=8,
    choosing=Limit(states=100, memory=_MEMORY),
    told=20,
    telling=4_000,
    open=Limit(states=20_000, memory=_MEMORY),
    try_out=Limit(states=1_000, memory=_MEMORY),
)


@cache
def patience_for(game: Game) -> Patience:
    """What is usual for a game: much where a kernel answers, little where plain Python does."""
    if not is_native(game):
        return _PLAIN
    return _ACES_UP if game.foundation_rule is FoundationRule.OUTRANKED else _NATIVE

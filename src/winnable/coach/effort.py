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

__all__ = ["Effort", "effort_for"]


@dataclass(frozen=True)
class Effort:
    """How much effort goes into each kind of question."""

    sample_limit: Limit
    """For one of the ways in which hidden cards can lie, before it stays unsettled."""
    first_pass_states: int
    """Positions that each of a block of samples gets first, so that there is an answer soon."""
    total_states: int
    """Positions for all samples of a question together: after them no more samples are begun."""
    comparison_samples: int
    """Samples on which the moves are compared for a hint."""
    comparison_limit: Limit
    """For one of them; what it does not settle counts as not won."""
    report_samples: int
    """Fresh samples for the share that a hint tells."""
    report_states: int
    """Positions for all of them together."""
    open_limit: Limit
    """For a position with nothing hidden."""
    review_limit: Limit
    """For one move of many, when a review asks which of them would have kept the win."""


_MEMORY = 2**28

_NATIVE = Effort(
    sample_limit=Limit(states=300_000, memory=_MEMORY),
    first_pass_states=20_000,
    total_states=4_000_000,
    comparison_samples=120,
    comparison_limit=Limit(states=10_000, memory=_MEMORY),
    report_samples=200,
    report_states=1_500_000,
    open_limit=Limit(states=10_000_000, memory=2 * _MEMORY),
    review_limit=Limit(states=500_000, memory=_MEMORY),
)
_ACES_UP = replace(
    _NATIVE,
    sample_limit=Limit(states=1_000_000, memory=_MEMORY),
    total_states=6_000_000,
    comparison_limit=Limit(states=5_000, memory=_MEMORY),
)
_PLAIN = Effort(
    sample_limit=Limit(states=500, memory=_MEMORY),
    first_pass_states=100,
    total_states=10_000,
    comparison_samples=8,
    comparison_limit=Limit(states=100, memory=_MEMORY),
    report_samples=20,
    report_states=4_000,
    open_limit=Limit(states=20_000, memory=_MEMORY),
    review_limit=Limit(states=1_000, memory=_MEMORY),
)


@cache
def effort_for(game: Game) -> Effort:
    """What is usual for a game: much where a kernel answers, little where plain Python does."""
    if not is_native(game):
        return _PLAIN
    return _ACES_UP if game.foundation_rule is FoundationRule.OUTRANKED else _NATIVE

"""How hard the coach works: limits in positions examined, so that answers do not depend on time.

Measured on one core: Golf's kernel examines 10 million positions a second, Easthaven's 3.5 million,
Aces Up's 1.5 million, and the solver in pure Python some thousands. Nearly all winnable deals of
Aces Up are won within 10,000 positions; to prove one lost takes a median of 90,000, and some 30
times that in the worst of a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from winnable.player import Level, has_player
from winnable.rules import FoundationRule, Game
from winnable.solver import Limit, has_kernel

__all__ = ["Effort", "EffortLevel", "effort_for"]


@dataclass(frozen=True)
class Effort:
    """All limits of the coach's evaluations, hints and reviews, in positions and samples.

    Difficulty levels and daily deals have limits of their own (`coach.difficulty`,
    `coach.deal_finder`); the user interfaces limit "winnable as dealt" in seconds.
    """

    odds_samples: int
    """Arrangements of the hidden cards to sample for the odds."""
    sample_limit: Limit
    """For one arrangement of the hidden cards, after which it stays unsettled."""
    first_pass_states: int
    """Positions for each of a block of samples at first, so that there is an answer soon."""
    total_states: int
    """Positions for all samples of an evaluation together; after them no more samples are begun."""
    comparison_samples: int
    """Samples on which moves are compared for a hint."""
    comparison_limit: Limit
    """For one of them; if it stays unsettled, it counts as not won."""
    report_samples: int
    """Fresh samples for the odds that a hint reports."""
    report_states: int
    """Positions for all of these together."""
    dead_end_states: int
    """Positions for the proof that no hidden card can ever be reached."""
    open_limit: Limit
    """For a position with nothing hidden."""
    review_limit: Limit
    """For each move of many, when a review asks which of them would have kept the win."""
    player: tuple[Level, ...] = ()
    """The levels of the quick player, whose games are counted for a chance."""
    chance_games: int = 0
    """Games to play for a player's chance."""
    review_games: int = 0
    """Games to play for each chance of a review."""
    rollouts: tuple[Level, ...] | None = None
    """How plans are played out for a hint; the last level decides on it. Without a level, the
    player's policy does. None if there is no player of the game."""


_MEMORY = 2**28

_WITH_KERNEL = Effort(
    odds_samples=400,
    sample_limit=Limit(states=300_000, memory=_MEMORY),
    first_pass_states=20_000,
    total_states=4_000_000,
    comparison_samples=120,
    comparison_limit=Limit(states=10_000, memory=_MEMORY),
    report_samples=200,
    report_states=1_500_000,
    dead_end_states=2_000,
    open_limit=Limit(states=10_000_000, memory=2 * _MEMORY),
    review_limit=Limit(states=500_000, memory=_MEMORY),
)
_ACES_UP = replace(
    _WITH_KERNEL,
    sample_limit=Limit(states=1_000_000, memory=_MEMORY),
    total_states=6_000_000,
    comparison_limit=Limit(states=5_000, memory=_MEMORY),
)
_PURE_PYTHON = Effort(
    odds_samples=400,
    sample_limit=Limit(states=500, memory=_MEMORY),
    first_pass_states=100,
    total_states=10_000,
    comparison_samples=8,
    comparison_limit=Limit(states=100, memory=_MEMORY),
    report_samples=20,
    report_states=4_000,
    dead_end_states=2_000,
    open_limit=Limit(states=20_000, memory=_MEMORY),
    review_limit=Limit(states=1_000, memory=_MEMORY),
)


class EffortLevel(StrEnum):
    """How long a hint may take, where cards are hidden and there is a player of the game."""

    QUICK = "quick"
    FULL = "full"
    DEEP = "deep"


_Rollouts = dict[EffortLevel, tuple[Level, ...]]

_GOLF_ROLLOUTS: _Rollouts = {
    EffortLevel.QUICK: (Level(4_000, 16),),
    EffortLevel.FULL: (Level(50, 8), Level(2_000, 16)),
    EffortLevel.DEEP: (Level(200, 8), Level(4_000, 16)),
}
_EASTHAVEN_ROLLOUTS: _Rollouts = {
    EffortLevel.QUICK: (Level(1_000, 16),),
    EffortLevel.FULL: (Level(16_000, 16),),
    EffortLevel.DEEP: (Level(64_000, 32),),
}
_ACES_UP_ROLLOUTS: _Rollouts = {
    EffortLevel.QUICK: (Level(1_000, 8),),
    EffortLevel.FULL: (Level(4_000, 16),),
    EffortLevel.DEEP: (Level(16_000, 32),),
}
"""In Easthaven and Aces Up a second level takes ten times the work, and wins no more games."""


@cache
def effort_for(game: Game, level: EffortLevel = EffortLevel.FULL) -> Effort:
    """The effort for a game: large with a kernel, small in pure Python."""
    if not has_kernel(game):
        return _PURE_PYTHON
    is_aces_up = game.foundation_rule is FoundationRule.OUTRANKED
    effort = _ACES_UP if is_aces_up else _WITH_KERNEL
    if not has_player(game):
        return effort
    if game.foundation_rule is FoundationRule.NEIGHBOUR:
        return replace(
            effort,
            player=(Level(50, 8),),
            chance_games=100,
            review_games=200,
            rollouts=_GOLF_ROLLOUTS[level],
        )
    # Here the policy alone plays nearly as well as with rollouts, and a hundred times as fast.
    rollouts = _ACES_UP_ROLLOUTS if is_aces_up else _EASTHAVEN_ROLLOUTS
    review_games = 1_000 if is_aces_up else 400
    return replace(effort, chance_games=1_000, review_games=review_games, rollouts=rollouts[level])

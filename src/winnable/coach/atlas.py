"""The atlas of deals: what is known of one numbered deal, in any game.

>>> from winnable.rules import GAMES
>>> facts = deal_facts(GAMES["freecell"], 11982)
>>> facts.verdict.value, facts.moves, facts.level
('lost', None, None)

Everything is about the deal as dealt, hidden cards included.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Event

from winnable.coach.difficulty import Level, has_levels, level_of
from winnable.coach.known_verdicts import known_verdict
from winnable.deals import numbered_deck
from winnable.moves import Move
from winnable.play import Autoplay, Session
from winnable.play.replay import moves_to_type
from winnable.rules import Game
from winnable.solver import Limit, Verdict, solve
from winnable.solver.cancellation import is_cancelled

__all__ = ["ATLAS_LIMIT", "DealFacts", "deal_facts"]

ATLAS_LIMIT = Limit(seconds=20)
"""Enough for all but a few deals of Aces Up; the other games take a fraction of a second."""


@dataclass(frozen=True)
class DealFacts:
    """What is known of one numbered deal in one game."""

    game: Game
    deal: int
    verdict: Verdict
    line: tuple[Move, ...] | None
    """The shortest winning line found; None unless the deal is winnable and a line was found."""
    minimal: bool
    """Whether it is proved that no line has fewer moves by hand: see `solver.Result.minimal`."""
    level: Level | None
    """None if the deal is lost or unsettled, if it or the game has no level, or if there was no
    time to work it out."""

    @property
    def moves(self) -> int | None:
        """The length of the shortest winning line found."""
        return None if self.line is None else len(self.line)

    @cached_property
    def moves_by_hand(self) -> int | None:
        """How many of its moves a player makes if safe cards go home automatically.

        None also where the line does not win with that autoplay. It is these moves of which
        `minimal` says that no line has fewer.
        """
        if self.line is None:
            return None
        session = Session.new(self.game, self.deal, autoplay=Autoplay.SAFE)
        typed = moves_to_type(session, self.line)
        return None if typed is None else len(typed)


def deal_facts(
    game: Game,
    deal: int,
    limit: Limit = ATLAS_LIMIT,
    *,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> DealFacts:
    """Look up or work out what there is to know of a deal.

    The verdict is the one that ships with the package; where there is none, it is worked out here.
    A winnable deal whose line is not found within the limit stays winnable: that has been proved.
    The limit is for the search for a line, and its seconds are for the level as well. `progress`
    gets the number of positions examined. Setting `cancel` from another thread ends the work soon,
    with what is known by then.
    """
    start = game.deal(numbered_deck(deal))
    known = known_verdict(game, deal)
    if known is Verdict.LOST:
        return DealFacts(game, deal, known, None, False, None)
    deadline = _Deadline(limit.seconds, cancel)
    result = solve(game, start, limit, short=True, cancel=cancel, progress=progress)
    # What has just been proved would count more than a table.
    verdict = known if known and result.verdict is Verdict.UNSETTLED else result.verdict
    line = result.moves if result.verdict is Verdict.WINNABLE else None
    has_level = verdict is Verdict.WINNABLE and has_levels(game)
    level = level_of(game, deal, cancel=deadline) if has_level else None
    return DealFacts(game, deal, verdict, line, result.minimal, level)


class _Deadline(Event):
    """Set by the clock, or by the caller's `cancel`."""

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        super().__init__()
        self._end = None if seconds is None else time.monotonic() + seconds
        self._cancel = cancel

    def is_set(self) -> bool:
        return is_cancelled(self._cancel) or (
            self._end is not None and time.monotonic() >= self._end
        )

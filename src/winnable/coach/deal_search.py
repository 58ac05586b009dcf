"""Searching numbered deals for those that are winnable in some games and lost in others.

>>> from winnable.rules import GAMES
>>> search = DealSearch(DealQuery(lost=(GAMES["freecell"],)), range(11_000, 12_000))
>>> list(search)
[11982]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from threading import Event

from winnable.coach.difficulty import Level, deal_has_level
from winnable.coach.known_verdicts import known_range, known_verdict
from winnable.rules import Game
from winnable.solver import Limit, Verdict, solve_many
from winnable.solver.cancellation import is_cancelled

__all__ = ["SEARCH_LIMIT", "DealQuery", "DealSearch"]

SEARCH_LIMIT = Limit(states=10_000_000, memory=2**29)
"""For a verdict that is not known yet. It leaves a few lost deals of Aces Up unsettled."""


@dataclass(frozen=True)
class DealQuery:
    """What a deal has to be in which games."""

    winnable: tuple[Game, ...] = ()
    lost: tuple[Game, ...] = ()
    levels: Mapping[Game, Level] = field(default_factory=dict)
    """The levels wanted, of games in which the deal has to be winnable."""

    @property
    def verdicts(self) -> dict[Game, Verdict]:
        """The verdict wanted for each game."""
        wanted = dict.fromkeys((*self.winnable, *self.levels), Verdict.WINNABLE)
        return wanted | dict.fromkeys(self.lost, Verdict.LOST)

    @property
    def known_deals(self) -> range:
        """The deals whose verdicts are known in all the games asked about."""
        ranges = [known_range(game) for game in self.verdicts]
        first = max((deals.start for deals in ranges), default=0)
        return range(first, max(first, min((deals.stop for deals in ranges), default=0)))


class DealSearch:
    """The deals of a range that match a query, in order, found as they are asked for.

    Verdicts that are not known are worked out, on all cores; levels are found one after the other.
    A deal that the limit leaves unsettled matches neither winnable nor lost. `progress` gets the
    number of deals looked at. Setting `cancel` from another thread ends the search soon.
    """

    def __init__(
        self,
        query: DealQuery,
        deals: range,
        limit: Limit = SEARCH_LIMIT,
        *,
        cancel: Event | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._query, self._deals, self._limit = query, deals, limit
        self._cancel, self._progress = cancel, progress
        self.unsettled = 0
        """How many deals were passed over so far because a verdict that mattered is unsettled."""

    def __iter__(self) -> Generator[int]:
        numbers = self._numbers()
        # Games with many known verdicts first, so that as few deals as possible are solved.
        wanted = sorted(self._query.verdicts.items(), key=lambda item: -len(known_range(item[0])))
        for game, verdict in wanted:
            numbers = self._with_verdict(game, verdict, numbers)
        for game, level in self._query.levels.items():
            numbers = self._with_level(game, level, numbers)
        return numbers

    def _numbers(self) -> Generator[int]:
        for looked_at, number in enumerate(self._deals):
            if is_cancelled(self._cancel):
                return
            if self._progress is not None:
                self._progress(looked_at)
            yield number

    def _with_verdict(self, game: Game, wanted: Verdict, numbers: Iterator[int]) -> Generator[int]:
        for number, verdict in self._verdicts(game, numbers):
            self.unsettled += verdict is Verdict.UNSETTLED
            if verdict is wanted:
                yield number

    def _with_level(self, game: Game, level: Level, numbers: Iterator[int]) -> Generator[int]:
        for number in numbers:
            if deal_has_level(game, number, level, cancel=self._cancel):
                yield number

    def _verdicts(self, game: Game, numbers: Iterator[int]) -> Iterator[tuple[int, Verdict | None]]:
        for is_known, group in groupby(numbers, key=known_range(game).__contains__):
            if is_known:
                yield from ((number, known_verdict(game, number)) for number in group)
            else:
                yield from self._solve(game, group)

    def _solve(self, game: Game, numbers: Iterator[int]) -> Iterator[tuple[int, Verdict]]:
        """The verdicts in the order of the numbers, though they are found in any."""
        waiting: deque[int] = deque()
        found: dict[int, Verdict] = {}

        def handed_out() -> Iterator[int]:
            for number in numbers:
                waiting.append(number)
                yield number

        with closing(solve_many(game, handed_out(), self._limit, cancel=self._cancel)) as results:
            for deal, result in results:
                found[deal] = result.verdict
                while waiting and waiting[0] in found:
                    number = waiting.popleft()
                    yield number, found.pop(number)

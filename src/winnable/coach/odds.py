"""Odds: of the ways in which the hidden cards can lie, the share that can still be won.

It is the share of ways for which *some* line of play wins, for somebody who saw all the cards. So
it is what the cards still allow, not how likely a player is to find it.

>>> from winnable import Session
>>> table = Session.new("golf", 1)
>>> found = odds(table.game, table.view, samples=40)
>>> found.won + found.lost + found.unsettled, found.exact
(40, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event

from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.solver_pool import SolverPool
from winnable.moves import Deal
from winnable.position import Position
from winnable.rules import Game, Goal
from winnable.solver import Limit, Verdict
from winnable.solver.confidence import wilson_interval
from winnable.view import View

__all__ = ["Odds", "count_ways", "is_dead_end", "odds", "settled_at_a_glance"]

BLOCK = 20
"""So many samples are looked at before the next answer is told."""
LONGER = 8
"""What a glance does not settle gets so many times as long, and then the whole limit."""
GROUP = 8
"""So many of the hard ones at a time; no matter how many threads there are, so that the effort is
used up after the same ones everywhere."""


@dataclass(frozen=True)
class Odds:
    """How many of the ways that were looked at can be won, and what follows for all of them."""

    won: int
    """Ways that can still be won."""
    lost: int
    unsettled: int = 0
    """Ways that the limit did not settle."""
    exact: bool = False
    """Whether every way was looked at, and not a sample of them."""

    @property
    def looked_at(self) -> int:
        """How many ways were looked at."""
        return self.won + self.lost + self.unsettled

    @property
    def share(self) -> float:
        """The share that is known to be winnable, of all that were looked at."""
        return self.won / self.looked_at if self.looked_at else 0.0

    @property
    def low(self) -> float:
        """The low end of the 95% interval (Wilson's); what is unsettled counts as lost.

        Where every way was looked at, it is no interval but the least that it can be.
        """
        return self.share if self.exact else wilson_interval(self.won, self.looked_at)[0]

    @property
    def high(self) -> float:
        """The high end of it; what is unsettled counts as won."""
        most = self.won + self.unsettled
        return most / self.looked_at if self.exact else wilson_interval(most, self.looked_at)[1]

    @property
    def verdict(self) -> Verdict:
        """What holds however the hidden cards lie; UNSETTLED where it depends or is not known."""
        if self.exact and self.looked_at == self.won:
            return Verdict.WINNABLE
        return Verdict.LOST if self.exact and self.looked_at == self.lost else Verdict.UNSETTLED


def odds(
    game: Game,
    view: View,
    *,
    samples: int = 400,
    seed: int = 0,
    limit: Limit | None = None,
    effort: int | None = None,
    cancel: Event | None = None,
    progress: Callable[[Odds], None] | None = None,
) -> Odds:
    """The share of the ways in which the hidden cards can lie that can still be won.

    Where there are no more ways than `samples`, all are looked at; else so many by chance. `limit`
    is for each of them, and `effort` (positions looked at) for all together: no sample is begun
    after it is used up, so where samples are hard there are fewer. The same view and seed get the
    same answer, unless a limit is one of time. `progress` hears how it looks so far, block by
    block; `cancel` makes it return that.
    """
    hidden, patience = HiddenCards.of(game, view), effort_for(game)
    if (verdict := settled_at_a_glance(game, hidden)) is not None:
        won = verdict is Verdict.WINNABLE
        return Odds(hidden.ways if won else 0, 0 if won else hidden.ways, exact=True)
    exact = hidden.ways <= samples
    ways = hidden.every(seed, "odds") if exact else hidden.some(seed, "odds")
    limit, effort = limit or patience.sample_limit, effort or patience.total_states
    with SolverPool(game, cancel) as crew:
        found = count_ways(crew, islice(ways, samples), limit, effort, exact, progress)
    if not (found.won or found.exact) and is_dead_end(game, hidden, cancel=cancel):
        return Odds(0, hidden.ways, exact=True)
    return found


def settled_at_a_glance(game: Game, hidden: HiddenCards) -> Verdict | None:
    """The verdict where it does not depend on the hidden cards: it is won, or no move is left.

    Both can be told from what is in sight, so any one way tells it for all; but for games in which
    a face-down card that happens to be an ace could be as good as gone.
    """
    if game.goal is Goal.ACES and any(None in column for column in hidden.view.columns):
        return None
    position = hidden.laid(hidden.unseen)
    if game.is_won(position):
        return Verdict.WINNABLE
    return Verdict.LOST if next(game.legal_moves(position), None) is None else None


def is_dead_end(
    game: Game, hidden: HiddenCards, most: int = 2_000, cancel: Event | None = None
) -> bool:
    """Whether it is certain that no hidden card can ever be reached, and nothing won without them.

    Then the game is lost however they lie. It is certain if all that can be done with the cards in
    sight has been gone through, and it was no more than `most` positions.
    """
    start = hidden.laid(hidden.unseen)
    met, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        if game.is_won(position) or len(met) > most or (cancel is not None and cancel.is_set()):
            return False
        for move in game.distinct_moves(position):
            after = game.apply(position, move)
            if isinstance(move, Deal) or after.face_down != position.face_down:
                return False
            if after not in met:
                met.add(after)
                waiting.append(after)
    return True


def count_ways(
    crew: SolverPool,
    ways: Iterator[Position],
    limit: Limit,
    effort: int,
    exact: bool,
    progress: Callable[[Odds], None] | None = None,
) -> Odds:
    """Solve one position after the other, and count; `exact` says that they are all there are.

    They come in blocks. Each gets a glance at all of its positions first, which settles most, and
    then the whole limit for those that are left; so there is an answer soon, and an honest one
    whenever it ends: what has been begun and not settled is counted as just that. When the effort
    is used up depends on the positions looked at alone, never on the time they took.
    """
    found, spent, block = Odds(0, 0), 0, list(islice(ways, BLOCK))
    glance = effort_for(crew.game).first_pass_states
    while block and spent < effort:
        coming, before = list(islice(ways, BLOCK)), found
        verdicts = [Verdict.UNSETTLED] * len(block)
        for group, thought in _groups(verdicts, glance, limit):
            results = crew.solve([block[at] for at in group], thought) if spent < effort else None
            if results is None:
                break
            spent += sum(result.states for result in results)
            for at, result in zip(group, results, strict=True):
                verdicts[at] = result.verdict
            found = _counted(before, verdicts, exact and not coming)
            if progress is not None:
                progress(found)
        block = [] if crew.is_cancelled else coming
    return found


def _groups(
    verdicts: list[Verdict], glance: int, limit: Limit
) -> Iterator[tuple[list[int], Limit]]:
    """All of a block for a glance, then by a few, and for longer, those that it did not settle."""
    thoughts = dict.fromkeys([_at_most(limit, glance), _at_most(limit, glance * LONGER), limit])
    for thought in thoughts:
        hard = [at for at, verdict in enumerate(verdicts) if verdict is Verdict.UNSETTLED]
        size = len(hard) if len(hard) == len(verdicts) else GROUP
        yield from ((hard[at : at + size], thought) for at in range(0, len(hard), size))


def _at_most(limit: Limit, states: int) -> Limit:
    return replace(limit, states=states if limit.states is None else min(states, limit.states))


def _counted(before: Odds, verdicts: list[Verdict], exact: bool) -> Odds:
    won, lost, unsettled = (verdicts.count(verdict) for verdict in Verdict)
    return Odds(before.won + won, before.lost + lost, before.unsettled + unsettled, exact)

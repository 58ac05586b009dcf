"""Odds: the share of the possible arrangements of the hidden cards in which the game can be won.

Estimated by Monte Carlo sampling: random arrangements (`winnable.coach.hidden_cards`) are solved
and counted, with a Wilson interval for the precision; where there are only a few arrangements all
are solved, and the share is exact.

An arrangement counts as won if *some* line of play wins it, for a player who sees all cards. So the
odds say what the cards still allow, and not how likely a player is to find it.

>>> from winnable import Session
>>> session = Session.new("golf", 1)
>>> found = odds(session.game, session.view, samples=40)
>>> found.won + found.lost + found.unsettled, found.exact
(40, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event

from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards, Sample
from winnable.coach.solver_pool import SolverPool
from winnable.moves import Deal
from winnable.rules import Game, Goal
from winnable.solver import Limit, Verdict
from winnable.solver.cancellation import is_cancelled
from winnable.solver.confidence import wilson_interval
from winnable.view import View

__all__ = ["BLOCK", "Odds", "count_wins", "immediate_verdict", "is_dead_end", "odds"]

BLOCK = 20
"""Samples per progress report."""
_SECOND_PASS_FACTOR = 8
"""Samples that the first pass leaves unsettled get this many times its positions, and then the
whole limit."""
_SECOND_PASS_GROUP = 8
"""How many of them are solved at a time. It must not depend on the number of threads, so that the
total is used up after the same samples on every machine."""


@dataclass(frozen=True)
class Odds:
    """How many of the arrangements examined can be won, and what follows for all of them."""

    won: int
    """Arrangements in which the game can still be won."""
    lost: int
    unsettled: int = 0
    """Arrangements that the limit left unsettled."""
    exact: bool = False
    """Whether all arrangements were examined, and not a sample of them."""

    @property
    def examined(self) -> int:
        """How many arrangements were examined."""
        return self.won + self.lost + self.unsettled

    @property
    def share(self) -> float:
        """The share of the arrangements examined that is known to be winnable."""
        return self.won / self.examined if self.examined else 0.0

    @property
    def low(self) -> float:
        """The low end of the 95% Wilson interval, with unsettled arrangements counted as lost.

        If all arrangements were examined, it is not an estimate but a lower bound.
        """
        return self.share if self.exact else wilson_interval(self.won, self.examined)[0]

    @property
    def high(self) -> float:
        """The high end, with unsettled arrangements counted as won."""
        most = self.won + self.unsettled
        return most / self.examined if self.exact else wilson_interval(most, self.examined)[1]

    @property
    def verdict(self) -> Verdict:
        """What holds for every arrangement; UNSETTLED where it depends, or is not known."""
        if self.exact and self.examined == self.won:
            return Verdict.WINNABLE
        return Verdict.LOST if self.exact and self.examined == self.lost else Verdict.UNSETTLED


def odds(
    game: Game,
    view: View,
    *,
    samples: int | None = None,
    seed: int = 0,
    limit: Limit | None = None,
    total_states: int | None = None,
    cancel: Event | None = None,
    progress: Callable[[Odds], None] | None = None,
) -> Odds:
    """The share of the arrangements of the hidden cards in which the game can still be won.

    If there are no more arrangements than `samples` (400 by default), all are solved; otherwise a
    random sample of that size. `limit` is for each of them, `total_states` for all together: once
    that many positions have been examined no more samples are begun, so hard samples make a smaller
    sample. The same view and seed give the same answer, unless the limit has seconds. `progress`
    gets the odds so far, block by block; `cancel` makes it return those.
    """
    hidden, effort = HiddenCards.of(game, view), effort_for(game)
    if (verdict := immediate_verdict(game, hidden)) is not None:
        every = hidden.arrangement_count
        is_won = verdict is Verdict.WINNABLE
        return Odds(every if is_won else 0, 0 if is_won else every, exact=True)
    sample = hidden.sample(samples or effort.odds_samples, seed, "odds")
    limit, total_states = limit or effort.sample_limit, total_states or effort.total_states
    with SolverPool(game, cancel) as pool:
        found = count_wins(pool, sample, limit, total_states, progress)
    if not (found.won or found.exact) and is_dead_end(game, hidden, cancel):
        return Odds(0, hidden.arrangement_count, exact=True)
    return found


def immediate_verdict(game: Game, hidden: HiddenCards) -> Verdict | None:
    """The verdict if it needs no search: the game is won, or no move is left.

    Both depend only on what is in sight, so any arrangement will do; except where the goal is to
    keep only aces and a face-down card might be one.
    """
    if game.goal is Goal.ACES and any(None in column for column in hidden.view.columns):
        return None
    position = hidden.any_position
    if game.is_won(position):
        return Verdict.WINNABLE
    return Verdict.LOST if next(game.legal_moves(position), None) is None else None


def is_dead_end(game: Game, hidden: HiddenCards, cancel: Event | None = None) -> bool:
    """Whether it is certain that no hidden card can ever be reached, and the game not won without.

    Then the game is lost for every arrangement. It is certain once everything that can be done with
    the cards in sight has been tried, in at most `Effort.dead_end_states` positions.
    """
    max_states = effort_for(game).dead_end_states
    start = hidden.any_position
    seen, frontier = {start}, [start]
    while frontier:
        position = frontier.pop()
        if game.is_won(position) or len(seen) > max_states or is_cancelled(cancel):
            return False
        for move in game.distinct_moves(position):
            after = game.apply(position, move)
            if isinstance(move, Deal) or after.face_down != position.face_down:
                return False
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    return True


def count_wins(
    pool: SolverPool,
    sample: Sample,
    limit: Limit,
    total_states: int,
    progress: Callable[[Odds], None] | None = None,
) -> Odds:
    """Solve the positions of a sample, and count.

    They are solved in blocks: each block gets a quick first pass, which settles most of it, and
    then longer ones for the rest. So there is an answer soon, and a right one whenever it stops:
    what was begun and not settled is counted as unsettled. When it stops depends on the number of
    positions examined, never on time.
    """
    found, spent, block = Odds(0, 0), 0, list(islice(sample.positions, BLOCK))
    first_pass = effort_for(pool.game).first_pass_states
    while block and spent < total_states:
        next_block, before = list(islice(sample.positions, BLOCK)), found
        verdicts = [Verdict.UNSETTLED] * len(block)
        for group, group_limit in _passes(verdicts, first_pass, limit):
            if spent >= total_states:
                break
            results = pool.solve([block[at] for at in group], group_limit)
            if results is None:
                break
            spent += sum(result.states for result in results)
            for at, result in zip(group, results, strict=True):
                verdicts[at] = result.verdict
            found = _add_verdicts(before, verdicts, sample.is_complete and not next_block)
            if progress is not None:
                progress(found)
        block = [] if pool.is_cancelled else next_block
    return found


def _passes(
    verdicts: list[Verdict], first_pass: int, limit: Limit
) -> Iterator[tuple[list[int], Limit]]:
    """A whole block with a small limit, then what is unsettled in groups with larger limits."""
    limits = dict.fromkeys(
        [_at_most(limit, first_pass), _at_most(limit, first_pass * _SECOND_PASS_FACTOR), limit]
    )
    for pass_limit in limits:
        unsettled = [at for at, verdict in enumerate(verdicts) if verdict is Verdict.UNSETTLED]
        size = len(unsettled) if len(unsettled) == len(verdicts) else _SECOND_PASS_GROUP
        yield from (
            (unsettled[at : at + size], pass_limit) for at in range(0, len(unsettled), size)
        )


def _at_most(limit: Limit, states: int) -> Limit:
    return replace(limit, states=states if limit.states is None else min(states, limit.states))


def _add_verdicts(before: Odds, verdicts: list[Verdict], exact: bool) -> Odds:
    won, lost, unsettled = (verdicts.count(verdict) for verdict in Verdict)
    return Odds(before.won + won, before.lost + lost, before.unsettled + unsettled, exact)

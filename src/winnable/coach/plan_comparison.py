"""Choosing a plan where cards are hidden: the one after which the most samples can be won.

All plans are tried on the same samples (paired comparison), and those that are clearly worse are
dropped early. Samples give shares only roughly, so among plans with no significant difference
(`is_significant`) the goal decides (`PlanGoal`): a card home, then a card turned up, then another
move, and a deal last; then the plan that most of the samples' winning lines begin with. Where all
arrangements of the hidden cards are tried, every difference counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from itertools import islice
from math import sqrt

from winnable.coach.effort import Effort
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.plan import MAX_LONG_PLANS, LineStart, Plan, Planner
from winnable.coach.solver_pool import SolverPool
from winnable.play import Autoplay
from winnable.position import Position
from winnable.solver import Result, Verdict
from winnable.view import View

__all__ = ["PlanChoice", "PlanComparison", "choose_plan", "is_significant"]

_FIRST_BATCHES = (24, 48)
"""How many samples the plans are tried on at a time, before the rest: those that are clearly worse
are dropped after 24 and after 72."""
_SIGMAS = 2.0


@dataclass(frozen=True)
class PlanChoice:
    """The plan that was chosen, and how it compared."""

    plan: Plan
    plans_compared: int
    """How many plans were compared, this one included."""
    samples: int
    """On how many samples."""
    plans_that_won_more: int | None
    """How many of the other plans won more samples, though not significantly; None if one won
    significantly more."""


def is_significant(better: int, worse: int) -> bool:
    """Whether one of two plans is significantly better, tried on the same samples.

    This is McNemar's test. `better` is the number of samples that only it wins, `worse` the number
    that only the other wins. If both were equally good, each of these samples would be a fair coin
    toss, and the difference would hardly ever exceed two standard deviations.
    """
    return better - worse > _SIGMAS * sqrt(better + worse)


def choose_plan(
    hidden: HiddenCards,
    autoplay: Autoplay,
    seen: Set[View],
    pool: SolverPool,
    effort: Effort,
    seed: int = 0,
) -> PlanChoice | None:
    """The plan after which the most samples can be won; None if cancelled.

    A plan that leads back to a view already `seen` is chosen only if it is significantly better
    than all others, or if there are no others. There has to be a legal move.
    """
    return PlanComparison(hidden, autoplay, pool, effort).run(seed, seen)


class PlanComparison:
    """The plans for a view, and which samples each of them wins."""

    def __init__(
        self, hidden: HiddenCards, autoplay: Autoplay, pool: SolverPool, effort: Effort
    ) -> None:
        self.hidden, self.pool, self.effort = hidden, pool, effort
        self.planner = Planner(hidden, autoplay)
        self.exact = hidden.arrangement_count <= effort.comparison_samples
        """Whether all arrangements of the hidden cards are tried."""
        self.won: dict[Plan, int] = {}
        """For each plan, a bit mask of the samples that it wins."""
        self.tried: dict[Plan, int] = {}
        """For each plan, on how many samples, from the first, it was tried."""
        self.line_starts: Counter[Plan] = Counter()
        """How many samples' winning lines begin with each plan."""

    def run(self, seed: int, seen: Set[View]) -> PlanChoice | None:
        """Try all plans on some samples, and those that are still close on more."""
        candidates, tried = self.planner.single_moves(), 0
        samples = self.hidden.sample(self.effort.comparison_samples, seed, "choice").positions
        for size in (*(() if self.exact else _FIRST_BATCHES), self.effort.comparison_samples):
            batch = list(islice(samples, size))  # in the last batch, what is left of them
            results = self.pool.solve(batch, self.effort.comparison_limit)
            if results is None:
                return None
            starts = [self._line_start(*pair) for pair in zip(batch, results, strict=True)]
            if not tried:
                candidates += [plan for plan in _long_plans(starts) if plan not in candidates]
                candidates = candidates or self.planner.nearest(seen)
                self.won = dict.fromkeys(candidates, 0)
            if not self._try_plans(candidates, batch, starts, tried):
                return None
            tried += len(batch)
            self.tried |= dict.fromkeys(candidates, tried)
            leader = self._leader(candidates)
            candidates = [plan for plan in candidates if not self._is_beaten(plan, leader)]
        best = self.best(candidates, seen)
        differences = [self._difference(plan, best) for plan in self.won]
        better = sum(more > fewer for more, fewer in differences)
        is_beaten = any(self._is_significant(*pair) for pair in differences)
        return PlanChoice(best, len(self.won), tried, None if is_beaten else better)

    def best(self, plans: list[Plan], seen: Set[View]) -> Plan:
        """Of the plans that none beats significantly, the one with the best goal."""
        new = [plan for plan in plans if seen.isdisjoint(plan.views[1:])]
        if new and not self._is_beaten(self._leader(new), self._leader(plans)):
            plans = new
        close = [
            plan for plan in plans if not any(self._is_beaten(plan, other) for other in self.won)
        ]
        return min(
            close or [self._leader(plans)],
            key=lambda plan: (plan.goal, -self.line_starts[plan], -self._wins(plan)),
        )

    def _line_start(self, sample: Position, result: Result) -> LineStart | None:
        """How a sample's winning line begins; None if it has none."""
        if result.verdict is not Verdict.WINNABLE or self.pool.is_cancelled:
            return None
        return self.planner.start_of(sample, result.moves)

    def _try_plans(
        self,
        plans: list[Plan],
        samples: list[Position],
        starts: list[LineStart | None],
        offset: int,
    ) -> bool:
        """Try plans on further samples, those that can be won at all; false if cancelled."""
        to_solve: list[tuple[Plan, int]] = []
        for at, start in enumerate(starts):
            if start is None:
                continue
            if start.plan is not None:
                self.line_starts[start.plan] += 1
            for plan in plans:
                if plan == start.plan and start.is_certain:
                    self.won[plan] |= 1 << offset + at
                else:
                    to_solve.append((plan, at))
        positions = []
        for plan, at in to_solve:
            if self.pool.is_cancelled:
                return False
            positions.append(self.planner.apply(plan, samples[at]))
        results = self.pool.solve(positions, self.effort.comparison_limit)
        if results is None:
            return False
        for (plan, at), result in zip(to_solve, results, strict=True):
            if result.verdict is Verdict.WINNABLE:
                self.won[plan] |= 1 << offset + at
        return True

    # -- comparing --------------------------------------------------------------------------------

    def _wins(self, plan: Plan) -> int:
        return self.won[plan].bit_count()

    def _leader(self, plans: Iterable[Plan]) -> Plan:
        return max(plans, key=self._wins)

    def _difference(self, plan: Plan, other: Plan) -> tuple[int, int]:
        """Of the samples both were tried on: how many only `plan` wins, and only `other`."""
        both = (1 << min(self.tried[plan], self.tried[other])) - 1
        one, two = self.won[plan] & both, self.won[other] & both
        return (one & ~two).bit_count(), (two & ~one).bit_count()

    def _is_significant(self, better: int, worse: int) -> bool:
        return better > worse if self.exact else is_significant(better, worse)

    def _is_beaten(self, plan: Plan, by: Plan) -> bool:
        return self._is_significant(*self._difference(by, plan))


def _long_plans(starts: list[LineStart | None]) -> list[Plan]:
    """Plans of several moves, those first that most winning lines begin with."""
    plans = (start.plan for start in starts if start is not None)
    counts = Counter(plan for plan in plans if plan is not None and len(plan.moves) > 1)
    return [plan for plan, _ in counts.most_common(MAX_LONG_PLANS)]

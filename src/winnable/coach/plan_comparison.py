"""Choosing a plan where cards are hidden: the one after which the most samples can be won.

Every plan is tried on the same samples, and those that are clearly worse are soon dropped. Samples
tell shares only roughly. So among plans that they do not tell apart (`is_noticeable`) the one is
chosen that makes progress: a card home, then a card turned up, then what most of the samples'
winning lines begin with; and a deal last. Where all ways in which the cards can lie are gone
through, every difference counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import islice
from math import sqrt

from winnable.coach.effort import Effort
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.plan import MANY, Beginning, Plan, Planner
from winnable.coach.solver_pool import SolverPool
from winnable.play import Autoplay
from winnable.position import Position
from winnable.solver import Result, Verdict
from winnable.view import View

__all__ = ["PlanChoice", "PlanComparison", "choose", "is_noticeable"]

_STAGES = (24, 48)
"""After so many samples, and so many more, plans that are clearly worse are dropped."""
_SIGMAS = 2.0


@dataclass(frozen=True)
class PlanChoice:
    """The plan that was chosen, and against how many others."""

    plan: Plan
    considered: int
    """How many plans were compared, this one included."""
    samples: int
    """On how many samples."""
    better: int | None
    """How many of the others won more of them, though not noticeably; None: one did noticeably."""


def is_noticeable(better: int, worse: int) -> bool:
    """Whether one of two plans is noticeably better, tried on the same samples.

    `better` is the number of samples that it alone wins, `worse` the number that the other alone
    wins. If neither were better, each of these would be as likely the one's as the other's; so the
    difference would hardly ever be more than two standard deviations.
    """
    return better - worse > _SIGMAS * sqrt(better + worse)


def choose(
    hidden: HiddenCards,
    autoplay: Autoplay,
    seen: Set[View],
    crew: SolverPool,
    patience: Effort,
    seed: int = 0,
) -> PlanChoice | None:
    """The plan after which the most samples can be won; None if it was called off.

    A plan that comes back to a view that was `seen` already is taken only if it is noticeably
    better than all others, or there are no others. There has to be a legal move.
    """
    return PlanComparison(hidden, autoplay, crew, patience).run(seed, seen)


class PlanComparison:
    """The plans, and which samples each of them wins."""

    def __init__(
        self, hidden: HiddenCards, autoplay: Autoplay, crew: SolverPool, patience: Effort
    ) -> None:
        self.hidden, self.crew, self.patience = hidden, crew, patience
        self.planner = Planner(hidden, autoplay)
        self.exact = hidden.ways <= patience.comparison_samples
        """Whether all ways in which the cards can lie are gone through."""
        self.won: dict[Plan, int] = {}
        """For each plan, a bit for each of the samples that it wins."""
        self.tried: dict[Plan, int] = {}
        """For each plan, on how many samples it was tried, the first ones."""
        self.firsts: Counter[Plan] = Counter()
        """With which plans the winning lines of samples begin."""

    def run(self, seed: int, seen: Set[View]) -> PlanChoice | None:
        """Try all plans on some samples, and those that are still in it on more."""
        alive, samples, met = self.planner.at_hand(), self._samples(seed), 0
        for size in (*(() if self.exact else _STAGES), self.patience.comparison_samples):
            batch = list(islice(samples, size))
            roots = self.crew.solve(batch, self.patience.comparison_limit)
            if roots is None:
                return None
            lines = [self._line(*pair) for pair in zip(batch, roots, strict=True)]
            if not met:
                alive += [plan for plan in _detours(lines) if plan not in alive]
                alive = alive or self.planner.far_away(seen)
                self.won = dict.fromkeys(alive, 0)
            if not self._try_out(alive, batch, lines, met):
                return None
            met += len(batch)
            self.tried |= dict.fromkeys(alive, met)
            leader = self._leader(alive)
            alive = [plan for plan in alive if not self._is_beaten(plan, leader)]
        best = self.best(alive, seen)
        apart = [self._apart(plan, best) for plan in self.won]
        better = sum(more > fewer for more, fewer in apart)
        is_beaten = any(self._is_noticeable(*pair) for pair in apart)
        return PlanChoice(best, len(self.won), met, None if is_beaten else better)

    def best(self, plans: list[Plan], seen: Set[View]) -> Plan:
        """Of the plans that nothing beats noticeably, the one that gets most done."""
        new = [plan for plan in plans if seen.isdisjoint(plan.views[1:])]
        if new and not self._is_beaten(self._leader(new), self._leader(plans)):
            plans = new
        close = [
            plan for plan in plans if not any(self._is_beaten(plan, other) for other in self.won)
        ]
        return min(
            close or [self._leader(plans)],
            key=lambda plan: (plan.progress, -self.firsts[plan], -self._wins(plan)),
        )

    def _samples(self, seed: int) -> Iterator[Position]:
        samples = self.hidden.every if self.exact else self.hidden.some
        return islice(samples(seed, "choice"), self.patience.comparison_samples)

    def _line(self, sample: Position, root: Result) -> Beginning | None:
        """How a sample's winning line begins; None if it has none."""
        if root.verdict is not Verdict.WINNABLE or self.crew.is_cancelled:
            return None
        return self.planner.beginning(sample, root.moves)

    def _try_out(
        self, plans: list[Plan], samples: list[Position], lines: list[Beginning | None], met: int
    ) -> bool:
        """Try plans on further samples, those that can be won at all; false if called off."""
        todo: list[tuple[Plan, int]] = []
        for at, line in enumerate(lines):
            if line is None:
                continue
            if line.plan is not None:
                self.firsts[line.plan] += 1
            for plan in plans:
                if plan == line.plan and line.is_certain:
                    self.won[plan] |= 1 << met + at
                else:
                    todo.append((plan, at))
        positions = []
        for plan, at in todo:
            if self.crew.is_cancelled:
                return False
            positions.append(self.planner.carried_out(plan, samples[at]))
        results = self.crew.solve(positions, self.patience.comparison_limit)
        if results is None:
            return False
        for (plan, at), result in zip(todo, results, strict=True):
            if result.verdict is Verdict.WINNABLE:
                self.won[plan] |= 1 << met + at
        return True

    # -- comparing --------------------------------------------------------------------------------

    def _wins(self, plan: Plan) -> int:
        return self.won[plan].bit_count()

    def _leader(self, plans: Iterable[Plan]) -> Plan:
        return max(plans, key=self._wins)

    def _apart(self, plan: Plan, other: Plan) -> tuple[int, int]:
        """Of the samples both were tried on: how many only the one wins, and only the other."""
        both = (1 << min(self.tried[plan], self.tried[other])) - 1
        one, two = self.won[plan] & both, self.won[other] & both
        return (one & ~two).bit_count(), (two & ~one).bit_count()

    def _is_noticeable(self, better: int, worse: int) -> bool:
        return better > worse if self.exact else is_noticeable(better, worse)

    def _is_beaten(self, plan: Plan, by: Plan) -> bool:
        return self._is_noticeable(*self._apart(by, plan))


def _detours(lines: list[Beginning | None]) -> list[Plan]:
    """Plans of several moves, those first that many lines begin with."""
    begun = (line.plan for line in lines if line is not None)
    plans = Counter(plan for plan in begun if plan is not None and len(plan.moves) > 1)
    return [plan for plan, _ in plans.most_common(MANY)]

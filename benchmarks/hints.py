"""Games played by the coach's hints alone, where cards are hidden."""

from __future__ import annotations

import time
from dataclasses import dataclass

from benchmarks.coach import HINDSIGHT, Played, compare, play_by_hints
from benchmarks.figures import figure, percent
from benchmarks.section import Job, Section
from winnable import Session, find_game
from winnable.coach.effort import EffortLevel
from winnable.solver import Verdict, solve

__all__ = ["SECTION", "Hints", "measure"]

_FIRST_DEAL = 20_001
"""On none of these deals was anything tuned."""


@dataclass(frozen=True)
class Hints:
    """Wins of two ways to choose a hint, on the same deals."""

    deals: int
    winnable: int
    before: int
    """How many the comparison by hindsight wins."""
    won: int
    points: float
    margin: float
    milliseconds: float
    """Of processors, for a decision at full effort."""
    positions: float
    before_milliseconds: float
    before_positions: float

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        return (
            f"{_FIRST_DEAL:,}-{_FIRST_DEAL + self.deals - 1:,}",
            percent(self.winnable, self.deals),
            percent(self.before, self.deals),
            f"**{percent(self.won, self.deals)}**",
            f"{self.points:+.1f} ± {self.margin:.1f}",
            f"{figure(self.milliseconds)} / {figure(self.before_milliseconds)}",
            f"{figure(self.positions)} / {figure(self.before_positions)}",
        )


def measure(job: Job) -> Hints:
    """Play as many deals as there is time for, each in both ways."""
    end, number = time.monotonic() + job.plan.hints_seconds, _FIRST_DEAL
    before, now, winnable = list[Played](), list[Played](), 0
    game = find_game(job.slug)
    while number < _FIRST_DEAL + job.plan.hints and (not now or time.monotonic() < end):
        job.tell(f"deal {number:,}")
        before.append(play_by_hints(job.slug, HINDSIGHT, number))
        now.append(play_by_hints(job.slug, EffortLevel.FULL.value, number))
        start = Session.new(game, number).position
        winnable += solve(game, start).verdict is Verdict.WINNABLE
        number += 1
    difference = compare((each.is_won for each in before), (each.is_won for each in now))
    return Hints(
        deals=len(now),
        winnable=winnable,
        before=sum(each.is_won for each in before),
        won=sum(each.is_won for each in now),
        points=difference.points,
        margin=difference.margin,
        milliseconds=1000 * _for_a_decision(now, [each.seconds for each in now]),
        positions=_for_a_decision(now, [each.positions for each in now]),
        before_milliseconds=1000 * _for_a_decision(before, [each.seconds for each in before]),
        before_positions=_for_a_decision(before, [each.positions for each in before]),
    )


def _for_a_decision(games: list[Played], amounts: list[float]) -> float:
    return sum(amounts) / max(1, sum(game.decisions for game in games))


SECTION = Section(
    name="hints",
    title="Games played by hints alone",
    about=(
        "Fresh deals, played from the deal to the end by the coach's hints, which see what a "
        "player sees: chosen by hindsight (whether somebody who sees all cards could win), and at "
        "full effort as now. The difference is in points, paired by deals, with its 95% interval. "
        "Time and positions are for a decision, now / by hindsight: time of processors, with the "
        "chance after the move, and without the odds. "
        "`python -m benchmarks.coach hints` does more of it."
    ),
    head=(
        "deals",
        "winnable as dealt",
        "won by hindsight",
        "**won**",
        "difference",
        "ms a decision",
        "positions a decision",
    ),
    slugs=("golf-relaxed", "easthaven", "aces-up"),
    entry=Hints,
    measure=measure,
)

"""Positions from the middle of games: people ask there, and a solver must not be slow then."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from benchmarks.child import Answer
from benchmarks.figures import figure, percent, percentile
from benchmarks.plan import SLUGS
from benchmarks.section import Job, Section

__all__ = ["SECTION", "Midgame", "measure", "summed_up"]

_SEED = 617


@dataclass(frozen=True)
class Midgame:
    """How long verdicts on mid-game positions take beside those on the deals they come from."""

    positions: int
    wanted: int
    winnable: int
    lost: int
    unsettled: int
    fresh_milliseconds: float
    """The mean of the fresh deals."""
    milliseconds: float
    """The 95th percentile of the positions."""
    worst_milliseconds: float

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        positions = f"{self.positions:,}"
        if self.positions < self.wanted:
            positions += f" (of {self.wanted:,}: time was up)"
        return (
            positions,
            f"**{figure(self.milliseconds / self.fresh_milliseconds)}**",
            figure(self.milliseconds),
            figure(self.worst_milliseconds),
            figure(self.fresh_milliseconds),
            f"{percent(self.winnable, self.positions)} / {percent(self.lost, self.positions)}",
            f"{self.unsettled:,} ({percent(self.unsettled, self.positions)})",
        )


def measure(job: Job) -> Midgame:
    """Have the child solve positions, the same ones every time."""
    plan = job.plan
    job.tell(f"{plan.positions:,} positions")
    with job.ours() as ours:
        answer = ours.midgame(plan.positions, _SEED, plan.midgame_seconds)
    return summed_up(answer, plan.positions)


def summed_up(answer: Answer, wanted: int) -> Midgame:
    """The row for the times that were measured."""
    middle, counts = answer["middle"], answer["counts"]
    return Midgame(
        positions=len(middle),
        wanted=wanted,
        winnable=counts["winnable"],
        lost=counts["lost"],
        unsettled=counts["unsettled"],
        fresh_milliseconds=1000 * fmean(answer["fresh"]),
        milliseconds=1000 * percentile(middle, 0.95),
        worst_milliseconds=1000 * max(middle),
    )


SECTION = Section(
    name="midgame",
    title="Mid-game",
    about=(
        "Each position is a random moment of a game played at random: a deal by chance from the "
        "first million, up to 100 moves, each any legal one with equal chances, and then any "
        "moment after the start with equal chances. It and its fresh deal are solved in turn at "
        "the default limits, each by a call of `solve` as from a face."
    ),
    head=(
        "positions",
        "**95th percentile as a multiple of the mean fresh deal**",
        "95th percentile, ms",
        "worst, ms",
        "mean fresh deal, ms",
        "winnable / lost",
        "unsettled",
    ),
    slugs=SLUGS,
    entry=Midgame,
    measure=measure,
)

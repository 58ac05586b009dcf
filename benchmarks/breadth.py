"""Every deal of a long range, settled or not."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.figures import figure, interval, mebibytes, percent
from benchmarks.plan import SLUGS
from benchmarks.runs import Run
from benchmarks.section import Job, Section
from winnable.solver.thread_pool import usable_cores

__all__ = ["SECTION", "Breadth", "measure"]


@dataclass(frozen=True)
class Breadth:
    """Verdicts counted."""

    deals: int
    wanted: int
    """How many deals there would have been, had there been the time."""
    winnable: int
    lost: int
    unsettled: int
    named: str
    """The lost and unsettled deals, where they are few."""
    states: float
    seconds: float
    threads: int
    peak: int

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        deals = f"1-{self.deals:,}"
        if self.deals < self.wanted:
            deals += f" (of {self.wanted:,}: time was up)"
        share = percent(self.winnable, self.deals)
        if self.unsettled:
            share += f" to {percent(self.winnable + self.unsettled, self.deals)}"
        return (
            deals,
            f"{self.winnable:,}",
            f"{self.lost:,}",
            f"{self.unsettled:,}",
            share,
            interval(self.winnable, self.winnable + self.unsettled, self.deals),
            figure(self.states),
            f"{figure(self.seconds)} on {self.threads}",
            figure(mebibytes(self.peak)),
            self.named,
        )


def measure(job: Job) -> Breadth:
    """Solve the range on all cores, in blocks so that it can stop after any of them."""
    size, threads = job.plan.breadth[job.slug], usable_cores()
    with job.ours() as ours:
        found = job.blocks(size, job.plan.breadth_seconds)
        run = Run.total([ours.solve(block, jobs=threads) for block in found])
    return Breadth(
        deals=run.deals,
        wanted=size.deals,
        winnable=run.winnable,
        lost=len(run.lost),
        unsettled=len(run.unsettled),
        named=_named(run),
        states=run.states / run.deals,
        seconds=run.seconds,
        threads=threads,
        peak=run.peak,
    )


def _named(run: Run) -> str:
    """The numbers of lost and unsettled deals, of either kind if there are but a few."""
    kinds = (("lost", run.lost), ("unsettled", run.unsettled))
    return "; ".join(
        f"{kind}: {', '.join(map(str, deals))}" for kind, deals in kinds if 0 < len(deals) <= 8
    )


SECTION = Section(
    name="breadth",
    title="Breadth",
    about=(
        "Every deal of the range at the default limits, on all cores. The interval is Wilson's, at "
        "95%, for the share of all deals that can be won; where some are unsettled it reaches from "
        "its low end if they are all lost to its high end if none is. Memory is that of all "
        "threads together, Python included."
    ),
    head=(
        "deals",
        "winnable",
        "lost",
        "unsettled",
        "share winnable",
        "95% interval",
        "states a deal",
        "seconds on threads",
        "memory, MiB",
        "which",
    ),
    slugs=SLUGS,
    entry=Breadth,
    measure=measure,
)

"""Two threads beside one."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.figures import figure
from benchmarks.plan import SLUGS
from benchmarks.runs import Duel
from benchmarks.section import Job, Section
from winnable.solver.thread_pool import usable_cores

__all__ = ["SECTION", "Threads", "measure"]


@dataclass(frozen=True)
class Threads:
    """How much faster two threads solve deals than one."""

    deals: int
    cores: int
    faster: float
    low: float
    median: float
    high: float
    processor: float
    """How much more processor time two threads take than one for the same deals."""

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        spread = f"{figure(self.low)}, {figure(self.median)}, {figure(self.high)}"
        note = "" if self.cores > 1 else " (one core only)"
        return (
            f"{self.deals:,}",
            f"**{figure(self.faster)}** ({spread}){note}",
            figure(self.processor),
        )


def measure(job: Job) -> Threads:
    """Solve each block with two threads and with one."""
    duel = Duel()
    with job.ours() as ours:
        for block in job.blocks(job.plan.threads[job.slug], job.plan.threads_seconds):
            duel.add(ours.solve(block, jobs=2), ours.solve(block, jobs=1))
    low, median, high = duel.spread
    return Threads(
        deals=duel.ours.deals,
        cores=usable_cores(),
        faster=duel.faster,
        low=low,
        median=median,
        high=high,
        processor=1 / duel.faster_by_processor,
    )


SECTION = Section(
    name="threads",
    title="Threads",
    about=(
        "The same deals on two threads and on one, block by block in turn. Where other programs "
        "have the second core busy, two threads cannot gain what they would alone: then the "
        "processor time for the same deals, which is 1 where threads do not get in each other's "
        "way, tells more."
    ),
    head=("deals", "**deals a second, two to one** (quartiles)", "processor time, two to one"),
    slugs=SLUGS,
    entry=Threads,
    measure=measure,
)

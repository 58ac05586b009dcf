"""Short solutions beside fast ones, of the same deals."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from benchmarks.figures import figure, percent
from benchmarks.ours import Ours
from benchmarks.runs import Duel
from benchmarks.section import Job, Section

__all__ = ["SECTION", "Short", "measure"]


@dataclass(frozen=True)
class Short:
    """What the search for short solutions gains, and what it costs."""

    deals: int
    moves: float
    fast_moves: float
    minimal: int
    """For how many deals it is proved that there is no shorter solution."""
    slower: float
    low: float
    median: float
    high: float
    milliseconds: float
    fast_milliseconds: float

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        spread = f"{figure(self.low)}, {figure(self.median)}, {figure(self.high)}"
        moves = f"**{self.moves:.1f}** / {self.fast_moves:.1f}"
        if self.moves == self.fast_moves:
            moves += " (no gain: is there a short mode in this build?)"
        return (
            f"1-{self.deals:,}",
            moves,
            percent(self.minimal, self.deals),
            f"{figure(self.milliseconds)} / {figure(self.fast_milliseconds)}",
            f"{figure(self.slower)} ({spread})",
        )


def measure(job: Job) -> Short:
    """Solve each block both ways."""
    duel = Duel()
    moves: list[int] = []
    fast_moves: list[int] = []
    minimal = 0
    with Ours(job.slug) as ours:  # even a quick run sets no limit: effort is the point of it
        for block in job.blocks(job.plan.short, job.plan.short_seconds):
            fast, usual = ours.solve_and_count(block, short=False)
            slow, found = ours.solve_and_count(block, short=True)
            duel.add(fast, slow)
            fast_moves += usual.moves.values()
            moves += found.moves.values()
            minimal += found.minimal
    low, median, high = duel.spread
    return Short(
        deals=duel.ours.deals,
        moves=fmean(moves),
        fast_moves=fmean(fast_moves),
        minimal=minimal,
        slower=duel.faster,
        low=low,
        median=median,
        high=high,
        milliseconds=1000 / duel.theirs.rate,
        fast_milliseconds=1000 / duel.ours.rate,
    )


SECTION = Section(
    name="short",
    title="Short solutions",
    about=(
        "`--short` beside the usual search, on the same deals in turn and on one thread. Moves are "
        "counted in standard notation, averaged over the deals that are won; cards that go home by "
        "themselves are not counted."
    ),
    head=(
        "deals",
        "moves, **short** / fast",
        "proved minimal",
        "ms a deal, short / fast",
        "time as a multiple of fast (quartiles)",
    ),
    slugs=("freecell",),
    entry=Short,
    measure=measure,
)

"""Ours and its peer on the same deals, block by block in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from benchmarks.figures import figure, mebibytes, pair
from benchmarks.peers import Missing, Peer, find_peer
from benchmarks.plan import SLUGS
from benchmarks.runs import Block, Duel, Run
from benchmarks.section import Job, Section

__all__ = ["SECTION", "Versus", "agreement", "duel", "measure"]


@dataclass(frozen=True)
class Versus:
    """What a duel came to; without a peer, our side of it."""

    peer: str
    deals: int
    rate: float
    """Deals a second."""
    states: float
    moves: float | None
    sample: int
    """Over how many deals the moves were averaged."""
    peak: int
    found: str
    missing: str = ""
    """Why there is no peer, if there is none."""
    version: str = ""
    faster: float | None = None
    low: float | None = None
    median: float | None = None
    high: float | None = None
    by_processor: float | None = None
    their_rate: float | None = None
    their_states: float | None = None
    their_moves: float | None = None
    their_peak: int | None = None
    agreement: str = "–"

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        ratio = "–"
        if self.faster is not None:
            ratio = f"**{figure(self.faster)}** ({figure(self.low)}, {figure(self.median)}, "
            ratio += f"{figure(self.high)})"
        return (
            f"{self.peer} {self.version}".strip() if not self.missing else f"{self.peer}: missing",
            f"{self.deals:,}",
            ratio,
            figure(self.by_processor),
            pair(self.rate, self.their_rate),
            pair(self.states, self.their_states),
            f"{pair(self.moves, self.their_moves)} ({self.sample:,} deals)",
            pair(mebibytes(self.peak), mebibytes(self.their_peak)),
            self.found,
            self.agreement,
        )


def measure(job: Job) -> Versus:
    """Run the duel that the plan asks for; alone if the peer is not here."""
    peer = find_peer(job.slug)
    if isinstance(peer, Missing):
        return _alone(job, peer)
    try:
        return duel(job, peer)
    finally:
        peer.close()


def _alone(job: Job, peer: Missing) -> Versus:
    with job.ours() as ours:
        found = job.blocks(job.plan.peers[job.slug], job.plan.peers_seconds)
        run = Run.total([ours.solve(block) for block in found])
        moves = ours.lengths(_sample(job, run), seconds=job.plan.sample_seconds).moves
    return Versus(
        peer=peer.name,
        missing=peer.why,
        deals=run.deals,
        rate=run.rate,
        states=run.states / run.deals,
        moves=_mean(moves.values()),
        sample=len(moves),
        peak=run.peak,
        found=run.found,
    )


def duel(job: Job, peer: Peer) -> Versus:
    """Run the duel with a peer."""
    with job.ours() as ours:
        fought = Duel()
        for block in job.blocks(job.plan.peers[job.slug], job.plan.peers_seconds):
            fought.add(ours.solve(block), peer.solve(block))
        sample = _sample(job, fought.ours)
        moves = ours.lengths(sample, seconds=job.plan.sample_seconds).moves
        their_moves = peer.lengths(sample)
    return _summed_up(fought, peer, moves, their_moves)


def _summed_up(
    fought: Duel, peer: Peer, moves: dict[int, int], their_moves: dict[int, int]
) -> Versus:
    ours, theirs = fought.ours, fought.theirs
    both = moves.keys() & their_moves.keys()
    low, median, high = fought.spread
    return Versus(
        peer=peer.name,
        version=peer.version,
        deals=ours.deals,
        faster=fought.faster,
        low=low,
        median=median,
        high=high,
        by_processor=fought.faster_by_processor,
        rate=ours.rate,
        their_rate=theirs.rate,
        states=ours.states / ours.deals,
        their_states=theirs.states / theirs.deals,
        moves=_mean(moves[deal] for deal in both),
        their_moves=_mean(their_moves[deal] for deal in both),
        sample=len(both),
        peak=ours.peak,
        their_peak=theirs.peak or None,
        found=ours.found,
        agreement=agreement(fought),
    )


def _sample(job: Job, run: Run) -> Block:
    """The deals whose solutions are counted move by move."""
    job.tell("lengths of solutions")
    return Block(1, min(job.plan.sample, run.deals))


def agreement(fought: Duel) -> str:
    """Whether the verdicts agree, in a few words."""
    against = fought.contradictions
    if against:
        named = ", ".join(map(str, against[:5])) + ", ..." * (len(against) > 5)
        return f"**{len(against):,} do not**: {named}"
    doubtful = set(fought.ours.unsettled) | set(fought.theirs.unsettled)
    return "all do" if not doubtful else f"all {fought.ours.deals - len(doubtful):,} settled do"


def _mean(moves: Iterable[int]) -> float | None:
    known = list(moves)
    return fmean(known) if known else None


SECTION = Section(
    name="peers",
    title="Beside its peers",
    about=(
        "Both solve the same deals from 1 on, on one thread, block by block in turn. The ratio is "
        "how many times as many deals a second ours settles: of all blocks together, and in "
        "brackets the quartiles of the single blocks. Neither side is charged for starting its "
        "program. A pair is ours / the peer's. Moves are counted over the first deals "
        "that both solve, for FreeCell and Baker's Game in standard notation: a run is one move, "
        "cards that go home by themselves are none. Memory is the peak of the whole process in "
        "MiB, on our side with Python in it."
    ),
    head=(
        "peer",
        "deals",
        "**ratio of deals a second** (quartiles)",
        "ratio by processor time",
        "deals a second",
        "states a deal",
        "moves",
        "memory, MiB",
        "winnable / lost / unsettled",
        "verdicts agree",
    ),
    slugs=SLUGS,
    entry=Versus,
    measure=measure,
)

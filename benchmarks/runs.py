"""A run: some deals solved by some program, and what it took. Ours and a peer's, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from benchmarks.figures import Spread, spread

__all__ = ["Block", "Duel", "Run", "blocks"]


class Block(NamedTuple):
    """Deals with numbers from the one to the other."""

    first: int
    last: int


def blocks(deals: int, size: int) -> Iterator[Block]:
    """The deals from 1 on, block by block.

    >>> [tuple(block) for block in blocks(10, 4)]
    [(1, 4), (5, 8), (9, 10)]
    """
    for first in range(1, deals + 1, size):
        yield Block(first, min(first + size - 1, deals))


@dataclass(frozen=True)
class Run:
    """What a program made of some deals."""

    deals: int
    seconds: float
    """By the clock, without the time that the program takes to start."""
    processor: float
    """Seconds of processor time."""
    states: int
    lost: tuple[int, ...] = ()
    """The numbers of the deals that were found lost."""
    unsettled: tuple[int, ...] = ()
    peak: int = 0
    """The most memory that the process ever held, in bytes."""

    @property
    def winnable(self) -> int:
        """How many of the deals can be won."""
        return self.deals - len(self.lost) - len(self.unsettled)

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds

    @property
    def found(self) -> str:
        """The verdicts counted: ``31,999 / 1 / 0``."""
        return f"{self.winnable:,} / {len(self.lost):,} / {len(self.unsettled):,}"

    @classmethod
    def read(cls, answer: dict[str, Any]) -> Run:
        """A run as reported by a child process."""
        values = {field.name: answer[field.name] for field in fields(cls)}
        lists = {name: tuple(values[name]) for name in ("lost", "unsettled")}
        return cls(**values | lists)

    @classmethod
    def total(cls, runs: Sequence[Run]) -> Run:
        """Several runs as one."""
        return cls(
            deals=sum(run.deals for run in runs),
            seconds=sum(run.seconds for run in runs),
            processor=sum(run.processor for run in runs),
            states=sum(run.states for run in runs),
            lost=tuple(deal for run in runs for deal in run.lost),
            unsettled=tuple(deal for run in runs for deal in run.unsettled),
            peak=max(run.peak for run in runs),
        )


class Duel:
    """The same blocks of deals, solved in turn by two programs, or by ours in two ways.

    `faster` is how many times as many deals a second `ours` settles. All blocks together give the
    ratio; what it was in each of them tells how far to trust it.
    """

    def __init__(self) -> None:
        self._ours: list[Run] = []
        self._theirs: list[Run] = []

    def __len__(self) -> int:
        return len(self._ours)

    def add(self, ours: Run, theirs: Run) -> None:
        """Both have solved a block."""
        if ours.deals != theirs.deals:
            raise ValueError(f"one solved {ours.deals} deals and the other {theirs.deals}")
        self._ours.append(ours)
        self._theirs.append(theirs)

    @property
    def ours(self) -> Run:
        """All that we did."""
        return Run.total(self._ours)

    @property
    def theirs(self) -> Run:
        """All that the other did."""
        return Run.total(self._theirs)

    @property
    def faster(self) -> float:
        """The ratio of deals a second, ours to theirs, by the clock."""
        return self.theirs.seconds / self.ours.seconds

    @property
    def faster_by_processor(self) -> float:
        """The same in processor time, which other people's programs disturb less."""
        return self.theirs.processor / self.ours.processor

    @property
    def spread(self) -> Spread:
        """The ratios of the single blocks, by the clock."""
        return spread(b.seconds / a.seconds for a, b in zip(self._ours, self._theirs, strict=True))

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The deals that one found lost and the other won."""
        ours, theirs = self.ours, self.theirs
        open_to_doubt = set(ours.unsettled) | set(theirs.unsettled)
        return tuple(sorted((set(ours.lost) ^ set(theirs.lost)) - open_to_doubt))

"""What a solver says, and how long it may search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from winnable.errors import LimitError
from winnable.moves import Move
from winnable.solver.packing import PackedLine

__all__ = ["Limit", "Result", "Verdict"]


class Verdict(Enum):
    """Whether a position can be won. A solver never guesses."""

    WINNABLE = "winnable"
    """A winning line has been found."""
    LOST = "lost"
    """It is proved that no line wins."""
    UNSETTLED = "unsettled"
    """The search hit a limit or was cancelled before either was known."""


@dataclass(frozen=True)
class Limit:
    """When to give up. None means no limit.

    >>> Limit(states=0)
    Traceback (most recent call last):
    winnable.errors.LimitError: a limit of 0 states leaves nothing to search: give more than 0
    """

    states: int | None = None
    """How many positions to examine. A search may exceed it by the few positions that are one move
    further on."""
    memory: int | None = 2**30
    """How many bytes to use. In a gigabyte FreeCell's kernel keeps 25 million positions, and the
    solver in pure Python half a million."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        for what, amount in (
            ("states", self.states),
            ("bytes", self.memory),
            ("seconds", self.seconds),
        ):
            if amount is not None and (math.isnan(amount) or amount <= 0):
                raise LimitError(
                    f"a limit of {amount} {what} leaves nothing to search: give more than 0"
                )

    def remaining(self, states: int, seconds: float) -> Limit | None:
        """What is left after some work; None if nothing is."""
        left_states = None if self.states is None else self.states - states
        left_seconds = None if self.seconds is None else self.seconds - seconds
        if any(left is not None and left <= 0 for left in (left_states, left_seconds)):
            return None
        return Limit(left_states, self.memory, left_seconds)


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A verdict and what supports it. Results with the same values are equal."""

    verdict: Verdict
    line: tuple[Move, ...] | PackedLine
    """The winning line, perhaps still as the kernel's bytes: of a million deals most people want to
    know which can be won, not how. See `moves`."""
    states: int
    """How many positions were examined; each solver counts them in its own way."""
    seconds: float
    minimal: bool = False
    """Whether it is proved that no line wins in fewer moves, not counting cards that go home
    automatically. Only a search for a short line tries to prove it."""
    memory: int = 0
    """How many bytes nodes and tables took at the peak of the search, as they count against
    `Limit.memory`; 0 if there was nothing to search, or not even enough memory to begin. The same
    position takes the same memory, whatever was solved before it. In pure Python it is an estimate,
    and may exceed the limit by the few positions that are one move further on."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """For WINNABLE, legal moves from the position to a won one; otherwise none."""
        return self.line.moves() if isinstance(self.line, PackedLine) else self.line

    @property
    def length(self) -> int:
        """How many moves there are."""
        return self.line.length if isinstance(self.line, PackedLine) else len(self.line)

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves in notation; for a packed line this is faster than `moves`."""
        return (
            self.line.texts() if isinstance(self.line, PackedLine) else tuple(map(str, self.line))
        )

    def _values(self) -> tuple[Verdict, tuple[Move, ...], int, float, bool, int]:
        return self.verdict, self.moves, self.states, self.seconds, self.minimal, self.memory

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Result) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return (
            f"Result(verdict={self.verdict}, moves={self.moves}, states={self.states}, "
            f"seconds={self.seconds}, minimal={self.minimal}, memory={self.memory})"
        )

    def __reduce__(self) -> tuple[type[Result], tuple[object, ...]]:
        return Result, self._values()  # pickles and copies hold the moves, not the packed line

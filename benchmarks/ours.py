"""Our solver, in a child process of its own like any peer."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from benchmarks.child import Answer, Child
from benchmarks.runs import Block, Run

__all__ = ["Lengths", "Ours"]


class Lengths(NamedTuple):
    """How many moves the solutions of some deals have."""

    moves: dict[int, int]
    """By the number of the deal; deals that are not won are not there."""
    minimal: int
    """Of how many it is proved that nobody can do with fewer."""

    @classmethod
    def read(cls, answer: Answer) -> Lengths:
        """Lengths as reported by a child process."""
        moves = {int(deal): count for deal, count in answer["moves"].items()}
        return cls(moves, len(answer["minimal"]))


class Ours:
    """A child process that solves one game, each position with at most so many states."""

    def __init__(self, slug: str, states: int | None = None) -> None:
        self._child = Child("benchmarks.worker")
        self._usual = {"game": slug, "states": states}

    def __enter__(self) -> Ours:
        self.solve(Block(1, 1))  # so that all is imported before the clock runs
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close()

    def solve(self, block: Block, *, jobs: int = 1) -> Run:
        """Solve a block of deals."""
        return Run.read(self._ask("solve", block, jobs=jobs))

    def solve_and_count(self, block: Block, *, short: bool) -> tuple[Run, Lengths]:
        """Solve a block of deals; its solutions are counted when the clock has stopped."""
        answer = self._ask("solve", block, short=short, count=True)
        return Run.read(answer), Lengths.read(answer)

    def lengths(self, block: Block, *, seconds: float = inf) -> Lengths:
        """Count the moves of the solutions of a block, of as many deals as there is time for."""
        return Lengths.read(self._ask("lengths", block, seconds=seconds))

    def midgame(self, positions: int, seed: int, seconds: float) -> Answer:
        """Solve random mid-game positions, and the deals that they come from."""
        details = {"positions": positions, "seed": seed, "seconds": seconds}
        return self._child.ask("midgame", **details, **self._usual)

    def _ask(self, task: str, block: Block, **details: object) -> Answer:
        return self._child.ask(task, first=block.first, last=block.last, **details, **self._usual)

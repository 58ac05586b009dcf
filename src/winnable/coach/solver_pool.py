"""Solving many positions of one game on a few threads, with results in the positions' order.

Which thread was faster never shows in an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, has_kernel
from winnable.solver.cancellation import StopSignal, is_cancelled
from winnable.solver.one_position import solve_position
from winnable.solver.thread_pool import ThreadPool, usable_cores

__all__ = ["SolverPool"]

_MAX_THREADS = 4
_CHUNKS_PER_THREAD = 4
"""More than one, since some positions take longer than others."""

_Chunk = tuple[int, Sequence[Position], Limit]
_SolvedChunk = tuple[int, list[Result]]


class SolverPool:
    """Threads for one question to the coach; a context manager that ends them."""

    def __init__(self, game: Game, cancel: Event | None = None, threads: int | None = None) -> None:
        self.game = game
        self._threads = threads or (min(_MAX_THREADS, usable_cores()) if has_kernel(game) else 1)
        self.cancel = cancel
        self.states = 0
        """How many positions have been examined."""
        self._stop = StopSignal(cancel)
        self._pool = ThreadPool(self._solve_chunk, self._threads, self._stop)

    def __enter__(self) -> SolverPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    @property
    def is_cancelled(self) -> bool:
        return is_cancelled(self.cancel)

    def solve(self, positions: Sequence[Position], limit: Limit) -> list[Result] | None:
        """A result for each position; None if cancelled.

        There are no partial answers: the positions that happen to be solved first are the easy
        ones, and counting them alone would be biased. After an exception the pool is unusable.
        """
        size = max(1, len(positions) // (_CHUNKS_PER_THREAD * self._threads))
        chunks = [
            (number, positions[at : at + size], limit)
            for number, at in enumerate(range(0, len(positions), size))
        ]
        if self._threads == 1 or len(chunks) == 1:
            solved = dict(map(self._solve_chunk, chunks))
        else:
            for chunk in chunks:
                self._pool.submit(chunk)
            solved = dict(self._pool.take() for _ in chunks)
        if self.is_cancelled:
            return None
        results = [result for number in range(len(chunks)) for result in solved[number]]
        self.states += sum(result.states for result in results)
        return results

    def _solve_chunk(self, chunk: _Chunk) -> _SolvedChunk:
        number, positions, limit = chunk
        return number, [self._solve_one(position, limit) for position in positions]

    def _solve_one(self, position: Position, limit: Limit) -> Result:
        """As `winnable.solver.solve`, without checking positions that we made ourselves."""
        if self._stop.is_set():
            return Result(Verdict.UNSETTLED, (), 0, 0.0)
        if self.game.is_won(position):
            return Result(Verdict.WINNABLE, (), 1, 0.0)
        return solve_position(self.game, position, limit, self._must_stop)

    def _must_stop(self, _states: int) -> bool:
        return self._stop.is_set()

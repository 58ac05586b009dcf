"""A few threads that solve positions for the coach, and hand the results over in order.

The kernels search without Python's lock, so two threads on two cores solve twice as much. What is
answered never depends on which of them was faster: results stand in the order of the positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread

from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, python_solver
from winnable.solver.batch import usable_cores
from winnable.solver.kernels import kernel_for

__all__ = ["SolverPool"]

_MOST = 4
_PIECES = 4
"""Into so many pieces a thread's share of the work is cut, since some take longer than others."""
_GLANCE = 0.05
"""Seconds between two looks for Ctrl-C, on systems where waiting for a queue does not notice it."""

_Task = tuple[int, Sequence[Position], Limit]
_Done = tuple[int, "list[Result] | BaseException"]


class SolverPool:
    """Threads for one question; a context manager, after which they are gone."""

    def __init__(self, game: Game, cancel: Event | None = None, jobs: int | None = None) -> None:
        self.game = game
        self._kernel = kernel_for(game)
        self._jobs = jobs or (min(_MOST, usable_cores()) if self._kernel else 1)
        self._cancel = cancel
        self._is_over = Event()
        self._threads: list[Thread] = []
        self._todo: SimpleQueue[_Task | None] = SimpleQueue()
        self._done: SimpleQueue[_Done] = SimpleQueue()

    def __enter__(self) -> SolverPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for _thread in self._threads:
            self._todo.put(None)
        while self._threads:
            self._threads.pop().join()

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the answers any more."""
        return self._cancel is not None and self._cancel.is_set()

    def solve(self, positions: Sequence[Position], limit: Limit) -> list[Result] | None:
        """A result for each of the positions; None if the question was called off meanwhile.

        Not those that were ready by then: the quick ones among many are not like the others, and
        whoever counted them alone would get a false picture.
        """
        size = max(1, len(positions) // (_PIECES * self._jobs))
        pieces = [positions[at : at + size] for at in range(0, len(positions), size)]
        if self._jobs == 1 or len(pieces) == 1:
            found = [self._solve_piece(piece, limit) for piece in pieces]
        else:
            found = self._share_out(pieces, limit)
        if self.is_cancelled:
            return None
        return [result for results in found for result in results]

    def _share_out(self, pieces: list[Sequence[Position]], limit: Limit) -> list[list[Result]]:
        while len(self._threads) < min(self._jobs, len(pieces)):
            # A daemon, so that a search that nobody waits for does not keep Python from ending.
            thread = Thread(target=self._work, name="winnable coach", daemon=True)
            thread.start()
            self._threads.append(thread)
        for number, piece in enumerate(pieces):
            self._todo.put((number, piece, limit))
        found: dict[int, list[Result]] = {}
        trouble: BaseException | None = None
        for _ in pieces:
            number, answer = self._take()
            if isinstance(answer, BaseException):
                trouble = answer
            else:
                found[number] = answer
        if trouble is not None:
            raise trouble
        return [found[number] for number in range(len(pieces))]

    def _take(self) -> _Done:
        while True:
            try:
                return self._done.get(timeout=_GLANCE)
            except Empty:
                continue

    def _work(self) -> None:
        while (task := self._todo.get()) is not None:
            number, piece, limit = task
            try:
                self._done.put((number, self._solve_piece(piece, limit)))
            except BaseException as error:
                self._done.put((number, error))

    def _solve_piece(self, positions: Sequence[Position], limit: Limit) -> list[Result]:
        return [self._solve_one(position, limit) for position in positions]

    def _solve_one(self, position: Position, limit: Limit) -> Result:
        """As `winnable.solver.solve`, but positions of our own making need no check."""
        if self._must_stop(0):
            return Result(Verdict.UNSETTLED, (), 0, 0.0)
        if self.game.is_won(position):
            return Result(Verdict.WINNABLE, (), 1, 0.0)
        if self._kernel is None:
            return python_solver.search(self.game, position, limit, self._must_stop)
        return self._kernel.solve(position, limit, self._must_stop)

    def _must_stop(self, states: int) -> bool:
        return self._is_over.is_set() or self.is_cancelled

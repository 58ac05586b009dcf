"""Many deals at once: a pool of threads, whose results stream as they come.

The kernels search without Python's lock, so as many threads as there are cores solve as many deals
at a time. Threads get deals in batches: while deals are quick a batch holds many, so that handing
it over costs nothing to speak of, and once they are slow a batch is a single deal.

The deals are read, and batches are made, by whoever takes the results. So nothing is read that is
not wanted soon, and a reader who stops for a while leaves a few batches waiting, not a mountain.
"""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from winnable.cards import DECK
from winnable.deals import MAX_DEAL, numbered_deck
from winnable.errors import DealNumberError, LimitError
from winnable.rules import Game
from winnable.rules.validation import check_position
from winnable.solver import python_solver
from winnable.solver.kernels import kernel_for
from winnable.solver.result import Limit, Result, Verdict

__all__ = ["DealResult", "solve_batches", "solve_many", "usable_cores"]

_USUAL = Limit()
_BATCH_SECONDS = 0.01
_MOST_IN_A_BATCH = 256
_GLANCE = 0.05
"""Seconds between two looks for Ctrl-C, on systems where waiting for a queue does not notice it."""


class DealResult(NamedTuple):
    """A deal number, and what the solver said about the deal."""

    deal: int
    result: Result


def solve_many(
    game: Game,
    deals: Iterable[int],
    limit: Limit = _USUAL,
    *,
    short: bool = False,
    jobs: int | None = None,
    cancel: Event | None = None,
) -> Generator[DealResult]:
    """Solve numbered deals, on `jobs` threads or as many as there are cores.

    Results come in the order in which they are found; with one job, in the order of the deals. The
    limit is for each deal by itself, so `jobs` deals may hold `jobs` times its memory. `deals` may
    be as long as you like: it is read as results are taken. Closing the iterator stops all threads,
    and so does setting `cancel`, after which it ends; deals in the works then have no result.

    >>> from winnable import find_game
    >>> from winnable.solver import Limit
    >>> game, limit = find_game("freecell"), Limit(states=20)
    >>> for deal, result in solve_many(game, range(1, 4), limit, jobs=1):
    ...     print(deal, result.verdict.value)
    1 unsettled
    2 unsettled
    3 unsettled
    """
    batches = solve_batches(game, deals, limit, short=short, jobs=jobs, cancel=cancel)
    return _one_by_one(batches)


def _one_by_one(batches: Generator[list[DealResult]]) -> Generator[DealResult]:
    with closing(batches):
        for batch in batches:
            yield from batch


def solve_batches(
    game: Game,
    deals: Iterable[int],
    limit: Limit = _USUAL,
    *,
    short: bool = False,
    jobs: int | None = None,
    cancel: Event | None = None,
) -> Generator[list[DealResult]]:
    """The same, in the batches in which the threads hand results over: for those in a hurry."""
    if jobs is None:
        jobs = usable_cores()
    if jobs < 1:
        raise LimitError(f"{jobs} jobs leave nobody to search: give 1 or more")
    check_position(game, game.deal(DECK))  # a game made up wrongly is refused, as by `solve`
    return _stream(_Pool(game, limit, short, jobs, cancel), iter(deals))


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _stream(pool: _Pool, deals: Iterator[int]) -> Generator[list[DealResult]]:
    size = 1
    atexit.register(pool.close)  # for an iterator that nobody closed
    try:
        while True:
            while pool.has_room and (numbers := list(islice(deals, size))):
                pool.give(numbers)
            if not pool.given:
                return
            results, seconds = pool.take()
            if results:
                size = _next_size(len(results), seconds)
                yield results
    finally:
        pool.close()
        atexit.unregister(pool.close)


def _next_size(size: int, seconds: float) -> int:
    """How many deals the next batch should have, after one of `size` deals took so long.

    Two batches of a kind may be luck, so it grows step by step; it shrinks at once.
    """
    fits = _BATCH_SECONDS * size / max(seconds, 1e-6)
    return max(1, int(min(fits, 2 * size, _MOST_IN_A_BATCH)))


class _Stop(Event):
    """The word to stop, whether it is the pool's own or the caller's."""

    def __init__(self, outer: Event | None) -> None:
        super().__init__()
        self._outer = outer

    def is_set(self) -> bool:
        return super().is_set() or (self._outer is not None and self._outer.is_set())


class _Pool:
    """Threads that take batches of deal numbers and give back results, or what went wrong."""

    def __init__(
        self, game: Game, limit: Limit, short: bool, jobs: int, cancel: Event | None
    ) -> None:
        self.game, self.limit, self.short, self.jobs = game, limit, short, jobs
        self.stop = _Stop(cancel)
        self.given = 0
        """How many batches have been given and not yet been taken back."""
        self._threads: list[Thread] = []
        self._todo: SimpleQueue[list[int] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[list[DealResult], float] | BaseException] = SimpleQueue()

    @property
    def has_room(self) -> bool:
        """Whether another batch would be started soon; one in hand keeps each thread busy."""
        return self.given < 2 * self.jobs and not self.stop.is_set()

    def give(self, numbers: list[int]) -> None:
        """Have a batch solved, by a new thread if not all are there yet."""
        self._todo.put(numbers)
        self.given += 1
        if len(self._threads) < min(self.jobs, self.given):
            self._start()

    def _start(self) -> None:
        # A daemon, so that a search that nobody waits for does not keep Python from ending.
        thread = Thread(target=self._work, name="winnable solver", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no more to give; those that are there will do
            if not self._threads:
                raise
            self.jobs = len(self._threads)
        else:
            self._threads.append(thread)

    def take(self) -> tuple[list[DealResult], float]:
        """The next batch that is done, and how long it took."""
        while True:
            try:
                answer = self._done.get(timeout=_GLANCE)
                break
            except Empty:
                continue
        self.given -= 1
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def close(self) -> None:
        """Stop all threads, and see them off."""
        self.stop.set()
        for _ in self._threads:
            self._todo.put(None)
        while self._threads:
            self._threads.pop().join()

    def _work(self) -> None:
        while (numbers := self._todo.get()) is not None:
            began = time.monotonic()
            try:
                _check(numbers)
                results = _solve_chunk(self.game, numbers, self.limit, self.short, self.stop)
            except BaseException as error:
                self._done.put(error)
            else:
                self._done.put((results, time.monotonic() - began))


def _check(numbers: list[int]) -> None:
    """Refuse what is no number of a deal."""
    for number in numbers:
        if type(number) is not int:
            raise DealNumberError(f"{number!r} is no deal number: give 1 to {MAX_DEAL}")
    if min(numbers) < 1 or max(numbers) > MAX_DEAL:
        for number in numbers:
            numbered_deck(number)


def _solve_chunk(
    game: Game, numbers: list[int], limit: Limit, short: bool, cancel: Event
) -> list[DealResult]:
    """Solve some deals; those that `cancel` leaves without a true result are not among them."""
    kernel = kernel_for(game)
    if kernel is not None:
        found = kernel.solve_deals(numbers, limit, lambda _: cancel.is_set(), short=short)
        results = list(map(DealResult, numbers, found))
    else:
        results = list(_solve_plainly(game, numbers, limit, cancel))
    if cancel.is_set():  # nobody can tell whether the limit stopped it, or we
        return [found for found in results if found.result.verdict is not Verdict.UNSETTLED]
    return results


def _solve_plainly(
    game: Game, numbers: list[int], limit: Limit, cancel: Event
) -> Iterator[DealResult]:
    for number in numbers:
        if cancel.is_set():
            return
        start = game.deal(numbered_deck(number))
        yield DealResult(
            number, python_solver.search(game, start, limit, lambda _: cancel.is_set())
        )

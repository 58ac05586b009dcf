"""Many deals at once: a range of deals on a pool of threads, with results as they are found.

Threads get deals in batches: while deals are quick a batch holds many, so that handing it over
costs next to nothing, and once they are slow a batch is a single deal.

Deals are read, and batches made, as results are taken. So nothing is read long before it is wanted,
and a reader who pauses leaves only a few batches waiting.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from threading import Event
from typing import NamedTuple

from winnable.cards import DECK
from winnable.deals import MAX_DEAL, numbered_deck
from winnable.errors import DealNumberError, LimitError
from winnable.rules import Game
from winnable.rules.validation import check_position
from winnable.solver.cancellation import StopSignal
from winnable.solver.kernels import kernel_for
from winnable.solver.one_position import solve_position
from winnable.solver.python_solver import Tick
from winnable.solver.result import Limit, Result, Verdict
from winnable.solver.thread_pool import ThreadPool, usable_cores

__all__ = ["DealResult", "next_batch_size", "solve_batches", "solve_in_turn", "solve_many"]

_DEFAULT_LIMIT = Limit()
_BATCH_SECONDS = 0.01
_MAX_BATCH = 256
_BATCHES_PER_THREAD = 2
"""One being solved, and one waiting so that the thread is never idle."""


class DealResult(NamedTuple):
    """A deal number and the solver's result for the deal."""

    deal: int
    result: Result


def solve_many(
    game: Game,
    deals: Iterable[int],
    limit: Limit = _DEFAULT_LIMIT,
    *,
    short: bool = False,
    jobs: int | None = None,
    cancel: Event | None = None,
) -> Generator[DealResult]:
    """Solve numbered deals on `jobs` threads; without `jobs`, on one thread per core.

    Results come in the order in which they are found; with one job, in the order of the deals. The
    limit is for each deal by itself, so `jobs` deals may take `jobs` times its memory. `deals` may
    be endless: it is read as results are taken. Closing the iterator stops all threads. So does
    setting `cancel`; the iterator then ends, without results for the deals being solved.

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
    return _flatten(batches)


def _flatten(batches: Generator[list[DealResult]]) -> Generator[DealResult]:
    with closing(batches):
        for batch in batches:
            yield from batch


def solve_batches(
    game: Game,
    deals: Iterable[int],
    limit: Limit = _DEFAULT_LIMIT,
    *,
    short: bool = False,
    jobs: int | None = None,
    cancel: Event | None = None,
) -> Generator[list[DealResult]]:
    """As `solve_many`, but in batches as the threads return them, which is faster."""
    if jobs is None:
        jobs = usable_cores()
    if jobs < 1:
        raise LimitError(f"{jobs} jobs cannot solve anything: give 1 or more")
    check_position(game, game.deal(DECK))  # refuse an inconsistent game, as `solve` does
    stop = StopSignal(cancel)
    work = partial(_solve_batch, game, limit, short, stop)
    return _stream(ThreadPool(work, jobs, stop), iter(deals), stop)


def _stream(
    pool: ThreadPool[list[int], _SolvedBatch], deals: Iterator[int], stop: StopSignal
) -> Generator[list[DealResult]]:
    size = 1
    atexit.register(pool.close)  # for an iterator that is never closed
    try:
        while True:
            while (
                pool.pending < _BATCHES_PER_THREAD * pool.size
                and not stop.is_set()
                and (numbers := list(islice(deals, size)))
            ):
                pool.submit(numbers)
            if not pool.pending:
                return
            results, seconds = pool.take()
            if results:
                size = next_batch_size(len(results), seconds)
                yield results
    finally:
        pool.close()
        atexit.unregister(pool.close)


def next_batch_size(size: int, seconds: float) -> int:
    """How many deals the next batch should hold, after one of `size` deals took `seconds`.

    One quick batch may be luck, so the size at most doubles; it shrinks at once.
    """
    ideal = _BATCH_SECONDS * size / max(seconds, 1e-6)
    return max(1, int(min(ideal, 2 * size, _MAX_BATCH)))


class _SolvedBatch(NamedTuple):
    results: list[DealResult]
    seconds: float


def _solve_batch(
    game: Game, limit: Limit, short: bool, stop: StopSignal, numbers: list[int]
) -> _SolvedBatch:
    """Solve some deals; without those that `stop` left unsettled, which says nothing about them."""
    began = time.monotonic()
    results = solve_in_turn(game, numbers, limit, lambda _: stop.is_set(), short=short)
    if stop.is_set():
        results = [found for found in results if found.result.verdict is not Verdict.UNSETTLED]
    return _SolvedBatch(results, time.monotonic() - began)


def solve_in_turn(
    game: Game, numbers: list[int], limit: Limit, tick: Tick, *, short: bool = False
) -> list[DealResult]:
    """Solve some deals one after the other, in the calling thread, until `tick` stops it.

    `tick` is called many times a second; once it is true the results end with a deal that is
    unsettled for that reason alone.
    """
    _check_numbers(numbers)
    kernel = kernel_for(game)
    if kernel is not None:
        return list(map(DealResult, numbers, kernel.solve_deals(numbers, limit, tick, short=short)))
    return list(_solve_one_by_one(game, limit, short, tick, numbers))


def _check_numbers(numbers: list[int]) -> None:
    for number in numbers:
        if type(number) is not int:
            raise DealNumberError(f"{number!r} is not a deal number: give 1 to {MAX_DEAL}")
    if min(numbers) < 1 or max(numbers) > MAX_DEAL:
        for number in numbers:
            numbered_deck(number)  # raises for the first one out of range


def _solve_one_by_one(
    game: Game, limit: Limit, short: bool, tick: Tick, numbers: list[int]
) -> Iterator[DealResult]:
    for number in numbers:
        if tick(0):
            return
        start = game.deal(numbered_deck(number))
        result = solve_position(game, start, limit, tick, short=short)
        yield DealResult(number, result)

"""Many deals at once: the same results as one by one, as they come, and no thread left behind."""

import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, DealNumberError, LimitError, numbered_deck
from winnable.solver import Limit, Verdict, solve
from winnable.solver.batch import next_batch_size, solve_batches, solve_many

FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]
pytestmark = pytest.mark.filterwarnings("ignore::winnable.solver.SlowSolverWarning")
FEW, QUICK = Limit(states=25), Limit(states=1)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    assert solver_threads() == []


def solver_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "winnable solver"]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("jobs", [1, 3, None])
def test_each_deal_gets_the_same_result_as_alone(slug: str, jobs: int | None) -> None:
    game = GAMES[slug]
    found = dict(solve_many(game, range(1, 6), FEW, jobs=jobs))
    assert sorted(found) == [*range(1, 6)]
    for deal, result in found.items():
        alone = solve(game, game.deal(numbered_deck(deal)), FEW)
        assert (result.verdict, result.moves) == (alone.verdict, alone.moves)
        assert result.states == alone.states


def test_one_job_keeps_the_order() -> None:
    deals = [7, 3, 900, 1, 2, 50, 4]
    assert [deal for deal, _ in solve_many(GOLF, deals, FEW, jobs=1)] == deals


def test_no_deals_no_results() -> None:
    assert list(solve_many(GOLF, [])) == []


def test_a_long_range_is_read_as_it_is_wanted() -> None:
    read = []

    def numbers() -> Iterator[int]:
        for number in itertools.count(1):
            read.append(number)
            yield number

    results = solve_many(FREECELL, numbers(), FEW, jobs=2)
    assert [deal for deal, _ in itertools.islice(results, 5)] != []
    time.sleep(0.2)
    assert len(read) < 100
    results.close()


def test_batches_of_quick_deals_grow_to_hundreds() -> None:
    need_kernels()
    sizes = [len(found) for found in solve_batches(GOLF, range(1, 20_001), QUICK, jobs=1)]
    assert sizes[0] == 1
    assert sum(sizes) == 20_000
    assert 100 <= max(sizes) <= 256


@pytest.mark.parametrize(
    ("size", "seconds", "wanted"),
    [(1, 0, 2), (8, 0.0001, 16), (200, 0.0001, 256), (8, 0.01, 8), (8, 0.02, 4), (8, 1, 1),
     (1, 60, 1)],
)  # fmt: skip
def test_how_many_deals_the_next_batch_holds(size: int, seconds: float, wanted: int) -> None:
    assert next_batch_size(size, seconds) == wanted


def test_each_of_many_quick_deals_comes_through() -> None:
    need_kernels()
    found = {deal for deal, _ in solve_many(GOLF, range(1, 20_001), QUICK, jobs=2)}
    assert found == set(range(1, 20_001))


# -- ways to stop ---------------------------------------------------------------------------------

LOST_SLOWLY = 11982
"""The deal of FreeCell that takes long to prove lost."""
ONE_QUICK = [4, *[2] * 9]
"""Deals of Golf: the first is won at once, the other takes the solver in pure Python long."""


def test_closing_it_stops_the_threads() -> None:
    results = solve_many(FREECELL, itertools.repeat(LOST_SLOWLY), Limit(), jobs=2)
    quick = solve_many(GOLF, range(1, 1000), FEW, jobs=2)
    next(quick)
    assert solver_threads()
    for each in (results, quick):
        each.close()
    assert list(quick) == []


def test_closing_it_stops_searches_on_their_way() -> None:
    results = solve_many(GOLF, ONE_QUICK, Limit(), jobs=2)
    assert next(results).deal in ONE_QUICK
    results.close()


def test_cancelled_it_ends_without_false_results() -> None:
    cancel = threading.Event()
    endless = itertools.repeat(LOST_SLOWLY)
    threading.Timer(0.3, cancel.set).start()
    found = list(solve_many(FREECELL, endless, Limit(), jobs=2, cancel=cancel))
    assert all(result.verdict is Verdict.LOST for _, result in found)


def test_cancelled_before_it_starts_it_does_nothing() -> None:
    cancel = threading.Event()
    cancel.set()
    assert list(solve_many(GOLF, range(1, 5), FEW, cancel=cancel)) == []


def test_an_error_is_raised_where_results_are_taken() -> None:
    results = solve_many(GOLF, [1, 2, 0, 3], FEW, jobs=1)
    assert [next(results).deal for _ in range(2)] == [1, 2]
    with pytest.raises(DealNumberError, match="there is no deal 0"):
        next(results)
    assert list(results) == []


def test_an_error_in_the_iterable_is_raised_too() -> None:
    results = solve_many(GOLF, (10 // n for n in (5, 2, 1, 0)), FEW, jobs=1)
    with pytest.raises(ZeroDivisionError):
        list(results)


@pytest.mark.parametrize("ending", ["", "sys.exit(0)", "del results"])
def test_python_ends_even_if_it_is_never_closed(ending: str) -> None:
    code = f"""
import sys
from winnable import GAMES
from winnable.solver import Limit
from winnable.solver.batch import solve_many
results = solve_many(GAMES["golf-relaxed"], {ONE_QUICK}, Limit(), jobs=2)
print(next(results).deal > 0)
{ending}
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)


# -- jobs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [0, -3])
def test_there_is_at_least_one_job(jobs: int) -> None:
    with pytest.raises(LimitError, match="cannot solve anything"):
        solve_many(GOLF, range(1, 3), jobs=jobs)

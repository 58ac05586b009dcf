"""Many deals at a time: the same answers, as they come, and no thread left behind."""

import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from winnable import GAMES, DealNumberError, Game, LimitError, numbered_deck
from winnable.solver import Limit, Verdict, batch, solve
from winnable.solver.batch import DealResult, solve_batches, solve_many, usable_cores
from winnable.solver.result import Result

FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]
pytestmark = pytest.mark.filterwarnings("ignore::winnable.solver.SlowSolverWarning")
FEW = Limit(states=25)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    assert workers() == []


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "winnable solver"]


class Chunks:
    """Stands in for the solver: notes what it is asked, and takes its time as told."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.sizes: list[int] = []

    def __call__(
        self, _game: Game, numbers: list[int], _limit: Limit, _short: bool, cancel: threading.Event
    ) -> list[DealResult]:
        self.sizes.append(len(numbers))
        lost = Result(Verdict.LOST, (), 1, 0.0)
        if self.seconds:
            cancel.wait(self.seconds * len(numbers))
        return [DealResult(number, lost) for number in numbers if not cancel.is_set()]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Chunks:
    chunks = Chunks()
    monkeypatch.setattr(batch, "_solve_chunk", chunks)
    return chunks


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("jobs", [1, 3, None])
def test_each_deal_gets_the_answer_it_gets_alone(slug: str, jobs: int | None) -> None:
    game = GAMES[slug]
    found = dict(solve_many(game, range(1, 6), FEW, jobs=jobs))
    assert sorted(found) == [*range(1, 6)]
    for deal, result in found.items():
        alone = solve(game, game.deal(numbered_deck(deal)), FEW)
        assert (result.verdict, result.moves) == (alone.verdict, alone.moves)
        assert result.states == alone.states


def test_one_job_goes_by_the_numbers() -> None:
    deals = [7, 3, 900, 1, 2, 50, 4]
    assert [deal for deal, _ in solve_many(GOLF, deals, FEW, jobs=1)] == deals


def test_no_deals_no_results() -> None:
    assert list(solve_many(GOLF, [])) == []


def test_a_long_range_is_read_as_it_is_wanted(quick: Chunks) -> None:
    read = []

    def numbers() -> Iterator[int]:
        for number in itertools.count(1):
            read.append(number)
            yield number

    results = solve_many(FREECELL, numbers(), jobs=2)
    assert [deal for deal, _ in itertools.islice(results, 5)] != []
    time.sleep(0.2)
    assert len(read) < 100
    results.close()


def test_quick_deals_are_handed_over_by_the_hundred(quick: Chunks) -> None:
    list(solve_batches(FREECELL, range(1, 20_001), jobs=1))
    assert quick.sizes[:3] == [1, 1, 2]
    assert sum(quick.sizes) == 20_000
    assert max(quick.sizes) == 256
    assert len(quick.sizes) < 120


def test_slow_deals_are_handed_over_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = Chunks(0.02)
    monkeypatch.setattr(batch, "_solve_chunk", chunks)
    assert len(list(solve_many(FREECELL, range(1, 21), jobs=2))) == 20
    assert set(chunks.sizes) == {1}


def test_each_of_many_quick_deals_comes_through(quick: Chunks) -> None:
    count = sum(1 for _ in solve_many(FREECELL, range(1, 50_001), jobs=2))
    assert count == 50_000


# -- ways to stop ---------------------------------------------------------------------------------

LOST_SLOWLY = 11982
"""The deal of FreeCell that takes long to prove lost."""
ONE_QUICK = [4, *[2] * 9]
"""Deals of Golf: the first is won at once, the other is long work for the plain solver."""


def test_closing_it_stops_the_threads() -> None:
    results = solve_many(FREECELL, itertools.repeat(LOST_SLOWLY), Limit(), jobs=2)
    quick = solve_many(GOLF, range(1, 1000), FEW, jobs=2)
    next(quick)
    assert workers()
    for each in (results, quick):
        each.close()
    assert list(quick) == []


def test_closing_it_stops_searches_on_their_way() -> None:
    results = solve_many(GOLF, ONE_QUICK, Limit(), jobs=2)
    assert next(results).deal in ONE_QUICK
    results.close()


def test_cancel_ends_it_without_made_up_results() -> None:
    cancel = threading.Event()
    endless = itertools.repeat(LOST_SLOWLY)
    threading.Timer(0.3, cancel.set).start()
    found = list(solve_many(FREECELL, endless, Limit(), jobs=2, cancel=cancel))
    assert all(result.verdict is Verdict.LOST for _, result in found)


def test_cancelled_beforehand_it_does_nothing() -> None:
    cancel = threading.Event()
    cancel.set()
    assert list(solve_many(GOLF, range(1, 5), FEW, cancel=cancel)) == []


def test_an_error_comes_to_whoever_takes_the_results() -> None:
    results = solve_many(GOLF, [1, 2, 0, 3], FEW, jobs=1)
    assert [next(results).deal for _ in range(2)] == [1, 2]
    with pytest.raises(DealNumberError, match="there is no deal 0"):
        next(results)
    assert list(results) == []


def test_an_error_in_the_numbers_too() -> None:
    results = solve_many(GOLF, (10 // n for n in (5, 2, 1, 0)), FEW, jobs=1)
    with pytest.raises(ZeroDivisionError):
        list(results)


def test_ctrl_c_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_solve_chunk", Chunks(60))
    results = solve_many(FREECELL, range(1, 9), jobs=2)
    threading.Timer(0.2, lambda: __import__("_thread").interrupt_main()).start()
    with pytest.raises(KeyboardInterrupt):
        next(results)


@pytest.mark.parametrize("ending", ["", "sys.exit(0)", "del results"])
def test_python_ends_though_nobody_closed_it(ending: str) -> None:
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
def test_somebody_has_to_do_it(jobs: int) -> None:
    with pytest.raises(LimitError, match="leave nobody to search"):
        solve_many(GOLF, range(1, 3), jobs=jobs)


def test_no_more_threads_than_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_solve_chunk", Chunks(0.01))
    results = solve_many(FREECELL, range(1, 4), jobs=500)
    next(results)
    assert len(workers()) <= 3
    results.close()


def test_where_threads_run_out_those_that_are_there_do_it(
    quick: Chunks, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = threading.Thread.start
    started: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    assert len(list(solve_many(FREECELL, range(1, 101), jobs=9))) == 100


def test_cores_are_counted() -> None:
    assert usable_cores() >= 1

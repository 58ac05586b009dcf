"""Solving positions on threads: results in order, nothing half done, no thread left behind."""

import threading
from dataclasses import replace
from threading import Event, Timer

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Game, Position, numbered_deck
from winnable.coach.solver_pool import SolverPool
from winnable.solver import Limit, Verdict, has_kernel

GOLF, ACES_UP = GAMES["golf-relaxed"], GAMES["aces-up"]


def deals(game: Game, count: int) -> list[Position]:
    return [game.deal(numbered_deck(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_results_come_in_the_order_of_the_positions(threads: int) -> None:
    need_kernels()
    positions, limit = deals(GOLF, 30), Limit(states=5_000)
    with SolverPool(GOLF, threads=threads) as pool:
        found = pool.solve(positions, limit)
        again = pool.solve(positions[:1], limit)
    with SolverPool(GOLF, threads=1) as alone:
        wanted = [alone.solve([position], limit) for position in positions]
    assert found is not None
    assert again is not None
    assert [[(r.verdict, r.states)] for r in found] == [
        [(r.verdict, r.states) for r in results or ()] for results in wanted
    ]
    assert again[0].verdict is found[0].verdict


def test_no_positions_no_results() -> None:
    with SolverPool(GOLF, threads=2) as pool:
        assert pool.solve([], Limit()) == []


def test_a_won_position_needs_no_search() -> None:
    position = Position(((),) * 7, ((),), (), (), (0,) * 7)
    with SolverPool(GOLF) as pool:
        found = pool.solve([position], Limit())
    assert found is not None
    assert [(result.verdict, result.moves) for result in found] == [(Verdict.WINNABLE, ())]


@pytest.mark.parametrize("threads", [1, 2])
def test_cancelled_there_is_no_answer(threads: int) -> None:
    need_kernels()
    cancel = Event()
    with SolverPool(ACES_UP, cancel, threads=threads) as pool:
        Timer(0.05, cancel.set).start()
        # Without limits this would take minutes.
        assert pool.solve(deals(ACES_UP, 400), Limit()) is None
        assert pool.is_cancelled


def test_the_threads_end_with_the_context() -> None:
    before = threading.active_count()
    with SolverPool(GOLF, threads=3) as pool:
        pool.solve(deals(GOLF, 12), Limit(states=50))
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_thread_is_raised(threads: int) -> None:
    no_foundation = replace(deals(GOLF, 1)[0], foundations=())
    with SolverPool(GOLF, threads=threads) as pool, pytest.raises(IndexError):
        pool.solve([no_foundation] * 12, Limit())


def test_a_game_without_a_kernel_is_solved_in_python() -> None:
    other = replace(GOLF, fills_empty_columns=True)
    assert not has_kernel(other)
    with SolverPool(other) as pool:
        found = pool.solve(deals(other, 2), Limit(states=200))
    assert found is not None
    assert [result.states >= 1 for result in found] == [True, True]

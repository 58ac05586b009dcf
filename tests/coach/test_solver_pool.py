"""Threads that solve positions: in order, whoever was faster, and gone when they are not wanted."""

import threading
from threading import Event, Timer

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Game, Position, numbered_deck
from winnable.coach import solver_pool as pool_module
from winnable.coach.solver_pool import SolverPool
from winnable.solver import Limit, Verdict, kernels

GOLF, ACES_UP = GAMES["golf-relaxed"], GAMES["aces-up"]


def deals(game: Game, count: int) -> list[Position]:
    return [game.deal(numbered_deck(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_stand_in_the_order_of_the_positions(jobs: int) -> None:
    need_kernels()
    positions, limit = deals(GOLF, 30), Limit(states=5_000)
    with SolverPool(GOLF, jobs=jobs) as solver_pool:
        found = solver_pool.solve(positions, limit)
        again = solver_pool.solve(positions[:1], limit)
    with SolverPool(GOLF, jobs=1) as alone:
        wanted = [alone.solve([position], limit) for position in positions]
    assert found is not None
    assert again is not None
    assert [[(r.verdict, r.states)] for r in found] == [
        [(r.verdict, r.states) for r in results or ()] for results in wanted
    ]
    assert again[0].verdict is found[0].verdict


def test_nothing_to_do_is_soon_done() -> None:
    with SolverPool(GOLF, jobs=2) as solver_pool:
        assert solver_pool.solve([], Limit()) == []


def test_won_already() -> None:
    position = Position(((),) * 7, ((),), (), (), (0,) * 7)
    with SolverPool(GOLF) as solver_pool:
        found = solver_pool.solve([position], Limit())
    assert found is not None
    assert [(result.verdict, result.moves) for result in found] == [(Verdict.WINNABLE, ())]


@pytest.mark.parametrize("jobs", [1, 2])
def test_called_off_there_is_no_answer(jobs: int) -> None:
    need_kernels()
    cancel = Event()
    with SolverPool(ACES_UP, cancel, jobs=jobs) as solver_pool:
        Timer(0.05, cancel.set).start()
        # Without limits this would take minutes.
        assert solver_pool.solve(deals(ACES_UP, 400), Limit()) is None
        assert solver_pool.is_cancelled


def test_the_threads_are_gone_afterwards() -> None:
    before = threading.active_count()
    with SolverPool(GOLF, jobs=3) as solver_pool:
        solver_pool.solve(deals(GOLF, 12), Limit(states=50))
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_goes_wrong_is_told(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("out of cards")

    with SolverPool(GOLF, jobs=jobs) as solver_pool:
        monkeypatch.setattr(pool_module, "_solve_one", fail)
        with pytest.raises(ZeroDivisionError, match="out of cards"):
            solver_pool.solve(deals(GOLF, 12), Limit())


def test_where_there_are_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "kernel_for", lambda game: None)
    with SolverPool(GOLF) as solver_pool:
        plain = solver_pool.solve(deals(GOLF, 2), Limit(states=200))
    assert plain is not None
    assert [result.states >= 1 for result in plain] == [True, True]
    assert kernels.is_native(GOLF) in (True, False)

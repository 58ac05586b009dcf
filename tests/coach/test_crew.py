"""Threads that solve positions: in order, whoever was faster, and gone when they are not wanted."""

import threading
from threading import Event, Timer

import pytest
from natives import need_kernels

from winnable import GAMES, Game, Position, numbered_deck
from winnable.coach import crew as crew_module
from winnable.coach.crew import Crew
from winnable.solver import Limit, Verdict, kernels

GOLF, ACES_UP = GAMES["golf-relaxed"], GAMES["aces-up"]


def deals(game: Game, count: int) -> list[Position]:
    return [game.deal(numbered_deck(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_stand_in_the_order_of_the_positions(jobs: int) -> None:
    need_kernels()
    positions, limit = deals(GOLF, 30), Limit(states=5_000)
    with Crew(GOLF, jobs=jobs) as crew:
        found = crew.solve(positions, limit)
        again = crew.solve(positions[:1], limit)
    with Crew(GOLF, jobs=1) as alone:
        wanted = [alone.solve([position], limit) for position in positions]
    assert found is not None
    assert again is not None
    assert [[(r.verdict, r.states)] for r in found] == [
        [(r.verdict, r.states) for r in results or ()] for results in wanted
    ]
    assert again[0].verdict is found[0].verdict


def test_nothing_to_do_is_soon_done() -> None:
    with Crew(GOLF, jobs=2) as crew:
        assert crew.solve([], Limit()) == []


def test_won_already() -> None:
    position = Position(((),) * 7, ((),), (), (), (0,) * 7)
    with Crew(GOLF) as crew:
        found = crew.solve([position], Limit())
    assert found is not None
    assert [(result.verdict, result.moves) for result in found] == [(Verdict.WINNABLE, ())]


@pytest.mark.parametrize("jobs", [1, 2])
def test_called_off_there_is_no_answer(jobs: int) -> None:
    need_kernels()
    cancel = Event()
    with Crew(ACES_UP, cancel, jobs=jobs) as crew:
        Timer(0.05, cancel.set).start()
        # Without limits this would take minutes.
        assert crew.solve(deals(ACES_UP, 400), Limit()) is None
        assert crew.is_cancelled


def test_the_threads_are_gone_afterwards() -> None:
    before = threading.active_count()
    with Crew(GOLF, jobs=3) as crew:
        crew.solve(deals(GOLF, 12), Limit(states=50))
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_goes_wrong_is_told(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("out of cards")

    with Crew(GOLF, jobs=jobs) as crew:
        monkeypatch.setattr(crew, "_solve_one", fail)
        with pytest.raises(ZeroDivisionError, match="out of cards"):
            crew.solve(deals(GOLF, 12), Limit())


def test_where_there_are_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "kernel_for", lambda game: None)
    with Crew(GOLF) as crew:
        plain = crew.solve(deals(GOLF, 2), Limit(states=200))
    assert plain is not None
    assert [result.states >= 1 for result in plain] == [True, True]
    assert kernels.is_native(GOLF) in (True, False)

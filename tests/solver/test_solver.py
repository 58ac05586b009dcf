"""What `solve` promises: verdicts within limits, cancellation, and no impossible positions."""

import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from position_builders import endgame, table
from requires_kernels import need_kernels

from winnable import GAMES, BoardError, Card, LimitError, numbered_deck
from winnable.solver import Limit, Verdict, python_solver, solve

FREECELL, ACES = GAMES["freecell"], GAMES["aces-up"]
START = FREECELL.deal(numbered_deck(11982))
"""The one deal of Microsoft's first 32,000 that cannot be won."""
ENDLESS = replace(
    FREECELL.deal(numbered_deck(1)),
    columns=tuple(
        tuple(card for card in column if card != Card.parse("AC"))
        for column in FREECELL.deal(numbered_deck(1)).columns
    ),
)
"""Without an ace nothing wins, and nobody has ever looked at all the positions of it."""


def test_a_won_position_needs_no_move() -> None:
    result = solve(FREECELL, endgame(FREECELL))
    assert (result.verdict, result.moves) == (Verdict.WINNABLE, ())


def test_a_lost_position_has_no_moves() -> None:
    result = solve(ACES, table(ACES, "9C", "8D", "7H", "6S"))
    assert (result.verdict, result.moves) == (Verdict.LOST, ())
    assert 1 <= result.states <= 4


def test_a_limit_of_states_is_kept() -> None:
    result = solve(FREECELL, START, Limit(states=500))
    assert result.verdict is Verdict.UNSETTLED
    assert result.moves == ()
    assert 500 <= result.states <= 550  # it stops between two positions, not in the middle of one


def test_a_limit_of_time_is_kept() -> None:
    result = solve(FREECELL, ENDLESS, Limit(seconds=0.2))
    assert result.verdict is Verdict.UNSETTLED
    assert result.seconds >= 0.2


def test_it_can_be_cancelled_from_another_thread() -> None:
    cancel = threading.Event()
    results = []

    def work() -> None:
        results.append(solve(FREECELL, ENDLESS, cancel=cancel))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    cancel.set()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert results[0].verdict is Verdict.UNSETTLED


@pytest.mark.parametrize(
    "limit",
    [{"states": 0}, {"states": -5}, {"seconds": 0}, {"memory": 0}, {"seconds": float("nan")}],
)
def test_a_limit_has_to_allow_a_search(limit: dict[str, Any]) -> None:
    with pytest.raises(LimitError, match="leaves nothing to search"):
        Limit(**limit)


def test_an_impossible_position_is_refused() -> None:
    ace = Card.parse("AS")
    doubled = replace(START, cells=(ace, ace, None, None))
    with pytest.raises(BoardError, match="the ace of spades is there"):
        solve(FREECELL, doubled)
    with pytest.raises(BoardError, match="it has a stock"):
        solve(FREECELL, replace(START, stock=()))
    with pytest.raises(BoardError, match="it lacks a stock"):
        solve(ACES, replace(table(ACES, "9C"), stock=None))
    with pytest.raises(BoardError, match="it has 5 cells, and the game has 4"):
        solve(FREECELL, replace(START, cells=(None,) * 5))
    with pytest.raises(BoardError, match="foundation 1 is not one suit from the ace up"):
        solve(FREECELL, replace(endgame(FREECELL), foundations=((Card.parse("2S"),), (), (), ())))


def test_microsofts_deal_11982_is_lost() -> None:
    need_kernels()  # pure Python takes a minute
    result = solve(FREECELL, START)
    assert result.verdict is Verdict.LOST


@pytest.mark.heavy
def test_the_python_solver_says_the_same_of_11982() -> None:
    assert python_solver.search(FREECELL, START, Limit()).verdict is Verdict.LOST


def test_progress_can_be_watched() -> None:
    need_kernels()  # pure Python tells it of every position
    heard: list[int] = []
    solve(FREECELL, ENDLESS, Limit(states=500_000), progress=heard.append)
    assert len(heard) >= 3
    assert heard == sorted(heard)
    assert heard[-1] > heard[0]


def test_an_exception_in_progress_ends_it() -> None:
    def watcher(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(FREECELL, ENDLESS, Limit(seconds=30), progress=watcher)

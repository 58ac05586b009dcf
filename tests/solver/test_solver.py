"""What `solve` promises: verdicts within limits, that can be called off, and no nonsense."""

import threading
import time
from dataclasses import replace

import pytest
from tables import endgame, table

from winnable import GAMES, BoardError, Card, LimitError, numbered_deck
from winnable.solver import Limit, Verdict, solve

FREECELL, ACES = GAMES["freecell"], GAMES["aces-up"]
START = FREECELL.deal(numbered_deck(11982))
"""The one deal of Microsoft's first 32,000 that cannot be won, and takes long to prove it."""


def test_a_won_position_needs_no_move() -> None:
    result = solve(FREECELL, endgame(FREECELL))
    assert (result.verdict, result.moves) == (Verdict.WINNABLE, ())


def test_lost_comes_with_nothing_but_the_proof() -> None:
    result = solve(ACES, table(ACES, "9C", "8D", "7H", "6S"))
    assert (result.verdict, result.moves, result.states) == (Verdict.LOST, (), 1)


def test_a_limit_of_states_is_kept() -> None:
    result = solve(FREECELL, START, Limit(states=500))
    assert result.verdict is Verdict.UNSETTLED
    assert result.moves == ()
    assert 500 <= result.states <= 550  # it stops between two positions, not in the middle of one


def test_a_limit_of_time_is_kept() -> None:
    result = solve(FREECELL, START, Limit(states=None, seconds=0.2))
    assert result.verdict is Verdict.UNSETTLED
    assert result.seconds >= 0.2


def test_it_can_be_called_off_from_another_thread() -> None:
    cancel = threading.Event()
    results = []

    def work() -> None:
        results.append(solve(FREECELL, START, Limit(states=None), cancel=cancel))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    cancel.set()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert results[0].verdict is Verdict.UNSETTLED


@pytest.mark.parametrize("limit", [{"states": 0}, {"states": -5}, {"seconds": 0}])
def test_a_limit_has_to_leave_room(limit: dict[str, int]) -> None:
    with pytest.raises(LimitError, match="leaves nothing to search"):
        Limit(**limit)


def test_a_position_that_cannot_be_is_not_searched() -> None:
    ace = Card.parse("AS")
    doubled = replace(START, cells=(ace, ace, None, None))
    with pytest.raises(BoardError, match="the ace of spades is there"):
        solve(FREECELL, doubled)
    with pytest.raises(BoardError, match="it has a stock"):
        solve(FREECELL, replace(START, stock=()))
    with pytest.raises(BoardError, match="it lacks a stock"):
        solve(ACES, replace(table(ACES, "9C"), stock=None))
    with pytest.raises(BoardError, match="it has 5 cells, and the game 4"):
        solve(FREECELL, replace(START, cells=(None,) * 5))
    with pytest.raises(BoardError, match="foundation 1 is not one suit from the ace up"):
        solve(FREECELL, replace(endgame(FREECELL), foundations=((Card.parse("2S"),), (), (), ())))


@pytest.mark.heavy
def test_microsofts_deal_11982_is_lost() -> None:
    result = solve(FREECELL, START, Limit(states=None))
    assert result.verdict is Verdict.LOST

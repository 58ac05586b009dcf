"""The way back to the last winnable position, and when it is not told."""

from threading import Event

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Session
from winnable.coach import Coach, Review
from winnable.coach.way_back import describe_way_back, find_way_back
from winnable.solver import Verdict


def played(slug: str, moves: int) -> Session:
    session = Session.new(slug, 1)
    for _ in range(moves):
        session.make(next(session.legal_moves()))
    return session


def test_in_mid_game_it_would_tell_of_hidden_cards() -> None:
    need_kernels()
    session = played("golf-relaxed", 4)
    found = find_way_back(Coach(session.game), session, is_over=False)
    assert found is None
    assert "hidden cards" in describe_way_back(found, session)
    assert find_way_back(Coach(session.game), session, is_over=True) is not None


def test_a_game_without_a_move_is_over() -> None:
    need_kernels()
    session = played("golf-relaxed", 0)
    while not session.is_stuck:
        session.make(next(session.legal_moves()))
    found = find_way_back(Coach(session.game), session, is_over=False, cancel=Event())
    assert found is not None
    assert found.last_winnable is None or found.last_winnable < len(session.steps)


def test_where_all_cards_are_in_sight_nothing_is_told() -> None:
    need_kernels()
    session = played("freecell", 3)
    assert find_way_back(Coach(session.game), session, is_over=False) is not None


@pytest.mark.parametrize(
    ("verdicts", "last", "mistake", "said"),
    [
        ("WWLL", 1, 2, "2 moves undone: this is the last winnable position."),
        ("WUUL", 0, None, "known to be winnable"),
        ("WWWW", 3, None, "can still be won"),
        ("LLLL", None, None, "impossible from the start"),
        ("UUUL", None, None, "No earlier position is known"),
    ],
)
def test_what_is_said(verdicts: str, last: int | None, mistake: int | None, said: str) -> None:
    named = {"W": Verdict.WINNABLE, "U": Verdict.UNSETTLED, "L": Verdict.LOST}
    found = Review(
        GAMES["freecell"],
        tuple(named[each] for each in verdicts),
        is_won=False,
        mistake=mistake,
        last_winnable=last,
    )
    assert said in describe_way_back(found, played("freecell", 3))

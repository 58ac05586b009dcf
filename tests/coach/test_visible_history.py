"""What the coach may know of a game: everything that was in sight, and nothing else."""

import random

import pytest
from hidden_card_search import HIDING, OPEN, lying_otherwise, shuffled
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, wander

from winnable import GAMES, BoardError, Game, Session
from winnable.coach.visible_history import VisibleHistory


@given(st.sampled_from(HIDING), st.randoms(), st.integers(0, 40))
@examples(40)
def test_games_that_look_the_same_have_the_same_history(
    game: Game, rng: random.Random, steps: int
) -> None:
    session = shuffled(game, rng)
    for move in wander(game, session.position, steps, rng):
        session.make(move)
    assert VisibleHistory.of(session) == VisibleHistory.of(lying_otherwise(session, rng))


@given(st.sampled_from(list(GAMES.values())), st.randoms(), st.integers(0, 40))
@examples(40)
def test_it_has_every_view_of_the_line(game: Game, rng: random.Random, steps: int) -> None:
    session = shuffled(game, rng)
    views = [session.view]
    for move in wander(game, session.position, steps, rng):
        session.make(move)
        views.append(session.view)
    history = VisibleHistory.of(session)
    assert history.views == tuple(views)
    assert history.view == session.view
    assert VisibleHistory.of(history) is history
    if history.is_open:
        assert history.position() == session.position


def test_it_does_not_change_with_the_game() -> None:
    session = Session.new("freecell", 1)
    history = VisibleHistory.of(session)
    before = history.views
    session.make(next(session.legal_moves()))
    assert history.views == before
    assert VisibleHistory.of(session).views[:1] == before


def test_a_position_that_hides_cards_is_not_known() -> None:
    for game in HIDING:
        with pytest.raises(BoardError, match="the position is not known"):
            VisibleHistory.of(Session.new(game, 1)).position()
    for game in OPEN:
        session = Session.new(game, 1)
        assert VisibleHistory.of(session).position() == session.position

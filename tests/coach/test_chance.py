"""Chances: games counted, without a look at hidden cards, and as precise as they are said to be."""

import random
from dataclasses import replace
from threading import Event

import pytest
from hidden_card_search import HIDING, OPEN, lying_otherwise, shuffled, with_few_hidden
from requires_kernels import need_kernels
from strategies import BARE_EASTHAVEN, wander

from winnable import GAMES, Game, Session
from winnable.coach import Chance, Coach, chance
from winnable.coach.effort import EffortLevel, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.player import Player

GOLF = GAMES["golf-relaxed"]
by_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)


def under_way(game: Game, rng: random.Random, most: int = 20) -> Session:
    """A game with hidden cards after some moves by chance."""
    while True:
        session = shuffled(game, rng)
        for move in wander(game, session.position, rng.randrange(most), rng):
            session.make(move)
        if not session.view.is_open and not session.is_won:
            return session


def test_the_interval_is_wilsons() -> None:
    found = Chance(41, 100)
    assert found.share == 0.41
    assert (round(found.low, 3), round(found.high, 3)) == (0.319, 0.508)


@by_game
def test_the_same_view_has_the_same_chance(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(3):
        session = under_way(game, rng)
        found = chance(game, session.view, seed=2, games=60)
        assert found is not None
        assert found.games == 60
        twin = lying_otherwise(session, rng)
        assert chance(game, twin.view, seed=2, games=60) == found


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.slug)
def test_where_nothing_is_hidden_there_is_none(game: Game) -> None:
    assert chance(game, Session.new(game, 1).view) is None


def test_nor_is_there_without_a_player_of_the_game() -> None:
    session = Session.new(BARE_EASTHAVEN, 1)
    assert chance(session.game, session.view) is None
    assert Coach(session.game).evaluate(session, limit=None).chance is None


@by_game
def test_a_coach_s_own_effort_counts_for_chances_too(game: Game) -> None:
    need_kernels()
    session = under_way(game, random.Random(game.slug))
    usual = replace(effort_for(game), total_states=100, report_states=100)
    found = Coach(game, effort=replace(usual, chance_games=3)).evaluate(session).chance
    assert found is not None
    assert found.games == 3
    assert Coach(game, effort=replace(usual, chance_games=0)).evaluate(session).chance is None
    rollouts = effort_for(game, EffortLevel.QUICK).rollouts
    hint = Coach(game, effort=replace(usual, chance_games=3, rollouts=rollouts)).hint(session)
    assert hint.chance is not None or hint.is_safe
    assert hint.chance is None or hint.chance.games == 3


@by_game
def test_cancelled_there_is_none(game: Game) -> None:
    need_kernels()
    cancel = Event()
    cancel.set()
    assert chance(game, Session.new(game, 1).view, cancel=cancel) is None


@by_game
def test_nobody_wins_what_cannot_be_won(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(6):
        session = with_few_hidden(game, rng, 5)
        evaluation = Coach(game).evaluate(session)
        assert evaluation.odds is not None
        assert evaluation.odds.exact
        found = chance(game, session.view, games=1_000)
        assert found is not None
        assert found.low <= evaluation.odds.high


def estimated_and_true(game: Game, seed: int, games: int) -> tuple[Chance, float]:
    """The chance as it is reported, and the share of many other games from the same view."""
    session = under_way(game, random.Random(f"{game.slug} {seed}"), most=40)
    hidden = HiddenCards.of(game, session.view)
    player = Player(game, hidden.any_position)
    levels = effort_for(game).player
    (won,) = player.play_out([player.start], games=range(games), seed=~seed % 2**64, levels=levels)
    found = chance(game, session.view)
    assert found is not None
    return found, sum(won) / games


@pytest.mark.heavy
@by_game
def test_about_95_in_100_intervals_hold_the_share(game: Game) -> None:
    """The share is a sample, too, but a large one; `benchmarks.coach chances` does more."""
    need_kernels()
    inside = 0
    for seed in range(100):
        found, share = estimated_and_true(game, seed, 5_000)
        inside += found.low <= share <= found.high
    assert inside >= 88  # fewer would happen once in a thousand times

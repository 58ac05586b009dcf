"""What nobody has seen: which cards, in how many ways, and the same ways for the same dice."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import islice, permutations
from math import factorial

import pytest
from hidden_card_search import HIDING, OPEN, position_like, shuffled
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame, table
from strategies import ALL_GAMES, examples, positions

from winnable import GAMES, BoardError, Game, Position, Session, check_position
from winnable.coach.hidden_cards import HiddenCards

AnyTable = tuple[Game, Position]


@st.composite
def any_table(draw: st.DrawFn) -> AnyTable:
    """A game and a position of it."""
    game = draw(st.sampled_from(ALL_GAMES))
    return game, draw(positions(game))


def test_which_games_hide_cards() -> None:
    assert [game for game in GAMES.values() if game.hides_cards] == [
        game for game in GAMES.values() if game in HIDING
    ]
    for game in OPEN:
        assert Session.new(game, 1).view.is_open
    for game in HIDING:
        assert not Session.new(game, 1).view.is_open


def test_nothing_is_hidden_at_the_end() -> None:
    easthaven = GAMES["easthaven"]
    assert endgame(easthaven, "KS QS").view.is_open
    assert not endgame(easthaven, "<KS> QS").view.is_open
    assert not endgame(easthaven, "KS", stock="QS JS KH").view.is_open


@pytest.mark.parametrize(
    ("slug", "unseen"), [("golf-relaxed", 16), ("aces-up", 48), ("easthaven", 45), ("freecell", 0)]
)
def test_how_many_ways_there_are(slug: str, unseen: int) -> None:
    session = Session.new(slug, 617)
    hidden = HiddenCards.of(session.game, session.view)
    assert len(hidden.unseen) == unseen
    assert hidden.ways == factorial(unseen)


@given(any_table(), st.integers())
@examples(120)
def test_every_way_looks_the_same(at: AnyTable, seed: int) -> None:
    game, position = at
    seen = position.view
    hidden = HiddenCards.of(game, seen)
    for way in islice(hidden.some(seed), 3):
        assert way.view == seen
        check_position(game, way)
    away = [card for column in position.columns for card in column] + list(position.stock or ())
    assert set(hidden.unseen) == set(away) - {card for column in seen.columns for card in column}


@given(any_table(), st.randoms())
@examples(120)
def test_what_is_legal_does_not_depend_on_what_is_hidden(at: AnyTable, rng: random.Random) -> None:
    game, position = at
    other = position_like(game, position, rng)
    assert list(game.legal_moves(position)) == list(game.legal_moves(other))
    assert list(game.distinct_moves(position)) == list(game.distinct_moves(other))
    assert game.is_won(position) == game.is_won(other)


@given(any_table(), st.randoms(), st.integers())
@examples(60)
def test_the_ways_do_not_depend_on_how_the_cards_lie(
    at: AnyTable, rng: random.Random, seed: int
) -> None:
    game, position = at
    other = position_like(game, position, rng)
    one, two = HiddenCards.of(game, position.view), HiddenCards.of(game, other.view)
    assert list(islice(one.some(seed, "a"), 3)) == list(islice(two.some(seed, "a"), 3))


def test_the_order_of_the_stock_matters_and_so_do_places() -> None:
    easthaven = GAMES["easthaven"]
    position = endgame(easthaven, "<QH> KS", "<JS> KH", stock="QS KD KC")
    hidden = HiddenCards.of(easthaven, position.view)
    assert hidden.ways == 120
    ways = list(hidden.every())
    assert len(ways) == len(set(ways)) == 120
    assert position in ways
    assert {way.stock for way in ways} == set(permutations(hidden.unseen, 3))


def test_seeds_purposes_and_tables_have_dice_of_their_own() -> None:
    one, other = (Session.new("golf", deal) for deal in (5, 6))
    hidden = HiddenCards.of(one.game, one.view)
    throws = {
        hidden.dice(1, "a").random(),
        hidden.dice(2, "a").random(),
        hidden.dice(1, "b").random(),
        HiddenCards.of(other.game, other.view).dice(1, "a").random(),
    }
    assert len(throws) == 4
    assert hidden.dice(1, "a").random() in throws


def test_the_same_ways_in_every_process() -> None:
    code = (
        "from winnable import Session; from winnable.coach.hidden_cards import HiddenCards\n"
        "table = Session.new('easthaven', 1); hidden = HiddenCards.of(table.game, table.view)\n"
        "print(*next(hidden.some(7, 'odds')).stock)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    table = Session.new("easthaven", 1)
    stock = next(HiddenCards.of(table.game, table.view).some(7, "odds")).stock
    assert stock is not None
    assert answers == {" ".join(map(str, stock)) + "\n"}


def test_every_order_is_as_likely_as_any_other() -> None:
    golf = GAMES["golf-relaxed"]
    hidden = HiddenCards.of(golf, endgame(golf, "KS", stock="QS JS TS").view)
    counts = Counter(way.stock for way in islice(hidden.some(3), 6000))
    assert len(counts) == 6
    # 6000 throws of a fair die: about 29 off a thousand is one standard deviation.
    assert all(abs(count - 1000) < 4 * 29 for count in counts.values())


def test_a_view_with_cards_missing_is_refused_if_some_are_hidden() -> None:
    golf = GAMES["golf-relaxed"]
    with pytest.raises(BoardError, match=r"^the table hides 1 cards, and 50 of the deck"):
        HiddenCards.of(golf, table(golf, "KS", home="QS", stock="JS").view)
    little = table(golf, "KS", home="QS")
    assert HiddenCards.of(golf, little.view).only == little
    session = shuffled(golf, random.Random(1))
    with pytest.raises(BoardError, match="nobody knows its position"):
        _ = HiddenCards.of(golf, session.view).only

"""Hidden cards: which they are, in how many arrangements, and the same samples for one seed."""

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
def test_how_many_arrangements_there_are(slug: str, unseen: int) -> None:
    session = Session.new(slug, 617)
    hidden = HiddenCards.of(session.game, session.view)
    assert len(hidden.unseen) == unseen
    assert hidden.arrangement_count == factorial(unseen)


@given(any_table(), st.integers())
@examples(120)
def test_every_arrangement_looks_the_same(at: AnyTable, seed: int) -> None:
    game, position = at
    seen = position.view
    hidden = HiddenCards.of(game, seen)
    for other in islice(hidden.random_positions(seed), 3):
        assert other.view == seen
        check_position(game, other)
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
def test_samples_do_not_depend_on_where_the_hidden_cards_are(
    at: AnyTable, rng: random.Random, seed: int
) -> None:
    game, position = at
    other = position_like(game, position, rng)
    one, two = HiddenCards.of(game, position.view), HiddenCards.of(game, other.view)
    assert list(islice(one.random_positions(seed, "a"), 3)) == list(
        islice(two.random_positions(seed, "a"), 3)
    )


def test_the_order_of_the_stock_matters_and_so_do_places() -> None:
    easthaven = GAMES["easthaven"]
    position = endgame(easthaven, "<QH> KS", "<JS> KH", stock="QS KD KC")
    hidden = HiddenCards.of(easthaven, position.view)
    assert hidden.arrangement_count == 120
    positions = list(hidden.all_positions())
    assert len(positions) == len(set(positions)) == 120
    assert position in positions
    assert {position.stock for position in positions} == set(permutations(hidden.unseen, 3))


def test_each_seed_purpose_and_view_has_its_own_generator() -> None:
    one, other = (Session.new("golf", deal) for deal in (5, 6))
    hidden = HiddenCards.of(one.game, one.view)
    numbers = {
        hidden.rng(1, "a").random(),
        hidden.rng(2, "a").random(),
        hidden.rng(1, "b").random(),
        HiddenCards.of(other.game, other.view).rng(1, "a").random(),
    }
    assert len(numbers) == 4
    assert hidden.rng(1, "a").random() in numbers


def test_the_same_samples_in_every_process() -> None:
    code = (
        "from winnable import Session; from winnable.coach.hidden_cards import HiddenCards\n"
        "table = Session.new('easthaven', 1); hidden = HiddenCards.of(table.game, table.view)\n"
        "print(*next(hidden.random_positions(7, 'odds')).stock)"
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
    stock = next(HiddenCards.of(table.game, table.view).random_positions(7, "odds")).stock
    assert stock is not None
    assert answers == {" ".join(map(str, stock)) + "\n"}


def test_every_order_is_as_likely_as_any_other() -> None:
    golf = GAMES["golf-relaxed"]
    hidden = HiddenCards.of(golf, endgame(golf, "KS", stock="QS JS TS").view)
    counts = Counter(position.stock for position in islice(hidden.random_positions(3), 6000))
    assert len(counts) == 6
    # 6000 throws of a fair die: one standard deviation is about 29 off a thousand.
    assert all(abs(count - 1000) < 4 * 29 for count in counts.values())


def test_a_view_with_cards_missing_is_refused_if_some_are_hidden() -> None:
    golf = GAMES["golf-relaxed"]
    with pytest.raises(BoardError, match=r"^the table hides 1 cards, but 50 cards of the deck"):
        HiddenCards.of(golf, table(golf, "KS", home="QS", stock="JS").view)
    little = table(golf, "KS", home="QS")
    assert HiddenCards.of(golf, little.view).only_position == little
    session = shuffled(golf, random.Random(1))
    with pytest.raises(BoardError, match="the position is not known"):
        _ = HiddenCards.of(golf, session.view).only_position


def test_a_sample_is_complete_where_there_are_few_arrangements() -> None:
    golf = GAMES["golf-relaxed"]
    hidden = HiddenCards.of(golf, endgame(golf, "KS", stock="QS JS TS").view)
    for size in (6, 7):
        positions, is_complete = hidden.sample(size)
        assert is_complete
        assert list(positions) == list(hidden.all_positions())
    positions, is_complete = hidden.sample(5, 1, "a")
    assert not is_complete
    assert list(positions) == list(islice(hidden.random_positions(1, "a"), 5))


def test_any_position_looks_like_the_view() -> None:
    session = Session.new("easthaven", 1)
    hidden = HiddenCards.of(session.game, session.view)
    assert hidden.any_position.view == session.view

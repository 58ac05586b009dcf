"""Autoplay: Horne's rule by cases, and properties of any autoplay."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import table
from strategies import ALL_GAMES, BARE_EASTHAVEN, endgames, examples, positions

from winnable import (
    GAMES,
    Area,
    Autoplay,
    Card,
    Game,
    Place,
    Position,
    Suit,
    Transfer,
)
from winnable.play.autoplay import apply_autoplay
from winnable.rules.foundations import foundation_for, is_safe

FREE, BAKERS, EAST = (GAMES[slug] for slug in ("freecell", "bakers-game", "easthaven"))
BY_SUIT = [game for game in ALL_GAMES if game.has_autoplay]


def any_position(game: Game) -> st.SearchStrategy[Position]:
    return st.one_of(positions(game), endgames(game))


def homes(game: Game, position: Position) -> list[Transfer]:
    """The moves home, one for each card that can go."""
    return [
        move
        for move in game.distinct_moves(position)
        if isinstance(move, Transfer) and move.target.area is Area.FOUNDATION
    ]


def card_of(position: Position, move: Transfer) -> Card:
    return position.pile(move.source)[-1]


def home(position: Position) -> dict[Suit, int]:
    return {pile[0].suit: len(pile) for pile in position.foundations if pile}


@pytest.mark.parametrize(
    ("card", "foundations", "safe"),
    [
        ("AS", "", True),
        ("2S", "AS", True),  # an ace never has to be laid on a two
        ("3S", "2S", False),
        ("3S", "2S 2H", False),
        ("3S", "2S 2H 2C", False),
        ("3S", "2S 2H 2D", True),
        ("3S", "2S 2H AD", False),
        ("7D", "6D 6C 6S", True),
        ("7D", "6D 6C 5S", False),
        ("7D", "6D 9C 5S 9H", False),
        ("7D", "6D KC KS", True),
        ("7D", "6D 6C 6H", False),
        ("KH", "QH QS QC", True),
        ("KH", "QH QS JC", False),
    ],
)
@pytest.mark.parametrize("game", [FREE, EAST, BARE_EASTHAVEN], ids=lambda game: game.slug)
def test_hornes_rule(game: Game, card: str, foundations: str, safe: bool) -> None:
    position = table(game, card, home=foundations)
    assert is_safe(game, position, Card.parse(card)) == safe
    moves, after = apply_autoplay(game, position, Autoplay.SAFE)
    assert len(moves) == safe
    assert (after == position) == (not safe)
    assert len(apply_autoplay(game, position, Autoplay.ALL)[0]) == 1
    assert apply_autoplay(game, position, Autoplay.OFF) == ((), position)


@pytest.mark.parametrize("game", BY_SUIT, ids=lambda game: game.slug)
@examples(60)
@given(data=st.data())
def test_an_independent_statement_of_the_rule(game: Game, data: st.DataObject) -> None:
    """A card is safe when no card that could be laid on it, aces aside, is still on the table."""
    position = data.draw(any_position(game))
    on_table = set(position.cards()) - {card for pile in position.foundations for card in pile}
    for move in homes(game, position):
        card = card_of(position, move)
        wanting = [other for other in on_table if other.rank > 1 and game.is_run((card, other))]
        assert is_safe(game, position, card) == (not wanting)


@examples(60)
@given(any_position(BAKERS))
def test_in_bakers_game_every_move_home_is_safe(position: Position) -> None:
    assert all(is_safe(BAKERS, position, card_of(position, m)) for m in homes(BAKERS, position))
    assert apply_autoplay(BAKERS, position, Autoplay.SAFE) == apply_autoplay(
        BAKERS, position, Autoplay.ALL
    )


@pytest.mark.parametrize("slug", ["aces-up", "golf-relaxed"])
@pytest.mark.parametrize("autoplay", Autoplay)
@examples(25)
@given(data=st.data())
def test_games_without_autoplay(slug: str, autoplay: Autoplay, data: st.DataObject) -> None:
    position = data.draw(any_position(GAMES[slug]))
    assert apply_autoplay(GAMES[slug], position, autoplay) == ((), position)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(40)
@given(data=st.data())
def test_automatic_moves_are_legal_and_complete(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    for autoplay in Autoplay:
        moves, after = apply_autoplay(game, position, autoplay)
        now = position
        for move in moves:
            assert move.target.area is Area.FOUNDATION
            assert autoplay is Autoplay.ALL or is_safe(game, now, card_of(now, move))
            now = game.apply(now, move)
        assert now == after
        assert apply_autoplay(game, after, autoplay) == ((), after)
        if autoplay is Autoplay.ALL and game.has_autoplay:
            assert not homes(game, after)
    safe, every = (apply_autoplay(game, position, how)[1] for how in (Autoplay.SAFE, Autoplay.ALL))
    safely_home, all_home = home(safe), home(every)
    assert all(safely_home[suit] <= all_home[suit] for suit in safely_home)


@pytest.mark.parametrize("game", BY_SUIT, ids=lambda game: game.slug)
@examples(40)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_order_makes_no_difference(game: Game, data: st.DataObject, seed: int) -> None:
    """Whichever card goes first, the same cards are home in the end, and the rest lies the same."""
    rng = random.Random(seed)
    position = data.draw(any_position(game))
    for autoplay in (Autoplay.SAFE, Autoplay.ALL):
        now = position
        while ready := [
            move
            for move in homes(game, now)
            if autoplay is Autoplay.ALL or is_safe(game, now, card_of(now, move))
        ]:
            now = game.apply(now, rng.choice(ready))
        _, after = apply_autoplay(game, position, autoplay)
        assert home(now) == home(after)
        assert (now.columns, now.cells, now.face_down) == (
            after.columns,
            after.cells,
            after.face_down,
        )


@pytest.mark.parametrize("game", BY_SUIT, ids=lambda game: game.slug)
@examples(40)
@given(data=st.data())
def test_the_foundation_of_a_card(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    for move in homes(game, position):
        assert foundation_for(game, position, card_of(position, move)) == move.target


def test_foundations_by_cases() -> None:
    position = table(FREE, "5H", "AC", "9D", home="- 4H - 2S")
    assert str(foundation_for(FREE, position, Card.parse("5H"))) == "f2"
    assert str(foundation_for(FREE, position, Card.parse("AC"))) == "f1"
    assert str(foundation_for(FREE, position, Card.parse("9D"))) == "f1"  # the rules will refuse it
    golf = GAMES["golf-relaxed"]
    assert foundation_for(golf, table(golf, "5H", home="6S"), Card.parse("5H")) == Place(
        Area.FOUNDATION
    )

"""Properties of every game that our rules can describe, registered or not."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame, pile, table
from strategies import ALL_GAMES, decks, endgames, examples, lines, moves, positions

from winnable import (
    DECK,
    GAMES,
    Area,
    Card,
    Deal,
    Game,
    IllegalMoveError,
    Move,
    Place,
    Position,
    StockRule,
    Transfer,
    check_position,
    parse_move,
)

T = TypeVar("T")

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)


def any_position(game: Game) -> st.SearchStrategy[Position]:
    return st.one_of(positions(game), endgames(game))


def writable_moves(game: Game) -> Iterator[Move]:
    """Every move that could be meant in the game, and some from and to places it does not have."""
    places = [
        Place(area, slot)
        for area, slots in (
            (Area.COLUMN, game.columns), (Area.CELL, game.cells),
            (Area.FOUNDATION, game.foundations),
        )
        for slot in range(slots + 1)
    ]  # fmt: skip
    yield Deal()
    for source in places:
        for target in places:
            most = 14 if source.area is target.area is Area.COLUMN else 2
            yield from (Transfer(source, target, count) for count in range(1, most + 1))


WRITABLE = {game.slug: tuple(writable_moves(game)) for game in ALL_GAMES}


@every_game
@examples(15)
@given(data=st.data())
def test_a_move_is_listed_exactly_when_it_is_legal(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    listed = list(game.legal_moves(position))
    assert len(set(listed)) == len(listed)
    writable = WRITABLE[game.slug]
    fine = {move for move in writable if next(game.problems(position, move), None) is None}
    assert fine == set(listed)
    assert all(game.is_legal(position, move) for move in listed)


@every_game
@examples(40)
@given(data=st.data())
def test_cards_are_conserved(game: Game, data: st.DataObject) -> None:
    position, line = data.draw(lines(game))
    for move in line:
        position = game.apply(position, move)
        assert Counter(position.cards()) == Counter(DECK)
        assert check_position(game, position) is position


@every_game
@examples(25)
@given(data=st.data())
def test_conserved_from_the_end_of_games_too(game: Game, data: st.DataObject) -> None:
    position = data.draw(endgames(game))
    for move in game.legal_moves(position):
        after = game.apply(position, move)
        assert Counter(after.cards()) == Counter(DECK)
        assert check_position(game, after) is after
        assert after != position


@every_game
@examples(60)
@given(data=st.data())
def test_applying_a_move_makes_a_new_position(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    before, hashed = deepcopy(position), hash(position)
    move = data.draw(st.one_of(moves(), st.sampled_from(WRITABLE[game.slug])))
    problems = tuple(game.problems(position, move))
    if problems:
        with pytest.raises(IllegalMoveError) as caught:
            game.apply(position, move)
        assert caught.value.problems == problems
        assert caught.value.move == move
        assert str(caught.value) == f"{move}: {caught.value.why}"
        assert len(str(caught.value).splitlines()) == 1
        assert "{" not in str(caught.value)
    else:
        game.apply(position, move)
    for legal in game.legal_moves(position):
        game.apply(position, legal)
    assert position == before
    assert hash(position) == hashed == hash(before)


@every_game
@examples(40)
@given(data=st.data())
def test_a_move_moves_exactly_its_cards(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    for move in game.legal_moves(position):
        after = game.apply(position, move)
        if isinstance(move, Deal):
            continue
        lifted = position.pile(move.source)[-move.count :]
        assert after.pile(move.source) == position.pile(move.source)[: -move.count]
        assert after.pile(move.target) == position.pile(move.target) + lifted
        assert after.stock == position.stock
        for kind, slots in ((Area.COLUMN, game.columns), (Area.CELL, game.cells),
                            (Area.FOUNDATION, game.foundations)):  # fmt: skip
            for place in (Place(kind, slot) for slot in range(slots)):
                if place not in (move.source, move.target):
                    assert after.pile(place) == position.pile(place)


def swapped(position: Position, one: Place, other: Place) -> Position:
    """The position with the piles of two places of a kind exchanged."""
    assert one.area is other.area

    def swap(piles: tuple[T, ...]) -> tuple[T, ...]:
        changed = list(piles)
        changed[one.slot], changed[other.slot] = changed[other.slot], changed[one.slot]
        return tuple(changed)

    if one.area is Area.CELL:
        return replace(position, cells=swap(position.cells))
    if one.area is Area.FOUNDATION:
        return replace(position, foundations=swap(position.foundations))
    return replace(position, columns=swap(position.columns), face_down=swap(position.face_down))


def representative(game: Game, position: Position, move: Move) -> Move:
    """The move that stands for this one: to the first of the empty places that do not differ."""
    if isinstance(move, Deal) or position.pile(move.target):
        return move
    area = move.target.area
    if area is Area.COLUMN and game.stock_rule is StockRule.COLUMNS and position.stock:
        return move
    slots = range(game.slots(area))
    first = next(slot for slot in slots if not position.pile(Place(area, slot)))
    return replace(move, target=Place(area, first))


@every_game
@examples(40)
@given(data=st.data())
def test_distinct_moves_represent_all_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    legal, distinct = list(game.legal_moves(position)), list(game.distinct_moves(position))
    assert distinct == [move for move in legal if move in set(distinct)]
    assert set(distinct) == {representative(game, position, move) for move in legal}
    for move in set(legal) - set(distinct):
        other = representative(game, position, move)
        assert isinstance(move, Transfer)
        assert isinstance(other, Transfer)
        assert other in distinct
        exchanged = swapped(game.apply(position, move), move.target, other.target)
        assert exchanged == game.apply(position, other)


@every_game
@examples(40)
@given(data=st.data())
def test_what_a_move_uncovers_is_turned_up(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    for move in game.legal_moves(position):
        after = game.apply(position, move)
        for slot, column in enumerate(after.columns):
            assert not column or after.face_up(slot)
            uncovered = isinstance(move, Transfer) and move.source == Place(Area.COLUMN, slot)
            turned = uncovered and not position.face_up(slot)[: -getattr(move, "count", 1)]
            lower = 1 if turned and column else 0
            assert after.face_down[slot] == position.face_down[slot] - lower


def test_easthaven_turns_a_card_up() -> None:
    game = GAMES["easthaven"]
    position = table(game, "<3C> <4C> 5D 4S", "6S")
    after = game.apply(position, parse_move("t1t2x2"))
    assert (after.columns[0], after.face_down[0]) == (pile("3C 4C"), 1)
    after = game.apply(after, parse_move("t1t3"))
    assert (after.columns[0], after.face_down[0]) == (pile("3C"), 0)


@every_game
@examples(60)
@given(data=st.data())
def test_dealing_from_the_stock(game: Game, data: st.DataObject) -> None:
    position = data.draw(any_position(game))
    assert (position.stock is None) == (not game.has_stock)
    if not position.stock:
        assert not game.is_legal(position, Deal())
        return
    after = game.apply(position, Deal())
    stock = position.stock
    if game.stock_rule is StockRule.FOUNDATION:
        assert after.columns == position.columns
        assert after.foundations[0] == (*position.foundations[0], stock[0])
        assert after.stock == stock[1:]
        return
    assert after.foundations == position.foundations
    assert after.stock == stock[game.columns :]
    for slot, (old, new) in enumerate(zip(position.columns, after.columns, strict=True)):
        assert new == (*old, *stock[slot : slot + 1])


@every_game
@examples(10)
@given(data=st.data())
def test_a_deal_uses_the_deck_in_order(game: Game, data: st.DataObject) -> None:
    deck = data.draw(decks())
    position = game.deal(iter(deck))
    for slot, column in enumerate(position.columns):
        assert column == deck[: game.tableau_cards][slot :: game.columns]
        assert position.face_down[slot] == game.face_down
    rest = deck[game.tableau_cards :]
    assert position.foundations[0] == rest[: game.foundation_cards]
    assert not any(position.foundations[1:])
    assert not any(position.cells)
    assert (position.stock or ()) == rest[game.foundation_cards :]
    assert not game.is_won(position)


@every_game
@examples(150)
@given(data=st.data())
def test_when_a_game_is_won(game: Game, data: st.DataObject) -> None:
    """The goal in the words of the rules, told from the cards that are left on the table."""
    position = data.draw(endgames(game, 9))
    left: list[Card] = [card for column in position.columns for card in column]
    waiting = [card for card in position.cells if card] + [*(position.stock or ())]
    assert game.is_won(position) == {
        "aces-up": not waiting and {card.rank for card in left} <= {1},
        "golf-relaxed": not left,
        "golf-strict": not left,
        "bare": not left,
    }.get(game.slug, all(len(pile) == 13 for pile in position.foundations))


def test_the_end_of_each_game() -> None:
    for slug, before, last in [
        ("freecell", endgame(GAMES["freecell"], "KS"), "t1f4"),
        ("bakers-game", endgame(GAMES["bakers-game"], cells="- KD"), "c2f2"),
        ("easthaven", endgame(GAMES["easthaven"], "", "KC"), "t2f1"),
        ("golf-relaxed", endgame(GAMES["golf-relaxed"], "QH", stock="2D"), "t1f1"),
        ("aces-up", endgame(GAMES["aces-up"], "AS 2H", "AH", "AD", "AC"), "t1f1"),
    ]:
        game = GAMES[slug]
        assert not game.is_won(before)
        assert game.is_won(game.apply(before, parse_move(last))), slug


def test_aces_up_is_not_won_without_its_aces() -> None:
    game = GAMES["aces-up"]
    assert game.is_won(table(game, "AC", "AD", "AH", "AS"))
    thrown = replace(table(game, "AC", "AD", "AH"), foundations=(pile("AS"),))
    assert not game.is_won(thrown)

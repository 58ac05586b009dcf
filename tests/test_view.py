"""A view gives no hidden card away, nor does anything that is made from one."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import (
    DECK,
    Area,
    Card,
    Game,
    Place,
    Position,
    Transfer,
    View,
    svg,
    text,
)

HIDING = [game for game in ALL_GAMES if game.face_down or game.has_stock]

SHOWN: dict[str, Callable[[View], str]] = {
    "repr": repr,
    "as_dict": lambda shown: json.dumps(shown.as_dict()),
    "table": text.table,
    "ascii table": lambda shown: text.table(shown, unicode=False),
    "coloured table": lambda shown: text.table(shown, colour=True, four_colour=True),
    "listing": text.listing,
    "picture": svg.table,
}


def hidden_cards(position: Position) -> list[Card]:
    columns = zip(position.columns, position.face_down, strict=True)
    return [card for column, down in columns for card in column[:down]] + [*(position.stock or ())]


def with_hidden_cards(position: Position, cards: list[Card]) -> Position:
    """The same table with other cards where they cannot be seen."""
    left = iter(cards)
    columns = tuple(
        tuple(next(left) if row < down else card for row, card in enumerate(column))
        for column, down in zip(position.columns, position.face_down, strict=True)
    )
    stock = None if position.stock is None else tuple(next(left) for _ in position.stock)
    return replace(position, columns=columns, stock=stock)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
@examples(25)
@given(data=st.data())
def test_hidden_cards_make_no_difference(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    hidden = hidden_cards(position)
    assume(len(hidden) > 1)
    assert with_hidden_cards(position, hidden) == position
    other = with_hidden_cards(position, random.Random(0).sample(hidden[::-1], len(hidden)))
    assert sorted(other.cards()) == sorted(position.cards())
    assert other.view == position.view
    for how, show in SHOWN.items():
        assert show(other.view) == show(position.view), how


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
@examples(25)
@given(data=st.data())
def test_no_name_of_a_hidden_card_appears(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    shown = {how: show(position.view) for how, show in SHOWN.items()}
    for card in hidden_cards(position):
        for how, said in shown.items():
            # In a picture, "2C" may be a stroke of the pen.
            names = [card.sign, card.name, *[str(card)] * (how != "picture")]
            assert not [name for name in names if name in said], how


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(25)
@given(data=st.data())
def test_everything_else_is_in_the_view(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    shown = position.view
    seen = [card for column in shown.columns for card in column if card]
    seen += [card for pile in shown.foundations for card in pile]
    seen += [card for card in shown.cells if card]
    assert sorted(seen + hidden_cards(position)) == sorted(position.cards())
    assert [len(column) for column in shown.columns] == [len(c) for c in position.columns]
    assert shown.stock == (None if position.stock is None else len(position.stock))
    for column, lying in zip(shown.columns, position.columns, strict=True):
        assert all(card in (None, there) for card, there in zip(column, lying, strict=True))


def test_views_are_values() -> None:
    shown = (ALL_GAMES[0].deal(DECK)).view
    assert hash(shown) == hash(replace(shown))
    assert {shown} == {replace(shown)}


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
@examples(25)
@given(data=st.data())
def test_refusals_do_not_depend_on_hidden_cards(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    hidden = hidden_cards(position)
    other = with_hidden_cards(position, hidden[::-1])
    slots = {area: [Place(area, slot) for slot in range(game.slots(area))] for area in Area}
    for source in slots[Area.COLUMN]:
        for count in range(1, len(position.pile(source)) + 1):
            for target in (*slots[Area.COLUMN], *slots[Area.FOUNDATION]):
                move = Transfer(source, target, count)
                said = [str(problem) for problem in game.problems(position, move)]
                assert said == [str(problem) for problem in game.problems(other, move)]

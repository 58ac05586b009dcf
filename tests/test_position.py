"""Places and positions."""

import dataclasses
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import pile, table
from strategies import ALL_GAMES, endgames, examples, places, positions

from winnable import (
    DECK,
    GAMES,
    Area,
    Game,
    NotationError,
    Place,
    Position,
    numbered_deck,
    svg,
)

FREECELL, EASTHAVEN = GAMES["freecell"], GAMES["easthaven"]


@pytest.mark.parametrize(
    ("area", "letter", "noun"),
    [
        (Area.COLUMN, "t", "column"),
        (Area.CELL, "c", "cell"),
        (Area.FOUNDATION, "f", "foundation"),
    ],
)
def test_areas(area: Area, letter: str, noun: str) -> None:
    assert (area.value, area.noun) == (letter, noun)
    assert Place.parse(f"{letter}12") == Place(area, 11)
    assert Place(area, 11).name == f"{noun} 12"
    assert Place(area).slot == 0


@given(st.one_of(places(), st.builds(Place, st.sampled_from(Area), st.integers(0, 98))))
def test_places_round_trip(place: Place) -> None:
    assert Place.parse(str(place)) == place
    assert eval(repr(place)) == place


@pytest.mark.parametrize(
    "text",
    ["", "t", "1", "t0", "t01", "t100", "T1", "s1", "t1 ", " t1", "t1\n", "t-1", "t1f1", "t２"],
)
def test_what_is_not_a_place(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a place: write t1, c1 or f1$"):
        Place.parse(text)


def test_what_lies_where() -> None:
    position = table(FREECELL, "KH QS", "7D", cells="- 9C", home="- 2S")
    assert position.pile(Place.parse("t1")) == pile("KH QS")
    assert position.pile(Place.parse("t3")) == ()
    assert position.pile(Place.parse("c1")) == ()
    assert position.pile(Place.parse("c2")) == pile("9C")
    assert position.pile(Place.parse("f2")) == pile("AS 2S")
    assert sorted(position.cards()) == sorted(pile("KH QS 7D 9C AS 2S"))


def test_what_lies_face_up() -> None:
    position = table(EASTHAVEN, "<3C> <4C> 5D 4S", "<3D> 9H", "2C")
    assert [position.face_up(slot) for slot in range(4)] == [
        pile("5D 4S"), pile("9H"), pile("2C"), ()
    ]  # fmt: skip


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(20)
@given(data=st.data())
def test_all_52_cards_are_somewhere(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    assert Counter(position.cards()) == Counter(DECK)
    assert sum(map(len, position.columns)) + sum(map(len, position.foundations)) + len(
        position.stock or ()
    ) == 52 - sum(card is not None for card in position.cells)


@examples(20)
@given(endgames(EASTHAVEN))
def test_positions_are_values(position: Position) -> None:
    twin = Position(
        tuple(tuple(iter(column)) for column in position.columns),
        position.foundations,
        position.cells,
        position.stock,
        tuple(iter(position.face_down)),
    )
    assert twin == position
    assert hash(twin) == hash(position)
    assert len({twin, position}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.face_down = ()  # type: ignore[misc]


def test_a_position_shows_itself_in_a_notebook() -> None:
    position = EASTHAVEN.deal(numbered_deck(1))
    assert position._repr_svg_() == svg.table(position.view)


def test_a_view_has_what_can_be_seen() -> None:
    position = table(EASTHAVEN, "<3C> <4C> 5D 4S", "", home="AH", stock="7S 8S")
    shown = position.view
    assert shown.columns[:2] == ((None, None, *pile("5D 4S")), ())
    assert shown.foundations[0] == pile("AH")
    assert (shown.cells, shown.stock) == ((), 2)
    assert json.loads(json.dumps(shown.as_dict())) == {
        "columns": [["??", "??", "5D", "4S"], [], [], [], [], [], []],
        "foundations": [["AH"], [], [], []],
        "cells": [],
        "stock": 2,
    }
    assert table(FREECELL, cells="- 5H").view.as_dict()["cells"] == [None, "5H", None, None]
    assert table(FREECELL).view.stock is None

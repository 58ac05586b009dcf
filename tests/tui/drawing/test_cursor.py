"""How the cursor moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import Card, Place, Position, Session
from winnable.tui.drawing.cursor import Cursor, first_cursor, kept_cursor, moved_cursor
from winnable.tui.drawing.layout import Layout, make_layout
from winnable.view import View

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


def at(text: str, index: int) -> Cursor:
    return (None if text == "stock" else Place.parse(text)), index


def moved(layout: Layout, cursor: Cursor, *steps: tuple[int, int]) -> Cursor:
    for step in steps:
        cursor = moved_cursor(layout, cursor, *step)
    return cursor


@pytest.fixture
def freecell() -> Layout:
    return make_layout(Session.new("freecell", 1).view, 80, 20)


@pytest.fixture
def easthaven() -> Layout:
    return make_layout(Session.new("easthaven", 1).view, 80, 20)


def test_it_starts_at_the_first_column(freecell: Layout) -> None:
    assert first_cursor(freecell) == at("t1", 6)
    assert first_cursor(make_layout(View((), (), (), None), 80, 20)) is None
    assert first_cursor(make_layout(View((), ((),), (), 3), 80, 20)) == at("stock", -1)


def test_it_wraps_around_at_the_ends_of_a_row(freecell: Layout) -> None:
    assert moved(freecell, at("t1", 6), RIGHT) == at("t2", 6)
    assert moved(freecell, at("t1", 6), LEFT) == at("t8", 5)
    assert moved(freecell, at("c4", -1), RIGHT) == at("f1", -1)
    assert moved(freecell, at("f4", -1), RIGHT) == at("c1", -1)


def test_up_and_down_a_column(freecell: Layout) -> None:
    assert moved(freecell, at("t1", 6), UP) == at("t1", 5)
    assert moved(freecell, at("t1", 6), UP, UP, DOWN) == at("t1", 5)
    assert moved(freecell, at("t1", 6), DOWN) == at("t1", 6)
    assert moved(freecell, at("t1", 0), UP) == at("c1", -1)
    assert moved(freecell, at("t8", 0), UP) == at("f4", -1)
    assert moved(freecell, at("f4", -1), DOWN) == at("t8", 5)
    assert moved(freecell, at("c1", -1), UP) == at("c1", -1)


def test_it_skips_face_down_cards(easthaven: Layout) -> None:
    assert moved(easthaven, at("t1", 2), UP) == at("stock", -1)
    assert moved(easthaven, at("stock", -1), DOWN) == at("t1", 2)
    assert moved(easthaven, at("t1", 1), DOWN) == at("t1", 2)
    assert moved(easthaven, at("t1", 1), UP) == at("stock", -1)


def test_it_stays_in_place_when_the_table_changes() -> None:
    before = make_layout(Session.new("freecell", 1).view, 80, 20)
    session = Session.new("freecell", 1)
    session.make("t3c1")
    after = make_layout(session.view, 80, 20)
    assert kept_cursor(after, at("t3", 6), before) == at("t3", 5)
    assert kept_cursor(after, at("t3", 2), before) == at("t3", 2)
    assert kept_cursor(after, at("c1", -1), before) == at("c1", 0)
    assert kept_cursor(before, at("t3", 5), after) == at("t3", 6)
    assert kept_cursor(before, at("t9", 0)) == at("t1", 6)


@examples(100)
@given(
    st.sampled_from(ALL_GAMES).flatmap(lambda game: st.one_of(positions(game), endgames(game))),
    st.lists(st.sampled_from((LEFT, RIGHT, UP, DOWN)), max_size=30),
    st.sampled_from(((40, 15), (80, 20))),
)
def test_it_is_always_on_something_visible(
    position: Position, steps: list[tuple[int, int]], size: tuple[int, int]
) -> None:
    layout = make_layout(position.view, *size)
    cursor = first_cursor(layout)
    assert cursor
    for step in steps:
        cursor = moved_cursor(layout, cursor, *step)
        spot = layout.spot(*cursor)
        assert (spot.place, spot.index) == cursor
        assert isinstance(spot.card, Card) or spot.index == -1

"""The painter: golden drawings, and what is highlighted on them."""

from __future__ import annotations

import re

import pytest
from card_table_drawings import GOLDEN, SCENES, drawings
from hypothesis import given
from hypothesis import strategies as st
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import Area, Deal, Game, Place, Position, Session, Transfer
from winnable.text import card_text
from winnable.tui.drawing.card_art import Role, Row
from winnable.tui.drawing.layout import Layout, make_layout
from winnable.tui.drawing.painter import Drag, Marks, MoveMark, paint, plain_text
from winnable.tui.drawing.palette import PALETTES, Colours

DRAWN = drawings()


def at(text: str) -> Place:
    return Place.parse(text)


def cells(rows: tuple[Row, ...]) -> list[list[tuple[str, Colours]]]:
    return [[(sign, colour) for text, colour in row for sign in text] for row in rows]


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("table-*.txt")))
def test_golden_drawings(name: str) -> None:
    """`card_table_drawings` writes the files."""
    assert DRAWN[name] == (GOLDEN / name).read_text(encoding="utf-8")


def test_every_drawing_has_its_golden_file() -> None:
    assert {path.name for path in GOLDEN.glob("table-*.txt")} == set(DRAWN)
    for name, text in DRAWN.items():
        width, height = map(int, re.findall("[0-9]+", name))
        assert len(text.splitlines()) == height
        assert all(len(line) <= width for line in text.splitlines())
        assert text.isascii() == ("ascii" in name)


@examples(150)
@given(
    st.sampled_from(ALL_GAMES).flatmap(
        lambda game: st.tuples(st.just(game), st.one_of(positions(game), endgames(game)))
    ),
    st.integers(40, 200),
    st.integers(15, 60),
    st.sampled_from(sorted(PALETTES)),
)
def test_every_visible_card_is_named(
    dealt: tuple[Game, Position], width: int, height: int, palette: str
) -> None:
    layout = make_layout(dealt[1].view, width, height)
    rows = cells(paint(layout, Marks(), PALETTES[palette]))
    assert [len(row) for row in rows] == [width] * height
    for spot in layout.spots:
        seen = "".join(sign for sign, _ in rows[spot.y][spot.x : spot.x + spot.width])
        if spot.card:
            assert card_text(spot.card, PALETTES[palette].unicode) in seen
        if spot.count > 1:
            assert str(spot.count) in seen
    for label in layout.labels:
        seen = "".join(sign for sign, _ in rows[label.y][label.x : label.x + len(label.text)])
        assert seen == label.text


@pytest.fixture
def layout() -> Layout:
    return make_layout((SCENES["freecell"][0]).view, 80, 20)


def test_roles_in_order(layout: Layout) -> None:
    """What the player does hides a hint; a hint hides the targets."""
    two = [layout.spot(at("t2"), 8), layout.last(at("t2"))]
    last = layout.last(at("t7"))
    marks = Marks(selection=(at("t2"), 8), targets=frozenset({at("t7")}))
    assert [marks.role(spot, False) for spot in two] == [Role.SELECTED] * 2
    assert marks.role(layout.spot(at("t2"), 7), False) is Role.PLAIN
    assert marks.role(last, True) is Role.TARGET
    assert marks.role(layout.spot(at("t7"), 3), False) is Role.PLAIN
    hinted = Marks(targets=frozenset({at("t7")}), hint=MoveMark(at("t2"), 8, at("t7")))
    assert [hinted.role(spot, False) for spot in two] == [Role.HINT_FROM] * 2
    assert hinted.role(last, True) is Role.HINT_TO
    dragged = Marks(selection=(at("t2"), 8), drag=Drag(at("t2"), 8, 3, 3))
    assert [dragged.role(spot, False) for spot in two] == [Role.DRAGGED] * 2


def test_a_hint_to_deal_is_about_the_stock_alone() -> None:
    layout = make_layout(Session.new("easthaven", 1).view, 80, 20)
    marks = Marks(hint=MoveMark(None, -1, None))
    roles = {spot.place: marks.role(spot, True) for spot in layout.spots}
    assert roles.pop(None) is Role.HINT_FROM
    assert set(roles.values()) == {Role.PLAIN}


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_names_of_targets_light_up(layout: Layout, palette: str) -> None:
    rows = cells(paint(layout, Marks(targets=frozenset({at("t7"), at("f4")})), PALETTES[palette]))
    lit = {label.text for label in layout.labels if rows[label.y][label.x][1].foreground == "lit"}
    assert lit == {"t7", "f4"}


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_the_cursor_is_beside_the_card(layout: Layout, palette: str) -> None:
    arrows = "►◄" if PALETTES[palette].unicode else "><"
    for spot in layout.spots:
        rows = cells(paint(layout, Marks(cursor=(spot.place, spot.index)), PALETTES[palette]))
        beside = [rows[spot.y][x] for x in (spot.x - 1, spot.x + spot.width)]
        assert "".join(sign for sign, _ in beside) == arrows
        assert {colour.foreground for _, colour in beside} == {"cursor"}


def test_dragged_cards_follow_and_leave_a_ghost(layout: Layout) -> None:
    plain = paint(layout, Marks(), PALETTES["no-colour"])
    rows = paint(layout, Marks(drag=Drag(at("t2"), 8, 20, -5)), PALETTES["no-colour"])
    text = plain_text(rows)
    assert text.count("7♠") == plain_text(plain).count("7♠") + 1
    assert "·7♠····" in text
    assert "╭7♠──●╮" in text


@examples(60)
@given(st.integers(-100, 200), st.integers(-60, 100), st.sampled_from(sorted(PALETTES)))
def test_cards_can_be_dragged_off_the_table(dx: int, dy: int, palette: str) -> None:
    layout = make_layout((SCENES["freecell"][0]).view, 80, 20)
    rows = cells(paint(layout, Marks(drag=Drag(at("t2"), 3, dx, dy)), PALETTES[palette]))
    assert [len(row) for row in rows] == [80] * 20


def test_hidden_cards_are_not_painted() -> None:
    """The painter only gets what the player may see."""
    session = Session.new("easthaven", 1)
    shown = session.position.view
    rows = paint(make_layout(shown, 120, 36), Marks(), PALETTES["green"])
    names = {card.sign for column in shown.columns for card in column if card}
    hidden = {card.sign for card in session.position.stock or ()}
    drawn = plain_text(rows)
    assert all(name in drawn for name in names)
    assert not any(f" {name} " in drawn for name in hidden)


def test_foundations_that_start_with_an_ace_are_marked() -> None:
    drawn = plain_text(
        paint(make_layout(Session.new("freecell", 1).view, 80, 20), Marks(), PALETTES["green"])
    )
    assert drawn.count("│  A  │") == 4
    lone = plain_text(
        paint(make_layout(Session.new("aces-up", 1).view, 80, 20), Marks(), PALETTES["green"])
    )
    assert " A " not in lone.splitlines()[3]
    assert Area.FOUNDATION.noun == "foundation"


def test_a_move_is_marked_by_its_first_card() -> None:
    position = Session.new("freecell", 617).position
    assert MoveMark.of(position, Deal()) == (None, -1, None)
    assert MoveMark.of(position, Transfer(at("t8"), at("c1"))) == (at("t8"), 5, at("c1"))

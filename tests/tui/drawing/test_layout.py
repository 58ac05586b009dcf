"""The layout: everything is inside, nothing overlaps, and a click finds what is drawn."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import GAMES, Area, Card, Game, Place, Position, Session
from winnable.tui.drawing.layout import MIN_HEIGHT, MIN_WIDTH, Layout, Spot, make_layout
from winnable.view import View

KINGS_DOWN = tuple(Card.parse(rank + suit) for rank in "KQJT98765432A" for suit in "SH")


@st.composite
def any_positions(draw: st.DrawFn) -> tuple[Game, Position]:
    game = draw(st.sampled_from(ALL_GAMES))
    return game, draw(st.one_of(positions(game), endgames(game)))


widths = st.integers(MIN_WIDTH, 200)
heights = st.integers(MIN_HEIGHT, 60)


def cells(spot: Spot) -> set[tuple[int, int]]:
    return {(spot.x + x, spot.y + y) for x in range(spot.width) for y in range(spot.height)}


def places(shown: View) -> list[Place | None]:
    """Every place of a view, the stock included."""
    counts = {
        Area.CELL: shown.cells,
        Area.FOUNDATION: shown.foundations,
        Area.COLUMN: shown.columns,
    }
    stock: list[Place | None] = [] if shown.stock is None else [None]
    return stock + [Place(area, slot) for area, all_ in counts.items() for slot in range(len(all_))]


def column_view(*lengths: int, foundations: int = 4) -> View:
    """A view with columns of these lengths; which cards does not matter."""
    columns = tuple(KINGS_DOWN[:length] for length in lengths)
    return View(columns, ((),) * foundations, (None,) * 4, None)


@examples(300)
@given(any_positions(), widths, heights, st.booleans())
def test_nothing_outside_and_nothing_overlaps(
    dealt: tuple[Game, Position], width: int, height: int, left_handed: bool
) -> None:
    layout = make_layout(dealt[1].view, width, height, left_handed=left_handed)
    taken: set[tuple[int, int]] = set()
    names = [{(label.x + x, label.y) for x in range(len(label.text))} for label in layout.labels]
    for visible in [cells(spot) for spot in layout.spots] + names:
        assert visible
        assert not visible & taken
        taken |= visible
    assert all(0 <= x < width and 0 <= y < height for x, y in taken)
    for one, other in combinations(layout.labels, 2):
        if one.y == other.y:  # a space between them
            first, second = sorted((one, other), key=lambda label: label.x)
            assert first.x + len(first.text) < second.x


@examples(300)
@given(any_positions(), widths, heights, st.booleans())
def test_every_card_is_accounted_for(
    dealt: tuple[Game, Position], width: int, height: int, left_handed: bool
) -> None:
    shown = dealt[1].view
    layout = make_layout(shown, width, height, left_handed=left_handed)
    assert set(layout.piles) == set(places(shown))
    for slot, column in enumerate(shown.columns):
        place = Place(Area.COLUMN, slot)
        spots = layout.piles[place]
        if not column:
            assert [(spot.index, spot.card, spot.is_down) for spot in spots] == [(-1, None, False)]
            continue
        assert sum(spot.count for spot in spots) == len(column)
        assert spots[-1].card == column[-1]
        assert spots[-1].index == len(column) - 1
        assert not spots[-1].is_covered
        for spot in spots:
            assert spot.is_down == (column[spot.index] is None)
            assert spot.card == (column[spot.index] if spot.count == 1 else None)
    for slot, pile in enumerate(shown.foundations):
        for back, spot in enumerate(reversed(layout.piles[Place(Area.FOUNDATION, slot)])):
            assert spot.card == (pile[-1 - back] if pile else None)
    for slot, card in enumerate(shown.cells):
        assert layout.last(Place(Area.CELL, slot)).card == card


@examples(200)
@given(any_positions(), widths, heights, st.booleans())
def test_a_click_finds_what_is_drawn(
    dealt: tuple[Game, Position], width: int, height: int, left_handed: bool
) -> None:
    layout = make_layout(dealt[1].view, width, height, left_handed=left_handed)
    for spot in layout.spots:
        for x, y in cells(spot):
            assert layout.hit(x, y) == spot
        assert layout.spot(spot.place, spot.index) == spot
    for label in layout.labels:
        assert layout.hit(label.x, label.y) == layout.last(label.place)
    for place, spots in layout.piles.items():
        if place and place.area is Area.COLUMN:
            last = spots[-1]
            assert layout.hit(last.x, height - 1) == last
            assert layout.hit(last.x + last.width, height - 1) is None


@examples(200)
@given(any_positions(), widths, heights, st.booleans())
def test_names_are_above_their_piles(
    dealt: tuple[Game, Position], width: int, height: int, left_handed: bool
) -> None:
    shown = dealt[1].view
    layout = make_layout(shown, width, height, left_handed=left_handed)
    assert sorted(map(str, (label.place for label in layout.labels))) == sorted(
        map(str, places(shown))
    )
    for label in layout.labels:
        first, last = layout.piles[label.place][0], layout.last(label.place)
        assert label.y == first.y - 1
        assert label.x < last.x + last.width
        assert label.x + len(label.text) > last.x
        if label.place is None:
            assert str(shown.stock) in label.text
        else:
            assert label.text.split()[0] == str(label.place)


@examples(100)
@given(any_positions(), st.integers(0, 60), st.integers(0, 25), st.booleans())
def test_no_size_is_too_small_to_compute(
    dealt: tuple[Game, Position], width: int, height: int, left_handed: bool
) -> None:
    layout = make_layout(dealt[1].view, width, height, left_handed=left_handed)
    for spot in layout.spots:
        layout.hit(spot.x, spot.y)
        assert layout.spot(spot.place, 0).place == spot.place


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("size", [(40, 15), (80, 20), (120, 36), (200, 56)])
def test_a_fresh_deal_is_never_folded(slug: str, size: tuple[int, int]) -> None:
    layout = make_layout(Session.new(slug, 1).view, *size)
    assert all(spot.count == 1 for spot in layout.spots)
    assert {spot.width for spot in layout.spots if not spot.is_covered} == {layout.card_width}


def test_a_common_terminal_shows_long_columns() -> None:
    """At 80x24 the table has 20 rows, and a column of 14 cards is shown card by card."""
    for longest in range(15):
        layout = make_layout(column_view(longest, 7, 7, 7, 6, 6, 6, 6), 80, 20)
        assert all(spot.count == 1 for spot in layout.spots)
        assert (layout.card_width, layout.card_height) == (7, 3)


def test_longer_columns_fold_their_deepest_cards() -> None:
    layout = make_layout(column_view(19, 7, 7, 7, 6, 6, 6, 6), 80, 20)
    first, *others = layout.piles[Place(Area.COLUMN, 0)]
    assert first.count > 1
    assert first.height == 1
    assert all(spot.count == 1 for spot in others)
    assert len(others) >= 13  # the longest run there can be


def test_face_down_cards_fold_first() -> None:
    column = (*[None] * 6, *KINGS_DOWN[:12])
    layout = make_layout(View((column,) * 7, ((),) * 4, (), 0), 80, 20)
    backs, *others = layout.piles[Place(Area.COLUMN, 0)]
    assert (backs.count, backs.is_down, backs.card) == (6, True, None)
    assert all(spot.count == 1 for spot in others)


@pytest.mark.parametrize("size", [(80, 20), (100, 30), (120, 36), (200, 56)])
def test_cards_keep_their_size_during_a_game(size: tuple[int, int]) -> None:
    sizes = set()
    for longest in range(14):
        layout = make_layout(column_view(longest, 3, 0, 1), *size)
        sizes.add((layout.card_width, layout.card_height, layout.last(Place(Area.COLUMN, 1)).y))
    assert len(sizes) == 1


def test_larger_terminals_have_larger_cards() -> None:
    shown = column_view(7, 7, 7, 7, 6, 6, 6, 6)
    areas = [
        (layout.card_width, layout.card_height)
        for layout in (
            make_layout(shown, *size) for size in ((40, 15), (80, 20), (120, 36), (200, 56))
        )
    ]
    assert areas == [(4, 3), (7, 3), (11, 7), (13, 9)]


def test_the_table_is_centred() -> None:
    layout = make_layout(column_view(7, 7, 7, 7), 200, 56)
    left = min(spot.x for spot in layout.spots)
    right = max(spot.x + spot.width for spot in layout.spots)
    assert abs(left - (200 - right)) <= 1
    assert right - left < 140


def top(layout: Layout) -> list[str]:
    """The places of the upper row from left to right."""
    spots = [spot for spot in layout.spots if not spot.is_covered]
    upper = [spot for spot in spots if spot.y == spots[0].y]
    return [str(spot.place or "stock") for spot in sorted(upper, key=lambda spot: spot.x)]


def test_left_handed_swaps_the_sides() -> None:
    shown = View((KINGS_DOWN[:3],) * 8, ((),) * 2, (None, None), 12)
    assert top(make_layout(shown, 80, 20)) == ["stock", "c1", "c2", "f1", "f2"]
    assert top(make_layout(shown, 80, 20, left_handed=True)) == ["f1", "f2", "c1", "c2", "stock"]


@pytest.mark.parametrize("left_handed", [False, True])
def test_a_lone_foundation_shows_its_last_cards(left_handed: bool) -> None:
    shown = View((KINGS_DOWN[:5],) * 7, (KINGS_DOWN,), (), 8)
    spots = make_layout(shown, 80, 20, left_handed=left_handed).piles[Place(Area.FOUNDATION, 0)]
    assert [spot.card for spot in spots] == list(KINGS_DOWN[-len(spots) :])
    assert len(spots) >= 10
    assert [spot.is_covered for spot in spots] == [True] * (len(spots) - 1) + [False]


def test_there_may_be_no_upper_row() -> None:
    layout = make_layout(View((KINGS_DOWN[:3],) * 3, (), (), None), 80, 20)
    assert {label.text for label in layout.labels} == {"t1", "t2", "t3"}

"""How the keyboard cursor moves: left and right between piles, up and down between cards.

A cursor is a place (``None`` is the stock) and the index of a card there, -1 in an empty place.
"""

from __future__ import annotations

from winnable.position import Area, Place
from winnable.tui.drawing.layout import Layout, Spot

__all__ = ["Cursor", "first_cursor", "kept_cursor", "moved_cursor"]

Cursor = tuple[Place | None, int]


def first_cursor(layout: Layout) -> Cursor | None:
    """Where the cursor starts: at the first column, or else at the first place."""
    for row in reversed(_rows(layout)):
        if row:
            return _at(row[0])
    return None


def kept_cursor(layout: Layout, cursor: Cursor, before: Layout | None = None) -> Cursor | None:
    """The cursor after the table has changed: at the same place and, if possible, the same card.

    A cursor that was at the last card of a pile (in the layout `before`) stays at the last card.
    """
    place, index = cursor
    if place not in layout.piles:
        return first_cursor(layout)
    was_last = before and place in before.piles and index == before.last(place).index
    is_there = 0 <= index <= layout.last(place).index
    return cursor if is_there and not was_last else _at(layout.last(place))


def moved_cursor(layout: Layout, cursor: Cursor, dx: int, dy: int) -> Cursor:
    """The cursor after one step; a horizontal step wraps around at the ends of a row.

    In a column it goes from card to card, skipping face-down and folded ones, and from the top
    card to the upper row; from there it returns to the last card of the column below.
    """
    place, index = cursor
    if dx:
        row = next(row for row in _rows(layout) if layout.last(place) in row)
        at = row.index(layout.last(place))
        return _at(row[(at + dx) % len(row)])
    upper, columns = _rows(layout)
    here = layout.spot(place, index)
    if place is None or place.area is not Area.COLUMN:
        return _at(_nearest(columns, here)) if dy > 0 and columns else cursor
    cards = [spot for spot in layout.piles[place] if spot.card]
    at = cards.index(here) + dy if here in cards else (dy - 1) // 2
    if 0 <= at < len(cards):
        return _at(cards[at])
    return _at(_nearest(upper, here)) if dy < 0 and upper else cursor


def _rows(layout: Layout) -> tuple[list[Spot], list[Spot]]:
    """The last spots of the upper row's piles and of the columns, from left to right."""
    upper: list[Spot] = []
    columns: list[Spot] = []
    for place, spots in layout.piles.items():
        is_column = place is not None and place.area is Area.COLUMN
        (columns if is_column else upper).append(spots[-1])
    return sorted(upper, key=_middle), sorted(columns, key=_middle)


def _nearest(row: list[Spot], here: Spot) -> Spot:
    return min(row, key=lambda spot: abs(_middle(spot) - _middle(here)))


def _middle(spot: Spot) -> int:
    return 2 * spot.x + spot.width


def _at(spot: Spot) -> Cursor:
    return spot.place, spot.index

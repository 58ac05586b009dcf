"""Paints a layout: rows of characters and colours.

Nothing here depends on Textual, so drawings can be read and tested as text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from winnable.moves import Move, Transfer
from winnable.position import Area, Place, Position
from winnable.tui.drawing.card_art import (
    CardStyle,
    Drawing,
    Role,
    Row,
    draw_back,
    draw_empty,
    draw_face,
    draw_folded,
)
from winnable.tui.drawing.cursor import Cursor
from winnable.tui.drawing.layout import Layout, Spot
from winnable.tui.drawing.palette import Colours, Palette

__all__ = ["Drag", "Marks", "MoveMark", "paint", "plain_text"]

_TABLE, _LIT = Colours("table", "label"), Colours("table", "lit")
_CURSOR = Colours("table", "cursor")
_MIN_SHADOW_WIDTH = 6  # narrower cards are too close together for shadows


@dataclass(frozen=True, slots=True)
class Drag:
    """Cards that follow the pointer: their pile, the first of them, and the offset."""

    place: Place
    index: int
    dx: int
    dy: int


class MoveMark(NamedTuple):
    """A move pointed out on the table: the first card that moves, and the target."""

    source: Place | None
    """None is the stock."""
    first: int
    target: Place | None

    @classmethod
    def of(cls, position: Position, move: Move) -> MoveMark:
        if isinstance(move, Transfer):
            first = len(position.pile(move.source)) - move.count
            return cls(move.source, first, move.target)
        return cls(None, -1, None)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is highlighted on the table."""

    selection: tuple[Place, int] | None = None
    """The first of the selected cards."""
    targets: frozenset[Place] = frozenset()
    """Where the selected cards may go."""
    cursor: Cursor | None = None
    hint: MoveMark | None = None
    drag: Drag | None = None

    def role(self, spot: Spot, is_last: bool) -> Role:
        """How to highlight a spot; what the player does hides what the coach says."""
        if self.drag and spot.place == self.drag.place and spot.index >= self.drag.index:
            return Role.DRAGGED
        if self.selection and spot.place == self.selection[0] and spot.index >= self.selection[1]:
            return Role.SELECTED
        if self.hint:
            source, first, target = self.hint
            if spot.place == source and spot.index >= first:
                return Role.HINT_FROM
            if target is not None and spot.place == target and is_last:
                return Role.HINT_TO
        return Role.TARGET if is_last and spot.place in self.targets else Role.PLAIN


def paint(layout: Layout, marks: Marks, palette: Palette) -> tuple[Row, ...]:
    """The rows of the table, each exactly as wide as the layout."""
    canvas = _Canvas(layout, palette)
    canvas.labels(marks)
    for spots in layout.piles.values():
        if spots[-1].index >= 0 or spots[-1].is_down:
            canvas.shadow(spots[0].y, spots[-1])
    for spot in layout.spots:
        canvas.card(spot, marks.role(spot, spot is layout.last(spot.place)))
    if marks.drag:
        canvas.lift(marks.drag)
    elif marks.cursor:
        canvas.cursor(layout.spot(*marks.cursor))
    return canvas.rows()


def plain_text(rows: tuple[Row, ...]) -> str:
    """The characters without their colours; no line ends in spaces."""
    return "".join("".join(text for text, _ in row).rstrip() + "\n" for row in rows)


class _Canvas:
    """A grid of character cells; anything outside it is clipped."""

    def __init__(self, layout: Layout, palette: Palette) -> None:
        self.layout, self.palette = layout, palette
        self.signs = [[" "] * layout.width for _ in range(layout.height)]
        self.colours = [[_TABLE] * layout.width for _ in range(layout.height)]

    def put(self, x: int, y: int, row: Row, width: int | None = None) -> None:
        """Write a row from a cell on, in at most `width` cells."""
        if not 0 <= y < self.layout.height:
            return
        signs, colours = self.signs[y], self.colours[y]
        end = self.layout.width if width is None else min(x + width, self.layout.width)
        for text, colour in row:
            for sign in text:
                if 0 <= x < end:
                    signs[x], colours[x] = sign, colour
                x += 1

    def labels(self, marks: Marks) -> None:
        """The names of the places; those of the targets light up."""
        lit = {*marks.targets, *((marks.hint.target,) if marks.hint and marks.hint.target else ())}
        for label in self.layout.labels:
            self.put(label.x, label.y, ((label.text, _LIT if label.place in lit else _TABLE),))

    def shadow(self, top: int, last: Spot) -> None:
        """The shadow of a pile, to the right and below; it never falls on a name."""
        if not self.palette.casts_shadows or self.layout.card_width < _MIN_SHADOW_WIDTH:
            return
        right, below = last.x + self.layout.card_width, last.y + last.height
        for y in range(top, below):
            self.darken(right, y, "▖" if y == top else "▌")
        if all(label.y != below for label in self.layout.labels):
            self.darken(last.x, below, f"▝{'▀' * (right - last.x - 1)}▘")

    def darken(self, x: int, y: int, signs: str) -> None:
        if 0 <= y < self.layout.height:
            for at, sign in enumerate(signs, x):
                if 0 <= at < self.layout.width:
                    self.put(at, y, ((sign, Colours(self.colours[y][at].background, "shadow")),))

    def card(self, spot: Spot, role: Role) -> None:
        """The visible part of a card, or an empty place."""
        whole = self._face(spot, role)
        for down in range(min(spot.height, len(whole))):
            self.put(spot.x, spot.y + down, whole[down], spot.width)

    def _face(self, spot: Spot, role: Role) -> Drawing:
        width = self.layout.card_width
        height = self.layout.card_height if spot.is_covered else spot.height
        is_column = spot.place is not None and spot.place.area is Area.COLUMN
        style = CardStyle(
            self.palette.unicode,
            self.palette.boxed,
            role,
            shade=1 + spot.index % 2 if spot.is_covered else 0,
            is_covering=is_column and spot.index > 0,
            is_fanned=spot.is_covered and not is_column,
        )
        if spot.count > 1:
            return draw_folded(width, spot.count, spot.is_down, style)
        if spot.is_down:
            return draw_back(width, height, style)
        if spot.card is None:
            is_foundation = spot.place is not None and spot.place.area is Area.FOUNDATION
            # A lone foundation need not start with an ace.
            several = Place(Area.FOUNDATION, 1) in self.layout.piles
            return draw_empty(width, height, style, "A" if is_foundation and several else "")
        return draw_face(spot.card, width, height, style)

    def cursor(self, spot: Spot) -> None:
        """Arrows beside the first row of a card, bars beside the others."""
        left, right = "►◄" if self.palette.unicode else "><"
        for y in range(spot.y, spot.y + spot.height):
            self.put(spot.x - 1, y, ((left, _CURSOR),))
            self.put(spot.x + spot.width, y, ((right, _CURSOR),))
            left, right = "▐▌" if self.palette.unicode else "><"

    def lift(self, drag: Drag) -> None:
        """The dragged cards at the pointer, above everything else."""
        held = [
            replace(spot, x=spot.x + drag.dx, y=spot.y + drag.dy)
            for spot in self.layout.piles.get(drag.place, ())
            if spot.index >= drag.index and spot.card
        ]
        if held:
            self.shadow(held[0].y, held[-1])
        for spot in held:
            self.card(spot, Role.SELECTED)

    def rows(self) -> tuple[Row, ...]:
        """The rows, with neighbouring cells of the same colours joined."""
        return tuple(
            tuple(
                ("".join(map(itemgetter(0), cells)), colour)
                for colour, cells in groupby(zip(signs, colours, strict=True), itemgetter(1))
            )
            for signs, colours in zip(self.signs, self.colours, strict=True)
        )

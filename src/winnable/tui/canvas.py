"""A layout painted: rows of characters and inks, for anything that can show those.

Nothing here knows Textual, so drawings can be looked at, and tested, as text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from winnable.position import Area, Place
from winnable.tui.cursor import Cursor
from winnable.tui.faces import Dress, Face, Piece, Role, back, empty, face, fold
from winnable.tui.inks import Ink, Theme
from winnable.tui.layout import Layout, Spot

__all__ = ["Drag", "Marks", "Row", "paint", "plain_text"]

Row = tuple[Piece, ...]

_FELT, _LIT = Ink("felt", "label"), Ink("felt", "lit")
_CURSOR = Ink("felt", "cursor")
_LEAST_SHADOW = 6  # narrower cards lie too close together for shadows


@dataclass(frozen=True, slots=True)
class Drag:
    """Cards that follow the pointer: their pile, the first of them, and how far from there."""

    place: Place
    index: int
    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Marks:
    """What is pointed out on a table; a place that is ``None`` is the stock."""

    selection: tuple[Place, int] | None = None
    """Of the cards picked up, the first."""
    targets: frozenset[Place] = frozenset()
    """Where those may be laid down."""
    cursor: Cursor | None = None
    hint: tuple[Place | None, int, Place | None] | None = None
    """Cards from here, the first of them, and where to."""
    drag: Drag | None = None

    def role(self, spot: Spot, is_last: bool) -> Role:
        """What a spot is; what the player does comes before what we say about it."""
        if self.drag and spot.place == self.drag.place and spot.index >= self.drag.index:
            return Role.GONE
        if self.selection and spot.place == self.selection[0] and spot.index >= self.selection[1]:
            return Role.SELECTED
        if self.hint:
            source, index, target = self.hint
            if spot.place == source and spot.index >= index:
                return Role.HINT_FROM
            if target is not None and spot.place == target and is_last:
                return Role.HINT_TO
        return Role.TARGET if is_last and spot.place in self.targets else Role.PLAIN


def paint(layout: Layout, marks: Marks, theme: Theme) -> tuple[Row, ...]:
    """The table as rows of pieces, each row exactly as wide as the layout."""
    canvas = _Canvas(layout, theme)
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
    """A painting without its inks; no line ends in spaces."""
    return "".join("".join(text for text, _ in row).rstrip() + "\n" for row in rows)


class _Canvas:
    """Cells to paint on, one over the other; what would lie outside is left out."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self.layout, self.theme = layout, theme
        self.signs = [[" "] * layout.width for _ in range(layout.height)]
        self.inks = [[_FELT] * layout.width for _ in range(layout.height)]

    def put(self, x: int, y: int, row: Row, width: int | None = None) -> None:
        """Write pieces from a cell on, in no more than `width` cells."""
        if not 0 <= y < self.layout.height:
            return
        signs, inks = self.signs[y], self.inks[y]
        end = self.layout.width if width is None else min(x + width, self.layout.width)
        for text, ink in row:
            for sign in text:
                if 0 <= x < end:
                    signs[x], inks[x] = sign, ink
                x += 1

    def labels(self, marks: Marks) -> None:
        """The names of the places; where cards may be laid, they light up."""
        lit = {*marks.targets, *(marks.hint[2:] if marks.hint and marks.hint[2] else ())}
        for label in self.layout.labels:
            self.put(label.x, label.y, ((label.text, _LIT if label.place in lit else _FELT),))

    def shadow(self, top: int, last: Spot) -> None:
        """The shadow of a pile, to the right and below; names are not to lie in it."""
        if not self.theme.casts_shadows or self.layout.card_width < _LEAST_SHADOW:
            return
        right, below = last.x + self.layout.card_width, last.y + last.height
        for y in range(top, below):
            self.darken(right, y, "▖" if y == top else "▌")
        if all(label.y != below for label in self.layout.labels):
            self.darken(last.x, below, f"▝{'▀' * (right - last.x - 1)}▘")

    def darken(self, x: int, y: int, signs: str) -> None:
        """Let a shadow fall on whatever lies there."""
        if 0 <= y < self.layout.height:
            for at, sign in enumerate(signs, x):
                if 0 <= at < self.layout.width:
                    self.put(at, y, ((sign, Ink(self.inks[y][at].tone, "shadow")),))

    def card(self, spot: Spot, role: Role) -> None:
        """What is visible of a card, or of an empty place."""
        whole = self._face(spot, role)
        for down in range(min(spot.height, len(whole))):
            self.put(spot.x, spot.y + down, whole[down], spot.width)

    def _face(self, spot: Spot, role: Role) -> Face:
        width = self.layout.card_width
        height = self.layout.card_height if spot.is_covered else spot.height
        is_column = spot.place is not None and spot.place.area is Area.COLUMN
        dress = Dress(
            self.theme.unicode,
            self.theme.boxed,
            role,
            turn=1 + spot.index % 2 if spot.is_covered else 0,
            is_covering=is_column and spot.index > 0,
            is_fanned=spot.is_covered and not is_column,
        )
        if spot.count > 1:
            return fold(width, spot.count, spot.is_down, dress)
        if spot.is_down:
            return back(width, height, dress)
        if spot.card is None:
            is_home = spot.place is not None and spot.place.area is Area.FOUNDATION
            # Only where there are several is a foundation sure to begin with an ace.
            several = Place(Area.FOUNDATION, 1) in self.layout.piles
            return empty(width, height, dress, "A" if is_home and several else "")
        return face(spot.card, width, height, dress)

    def cursor(self, spot: Spot) -> None:
        """Arrows in the gaps beside a card, and bars, if there are any, beside the rest of it."""
        left, right = "►◄" if self.theme.unicode else "><"
        for y in range(spot.y, spot.y + spot.height):
            self.put(spot.x - 1, y, ((left, _CURSOR),))
            self.put(spot.x + spot.width, y, ((right, _CURSOR),))
            left, right = "▐▌" if self.theme.unicode else "><"

    def lift(self, drag: Drag) -> None:
        """The dragged cards where the pointer holds them, above everything else."""
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
        """The painting, neighbouring cells of the same ink taken together."""
        return tuple(
            tuple(
                ("".join(map(itemgetter(0), cells)), ink)
                for ink, cells in groupby(zip(signs, inks, strict=True), itemgetter(1))
            )
            for signs, inks in zip(self.signs, self.inks, strict=True)
        )

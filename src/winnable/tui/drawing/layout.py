"""Where everything is on screen: the layout of a view in a given number of character cells.

Stock and cells are in the upper row from the left, the foundations at its right, the columns below.
A lone foundation shows as many of its last cards as fit: Golf players need to see them.

>>> shown = View(columns=((None, Card.parse("7H")), ()), foundations=((),), cells=(), stock=24)
>>> layout = make_layout(shown, 60, 15)
>>> [label.text for label in layout.labels]
['stock 24', 'f1 (0)', 't1', 't2']
>>> seven = layout.last(Place.parse("t1"))
>>> seven.card, seven.index, layout.hit(seven.x, 14) == seven
(Card.parse('7H'), 1, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from winnable.cards import Card, Pile
from winnable.l10n import t
from winnable.position import Area, Place
from winnable.tui.drawing.card_sizes import Sizes, choose_sizes, upper_places
from winnable.tui.drawing.column_rows import column_rows
from winnable.view import View

__all__ = ["MIN_HEIGHT", "MIN_WIDTH", "Label", "Layout", "Spot", "make_layout"]

MIN_WIDTH, MIN_HEIGHT = 40, 15
"""The smallest table in which every game is readable and fits."""

_FAN = 4  # visible cells of a card that lies sideways under another: a corner and "10♥"


@dataclass(frozen=True, slots=True)
class Spot:
    """The visible part of a card, or an empty place."""

    place: Place | None
    """``None`` is the stock."""
    index: int
    """The index of the card in its pile; -1 for an empty place and for the stock."""
    card: Card | None
    """``None``: face down, folded or empty."""
    is_down: bool
    x: int
    y: int
    width: int
    height: int
    count: int = 1
    """The number of cards folded into this row, of which `index` is the last."""
    is_covered: bool = False
    """Whether another card lies on it, so that only a part is visible."""

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a place, as players type it."""

    place: Place | None
    x: int
    y: int
    text: str

    def contains(self, x: int, y: int) -> bool:
        return self.y == y and self.x <= x < self.x + len(self.text)


@dataclass(frozen=True)
class Layout:
    """Every spot and label of a table."""

    spots: tuple[Spot, ...]
    """In painting order; they do not overlap."""
    labels: tuple[Label, ...]
    card_width: int
    card_height: int
    width: int
    height: int

    @cached_property
    def piles(self) -> dict[Place | None, tuple[Spot, ...]]:
        """The spots of each place, deepest card first; places in painting order."""
        piles: dict[Place | None, tuple[Spot, ...]] = {}
        for spot in self.spots:
            piles[spot.place] = (*piles.get(spot.place, ()), spot)
        return piles

    def hit(self, x: int, y: int) -> Spot | None:
        """The spot that a click on a character cell means.

        The area below a column's last card, and the name of a pile, stand for its last card.
        """
        for spot in self.spots:
            if spot.contains(x, y):
                return spot
        for label in self.labels:
            if label.contains(x, y):
                return self.last(label.place)
        for place, spots in self.piles.items():
            last = spots[-1]
            if place and place.area is Area.COLUMN and last.x <= x < last.x + last.width:
                return last if last.y <= y < self.height else None
        return None

    def spot(self, place: Place | None, index: int = -1) -> Spot:
        """The spot that shows a card of a pile, possibly folded; -1 is the last card.

        A card too deep to be visible is at the first visible one.
        """
        if index < 0:
            return self.last(place)
        spots = self.piles[place]
        return next((spot for spot in spots if spot.index >= index), spots[-1])

    def last(self, place: Place | None) -> Spot:
        """The last card of a place, or the empty place."""
        return self.piles[place][-1]


def make_layout(view: View, width: int, height: int, *, left_handed: bool = False) -> Layout:
    """The layout of a view; `left_handed` swaps the sides of the upper row."""
    sizes = choose_sizes(view, width, height)
    spots: list[Spot] = []
    labels: list[Label] = []
    y = sizes.top_margin
    if upper_places(view):
        spots += _upper_row(view, sizes, y + 1, left_handed)
        labels += _upper_labels(view, spots, y, width)
        y += 1 + sizes.card_height + sizes.upper_gap
    for slot, column in enumerate(view.columns):
        place = Place(Area.COLUMN, slot)
        x = sizes.left + slot * (sizes.card_width + sizes.column_gap)
        start = Spot(place, -1, None, False, x, y + 1, sizes.card_width, sizes.card_height)
        spots += _column(column, start, sizes)
        labels.append(_label(place, str(place), start, y, width))
    size = (sizes.card_width, sizes.card_height, width, height)
    return Layout(tuple(spots), tuple(labels), *size)


def _upper_row(view: View, sizes: Sizes, y: int, left_handed: bool) -> Iterator[Spot]:
    """Stock and cells from one side, foundations from the other."""
    width, height = sizes.card_width, sizes.card_height
    # The upper row is aligned with the columns, unless it is as long as they are: then its gaps are
    # narrower, so that cells and foundations form two groups.
    is_full = upper_places(view) >= len(view.columns)
    gap = max(sizes.column_gap - 1, 1) if is_full else sizes.column_gap
    pitch = width + gap
    start = Spot(None, -1, None, False, sizes.left, y, width, height)
    left = [] if view.stock is None else [replace(start, is_down=view.stock > 0)]
    for slot, card in enumerate(view.cells):
        index = -1 if card is None else 0
        left.append(replace(start, place=Place(Area.CELL, slot), card=card, index=index))
    right = [
        replace(start, place=Place(Area.FOUNDATION, slot)) for slot in range(len(view.foundations))
    ]
    fan = sizes.table_width - len(left) * pitch - width if len(right) == 1 else 0
    end = sizes.left + sizes.table_width + gap
    if left_handed:  # the stock stays outermost
        left = [*left[1:], left[0]] if view.stock is not None else left
        left = _across(left, end - len(left) * pitch, pitch)
        right = _across(right, sizes.left + fan - fan % _FAN, pitch)
    else:
        left = _across(left, sizes.left, pitch)
        right = _across(right, end - len(right) * pitch, pitch)
    yield from left
    for spot, pile in zip(right, view.foundations, strict=True):
        yield from _foundation(pile, spot, fan // _FAN)


def _across(spots: list[Spot], x: int, pitch: int) -> list[Spot]:
    return [replace(spot, x=x + pitch * slot) for slot, spot in enumerate(spots)]


def _foundation(pile: Pile, start: Spot, back: int) -> Iterator[Spot]:
    """The last card of a foundation, and up to `back` earlier ones to its left."""
    if not pile:
        yield start
        return
    last = len(pile) - 1
    for index in range(max(last - back, 0), last):
        x = start.x - _FAN * (last - index)
        yield replace(start, index=index, card=pile[index], x=x, width=_FAN, is_covered=True)
    yield replace(start, index=last, card=pile[-1])


def _column(column: tuple[Card | None, ...], start: Spot, sizes: Sizes) -> Iterator[Spot]:
    """The cards of a column from top to bottom, folded where there are too many."""
    if not column:
        yield replace(start, height=min(sizes.card_height, sizes.column_height))
        return
    y = start.y
    down = sum(card is None for card in column)
    sizing = (sizes.column_height, sizes.card_height, sizes.covered_height)
    for row in column_rows(len(column), down, *sizing):
        yield replace(
            start,
            index=row.index,
            card=column[row.index] if row.count == 1 else None,
            is_down=row.index < down,
            y=y,
            height=row.height,
            count=row.count,
            is_covered=row.index < len(column) - 1,
        )
        y += row.height


def _upper_labels(view: View, spots: Iterable[Spot], y: int, width: int) -> list[Label]:
    """The names above the upper row, in the longer form where it fits."""
    last = {spot.place: spot for spot in spots}
    labels = [
        _label(place, str(place or view.stock), spot, y, width) for place, spot in last.items()
    ]
    for at, (place, spot) in enumerate(last.items()):
        if place is None:
            longer = t("app.table.stock", count=view.stock)
        elif len(view.foundations) == 1 and place.area is Area.FOUNDATION:
            longer = f"{place} ({len(view.foundations[0])})"
        else:
            continue
        label = _label(place, longer, spot, y, width)
        if not any(_touch(label, other) for other in labels[:at] + labels[at + 1 :]):
            labels[at] = label
    return labels


def _label(place: Place | None, text: str, spot: Spot, y: int, width: int) -> Label:
    """A name centred above a card; a wider one starts or ends where the card does."""
    spare = spot.width - len(text)
    is_foundation = place is not None and place.area is Area.FOUNDATION
    ends_there = is_foundation or spot.x + len(text) > width
    return Label(
        place, spot.x + (spare // 2 if spare >= 0 else spare if ends_there else 0), y, text
    )


def _touch(one: Label, other: Label) -> bool:
    return one.x <= other.x + len(other.text) and other.x <= one.x + len(one.text)

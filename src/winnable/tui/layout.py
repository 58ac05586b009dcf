"""Where everything lies: a view of a table and a size in character cells make a layout.

Stock and cells lie in the upper row from the left, the foundations flush right, the columns below.
A lone foundation shows as many of its last cards as there is room for: Golf players look back.

>>> shown = View(columns=((None, Card.parse("7H")), ()), foundations=((),), cells=(), stock=24)
>>> layout = lay_out(shown, 60, 15)
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
from winnable.position import Area, Place
from winnable.tui.columns import column_rows
from winnable.tui.sizes import Sizes, choose_sizes, upper_places
from winnable.view import View

__all__ = ["SMALLEST", "Label", "Layout", "Spot", "lay_out"]

SMALLEST = (40, 15)
"""The least width and height at which all games can be read and nothing lies outside."""

_FAN = 4  # cells of a card that lies under another sideways: a corner or a space, and "10♥"


@dataclass(frozen=True, slots=True)
class Spot:
    """A card, or an empty place, as drawn: what is visible of it."""

    place: Place | None
    """``None`` is the stock."""
    index: int
    """Which card of its pile it is; -1 for an empty place and for the stock."""
    card: Card | None
    """``None``: face down, folded or empty."""
    is_down: bool
    x: int
    y: int
    width: int
    height: int
    count: int = 1
    """More than one: cards folded into a row, of which `index` is the last."""
    is_covered: bool = False
    """Whether another card lies on it, so that only a part of it is visible."""

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell shows this card."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a place, as players type it."""

    place: Place | None
    x: int
    y: int
    text: str

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell shows a part of this name."""
        return self.y == y and self.x <= x < self.x + len(self.text)


@dataclass(frozen=True)
class Layout:
    """A table as drawn."""

    spots: tuple[Spot, ...]
    """In painting order; what they show does not overlap."""
    labels: tuple[Label, ...]
    card_width: int
    card_height: int
    width: int
    height: int

    @cached_property
    def piles(self) -> dict[Place | None, tuple[Spot, ...]]:
        """The spots of each place, the deepest first; places in painting order."""
        piles: dict[Place | None, tuple[Spot, ...]] = {}
        for spot in self.spots:
            piles[spot.place] = (*piles.get(spot.place, ()), spot)
        return piles

    def hit(self, x: int, y: int) -> Spot | None:
        """What somebody means who points at a cell.

        Below a column's last card that is the last card, and so is a pile's name.
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
        """The spot that shows a card of a pile, if only folded; -1 is its last.

        A card too deep to be seen at all is where the first visible one is.
        """
        if index < 0:
            return self.last(place)
        spots = self.piles[place]
        return next((spot for spot in spots if spot.index >= index), spots[-1])

    def last(self, place: Place | None) -> Spot:
        """The playable card of a place, or the empty place."""
        return self.piles[place][-1]


def lay_out(view: View, width: int, height: int, *, left_handed: bool = False) -> Layout:
    """Lay a table out in so many cells; `left_handed` changes the sides of the upper row."""
    sizes = choose_sizes(view, width, height)
    spots: list[Spot] = []
    labels: list[Label] = []
    y = sizes.margin
    if upper_places(view):
        spots += _upper_row(view, sizes, y + 1, left_handed)
        labels += _upper_labels(view, spots, y, width)
        y += 1 + sizes.card_height + sizes.air
    for slot, column in enumerate(view.columns):
        place = Place(Area.COLUMN, slot)
        x = sizes.x + slot * (sizes.card_width + sizes.gap)
        start = Spot(place, -1, None, False, x, y + 1, sizes.card_width, sizes.card_height)
        spots += _column(column, start, sizes)
        labels.append(_label(place, str(place), start, y, width))
    size = (sizes.card_width, sizes.card_height, width, height)
    return Layout(tuple(spots), tuple(labels), *size)


def _upper_row(view: View, sizes: Sizes, y: int, left_handed: bool) -> Iterator[Spot]:
    """Stock and cells from one side, foundations from the other."""
    width, height = sizes.card_width, sizes.card_height
    # With places to spare the upper row keeps to the columns below it; with none to spare it
    # moves together a little, so that cells and foundations are two groups.
    is_full = upper_places(view) >= len(view.columns)
    gap = max(sizes.gap - 1, 1) if is_full else sizes.gap
    pitch = width + gap
    start = Spot(None, -1, None, False, sizes.x, y, width, height)
    left = [] if view.stock is None else [replace(start, is_down=view.stock > 0)]
    for slot, card in enumerate(view.cells):
        index = -1 if card is None else 0
        left.append(replace(start, place=Place(Area.CELL, slot), card=card, index=index))
    right = [
        replace(start, place=Place(Area.FOUNDATION, slot)) for slot in range(len(view.foundations))
    ]
    fan = sizes.across - len(left) * pitch - width if len(right) == 1 else 0
    end = sizes.x + sizes.across + gap
    if left_handed:  # the stock stays outermost
        left = [*left[1:], left[0]] if view.stock is not None else left
        left = _across(left, end - len(left) * pitch, pitch)
        right = _across(right, sizes.x + fan - fan % _FAN, pitch)
    else:
        left = _across(left, sizes.x, pitch)
        right = _across(right, end - len(right) * pitch, pitch)
    yield from left
    for spot, pile in zip(right, view.foundations, strict=True):
        yield from _foundation(pile, spot, fan // _FAN)


def _across(spots: list[Spot], x: int, pitch: int) -> list[Spot]:
    return [replace(spot, x=x + pitch * slot) for slot, spot in enumerate(spots)]


def _foundation(pile: Pile, start: Spot, back: int) -> Iterator[Spot]:
    """The last card of a foundation, and to its left as many of those before it as we look back."""
    if not pile:
        yield start
        return
    last = len(pile) - 1
    for index in range(max(last - back, 0), last):
        x = start.x - _FAN * (last - index)
        yield replace(start, index=index, card=pile[index], x=x, width=_FAN, is_covered=True)
    yield replace(start, index=last, card=pile[-1])


def _column(column: tuple[Card | None, ...], start: Spot, sizes: Sizes) -> Iterator[Spot]:
    """The cards of a column from its start downwards, folded where they are too many."""
    if not column:
        yield replace(start, height=min(sizes.card_height, sizes.room))
        return
    y = start.y
    down = sum(card is None for card in column)
    for row in column_rows(len(column), down, sizes.room, sizes.card_height, sizes.step):
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
    """The names above the upper row: each as long as there is room for."""
    last = {spot.place: spot for spot in spots}
    labels = [
        _label(place, str(place or view.stock), spot, y, width) for place, spot in last.items()
    ]
    for at, (place, spot) in enumerate(last.items()):
        if place is None:
            longer = f"stock {view.stock}"
        elif len(view.foundations) == 1 and place.area is Area.FOUNDATION:
            longer = f"{place} ({len(view.foundations[0])})"
        else:
            continue
        label = _label(place, longer, spot, y, width)
        if not any(_touch(label, other) for other in labels[:at] + labels[at + 1 :]):
            labels[at] = label
    return labels


def _label(place: Place | None, text: str, spot: Spot, y: int, width: int) -> Label:
    """A name in the middle above a card; a wider one begins where the card does, or ends there."""
    spare = spot.width - len(text)
    is_home = place is not None and place.area is Area.FOUNDATION
    is_wide = is_home or spot.x + len(text) > width
    return Label(place, spot.x + (spare // 2 if spare >= 0 else spare if is_wide else 0), y, text)


def _touch(one: Label, other: Label) -> bool:
    return one.x <= other.x + len(other.text) and other.x <= one.x + len(one.text)

"""A position: where every card lies, the hidden ones included.

>>> from winnable import find_game, numbered_deck
>>> position = find_game("easthaven").deal(numbered_deck(1))
>>> position.pile(Place.parse("t7")), position.face_down[6]
((Card.parse('7C'), Card.parse('QC'), Card.parse('JS')), 2)
>>> position.view.columns[6]
(None, None, Card.parse('JS'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from winnable.cards import Card, Pile
from winnable.errors import NotationError, quote
from winnable.l10n import t
from winnable.view import View

__all__ = ["Area", "Place", "Position"]


class Area(Enum):
    """The kinds of place that cards move between; the value is the letter they are written with."""

    COLUMN = "t"
    CELL = "c"
    FOUNDATION = "f"

    @property
    def noun(self) -> str:
        """``column``, ``cell`` or ``foundation``."""
        return self.name.lower()


PLACE_PATTERN = "([tcf])([1-9][0-9]?)"
"""A place in notation. Slots count from 1 there, and from 0 in Python."""


class Place(NamedTuple):
    """One place on the table: an area and which of its slots, counted from 0.

    >>> Place.parse("t3"), str(Place(Area.CELL, 0)), Place(Area.FOUNDATION, 1).name
    (Place.parse('t3'), 'c1', 'foundation 2')
    """

    area: Area
    slot: int = 0

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a place: ``t3``, ``c1``, ``f2``."""
        match = re.fullmatch(PLACE_PATTERN, text)
        if match is None:
            raise NotationError(t("text.error.place", text=quote(text)))
        return cls(Area(match[1]), int(match[2]) - 1)

    def __str__(self) -> str:
        return f"{self.area.value}{self.slot + 1}"

    def __repr__(self) -> str:
        return f"Place.parse({str(self)!r})"

    @property
    def name(self) -> str:
        """The place as people say it: ``column 3``."""
        return t(f"places.{self.area.noun}", number=str(self.slot + 1))

    def name_among(self, foundations: int) -> str:
        """Its name in a game with so many foundations: the only one needs no number.

        >>> Place.parse("f1").name_among(1), Place.parse("f1").name_among(4)
        ('the foundation', 'foundation 1')
        """
        is_only = foundations == 1 and self == Place(Area.FOUNDATION)
        return t("places.the_foundation") if is_only else self.name


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies. Immutable: a move makes a new one."""

    columns: tuple[Pile, ...]
    foundations: tuple[Pile, ...]
    cells: tuple[Card | None, ...]
    stock: Pile | None
    """The cards still to be dealt; ``stock[0]`` is the next. ``None``: a table without a stock."""
    face_down: tuple[int, ...]
    """How many cards of each column lie face down; they are its first ones."""

    def pile(self, place: Place) -> Pile:
        """The cards at a place; a cell is a pile of one card or none."""
        if place.area is Area.COLUMN:
            return self.columns[place.slot]
        if place.area is Area.FOUNDATION:
            return self.foundations[place.slot]
        card = self.cells[place.slot]
        return () if card is None else (card,)

    def face_up(self, column: int) -> Pile:
        """The cards of a column that lie face up."""
        return self.columns[column][self.face_down[column] :]

    def cards(self) -> Iterator[Card]:
        """Every card on the table, in no particular order."""
        for piles in (self.columns, self.foundations, (self.stock or (),)):
            for pile in piles:
                yield from pile
        yield from (card for card in self.cells if card is not None)

    @property
    def view(self) -> View:
        """What the player may see of it."""
        return View(
            columns=tuple(
                (None,) * down + column[down:]
                for column, down in zip(self.columns, self.face_down, strict=True)
            ),
            foundations=self.foundations,
            cells=self.cells,
            stock=None if self.stock is None else len(self.stock),
        )

    def _repr_svg_(self) -> str:
        from winnable import svg  # loaded only if a picture is drawn

        return svg.table(self.view)

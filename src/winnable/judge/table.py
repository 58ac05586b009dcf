"""The table as a program shows it, to be compared with where the cards should lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnable.cards import Card, Pile
from winnable.errors import CardError
from winnable.position import Position

__all__ = ["Difference", "Table", "read_arguments", "signs"]

Seen = tuple[Card | None, ...]
"""Cards of a column; None for one that lies face down."""


@dataclass(frozen=True)
class Difference:
    """The first place where a table is not as it should be."""

    expected: str
    actual: str


@dataclass(frozen=True)
class Table:
    """What can be seen of a position. What a program does not show by place is None."""

    columns: tuple[Seen, ...]
    foundations: tuple[Pile, ...] | None = None
    cells: tuple[Card | None, ...] | None = None
    stock: Pile | None = None
    elsewhere: frozenset[Card] | None = None
    """Cards seen outside the columns, if the table was read from the screen."""

    def difference(self, position: Position) -> Difference | None:
        """How the table differs from a position; None if it shows the position."""
        view = position.view
        for number, (shown, wanted) in enumerate(zip(self.columns, view.columns, strict=True), 1):
            if shown != wanted:
                return Difference(
                    f"column {number}: {signs(wanted)}", f"column {number}: {signs(shown)}"
                )
        if self.foundations is not None and self.foundations != position.foundations:
            for number, (pile, right) in enumerate(
                zip(self.foundations, position.foundations, strict=True), 1
            ):
                if pile != right:
                    return Difference(
                        f"foundation {number}: {signs(right[-3:])}",
                        f"foundation {number}: {signs(pile[-3:])}",
                    )
        if self.cells is not None and self.cells != position.cells:
            return Difference(
                f"cells: {signs(position.cells, '-')}", f"cells: {signs(self.cells, '-')}"
            )
        if self.stock is not None and self.stock != position.stock:
            right = position.stock or ()
            return Difference(_stock(right), _stock(self.stock))
        if self.elsewhere is not None:
            return self._missing_elsewhere(position, self.elsewhere)
        return None

    def _missing_elsewhere(
        self, position: Position, elsewhere: frozenset[Card]
    ) -> Difference | None:
        tops = [pile[-1] for pile in position.foundations if pile]
        for card in (*tops, *(card for card in position.cells if card)):
            if card not in elsewhere:
                where = "a foundation" if card in tops else "a cell"
                return Difference(f"{card.sign} is shown on {where}", f"{card.sign} is not shown")
        return None


def signs(cards: Sequence[Card | None], nothing: str = "face down") -> str:
    """Cards as people write them."""
    return " ".join(card.sign if card else nothing for card in cards) or "empty"


def _stock(cards: Pile) -> str:
    return f"stock: {len(cards)} cards" + (f", next {cards[0].sign}" if cards else "")


def read_arguments(names: Sequence[str], values: Sequence[Any]) -> Table | None:
    """The table from the arguments of a display function; None if they are something else."""
    if len(names) != len(values):
        return None
    given = dict(zip(names, values, strict=True))
    columns = _piles(given.get("tableau", given.get("tableaus")))
    foundations = _piles(given.get("foundations", [given.get("foundation")]))
    if columns is None or foundations is None:
        return None
    cells = stock = None
    if "cells" in given:
        read = _piles(given["cells"])
        if read is None or any(len(cell) > 1 for cell in read):
            return None
        cells = tuple(cell[0] if cell else None for cell in read)
    if "stock" in given:
        stock = _pile(
            (given["stock"] or {}).get("deck") if isinstance(given["stock"], dict) else None
        )
        if stock is None:
            return None
    return Table(columns, foundations, cells, stock)


def _piles(value: Any) -> tuple[Pile, ...] | None:
    if not isinstance(value, list):
        return None
    piles = [_pile(each) for each in value]
    return (
        None
        if any(pile is None for pile in piles)
        else tuple(pile for pile in piles if pile is not None)
    )


def _pile(value: Any) -> Pile | None:
    if not isinstance(value, list):
        return None
    try:
        return tuple(Card.parse(each["card"] if isinstance(each, dict) else each) for each in value)
    except (CardError, KeyError, AttributeError, TypeError):
        return None

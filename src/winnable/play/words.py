"""Moves in words, for those who read or listen.

>>> from winnable import Session, parse_move
>>> table = Session.new("freecell", 1)
>>> move_words(table.view, parse_move("t3c1")), move_words(table.view, parse_move("t1f1"))
('2♥ to cell 1', '6♠ to foundation 1')
"""

from __future__ import annotations

from winnable.cards import Card
from winnable.moves import Deal, Move
from winnable.position import Area, Place
from winnable.views import View

__all__ = ["move_words"]


def move_words(view: View, move: Move) -> str:
    """What a legal move does at a table: ``J♠ and 2 more onto Q♥ in column 3``."""
    if isinstance(move, Deal):
        return "deal from the stock"
    lifted, lying = _pile(view, move.source)[-move.count :], _pile(view, move.target)
    what = lifted[0].sign if lifted[0] else "a card"
    if move.count > 1:
        what += f" and {move.count - 1} more"
    if move.target.area is Area.COLUMN and lying and lying[-1]:
        return f"{what} onto {lying[-1].sign} in {move.target.name}"
    kind = "empty " if move.target.area is Area.COLUMN else ""
    return f"{what} to {kind}{move.target.name}"


def _pile(view: View, place: Place) -> tuple[Card | None, ...]:
    if place.area is Area.COLUMN:
        return view.columns[place.slot]
    if place.area is Area.FOUNDATION:
        return view.foundations[place.slot]
    return (view.cells[place.slot],)

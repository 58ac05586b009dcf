"""Moves, and how they are written.

A move is a transfer of one or more cards from a place to a place, or a deal from the stock. Its
notation needs no position, and reading what was written gives the move back:

>>> [str(parse_move(text)) for text in ("t3f1", "t2t5x4", "c1t8", "deal")]
['t3f1', 't2t5x4', 'c1t8', 'deal']
>>> parse_move("t2t5x4")
Transfer(source=Place.parse('t2'), target=Place.parse('t5'), count=4)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from winnable.errors import NotationError, quote
from winnable.l10n import t
from winnable.position import PLACE_PATTERN, Area, Place

__all__ = ["Deal", "Move", "Transfer", "parse_move"]

_TRANSFER = re.compile(f"{PLACE_PATTERN}{PLACE_PATTERN}(?:x([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Transfer:
    """The last `count` cards of `source` go to `target`, keeping their order."""

    source: Place
    target: Place
    count: int = 1

    def __str__(self) -> str:
        return f"{self.source}{self.target}" + (f"x{self.count}" if self.count != 1 else "")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal from the stock, as the game deals."""

    def __str__(self) -> str:
        return "deal"


Move = Transfer | Deal


@lru_cache(maxsize=4096)  # a move in a thousand records is one object in memory
def parse_move(text: str) -> Move:
    """Read a move in the notation of this module.

    >>> parse_move("t3")
    Traceback (most recent call last):
    winnable.errors.NotationError: 't3' is not a move: write t3f1, c1t8, t2t5x4 or deal
    """
    if text == "deal":
        return Deal()
    match = _TRANSFER.fullmatch(text)
    if match is None:
        raise NotationError(t("text.error.move", text=quote(text)))
    return Transfer(
        Place(Area(match[1]), int(match[2]) - 1),
        Place(Area(match[3]), int(match[4]) - 1),
        int(match[5] or 1),
    )

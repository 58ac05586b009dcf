"""Positions and moves packed into bytes, as the kernels read and write them.

A card is its number in a new deck, 0 to 51: AC AD AH AS 2C ... KS, so rank - 1 is `card >> 2` and
the suit `card & 3`. A packed position is

- how many columns there are, and for each: how many cards lie face down, how many cards, the cards;
- how many cells there are, how many hold a card, and those cards;
- four numbers: how many cards of each suit are home, where foundations are built by suit;
- the last card of the first foundation, or 255;
- how many cards the stock has, and the cards, the next one first.

A packed move is three bytes: source, target, count. A place is 0 to 15 for a column; 32 for the
foundation, plus the suit where foundations are built by suit; 64 plus a card for the cell that
holds the card or receives it. A deal is 255, 255, 0. Kernels do not number cells and foundations,
which are interchangeable for the search; `PackedLine` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import starmap
from typing import NamedTuple

from winnable.cards import DECK, Pile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules import FoundationRule, Game

__all__ = ["PackedLine", "pack"]

_HOME, _CELL, _DEAL, _NONE = 32, 64, 255, -1
_NUMBERS = {card: number for number, card in enumerate(DECK)}


def pack(game: Game, position: Position) -> bytes:
    """A position in bytes, for a kernel."""
    packed = [len(position.columns)]
    for column, down in zip(position.columns, position.face_down, strict=True):
        packed += [down, len(column), *_numbers(column)]
    held = _numbers(tuple(card for card in position.cells if card is not None))
    packed += [len(position.cells), len(held), *held]
    home = [0] * 4
    if game.foundation_rule is FoundationRule.SUIT:
        for pile in position.foundations:
            if pile:
                home[pile[0].suit] = len(pile)
    first = position.foundations[0]
    packed += [*home, _NUMBERS[first[-1]] if first else 255]
    stock = _numbers(position.stock or ())
    return bytes([*packed, len(stock), *stock])


def _numbers(cards: Pile) -> list[int]:
    return [_NUMBERS[card] for card in cards]


class PackedLine(NamedTuple):
    """The moves that a kernel found from a position, decoded when they are needed."""

    game: Game
    start: Position
    """Only its cells and foundations matter."""
    packed: bytes

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.packed) // 3

    def moves(self) -> tuple[Move, ...]:
        """The moves, with cells and foundations by number."""
        return tuple(starmap(_move, self._numbered()))

    def texts(self) -> tuple[str, ...]:
        """The moves in notation."""
        return tuple(starmap(_text, self._numbered()))

    def _numbered(self) -> Iterator[tuple[int, int, int]]:
        """Each move with the numbers of its places: see `_place`."""
        by_suit = self.game.foundation_rule is FoundationRule.SUIT
        cells = [_NONE if card is None else _CELL + _NUMBERS[card] for card in self.start.cells]
        homes = [_HOME + pile[0].suit if pile else _NONE for pile in self.start.foundations]
        codes = iter(self.packed)
        for source, target, count in zip(codes, codes, codes, strict=True):
            if _CELL <= source < _DEAL:
                slot = cells.index(source)
                cells[slot] = _NONE
                source = _CELL + slot
            if _CELL <= target < _DEAL:
                slot = cells.index(_NONE)
                cells[slot] = target
                target = _CELL + slot
            elif _HOME <= target < _CELL and by_suit:
                slot = homes.index(target if target in homes else _NONE)
                homes[slot] = target
                target = _HOME + slot
            yield source, target, count


@cache
def _move(source: int, target: int, count: int) -> Move:
    """A move between numbered places; cached, so that equal moves are decoded once."""
    return Deal() if source == _DEAL else Transfer(_place(source), _place(target), count)


@cache
def _text(source: int, target: int, count: int) -> str:
    return str(_move(source, target, count))


def _place(number: int) -> Place:
    area = Area.COLUMN if number < _HOME else Area.FOUNDATION if number < _CELL else Area.CELL
    return Place(area, number % _HOME)

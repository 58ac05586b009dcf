"""Positions and moves as bytes: what the native kernels read and write.

A card is its number in a new deck, 0 to 51: AC AD AH AS 2C ... KS, so rank - 1 is `card >> 2` and
the suit `card & 3`. A packed position is

- how many columns there are, and for each: how many cards lie face down, how many cards, the cards;
- how many cells there are, how many hold a card, and those cards;
- four numbers: how many cards of each suit are home, where foundations are built by suit;
- the last card of the first foundation, or 255;
- how many cards the stock has, and the cards, the next one first.

A packed move is three bytes: source, target, count. A place is 0 to 15 for a column; 32 for the
foundation, plus the suit where foundations are built by suit; 64 plus a card for the cell that
holds the card or is to hold it. A deal is 255, 255, 0. Kernels do not number cells and foundations,
because for the search they are all alike; `unpack_moves` does.
"""

from __future__ import annotations

from winnable.cards import DECK, Card, Pile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules import Game, Home

__all__ = ["pack", "unpack_moves"]

_HOME, _CELL, _DEAL = 32, 64, 255
_NUMBERS = {card: number for number, card in enumerate(DECK)}


def pack(game: Game, position: Position) -> bytes:
    """A position as the kernels read it."""
    packed = [len(position.columns)]
    for column, down in zip(position.columns, position.down, strict=True):
        packed += [down, len(column), *_numbers(column)]
    held = _numbers(tuple(card for card in position.cells if card is not None))
    packed += [len(position.cells), len(held), *held]
    home = [0] * 4
    if game.home is Home.SUIT:
        for pile in position.foundations:
            if pile:
                home[pile[0].suit] = len(pile)
    first = position.foundations[0]
    packed += [*home, _NUMBERS[first[-1]] if first else 255]
    stock = _numbers(position.stock or ())
    return bytes([*packed, len(stock), *stock])


def _numbers(cards: Pile) -> list[int]:
    return [_NUMBERS[card] for card in cards]


def unpack_moves(game: Game, position: Position, packed: bytes) -> tuple[Move, ...]:
    """The moves that a kernel found from the position, with cells and foundations by number."""
    table = _Table(game, position)
    return tuple(table.move(*packed[at : at + 3]) for at in range(0, len(packed), 3))


class _Table:
    """Which cell holds which card, and which foundation which suit."""

    def __init__(self, game: Game, position: Position) -> None:
        self.by_suit = game.home is Home.SUIT
        self.cells: list[Card | None] = list(position.cells)
        self.suits = [pile[0].suit if pile else None for pile in position.foundations]

    def move(self, source: int, target: int, count: int) -> Move:
        if source == _DEAL:
            return Deal()
        return Transfer(self._taken(source), self._laid(target), count)

    def _taken(self, code: int) -> Place:
        if code < _HOME:
            return Place(Area.COLUMN, code)
        slot = self.cells.index(DECK[code - _CELL])
        self.cells[slot] = None
        return Place(Area.CELL, slot)

    def _laid(self, code: int) -> Place:
        if code < _HOME:
            return Place(Area.COLUMN, code)
        if code < _CELL:
            return Place(Area.FOUNDATION, self._foundation(code - _HOME) if self.by_suit else 0)
        slot = self.cells.index(None)
        self.cells[slot] = DECK[code - _CELL]
        return Place(Area.CELL, slot)

    def _foundation(self, suit: int) -> int:
        if suit in self.suits:
            return self.suits.index(DECK[suit].suit)
        slot = self.suits.index(None)
        self.suits[slot] = DECK[suit].suit
        return slot

"""How the cards of a column share the rows that there are for them.

A covered card shows as many rows as the others on the table, or one; the last card is drawn whole
or cut off, down to two rows. Only when that is not enough are cards folded: those that lie face
down into one row, then the deepest of the others into another. The cards that play goes on with
stay in sight.

>>> [(row.index, row.height) for row in column_rows(5, 2, room=20, card_height=5, step=2)]
[(0, 1), (1, 1), (2, 2), (3, 2), (4, 5)]
>>> [(row.index, row.count) for row in column_rows(9, 2, room=7, card_height=3, step=1)]
[(1, 2), (4, 3), (5, 1), (6, 1), (7, 1), (8, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Row", "column_rows"]

_LEAST = 2  # rows of the last card, before anything is folded


@dataclass(frozen=True, slots=True)
class Row:
    """What a column shows of a card, or of several folded into one row."""

    index: int
    """Of the card, or of the last that is folded."""
    count: int
    height: int


def column_rows(cards: int, down: int, room: int, card_height: int, step: int) -> list[Row]:
    """Share `room` rows among `cards` cards, of which the first `down` lie face down."""
    piles = next(piles for piles in _foldings(cards, down, room) if piles)
    heights = [1] * len(piles)
    spare = room - len(piles)
    if piles[-1][1] == 1:
        heights[-1] += max(min(card_height - 1, spare), 0)
        spare -= heights[-1] - 1
    for _ in range(step - 1):
        for at in range(len(piles) - 2, -1, -1):
            index, count = piles[at]
            if spare > 0 and count == 1 and index >= down:
                heights[at] += 1
                spare -= 1
    return [Row(*pile, height) for pile, height in zip(piles, heights, strict=True)]


def _foldings(cards: int, down: int, room: int) -> Iterator[list[tuple[int, int]]]:
    """Ways to fold a column, the mildest first: last card and number of cards of each row.

    Each is given only if it fits; an empty list says that it does not.
    """
    whole = [(index, 1) for index in range(cards)]
    least = _LEAST - 1 + cards
    yield whole if least <= room else []
    backs = [(down - 1, down)] if down else []
    yield backs + whole[down:] if least - max(down - 1, 0) <= room else []
    for last in (_LEAST, 1):
        # Of the rows, some go to the backs, one to the fold and `last` to the last card.
        shown = room - len(backs) - 1 - (last - 1)
        folded = cards - down - shown
        yield [*backs, (down + folded - 1, folded), *whole[down + folded :]] if shown >= 1 else []
    # Hardly any rows at all.
    yield [(cards - 2, cards - 1), whole[-1]] if room >= 2 and cards > 1 else []
    yield whole[-1:]

"""How the cards of a column share the rows available to it.

A covered card shows as many rows as the others on the table, or one; the last card is drawn whole
or cut off, down to two rows. Only when that is not enough are cards folded: the face-down ones into
one row, then the deepest of the others into another. The playable cards stay visible.

>>> rows = column_rows(5, 2, height=20, card_height=5, covered_height=2)
>>> [(row.index, row.height) for row in rows]
[(0, 1), (1, 1), (2, 2), (3, 2), (4, 5)]
>>> rows = column_rows(9, 2, height=7, card_height=3, covered_height=1)
>>> [(row.index, row.count) for row in rows]
[(1, 2), (4, 3), (5, 1), (6, 1), (7, 1), (8, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Row", "column_rows"]

_MIN_LAST = 2  # rows of the last card before anything is folded


@dataclass(frozen=True, slots=True)
class Row:
    """The rows of a card, or of several folded into one row."""

    index: int
    """The index of the card, or of the last one folded."""
    count: int
    height: int


def column_rows(
    cards: int, down: int, height: int, card_height: int, covered_height: int
) -> list[Row]:
    """Share `height` rows among `cards` cards, of which the first `down` are face down."""
    piles = next(piles for piles in _foldings(cards, down, height) if piles)
    heights = [1] * len(piles)
    spare = height - len(piles)
    if piles[-1][1] == 1:
        heights[-1] += max(min(card_height - 1, spare), 0)
        spare -= heights[-1] - 1
    for _ in range(covered_height - 1):
        for at in range(len(piles) - 2, -1, -1):
            index, count = piles[at]
            if spare > 0 and count == 1 and index >= down:
                heights[at] += 1
                spare -= 1
    return [Row(*pile, height) for pile, height in zip(piles, heights, strict=True)]


def _foldings(cards: int, down: int, height: int) -> Iterator[list[tuple[int, int]]]:
    """Ways to fold a column, the mildest first: the last card and the number of cards of each row.

    An empty list stands for a way that does not fit.
    """
    whole = [(index, 1) for index in range(cards)]
    least = _MIN_LAST - 1 + cards
    yield whole if least <= height else []
    backs = [(down - 1, down)] if down else []
    yield backs + whole[down:] if least - max(down - 1, 0) <= height else []
    for last in (_MIN_LAST, 1):
        # Rows also go to the face-down cards, to the fold (one) and to the last card (`last`).
        shown = height - len(backs) - 1 - (last - 1)
        folded = cards - down - shown
        yield [*backs, (down + folded - 1, folded), *whole[down + folded :]] if shown >= 1 else []
    # Hardly any rows.
    yield [(cards - 2, cards - 1), whole[-1]] if height >= 2 and cards > 1 else []
    yield whole[-1:]

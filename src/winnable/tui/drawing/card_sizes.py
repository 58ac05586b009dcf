"""How large the cards are in a terminal of a given size, and how far apart.

This depends on the terminal and on the number of places side by side, not on the position, so
nothing jumps about when a move is made: a column that gets too long is squeezed by itself (see
`column_rows`). Only where the terminal is too low for the game do cards get smaller.
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable.view import View

__all__ = ["Sizes", "choose_sizes", "upper_places"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in character cells."""

    card_width: int
    card_height: int
    covered_height: int
    """How many rows a covered card shows."""
    column_gap: int
    """Cells between two columns."""
    left: int
    """The left edge of the first column."""
    table_width: int
    """The width from there to the right edge of the last column."""
    top_margin: int
    """Empty rows above everything."""
    upper_gap: int
    """Empty rows between the upper row and the columns' names."""
    column_height: int
    """The rows available to a column."""


_WIDTHS = {9: range(13, 10, -1), 7: range(11, 8, -1), 5: range(9, 6, -1), 3: range(7, 3, -1)}
"""By the height of a card, the widths that look right: a character cell is twice as high as wide.

Heights are odd, so that a card has a middle row.
"""
_GAPS = {9: 4, 7: 4, 5: 3, 3: 2}
"""By the height of a card, the widest gap between columns."""
_PREFERRED = ((9, 3), (9, 2), (7, 2), (5, 2), (7, 1), (5, 1), (3, 1))
"""Heights of a card and of the visible part of a covered one, best first."""


def choose_sizes(view: View, width: int, height: int) -> Sizes:
    """The largest cards with which the game usually fits, or else the smallest."""
    places = max(len(view.columns), upper_places(view), 1)
    for card_height, covered_height in _PREFERRED:
        fit = _fit(places, width, card_height)
        covered = _usual_length(view, card_height, covered_height) - 1
        usual = covered * covered_height + card_height
        spare = _column_height(view, height, card_height) - usual
        if fit and spare >= 0:
            return _sizes(view, width, height, fit, card_height, covered_height, spare)
    fit = _fit(places, width, 3) or (max(min((width + 1) // places - 1, 7), 3), 1)
    longest = max(map(len, view.columns), default=0)
    is_roomy = longest + 1 <= _column_height(view, height, 3)  # the last card shows two rows
    return _sizes(view, width, height, fit, 3 if is_roomy else 2, 1, 0)


def upper_places(view: View) -> int:
    """The number of places above the columns."""
    return (view.stock is not None) + len(view.cells) + len(view.foundations)


def _sizes(
    view: View,
    width: int,
    height: int,
    fit: tuple[int, int],
    card_height: int,
    covered_height: int,
    spare: int,
) -> Sizes:
    """Sizes for cards of a width and a gap; spare rows become empty space."""
    card_width, gap = fit
    table_width = max(len(view.columns), upper_places(view), 1) * (card_width + gap) - gap
    upper_gap, top_margin = int(spare >= 3), min(spare // 6, 4)
    return Sizes(
        card_width=card_width,
        card_height=card_height,
        covered_height=covered_height,
        column_gap=gap,
        left=max((width - table_width) // 2, 0),
        table_width=table_width,
        top_margin=top_margin,
        upper_gap=upper_gap,
        column_height=max(_column_height(view, height, card_height) - upper_gap - top_margin, 1),
    )


def _fit(places: int, width: int, card_height: int) -> tuple[int, int] | None:
    """The width of the cards and the gap between them, leaving room for a cursor at both ends."""
    widest = _GAPS[card_height] + 2 * (places <= 5)
    for card_width in _WIDTHS[card_height]:
        for gap in range(widest, int(card_width > 5), -1):
            if places * (card_width + gap) - gap <= width - 2:
                return card_width, gap
    return (4, 1) if card_height == 3 and places * 5 <= width else None


def _usual_length(view: View, card_height: int, covered_height: int) -> int:
    """A length that columns seldom exceed and that should therefore fit.

    With one foundation, columns mostly get shorter. Very large cards need plenty of room.
    """
    is_single_row = covered_height == 1
    if len(view.foundations) == 1:
        usual = 8 if is_single_row else 5
    else:
        usual = 13 if is_single_row else 8
    return usual + 3 * (card_height == 9)


def _column_height(view: View, height: int, card_height: int) -> int:
    """The rows left for the columns below their names."""
    return height - 1 - (1 + card_height if upper_places(view) else 0)

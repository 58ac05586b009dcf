"""Single cards as characters and the colours they are drawn with.

There are two kinds of cards: solid ones, set apart from the table by their background, and boxed
ones for terminals without colour. Both show by a sign, not by the background alone, that a card is
selected, is a target for the selected cards, or is part of a hint.

>>> def show(rows):
...     for row in rows:
...         print("".join(text for text, _ in row))
>>> show(draw_face(Card.parse("10H"), 9, 5, CardStyle(boxed=True)))
╭10♥────╮
│ ♥ ♥ ♥ │
│♥ ♥ ♥ ♥│
│ ♥ ♥ ♥ │
╰────10♥╯
>>> show(draw_face(Card.parse("KS"), 7, 3, CardStyle(boxed=True, unicode=False, role=Role.TARGET)))
+KS--*+
|     |
+---KS+
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from winnable.cards import Card
from winnable.text import card_text
from winnable.tui.drawing.palette import SHADES, Colours, suit_colour

__all__ = [
    "CardStyle",
    "Drawing",
    "Piece",
    "Role",
    "Row",
    "draw_back",
    "draw_empty",
    "draw_face",
    "draw_folded",
]

Piece = tuple[str, Colours]
"""Some characters and their colours."""
Row = tuple[Piece, ...]
Drawing = tuple[Row, ...]
"""Rows from top to bottom."""


class Role(Enum):
    """How a card is highlighted: the name of its background, its sign in Unicode and in ASCII."""

    PLAIN = "card", "", ""
    SELECTED = "selected", "●", "@"
    TARGET = "target", "○", "*"
    HINT_FROM = "hint", "↑", "^"
    HINT_TO = "hint", "↓", "v"
    DRAGGED = "dragged", "", ""
    """The place a dragged card comes from."""

    @property
    def background(self) -> str:
        return self.value[0]


class CardStyle(NamedTuple):
    """How to draw a card."""

    unicode: bool = True
    boxed: bool = False
    role: Role = Role.PLAIN
    shade: int = 0
    """An index into `SHADES`."""
    is_covering: bool = False
    """It lies on another card of its column: a thin line separates them."""
    is_fanned: bool = False
    """It lies sideways under another card: only its name is visible."""

    @property
    def sign(self) -> str:
        return self.role.value[1 if self.unicode else 2]

    @property
    def edges(self) -> str:
        """Two upper corners, two lower corners, the horizontal line and the vertical line."""
        if self.role is Role.DRAGGED:
            return "·" * 6 if self.unicode else "." * 6
        return "╭╮╰╯─│" if self.unicode else "++++-|"

    def colours(self, foreground: str, background: str = "") -> Colours:
        """A foreground on the background of this card, or on another one."""
        return Colours((background or self.role.background) + SHADES[self.shade], foreground)


# How many pips stand in each row of a card's middle, by how many rows there are.
# fmt: off
_PIPS = {
    3: ("010", "101", "111", "202", "212", "222", "232", "323", "333", "343"),
    5: ("00100", "10001", "10101", "20002", "20102",
        "20202", "21202", "21212", "22122", "23032"),
    7: ("0001000", "1000001", "1001001", "2000002", "2001002",
        "2002002", "2102002", "2102012", "2021202", "2120212"),
}
# fmt: on


@lru_cache(maxsize=4096)
def draw_face(card: Card, width: int, height: int, style: CardStyle) -> Drawing:
    """A whole card, face up; the painter shows only a part of a covered one."""
    text = card_text(card, style.unicode)
    text_colours, rule = style.colours(suit_colour(card.suit)), style.colours("rule")
    side = style.edges[5] if style.boxed else " "
    rows = [_first_row(text, width, style, text_colours)]
    for row in _middle(card, width - 2, height - 2, style):
        rows.append(((side, rule), (row, text_colours), (side, rule)))
    if height > 1:
        again = "" if style.is_fanned or height == 2 else text
        rows.append(_last_row(again, width, style, text_colours))
    return tuple(rows)


def _first_row(text: str, width: int, style: CardStyle, text_colours: Colours) -> Row:
    """The row that stays visible when the card is covered: its name and its sign."""
    rule, mark = style.colours("rule"), style.colours("mark")
    if style.boxed:
        before, line, after = style.edges[0], style.edges[4], style.edges[1]
    else:
        line = "▔" if style.is_covering and style.unicode else " "
        before, after = line if width > 5 or style.is_fanned else "", line
    spare = width - len(before) - len(text)
    rest = (line * (spare - 1) + after)[:spare]
    if not style.sign:
        return ((before, rule), (text, text_colours), (rest, rule))
    if not rest:  # no room beside the name: the sign replaces the corner
        return ((style.sign, mark), (text, text_colours))
    at = max(spare - 2, 0)
    return (
        (before, rule),
        (text, text_colours),
        (rest[:at], rule),
        (style.sign, mark),
        (rest[at + 1 :], rule),
    )


def _last_row(text: str, width: int, style: CardStyle, text_colours: Colours) -> Row:
    """The lower edge, which repeats the name."""
    rule = style.colours("rule")
    if style.boxed:
        text = text if len(text) + 2 <= width else ""
        left, line, right = style.edges[2], style.edges[4], style.edges[3]
    else:
        left, line, right = "", " ", " " if width > 5 else ""
    fill = line * (width - len(left) - len(text) - len(right))
    return ((left + fill, rule), (text, text_colours), (right, rule))


def _middle(card: Card, width: int, height: int, style: CardStyle) -> Iterator[str]:
    """The rows between first and last: pips, or a court card's letter in a frame."""
    sign = card.suit.sign if style.unicode else card.suit.letter
    rows = max((known for known in _PIPS if known <= height), default=0)
    if not rows or width < 5 or style.is_fanned or style.role is Role.DRAGGED:
        rows = 0
    elif card.rank > len(_PIPS[rows]):
        yield from _court(card.rank_label, sign, width, rows, style.edges)
    else:
        wide = " " * (width // 4)
        apart = ("", "", wide + wide[1:], wide, " ")
        for count in map(int, _PIPS[rows][card.rank - 1]):
            yield apart[count].join(sign * count).center(width)
    yield from [" " * width] * (height - rows)


def _court(letter: str, sign: str, width: int, height: int, edges: str) -> Iterator[str]:
    """A frame around the letter, with suit signs if there is room."""
    inside = min(width - 4, height + 2)
    inside -= (inside - width) % 2  # so that both have the same middle
    rows = [" " * inside] * (height - 2)
    rows[len(rows) // 2] = letter.center(inside)
    if len(rows) > 1:
        rows[0] = f" {sign}".ljust(inside)
        rows[-1] = f"{sign} ".rjust(inside)
    yield f"{edges[0]}{edges[4] * inside}{edges[1]}".center(width)
    for row in rows:
        yield f"{edges[5]}{row}{edges[5]}".center(width)
    yield f"{edges[2]}{edges[4] * inside}{edges[3]}".center(width)


@lru_cache(maxsize=512)
def draw_back(width: int, height: int, style: CardStyle) -> Drawing:
    background = "back" if style.role is Role.PLAIN else ""
    pattern, mark = style.colours("back", background), style.colours("mark", background)
    edges = style.edges if style.boxed else ("╱" if style.unicode else "#") * 6
    fill = ("╱" if style.unicode else "#") * (width - 2)
    lines = [edges[0] + fill + edges[1], edges[2] + fill + edges[3]]
    lines[1:1] = [edges[5] + fill + edges[5]] * (height - 2)
    rows: list[Row] = [((line, pattern),) for line in lines[:height]]
    if style.sign:
        at, line = width // 2, lines[height // 2]
        rows[height // 2] = ((line[:at], pattern), (style.sign, mark), (line[at + 1 :], pattern))
    return tuple(rows)


@lru_cache(maxsize=512)
def draw_empty(width: int, height: int, style: CardStyle, text: str = "") -> Drawing:
    """An empty place: an outline with a letter or a sign in the middle."""
    edges = style.edges
    outline = Colours("table", "lit" if style.sign else "place")
    inside = width - 2
    rows = [edges[5] + " " * inside + edges[5]] * height
    rows[0] = edges[0] + edges[4] * inside + edges[1]
    rows[-1] = edges[2] + edges[4] * inside + edges[3] if height > 1 else f"[{' ' * inside}]"
    if style.sign or text:
        at, middle = (height - 1) // 2, (width - 1) // 2
        rows[at] = rows[at][:middle] + (style.sign or text) + rows[at][middle + 1 :]
    return tuple(((row, outline),) for row in rows)


@lru_cache(maxsize=512)
def draw_folded(width: int, count: int, is_down: bool, style: CardStyle) -> Drawing:
    """One row for several cards: how many, and whether they are face down."""
    if not is_down:
        return ((((f"+{count}").center(width), style.colours("mark")),),)
    background = "back" if style.role is Role.PLAIN else ""
    fill = "╱" if style.unicode else "#"
    text = f" {count} " if width > 5 else str(count)
    return (((text.center(width, fill), style.colours("count", background)),),)

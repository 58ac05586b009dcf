"""What single cards look like: characters, and the inks they are drawn with.

There are two kinds of cards: solid ones, told from the table by their tone, and boxed ones for
terminals without colour. Both say with a sign, not with the tone alone, that a card is picked up,
that one can lay cards on it, or that it is a hint.

>>> def show(rows):
...     for row in rows:
...         print("".join(text for text, _ in row))
>>> show(face(Card.parse("10H"), 9, 5, Dress(boxed=True)))
╭10♥────╮
│ ♥ ♥ ♥ │
│♥ ♥ ♥ ♥│
│ ♥ ♥ ♥ │
╰────10♥╯
>>> show(face(Card.parse("KS"), 7, 3, Dress(boxed=True, unicode=False, role=Role.TARGET)))
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
from winnable.tui.inks import TURNS, Ink, suit_pen

__all__ = ["Dress", "Face", "Piece", "Role", "back", "empty", "face", "fold"]

Piece = tuple[str, Ink]
"""Some characters and what they are drawn with."""
Face = tuple[tuple[Piece, ...], ...]
"""The rows of a card from top to bottom."""


class Role(Enum):
    """What a card is at the moment: the name of its tone, and its sign in Unicode and ASCII."""

    PLAIN = "card", "", ""
    SELECTED = "selected", "●", "@"
    TARGET = "target", "○", "*"
    HINT_FROM = "hint", "↑", "^"
    HINT_TO = "hint", "↓", "v"
    GONE = "gone", "", ""
    """It is being dragged: this is where it lay."""

    @property
    def tone(self) -> str:
        """The name of its tone."""
        return self.value[0]


class Dress(NamedTuple):
    """How a card is to be drawn."""

    unicode: bool = True
    boxed: bool = False
    role: Role = Role.PLAIN
    turn: int = 0
    """Which of the tones in `TURNS`."""
    is_covering: bool = False
    """It lies on another card of its column: a thin rule parts them."""
    is_fanned: bool = False
    """It lies under another card sideways: of its face only the name would be seen."""

    @property
    def sign(self) -> str:
        """The sign that says what the card is, or nothing."""
        return self.role.value[1 if self.unicode else 2]

    @property
    def edges(self) -> str:
        """The corners, two above and two below, then the lines across and down."""
        if self.role is Role.GONE:
            return "·" * 6 if self.unicode else "." * 6
        return "╭╮╰╯─│" if self.unicode else "++++-|"

    def ink(self, pen: str, tone: str = "") -> Ink:
        """A pen on the tone of this card, or of this card's back."""
        return Ink((tone or self.role.tone) + TURNS[self.turn], pen)


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
def face(card: Card, width: int, height: int, dress: Dress) -> Face:
    """A card that lies face up, whole; whoever paints a covered one shows a part of it."""
    text = card_text(card, dress.unicode)
    pen, rule = dress.ink(suit_pen(card.suit)), dress.ink("rule")
    side = dress.edges[5] if dress.boxed else " "
    rows = [_first_row(text, width, dress, pen)]
    for row in _middle(card, width - 2, height - 2, dress):
        rows.append(((side, rule), (row, pen), (side, rule)))
    if height > 1:
        again = "" if dress.is_fanned or height == 2 else text
        rows.append(_last_row(again, width, dress, pen))
    return tuple(rows)


def _first_row(text: str, width: int, dress: Dress, pen: Ink) -> tuple[Piece, ...]:
    """The row that stays visible when the card is covered: its name, and a sign if it has one."""
    rule, mark = dress.ink("rule"), dress.ink("mark")
    if dress.boxed:
        before, line, after = dress.edges[0], dress.edges[4], dress.edges[1]
    else:
        line = "▔" if dress.is_covering and dress.unicode else " "
        before, after = line if width > 5 or dress.is_fanned else "", line
    spare = width - len(before) - len(text)
    rest = (line * (spare - 1) + after)[:spare]
    if not dress.sign:
        return ((before, rule), (text, pen), (rest, rule))
    if not rest:  # no room beside the name, so the sign takes the corner
        return ((dress.sign, mark), (text, pen))
    at = max(spare - 2, 0)
    return (
        (before, rule),
        (text, pen),
        (rest[:at], rule),
        (dress.sign, mark),
        (rest[at + 1 :], rule),
    )


def _last_row(text: str, width: int, dress: Dress, pen: Ink) -> tuple[Piece, ...]:
    """The lower edge, with the name once more for whoever looks from the other side."""
    rule = dress.ink("rule")
    if dress.boxed:
        text = text if len(text) + 2 <= width else ""
        left, line, right = dress.edges[2], dress.edges[4], dress.edges[3]
    else:
        left, line, right = "", " ", " " if width > 5 else ""
    fill = line * (width - len(left) - len(text) - len(right))
    return ((left + fill, rule), (text, pen), (right, rule))


def _middle(card: Card, width: int, height: int, dress: Dress) -> Iterator[str]:
    """The rows between first and last: pips, or the letter of a court card in a frame."""
    sign = card.suit.sign if dress.unicode else card.suit.letter
    rows = max((known for known in _PIPS if known <= height), default=0)
    if not rows or width < 5 or dress.is_fanned or dress.role is Role.GONE:
        rows = 0
    elif card.rank > len(_PIPS[rows]):
        yield from _court(card.rank_label, sign, width, rows, dress.edges)
    else:
        wide = " " * (width // 4)
        apart = ("", "", wide + wide[1:], wide, " ")
        for count in map(int, _PIPS[rows][card.rank - 1]):
            yield apart[count].join(sign * count).center(width)
    yield from [" " * width] * (height - rows)


def _court(letter: str, sign: str, width: int, height: int, edges: str) -> Iterator[str]:
    """A court card has a frame, its letter within, and signs where there is room for them."""
    inside = min(width - 4, height + 2)
    inside -= (inside - width) % 2  # so that it has the same middle
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
def back(width: int, height: int, dress: Dress) -> Face:
    """A card that lies face down."""
    tone = "back" if dress.role is Role.PLAIN else ""
    pen, mark = dress.ink("back", tone), dress.ink("mark", tone)
    edges = dress.edges if dress.boxed else ("╱" if dress.unicode else "#") * 6
    fill = ("╱" if dress.unicode else "#") * (width - 2)
    lines = [edges[0] + fill + edges[1], edges[2] + fill + edges[3]]
    lines[1:1] = [edges[5] + fill + edges[5]] * (height - 2)
    rows: list[tuple[Piece, ...]] = [((line, pen),) for line in lines[:height]]
    if dress.sign:
        at, line = width // 2, lines[height // 2]
        rows[height // 2] = ((line[:at], pen), (dress.sign, mark), (line[at + 1 :], pen))
    return tuple(rows)


@lru_cache(maxsize=512)
def empty(width: int, height: int, dress: Dress, text: str = "") -> Face:
    """A place without a card: an outline, with a letter or a sign in its middle."""
    edges = dress.edges
    pen = Ink("felt", "lit" if dress.sign else "place")
    inside = width - 2
    rows = [edges[5] + " " * inside + edges[5]] * height
    rows[0] = edges[0] + edges[4] * inside + edges[1]
    rows[-1] = edges[2] + edges[4] * inside + edges[3] if height > 1 else f"[{' ' * inside}]"
    if dress.sign or text:
        at, middle = (height - 1) // 2, (width - 1) // 2
        rows[at] = rows[at][:middle] + (dress.sign or text) + rows[at][middle + 1 :]
    return tuple(((row, pen),) for row in rows)


@lru_cache(maxsize=512)
def fold(width: int, count: int, is_down: bool, dress: Dress) -> Face:
    """A row that stands for several cards: how many, and whether they lie face down."""
    if not is_down:
        return ((((f"+{count}").center(width), dress.ink("mark")),),)
    tone = "back" if dress.role is Role.PLAIN else ""
    fill = "╱" if dress.unicode else "#"
    text = f" {count} " if width > 5 else str(count)
    return (((text.center(width, fill), dress.ink("count", tone)),),)

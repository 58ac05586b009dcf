"""Cards and tables as text: aligned columns to look at, or pile by pile in words to listen to.

Piles carry the names that players type: columns ``t1`` and on, cells ``c1``, foundations ``f1``.
Everything comes in Unicode, or in ASCII for terminals and files that need it.

>>> from winnable.cards import Card
>>> queen, jack = Card.parse("QH"), Card.parse("JS")
>>> shown = View(((None, queen, jack), ()), ((),), (), stock=24)
>>> print(table(shown))
stock       f1
▒▒ 24       ··
<BLANKLINE>
t1    t2
▒▒    ··
Q♥
J♠
>>> print(listing(shown))
Stock: 24 cards.
Foundation: empty.
Column 1: 1 face down, then queen of hearts, jack of spades.
Column 2: empty.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from winnable.cards import Card, Pile, Suit
from winnable.l10n import t
from winnable.view import View

__all__ = ["card_text", "listing", "plain", "spoken", "table"]

_COLUMN_WIDTH, _PLACE_WIDTH = 6, 5
_NARROW = 4  # both, where the screen is narrow: the widest card and a space
_SHOWN = 6  # of a single foundation, the last few cards are shown, as Golf players want to see them

# Codes of the 256-colour palette, whose colours, unlike the first sixteen, are the same in every
# terminal: each of these has a contrast of at least 4 to black and to white.
_RED, _GREEN, _BLUE = "\x1b[38;5;196m", "\x1b[38;5;28m", "\x1b[38;5;27m"
_USUAL_COLOUR = "\x1b[39m"


def card_text(card: Card, unicode: bool = True) -> str:
    """A card as tables show it.

    >>> ten = Card.parse("10H")
    >>> card_text(ten), card_text(ten, unicode=False)
    ('10♥', 'TH')
    """
    return card.sign if unicode else str(card)


def table(
    view: View,
    *,
    unicode: bool = True,
    colour: bool = False,
    four_colour: bool = False,
    width: int = 80,
) -> str:
    """The table as aligned text; no line ends in spaces, and without ``colour`` no escapes.

    Where ``width`` is too narrow for the usual spacing, everything moves closer together.
    """
    pen = _Pen(unicode, colour, four_colour, is_narrow=width < len(view.columns) * _COLUMN_WIDTH)
    blocks = [_upper_rows(view, pen), _column_rows(view, pen)]
    return "\n\n".join("\n".join(map(_line, rows)) for rows in blocks if rows)


def listing(view: View) -> str:
    """The table in words, one line per pile, for screen readers. In English it is plain ASCII."""
    return "\n".join(_sentences(view))


_PLAIN = str.maketrans(
    {suit.sign: suit.letter for suit in Suit}
    | dict.fromkeys("·•‐‑‒–−", "-")
    | dict.fromkeys("‘’‚′", "'")
    | dict.fromkeys("“”„″", '"')
    | {
        "▒": "#",
        "…": "...",
        "—": "--",
        "×": "x",
        "→": "->",
        "←": "<-",
        "≤": "<=",
        "≥": ">=",
        "±": "+/-",
        "ß": "ss",
        "Ø": "O",
    }
)
_CARD = re.compile("(?:10|[A2-9JQK])[♣♦♥♠]")
_UMLAUT = re.compile("([aouAOU])\u0308")
_TEN = re.compile("(?<![0-9])10(?=[♣♦♥♠])")


def plain(text: str) -> str:
    """Any of our texts in ASCII; other characters become ``?``.

    Letters lose their accents, except German umlauts, which are spelled out.

    >>> plain("10♠ on J♥ – “won” … café"), plain("Größe")
    ('TS on JH - "won" ... cafe', 'Groesse')
    """
    spelled = unicodedata.normalize("NFKD", _TEN.sub("T", text).translate(_PLAIN))
    spelled = _UMLAUT.sub(r"\1e", spelled)
    bare = "".join(letter for letter in spelled if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode("ascii")


def spoken(text: str) -> str:
    """Any of our texts with its cards in words, for screen readers.

    >>> spoken("5♦ is not one lower than 10♠")
    'five of diamonds is not one lower than ten of spades'
    """
    return _CARD.sub(lambda match: Card.parse(match[0]).name, text)


_Entry = tuple[int, str, str]
"""A piece of a line: where it begins, its text, and the code of its colour or nothing."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """How a single place is written."""

    unicode: bool
    colour: bool
    four_colour: bool
    is_narrow: bool

    @property
    def column_width(self) -> int:
        return _NARROW if self.is_narrow else _COLUMN_WIDTH

    @property
    def place_width(self) -> int:
        return _NARROW if self.is_narrow else _PLACE_WIDTH

    def card(self, at: int, card: Card | None) -> _Entry:
        if card is None:
            return at, "▒▒" if self.unicode else "##", ""
        return at, card_text(card, self.unicode), self._code(card.suit) if self.colour else ""

    def place(self, at: int, card: Card | None) -> _Entry:
        return self.empty(at) if card is None else self.card(at, card)

    def empty(self, at: int) -> _Entry:
        return at, "··" if self.unicode else "--", ""

    def more(self, at: int) -> _Entry:
        return at, "…" if self.unicode else "..", ""

    def _code(self, suit: Suit) -> str:
        if self.four_colour:
            return (_GREEN, _BLUE, _RED, "")[suit]
        return _RED if suit.is_red else ""


def _line(entries: Iterable[_Entry]) -> str:
    """Put the pieces in their places; colour codes take no room on the screen."""
    line, end = "", 0
    for at, text, code in entries:
        line += " " * (at - end) + (f"{code}{text}{_USUAL_COLOUR}" if code else text)
        end = at + len(text)
    return line


def _upper_rows(view: View, pen: _Pen) -> list[list[_Entry]]:
    """Stock and cells from the left, foundations flush right: their names, and what is there."""
    at = 0
    names: list[_Entry] = []
    places: list[_Entry] = []
    if view.stock is not None:
        names.append((at, t("text.stock"), ""))
        places += [pen.card(at, None) if view.stock else pen.empty(at), (3, str(view.stock), "")]
        at += 2 * pen.column_width
    for slot, held in enumerate(view.cells, 1):
        names.append((at, f"c{slot}", ""))
        places.append(pen.place(at, held))
        at += pen.place_width
    if len(view.foundations) == 1:
        (pile,) = view.foundations
        names.append((at, f"f1 ({len(pile)})" if pile else "f1", ""))
        places += _lone_foundation(pile, at, pen)
    else:
        flush = pen.column_width * (len(view.columns) - 1)
        at = max(at, flush - pen.place_width * (len(view.foundations) - 1))
        for slot, pile in enumerate(view.foundations, 1):
            names.append((at, f"f{slot}", ""))
            places.append(pen.place(at, pile[-1] if pile else None))
            at += pen.place_width
    return [names, places] if names else []


def _lone_foundation(pile: Pile, at: int, pen: _Pen) -> Iterator[_Entry]:
    """The last few cards of a foundation, the one on top at the end."""
    if not pile:
        yield pen.empty(at)
    row = [pen.more(0)] if len(pile) > _SHOWN else []
    for _, text, code in row + [pen.card(0, card) for card in pile[-_SHOWN:]]:
        yield at, text, code
        at += len(text) + 1


def _column_rows(view: View, pen: _Pen) -> list[list[_Entry]]:
    """The columns under their names, the playable cards lowest."""
    columns = [(slot * pen.column_width, pile) for slot, pile in enumerate(view.columns)]
    rows = [[(at, f"t{slot}", "") for slot, (at, _) in enumerate(columns, 1)]]
    rows.append([pen.card(at, pile[0]) if pile else pen.empty(at) for at, pile in columns])
    for row in range(1, max(map(len, view.columns), default=0)):
        rows.append([pen.card(at, pile[row]) for at, pile in columns if row < len(pile)])
    return rows if columns else []


def _sentences(view: View) -> Iterator[str]:
    if view.stock is not None:
        yield t("text.listing.stock", cards=_cards(view.stock))
    for slot, held in enumerate(view.cells, 1):
        card = held.name if held else t("text.empty")
        yield t("text.listing.cell", number=slot, card=card)
    for slot, pile in enumerate(view.foundations):
        key = "text.listing.foundation_top" if pile else "text.listing.foundation"
        top = pile[-1].name if pile else ""
        place = view.foundation_label(slot)
        text = t(key, place=place, cards=_cards(len(pile)), top=top)
        yield text[:1].upper() + text[1:]
    for slot, column in enumerate(view.columns, 1):
        yield t("text.listing.column", number=slot, cards=_column_words(column))


def _cards(count: int) -> str:
    return t("rules.cards", count=count) if count else t("text.empty")


def _column_words(column: Sequence[Card | None]) -> str:
    """A column from its deepest card on; face-down cards are counted."""
    down = sum(card is None for card in column)
    names = ", ".join(card.name for card in column if card)
    if down:
        key = "text.listing.face_down_then" if names else "text.listing.face_down"
        return t(key, count=down, names=names)
    return names or t("text.empty")

"""Cards and tables as pictures: SVG drawn by us, each a document that needs nothing else.

A picture is made from a `View`, so it cannot show more than the player may see. Cards carry their
names as titles. There are no fonts, scripts, style sheets or image files in it, and all its ids
begin with a prefix of its own, so any number of pictures can stand in one web page.

>>> from winnable.cards import Card
>>> picture = card(Card.parse("QH"), style=Style(dark=True))
>>> picture.startswith("<svg xmlns="), "<title>queen of hearts</title>" in picture
(True, True)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from winnable import svg_faces as faces
from winnable.cards import ACE, Card, Suit
from winnable.svg_faces import HEIGHT, WIDTH
from winnable.views import View

__all__ = ["Style", "card", "table"]

_MARGIN, _GAP, _GROUP_GAP = 20, 14, 6
_STEP_UP, _STEP_DOWN = 25, 11
_LONGEST_FAN = 16 * _STEP_UP  # a longer column is pushed together, so that a table fits a screen
_SHOWN, _STEP_ACROSS = 5, 34  # of a lone foundation, the last few cards are spread out to be read


@dataclass(frozen=True, slots=True)
class Style:
    """How pictures look."""

    four_colour: bool = False
    """Green clubs and blue diamonds."""
    dark: bool = False
    """A dark table with dark cards."""
    felt: bool = True
    """Whether a table has a ground of its own; without it the page shows through."""


_USUAL = Style()


def card(card: Card | None, *, style: Style = _USUAL) -> str:
    """One card as an SVG document; ``None`` is the back of a card."""
    artist = _Artist(style, f"{card!r} {style}")
    return artist.document(artist.card(card, 1, 1), WIDTH + 2, HEIGHT + 2, _name(card))


def table(view: View, *, style: Style = _USUAL, title: str = "A patience table") -> str:
    """A whole table as an SVG document: stock, cells and foundations above, columns below."""
    artist = _Artist(style, f"{view} {style} {title}")
    left = _across(len(view.cells), _GROUP_GAP)
    if view.stock is not None:
        left += WIDTH + (_GAP if left else 0)
    right = _across(len(view.foundations), _GROUP_GAP) + _spread(view) * _STEP_ACROSS
    inner = max(_across(len(view.columns), _GAP), left + right + (_GAP if left and right else 0))
    width = inner + 2 * _MARGIN
    y = _MARGIN + (HEIGHT + 2 * _GAP if left or right else 0)
    x = (width - _across(len(view.columns), _GAP)) / 2
    depth = max((_fan(column)[-1] for column in view.columns), default=-HEIGHT)
    height = y + depth + HEIGHT + _MARGIN
    parts = (_left(artist, view), _right(artist, view, width), _columns(artist, view, x, y))
    drawing = "\n".join(piece for part in parts for piece in part)
    return artist.document(
        artist.felt(width, height) + drawing, width, height, title, _sum_up(view)
    )


def _left(artist: _Artist, view: View) -> Iterator[str]:
    """The stock and the cells."""
    x = _MARGIN
    if view.stock is not None:
        yield artist.stock(view.stock, x, _MARGIN)
        x += WIDTH + _GAP
    for slot, held in enumerate(view.cells, 1):
        yield artist.place(held, x, _MARGIN, f"cell {slot}: empty")
        x += WIDTH + _GROUP_GAP


def _right(artist: _Artist, view: View, width: float) -> Iterator[str]:
    """The foundations; a lone one also shows the cards that came last, and how many it holds."""
    x = width - _MARGIN - _across(len(view.foundations), _GROUP_GAP)
    for slot, pile in enumerate(view.foundations, 1):
        # Only where there are several is a foundation sure to begin with an ace.
        sign = "" if _spread(view) else "A"
        if not pile:
            yield artist.place(None, x, _MARGIN, f"foundation {slot}: empty", sign)
        shown = pile[-1 - _spread(view) :]
        if len(pile) > len(shown):
            yield artist.pile_edge(x - _STEP_ACROSS * (len(shown) - 1), _MARGIN)
        for back, one in zip(range(len(shown) - 1, -1, -1), shown, strict=True):
            yield artist.card(one, x - _STEP_ACROSS * back, _MARGIN)
        if pile and _spread(view):
            yield artist.badge(len(pile), x, _MARGIN)
        x += WIDTH + _GROUP_GAP


def _columns(artist: _Artist, view: View, x: float, y: float) -> Iterator[str]:
    for slot, column in enumerate(view.columns, 1):
        if not column:
            yield artist.place(None, x, y, f"column {slot}: empty")
        for one, down in zip(column, _fan(column), strict=False):
            yield artist.card(one, x, y + down)
        x += WIDTH + _GAP


def _across(places: int, gap: float) -> float:
    """The width of a row of places."""
    return max(places * (WIDTH + gap) - gap, 0)


def _spread(view: View) -> int:
    """How many earlier cards a foundation shows beside its last one."""
    return _SHOWN - 1 if len(view.foundations) == 1 else 0


def _fan(column: Sequence[Card | None]) -> list[float]:
    """How far down each card of a column lies; an empty column has one place."""
    steps = [_STEP_UP if one else _STEP_DOWN for one in column[:-1]]
    squeeze = min(1.0, _LONGEST_FAN / max(sum(steps), 1))
    return list(accumulate((step * squeeze for step in steps), initial=0.0))


def _rect(x: float, y: float, width: float, height: float, round: float) -> str:
    """A rounded rectangle, left open for its paint."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}"'


def _name(card: Card | None) -> str:
    return card.name if card else "face-down card"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _sum_up(view: View) -> str:
    """The table in a sentence, for those who hear it."""
    parts = [_count(len(view.columns), "column")]
    if view.cells:
        taken = sum(held is not None for held in view.cells)
        parts.append(f"{_count(len(view.cells), 'cell')}, {taken} in use")
    if view.foundations:
        home = sum(map(len, view.foundations))
        parts.append(f"{_count(len(view.foundations), 'foundation')} with {_count(home, 'card')}")
    if view.stock is not None:
        parts.append(f"a stock of {_count(view.stock, 'card')}")
    return "; ".join(parts) + "."


class _Artist:
    """Draws the pieces of one picture and keeps the shapes that they have in common."""

    def __init__(self, style: Style, content: str) -> None:
        self.style = style
        self.palette = faces.DARK if style.dark else faces.LIGHT
        self.mark = self.palette.mark if style.felt else self.palette.edge
        # Equal pictures share their ids, which does no harm: the shapes behind them are equal too.
        self.prefix = "w" + hashlib.sha256(content.encode()).hexdigest()[:8]
        self.shapes: dict[str, str] = {}

    def document(
        self, drawing: str, width: float, height: float, title: str, desc: str = ""
    ) -> str:
        """The whole file."""
        p = self.prefix
        said = f'<title id="{p}-title">{escape(title)}</title>\n'
        named = f"{p}-title"
        if desc:
            said += f'<desc id="{p}-desc">{escape(desc)}</desc>\n'
            named += f" {p}-desc"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-labelledby="{named}">\n'
            f"{said}<defs>\n{''.join(self.shapes.values())}</defs>\n{drawing}\n</svg>\n"
        )

    def use(self, name: str, shape: str, attributes: str = "") -> str:
        """Draw a shape that may come back; ``shape`` is an element without its id."""
        tag, rest = shape.split(" ", 1)
        self.shapes.setdefault(name, f'{tag} id="{self.prefix}-{name}" {rest}\n')
        return f'<use href="#{self.prefix}-{name}"{attributes and " " + attributes}/>'

    def turn(self, name: str, half: str) -> str:
        """Draw the upper half of a card, and again as its lower half."""
        again = f'<use href="#{self.prefix}-{name}" {faces.TURN}/>'
        return f'<g id="{self.prefix}-{name}">{half}</g>{again}'

    def sign(self, suit: Suit, x: float, y: float, scale: float = 1) -> str:
        """A suit sign around a point."""
        shape = f'<path d="{faces.SUITS[suit]}"/>'
        if scale == 1:
            return self.use(suit.letter, shape, f'x="{x:g}" y="{y:g}"')
        return self.use(suit.letter, shape, f'transform="translate({x:g} {y:g}) scale({scale:g})"')

    def write(self, text: str, x: float, y: float, paint: str) -> tuple[str, float]:
        """Write a rank or a number; also say where it ends."""
        drawing = ""
        for letter in text:
            advance, strokes = faces.GLYPHS[letter]
            shape = f'<path d="{strokes}" {faces.PEN}/>'
            drawing += self.use(f"r{letter}", shape, f'x="{x:g}" y="{y:g}" stroke="{paint}"')
            x += advance + 2.8
        return drawing, x - 2.8

    def card(self, card: Card | None, x: float, y: float) -> str:
        """A card with its upper left corner at a point."""
        face = self.face(card) if card else self.use("back", faces.back(self.palette))
        return (
            f'<g transform="translate({x:g} {y:g})"><title>{_name(card)}</title>'
            f"{self.blank()}{face}</g>"
        )

    def blank(self) -> str:
        """A card with nothing on it, and the thin shadow by which it stands off the next."""
        size, rim = (WIDTH - 1, HEIGHT - 1), (WIDTH + 2, HEIGHT + 2)
        return self.use(
            "blank",
            f'<g stroke-width="1">{_rect(-1, -1, *rim, 8)} opacity=".16"/>'
            f'{_rect(0.5, 0.5, *size, 7)} fill="{self.palette.paper}" '
            f'stroke="{self.palette.edge}"/></g>',
        )

    def face(self, card: Card) -> str:
        """What is printed on a card."""
        paint = self.palette.suit(card.suit, four_colour=self.style.four_colour)
        rank, end = self.write(card.rank_label, 8.5, 7.5, paint)
        corner = rank + self.sign(card.suit, end + 10, 13.5, 0.72)
        if card.rank == ACE:
            half, rest = "", self.sign(card.suit, WIDTH / 2, HEIGHT / 2, 2.5)
        elif card.rank in faces.FIGURES:
            half, rest = self.court(card), ""
        else:
            turned, upright = faces.PIPS[card.rank]
            half = "".join(self.sign(card.suit, *at) for at in turned)
            rest = "".join(self.sign(card.suit, *at) for at in upright)
        return f'<g fill="{paint}">{self.turn(str(card), corner + half)}{rest}</g>'

    def court(self, card: Card) -> str:
        """The upper half of a jack, queen or king."""
        figure = faces.figure(card.rank, self.palette)
        return self.use(f"figure{card.rank}", figure) + self.sign(card.suit, 28.5, 37, 0.8)

    def place(self, held: Card | None, x: float, y: float, title: str, sign: str = "") -> str:
        """A place for one card: the card, or an outline."""
        if held:
            return self.card(held, x, y)
        letter = ""
        if sign:
            letter, _ = self.write(sign, 0, 0, self.mark)
            letter = f'<g transform="translate(36 53) scale(2.9)" opacity=".45">{letter}</g>'
        outline = self.use(
            "empty",
            f'{_rect(1, 1, WIDTH - 2, HEIGHT - 2, 7)} fill="{self.mark}" fill-opacity=".07" '
            f'stroke="{self.mark}" stroke-opacity=".55" stroke-width="1.5"/>',
        )
        return f'<g transform="translate({x:g} {y:g})"><title>{title}</title>{outline}{letter}</g>'

    def pile_edge(self, x: float, y: float) -> str:
        """The edge of the cards that lie under those shown."""
        return f'<g transform="translate({x - 2:g} {y + 2:g})">{self.blank()}</g>'

    def stock(self, count: int, x: float, y: float) -> str:
        """The stock and how many cards are in it."""
        if not count:
            drawing = self.place(None, x, y, "stock: empty")
        else:
            under = self.pile_edge(x, y) if count > 1 else ""
            drawing = under + self.card(None, x, y)
        return drawing + self.badge(count, x, y)

    def badge(self, count: int, x: float, y: float) -> str:
        """A number on the lower edge of a pile."""
        _, end = self.write(str(count), 0, 0, "")
        left = x + (WIDTH - end) / 2
        digits, _ = self.write(str(count), left, y + HEIGHT - 6, self.palette.linen)
        pill = _rect(left - 9, y + HEIGHT - 11, end + 18, 22, 11)
        return (
            f'<g><title>{_count(count, "card")}</title>{pill} fill="{self.palette.felt[1]}" '
            f'stroke="{self.mark}"/>{digits}</g>'
        )

    def felt(self, width: float, height: float) -> str:
        """The ground of a table, a little brighter in the middle."""
        if not self.style.felt:
            return ""
        middle, rim = self.palette.felt
        self.shapes["felt"] = (
            f'<radialGradient id="{self.prefix}-felt" cx=".5" cy=".35" r=".8">'
            f'<stop stop-color="{middle}"/><stop offset="1" stop-color="{rim}"/></radialGradient>\n'
        )
        return f'{_rect(0, 0, width, height, 12)} fill="url(#{self.prefix}-felt)"/>\n'

"""Draws single cards and places, and the shapes that the pieces of one picture share.

`winnable.svg.pictures` says what lies where; this says how each thing looks.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from html import escape

from winnable.cards import ACE, Card, Suit
from winnable.l10n import t
from winnable.svg import card_faces as faces
from winnable.svg.card_backs import USUAL_BACK, back
from winnable.svg.card_faces import HEIGHT, WIDTH

__all__ = ["Artist", "Style", "card_name"]


@dataclass(frozen=True, slots=True)
class Style:
    """How pictures look."""

    four_colour: bool = False
    """Green clubs and blue diamonds."""
    dark: bool = False
    """A dark table with dark cards."""
    felt: bool = True
    """Whether a table has a ground of its own; without it the page shows through."""
    large_index: bool = False
    """Cards whose rank and suit can be read from afar."""
    small: bool = False
    """Cards for a small screen: one rank and one suit, as big as a fan lets them be."""


def _rect(x: float, y: float, width: float, height: float, round: float) -> str:
    """A rounded rectangle, left open for its paint."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}"'


def card_name(card: Card | None) -> str:
    """What a card is called; ``None`` is face down."""
    return card.name if card else t("picture.face_down_card")


class Artist:
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

    def sheet(self, symbols: str) -> str:
        """A file of symbols; it takes no room in a page that holds it."""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
            f'focusable="false">\n<defs>\n{"".join(self.shapes.values())}</defs>\n{symbols}\n</svg>\n'
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
        face = self.face(card) if card else self.back()
        return (
            f'<g transform="translate({x:g} {y:g})"><title>{card_name(card)}</title>'
            f"{self.blank()}{face}</g>"
        )

    def symbol(self, card: Card) -> str:
        """A card that a web page draws by its name; its shadow is the page's business."""
        return self._symbol(str(card), self.face(card))

    def back_symbol(self, design: str, name: str) -> str:
        """A card that lies face down, for a web page."""
        return self._symbol(name, self.back(design))

    def _symbol(self, name: str, drawing: str) -> str:
        paper = self.use("paper", self.paper())
        return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{paper}{drawing}</symbol>'

    def back(self, design: str = USUAL_BACK) -> str:
        """The back of a card."""
        name = "back" if design == USUAL_BACK else f"back-{design}"
        return self.use(name, back(design, dark=self.style.dark))

    def paper(self) -> str:
        """The card itself, with nothing on it."""
        return (
            f'{_rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 7)} fill="{self.palette.paper}" '
            f'stroke="{self.palette.edge}"/>'
        )

    def blank(self) -> str:
        """A card with nothing on it, and the thin shadow by which it stands off the next."""
        rim = _rect(-1, -1, WIDTH + 2, HEIGHT + 2, 8)
        return self.use("blank", f'<g stroke-width="1">{rim} opacity=".16"/>{self.paper()}</g>')

    def face(self, card: Card) -> str:
        """What is printed on a card."""
        paint = self.palette.suit(card.suit, four_colour=self.style.four_colour)
        if self.style.small:
            return f'<g id="{self.prefix}-{card}" fill="{paint}">{self.small(card, paint)}</g>'
        corner, inner = self.corner(card, paint), ""
        if card.rank == ACE:
            half, rest = "", self.sign(card.suit, WIDTH / 2, HEIGHT / 2, 2.5)
        elif card.rank in faces.FIGURES:
            half, rest = self.court(card), ""
        else:
            turned, upright = faces.PIPS[card.rank]
            half = "".join(self.sign(card.suit, *at) for at in turned)
            rest = "".join(self.sign(card.suit, *at) for at in upright)
        if self.style.large_index:
            inner = ' transform="translate(8 11.2) scale(.84)"'  # leaves room for the corners
            half = half and f"<g{inner}>{half}</g>"
        rest = rest and f"<g{inner}>{rest}</g>"
        return f'<g fill="{paint}">{self.turn(str(card), corner + half)}{rest}</g>'

    def corner(self, card: Card, paint: str) -> str:
        """The rank, and the suit beside it, so that a narrow fan shows both."""
        scale, x, y = (1.9, 6.5, 5) if self.style.large_index else (1.25, 7.5, 6)
        rank, end = self.write(card.rank_label, 0, 0, paint)
        at = (x + scale * (end + 7.5), y + scale * 6)
        return (
            f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{rank}</g>'
            f"{self.sign(card.suit, *at, 0.64 * scale)}"
        )

    def small(self, card: Card, paint: str) -> str:
        """A face for small screens: rank and suit side by side, and once only."""
        rank, _ = self.write(card.rank_label, 0, 0, paint)
        if self.style.large_index:
            drawing = f'<g transform="translate(7 7) scale(3.4)">{rank}</g>'
            drawing += self.sign(card.suit, 74, 27.5, 2.2)
        else:
            drawing = f'<g transform="translate(10 6.5) scale(2.5)">{rank}</g>'
            drawing += self.sign(card.suit, 78, 21.5, 1.5)
        if card.rank not in faces.FIGURES:
            return drawing + self.sign(card.suit, WIDTH / 2, 96, 3.2)
        figure = self.use(f"figure{card.rank}", faces.figure(card.rank, self.palette))
        return drawing + f'<g transform="translate(-17.5 44.5) scale(1.35)">{figure}</g>'

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
            drawing = self.place(None, x, y, t("picture.stock_empty"))
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
        said = t("rules.cards", count=count)
        return (
            f'<g><title>{said}</title>{pill} fill="{self.palette.felt[1]}" '
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

"""The shapes that `winnable.svg` draws with: suit signs, rank glyphs, pips, court figures.

Everything is drawn on a card of 100 by 140 units with plain paths, so that a picture needs no font
and no image file and looks the same everywhere. What has no colour of its own in a shape takes the
colour of the suit that it is drawn for.
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable.cards import Suit

__all__ = [
    "DARK",
    "FEATURES",
    "FIGURES",
    "GLYPHS",
    "HEIGHT",
    "LIGHT",
    "PEN",
    "PIPS",
    "SUITS",
    "TURN",
    "WIDTH",
    "Palette",
    "figure",
]

WIDTH, HEIGHT = 100, 140

PEN = 'fill="none" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"'
"""How glyphs are written."""

TURN = f'transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"'
"""What turns the upper half of a card into its lower half."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one style."""

    suits: tuple[str, str, str, str]
    """Clubs, diamonds, hearts, spades, when there are four colours."""
    felt: tuple[str, str]
    """The middle of the table and its rim."""
    paper: str
    edge: str
    line: str
    """The outlines of the court figures."""
    skin: str
    linen: str
    gold: str
    hair: str
    mark: str
    """Outlines of empty places, and what stands in them."""

    def suit(self, suit: Suit, *, four_colour: bool) -> str:
        """The colour of a suit; of two colours, hearts and spades lend theirs to the others."""
        if four_colour:
            return self.suits[suit]
        return self.suits[Suit.HEARTS if suit.is_red else Suit.SPADES]


LIGHT = Palette(
    suits=("#15803d", "#1d5fc4", "#c8202f", "#1c2430"),
    felt=("#3c8566", "#27634a"),
    paper="#fffdf8",
    edge="#b9b4a6",
    line="#3a3027",
    skin="#fdebd3",
    linen="#fffdf8",
    gold="#e9b949",
    hair="#8a5a33",
    mark="#d8efe2",
)

DARK = Palette(
    suits=("#63cf85", "#6aaeff", "#ff6f6b", "#dfe4ec"),
    felt=("#1b2128", "#11151a"),
    paper="#2b313b",
    edge="#6d7a8c",
    line="#171a20",
    skin="#e8d3b8",
    linen="#cfd5df",
    gold="#d9a93f",
    hair="#8d6340",
    mark="#7b8794",
)

SUITS = {
    Suit.CLUBS: (
        "M-4.7,-5.1a4.7,4.7 0 1 1 9.4,0a4.7,4.7 0 1 1 -9.4,0z"
        "M-9.7,1.9a4.7,4.7 0 1 1 9.4,0a4.7,4.7 0 1 1 -9.4,0z"
        "M.3,1.9a4.7,4.7 0 1 1 9.4,0a4.7,4.7 0 1 1 -9.4,0z"
        "M-2.2,-1.5L0,-3.5L2.2,-1.5L1.1,2.4C1.1,6.6 2,8.8 4.2,9.8H-4.2C-2,8.8 -1.1,6.6 -1.1,2.4z"
    ),
    Suit.DIAMONDS: (
        "M0,-10C2.2,-6.1 4.9,-2.8 7.8,0C4.9,2.8 2.2,6.1 0,10C-2.2,6.1 -4.9,2.8 -7.8,0"
        "C-4.9,-2.8 -2.2,-6.1 0,-10z"
    ),
    Suit.HEARTS: (
        "M0,9.6C-2.4,5.4 -9.2,1.7 -9.2,-3.9C-9.2,-7 -7,-9 -4.5,-9C-2.4,-9 -.8,-7.7 0,-5.6"
        "C.8,-7.7 2.4,-9 4.5,-9C7,-9 9.2,-7 9.2,-3.9C9.2,1.7 2.4,5.4 0,9.6z"
    ),
    Suit.SPADES: (
        "M0,-9.9C2.4,-5.9 9,-2.5 9,2.5C9,5.2 7.1,6.9 4.9,6.9C3.3,6.9 1.9,6 1.1,4.6"
        "C1.2,7.4 2.1,9 4.2,9.8H-4.2C-2.1,9 -1.2,7.4 -1.1,4.6C-1.9,6 -3.3,6.9 -4.9,6.9"
        "C-7.1,6.9 -9,5.2 -9,2.5C-9,-2.5 -2.4,-5.9 0,-9.9z"
    ),
}
"""Each suit sign, filled, about 20 units high around (0, 0)."""

GLYPHS = {
    "0": (6.4, "M0,6a3.2,6 0 1 0 6.4,0a3.2,6 0 1 0 -6.4,0z"),
    "1": (2.8, "M0,2.2L2.8,0V12"),
    "2": (8, "M.2,3.6C.4,1.4 1.9,0 4,0C6.2,0 7.7,1.4 7.7,3.4C7.7,5 6.8,6.1 5.4,7.5L.4,12H8"),
    "3": (8, "M.6,0H7.4L3.8,4.5C6.3,4.3 8,5.9 8,8.1C8,10.4 6.3,12 4,12C2,12 .5,11 0,9.3"),
    "4": (8.6, "M6.5,12V0L0,8.7H8.6"),
    "5": (
        8,
        "M7.2,0H1.5L.8,5.5C1.6,4.7 2.7,4.3 3.8,4.3C6.3,4.3 8,5.9 8,8.1C8,10.4 6.3,12 3.9,12"
        "C2,12 .6,11.1 0,9.6",
    ),
    "6": (8, "M6.2,0L.9,5.5M0,8a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"),
    "7": (8, "M0,0H8L2.8,12"),
    "8": (
        8,
        "M4,5.6a3.3,2.8 0 1 0 0,-5.6a3.3,2.8 0 1 0 0,5.6a4,3.2 0 1 0 0,6.4a4,3.2 0 1 0 0,-6.4z",
    ),
    "9": (8, "M1.8,12L7.1,6.5M0,4a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"),
    "A": (9.6, "M0,12L4.8,0L9.6,12M1.9,8H7.7"),
    "J": (6.4, "M3,0H6.4V8.4C6.4,10.7 5.2,12 3.2,12C1.5,12 .3,11 0,9.3"),
    "Q": (10, "M0,6a5,6 0 1 0 10,0a5,6 0 1 0 -10,0zM6.2,8.4L10,12.6"),
    "K": (8.6, "M0,0V12M8,0L0,7.4M2.9,4.8L8.6,12"),
}
"""For each character of a rank or a count its width, and its strokes in a line 12 units high."""

_L, _M, _R = 30, 50, 70
_TOP, _SECOND, _MIDDLE = 36.5, 59, 70
PIPS: dict[int, tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]] = {
    2: (((_M, _TOP),), ()),
    3: (((_M, _TOP),), ((_M, _MIDDLE),)),
    4: (((_L, _TOP), (_R, _TOP)), ()),
    5: (((_L, _TOP), (_R, _TOP)), ((_M, _MIDDLE),)),
    6: (((_L, _TOP), (_R, _TOP)), ((_L, _MIDDLE), (_R, _MIDDLE))),
    7: (((_L, _TOP), (_R, _TOP)), ((_L, _MIDDLE), (_R, _MIDDLE), (_M, 53))),
    8: (((_L, _TOP), (_R, _TOP), (_M, 53)), ((_L, _MIDDLE), (_R, _MIDDLE))),
    9: (((_L, _TOP), (_R, _TOP), (_L, _SECOND), (_R, _SECOND)), ((_M, _MIDDLE),)),
    10: (((_L, _TOP), (_R, _TOP), (_L, _SECOND), (_R, _SECOND), (_M, 47.5)), ()),
}
"""Where the signs of a number card stand: those that come back turned below, those that do not."""


def _dots(radius: float, *centres: tuple[float, float]) -> str:
    """A path of discs."""
    r = f"{radius:g}"
    disc = f"a{r},{r} 0 1 0 {2 * radius:g},0a{r},{r} 0 1 0 -{2 * radius:g},0z"
    return "".join(f"M{x - radius:g},{y:g}{disc}" for x, y in centres)


Figure = tuple[tuple[str, str], ...]
"""Shapes, each with its paint: a colour of the palette by name, or the suit's own."""

_FRAME = "M17.5,70V29Q17.5,26 20.5,26H79.5Q82.5,26 82.5,29V70"
_FACE = "M42,38H58V47C58,53 54.2,57 50,57C45.8,57 42,53 42,47z"
_EYES = _dots(0.95, (46.4, 45.3), (53.6, 45.3))
_FEATURES = "M44.6,42.8Q46.4,41.7 48,42.8M52,42.8Q53.6,41.7 55.4,42.8M50,45V48.6H48.8"

_KING: Figure = (
    ("suit", "M18,70V67.5C21,61 31,58 42,57H58C69,58 79,61 82,67.5V70z"),
    ("linen", "M37,57.8C33,62 33,66 34,70H66C67,66 67,62 63,57.8z"),
    ("hair", "M40.5,37C37.5,44 39,51 36,56.5C41,60 59,60 64,56.5C61,51 62.5,44 59.5,37z"),
    ("skin", _FACE),
    (
        "hair",
        "M42,45.5C43.2,49.6 45.5,50.6 50,49.4C54.5,50.6 56.8,49.6 58,45.5"
        "C60.2,54.5 57.4,63 50,67C42.6,63 39.8,54.5 42,45.5z",
    ),
    ("skin", "M47.4,52.2Q50,51.2 52.6,52.2Q50,54.4 47.4,52.2z"),
    ("gold", "M40.5,39.5L37,29L44,33.6L50,27.6L56,33.6L63,29L59.5,39.5Q50,37 40.5,39.5z"),
    ("suit", "M40.5,40.4L39.6,36.6Q50,33.8 60.4,36.6L59.5,40.4Q50,37.8 40.5,40.4z"),
    ("gold", _dots(1.5, (37, 29), (63, 29), (50, 27.7))),
    ("gold", "M71.3,33V70H73.7V33z"),
    ("gold", _dots(3, (72.5, 33))),
)
_QUEEN: Figure = (
    (
        "hair",
        "M50,32C41,32 38.5,38 38.5,44C38.5,54 37,60 33.5,66H66.5C63,60 61.5,54 61.5,44"
        "C61.5,38 59,32 50,32z",
    ),
    ("suit", "M18,70V68C21,63 31,60.5 40,59.5C44,63.5 56,63.5 60,59.5C69,60.5 79,63 82,68V70z"),
    (
        "skin",
        "M46.6,53V58C46.6,60 43,60.3 40,60.6C43,66.6 57,66.6 60,60.6C57,60.3 53.4,60 53.4,58V53z",
    ),
    ("skin", "M42,42C43,37 57,37 58,42V47C58,53 53.8,57 50,57C46.2,57 42,53 42,47z"),
    (
        "hair",
        "M50,34.5C44,35 41.6,39 41.2,45C45,43 48.5,40 50,37.5"
        "C51.5,40 55,43 58.8,45C58.4,39 56,35 50,34.5z",
    ),
    ("suit", "M48.2,51.9Q50,51 51.8,51.9Q50,54.2 48.2,51.9z"),
    ("gold", "M41,36.8L39.5,28.8L45.2,32L50,27.6L54.8,32L60.5,28.8L59,36.8Q50,33.6 41,36.8z"),
    ("linen", _dots(1.4, (39.5, 28.6), (50, 27.7), (60.5, 28.6))),
    ("gold", _dots(1.2, (45, 62.6), (55, 62.6), (50, 64.2))),
)
_JACK: Figure = (
    ("suit", "M18,70V67.5C21,61 31,58 42,57H58C69,58 79,61 82,67.5V70z"),
    ("gold", "M36,70L33,59L42,57L50,65L58,57L67,59L64,70H58L50,70H42z"),
    ("linen", "M43,56.2L50,64L57,56.2z"),
    (
        "hair",
        "M40,36C37.5,44 38.5,51 35.5,55.5C39,58.8 44,58 45.5,54H54.5"
        "C56,58 61,58.8 64.5,55.5C61.5,51 62.5,44 60,36z",
    ),
    ("skin", _FACE),
    ("suit", "M37.5,39C33,30.5 42,27.5 50,28C58,27.5 67,30.5 62.5,39C54,35.5 46,35.5 37.5,39z"),
    ("gold", "M37.5,41.5L37,38Q50,32.8 63,38L62.5,41.5Q50,36.8 37.5,41.5z"),
    (
        "linen",
        "M57,36C57.5,30 63,25.5 73,27.5Q71.5,29.5 69,30Q68.5,32.5 65,33Q62,35.5 57,36z",
    ),
)
FIGURES: dict[int, Figure] = {11: _JACK, 12: _QUEEN, 13: _KING}
"""The upper half of each court card inside its frame, from the back of the picture to its front."""

FEATURES: dict[int, tuple[str, str]] = {
    11: (_EYES, _FEATURES + "M48,52.6Q50,53.8 52,52.6M58,36Q64,33 70,28.5"),
    12: (_EYES, _FEATURES + "M38,63Q39,56 40,50M62,63Q61,56 60,50"),
    13: (
        _EYES
        + _dots(0.8, (37.5, 62), (36.5, 66.8), (62.5, 62), (63.5, 66.8), (41.5, 66), (58.5, 66)),
        _FEATURES + "M47,57Q47.5,61 50,64M53,57Q52.5,61 50,64",
    ),
}
"""What is drawn over a figure: dots filled, and fine lines."""


def figure(rank: int, palette: Palette) -> str:
    """The upper half of a court card as one element; what is left unpainted is the suit's."""
    shapes = "".join(
        f'<path d="{path}"/>'
        if paint == "suit"
        else f'<path d="{path}" fill="{getattr(palette, paint)}"/>'
        for paint, path in FIGURES[rank]
    )
    dots, lines = FEATURES[rank]
    return (
        f'<g stroke="{palette.line}" stroke-width=".8" stroke-linejoin="round" '
        f'stroke-linecap="round"><path d="{_FRAME}" fill="{palette.gold}" fill-opacity=".13" '
        f'stroke="{palette.gold}"/>{shapes}'
        f'<path d="{lines}" fill="none"/><path d="{dots}" fill="{palette.line}" stroke="none"/></g>'
    )

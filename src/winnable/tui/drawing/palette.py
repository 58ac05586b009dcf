"""The colours of the card table: backgrounds, foregrounds and palettes.

Cards are drawn with the names of colours; a palette says what those look like. The palette
without colour leaves the terminal's own colours alone, so it is readable on light and dark ones.

The colours of everything around the table are in `themes.py` and `winnable.tcss`.

>>> find_palette().style(Colours("card", "hearts"))
TextStyle(fg='#b00020', bg='#ffffff', bold=True, reverse=False, underline=False)
>>> find_palette(colour=False).style(Colours("selected", "hearts"))
TextStyle(fg=None, bg=None, bold=False, reverse=True, underline=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from winnable.cards import Suit

__all__ = ["PALETTES", "SHADES", "Colours", "Palette", "TextStyle", "find_palette", "suit_colour"]

SHADES = ("", "-even", "-odd")
"""Suffixes of a card's background: none for the last card of a pile, the others for covered cards.

Covered cards alternate, so that neighbours differ even where no line can be drawn between them.
"""


class Colours(NamedTuple):
    """The names of a background and of a foreground in a palette."""

    background: str
    foreground: str


class TextStyle(NamedTuple):
    """Colours as ``#rrggbb`` (None: the terminal's own), and attributes."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    reverse: bool = False
    underline: bool = False


def suit_colour(suit: Suit) -> str:
    """The name of a suit's foreground."""
    return suit.name.lower()


@dataclass(frozen=True)
class Palette:
    """The style of each background and foreground of the card table."""

    name: str
    unicode: bool
    """Whether suit signs and box drawing characters may be used."""
    boxed: bool
    """Whether cards have borders; otherwise their background sets them apart from the table."""
    backgrounds: Mapping[str, TextStyle] = field(repr=False, compare=False)
    foregrounds: Mapping[str, TextStyle] = field(repr=False, compare=False)
    """A name such as ``hearts on dragged`` overrides a foreground on one background."""

    @property
    def casts_shadows(self) -> bool:
        return self.unicode and not self.boxed

    def style(self, colours: Colours) -> TextStyle:
        background = self.backgrounds[colours.background]
        default = self.foregrounds[colours.foreground]
        foreground = self.foregrounds.get(f"{colours.foreground} on {colours.background}", default)
        return TextStyle(
            foreground.fg,
            background.bg,
            foreground.bold or background.bold,
            background.reverse or foreground.reverse,
            foreground.underline or background.underline,
        )


def _backgrounds(table: str, **kinds: str) -> dict[str, TextStyle]:
    """Backgrounds by name; a kind of card has one colour, or three in the order of `SHADES`."""
    backgrounds = {"table": TextStyle(bg=table)}
    for name, colours in kinds.items():
        each = colours.split() if " " in colours else [colours] * len(SHADES)
        backgrounds |= {
            name + shade: TextStyle(bg=bg) for shade, bg in zip(SHADES, each, strict=True)
        }
    return backgrounds


def _foregrounds(*, black: str, red: str, ghost: str, **foregrounds: str) -> dict[str, TextStyle]:
    """Foregrounds by name; those that write text are bold, those that draw lines are not."""
    suits = {"clubs": black, "spades": black, "diamonds": red, "hearts": red}
    dragged = {f"{suit} on dragged{shade}": TextStyle(ghost) for suit in suits for shade in SHADES}
    dragged |= {f"rule on dragged{shade}": TextStyle(foregrounds["place"]) for shade in SHADES}
    bold = {**suits, **{name: foregrounds.pop(name) for name in ("lit", "cursor", "count", "mark")}}
    return {
        **dragged,
        **{name: TextStyle(colour) for name, colour in foregrounds.items()},
        **{name: TextStyle(colour, bold=True) for name, colour in bold.items()},
    }


# A terminal with only 256 colours shows the nearest of its own. The colours are chosen so that they
# stay distinct and readable there too, which the tests check.
_GREEN_BACKGROUNDS = _backgrounds(
    table="#14602e",
    card="#ffffff #f4f0e6 #eae4d5",
    back="#1d4f91 #1d4f91 #2a62aa",
    selected="#ffe27a #ffdd66 #ffd24a",
    target="#a5f0e4 #a5f0e4 #8fe8da",
    hint="#e6d0ff #e6d0ff #dec6ff",
    dragged="#1f744a",
)
_GREEN_FOREGROUNDS = _foregrounds(
    black="#1a1a1a",
    red="#b00020",
    ghost="#ffffff",
    label="#d7ecdf",
    place="#6fb58f",
    shadow="#0d4522",
    rule="#b5ad9b",
    back="#8fb4e6",
    lit="#ffe27a",
    cursor="#ffb454",
    count="#ffffff",
    mark="#1a1a1a",
)
_FOUR_COLOUR = {
    "clubs": TextStyle("#0a6127", bold=True),
    "diamonds": TextStyle("#0a2fb0", bold=True),
}
_DARK_BACKGROUNDS = _backgrounds(
    table="#15181b",
    card="#434547 #393b3d #2f3133",
    back="#1c2f6b #1c2f6b #2a3f85",
    selected="#7d2e00 #732c00 #682800",
    target="#00552a #00552a #004d26",
    hint="#55285f #55285f #4c2455",
    dragged="#262a2e",
)
_DARK_FOREGROUNDS = _foregrounds(
    black="#f2f2f2",
    red="#ffb3ad",
    ghost="#b8c2cc",
    label="#b8c2cc",
    place="#737d87",
    shadow="#08090a",
    rule="#80858a",
    back="#6d87d3",
    lit="#ffe27a",
    cursor="#ffb454",
    count="#ffffff",
    mark="#ffffff",
)
_DARK_FOUR_COLOUR = {
    "clubs": TextStyle("#afffaf", bold=True),
    "diamonds": TextStyle("#afd7ff", bold=True),
}

_NO_COLOUR_BACKGROUNDS = {
    **dict.fromkeys(_GREEN_BACKGROUNDS, TextStyle()),
    **{f"selected{shade}": TextStyle(reverse=True) for shade in SHADES},
    **{f"target{shade}": TextStyle(bold=True) for shade in SHADES},
    **{f"hint{shade}": TextStyle(bold=True, underline=True) for shade in SHADES},
}
_NO_COLOUR_FOREGROUNDS = {
    name: TextStyle(bold=name in ("lit", "cursor", "count", "mark")) for name in _GREEN_FOREGROUNDS
}


def _make_palettes() -> dict[str, Palette]:
    colours = {
        "green": (_GREEN_BACKGROUNDS, _GREEN_FOREGROUNDS),
        "four-colour": (_GREEN_BACKGROUNDS, _GREEN_FOREGROUNDS | _FOUR_COLOUR),
        "dark": (_DARK_BACKGROUNDS, _DARK_FOREGROUNDS),
        "dark-four-colour": (_DARK_BACKGROUNDS, _DARK_FOREGROUNDS | _DARK_FOUR_COLOUR),
        "no-colour": (_NO_COLOUR_BACKGROUNDS, _NO_COLOUR_FOREGROUNDS),
    }
    palettes = {}
    for name, (backgrounds, foregrounds) in colours.items():
        styles = (MappingProxyType(backgrounds), MappingProxyType(foregrounds))
        palettes[name] = Palette(name, True, name == "no-colour", *styles)
        palettes[f"{name}-ascii"] = Palette(f"{name}-ascii", False, name == "no-colour", *styles)
    return palettes


PALETTES: Mapping[str, Palette] = MappingProxyType(_make_palettes())
"""Every palette by name; those ending in ``-ascii`` use only ASCII characters."""


def find_palette(
    *, colour: bool = True, four_colour: bool = False, dark: bool = False, unicode: bool = True
) -> Palette:
    names = {
        (False, False): "green",
        (False, True): "four-colour",
        (True, False): "dark",
        (True, True): "dark-four-colour",
    }
    name = names[dark, four_colour] if colour else "no-colour"
    return PALETTES[name if unicode else f"{name}-ascii"]

"""The colours of the card table: tones (the background), pens (the foreground) and palettes.

Cards are drawn with the names of tones and pens; a palette says what those look like. The palette
without colour leaves the terminal's own colours alone, so it is readable on light and dark ones.

The colours of everything around the table are in `themes.py` and `winnable.tcss`.

>>> find_palette().look(Ink("card", "hearts"))
Look(fg='#b00020', bg='#ffffff', bold=True, reverse=False, underline=False)
>>> find_palette(colour=False).look(Ink("selected", "hearts"))
Look(fg=None, bg=None, bold=False, reverse=True, underline=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from winnable.cards import Suit

__all__ = ["PALETTES", "SHADES", "Ink", "Look", "Palette", "find_palette", "suit_pen"]

SHADES = ("", "-even", "-odd")
"""Suffixes of a card's tone: none for the last card of a pile, the others for covered cards.

Covered cards alternate, so that neighbours differ even where no line can be drawn between them.
"""


class Ink(NamedTuple):
    """The names of a tone and of a pen."""

    tone: str
    pen: str


class Look(NamedTuple):
    """What an ink looks like: colours as ``#rrggbb`` (None: the terminal's own) and attributes."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    reverse: bool = False
    underline: bool = False


def suit_pen(suit: Suit) -> str:
    return suit.name.lower()


@dataclass(frozen=True)
class Palette:
    """A look for the card table: what each tone and pen looks like."""

    name: str
    unicode: bool
    """Whether suit signs and box drawing characters may be used."""
    boxed: bool
    """Whether cards have borders; otherwise their tone sets them apart from the table."""
    tones: Mapping[str, Look] = field(repr=False, compare=False)
    pens: Mapping[str, Look] = field(repr=False, compare=False)
    """A name such as ``hearts on dragged`` overrides a pen on one tone."""

    @property
    def casts_shadows(self) -> bool:
        return self.unicode and not self.boxed

    def look(self, ink: Ink) -> Look:
        tone = self.tones[ink.tone]
        pen = self.pens.get(f"{ink.pen} on {ink.tone}") or self.pens[ink.pen]
        return Look(
            pen.fg,
            tone.bg,
            pen.bold or tone.bold,
            tone.reverse or pen.reverse,
            pen.underline or tone.underline,
        )


def _tones(table: str, **kinds: str) -> dict[str, Look]:
    """Tones by name; each kind of card has three colours in the order of `SHADES`, or just one."""
    tones = {"table": Look(bg=table)}
    for name, colours in kinds.items():
        each = colours.split() if " " in colours else [colours] * len(SHADES)
        tones |= {name + shade: Look(bg=bg) for shade, bg in zip(SHADES, each, strict=True)}
    return tones


def _pens(*, black: str, red: str, ghost: str, **pens: str) -> dict[str, Look]:
    """Pens by name; those that write text are bold, those that draw lines are not."""
    suits = {"clubs": black, "spades": black, "diamonds": red, "hearts": red}
    dragged = {f"{suit} on dragged{shade}": Look(ghost) for suit in suits for shade in SHADES}
    dragged |= {f"rule on dragged{shade}": Look(pens["place"]) for shade in SHADES}
    bold = {**suits, **{name: pens.pop(name) for name in ("lit", "cursor", "count", "mark")}}
    return {
        **dragged,
        **{name: Look(colour) for name, colour in pens.items()},
        **{name: Look(colour, bold=True) for name, colour in bold.items()},
    }


# A terminal with only 256 colours shows the nearest of its own. The colours are chosen so that they
# stay distinct and readable there too, which the tests check.
_GREEN = _tones(
    table="#14602e",
    card="#ffffff #f4f0e6 #eae4d5",
    back="#1d4f91 #1d4f91 #2a62aa",
    selected="#ffe27a #ffdd66 #ffd24a",
    target="#a5f0e4 #a5f0e4 #8fe8da",
    hint="#e6d0ff #e6d0ff #dec6ff",
    dragged="#1f744a",
)
_GREEN_PENS = _pens(
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
_FOUR_COLOUR = {"clubs": Look("#0a6127", bold=True), "diamonds": Look("#0a2fb0", bold=True)}
_DARK = _tones(
    table="#15181b",
    card="#434547 #393b3d #2f3133",
    back="#1c2f6b #1c2f6b #2a3f85",
    selected="#7d2e00 #732c00 #682800",
    target="#00552a #00552a #004d26",
    hint="#55285f #55285f #4c2455",
    dragged="#262a2e",
)
_DARK_PENS = _pens(
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
_DARK_FOUR_COLOUR = {"clubs": Look("#afffaf", bold=True), "diamonds": Look("#afd7ff", bold=True)}

_BARE = {
    **dict.fromkeys(_GREEN, Look()),
    **{f"selected{shade}": Look(reverse=True) for shade in SHADES},
    **{f"target{shade}": Look(bold=True) for shade in SHADES},
    **{f"hint{shade}": Look(bold=True, underline=True) for shade in SHADES},
}
_BARE_PENS = {name: Look(bold=name in ("lit", "cursor", "count", "mark")) for name in _GREEN_PENS}


def _themes() -> dict[str, Palette]:
    colours = {
        "green": (_GREEN, _GREEN_PENS),
        "four-colour": (_GREEN, _GREEN_PENS | _FOUR_COLOUR),
        "dark": (_DARK, _DARK_PENS),
        "dark-four-colour": (_DARK, _DARK_PENS | _DARK_FOUR_COLOUR),
        "no-colour": (_BARE, _BARE_PENS),
    }
    palettes = {}
    for name, (tones, pens) in colours.items():
        look = (MappingProxyType(tones), MappingProxyType(pens))
        palettes[name] = Palette(name, True, name == "no-colour", *look)
        palettes[f"{name}-ascii"] = Palette(f"{name}-ascii", False, name == "no-colour", *look)
    return palettes


PALETTES: Mapping[str, Palette] = MappingProxyType(_themes())
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

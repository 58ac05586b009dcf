"""What a table is painted with: tones (what lies below), pens (what is written on it), themes.

Faces are drawn with the names of tones and pens; a theme says what those look like. The theme
without colour leaves the terminal's own colours alone, so it can be read on light and dark ones.

>>> find_theme().look(Ink("card", "hearts"))
Look(fg='#b00020', bg='#ffffff', bold=True, reverse=False, underline=False)
>>> find_theme(colour=False).look(Ink("selected", "hearts"))
Look(fg=None, bg=None, bold=False, reverse=True, underline=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from winnable.cards import Suit

__all__ = ["THEMES", "TURNS", "Ink", "Look", "Theme", "find_theme", "suit_pen"]

TURNS = ("", "-even", "-odd")
"""What is added to the name of a card's tone: for the last card of a pile, and for covered ones.

Those take turns, so that each is told from its neighbours even where no line can be drawn.
"""


class Ink(NamedTuple):
    """The names of a tone and of a pen."""

    tone: str
    pen: str


class Look(NamedTuple):
    """What an ink looks like: colours as ``#rrggbb`` or the terminal's own, and attributes."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    reverse: bool = False
    underline: bool = False


def suit_pen(suit: Suit) -> str:
    """The pen for a suit: ``hearts``."""
    return suit.name.lower()


@dataclass(frozen=True)
class Theme:
    """A way to paint a table."""

    name: str
    unicode: bool
    """Whether suit signs and box drawing characters may be used."""
    boxed: bool
    """Whether cards have borders; without, they are told from the table by their tone."""
    tones: Mapping[str, Look] = field(repr=False, compare=False)
    pens: Mapping[str, Look] = field(repr=False, compare=False)
    """``hearts on gone`` is a pen that differs on a certain tone."""

    @property
    def casts_shadows(self) -> bool:
        """Whether cards lie on something that a shadow can be seen on."""
        return self.unicode and not self.boxed

    def look(self, ink: Ink) -> Look:
        """What an ink looks like."""
        tone = self.tones[ink.tone]
        pen = self.pens.get(f"{ink.pen} on {ink.tone}") or self.pens[ink.pen]
        return Look(
            pen.fg,
            tone.bg,
            pen.bold or tone.bold,
            tone.reverse or pen.reverse,
            pen.underline or tone.underline,
        )


def _tones(felt: str, **kinds: str) -> dict[str, Look]:
    """Tones by name; of each kind of card, three colours in the order of `TURNS`, or just one."""
    tones = {"felt": Look(bg=felt)}
    for name, colours in kinds.items():
        each = colours.split() if " " in colours else [colours] * len(TURNS)
        tones |= {name + turn: Look(bg=bg) for turn, bg in zip(TURNS, each, strict=True)}
    return tones


def _pens(*, black: str, red: str, ghost: str, **pens: str) -> dict[str, Look]:
    """Pens by name; those that write are bold, those that draw are not."""
    suits = {"clubs": black, "spades": black, "diamonds": red, "hearts": red}
    gone = {f"{suit} on gone{turn}": Look(ghost) for suit in suits for turn in TURNS}
    gone |= {f"rule on gone{turn}": Look(pens["place"]) for turn in TURNS}
    bold = {**suits, **{name: pens.pop(name) for name in ("lit", "cursor", "count", "mark")}}
    return {
        **gone,
        **{name: Look(colour) for name, colour in pens.items()},
        **{name: Look(colour, bold=True) for name, colour in bold.items()},
    }


# Where a terminal has no more than 256 colours, these become neighbours in its cube of six levels
# each. They are chosen so that they can be told apart and read there too; a test holds that.
_GREEN = _tones(
    felt="#14602e",
    card="#ffffff #f4f0e6 #eae4d5",
    back="#1d4f91 #1d4f91 #2a62aa",
    selected="#ffe27a #ffdd66 #ffd24a",
    target="#a5f0e4 #a5f0e4 #8fe8da",
    hint="#e6d0ff #e6d0ff #dec6ff",
    gone="#1f744a",
)
_ON_GREEN = _pens(
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
_FOUR = {"clubs": Look("#0a6127", bold=True), "diamonds": Look("#0a2fb0", bold=True)}
_NIGHT = _tones(
    felt="#15181b",
    card="#434547 #393b3d #2f3133",
    back="#1c2f6b #1c2f6b #2a3f85",
    selected="#7d2e00 #732c00 #682800",
    target="#00552a #00552a #004d26",
    hint="#55285f #55285f #4c2455",
    gone="#262a2e",
)
_AT_NIGHT = _pens(
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
_FOUR_AT_NIGHT = {"clubs": Look("#afffaf", bold=True), "diamonds": Look("#afd7ff", bold=True)}

_BARE = {
    **dict.fromkeys(_GREEN, Look()),
    **{f"selected{turn}": Look(reverse=True) for turn in TURNS},
    **{f"target{turn}": Look(bold=True) for turn in TURNS},
    **{f"hint{turn}": Look(bold=True, underline=True) for turn in TURNS},
}
_ON_BARE = {name: Look(bold=name in ("lit", "cursor", "count", "mark")) for name in _ON_GREEN}


def _themes() -> dict[str, Theme]:
    paints = {
        "green": (_GREEN, _ON_GREEN),
        "four-colour": (_GREEN, _ON_GREEN | _FOUR),
        "night": (_NIGHT, _AT_NIGHT),
        "night-four-colour": (_NIGHT, _AT_NIGHT | _FOUR_AT_NIGHT),
        "no-colour": (_BARE, _ON_BARE),
    }
    themes = {}
    for name, (tones, pens) in paints.items():
        paint = (MappingProxyType(tones), MappingProxyType(pens))
        themes[name] = Theme(name, True, name == "no-colour", *paint)
        themes[f"{name}-ascii"] = Theme(f"{name}-ascii", False, name == "no-colour", *paint)
    return themes


THEMES: Mapping[str, Theme] = MappingProxyType(_themes())
"""Every theme by its name; those ending in ``-ascii`` need nothing but ASCII."""


def find_theme(
    *, colour: bool = True, four_colour: bool = False, night: bool = False, unicode: bool = True
) -> Theme:
    """The theme that goes with what a player and a terminal want."""
    names = {
        (False, False): "green",
        (False, True): "four-colour",
        (True, False): "night",
        (True, True): "night-four-colour",
    }
    name = names[night, four_colour] if colour else "no-colour"
    return THEMES[name if unicode else f"{name}-ascii"]

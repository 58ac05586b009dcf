"""Palettes: everything is readable."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color import Color, ColorSystem

from winnable import Suit
from winnable.tui.drawing.card_art import Role
from winnable.tui.drawing.palette import (
    PALETTES,
    SHADES,
    Colours,
    TextStyle,
    find_palette,
    suit_colour,
)

COLOURED = [name for name in PALETTES if not name.startswith("no-colour")]
SUITS = tuple(map(suit_colour, Suit))
ROLES = sorted({role.background for role in Role})

READ = [
    *(
        Colours(background + shade, foreground)
        for background, shade, foreground in product(ROLES, SHADES, SUITS)
    ),
    *(
        Colours(background + shade, "mark")
        for background, shade in product(ROLES, SHADES)
        if background != "dragged"
    ),
    *(Colours(f"back{shade}", "count") for shade in SHADES),
    *(Colours("table", foreground) for foreground in ("label", "lit")),
]
"""Text."""
SEEN = [Colours("table", "place"), Colours("table", "cursor")]
"""Lines and marks."""


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", COLOURED)
def test_contrast_is_high(name: str) -> None:
    for least, pairs in ((4.5, READ), (3.0, SEEN)):
        for colours in pairs:
            style = PALETTES[name].style(colours)
            assert style.fg
            assert style.bg
            assert contrast(style.fg, style.bg) >= least, (colours, style)


def in_256_colours(colour: str) -> str:
    """The colour that a terminal with 256 of them shows."""
    nearest = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT)
    return nearest.get_truecolor().hex


@pytest.mark.parametrize("name", COLOURED)
def test_contrast_is_high_where_there_are_256_colours(name: str) -> None:
    for least, pairs in ((4.5, READ), (3.0, SEEN)):
        for colours in pairs:
            style = PALETTES[name].style(colours)
            assert (
                contrast(in_256_colours(style.fg or ""), in_256_colours(style.bg or "")) >= least
            ), (colours, style)
    backgrounds = {
        role: in_256_colours(PALETTES[name].backgrounds[role].bg or "") for role in ROLES
    }
    assert len(set(backgrounds.values())) == len(ROLES), backgrounds
    assert in_256_colours(PALETTES[name].backgrounds["table"].bg or "") not in backgrounds.values()
    for background in ("card", "back"):
        shades = [
            in_256_colours(PALETTES[name].backgrounds[background + shade].bg or "")
            for shade in SHADES
        ]
        assert shades[1] != shades[2]


@pytest.mark.parametrize("name", COLOURED)
def test_cards_stand_out_from_the_table_and_from_one_another(name: str) -> None:
    backgrounds = PALETTES[name].backgrounds
    for background in ("card", "selected", "target", "hint"):
        assert contrast(backgrounds[background].bg or "", backgrounds["table"].bg or "") >= 1.5
    for background in ("card", "back", "selected"):
        even, odd = backgrounds[f"{background}-even"], backgrounds[f"{background}-odd"]
        assert even != odd
        assert backgrounds[background] != odd
    assert len({backgrounds[role] for role in ROLES}) == len(ROLES)


@pytest.mark.parametrize("name", [name for name in PALETTES if name.startswith("no-colour")])
def test_without_colour_the_terminal_keeps_its_own(name: str) -> None:
    palette = PALETTES[name]
    for background, foreground in product(palette.backgrounds, palette.foregrounds):
        if " on " not in foreground:
            style = palette.style(Colours(background, foreground))
            assert style.fg is None
            assert style.bg is None
    styles = {palette.style(Colours(role.background, "hearts")) for role in Role}
    assert len(styles) == 4  # selected, target, hint, and any other


@pytest.mark.parametrize("name", PALETTES)
def test_every_palette_has_every_ink(name: str) -> None:
    for colours in READ + SEEN:
        assert isinstance(PALETTES[name].style(colours), TextStyle)


def test_four_colours_are_four() -> None:
    for dark in (False, True):
        palette = find_palette(four_colour=True, dark=dark)
        assert len({palette.style(Colours("card", suit)) for suit in SUITS}) == 4
        two = find_palette(dark=dark)
        assert len({two.style(Colours("card", suit)) for suit in SUITS}) == 2


def test_palettes_are_found_by_the_options() -> None:
    assert find_palette().name == "green"
    assert find_palette(four_colour=True).name == "four-colour"
    assert find_palette(dark=True, unicode=False).name == "dark-ascii"
    assert find_palette(colour=False, four_colour=True, dark=True).name == "no-colour"
    assert {name for name, palette in PALETTES.items() if palette.casts_shadows} == {
        "green", "four-colour", "dark", "dark-four-colour",
    }  # fmt: skip

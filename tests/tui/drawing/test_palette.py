"""Palettes: everything is readable."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color import Color, ColorSystem

from winnable import Suit
from winnable.tui.drawing.card_art import Role
from winnable.tui.drawing.palette import PALETTES, SHADES, Ink, Look, find_palette, suit_pen

COLOURED = [name for name in PALETTES if not name.startswith("no-colour")]
SUITS = tuple(map(suit_pen, Suit))
ROLES = sorted({role.tone for role in Role})

READ = [
    *(Ink(tone + shade, pen) for tone, shade, pen in product(ROLES, SHADES, SUITS)),
    *(Ink(tone + shade, "mark") for tone, shade in product(ROLES, SHADES) if tone != "dragged"),
    *(Ink(f"back{shade}", "count") for shade in SHADES),
    *(Ink("table", pen) for pen in ("label", "lit")),
]
"""Text."""
SEEN = [Ink("table", "place"), Ink("table", "cursor")]
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
    for least, inks in ((4.5, READ), (3.0, SEEN)):
        for ink in inks:
            look = PALETTES[name].look(ink)
            assert look.fg
            assert look.bg
            assert contrast(look.fg, look.bg) >= least, (ink, look)


def in_256_colours(colour: str) -> str:
    """The colour that a terminal with 256 of them shows."""
    nearest = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT)
    return nearest.get_truecolor().hex


@pytest.mark.parametrize("name", COLOURED)
def test_contrast_is_high_where_there_are_256_colours(name: str) -> None:
    for least, inks in ((4.5, READ), (3.0, SEEN)):
        for ink in inks:
            look = PALETTES[name].look(ink)
            assert (
                contrast(in_256_colours(look.fg or ""), in_256_colours(look.bg or "")) >= least
            ), (ink, look)
    tones = {role: in_256_colours(PALETTES[name].tones[role].bg or "") for role in ROLES}
    assert len(set(tones.values())) == len(ROLES), tones
    assert in_256_colours(PALETTES[name].tones["table"].bg or "") not in tones.values()
    for tone in ("card", "back"):
        shades = [in_256_colours(PALETTES[name].tones[tone + shade].bg or "") for shade in SHADES]
        assert shades[1] != shades[2]


@pytest.mark.parametrize("name", COLOURED)
def test_cards_stand_out_from_the_table_and_from_one_another(name: str) -> None:
    tones = PALETTES[name].tones
    for tone in ("card", "selected", "target", "hint"):
        assert contrast(tones[tone].bg or "", tones["table"].bg or "") >= 1.5
    for tone in ("card", "back", "selected"):
        even, odd = tones[f"{tone}-even"], tones[f"{tone}-odd"]
        assert even != odd
        assert tones[tone] != odd
    assert len({tones[role] for role in ROLES}) == len(ROLES)


@pytest.mark.parametrize("name", [name for name in PALETTES if name.startswith("no-colour")])
def test_without_colour_the_terminal_keeps_its_own(name: str) -> None:
    palette = PALETTES[name]
    for tone, pen in product(palette.tones, palette.pens):
        if " on " not in pen:
            look = palette.look(Ink(tone, pen))
            assert look.fg is None
            assert look.bg is None
    looks = {palette.look(Ink(role.tone, "hearts")) for role in Role}
    assert len(looks) == 4  # picked up, target, hint, and any other


@pytest.mark.parametrize("name", PALETTES)
def test_every_palette_has_every_ink(name: str) -> None:
    for ink in READ + SEEN:
        assert isinstance(PALETTES[name].look(ink), Look)


def test_four_colours_are_four() -> None:
    for dark in (False, True):
        palette = find_palette(four_colour=True, dark=dark)
        assert len({palette.look(Ink("card", suit)) for suit in SUITS}) == 4
        two = find_palette(dark=dark)
        assert len({two.look(Ink("card", suit)) for suit in SUITS}) == 2


def test_palettes_are_found_by_the_options() -> None:
    assert find_palette().name == "green"
    assert find_palette(four_colour=True).name == "four-colour"
    assert find_palette(dark=True, unicode=False).name == "dark-ascii"
    assert find_palette(colour=False, four_colour=True, dark=True).name == "no-colour"
    assert {name for name, palette in PALETTES.items() if palette.casts_shadows} == {
        "green", "four-colour", "dark", "dark-four-colour",
    }  # fmt: skip

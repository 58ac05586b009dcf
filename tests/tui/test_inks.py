"""Themes: everything that is read can be read."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color import Color, ColorSystem

from winnable import Suit
from winnable.tui.faces import Role
from winnable.tui.inks import THEMES, TURNS, Ink, Look, find_theme, suit_pen

COLOURED = [name for name in THEMES if not name.startswith("no-colour")]
SUITS = tuple(map(suit_pen, Suit))
ROLES = sorted({role.tone for role in Role})

READ = [
    *(Ink(tone + turn, pen) for tone, turn, pen in product(ROLES, TURNS, SUITS)),
    *(Ink(tone + turn, "mark") for tone, turn in product(ROLES, TURNS) if tone != "gone"),
    *(Ink(f"back{turn}", "count") for turn in TURNS),
    *(Ink("felt", pen) for pen in ("label", "lit")),
]
"""What somebody has to read."""
SEEN = [Ink("felt", "place"), Ink("felt", "cursor")]
"""What somebody has to see."""


def light(colour: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_it_should_be() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", COLOURED)
def test_contrast_is_high(name: str) -> None:
    for least, inks in ((4.5, READ), (3.0, SEEN)):
        for ink in inks:
            look = THEMES[name].look(ink)
            assert look.fg
            assert look.bg
            assert contrast(look.fg, look.bg) >= least, (ink, look)


def few(colour: str) -> str:
    """What becomes of a colour in a terminal that has 256."""
    nearest = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT)
    return nearest.get_truecolor().hex


@pytest.mark.parametrize("name", COLOURED)
def test_contrast_is_high_where_there_are_256_colours(name: str) -> None:
    for least, inks in ((4.5, READ), (3.0, SEEN)):
        for ink in inks:
            look = THEMES[name].look(ink)
            assert contrast(few(look.fg or ""), few(look.bg or "")) >= least, (ink, look)
    tones = {role: few(THEMES[name].tones[role].bg or "") for role in ROLES}
    assert len(set(tones.values())) == len(ROLES), tones
    assert few(THEMES[name].tones["felt"].bg or "") not in tones.values()
    for tone in ("card", "back"):
        turns = [few(THEMES[name].tones[tone + turn].bg or "") for turn in TURNS]
        assert turns[1] != turns[2]


@pytest.mark.parametrize("name", COLOURED)
def test_cards_stand_out_from_the_table_and_from_one_another(name: str) -> None:
    tones = THEMES[name].tones
    for tone in ("card", "selected", "target", "hint"):
        assert contrast(tones[tone].bg or "", tones["felt"].bg or "") >= 1.5
    for tone in ("card", "back", "selected"):
        even, odd = tones[f"{tone}-even"], tones[f"{tone}-odd"]
        assert even != odd
        assert tones[tone] != odd
    assert len({tones[role] for role in ROLES}) == len(ROLES)


@pytest.mark.parametrize("name", [name for name in THEMES if name.startswith("no-colour")])
def test_without_colour_the_terminal_keeps_its_own(name: str) -> None:
    theme = THEMES[name]
    for tone, pen in product(theme.tones, theme.pens):
        if " on " not in pen:
            look = theme.look(Ink(tone, pen))
            assert look.fg is None
            assert look.bg is None
    looks = {theme.look(Ink(role.tone, "hearts")) for role in Role}
    assert len(looks) == 4  # picked up, target, hint, and any other


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_knows_every_ink(name: str) -> None:
    for ink in READ + SEEN:
        assert isinstance(THEMES[name].look(ink), Look)


def test_four_colours_are_four() -> None:
    for night in (False, True):
        theme = find_theme(four_colour=True, night=night)
        assert len({theme.look(Ink("card", suit)) for suit in SUITS}) == 4
        two = find_theme(night=night)
        assert len({two.look(Ink("card", suit)) for suit in SUITS}) == 2


def test_themes_are_found_by_what_is_wanted() -> None:
    assert find_theme().name == "green"
    assert find_theme(four_colour=True).name == "four-colour"
    assert find_theme(night=True, unicode=False).name == "night-ascii"
    assert find_theme(colour=False, four_colour=True, night=True).name == "no-colour"
    assert {name for name, theme in THEMES.items() if theme.casts_shadows} == {
        "green", "four-colour", "night", "night-four-colour",
    }  # fmt: skip

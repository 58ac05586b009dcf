"""The looks that go with a player's options: those of the felt, and of everything around it."""

from __future__ import annotations

from textual.theme import Theme

from winnable.tui import inks
from winnable.tui.options import Options

__all__ = ["THEMES", "felt_theme", "theme_name"]

THEMES = (
    Theme(
        name="winnable",
        primary="#6fb58f",
        secondary="#ffe27a",
        accent="#ffb454",
        warning="#ffe27a",
        error="#ff9a90",
        success="#8fe3a8",
        foreground="#eef4ef",
        background="#0b1a11",
        surface="#12281b",
        panel="#0f2d1b",
    ),
    Theme(
        name="winnable-night",
        primary="#737d87",
        secondary="#ffe27a",
        accent="#ffb454",
        warning="#ffe27a",
        error="#ff9a90",
        success="#8fe3a8",
        foreground="#e6e8ea",
        background="#08090a",
        surface="#15181b",
        panel="#1c2024",
    ),
)


def theme_name(options: Options) -> str:
    """The theme that goes with a player's options."""
    return "winnable-night" if options.night else "winnable"


def felt_theme(options: Options) -> inks.Theme:
    """What the felt is painted with."""
    return inks.find_theme(
        colour=options.colour,
        four_colour=options.four_colour,
        night=options.night,
        unicode=not options.ascii,
    )

"""The colours of everything around the card table; those of the table are in `drawing.palette`.

`winnable.tcss` uses the themes' colours; only the list of games, which looks like the table, has
its own there.
"""

from __future__ import annotations

from textual.theme import Theme

__all__ = [
    "BLACK_SUIT",
    "DARK_THEME",
    "ERROR",
    "GREEN_THEME",
    "RED_SUIT",
    "STRIP_LOST",
    "STRIP_UNSETTLED",
    "STRIP_WINNABLE",
    "SUCCESS",
    "WARNING",
]

SUCCESS, WARNING, ERROR = "#8fe3a8", "#ffe27a", "#ff9a90"
STRIP_WINNABLE, STRIP_UNSETTLED, STRIP_LOST = "#4fbf77", "#e0c050", "#d0665c"
"""The areas of the verdict strip: darker than text of the same meaning."""
BLACK_SUIT, RED_SUIT = "#f4f4f0", "#ff8a80"
"""Suit signs on the dark background of a dialog."""

GREEN_THEME = Theme(
    name="winnable",
    primary="#6fb58f",
    foreground="#eef4ef",
    background="#0b1a11",
    surface="#12281b",
    panel="#0f2d1b",
    secondary="#ffe27a",
    accent="#ffb454",
    warning=WARNING,
    error=ERROR,
    success=SUCCESS,
)
DARK_THEME = Theme(
    name="winnable-dark",
    primary="#737d87",
    foreground="#e6e8ea",
    background="#08090a",
    surface="#15181b",
    panel="#1c2024",
    secondary="#ffe27a",
    accent="#ffb454",
    warning=WARNING,
    error=ERROR,
    success=SUCCESS,
)

"""The colours of everything around the card table, as Textual themes."""

from __future__ import annotations

from textual.theme import Theme

__all__ = ["DARK_THEME", "GREEN_THEME"]

GREEN_THEME = Theme(
    name="winnable",
    primary="#6fb58f",
    foreground="#eef4ef",
    background="#0b1a11",
    surface="#12281b",
    panel="#0f2d1b",
    secondary="#ffe27a",
    accent="#ffb454",
    warning="#ffe27a",
    error="#ff9a90",
    success="#8fe3a8",
)
DARK_THEME = Theme(
    name="winnable-night",
    primary="#737d87",
    foreground="#e6e8ea",
    background="#08090a",
    surface="#15181b",
    panel="#1c2024",
    secondary="#ffe27a",
    accent="#ffb454",
    warning="#ffe27a",
    error="#ff9a90",
    success="#8fe3a8",
)

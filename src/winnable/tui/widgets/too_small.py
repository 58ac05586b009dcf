"""The notice shown instead of the card table where the terminal is too small for it.

The screens name these breakpoints, and the style sheet hides and shows by their classes.
"""

from __future__ import annotations

from textual.geometry import Size
from textual.widgets import Static

from winnable.l10n import t
from winnable.tui.drawing.layout import MIN_HEIGHT, MIN_WIDTH

__all__ = [
    "HEIGHT_BREAKPOINTS",
    "WIDTH_BREAKPOINTS",
    "TooSmall",
    "describe_too_small",
    "is_too_small",
]

_BARS_HEIGHT = 5
"""A line of status, and at least two each of message and keys."""
_MIN_SCREEN_HEIGHT = MIN_HEIGHT + _BARS_HEIGHT

WIDTH_BREAKPOINTS = [(0, "-too-narrow"), (MIN_WIDTH, "-wide-enough")]
HEIGHT_BREAKPOINTS = [(0, "-too-low"), (_MIN_SCREEN_HEIGHT, "-high-enough"), (30, "-tall")]


class TooSmall(Static):
    def __init__(self) -> None:
        super().__init__(describe_too_small(), id="too-small")


def describe_too_small() -> str:
    return t("app.too_small", columns=MIN_WIDTH, lines=_MIN_SCREEN_HEIGHT)


def is_too_small(size: Size) -> bool:
    """Whether a terminal is too small for the app."""
    return size.width < MIN_WIDTH or size.height < _MIN_SCREEN_HEIGHT

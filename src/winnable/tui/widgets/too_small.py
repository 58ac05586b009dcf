"""The notice shown instead of the card table where the terminal is too small for it.

The screens name these breakpoints, and the style sheet hides and shows by their classes.
"""

from __future__ import annotations

from textual.widgets import Static

__all__ = ["HEIGHT_BREAKPOINTS", "WIDTH_BREAKPOINTS", "TooSmall"]

_MIN_WIDTH, _MIN_HEIGHT = 40, 20

WIDTH_BREAKPOINTS = [(0, "-too-narrow"), (_MIN_WIDTH, "-wide-enough")]
HEIGHT_BREAKPOINTS = [(0, "-too-low"), (_MIN_HEIGHT, "-high-enough")]


class TooSmall(Static):
    def __init__(self) -> None:
        super().__init__(
            "The terminal is too small: the table needs "
            f"{_MIN_WIDTH} columns and {_MIN_HEIGHT} lines.",
            id="too-small",
        )

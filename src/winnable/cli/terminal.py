"""What the other end can show: colour, suit signs, or neither."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from winnable import text

__all__ = ["Screen", "complain"]


class Screen:
    """A stream to print on, with colour and suit signs where it can show them."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.is_terminal = self.stream.isatty()
        self.unicode = _can_encode(self.stream, "♠♥…·▒")
        self.colour = (
            self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )

    def say(self, words: str = "", end: str = "\n") -> None:
        """Print, with suit signs turned to letters where they cannot be shown."""
        print(words if self.unicode else text.plain(words), end=end, file=self.stream, flush=True)


def _can_encode(stream: TextIO, signs: str) -> bool:
    try:
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def complain(message: str) -> None:
    """One line on standard error, whatever the message is made of."""
    Screen(sys.stderr).say(f"winnable: {' '.join(message.split())}")

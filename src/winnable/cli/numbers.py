"""Numbers as people type them: plain digits, and within bounds."""

from __future__ import annotations

import re

from winnable.errors import NotationError, quote

__all__ = ["parse_number"]


def parse_number(text: str, least: int, most: int, what: str) -> int:
    """Read a number.

    >>> parse_number("1e3", 1, 52, "number of cards")
    Traceback (most recent call last):
    winnable.errors.NotationError: '1e3' is no number of cards: write 1 to 52
    """
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise NotationError(f"{quote(text)} is no {what}: write {least} to {most}")
    return int(text)

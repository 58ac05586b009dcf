"""Numbers as people type them: plain digits, within bounds."""

from __future__ import annotations

import re

from winnable.deals import parse_deal_number
from winnable.errors import DealNumberError, NotationError, quote
from winnable.play.typed_commands import parse_game_number, parse_number

__all__ = ["parse_deals", "parse_game_number", "parse_number", "parse_pause"]


def parse_pause(text: str) -> float:
    """Read a pause in seconds.

    >>> parse_pause("0.5")
    0.5
    """
    if not re.fullmatch(r"[0-9]{1,2}([.][0-9]{0,6})?|[.][0-9]{1,6}", text) or float(text) > 60:
        raise NotationError(f"{quote(text)} is not a number of seconds: write 0 to 60")
    return float(text)


def parse_deals(text: str) -> range:
    """Read a range of deals, both ends included.

    >>> parse_deals("1-32000")
    range(1, 32001)
    >>> parse_deals("5-3")
    Traceback (most recent call last):
    winnable.errors.DealNumberError: '5-3' is not a range of deals: the lower number comes first
    """
    if not re.fullmatch("[0-9]+-[0-9]+", text):
        raise DealNumberError(f"{quote(text)} is not a range of deals: write two numbers, 1-1000")
    first, last = map(parse_deal_number, text.split("-"))
    if first > last:
        raise DealNumberError(
            f"{quote(text)} is not a range of deals: the lower number comes first"
        )
    return range(first, last + 1)

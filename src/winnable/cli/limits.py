"""Limits as people write them: `500k` positions, `2GiB`, `10s`, or several, separated by commas.

>>> parse_limit(["10s,2GiB"])
{'seconds': 10.0, 'memory': 2147483648}
>>> describe_limit(Limit(**parse_limit(["500k", "2min"])))
'500,000 positions, 1 GiB of memory and 2 minutes'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TypedDict

from winnable.errors import LimitError, quote
from winnable.l10n import join, t
from winnable.solver.result import Limit
from winnable.wording import size_text

__all__ = ["GivenLimit", "describe_limit", "parse_limit", "parse_sizes"]

_AMOUNT = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?([A-Za-z]*)")
_POSITIONS = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6}
_BYTES = {"kb": 10**3, "kib": 2**10, "mb": 10**6, "mib": 2**20, "gb": 10**9, "gib": 2**30,
          "tb": 10**12, "tib": 2**40}  # fmt: skip
_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_MOST_BYTES = 2**50


class GivenLimit(TypedDict, total=False):
    """The limits that were given; the others keep their defaults."""

    states: int
    memory: int
    seconds: float


def parse_limit(words: Iterable[str]) -> GivenLimit:
    """Read limits, at most one of each kind; LimitError says what is wrong."""
    given: GivenLimit = {}
    for word in (part.strip() for text in words for part in text.split(",")):
        one = _parse_one(word)
        if twice := given.keys() & one.keys():
            raise LimitError(f"two limits of {_KINDS[twice.pop()]}: give one")
        given.update(one)
    Limit(**given)  # raises LimitError for a limit of nothing
    return given


_KINDS = {"states": "positions", "memory": "memory", "seconds": "time"}


def _parse_one(word: str) -> GivenLimit:
    match = _AMOUNT.fullmatch(word)
    if match is not None:
        amount, unit = float(match[1]), match[2]
        if unit in _POSITIONS:
            return {"states": round(amount * _POSITIONS[unit])}
        if unit.lower() in _BYTES:
            return {"memory": _size(word, amount, unit)}
        if unit.lower() in _SECONDS:
            return {"seconds": amount * _SECONDS[unit.lower()]}
    raise LimitError(f"{quote(word)} is not a limit: write 500k (positions), 2GiB or 10s")


def _size(word: str, amount: float, unit: str) -> int:
    size = round(amount * _BYTES[unit.lower()])
    if size > _MOST_BYTES:
        raise LimitError(f"{quote(word)} is too much memory: the most is 1024TiB")
    return size


def parse_sizes(text: str) -> tuple[int, ...]:
    """Read amounts of memory, each more than the one before; a plain ``G`` is a ``GiB``.

    >>> parse_sizes("512M,4GiB")
    (536870912, 4294967296)
    """
    sizes: list[int] = []
    for word in (part.strip() for part in text.split(",")):
        match = _AMOUNT.fullmatch(word if word[-1:].lower() not in tuple("kmgt") else f"{word}iB")
        if match is None or match[2].lower() not in _BYTES:
            raise LimitError(f"{quote(word)} is not an amount of memory: write 512M or 4G")
        sizes.append(_size(word, float(match[1]), match[2]))
        Limit(memory=sizes[-1])  # raises LimitError for no memory at all
    if any(later <= earlier for earlier, later in pairwise(sizes)):
        raise LimitError(f"{quote(text)} does not grow: write the smallest amount first, 1G,4G")
    return tuple(sizes)


def describe_limit(limit: Limit) -> str:
    """A limit in words: ``500,000 positions, 1 GiB of memory and 20 seconds``."""
    parts = []
    if limit.states is not None:
        parts.append(t("line.limit.positions", count=limit.states))
    if limit.memory is not None:
        parts.append(t("line.limit.memory", size=size_text(limit.memory)))
    if limit.seconds is not None:
        parts.append(_time(limit.seconds))
    return join(parts) if parts else t("line.limit.none")


def _time(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return t("line.limit.minutes", count=seconds / 60)
    return t("line.limit.seconds", count=seconds)

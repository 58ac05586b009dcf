"""The arithmetic of measuring: spreads, percentiles, and numbers as they are written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import quantiles
from typing import NamedTuple

from winnable.solver.confidence import wilson_interval

__all__ = ["Spread", "figure", "interval", "mebibytes", "pair", "percent", "percentile", "spread"]

MIB = 2**20


class Spread(NamedTuple):
    """The quartiles of some numbers."""

    low: float
    median: float
    high: float


def spread(numbers: Iterable[float]) -> Spread:
    """The quartiles of some numbers, of which there is at least one.

    >>> spread([1, 2, 3, 4, 5])
    Spread(low=2.0, median=3.0, high=4.0)
    >>> spread([7])
    Spread(low=7, median=7, high=7)
    """
    known = sorted(numbers)
    if len(known) == 1:
        return Spread(*known * 3)
    return Spread(*quantiles(known, n=4, method="inclusive"))


def percentile(numbers: Sequence[float], share: float) -> float:
    """The smallest of the numbers that is no less than such a share of them all.

    >>> percentile(range(1, 101), 0.95)
    95
    """
    known = sorted(numbers)
    return known[max(0, -int(-share * len(known) // 1) - 1)]


def figure(number: float | None) -> str:
    """A measured number with no more digits than it is worth; a dash for one that is not known.

    >>> figure(0.01234), figure(6.789), figure(45678.9), figure(None)
    ('0.0123', '6.79', '45,679', '–')
    """
    if number is None:
        return "–"
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def pair(ours: float | None, theirs: float | None) -> str:
    """Our figure and theirs in one cell of a table."""
    return f"{figure(ours)} / {figure(theirs)}"


def mebibytes(count: float | None) -> float | None:
    """Bytes as mebibytes."""
    return None if count is None else count / MIB


def percent(part: int, whole: int) -> str:
    """A share in percent, and never 0 or 100 unless it is exactly that.

    >>> percent(31999, 32000), percent(3, 4), percent(4, 4), percent(0, 0)
    ('99.997%', '75.0%', '100%', '–')
    """
    if not whole:
        return "–"
    if part in (0, whole):
        return "100%" if part else "0%"
    share, digits = 100 * part / whole, 1
    while round(share, digits) in (0, 100):
        digits += 1
    return f"{share:.{digits}f}%"


def interval(least: int, most: int, deals: int) -> str:
    """The 95% interval for a share: between `least` and `most` of the deals are known to count.

    >>> interval(750, 750, 1000), interval(740, 760, 1000)
    ('72.2% to 77.6%', '71.2% to 78.5%')
    """
    low, high = 100 * wilson_interval(least, deals)[0], 100 * wilson_interval(most, deals)[1]
    digits = 1 if high - low >= 0.5 else 3
    return f"{low:.{digits}f}% to {high:.{digits}f}%"

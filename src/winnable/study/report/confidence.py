"""Confidence intervals of a report, all at 95%, and how their ends are written.

A share that was counted has the Wilson score interval; where one of the two counts is tiny it has
the exact interval of Clopper and Pearson instead, because the coverage of Wilson's is uneven there.
The difference of two shares that were counted on the same deals has Newcombe's interval for paired
proportions: "Improved confidence intervals for the difference between binomial proportions based on
paired data", Statistics in Medicine 17 (1998), method 10.

The ends are always rounded outwards: what is written is never narrower than what was computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from math import exp, log, log1p, sqrt

from winnable.solver.confidence import wilson_interval

__all__ = [
    "TINY_COUNT",
    "Interval",
    "clopper_pearson",
    "paired_difference",
    "percent",
    "share_interval",
]

TINY_COUNT = 30
"""The interval is Clopper and Pearson's if at most so many deals are winnable, or are not."""

_TAIL = 0.025
"""On each side of a 95% interval."""
_LEAST_DIGITS, _MOST_DIGITS = 1, 15


@dataclass(frozen=True)
class Interval:
    """A 95% interval for a share, or for a difference of shares."""

    low: float
    high: float
    method: str

    def meets(self, other: Interval) -> bool:
        """Whether the two have a point in common."""
        return self.low <= other.high and other.low <= self.high

    def joined(self, other: Interval) -> Interval:
        """From the lower of both low ends to the higher of both high ends."""
        methods = dict.fromkeys((self.method, other.method))
        return Interval(min(self.low, other.low), max(self.high, other.high), " and ".join(methods))

    @property
    def digits(self) -> int:
        """How many decimals of a percentage show the interval's width to two digits.

        More, if one end would be written as 0% or 100% without being exactly that.
        """
        digits = _LEAST_DIGITS
        width = 100 * (self.high - self.low)
        while digits < _MOST_DIGITS and (
            (0 < width < 10 ** (1 - digits)) or self._hides_an_end(digits)
        ):
            digits += 1
        return digits

    def _hides_an_end(self, digits: int) -> bool:
        low, high = (
            _rounded(self.low, digits, ROUND_FLOOR),
            _rounded(self.high, digits, ROUND_CEILING),
        )
        return any(
            shown in (-100, 0, 100) and shown != 100 * Decimal(end)
            for shown, end in ((low, self.low), (high, self.high))
        )

    def ends(self, digits: int | None = None) -> tuple[str, str]:
        """Both ends in percent, rounded outwards.

        >>> Interval(0.7502583, 0.7507947, "Wilson").ends()
        ('75.025%', '75.080%')
        """
        digits = self.digits if digits is None else digits
        return (
            _written(_rounded(self.low, digits, ROUND_FLOOR)),
            _written(_rounded(self.high, digits, ROUND_CEILING)),
        )

    def __str__(self) -> str:
        return " to ".join(self.ends())


def share_interval(count: int, whole: int) -> Interval:
    """The interval for a share of which `count` in `whole` were seen."""
    if whole and min(count, whole - count) <= TINY_COUNT:
        return Interval(*clopper_pearson(count, whole), "Clopper-Pearson")
    return Interval(*wilson_interval(count, whole), "Wilson")


def percent(count: int, whole: int, digits: int = 3) -> str:
    """A share in percent, never written as 0% or 100% unless it is.

    >>> percent(3, 4), percent(999_992, 1_000_000, 1), percent(0, 5)
    ('75.000%', '99.999%', '0%')
    """
    if count in (0, whole):
        return "0%" if not count else "100%"
    share = Context(prec=50).divide(Decimal(100 * count), Decimal(whole))
    while True:
        shown = share.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
        if 0 < shown < 100:
            return _written(shown)
        digits += 1


def _rounded(share: float, digits: int, rounding: str) -> Decimal:
    """A share as a percentage; the float is taken exactly as it is."""
    exact = Context(prec=1200).multiply(Decimal(share), Decimal(100))
    return exact.quantize(Decimal(1).scaleb(-digits), rounding, Context(prec=1200))


def _written(percentage: Decimal) -> str:
    if percentage in (0, 100, -100):
        return f"{percentage:.0f}%".replace("-0%", "0%")
    return f"{percentage:f}%".replace("-", "\N{MINUS SIGN}")


# -- Clopper and Pearson --------------------------------------------------------------------------


def clopper_pearson(count: int, whole: int) -> tuple[float, float]:
    """The exact 95% interval of a binomial share, when `count` of `whole` were seen.

    Its low end is the share for which so many or more are seen with a probability of 2.5%, its high
    end the one for which so many or fewer are.

    >>> low, high = clopper_pearson(8, 1_000_000)
    >>> f"{low * 1e6:.3f} {high * 1e6:.3f} in a million"
    '3.454 15.763 in a million'
    """
    if not 0 <= count <= whole:
        raise ValueError(f"there cannot be {count} in {whole}")
    if 2 * count > whole:  # the sums are short, and small numbers precise, from the other side
        low, high = clopper_pearson(whole - count, whole)
        return 1 - high, 1 - low
    low = 0.0
    if count:
        low = _solve(lambda share: _at_most(count - 1, whole, share) - (1 - _TAIL))
    return low, _solve(lambda share: _at_most(count, whole, share) - _TAIL) if whole else 1.0


def _at_most(count: int, whole: int, share: float) -> float:
    """The probability that at most `count` of `whole` are seen: the lower binomial tail."""
    if not 0 < share < 1:
        return 1.0 if share <= 0 else float(count >= whole)
    odds = log(share) - log1p(-share)
    term = whole * log1p(-share)
    total = 0.0
    for seen in range(count + 1):
        total += exp(term)
        if seen < count:
            term += odds + log((whole - seen) / (seen + 1))
    return total


def _solve(falling: Callable[[float], float]) -> float:
    """Where a falling function of a share is 0, by bisection to the last bit."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if falling(middle) > 0:
            low = middle
        else:
            high = middle


# -- paired shares --------------------------------------------------------------------------------


def paired_difference(both: int, first: int, second: int, neither: int) -> Interval:
    """The interval for the share of the first minus that of the second, counted on the same deals.

    `first` and `second` count the deals with only one of the two. This is Newcombe's method 10: the
    Wilson intervals of both shares, combined with regard to their correlation.
    """
    whole = both + first + second + neither
    if not whole:
        return Interval(-1.0, 1.0, "Newcombe")
    first_share, second_share = (both + first) / whole, (both + second) / whole
    first_low, first_high = wilson_interval(both + first, whole)
    second_low, second_high = wilson_interval(both + second, whole)
    correlation = _correlation(both, first, second, neither)
    below = _combined(first_share - first_low, second_high - second_share, correlation)
    above = _combined(first_high - first_share, second_share - second_low, correlation)
    difference = (first - second) / whole
    return Interval(max(-1.0, difference - below), min(1.0, difference + above), "Newcombe")


def _correlation(both: int, first: int, second: int, neither: int) -> float:
    """The coefficient phi of the fourfold table; if positive, with Newcombe's correction."""
    whole = both + first + second + neither
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    if not product:
        return 0.0
    excess: float = both * neither - first * second
    if excess > 0:
        excess = max(excess - whole / 2, 0)
    return excess / sqrt(product)


def _combined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))

"""How values are distributed, in memory that does not grow with their number.

The values are counted twice. First in bins of at most a five-hundredth of their value, as in an
HDR histogram: that finds the bin of each quantile, and is enough for pictures. Then those that fall
into such a bin are counted one by one, which makes the quantiles exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from winnable.study.report.columns import Integers

__all__ = ["QUANTILES", "Counts", "Distribution", "DistributionCounter"]

QUANTILES = (0.5, 0.9, 0.99, 0.999)

_EXACT = 1024
"""Values below this have a bin of their own; above it, bins double in width where values do."""
_HALF = _EXACT // 2


@dataclass(frozen=True)
class Counts:
    """How many values fall into which bin; a bin is `lows[i] <= value < highs[i]`."""

    lows: Integers
    highs: Integers
    counts: Integers


@dataclass(frozen=True)
class Distribution:
    """Some whole numbers, none of them negative."""

    number: int
    total: int
    least: int
    most: int
    quantiles: tuple[int, ...]
    """For each of `QUANTILES` the smallest value that at least this share of them do not exceed."""
    bins: Counts

    def quantile(self, share: float) -> int:
        return self.quantiles[QUANTILES.index(share)]


class DistributionCounter:
    """Counts values: all of them with `add`, then all of them again with `add_again`."""

    def __init__(self) -> None:
        self._bins: Counter[int] = Counter()
        self._values: Counter[int] = Counter()
        self._number = self._total = 0
        self._least: int | None = None
        self._most = 0
        self._wanted: Integers | None = None

    def add(self, values: Integers) -> None:
        if not len(values):
            return
        self._number += len(values)
        # Half a million values of 2^44 are the most that fit into a sum of 64 bits.
        self._total += sum(int(part.sum()) for part in _parts(values))
        least = int(values.min())
        self._least = least if self._least is None else min(self._least, least)
        self._most = max(self._most, int(values.max()))
        _count(_bin_of(values), self._bins)

    def add_again(self, values: Integers) -> None:
        if self._wanted is None:
            bins = {self._bin_at(rank) for rank in self._ranks()}
            self._wanted = np.array(sorted(bins), np.int64)
        _count(values[np.isin(_bin_of(values), self._wanted)], self._values)

    def result(self) -> Distribution | None:
        """The distribution; None if there was no value."""
        if self._least is None:
            return None
        codes = np.array(sorted(self._bins), np.int64)
        counts = np.array([self._bins[int(code)] for code in codes], np.int64)
        return Distribution(
            self._number,
            self._total,
            self._least,
            self._most,
            tuple(self._value_at(rank) for rank in self._ranks()),
            Counts(_low(codes), _low(codes + 1), counts),
        )

    def _ranks(self) -> list[int]:
        """Which value in order each quantile is, counted from 1."""
        if not self._number:
            return []
        return [max(1, ceil(_exact_product(share, self._number))) for share in QUANTILES]

    def _bin_at(self, rank: int) -> int:
        return next(code for code, before, count in self._in_order() if rank <= before + count)

    def _value_at(self, rank: int) -> int:
        code, before = next(
            (code, before) for code, before, count in self._in_order() if rank <= before + count
        )
        low, high = _low(np.array([code, code + 1], np.int64)).tolist()
        for value in sorted(value for value in self._values if low <= value < high):
            before += self._values[value]
            if rank <= before:
                return value
        raise ValueError("the values were not counted a second time, or were others")

    def _in_order(self) -> Iterator[tuple[int, int, int]]:
        """Every bin with how many values come before it and how many it has."""
        before = 0
        for code in sorted(self._bins):
            yield code, before, self._bins[code]
            before += self._bins[code]


def _exact_product(share: float, number: int) -> float:
    """0.999 * 1000 is 999, whatever floats make of it."""
    return round(share * 1000) * number / 1000


def _count(values: Integers, counter: Counter[int]) -> None:
    found, counts = np.unique(values, return_counts=True)
    counter.update(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def _parts(values: Integers) -> Iterable[Integers]:
    return np.array_split(values, len(values) // 500_000 + 1)


def _bin_of(values: Integers) -> Integers:
    """The bin of each value: itself below `_EXACT`, else its first ten bits and its length."""
    _, exponents = np.frexp(values.astype(np.float64))
    shifts = np.maximum(exponents.astype(np.int64) - _EXACT.bit_length() + 1, 0)
    mantissas = values >> shifts
    # A float of 53 bits can round a larger value up to the next power of two.
    short = (shifts > 0) & (mantissas < _HALF)
    shifts = shifts - short
    mantissas = values >> shifts
    return np.where(shifts > 0, shifts * _HALF + mantissas, values)


def _low(codes: Integers) -> Integers:
    """The smallest value of each bin."""
    shifts = np.maximum(codes // _HALF - 1, 0)
    return np.where(shifts > 0, (codes - shifts * _HALF) << shifts, codes)

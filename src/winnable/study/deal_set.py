"""Which deals a study is about: a range of numbers, or a random sample of one.

A sample is drawn without replacement by a pseudo-random permutation of the range: its k-th deal is
what the permutation puts in place k. So any part of a sample can be computed by itself, on any
machine, without the others; and the first thousand deals of a large sample are a small sample with
the same seed. The permutation is a Feistel network on pairs of residues, with cycle walking (Black
and Rogaway, "Ciphers with arbitrary finite domains", 2002).

>>> DealSample(5, seed=7).numbers(0, 5)
[5103106913, 531020354, 8362262847, 5987422224, 6887957997]
>>> DealRange(1, 1_000_000).numbers(10, 13)
[11, 12, 13]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from math import isqrt

from winnable.deals import MAX_DEAL
from winnable.errors import DealNumberError
from winnable.study.errors import StudyError

__all__ = ["DealRange", "DealSample", "DealSet", "deal_set_from_dict"]

_ROUNDS = 8
_MASK = 2**64 - 1


@dataclass(frozen=True)
class DealRange:
    """Every deal from the first to the last."""

    first: int
    last: int

    def __post_init__(self) -> None:
        _check_range(self.first, self.last)

    def __len__(self) -> int:
        return self.last - self.first + 1

    def numbers(self, start: int, stop: int) -> list[int]:
        """The deals in places `start` to `stop`, counted from 0."""
        return list(range(self.first + start, self.first + stop))

    def describe(self) -> str:
        return f"deals {self.first:,} to {self.last:,}"

    def as_dict(self) -> dict[str, object]:
        return {"kind": "range", **asdict(self)}


@dataclass(frozen=True)
class DealSample:
    """Some deals of a range, chosen at random, each at most once."""

    size: int
    seed: int
    first: int = 1
    last: int = MAX_DEAL

    def __post_init__(self) -> None:
        _check_range(self.first, self.last)
        if not 1 <= self.size <= self.last - self.first + 1:
            raise DealNumberError(
                f"a sample of {self.size:,} deals is not possible: from {self.first:,} to "
                f"{self.last:,} there are {self.last - self.first + 1:,}"
            )
        if not 0 <= self.seed < 2**64:
            raise DealNumberError(f"{self.seed} is not a seed: give 0 to {2**64 - 1}")

    def __len__(self) -> int:
        return self.size

    def numbers(self, start: int, stop: int) -> list[int]:
        """The deals in places `start` to `stop`, counted from 0."""
        first, permute = self.first, self._permutation.place
        return [first + permute(index) for index in range(start, stop)]

    @cached_property
    def _permutation(self) -> _Permutation:
        return _Permutation(self.last - self.first + 1, self.seed)

    def describe(self) -> str:
        return (
            f"{self.size:,} deals sampled (seed {self.seed}) from {self.first:,} to {self.last:,}"
        )

    def as_dict(self) -> dict[str, object]:
        return {"kind": "sample", **asdict(self)}


DealSet = DealRange | DealSample


def deal_set_from_dict(stored: Mapping[str, object]) -> DealSet:
    """What `as_dict` made a dictionary of."""
    kinds: dict[str, type[DealSet]] = {"range": DealRange, "sample": DealSample}
    kind = kinds.get(str(stored.get("kind")))
    values = {name: value for name, value in stored.items() if type(value) is int}
    if kind is None or len(values) != len(stored) - 1:
        raise StudyError("its deals are neither a range nor a sample")
    try:
        return kind(**values)
    except TypeError:
        raise StudyError("its deals are neither a range nor a sample") from None


def _check_range(first: int, last: int) -> None:
    if not 1 <= first <= last <= MAX_DEAL:
        raise DealNumberError(
            f"{first} to {last} is not a range of deals: deals are numbered 1 to {MAX_DEAL}"
        )


class _Permutation:
    """A permutation of 0 ... size - 1, the same for a seed wherever it is computed.

    A number is written as left * side + right, and in each round one half is shifted by a hash of
    the other: so every round can be undone, which makes it a permutation of 0 ... side * side - 1.
    Numbers beyond `size` are permuted again until they are below it; that ends, because following a
    permutation from a number below `size` leads back to one, and it keeps different numbers apart.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._size = size
        self._side = isqrt(size - 1) + 1
        digest = sha256(f"winnable sample {seed} of {size}".encode()).digest()
        keys = [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8)]
        self._keys = [_mix(keys[turn % 4] + turn) for turn in range(_ROUNDS)]

    def place(self, index: int) -> int:
        side = self._side
        while True:
            left, right = divmod(index, side)
            for key in self._keys:
                left, right = right, (left + _mix(right ^ key)) % side
            index = left * side + right
            if index < self._size:
                return index


def _mix(number: int) -> int:
    """The output function of splitmix64: spreads every bit of a number over 64."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)

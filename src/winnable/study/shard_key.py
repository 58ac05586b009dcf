"""Which shard of a study, and which part of its shards."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WHOLE", "Part", "ShardKey"]


@dataclass(frozen=True, order=True)
class ShardKey:
    """Which shard: of a game, the n-th (from 1), at which attempt (0 is the first)."""

    slug: str
    number: int
    attempt: int = 0

    def __str__(self) -> str:
        again = f", attempt {self.attempt + 1}" if self.attempt else ""
        return f"shard {self.number} of {self.slug}{again}"


@dataclass(frozen=True)
class Part:
    """One of several equal parts of a study's shards: 3 of 40 is the third of forty."""

    index: int
    count: int

    def has(self, number: int) -> bool:
        """Whether a shard belongs to this part; shards are dealt out in turn."""
        return number % self.count == self.index % self.count


WHOLE = Part(1, 1)

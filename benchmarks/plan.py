"""How much is measured: enough to trust the figures in twenty minutes, or to see it work in one.

Each measurement has its number of deals, and seconds after which it stops wherever it is: a
figure over fewer deals says so. That also bounds what a game with hopeless deals can take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

__all__ = ["FULL", "QUICK", "SLUGS", "Plan", "Size"]

SLUGS = ("freecell", "bakers-game", "golf-relaxed", "easthaven", "aces-up")
"""The games, those with a peer at hand first."""


class Size(NamedTuple):
    """How many deals, and how many of them at a time before it is the other's turn."""

    deals: int
    block: int


@dataclass(frozen=True)
class Plan:
    """Sizes and seconds for every section, by game where they differ."""

    states: int | None
    """After how many states a search gives up, if that is not left to the default limits."""
    peers: Mapping[str, Size]
    peers_seconds: float
    sample: int
    """Over how many deals the lengths of solutions are compared."""
    sample_seconds: float
    short: Size
    short_seconds: float
    breadth: Mapping[str, Size]
    breadth_seconds: float
    positions: int
    """How many mid-game positions."""
    midgame_seconds: float
    threads: Mapping[str, Size]
    threads_seconds: float
    limits: tuple[int, ...]
    """Memory limits to run into, in bytes."""
    memory_seconds: float
    hints: int
    """How many deals to play by hints alone."""
    hints_seconds: float

    @property
    def is_quick(self) -> bool:
        """Whether the figures are good for no more than to see it work."""
        return self.states is not None

    def with_time_factor(self, factor: float) -> Plan:
        """The same with so many times the seconds before a measurement stops short."""
        seconds = [field.name for field in fields(self) if field.name.endswith("_seconds")]
        return replace(self, **{name: factor * getattr(self, name) for name in seconds})


_MIB = 2**20

FULL = Plan(
    states=None,
    peers={
        "freecell": Size(32_000, 1_000),
        "bakers-game": Size(5_000, 100),
        "golf-relaxed": Size(1_000, 25),
        "easthaven": Size(1_000, 50),
        "aces-up": Size(1_000, 20),
    },
    peers_seconds=90,
    sample=300,
    sample_seconds=20,
    short=Size(1_000, 25),
    short_seconds=180,
    breadth={
        "freecell": Size(32_000, 2_000),
        "bakers-game": Size(32_000, 1_000),
        "golf-relaxed": Size(10_000, 500),
        "easthaven": Size(1_000, 50),
        "aces-up": Size(1_000, 20),
    },
    breadth_seconds=180,
    positions=2_000,
    midgame_seconds=90,
    threads={
        # A block takes a second or more: in a short one the last deals, which one thread solves
        # while the other has nothing left to do, would count for too much.
        "freecell": Size(128_000, 16_000),
        "bakers-game": Size(32_000, 4_000),
        "golf-relaxed": Size(24_000, 4_000),
        "easthaven": Size(16_000, 4_000),
        "aces-up": Size(800, 100),
    },
    threads_seconds=30,
    limits=(4 * _MIB, 16 * _MIB, 128 * _MIB),
    memory_seconds=20,
    hints=150,
    hints_seconds=120,
)

QUICK = Plan(
    states=100_000,
    peers={
        "freecell": Size(2_000, 500),
        "bakers-game": Size(200, 50),
        "golf-relaxed": Size(40, 10),
        "easthaven": Size(20, 5),
        "aces-up": Size(20, 5),
    },
    peers_seconds=3,
    sample=10,
    sample_seconds=1,
    short=Size(20, 5),
    short_seconds=3,
    breadth={
        "freecell": Size(2_000, 500),
        "bakers-game": Size(500, 100),
        "golf-relaxed": Size(100, 20),
        "easthaven": Size(20, 5),
        "aces-up": Size(20, 5),
    },
    breadth_seconds=2,
    positions=50,
    midgame_seconds=2,
    threads={
        "freecell": Size(2_000, 1_000),
        "bakers-game": Size(200, 100),
        "golf-relaxed": Size(40, 20),
        "easthaven": Size(20, 10),
        "aces-up": Size(20, 10),
    },
    threads_seconds=2,
    limits=(4 * _MIB,),
    memory_seconds=2,
    hints=3,
    hints_seconds=2,
)

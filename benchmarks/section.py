"""What a section of the report is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from benchmarks.ours import Ours
from benchmarks.plan import Plan, Size
from benchmarks.runs import Block, blocks

__all__ = ["Entry", "Job", "Section"]


class Entry(Protocol):
    """A row of a section's table: a dataclass of plain values, so that it can be kept as JSON."""

    def __init__(self, **values: Any) -> None: ...

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown, the game left out."""


@dataclass(frozen=True)
class Job:
    """A game to measure, how thoroughly, and whom to tell how far it has come."""

    slug: str
    plan: Plan
    tell: Callable[[str], None]

    def ours(self) -> Ours:
        """Our solver for the game, to be closed again."""
        return Ours(self.slug, self.plan.states)

    def blocks(self, size: Size, seconds: float) -> Iterator[Block]:
        """The blocks of deals to go through, as long as there is time; one at least."""
        end = time.monotonic() + seconds
        for block in blocks(size.deals, size.block):
            if block.first > 1 and time.monotonic() > end:
                return
            self.tell(f"deals {block.first:,} to {block.last:,} of {size.deals:,}")
            yield block


@dataclass(frozen=True)
class Section:
    """One table of the report."""

    name: str
    title: str
    about: str
    head: tuple[str, ...]
    slugs: tuple[str, ...]
    entry: type[Any]
    measure: Callable[[Job], Entry]

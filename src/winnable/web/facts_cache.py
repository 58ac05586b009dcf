"""What the workers have found out about numbered deals, so that it is found out once.

A teacher names a deal, and a whole class looks it up: the first request has it worked out, and the
others wait for the same answer instead of queueing for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from winnable.coach.bounded_cache import BoundedCache
from winnable.l10n import current_language
from winnable.web.coach_messages import FactsMessage

__all__ = ["FactsCache"]

_MAX_ENTRIES = 20_000
"""Some megabytes."""

_Deal = tuple[str, str, int]
"""A language, as facts have a text; the slug of a game; and the number of a deal."""


class _Entry(NamedTuple):
    facts: FactsMessage
    found_at: float


class FactsCache:
    """Facts about deals, in bounded memory. Use it on the event loop's thread only."""

    def __init__(
        self, max_entries: int = _MAX_ENTRIES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._entries: BoundedCache[_Deal, _Entry] = BoundedCache(max_entries)
        self._clock = clock
        self._locks: WeakValueDictionary[_Deal, asyncio.Lock] = WeakValueDictionary()
        """A lock for each deal, while somebody works it out or waits for that."""

    def get(self, game: str, deal_number: int) -> FactsMessage | None:
        """What is known for good; None if the search is still to be made, or was cut short."""
        entry = self._entries.get((current_language(), game, deal_number))
        return None if entry is None or entry.facts.cut_short else entry.facts

    async def find(
        self, game: str, deal_number: int, search: Callable[[], Awaitable[FactsMessage]]
    ) -> FactsMessage:
        """The facts about a deal, by a search if they are not known.

        Whoever asks while a search is under way gets its answer, even if it is cut short; who comes
        later has it searched for again. If a search fails, the next who waits makes one.
        """
        deal, came_at = (current_language(), game, deal_number), self._clock()
        lock = self._locks.setdefault(deal, asyncio.Lock())
        async with lock:
            entry = self._entries.get(deal)
            if entry is not None and (not entry.facts.cut_short or entry.found_at >= came_at):
                return entry.facts
            facts = await search()
            self._entries[deal] = _Entry(facts, self._clock())
            return facts

"""A question on its way to the coach and back, and its answers as they come.

Whoever asks may read slowly or not at all: of the progress only the latest line is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

__all__ = ["Answers", "Errand", "Told"]

Told = dict[str, Any]
"""A line of an answer: see `winnable.web.answers`."""


class Errand:
    """What was asked, by whom, and what is known about it that has not been read yet."""

    def __init__(
        self, number: int, player: str | int, table: str | None, question: Told, ahead: int = 0
    ) -> None:
        self.number, self.player, self.table = number, player, table
        self.question = {**question, "id": number}
        self.ahead = ahead
        """How many were to be answered first when it came."""
        self.timer: asyncio.TimerHandle | None = None
        """What happens if it takes too long."""
        self._latest: Told | None = None
        self._last: Told | None = None
        self._news = asyncio.Event()

    @property
    def kind(self) -> object:
        """What is asked for."""
        return self.question.get("ask")

    @property
    def is_over(self) -> bool:
        """Whether the last word has been said."""
        return self._last is not None

    def tell(self, answer: Told) -> None:
        """What is known so far; what was known before and has not been read is dropped."""
        if not self.is_over:
            self._latest = answer
            self._news.set()

    def end(self, answer: Told) -> None:
        """The last word; whatever is said later is not heard."""
        if not self.is_over:
            self._last = answer
            self._news.set()
        self.watch(None)

    def watch(self, timer: asyncio.TimerHandle | None) -> None:
        """Watch the time with another timer, or with none."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = timer

    async def news(self) -> tuple[Told, bool]:
        """The next line that was not read, and whether it is the last one."""
        await self._news.wait()
        self._news.clear()
        if self._last is not None:
            return self._last, True
        assert self._latest is not None  # noqa: S101 - there are no other news
        answer, self._latest = self._latest, None
        return answer, False


class Answers(AsyncIterator[Told]):
    """The lines of an answer: how many are ahead, what is known so far, and the last word.

    Who leaves before the end (`aclose`, a task that is cancelled, an iterator that is dropped)
    calls the question off.
    """

    def __init__(self, errand: Errand, call_off: Callable[[Errand], None]) -> None:
        self._errand, self._call_off = errand, call_off
        self._loop = asyncio.get_running_loop()
        self._is_begun = self._is_read = False

    def __aiter__(self) -> Answers:
        return self

    async def __anext__(self) -> Told:
        if self._is_read:
            raise StopAsyncIteration
        if not self._is_begun:
            self._is_begun = True
            return {"kind": "queued", "ahead": self._errand.ahead}
        try:
            answer, self._is_read = await self._errand.news()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        return answer

    async def aclose(self) -> None:
        """Nobody wants to know any more."""
        self._is_read = True
        self._call_off(self._errand)

    def __del__(self) -> None:
        # A connection may end before the first line was asked for, and then nobody closes anything.
        if not self._errand.is_over:
            with suppress(RuntimeError):  # the loop has ended, and the pool with it
                self._loop.call_soon_threadsafe(self._call_off, self._errand)

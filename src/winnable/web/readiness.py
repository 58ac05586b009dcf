"""Whether the database answers in time."""

from __future__ import annotations

import asyncio
import time

from winnable.errors import StoreError
from winnable.store import Store
from winnable.web.logs import log_error
from winnable.web.thread_pool import ThreadPool, UnfinishedCallError

__all__ = ["READY_SECONDS", "Readiness"]

READY_SECONDS = 2.0
"""How long the database may take for a small answer."""


class Readiness:
    """Asks the database one question at a time, however many want to know."""

    def __init__(self, store: Store, thread: ThreadPool) -> None:
        """`thread` is used for nothing else, so that nobody waits for it."""
        self._store, self._thread = store, thread
        self._question: asyncio.Task[bool] | None = None
        self._asked_at = 0.0
        self._logged = ""
        """The reason that was logged last: it is not repeated while it stays the same."""

    async def check(self) -> bool:
        """Whether the database answers; where the last question has no answer yet, it does not."""
        if self._question is None or self._question.done():
            self._question = asyncio.create_task(self._ask())
            self._asked_at = time.monotonic()
        left = self._asked_at + READY_SECONDS - time.monotonic()
        await asyncio.wait((self._question,), timeout=max(0.0, left))
        return self._question.done() and self._question.result()

    async def _ask(self) -> bool:
        try:
            await self._thread.run(self._store.check)
        except UnfinishedCallError as error:
            await asyncio.wait((error.call,))
            return False
        except StoreError as error:
            self._log(str(error))
            return False
        self._logged = ""
        return True

    def _log(self, reason: str) -> None:
        if reason != self._logged:
            self._logged = reason
            log_error("store", error=reason)

"""Threads for what would block the event loop.

Calls that have to wait for a free thread wait on the event loop, and not in a queue of the threads.
So the loop gets a turn between two calls of a thread: threads that took the next call themselves
would keep the interpreter lock from it, and small requests would wait several times as long behind
a thousand moves.

This is not `concurrent.futures`, because Python waits at exit for an executor's threads: a call
that never returns, such as one to a disk that hangs, would keep the server from ending.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, TypeVarTuple

from winnable.errors import StoreError
from winnable.l10n import t
from winnable.store.deadline import TIMEOUT_SECONDS, time_left, time_limit

__all__ = ["ThreadPool", "UnfinishedCallError", "acquire_in_time"]

T = TypeVar("T")
Args = TypeVarTuple("Args")

_GRACE = 1.0
"""Seconds after its deadline in which a call should notice that its time has passed."""


class UnfinishedCallError(StoreError):
    """A call is still running long after its deadline."""

    def __init__(self, call: asyncio.Future[Any]) -> None:
        super().__init__(t("web.database_slow"))
        self.call = call
        """Done when the call has ended."""


async def acquire_in_time(lock: asyncio.Lock | asyncio.Semaphore) -> None:
    """Acquire something before the deadline; StoreError if that is not possible."""
    if not lock.locked():
        await lock.acquire()
        return
    try:
        async with asyncio.timeout(time_left()):
            await lock.acquire()
    except TimeoutError:
        raise StoreError(t("web.database_busy")) from None


class ThreadPool:
    """Threads, and a time limit in seconds for each call, the waiting for a thread included."""

    def __init__(self, threads: int, name: str, timeout: float = TIMEOUT_SECONDS) -> None:
        self._size, self._name, self._timeout = threads, name, timeout
        self._free = asyncio.Semaphore(threads)
        self._busy = 0
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._threads: list[Thread] = []

    async def run(self, act: Callable[[*Args], T], *args: *Args) -> T:
        """Call something in a thread, with this task's context and so with its deadline.

        A thread cannot be cancelled: if the caller is, this ends when the call is done. A call that
        does not heed its deadline is left to itself (UnfinishedCallError), and keeps its thread.
        """
        with time_limit(self._timeout):
            await acquire_in_time(self._free)
            try:
                future = self._submit(lambda: act(*args))
            except BaseException:  # no more threads may be started here
                self._free.release()
                raise
            try:
                await asyncio.wait((future,), timeout=_longest_wait())
            except asyncio.CancelledError:
                await asyncio.wait((future,), timeout=_longest_wait())
                if not future.done():
                    raise UnfinishedCallError(future) from None
                raise
            finally:
                # Here, and not as soon as the future is done: this task's turn comes first.
                if future.done():
                    self._take_back(future)
                else:
                    future.add_done_callback(self._take_back)
            if not future.done():
                raise UnfinishedCallError(future)
            return future.result()

    def _submit(self, act: Callable[[], T]) -> asyncio.Future[T]:
        call = _Call(act)
        if self._busy == len(self._threads):
            thread = Thread(target=self._work, name=f"{self._name} {self._busy + 1}", daemon=True)
            thread.start()
            self._threads.append(thread)
        self._busy += 1
        self._calls.put(call)
        return call.future

    def _take_back(self, future: asyncio.Future[Any]) -> None:
        self._busy -= 1
        self._free.release()
        if not future.cancelled():
            future.exception()  # which nobody may have waited for

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call.run()
            del call  # an idle thread must not keep a game in memory

    def shutdown(self, timeout: float = TIMEOUT_SECONDS) -> None:
        """Wait for the calls under way, but no longer than `timeout`, and end the threads."""
        for _ in self._threads:
            self._calls.put(None)
        with time_limit(timeout + _GRACE):
            for thread in self._threads:
                thread.join(time_left())


def _longest_wait() -> float:
    return (time_left() or 0.0) + _GRACE


class _Call:
    """A function to call in a thread, and the future of its result on the event loop."""

    def __init__(self, act: Callable[[], Any]) -> None:
        self._act, self._context = act, copy_context()
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()

    def run(self) -> None:
        result, error = None, None
        try:
            result = self._context.run(self._act)
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
            self._loop.call_soon_threadsafe(self._finish, result, error)

    def _finish(self, result: Any, error: BaseException | None) -> None:
        if self.future.cancelled():
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)

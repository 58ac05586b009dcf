"""Threads for what would block the event loop.

Calls that have to wait for a free thread wait on the event loop, and not in the queue of the
executor. So the loop gets a turn between two calls of a thread: threads that took the next call
themselves would keep the interpreter lock from it, and small requests would wait several times as
long behind a thousand moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

__all__ = ["ThreadPool"]

T = TypeVar("T")
Args = TypeVarTuple("Args")


class ThreadPool:
    def __init__(self, threads: int, name: str) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._free = asyncio.Semaphore(threads)

    async def run(self, act: Callable[[*Args], T], *args: *Args) -> T:
        """Call something in a thread.

        A thread cannot be cancelled: if the caller is, this ends when the call is done.
        """
        async with self._free:
            future = asyncio.get_running_loop().run_in_executor(self._executor, act, *args)
            try:
                return await asyncio.shield(future)
            except asyncio.CancelledError:
                await asyncio.wait([future])
                raise

    def shutdown(self) -> None:
        """Wait for the calls under way, and end the threads."""
        self._executor.shutdown()

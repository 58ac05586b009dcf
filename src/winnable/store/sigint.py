"""Deferring Ctrl-C while a change is saved.

An interrupt between the commit and our taking note of it would leave the game in memory and the
game in the database different: a move saved twice, or shown but not saved. So Ctrl-C waits those
few milliseconds. A database that hangs makes them seconds: whoever presses Ctrl-C again does not
want to wait.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

__all__ = ["defer_sigint"]


@contextmanager
def defer_sigint() -> Iterator[None]:
    """Handle Ctrl-C only when the block has ended, but the second one at once.

    Threads other than the main one never get it.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield
        return
    received: list[tuple[int, FrameType | None]] = []

    def defer(number: int, frame: FrameType | None) -> None:
        received.append((number, frame))
        if len(received) > 1:
            handler(number, frame)

    signal.signal(signal.SIGINT, defer)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if len(received) == 1:
            handler(*received[0])

"""Holding Ctrl-C off while something is written down.

An interrupt between a commit and our noting it would leave a game that is kept and one that is
shown apart: a move kept twice, or shown and not kept. So it waits the few milliseconds.
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
    """Let Ctrl-C wait until the end; other threads than the main one never see it anyway."""
    usual = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(usual):
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if pressed:
            usual(*pressed[0])

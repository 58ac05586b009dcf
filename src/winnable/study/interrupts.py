"""Ctrl-C is for the process that runs a study, and not for its workers, which get it too."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

__all__ = ["interrupts_blocked"]


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT, which a terminal sends to all processes of a command.

    Threads that are started here inherit this, and so do the processes that they start, now and
    later. An interrupt that comes meanwhile is delivered to this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which would unblock it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Deadlines: how long an operation may still wait for the database, whatever it waits for.

A deadline is set where an operation begins to wait. Everything after that (a queue, a free
connection, another program's lock, a server's answer) waits only for the time left, so that they
take no longer together than one of them may. It is a context variable: a task of asyncio has its
own, and a thread that works for the task is given the task's context.
"""

from __future__ import annotations

import time
from contextvars import ContextVar

__all__ = ["TIMEOUT_SECONDS", "has_time_passed", "time_left", "time_limit"]

TIMEOUT_SECONDS = 10.0
"""How long an operation of the store may take, unless the program says otherwise."""

_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


class time_limit:  # noqa: N801 - used like a function; a generator would take four times as long
    """Limit what is done inside. Inside another limit this can only shorten the time."""

    __slots__ = ("_seconds", "_token")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        outer, new = _deadline.get(), time.monotonic() + self._seconds
        self._token = _deadline.set(new if outer is None else min(outer, new))

    def __exit__(self, *_: object) -> None:
        _deadline.reset(self._token)


def time_left() -> float | None:
    """Seconds, at least 0; None without a limit."""
    deadline = _deadline.get()
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def has_time_passed() -> bool:
    """Whether there is a limit and no time is left."""
    return time_left() == 0.0

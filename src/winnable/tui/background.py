"""Runs one function at a time on a thread, so that the solver never blocks the screen.

Textual's own thread workers are not used: the app would wait for them when it exits, and a solver
may not stop at once. These threads are daemons, which end with the process.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TypeVar

from textual.message_pump import MessagePump

__all__ = ["BackgroundRunner", "call_on_main_thread", "describe_error"]

T = TypeVar("T")


def call_on_main_thread(
    pump: MessagePump, cancel: Event, callback: Callable[..., object], *args: object
) -> None:
    """Call back on the message pump's thread, unless `cancel` has been set by then."""

    def run() -> None:
        if not cancel.is_set():
            callback(*args)

    with suppress(RuntimeError):  # the app has ended
        pump.call_later(run)


class BackgroundRunner:
    """Runs a function for a screen; the next one, or `cancel`, cancels it."""

    def __init__(self, pump: MessagePump) -> None:
        self._pump = pump
        self._cancel = Event()
        self.is_running = False
        """Whether a result is still expected."""

    def run(
        self,
        work: Callable[[Event], T],
        on_result: Callable[[T], object],
        on_error: Callable[[Exception], object],
    ) -> None:
        """Call `work` with its cancel event on a thread, and pass on its result or its error."""
        self.cancel()
        self._cancel = cancel = Event()
        self.is_running = True

        def finish(callback: Callable[..., object], value: object) -> None:
            self.is_running = False
            callback(value)

        def target() -> None:
            try:
                result = work(cancel)
            except Exception as error:
                call_on_main_thread(self._pump, cancel, finish, on_error, error)
            else:
                call_on_main_thread(self._pump, cancel, finish, on_result, result)

        Thread(target=target, name="background", daemon=True).start()

    def cancel(self) -> None:
        self.is_running = False
        self._cancel.set()


def describe_error(error: Exception) -> str:
    """The message of any error, also of one without."""
    return str(error) or type(error).__name__

"""Daemon threads that take tasks from one queue and put results on another.

The kernels search without Python's lock, so two threads on two cores solve twice as much.

This is not `concurrent.futures`, because Python waits at exit for an executor's threads: a search
whose result nobody wants any more could keep the program from ending for minutes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from winnable.solver.cancellation import StopSignal

__all__ = ["ThreadPool", "usable_cores"]

_POLL_SECONDS = 0.05
"""How often a waiting caller looks for Ctrl-C, where waiting for a queue does not notice it."""

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ThreadPool(Generic[_Task, _Result]):
    """Threads that do `work`, started as tasks come in. Results come as they are done.

    `work` has to return soon once `stop` is set, which `close` does.
    """

    def __init__(
        self, work: Callable[[_Task], _Result], size: int, stop: StopSignal | None = None
    ) -> None:
        self.size = size
        self.pending = 0
        """How many tasks have been submitted whose results have not been taken."""
        self._work, self._stop = work, stop or StopSignal()
        self._threads: list[Thread] = []
        self._tasks: SimpleQueue[tuple[_Task] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[_Result] | BaseException] = SimpleQueue()

    def submit(self, task: _Task) -> None:
        """Queue a task, and start another thread for it if there are fewer than `size`."""
        self._tasks.put((task,))
        self.pending += 1
        if len(self._threads) < min(self.size, self.pending):
            self._start_thread()

    def take(self) -> _Result:
        """Wait for the next result. An exception in a thread is raised here."""
        while True:
            try:
                result = self._results.get(timeout=_POLL_SECONDS)
                break
            except Empty:
                continue
        self.pending -= 1
        if isinstance(result, BaseException):
            raise result
        return result[0]

    def close(self) -> None:
        """Stop the work, and wait until all threads have ended."""
        self._stop.set()
        self._tasks.put(None)
        while self._threads:
            thread = self._threads.pop()
            if thread.is_alive():
                thread.join()

    def _start_thread(self) -> None:
        thread = Thread(target=self._run, name="winnable solver", daemon=True)
        self._threads.append(thread)  # first, since Ctrl-C may come while it is being started
        try:
            thread.start()
        except RuntimeError:  # the system has no more threads; those already started will do
            self._threads.pop()
            if not self._threads:
                raise
            self.size = len(self._threads)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                self._results.put((self._work(*task),))
            except BaseException as error:
                self._results.put(error)
        self._tasks.put(None)  # for the next thread

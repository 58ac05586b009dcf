"""The worker program: it runs tasks one after another and writes messages as lines of JSON.

The server starts ``python -m winnable.web.workers.worker`` (see `winnable.web.workers.pool`), so
that no search delays a move: a worker has a low priority and an interpreter of its own, and loads
only the coach.

On its standard input it reads tasks, ``{"id": 7, "task": "hint", ...}`` (see `tasks`), and
``{"id": 7, "cancel": true}``, on which the task ends soon with what is known by then. On its
standard output it writes first ``{"id": null, "kind": "ready"}``, then for each task messages such
as ``{"id": 7, "kind": "hint", "final": false, ...}`` and a last one, which is final or of the kind
`stopped` or `error`.

When its input ends it exits at once, whatever it is doing, so no worker outlives a killed server.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, NamedTuple, Protocol

from winnable.errors import WinnableError
from winnable.l10n import known_language, t, use_language
from winnable.web.coach_messages import (
    MAX_LINE,
    Message,
    StoppedMessage,
    error_message,
    to_plain,
)
from winnable.web.stream_message import StreamMessage
from winnable.web.workers.tasks import Task, TaskRunner

__all__ = ["Worker", "main"]

_PROGRESS_INTERVAL = 0.1
"""Seconds between two messages of progress, at least."""
_NICE = 10
"""On busy cores the server gets about ten times the processor time of a worker."""


class _Runner(Protocol):
    def run(
        self, task: Task, cancel: Event, report: Callable[[Any], None]
    ) -> tuple[StreamMessage, dict[str, Any] | None]: ...


class _Pending(NamedTuple):
    task: Task
    cancel: Event


class Worker:
    """Reads tasks on one thread, and runs them on the thread that calls `run`."""

    def __init__(
        self,
        tasks: IO[bytes],
        messages: IO[bytes],
        runner: _Runner | None = None,
        *,
        max_line: int = MAX_LINE,
        clock: Callable[[], float] = time.monotonic,
        leave: Callable[[], None] = lambda: os._exit(0),
    ) -> None:
        self._input, self._output, self._max_line = tasks, messages, max_line
        self._runner = TaskRunner() if runner is None else runner
        self._clock, self._leave = clock, leave
        self._pending: SimpleQueue[_Pending | None] = SimpleQueue()
        self._cancels: dict[object, Event] = {}
        """The events that cancel the tasks that wait or run, by id."""
        self._lock = Lock()
        """Both threads write messages, one whole line at a time."""

    def run(self) -> None:
        """Run tasks until the input ends."""
        Thread(target=self._read, name="reader", daemon=True).start()
        try:
            self._write({"id": None, "kind": "ready"})
            while (pending := self._pending.get()) is not None:
                self._run_task(*pending)
        except BrokenPipeError:
            self._leave()

    # -- the reading thread -----------------------------------------------------------------------

    def _read(self) -> None:
        while line := self._input.readline(self._max_line + 1):
            try:
                self._read_line(line)
            except BrokenPipeError:
                break
        self._pending.put(None)
        self._leave()

    def _read_line(self, line: bytes) -> None:
        if len(line) > self._max_line:
            while line and not line.endswith(b"\n"):
                line = self._input.readline(self._max_line)
            self._refuse(f"the task is longer than {self._max_line} bytes")
            return
        try:
            task = json.loads(line)
        except (ValueError, RecursionError):
            task = None
        if not isinstance(task, dict) or not isinstance(task.get("id"), int):
            self._refuse("not a task: a task is a JSON object with an id, on one line")
        elif task.get("cancel"):
            if (cancel := self._cancels.get(task["id"])) is not None:
                cancel.set()
        else:
            pending = _Pending(task, Event())
            self._cancels[task["id"]] = pending.cancel
            self._pending.put(pending)

    def _refuse(self, reason: str) -> None:
        self._write({"id": None, **vars(error_message(reason))})

    # -- the running thread -----------------------------------------------------------------------

    def _run_task(self, task: Task, cancel: Event) -> None:
        number = task["id"]
        reported_at: float | None = None

        def report(message: StreamMessage) -> None:
            nonlocal reported_at
            now = self._clock()
            if not cancel.is_set() and (
                reported_at is None or now - reported_at >= _PROGRESS_INTERVAL
            ):
                reported_at = now
                self._write({"id": number, **vars(message)})

        try:
            message = self._last_message(task, cancel, report)
        finally:
            self._cancels.pop(number, None)
        self._write({"id": number, **message})

    def _last_message(
        self, task: Task, cancel: Event, report: Callable[[StreamMessage], None]
    ) -> Message:
        language = known_language(task.get("language"))
        if cancel.is_set():
            with use_language(language):
                return vars(StoppedMessage(text=t("web.cancelled.cancelled")))
        try:
            message, known_win = self._runner.run(task, cancel, report)
        except BrokenPipeError:
            raise
        except WinnableError as error:
            return vars(error_message(str(error)))
        except Exception as error:  # the next task may do better
            traceback.print_exc()
            with use_language(language):
                why = t("web.pool.failed", error=str(error) or type(error).__name__)
            return vars(error_message(why))
        return {**vars(message), "final": True, "known_win": known_win}

    def _write(self, message: Message) -> None:
        line = _line(message)
        if len(line) > self._max_line:
            if message.get("final") is False:
                return
            reason = f"the answer is longer than {self._max_line} bytes"
            line = _line({"id": message["id"], **vars(error_message(reason))})
        with self._lock:
            self._output.write(line)
            self._output.flush()


def _line(message: Message) -> bytes:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=to_plain)
    return text.encode(errors="backslashreplace") + b"\n"


def main() -> None:
    """Work for the process at the other end of standard input and output."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    messages = os.fdopen(os.dup(1), "wb")
    with suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)  # so that a stray print does not break the protocol
    Worker(sys.stdin.buffer, messages).run()


if __name__ == "__main__":
    main()

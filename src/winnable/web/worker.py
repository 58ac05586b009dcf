"""A worker of the coach: a process that answers questions, one after the other, as lines of JSON.

``python -m winnable.web.worker`` is started by the server (`winnable.web.pool`), so that no search
ever holds up a move: it has a low priority and an interpreter of its own, and loads nothing but the
coach. What comes in on its standard input are questions, ``{"id": 7, "ask": "hint", ...}`` (see
`winnable.web.questions`), and ``{"id": 7, "cancel": true}``, on which the answer comes soon, with
what is known by then. What goes out is ``{"id": 7, "kind": "hint", "final": false, ...}``: progress
now and then, and one last line, which is final, or of the kind stopped or trouble. The very first
line is ``{"id": null, "kind": "ready"}``.

When the input ends nobody listens any more, and the worker is gone at once, whatever it was doing:
so none is left over when a server is killed.
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
from winnable.web.answers import LONGEST, stopped, trouble
from winnable.web.questions import Desk, Question

__all__ = ["Worker", "main"]

_PAUSE = 0.1
"""Seconds from one line of progress to the next, at least."""
_NICE = 10
"""How much the worker stands back; where all cores are busy, the server gets ten times as much."""


class _Desk(Protocol):
    """What answers the questions."""

    def answer(
        self, question: Question, cancel: Event, tell: Callable[[dict[str, Any]], None]
    ) -> dict[str, Any]: ...


class _Asked(NamedTuple):
    """A question, and the word to stop."""

    question: Question
    cancel: Event


class Worker:
    """Reads questions on a thread of its own, and answers them on the one that runs it."""

    def __init__(
        self,
        lines: IO[bytes],
        out: IO[bytes],
        desk: _Desk | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        leave: Callable[[], None] = lambda: os._exit(0),
    ) -> None:
        self._lines, self._out = lines, out
        self._desk = Desk() if desk is None else desk
        self._clock, self._leave = clock, leave
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._cancels: dict[object, Event] = {}
        """Of the questions that wait or are being answered, the word to stop."""
        self._lock = Lock()
        """For what both threads say: a line is never cut in two."""

    def run(self) -> None:
        """Answer until the input ends."""
        Thread(target=self._read, name="reader", daemon=True).start()
        try:
            self._say(None, {"kind": "ready"})
            while (asked := self._asked.get()) is not None:
                self._answer(asked)
        except BrokenPipeError:
            self._leave()

    # -- hearing ----------------------------------------------------------------------------------

    def _read(self) -> None:
        while line := self._lines.readline(LONGEST + 1):
            try:
                self._hear(line)
            except BrokenPipeError:
                break
        self._asked.put(None)
        self._leave()

    def _hear(self, line: bytes) -> None:
        if len(line) > LONGEST:
            while line and not line.endswith(b"\n"):
                line = self._lines.readline(LONGEST)
            self._say(None, trouble(f"the question is longer than {LONGEST} bytes"))
            return
        try:
            question = json.loads(line)
        except (ValueError, RecursionError):
            question = None
        if not isinstance(question, dict) or not isinstance(question.get("id"), int):
            self._say(None, trouble("that is no question: write a line of JSON with an id"))
        elif question.get("cancel"):
            if (cancel := self._cancels.get(question["id"])) is not None:
                cancel.set()
        else:
            asked = _Asked(question, Event())
            self._cancels[question["id"]] = asked.cancel
            self._asked.put(asked)

    # -- answering --------------------------------------------------------------------------------

    def _answer(self, asked: _Asked) -> None:
        question, cancel = asked
        name = question["id"]
        told_at: float | None = None

        def tell(answer: dict[str, Any]) -> None:
            nonlocal told_at
            now = self._clock()
            if not cancel.is_set() and (told_at is None or now - told_at >= _PAUSE):
                told_at = now
                self._say(name, answer | {"final": False})

        try:
            answer = self._last_word(question, cancel, tell)
        finally:
            self._cancels.pop(name, None)
        self._say(name, answer)

    def _last_word(
        self, question: Question, cancel: Event, tell: Callable[[dict[str, Any]], None]
    ) -> dict[str, Any]:
        if cancel.is_set():
            return stopped()
        try:
            return self._desk.answer(question, cancel, tell) | {"final": True}
        except BrokenPipeError:
            raise
        except WinnableError as error:
            return trouble(str(error))
        except Exception as error:  # whatever it is, the next question may do better
            traceback.print_exc()
            return trouble(f"the coach gave up: {str(error) or type(error).__name__}")

    def _say(self, name: object, answer: dict[str, Any]) -> None:
        line = _line({"id": name} | answer)
        if len(line) > LONGEST:
            if answer.get("final") is False:
                return
            line = _line({"id": name} | trouble(f"the answer is longer than {LONGEST} bytes"))
        with self._lock:
            self._out.write(line)
            self._out.flush()


def _line(words: dict[str, Any]) -> bytes:
    written = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    return written.encode(errors="backslashreplace") + b"\n"


def main() -> None:
    """Work for whoever is at the other end of standard input and output."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    out = os.fdopen(os.dup(1), "wb")
    with suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)  # whoever prints here does not speak for us
    Worker(sys.stdin.buffer, out).run()


if __name__ == "__main__":
    main()

"""The worker program that checks students' programs, one after another.

The server starts ``python -m winnable.web.workers.judge_worker`` when the first program is sent.
The protocol is that of `worker`; a task has the program's `file` name, its `source` and the
`handout`, or null.

This process never runs a program itself: the judge's sandbox does, in processes below it. So that
none of them is left behind, this one unwinds when it is told to stop: an interrupt in the main
thread closes the sandbox on its way out. The server kills a worker that does not get there in time,
and then the sandbox ends by itself.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from threading import Event, Thread, main_thread
from types import FrameType

from winnable.errors import WinnableError
from winnable.judge import ProfileError, Report, judge_source, load_profile
from winnable.l10n import known_language, t, use_language
from winnable.web.judge_messages import JUDGE_MAX_LINE, ChecksMessage, ReportMessage
from winnable.web.workers.report_messages import report_message
from winnable.web.workers.tasks import Task
from winnable.web.workers.worker import Worker

__all__ = ["JudgeRunner", "main"]

OnProgress = Callable[[ChecksMessage], None]


class JudgeRunner:
    """Checks one program at a time, on the main thread."""

    def __init__(self) -> None:
        self._cancel: Event | None = None
        """Cancels the task that is running, if one is."""
        self._is_leaving = False

    def run(self, task: Task, cancel: Event, report: OnProgress) -> tuple[ReportMessage, None]:
        """Check a program; WinnableError says why there is no report."""
        self._cancel = cancel
        Thread(target=self._interrupt_on, args=(cancel,), daemon=True).start()
        try:
            handout = task["handout"]
            found = _judge(task, handout, report)
            with _language_of(task):
                return report_message(found, handout=handout), None
        except KeyboardInterrupt:
            raise _error(task, "web.judge.too_long") from None
        finally:
            self._cancel = None
            cancel.set()  # lets the other thread end

    def _interrupt_on(self, cancel: Event) -> None:
        cancel.wait()
        if self._cancel is cancel:
            _interrupt_main_thread()

    def leave(self) -> None:
        """End the process, from any thread: what runs is interrupted first."""
        self._is_leaving = True
        if self._cancel is None:
            os._exit(0)
        _interrupt_main_thread()

    def handle_signal(self, number: int, _: FrameType | None) -> None:
        """Interrupt the task, if it is to be: on the main thread, as Python handles signals."""
        if number == signal.SIGTERM:
            self._is_leaving = True
        if self._cancel is not None and (self._is_leaving or self._cancel.is_set()):
            raise KeyboardInterrupt
        if self._is_leaving:
            os._exit(0)


def _judge(task: Task, handout: str | None, report: OnProgress) -> Report:
    def progress(done: int, total: int) -> None:
        report(ChecksMessage(done=done, total=total))

    try:
        profile = None if handout is None else load_profile(handout)
        return judge_source(task["file"], task["source"].encode(), profile, progress=progress)
    except ProfileError:
        if handout is not None:
            raise
        raise _error(task, "web.judge.which_handout") from None
    except WinnableError:
        raise
    except Exception as error:
        # Where, but not what: a message could quote the program, and logs must not.
        traceback.print_tb(error.__traceback__)
        raise _error(task, "web.judge.failed", error=type(error).__name__) from None


def _error(task: Task, key: str, **values: str) -> WinnableError:
    """An error in the language of the task; the judge itself speaks English, as handouts do."""
    with _language_of(task):
        return WinnableError(t(key, **values))


def _language_of(task: Task) -> AbstractContextManager[None]:
    return use_language(known_language(task.get("language")))


def _interrupt_main_thread() -> None:
    number = main_thread().ident
    if number is not None:
        signal.pthread_kill(number, signal.SIGINT)  # unlike a flag, it ends a wait


def main() -> None:
    """Work for the process at the other end of standard input and output."""
    runner = JudgeRunner()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, runner.handle_signal)
    messages = os.fdopen(os.dup(1), "wb")
    with suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)  # so that a stray print does not break the protocol
    Worker(sys.stdin.buffer, messages, runner, leave=runner.leave, max_line=JUDGE_MAX_LINE).run()


if __name__ == "__main__":
    main()

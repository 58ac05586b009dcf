"""Many programs at once, in worker processes.

Processes and not threads: what the judge keeps between programs is not made for threads, one that
is killed takes one program with it and not all, and Ctrl-C ends them at any moment. A program that
cannot be judged, for whatever reason, is an outcome like any other.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from winnable.errors import FileError, WinnableError, quote
from winnable.judge.judging import judge_program
from winnable.judge.profile import Profile, load_profile
from winnable.judge.report import Report

__all__ = ["Outcome", "check_file", "judge_many"]

MOST_SECONDS = 600.0
"""A program that takes longer is given up; ten seconds are usual."""


@dataclass(frozen=True)
class Outcome:
    """What came of one program: a report, or why there is none."""

    file: str
    """As it was given, so that one sees whose it is."""
    report: Report | None = None
    error: str = ""

    @property
    def has_full_points(self) -> bool:
        return self.report is not None and self.report.has_full_points


def check_file(file: str) -> Path:
    """The path of a program, or FileError: a file that is none must not be opened."""
    path = Path(file)
    try:
        if path.is_dir():
            raise FileError(f"{quote(file, 80)} is a folder: name the program in it")
        if path.exists() and not path.is_file():
            raise FileError(f"{quote(file, 80)} is not a regular file")
        if not path.exists():
            raise FileError(f"there is no file {quote(file, 80)}")
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"cannot read {quote(file, 80)}: {error}") from None
    return path


def judge_many(
    files: Sequence[str],
    handout: str | None = None,
    *,
    jobs: int = 1,
    most_seconds: float = MOST_SECONDS,
) -> Generator[tuple[int, Outcome]]:
    """Judge programs; each comes with its index when it is done.

    `handout` is what `load_profile` takes; without it, it is found for each program. Close the
    iterator to end what runs.
    """
    waiting = iter(enumerate(files))
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, len(files))):
            worker = _Worker(handout, most_seconds)
            workers.append(worker)
            worker.give(next(waiting))
        while busy := [worker for worker in workers if worker.is_busy]:
            for worker in _ready(busy):
                yield worker.take()
                if (task := next(waiting, None)) is not None:
                    worker.give(task)
    finally:
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.join()


def _ready(busy: list[_Worker]) -> list[_Worker]:
    """The workers that have an outcome: they are done, or dead, or take too long."""
    left = min(worker.deadline for worker in busy) - time.monotonic()
    heard = wait([worker.connection for worker in busy], max(left, 0))
    now = time.monotonic()
    return [worker for worker in busy if worker.connection in heard or worker.deadline <= now]


class _Worker:
    """A process that judges one program after the other. It is started when it is needed."""

    def __init__(self, handout: str | None, most_seconds: float) -> None:
        self._handout, self._most_seconds = handout, most_seconds
        self._process: BaseProcess | None = None
        self._task: tuple[int, str] | None = None
        self.connection: Connection[Any, Any]
        self.deadline = 0.0

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    def give(self, task: tuple[int, str]) -> None:
        self._task = task
        self.deadline = time.monotonic() + self._most_seconds
        if self._process is None:
            self._start()
        with suppress(OSError):  # it has just died: `take` finds out
            self.connection.send(task[1])

    def _start(self) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=_work, args=(theirs, self._handout), daemon=True)
        # The worker starts with Ctrl-C blocked: what it does then is up to us, see `end`.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self._process = process

    def take(self) -> tuple[int, Outcome]:
        """The outcome of the program that it was given."""
        assert self._task is not None  # noqa: S101  for mypy
        (index, file), self._task = self._task, None
        outcome = Outcome(file, error="the judge's process was killed")
        if not self.connection.poll():
            outcome = Outcome(file, error=f"not done after {self._most_seconds:g} seconds")
            self.end()
            self.join()
        else:
            try:
                outcome = self.connection.recv()
            except (EOFError, OSError):
                self.end()
                self.join()
        return index, outcome

    def end(self) -> None:
        if self._process is not None and self._process.is_alive():
            self._process.terminate()

    def join(self) -> None:
        """Wait until it has ended its sandbox, but not for long."""
        if self._process is None:
            return
        self._process.join(3)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()
        self._process = None


# -- in the worker --------------------------------------------------------------------------------


def _work(connection: Connection[Any, Any], handout: str | None) -> None:
    # A function of ours and not SIG_IGN, which programs that it starts would inherit.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that sandboxes are closed
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    profile = load_profile(handout) if handout is not None else None
    with suppress(EOFError, OSError):
        while True:
            connection.send(judge_one(connection.recv(), profile))


def judge_one(file: str, profile: Profile | None) -> Outcome:
    """Judge one program, and let no error out."""
    outcome = Outcome(file)
    try:
        return replace(outcome, report=judge_program(check_file(file), profile))
    except WinnableError as error:
        return replace(outcome, error=str(error))
    except Exception as error:
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return replace(outcome, error=f"the judge failed: {why}")

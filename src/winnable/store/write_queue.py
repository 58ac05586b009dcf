"""One pen for many hands: what is waiting to be written goes to the disk together.

A database lets one write at a time, and every commit waits for the disk. Where many threads write,
each something else, one thread takes all that is waiting, does it in one transaction and answers
when that is on the disk; what comes meanwhile is the next handful. Nobody waits for company: a
single job is written at once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from winnable.errors import StoreError

__all__ = ["WriteQueue"]

T = TypeVar("T")


@dataclass(eq=False)
class _Job:
    """Something to do, and a promise to say what came of it."""

    act: Callable[[Connection], Any]
    answer: Future[Any] = field(default_factory=Future)


class WriteQueue:
    """A thread that writes for all others."""

    def __init__(self, begin: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._begin = begin
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._door = Lock()
        self._is_closed = False
        self._thread = Thread(target=self._work, name="winnable-pen", daemon=True)
        self._thread.start()

    def write(self, act: Callable[[Connection], T]) -> T:
        """Have something done; it is on the disk when this returns, or has not been done."""
        job = _Job(act)
        with self._door:
            if self._is_closed:
                raise StoreError("the pen has been put away: open the games again")
            self._waiting.put(job)
        return cast(T, job.answer.result())

    def close(self) -> None:
        """Write what is waiting, and no more."""
        with self._door:
            if not self._is_closed:
                self._is_closed = True
                self._waiting.put(None)
        self._thread.join()

    # -- the thread -------------------------------------------------------------------------------

    def _work(self) -> None:
        is_last = False
        while not is_last:
            jobs, is_last = self._take()
            if jobs and not self._do(jobs):
                for job in jobs:  # each by itself, so that one does not spoil the others
                    self._do([job], is_alone=True)

    def _take(self) -> tuple[list[_Job], bool]:
        """All that is waiting, at least one; and whether nothing will come after it."""
        jobs: list[_Job] = []
        job = self._waiting.get()
        while job is not None:
            jobs.append(job)
            try:
                job = self._waiting.get_nowait()
            except Empty:
                return jobs, False
        return jobs, True

    def _do(self, jobs: list[_Job], *, is_alone: bool = False) -> bool:
        """Do them in one transaction and answer; False if they are to be done one by one."""
        answers: list[tuple[_Job, Any, StoreError | None]] = []
        is_in_the_midst = False
        try:
            with self._begin() as connection:
                is_in_the_midst = True
                for job in jobs:
                    answers.append((job, *_try(job, connection)))
                is_in_the_midst = False
        except BaseException as error:
            # Where the database has failed, or its commit, no job is to blame: to try each again
            # would be to wait for each, and might do twice what was done and not answered.
            if is_in_the_midst and not is_alone and _is_a_jobs_own(error):
                return False
            for job in jobs:
                job.answer.set_exception(error)
            return True
        for job, result, refusal in answers:
            if refusal is None:
                job.answer.set_result(result)
            else:
                job.answer.set_exception(refusal)
        return True


_DEADLOCK = "40P01"


def _is_a_jobs_own(error: BaseException) -> bool:
    """Whether others would be done without the job that failed; of a deadlock nothing is left."""
    if not isinstance(error, OperationalError):
        return True
    return getattr(error.orig, "sqlstate", None) == _DEADLOCK


def _try(job: _Job, connection: Connection) -> tuple[Any, StoreError | None]:
    """What came of a job, or why it refused; then it has changed nothing."""
    try:
        return job.act(connection), None
    except StoreError as refusal:
        return None, refusal

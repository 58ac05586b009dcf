"""Group commit: what several threads write at the same moment is committed in one transaction.

SQLite lets one connection write at a time, and every commit waits for the disk. So one of the
threads that want to write, the leader, does so for all that are waiting, and they get their results
when that transaction is on the disk. Meanwhile the next group gathers. A lone write never waits for
others to join it. `python -m benchmarks.group_commit` measures the gain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Condition
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from winnable.errors import StoreError

__all__ = ["WriteQueue"]

T = TypeVar("T")


@dataclass(eq=False)
class _Write:
    job: Callable[[Connection], Any]
    result: Any = None
    error: BaseException | None = None
    is_done: bool = False

    def run(self, connection: Connection) -> None:
        """Do the job; a refusal (StoreError) has changed nothing, so the group can go on."""
        self.error = None
        try:
            self.result = self.job(connection)
        except StoreError as refusal:
            self.error = refusal


class WriteQueue:
    """What all threads want to write, first come first served."""

    def __init__(self, begin: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._begin = begin
        self._waiting: list[_Write] = []
        self._has_leader = False
        self._condition = Condition()

    def __len__(self) -> int:
        """How many writes are waiting for the next transaction."""
        return len(self._waiting)

    def write(self, job: Callable[[Connection], T]) -> T:
        """Do a job: it is committed when this returns.

        When this raises, the job has changed nothing, with one exception: if the connection breaks
        during the commit, nobody can tell whether it was committed.
        """
        write = _Write(job)
        with self._condition:
            self._waiting.append(write)
            self._condition.wait_for(lambda: write.is_done or not self._has_leader)
            if not write.is_done:
                self._has_leader = True
                group, self._waiting = self._waiting, []
        if not write.is_done:
            self._commit(group)
            with self._condition:
                for each in group:
                    each.is_done = True
                self._has_leader = False
                self._condition.notify_all()
        if write.error is not None:
            raise write.error
        return cast(T, write.result)

    def wait_until_empty(self) -> None:
        """Wait until everything that was asked for has been written."""
        with self._condition:
            self._condition.wait_for(lambda: not self._has_leader and not self._waiting)

    def _commit(self, group: Sequence[_Write]) -> None:
        is_running_jobs = False
        try:
            with self._begin() as connection:
                is_running_jobs = True
                for write in group:
                    write.run(connection)
                is_running_jobs = False
        except BaseException as error:
            # Where the database itself fails, or the commit, no job is to blame. Trying each again
            # would mean waiting for each, and might do twice what was done but not confirmed.
            is_job_error = isinstance(error, Exception) and not isinstance(error, OperationalError)
            if is_running_jobs and is_job_error and len(group) > 1:
                for write in group:  # one by one, so that only the job at fault fails
                    self._commit([write])
            else:
                for write in group:
                    write.error = error

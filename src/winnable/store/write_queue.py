"""Group commit: what several threads write at the same moment is committed in one transaction.

SQLite lets one connection write at a time, and every commit waits for the disk. So one of the
threads that want to write, the leader, does so for all that are waiting, and they get their results
when that transaction is on the disk. Meanwhile the next group gathers. A lone write never waits for
others to join it. `python -m benchmarks.group_commit` measures the gain.

A write waits until its own deadline. If it has not begun by then, it is withdrawn. A leader without
time left to wait for another program's lock leaves the rest of its group to the next leader.
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
from winnable.store.db_errors import busy_error
from winnable.store.deadline import has_time_passed, time_left
from winnable.store.sqlite_connection import is_lock_error

__all__ = ["WriteQueue"]

T = TypeVar("T")


@dataclass(eq=False)
class _Write:
    job: Callable[[Connection], Any]
    result: Any = None
    error: BaseException | None = None
    is_done: bool = False
    is_given_up: bool = False
    """Whether its time has passed, and nobody waits for it."""

    def run(self, connection: Connection) -> None:
        """Do the job; a refusal (StoreError) has changed nothing, so the group can go on."""
        self.error = None
        try:
            self.result = self.job(connection)
        except StoreError as refusal:
            self.error = refusal


class WriteQueue:
    """What all threads want to write, first come first served."""

    def __init__(
        self, begin: Callable[[], AbstractContextManager[Connection]], name: str = "the database"
    ) -> None:
        """`name` is that of the database, for messages."""
        self._begin, self._name = begin, name
        self._waiting: list[_Write] = []
        self._has_leader = False
        self._condition = Condition()

    def __len__(self) -> int:
        """How many writes are waiting for the next transaction."""
        return len(self._waiting)

    def write(self, job: Callable[[Connection], T]) -> T:
        """Do a job: it is committed when this returns.

        When this raises, the job has changed nothing, with two exceptions: if the connection breaks
        during the commit, or if the group's transaction is not over by the write's deadline, nobody
        can tell whether it was committed.
        """
        write = _Write(job)
        with self._condition:
            self._waiting.append(write)
            is_in_time = self._condition.wait_for(
                lambda: write.is_done or not self._has_leader, time_left()
            )
            if not is_in_time:
                raise self._give_up(write)
            if not write.is_done:
                self._has_leader = True
                group, self._waiting = self._waiting, []
        if not write.is_done:
            unwritten = self._commit(group)
            with self._condition:
                for each in group:
                    each.is_done = each is write or each not in unwritten or each.is_given_up
                self._waiting[:0] = [each for each in group if not each.is_done]
                self._has_leader = False
                self._condition.notify_all()
        if write.error is not None:
            raise write.error
        return cast(T, write.result)

    def _give_up(self, write: _Write) -> StoreError:
        """Withdraw a write whose time has passed."""
        write.is_given_up = True
        if write in self._waiting:
            self._waiting.remove(write)
            return busy_error(self._name)
        return StoreError(f"{self._name} did not confirm in time that the change is saved")

    def wait_until_empty(self) -> None:
        """Wait until everything that was asked for has been written, or the time has passed."""
        with self._condition:
            self._condition.wait_for(
                lambda: not self._has_leader and not self._waiting, time_left()
            )

    def _commit(self, group: Sequence[_Write]) -> list[_Write]:
        """Write a group; those that found the database locked until this thread's deadline."""
        is_running_jobs = False
        try:
            with self._begin() as connection:
                is_running_jobs = True
                for write in group:
                    if not write.is_given_up:
                        write.run(connection)
                is_running_jobs = False
        except BaseException as error:
            # Where the database itself fails, or the commit, no job is to blame. Trying each again
            # would mean waiting for each, and might do twice what was done but not confirmed.
            is_job_error = isinstance(error, Exception) and not isinstance(error, OperationalError)
            if is_running_jobs and is_job_error and len(group) > 1:
                # One by one, so that only the job at fault fails.
                return [each for write in group for each in self._commit([write])]
            for write in group:
                write.error = error
            if _is_out_of_time(error):  # which has changed nothing, and others may have more time
                return list(group)
        return []


def _is_out_of_time(error: BaseException) -> bool:
    is_locked = isinstance(error, OperationalError) and is_lock_error(error.orig)
    return has_time_passed() and (is_locked or isinstance(error, StoreError))

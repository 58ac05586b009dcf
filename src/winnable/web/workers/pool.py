"""The pool of worker processes, the queue of jobs for them, and the limits on both.

Everything here runs on the event loop's thread and never blocks: a job is written to a free worker,
a line that comes back is handed to whoever reads the job's messages, and timers end what takes too
long. So the coach never delays a move.

Backpressure: a full queue refuses jobs (QueueFullError), or makes room by ending the last job of
whoever has most. Concurrency limit: a player who has too many jobs waiting or running gets no other
(TooManyRequestsError). Which job is next, `job_queue` decides. A job that has run for a while ends
with what is known by then as soon as others wait.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count

from winnable.errors import WinnableError
from winnable.l10n import t, use_language
from winnable.web.coach_messages import MAX_LINE, Message, StoppedMessage, error_message
from winnable.web.workers.job import Job, JobMessages, Owner
from winnable.web.workers.job_queue import JobQueue
from winnable.web.workers.process import WorkerProcess

__all__ = ["JUDGE_WORKER", "QueueFullError", "TooManyRequestsError", "WorkerPool", "backoff"]

WORKER = (sys.executable, "-m", "winnable.web.workers.worker")
JUDGE_WORKER = (sys.executable, "-m", "winnable.web.workers.judge_worker")
_MAX_LAST_RUNS = 1_000
_MAX_RESTART_DELAY = 60.0


def backoff(failures: int, first: float) -> float:
    """Exponential backoff: seconds to wait after so many failures in a row."""
    return min(_MAX_RESTART_DELAY, first * 2.0 ** (failures - 1))


class QueueFullError(WinnableError):
    """Too many jobs are waiting."""


class TooManyRequestsError(WinnableError):
    """One player has too many jobs waiting or running."""


class _LastRun:
    """The worker that last worked on a game, and the win it had found there.

    Jobs about a game go to the same worker if it is free: its coach remembers the game.
    """

    process: WorkerProcess | None = None
    known_win: object = None


class WorkerPool:
    """Workers and the jobs for them. Use it on the event loop's thread only."""

    def __init__(
        self,
        workers: int = 2,
        queue_size: int = 100,
        jobs_per_player: int = 3,
        *,
        program: Sequence[str] = WORKER,
        name: str = "coach",
        max_line: int = MAX_LINE,
        timeout: float = 120.0,
        busy_timeout: float = 15.0,
        cancel_timeout: float = 5.0,
        restart_delay: float = 0.5,
        stop_timeout: float = 3.0,
    ) -> None:
        self.workers, self.jobs_per_player = workers, jobs_per_player
        self.program, self.name, self.max_line = tuple(program), name, max_line
        self.timeout = timeout
        """Seconds that a job may wait, and then seconds that it may run."""
        self.busy_timeout = min(busy_timeout, timeout)
        """Seconds that it may run while others wait."""
        self.cancel_timeout = cancel_timeout
        """Seconds in which a worker has to end a job that was cancelled."""
        self.restart_delay = restart_delay
        """Seconds before a worker is replaced that died before it was ready; doubled each time."""
        self.stop_timeout = stop_timeout
        """Seconds for a worker to exit when the pool is closed, before it is forced to."""
        self._processes: list[WorkerProcess] = []
        self._queue = JobQueue(queue_size)
        self._last_runs: OrderedDict[str, _LastRun] = OrderedDict()
        """By game key; an LRU cache."""
        self._numbers = count(1)
        self._supervisors: list[asyncio.Task[None]] = []
        self._is_open = False
        self._closing = asyncio.Event()
        self._counts = Counter[str]()

    @property
    def is_open(self) -> bool:
        """Whether it takes jobs: it has been started, and not closed."""
        return self._is_open

    async def start(self) -> None:
        self._is_open = True
        self._closing.clear()
        self._supervisors = [asyncio.create_task(self._supervise()) for _ in range(self.workers)]

    async def close(self) -> None:
        """Cancel every job and stop the workers."""
        self._is_open = False
        self._closing.set()
        for job in self._unfinished():
            self._cancel(job, "shutting_down")
        await asyncio.gather(*(process.stop(self.stop_timeout) for process in self._processes))
        await asyncio.gather(*self._supervisors)
        self._supervisors = []

    def metrics(self) -> dict[str, int]:
        """Three gauges, and counts since the start."""
        counts = (
            "jobs",
            "refused_queue_full",
            "refused_player",
            "displaced",
            "ended_early",
            "cancelled",
            "workers_died",
        )
        return {
            "workers": sum(process.is_ready for process in self._processes),
            "running": sum(process.job is not None for process in self._processes),
            "waiting": len(self._queue),
            **{name: self._counts[name] for name in counts},
        }

    # -- submitting and cancelling ----------------------------------------------------------------

    def submit(self, owner: Owner, game_key: str | None, task: Message) -> JobMessages:
        """Queue a task; the messages about it come from the iterator, the first at once.

        It replaces the owner's unfinished job of the same kind about the same game, if there is a
        game.
        """
        unfinished = self._unfinished()
        replaced = [
            job
            for job in unfinished
            if game_key is not None
            and (job.owner.player, job.game_key, job.kind)
            == (owner.player, game_key, task.get("task"))
        ]
        displaced = self._check_limits(owner, [job for job in unfinished if job not in replaced])
        for job in replaced:
            self._cancel(job, "replaced")
        job = Job(next(self._numbers), owner, game_key, task)
        self._counts["jobs"] += 1
        if len(json.dumps(job.task)) > self.max_line // 2:  # leaves room for a known win
            self._fail(job, "too_long")
            return JobMessages(job, self._cancel_disconnected)
        if displaced is not None:
            self._displace(displaced)
        job.ahead = self._queue.count_ahead(owner, self._running())
        self._queue.add(job)
        self._limit(job, self.timeout, self._expire)
        self._dispatch()
        self._end_overdue_jobs()
        return JobMessages(job, self._cancel_disconnected)

    def cancel_game(self, game_key: str) -> None:
        """Cancel every job about a game, because the game has changed."""
        for job in self._unfinished():
            if job.game_key == game_key:
                self._cancel(job, "changed")

    def _check_limits(self, owner: Owner, unfinished: list[Job]) -> Job | None:
        """Refuse a job, or say which one has to make room for it, if any has to."""
        if not self._is_open:
            raise QueueFullError(self._message("closed"))
        if sum(job.owner.player == owner.player for job in unfinished) >= self.jobs_per_player:
            self._counts["refused_player"] += 1
            raise TooManyRequestsError(t("web.pool.too_many_jobs", count=self.jobs_per_player))
        waiting = set(self._queue)
        if sum(job in waiting for job in unfinished) < self._queue.size:
            return None
        displaced = self._queue.displaceable(owner, self._running())
        if displaced is None:
            self._counts["refused_queue_full"] += 1
            raise QueueFullError(self._message("full"))
        return displaced

    def _message(self, what: str) -> str:
        """Why a job was not done, in the current language."""
        return t(f"web.pool.{what}", name=t(f"web.pool.{self.name}"), count=self._queue.size)

    def _fail(self, job: Job, what: str) -> None:
        """End a job with an error, in the language of whoever has asked for it."""
        with use_language(job.language):
            job.finish(vars(error_message(self._message(what))))

    def _displace(self, job: Job) -> None:
        """End a waiting job, because somebody who has fewer needs its place."""
        if self._queue.remove(job):
            self._counts["displaced"] += 1
            self._fail(job, "full")

    def _cancel_disconnected(self, job: Job) -> None:
        self._cancel(job, "disconnected")

    def _cancel(self, job: Job, reason: str) -> None:
        """Cancel a job. One that waits leaves the queue; one that runs has to end soon."""
        if job.is_finished:
            return
        self._counts["cancelled"] += 1
        with use_language(job.language):
            job.finish(vars(StoppedMessage(text=t(f"web.cancelled.{reason}"))))
        if not self._queue.remove(job):
            self._stop_running(job)

    def _unfinished(self) -> list[Job]:
        jobs = [*self._queue, *(process.job for process in self._processes)]
        return [job for job in jobs if job is not None and not job.is_finished]

    # -- scheduling -------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Give free workers the next jobs."""
        while free := [process for process in self._processes if process.is_free]:
            job = self._queue.take(self._running())
            if job is None:
                return
            last_run = self._last_run(job.game_key)
            process = last_run.process if last_run.process in free else free[0]
            last_run.process = process
            if last_run.known_win is not None:
                job.task["known_win"] = last_run.known_win
            process.run(job)
            self._limit(job, self.busy_timeout, self._become_overdue)

    def _running(self) -> list[Owner]:
        """The owners of the jobs that workers are busy with, also of those that were cancelled."""
        return [process.job.owner for process in self._processes if process.job is not None]

    def _last_run(self, game_key: str | None) -> _LastRun:
        if game_key is None:
            return _LastRun()
        last_run = self._last_runs.setdefault(game_key, _LastRun())
        self._last_runs.move_to_end(game_key)
        if len(self._last_runs) > _MAX_LAST_RUNS:
            self._last_runs.popitem(last=False)
        return last_run

    def _on_message(self, process: WorkerProcess, message: Message, is_last: bool) -> None:
        job = process.job
        if job is None:
            return
        known_win = message.pop("known_win", None)
        if not is_last:
            job.progress(message)
            return
        if known_win is not None:
            self._last_run(job.game_key).known_win = known_win
        process.job = None
        job.finish(message)
        self._dispatch()

    # -- timeouts ---------------------------------------------------------------------------------

    def _limit(self, job: Job, seconds: float, then: Callable[[Job], None]) -> None:
        loop = asyncio.get_running_loop()
        job.set_timer(loop.call_later(seconds, then, job))

    def _expire(self, job: Job) -> None:
        """End a job for which no worker was free in time."""
        if self._queue.remove(job):
            self._fail(job, "too_busy")

    def _become_overdue(self, job: Job) -> None:
        """It has run for so long that it ends as soon as others wait, and in any case some day."""
        job.is_overdue = True
        self._limit(job, self.timeout - self.busy_timeout, self._stop_running)
        self._end_overdue_jobs()

    def _end_overdue_jobs(self) -> None:
        """Let jobs end that have run for long, one for each job of others that waits."""
        for process in self._processes:
            job = process.job
            if job is None or not job.is_overdue or process.is_ending:
                continue
            others = sum(waiting.owner.player != job.owner.player for waiting in self._queue)
            if others > sum(each.is_ending for each in self._processes):
                self._counts["ended_early"] += 1
                self._stop_running(job)

    def _stop_running(self, job: Job) -> None:
        """Tell the worker to end the job soon; if it does not, kill the worker."""
        for process in self._processes:
            if process.job is job:
                process.cancel_job()
                self._limit(job, self.cancel_timeout, partial(self._kill_worker, process))

    def _kill_worker(self, process: WorkerProcess, job: Job) -> None:
        if process.job is job:
            self._fail(job, "took_too_long")
            process.kill()

    # -- workers ----------------------------------------------------------------------------------

    async def _supervise(self) -> None:
        """Keep one worker running: when it dies, start another."""
        failures = 0
        while not self._closing.is_set():
            was_ready = await self._run_worker()
            if self._closing.is_set():
                return
            self._counts["workers_died"] += 1
            failures = 0 if was_ready else failures + 1
            if failures:
                await self._pause(backoff(failures, self.restart_delay))

    async def _run_worker(self) -> bool:
        """Run one worker until it exits; whether it was ever ready."""
        try:
            process = await WorkerProcess.start(
                self.program, self._on_message, self._dispatch, self.max_line
            )
        except OSError:
            return False  # there may be memory for it later
        if self._closing.is_set():
            await process.stop(self.stop_timeout)
            return False
        self._processes.append(process)
        self._dispatch()  # it may have been ready before it was in the list
        await process.exited
        self._processes.remove(process)
        if process.job is not None:
            self._fail(process.job, "stopped")
        return process.is_ready

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

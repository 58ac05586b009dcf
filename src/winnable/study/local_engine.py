"""Shards on this machine, in a process a core.

A thread hands a shard to an idle process and waits for the answer, on a pipe of that process. So a
process that dies, at whatever moment, costs its own shard and nothing else. In the pool of
`concurrent.futures` it would take all the others' work with it; in pools whose processes share one
pipe, one that dies while it writes blocks the others.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from typing import Any

from winnable.play.files import why
from winnable.solver.thread_pool import usable_cores
from winnable.study.engine import Engine, WorkerDiedError
from winnable.study.errors import StudyError
from winnable.study.interrupts import interrupts_blocked

__all__ = ["local_engine"]

# Spawned and not forked: a fork of a process with threads may hang.
_SPAWN = get_context("spawn")


@contextmanager
def local_engine(jobs: int | None = None) -> Iterator[Engine]:
    """Processes on this machine, one a core if not told how many."""
    count = usable_cores() if jobs is None else jobs
    executor = _ProcessExecutor(count)
    try:
        yield Engine(
            executor,
            lambda: count,
            f"{count} process{'es' * (count != 1)} on this machine",
        )
    finally:
        executor.shutdown(cancel_futures=True)


class _ProcessExecutor(Executor):
    """Runs functions in processes that are started when they are needed.

    Where the system gives fewer processes than wanted, it goes on with those that it has.
    """

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, "worker")
        self._change = threading.Condition()
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._is_stopped = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with interrupts_blocked():  # this may start a thread, which will start a process
            return self._threads.submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            self._threads.shutdown(wait=False, cancel_futures=True)
            with self._change:
                self._is_stopped = True
                self._change.notify_all()
                for worker in self._workers:
                    worker.kill()
        self._threads.shutdown(wait)
        for worker in self._workers if wait else ():
            worker.close()

    def _call(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a function in a process that is idle."""
        worker = self._take()
        try:
            is_error, value = worker.call(fn, args, kwargs)
        except (EOFError, OSError):
            with self._change:
                code = worker.exitcode()
            raise WorkerDiedError(f"with status {code}", exitcode=code) from None
        finally:
            self._give_back(worker)
        if is_error:
            raise value
        return value

    def _take(self) -> _Worker:
        with self._change:
            while not self._is_stopped:
                while self._idle:
                    if (worker := self._idle.pop()).is_alive():
                        return worker
                    self._remove(worker)
                try:
                    self._workers.add(worker := _Worker())
                    return worker
                except OSError as error:
                    if not self._workers:
                        raise StudyError(f"cannot start a process: {why(error)}") from None
                    self._change.wait()
        raise CancelledError

    def _give_back(self, worker: _Worker) -> None:
        with self._change:
            if worker.is_alive():
                self._idle.append(worker)
            else:
                self._remove(worker)
            self._change.notify()

    def _remove(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.close()


class _Worker:
    """A process, and our end of the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        try:
            self._process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()  # so that the pipe ends with the process

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def exitcode(self) -> int | None:
        """Of a process that has ended, or is about to."""
        self._process.join()
        return self._process.exitcode

    def call(
        self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[bool, Any]:
        """Whether the function raised something, and that or what it returned.

        EOFError or OSError if the process dies.
        """
        try:
            self._pipe.send((fn, args, kwargs))
            is_error, value = self._pipe.recv()
        except (EOFError, OSError):
            # `join` is for a caller with the lock: whoever starts a process joins all that ended.
            connection.wait([self._process.sentinel])
            raise
        return is_error, value

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Let the process end, if it has not ended, and wait for that."""
        self._pipe.close()
        self._process.join()


# -- in the process -------------------------------------------------------------------------------


def _serve(pipe: connection.Connection) -> None:
    """Call functions as they come, until whoever sends them is gone."""
    with suppress(EOFError, OSError):
        while True:
            fn, args, kwargs = pipe.recv()
            pipe.send_bytes(_outcome(fn, args, kwargs))


def _outcome(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """What a call returns or raises, pickled: whether it is an exception, and itself."""
    try:
        return pickle.dumps((False, fn(*args, **kwargs)))
    except Exception as error:
        try:
            pickle.loads(failure := pickle.dumps((True, error)))  # noqa: S301 - our own bytes
        except Exception:  # not every exception can be pickled
            return pickle.dumps((True, RuntimeError(f"{type(error).__name__}: {error}")))
        return failure

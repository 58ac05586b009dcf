"""Shards on this machine, in a process a core.

A thread for each process hands it a shard and waits for the answer, on a pipe of their own. So a
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
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from winnable.solver.thread_pool import usable_cores
from winnable.study.engine import Engine, WorkerDiedError
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
            worker_died=(WorkerDiedError,),
        )
    finally:
        executor.shutdown(cancel_futures=True)


class _ProcessExecutor(Executor):
    """Runs functions in processes that are started when they are needed."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, "worker")
        self._of_thread = threading.local()
        self._lock = threading.Lock()
        self._workers: set[_Worker] = set()
        self._is_stopped = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with interrupts_blocked():  # this may start a thread, which will start a process
            return self._threads.submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            self._threads.shutdown(wait=False, cancel_futures=True)
            with self._lock:
                self._is_stopped = True
                for worker in self._workers:
                    worker.kill()
        self._threads.shutdown(wait)
        for worker in self._workers if wait else ():
            worker.close()

    def _call(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a function in the process of the calling thread."""
        worker: _Worker | None = getattr(self._of_thread, "worker", None)
        if worker is None or not worker.is_alive():
            worker = self._of_thread.worker = self._replace(worker)
        return worker.call(fn, args, kwargs)

    def _replace(self, dead: _Worker | None) -> _Worker:
        with self._lock:
            if self._is_stopped:
                raise CancelledError
            if dead is not None:
                self._workers.remove(dead)
                dead.close()
            worker = _Worker()
            self._workers.add(worker)
            return worker


class _Worker:
    """A process, and our end of the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        try:
            self._process.start()
        finally:
            theirs.close()  # so that the pipe ends with the process

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def call(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            self._pipe.send((fn, args, kwargs))
            is_error, value = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            raise WorkerDiedError(f"with status {code}", exitcode=code) from None
        if is_error:
            raise value
        return value

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Let the process end, if it has not ended, and wait for that."""
        self._pipe.close()
        self._process.join()


# -- in the process -------------------------------------------------------------------------------


def _serve(pipe: Connection) -> None:
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

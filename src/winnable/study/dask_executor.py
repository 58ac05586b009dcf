"""Dask's client as an executor for shards.

Dask has one of its own (`Client.get_executor`), which this is like. Three things are different: a
future says whether its shard is being solved or still waits; what went wrong with one has an
exception of `winnable.study.engine`; and nothing waits for a scheduler that is gone.

Dask by itself gives a shard whose worker died to another one, as often as its scheduler is set to,
and holds a death against shards that only waited at that worker, too. So we count for ourselves how
often a shard was begun: each time but the last its worker died.
"""

from __future__ import annotations

import asyncio
import pickle
import platform
from collections.abc import Callable
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import uuid4

import distributed
from tornado.ioloop import PeriodicCallback

import winnable
from winnable.study.engine import DEATHS_ALLOWED, EngineLostError, WorkerDiedError
from winnable.study.errors import WorkerMismatchError

__all__ = ["DaskExecutor", "worker_facts"]

_TOPIC = "winnable-study"
"""Dask's name for the messages that say which shard is begun."""
_REFRESH_SECONDS = 1.0


class DaskExecutor(Executor):
    """Runs functions on the workers of a client's cluster."""

    def __init__(self, client: distributed.Client) -> None:
        self._client = client
        self._futures: dict[str, Future[Any]] = {}
        """Those that are not done, by Dask's key."""
        self._begun: dict[str, int] = {}
        self._workers: int = sum(client.nthreads().values())
        # In the background: asking a scheduler that is gone would take many seconds.
        self._refresh = PeriodicCallback(self._count_workers, 1000 * _REFRESH_SECONDS)
        client.loop.add_callback(self._refresh.start)
        client.subscribe_topic(_TOPIC, self._note_begun)

    def workers(self) -> int:
        """How many threads the workers have, a second ago."""
        return self._workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        key = f"{getattr(fn, '__name__', 'shard')}-{uuid4().hex}"
        future: Future[Any] = Future()
        self._futures[key] = future
        self._begun[key] = 0
        call = pickle.dumps(_Call(_begin, key, fn, args, kwargs))
        try:
            # Impure, because Dask would not solve a shard again that has failed.
            remote = self._client.submit(pickle.loads, call, key=key, pure=False)
        except Exception as error:
            self._forget(key)
            raise EngineLostError from error
        future.add_done_callback(partial(_call_off, remote))
        self._client.loop.add_callback(self._follow, key, remote, future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop following the shards; the scheduler drops them when the client is closed."""
        self._client.loop.add_callback(self._refresh.stop)

    # -- on the client's event loop ---------------------------------------------------------------

    async def _follow(self, key: str, remote: Any, future: Future[Any]) -> None:
        """Hand over the outcome of a shard, and let Dask forget it."""
        try:
            result = await remote.result()
        except BaseException as error:
            outcome = self._explained(key, remote.status, error)
            with suppress(InvalidStateError):  # called off meanwhile
                future.set_exception(outcome)
        else:
            with suppress(InvalidStateError):
                future.set_result(result)
        remote.release()
        self._forget(key)

    def _explained(self, key: str, status: str, error: BaseException) -> BaseException:
        if isinstance(error, distributed.scheduler.KilledWorker):
            # One that was never begun only waited there. It counts once, lest it be tried forever.
            deaths = max(1, self._begun[key])
            return WorkerDiedError(_died(deaths), deaths)
        if status != "error":
            return EngineLostError()
        if not isinstance(error, Exception):  # as SystemExit
            return WorkerDiedError(repr(error))
        if isinstance(error, (ImportError, AttributeError)):
            return WorkerMismatchError(
                f"a worker has another Winnable, or none ({error}): install the same version "
                "everywhere"
            )
        return error

    def _forget(self, key: str) -> None:
        self._futures.pop(key, None)
        self._begun.pop(key, None)

    def _note_begun(self, event: tuple[float, tuple[str, int]]) -> None:
        _, (key, times) = event
        if (future := self._futures.get(key)) is None:  # another study's
            return
        self._begun[key] = times
        if not future.running() and not future.done():
            future.set_running_or_notify_cancel()

    async def _count_workers(self) -> None:
        with suppress(Exception):  # what goes wrong here, the futures tell
            self._workers = sum((await self._client.nthreads()).values())


def _call_off(remote: Any, future: Future[Any]) -> None:
    """Tell the scheduler, if it is there, that a shard is not wanted any more."""
    if future.cancelled():
        with suppress(Exception):
            remote.cancel()


class _Call:
    """A call that `pickle.loads` makes.

    A worker that cannot load what it is sent ends without a word. It can always load bytes; what is
    wrong with them comes back as an exception. Nor does the scheduler need Winnable then.
    """

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._function, self._arguments = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._function, self._arguments


# -- on a worker ----------------------------------------------------------------------------------


def _begin(key: str, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Solve a shard, unless it has killed enough workers."""
    worker = distributed.get_worker()
    report = asyncio.run_coroutine_threadsafe(
        _report_begun(worker.scheduler, key), worker.loop.asyncio_loop
    )
    deaths = 0
    with suppress(OSError):  # a worker that has lost its scheduler ends by itself
        deaths = report.result() - 1
    if deaths >= DEATHS_ALLOWED:
        raise WorkerDiedError(_died(deaths), deaths)
    return fn(*args, **kwargs)


async def _report_begun(scheduler: Any, key: str) -> int:
    """Tell the scheduler, and the client, that a shard is begun; how often it has been.

    `Worker.log_event` would not wait until the message is sent, and so nobody would hear of a shard
    that kills its worker at once. The scheduler forgets the number when it forgets the shard.
    """
    times = int(await scheduler.get_metadata(keys=[key], default=0)) + 1
    await scheduler.set_metadata(keys=[key], value=times)
    await scheduler.log_event(topic=_TOPIC, msg=[key, times])
    return times


def _died(deaths: int) -> str:
    return f"{deaths} of the workers that began it"


def worker_facts() -> dict[str, str]:
    """What has to be the same everywhere."""
    return {
        "winnable": winnable.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "distributed": distributed.__version__,
    }

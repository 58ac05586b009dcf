"""Shards on a Dask cluster: one that somebody started, or one of processes on this machine.

What is wrong with the cluster is said in one line, when it is entered or by what its futures raise.
Dask would log the same several times over, with tracebacks; that is kept off the terminal.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from winnable.errors import quote
from winnable.study.engine import DEATHS_ALLOWED, Engine
from winnable.study.errors import StudyError, WorkerMismatchError
from winnable.study.interrupts import interrupts_blocked

__all__ = ["dask_engine"]

_ADDRESS = re.compile(r"(?:tcp|tls)://(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_CONNECT_SECONDS = 10.0
_LOGGERS = (
    "asyncio",
    "bokeh",
    "distributed",
    "distributed.client",
    "tornado",
    "tornado.application",
)


@contextmanager
def dask_engine(address: str) -> Iterator[Engine]:
    """The cluster of a scheduler (``tcp://host:8786``), or one made for this run (``local:4``).

    StudyError if there is none, or if what is installed there is not what is here.
    """
    local = _LOCAL.fullmatch(address)
    scheduler = _ADDRESS.fullmatch(address)
    if not (local and int(local[1])) and not (scheduler and 0 < int(scheduler[1]) < 2**16):
        raise StudyError(
            f"{quote(address)} is not the address of a Dask scheduler: write tcp://HOST:8786, or "
            "local:4 for four processes here"
        )
    _check_installed()
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if local:
            cluster = stack.enter_context(_local_cluster(int(local[1])))
            description = f"a Dask cluster of {local[1]} processes on this machine"
        else:
            cluster = address
            description = f"the Dask cluster at {address}"
        client = stack.enter_context(_connected(cluster, address))
        _check_versions(client)
        yield stack.enter_context(_engine(client, description))


def _check_installed() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise StudyError(
            "Dask is not installed: install it with pip install 'winnable[dask]'"
        ) from None


@contextmanager
def _engine(client: Any, description: str) -> Iterator[Engine]:
    from winnable.study.dask_executor import DaskExecutor

    executor = DaskExecutor(client)
    try:
        yield Engine(
            executor,
            executor.workers,
            description,
            dashboard=_dashboard(client),
            memory=lambda: _smallest_memory(client),
        )
    finally:
        executor.shutdown()


@contextmanager
def _local_cluster(count: int) -> Iterator[Any]:
    import dask
    from distributed import LocalCluster

    settings = {
        # Dask gives a shard up when it has killed more workers than this.
        "distributed.scheduler.allowed-failures": DEATHS_ALLOWED - 1,
        # A worker that dies is started again; on a busy machine that takes longer than Dask waits.
        "distributed.deploy.lost-worker-timeout": "10 minutes",
        "distributed.worker.profile.enabled": False,
    }
    with dask.config.set(settings):
        with interrupts_blocked():
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,  # a search has a limit of its own
                dashboard_address="127.0.0.1:8787",
                silence_logs=logging.CRITICAL,
            )
        with cluster:
            yield cluster


@contextmanager
def _connected(cluster: Any, address: str) -> Iterator[Any]:
    from distributed import Client

    try:
        client = Client(cluster, timeout=_CONNECT_SECONDS, set_as_default=False, name="winnable")
    except (OSError, TypeError, ValueError, RuntimeError, ImportError) as error:
        raise StudyError(
            f"no Dask scheduler answers at {address} ({' '.join(str(error).split())}): start one "
            "with dask scheduler, and workers with dask worker"
        ) from None
    try:
        yield client
    finally:
        client.close()


def _check_versions(client: Any) -> None:
    """Refuse a cluster where the same is not installed as here; the scheduler needs Dask only."""
    from winnable.study.dask_executor import worker_facts

    ours = worker_facts()
    scheduler = client.get_versions()["scheduler"]["packages"]["distributed"]
    _check_same("the scheduler", {**ours, "distributed": scheduler}, ours)
    for address, theirs in client.run(worker_facts, on_error="return").items():
        if isinstance(theirs, Exception):
            raise WorkerMismatchError(
                f"the worker {address} has another Winnable, or none ({theirs}): install the same "
                "version everywhere"
            )
        _check_same(f"the worker {address}", theirs, ours)


def _check_same(name: str, theirs: dict[str, str], ours: dict[str, str]) -> None:
    for package, version in ours.items():
        if theirs.get(package) != version:
            raise WorkerMismatchError(
                f"{name} has {package} {theirs.get(package)}, and here is {version}: install the "
                "same version everywhere"
            )


def _dashboard(client: Any) -> str | None:
    try:
        return str(client.dashboard_link)
    except KeyError:  # the scheduler has none
        return None


def _smallest_memory(client: Any) -> int | None:
    """The least that any worker may use: nobody knows which one will get the next shard."""
    workers = client.scheduler_info().get("workers", {}).values()
    return min((worker["memory_limit"] for worker in workers), default=0) or None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log and warnings off the terminal."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="distributed")
        warnings.filterwarnings("ignore", "Mismatched versions found")
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)

"""What solves the shards: an executor, and what its exceptions mean.

The seam is `concurrent.futures.Executor`, so that anything that runs functions elsewhere will do:
`winnable.study.local_engine` has processes on this machine, `winnable.study.dask_engine` a cluster.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from winnable.study.provenance import machine_memory

__all__ = ["DEATHS_ALLOWED", "Engine", "EngineLostError", "WorkerDiedError"]

DEATHS_ALLOWED = 2
"""A shard that has killed so many workers is set aside."""


class WorkerDiedError(Exception):
    """A shard's worker died; `deaths` of them, where the engine itself gave it to another."""

    def __init__(self, message: str, deaths: int = 1, exitcode: int | None = None) -> None:
        super().__init__(message)
        self.deaths = deaths
        self.exitcode = exitcode


class EngineLostError(Exception):
    """The engine is gone, and with it all shards in hand."""


@dataclass(frozen=True)
class Engine:
    """An executor for shards."""

    executor: Executor
    workers: Callable[[], int]
    """How many shards it can solve at the same time; that may change."""
    description: str
    """``2 processes on this machine``."""
    worker_died: tuple[type[BaseException], ...] = (WorkerDiedError,)
    """What a future raises whose worker died; one death, if it does not say how many."""
    engine_lost: tuple[type[BaseException], ...] = (EngineLostError,)
    """What a future raises when the engine itself is gone, so that nothing more can be solved."""
    dashboard: str | None = None
    memory: Callable[[], int | None] = machine_memory
    """The bytes that a search can have on whichever worker solves it; None if nobody knows."""

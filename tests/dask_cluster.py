"""A Dask cluster of real processes on this machine, whose parts can be stopped and killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, TypeVar

from child_processes import restore_sigint

from winnable.study.shard import ShardTask, SolvedShard, solve_shard

T = TypeVar("T")
Environment = Mapping[str, str]

_PATIENCE = 120.0
"""Seconds after which something will not happen any more, on the busiest of machines."""


def wait_for(what: Callable[[], T | None], description: str = "it") -> T:
    """Ask until there is an answer."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {description}")


class Cluster:
    """A scheduler and its workers, each a process with one thread for shards."""

    def __init__(
        self,
        folder: Path,
        workers: int,
        *,
        dashboard: bool = False,
        scheduler: Environment = MappingProxyType({}),
    ) -> None:
        self._folder = folder
        self._scheduler_environment = scheduler
        self._dashboard = dashboard
        self._port = 0
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        """By name; those that were killed as well."""
        folder.mkdir()
        self.scheduler = self.start_scheduler()
        for _ in range(workers):
            self.start_worker()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """Start the scheduler; another time, at the same address."""
        file = self._folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._start(
            "dask_scheduler",
            *("--host", "127.0.0.1", "--port", str(self._port), "--scheduler-file", str(file)),
            *("--dashboard-address", "127.0.0.1:0"),
            *(() if self._dashboard else ("--no-dashboard",)),
            environment=self._scheduler_environment,
        )
        stored = wait_for(lambda: _read_json(file), "the scheduler")
        self.address: str = stored["address"]
        self._port = int(self.address.rsplit(":", 1)[1])
        return self.scheduler

    def start_worker(self, *, environment: Environment = MappingProxyType({})) -> str:
        """Start a worker, with something else in its environment if wanted; its name."""
        name = f"worker-{len(self.workers)}"
        self.workers[name] = self._start(
            "dask_worker",
            *(self.address, "--name", name, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--memory-limit", "0", "--local-directory", str(self._folder)),
            environment=environment,
        )
        return name

    def _start(self, module: str, *words: str, environment: Environment) -> subprocess.Popen[bytes]:
        # With it they find this module, whose functions tests submit.
        path = os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")])
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *words],
                env={**os.environ, "PYTHONPATH": path, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=restore_sigint,
            )
        self._processes.append(process)
        return process

    def resume_worker(self, name: str) -> None:
        self.workers[name].send_signal(signal.SIGCONT)

    # -- what goes on in it -----------------------------------------------------------------------

    @contextmanager
    def observed(self) -> Iterator[Observer]:
        """Look into it from outside."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            yield Observer(self, client)


class Observer:
    """Knows what the workers of a cluster are doing."""

    def __init__(self, cluster: Cluster, client: Any) -> None:
        self._cluster, self._client = cluster, client

    def wait_for_workers(self, count: int) -> None:
        wait_for(lambda: len(self._client.nthreads()) == count, f"{count} workers")

    def begun(self) -> list[tuple[str, int]]:
        """The shards that were begun, each with how often by then."""
        return [(key, times) for _, (key, times) in self._client.get_events("winnable-study")]

    def stored(self) -> set[str]:
        """The results that workers still hold."""
        return {key for keys in self._client.has_what().values() for key in keys}

    def known(self) -> set[str]:
        """The shards that the scheduler has, wherever they are."""
        return set(self._client.run_on_scheduler(_task_keys))

    def stop_in_the_middle(self, name: str) -> str:
        """Stop a worker when it is certainly solving a shard; Dask's key of that."""
        return wait_for(lambda: self._stopped_in_the_middle(name), f"a shard at {name}")

    def _stopped_in_the_middle(self, name: str) -> str | None:
        """A shard that a worker has begun, after which it was stopped; else it goes on."""
        process = self._cluster.workers[name]
        process.send_signal(signal.SIGSTOP)
        # Twice: what the worker sent before has been read when the second answer comes.
        processing = [self._processing(name) for _ in range(2)][-1]
        begun = {key for key, _ in self.begun()}
        if found := sorted(begun & processing):
            return found[0]
        process.send_signal(signal.SIGCONT)
        return None

    def _processing(self, name: str) -> set[str]:
        workers = self._client.scheduler_info()["workers"]
        address = next((at for at, info in workers.items() if info["name"] == name), None)
        return set(self._client.processing().get(address, ()))


def _task_keys(dask_scheduler: Any) -> list[str]:
    return list(dask_scheduler.tasks)


def _read_json(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_text())
    except (OSError, ValueError):  # not written, or not all of it
        return None
    return dict(found)


# -- what tests let workers do ---------------------------------------------------------------------


def solve_or_die(task: ShardTask, slug: str, number: int, deaths: str) -> SolvedShard:
    """Solve a shard, but die of one, leaving a file for each death."""
    if (task.key.slug, task.key.number) == (slug, number):
        with open(os.path.join(deaths, str(os.getpid())), "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    return solve_shard(task)

"""A Dask cluster of processes on this machine, and the processor time of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.process_samples import children

__all__ = ["Cluster", "dask_cluster", "loopback_bytes", "processor_seconds"]


@dataclass
class Cluster:
    """A scheduler and what works for it, as process numbers."""

    address: str
    scheduler: int
    workers: list[int] = field(default_factory=list)


@contextmanager
def dask_cluster(folder: Path, *commands: list[str]) -> Iterator[Cluster]:
    """Start a scheduler, and commands that are given its address: those of workers."""
    file = folder / "scheduler.json"
    address = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _process(["distributed.cli.dask_scheduler", *address, "--no-dashboard"])
        )
        while not (text := file.read_text() if file.exists() else ""):
            time.sleep(0.1)
        cluster = Cluster(json.loads(text)["address"], scheduler)
        for command in commands:
            words = [word.replace("ADDRESS", cluster.address) for word in command]
            cluster.workers.append(stack.enter_context(_process(words)))
        yield cluster


@contextmanager
def _process(words: list[str]) -> Iterator[int]:
    command = [sys.executable, "-m", *words]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as process:  # noqa: S603
        try:
            yield process.pid
        finally:
            process.kill()


def processor_seconds(*pids: int) -> float:
    """The processor time of processes that are running, and of those that they have started."""
    total = 0.0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        total += processor_seconds(*children(pid))
    return total


def loopback_bytes() -> int:
    """What has gone over the loopback interface so far, by whomever; 0 where nobody counts."""
    try:
        lines = Path("/proc/net/dev").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.strip().startswith("lo:")), 0)

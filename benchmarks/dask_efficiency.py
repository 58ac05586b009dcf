"""What Dask costs a study: deals a second beside the local engine, and the scheduler's load.

    python -m benchmarks.dask_efficiency engines [--shard-seconds 10] [--shards 6] [--rounds 6]
    python -m benchmarks.dask_efficiency scheduler [--workers 1000] [--tasks 10000]

`engines` solves the same deals of FreeCell in turn on two processes of the local engine and on two
workers of a Dask cluster, so that whatever else the machine does slows both. All of them have been
started and have solved a shard before. `scheduler` runs studies whose shards only sleep, on as many
workers as wanted (`benchmarks.dask_workers`), with the same client that runs real ones. Results are
in docs/studies/cluster.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.dask_processes import Cluster, dask_cluster, loopback_bytes, processor_seconds
from benchmarks.dask_workers import sleep_instead
from benchmarks.machine import stamp
from benchmarks.process_samples import children, sample_process
from winnable.study import DealRange, Manifest, Study, parse_games
from winnable.study.dask_engine import dask_engine
from winnable.study.engine import Engine
from winnable.study.local_engine import local_engine
from winnable.study.runner import Outcome, Stop, run_study
from winnable.study.shard import ShardTask, SolvedShard

__all__ = ["main"]

_MEMORY = 2**30
_SHARD_BYTES = 1_200_000
"""What 200,000 deals of FreeCell have, about 15 seconds of work on this machine."""


class _Listener:
    """Counts how long the shards took where they were solved."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.sizes: list[int] = []

    def begin(self, outcome: Outcome) -> None:
        pass

    def solved(self, shard: SolvedShard) -> None:
        self.seconds.append(float(shard.summary["seconds"]))
        self.sizes.append(len(shard.parquet))

    def note(self, message: str) -> None:
        print(message)  # noqa: T201

    def stop(self) -> Stop:
        return Stop.NOT


def _solve(engine: Engine, deals: int, shard_deals: int) -> tuple[float, _Listener]:
    """Run a new study of FreeCell; the seconds it took."""
    games, listener = parse_games("freecell"), _Listener()
    manifest = Manifest(
        games, DealRange(1, deals), {"freecell": shard_deals}, (_MEMORY,), kernels=("freecell",)
    )
    with tempfile.TemporaryDirectory() as folder:
        study = Study.create(Path(folder) / "study", manifest)
        began = time.monotonic()
        run_study(study, engine, listener)
        return time.monotonic() - began, listener


# -- deals a second -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Block:
    rate: float
    busy: float
    """The share of the time in which the workers were solving."""
    processor: float
    """Processor time of all that took part, for a million deals."""


def _block(engine: Engine, pids: Callable[[], list[int]], deals: int, shard_deals: int) -> _Block:
    used = processor_seconds(*pids())
    seconds, listener = _solve(engine, deals, shard_deals)
    used = processor_seconds(*pids()) - used
    return _Block(deals / seconds, sum(listener.seconds) / 2 / seconds, used * 1e6 / deals)


def _engines(shard_seconds: float, shards: int, rounds: int) -> None:
    worker = ["distributed.cli.dask_worker", "ADDRESS", "--nthreads", "1", "--no-nanny"]
    worker += ["--no-dashboard", "--memory-limit", "0", "--local-directory"]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(dask_cluster(folder, *[[*worker, str(folder)]] * 2))
        engines = {
            "local": stack.enter_context(local_engine(2)),
            "Dask": stack.enter_context(dask_engine(cluster.address)),
        }
        while engines["Dask"].workers() < 2:
            time.sleep(0.1)
        theirs = {cluster.scheduler, *cluster.workers}
        for engine in engines.values():
            _solve(engine, 4000, 1000)  # starts the processes
        _, listener = _solve(engines["local"], 80_000, 10_000)
        shard_deals = round(shard_seconds * 10_000 / median(listener.seconds), -3)
        shard_deals = max(1000, int(shard_deals))
        print(f"{stamp(False)}; load {os.getloadavg()[0]:.1f} before")  # noqa: T201
        print(f"{shards} shards of {shard_deals:,} deals in each block")  # noqa: T201
        pids = {
            "local": lambda: [pid for pid in children(os.getpid()) if pid not in theirs],
            "Dask": lambda: list(theirs),
        }
        blocks: dict[str, list[_Block]] = {"local": [], "Dask": []}
        for number in range(rounds):
            for name in ("local", "Dask") if number % 2 else ("Dask", "local"):
                block = _block(engines[name], pids[name], shards * shard_deals, shard_deals)
                blocks[name].append(block)
                print(  # noqa: T201
                    f"{name:5}  {block.rate:8,.0f} deals/s  workers busy {block.busy:.2%}  "
                    f"{block.processor:6.1f} s of processor per million; "
                    f"load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        _, listener = _solve(engines["local"], shard_deals, shard_deals)
        print(f"a shard has {listener.sizes[0] / shard_deals:.2f} bytes per deal")  # noqa: T201
    _print_ratios(blocks)


def _print_ratios(blocks: dict[str, list[_Block]]) -> None:
    pairs = list(zip(blocks["Dask"], blocks["local"], strict=True))
    total = {name: len(found) / sum(1 / b.rate for b in found) for name, found in blocks.items()}
    ratios = sorted(dask.rate / local.rate for dask, local in pairs)
    low, middle, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    print(  # noqa: T201
        f"Dask {total['Dask']:,.0f}, local {total['local']:,.0f} deals/s: "
        f"{total['Dask'] / total['local']:.3f}; blocks {low:.3f} {middle:.3f} {high:.3f}"
    )
    for name, found in blocks.items():
        print(  # noqa: T201
            f"{name}: workers busy {median(b.busy for b in found):.2%}, "
            f"{median(b.processor for b in found):.1f} s of processor per million deals (medians)"
        )


# -- the scheduler --------------------------------------------------------------------------------


class _Instead(Executor):
    """Submits another function than that which solves a shard."""

    def __init__(self, executor: Executor, function: Callable[[ShardTask], SolvedShard]) -> None:
        self._executor, self._function = executor, function

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._executor.submit(self._function, *args, **kwargs)


def _scheduler(workers: int, tasks: int, processes: int) -> None:
    commands = [
        ["benchmarks.dask_workers", "ADDRESS", str(workers // processes)] for _ in range(processes)
    ]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(dask_cluster(folder, *commands))
        print(stamp(False))  # noqa: T201
        engine = stack.enter_context(dask_engine(cluster.address))
        while engine.workers() < workers // processes * processes:
            time.sleep(1)
        print(f"{engine.workers():,} workers in {processes} processes")  # noqa: T201
        before = processor_seconds(cluster.scheduler)
        time.sleep(20)
        idle = (processor_seconds(cluster.scheduler) - before) / 20
        print(f"idle: {idle:.1%} of a core for the scheduler", flush=True)  # noqa: T201
        _measure(engine, cluster, tasks, 0, 100)
        _measure(engine, cluster, tasks // 5, 0, _SHARD_BYTES)
        _measure(engine, cluster, 4 * workers, 20, 100)
        _measure(engine, cluster, 4 * workers, 20, _SHARD_BYTES)
        memory = sample_process(cluster.scheduler)
        print(f"the scheduler reached {memory.peak:,.0f} MB")  # noqa: T201


def _measure(engine: Engine, cluster: Cluster, tasks: int, seconds: float, size: int) -> None:
    function = partial(sleep_instead, seconds=seconds, size=size)
    sleeping = replace(engine, executor=_Instead(engine.executor, function))
    used, moved, ours = processor_seconds(cluster.scheduler), loopback_bytes(), time.process_time()
    elapsed, _ = _solve(sleeping, tasks, 1)
    used = processor_seconds(cluster.scheduler) - used
    moved, ours = loopback_bytes() - moved, time.process_time() - ours
    rounds = tasks / engine.workers()
    print(  # noqa: T201
        f"{tasks:,} shards of {seconds} s and {size:,} bytes: {elapsed:.1f} s"
        f"{f' ({rounds * seconds:.0f} s of sleep)' if seconds else ''}, "
        f"{tasks / elapsed:,.1f} a second; for each, scheduler {1000 * used / tasks:.2f} ms and "
        f"client {1000 * ours / tasks:.2f} ms of processor, {moved / tasks:,.0f} bytes moved; "
        f"scheduler {used / elapsed:.0%} and client {ours / elapsed:.0%} of a core; "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    engines = commands.add_parser("engines")
    engines.add_argument("--shard-seconds", type=float, default=10.0)
    engines.add_argument("--shards", type=int, default=6)
    engines.add_argument("--rounds", type=int, default=6)
    scheduler = commands.add_parser("scheduler")
    scheduler.add_argument("--workers", type=int, default=1000)
    scheduler.add_argument("--tasks", type=int, default=10_000)
    scheduler.add_argument("--processes", type=int, default=4)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the processes end, too
    if chosen.command == "engines":
        _engines(chosen.shard_seconds, chosen.shards, chosen.rounds)
    else:
        _scheduler(chosen.workers, chosen.tasks, chosen.processes)


if __name__ == "__main__":
    main()

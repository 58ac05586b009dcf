"""Many workers of Dask in one process, which only sleep: a cluster for its scheduler to manage.

    python -m benchmarks.dask_workers ADDRESS COUNT

They are Dask's own, with a thread for shards and a connection each. What a worker does for itself
and the scheduler never sees (watching its memory, its event loop, its stacks) is off or rare, since
a real one has a core for that.
"""

from __future__ import annotations

import asyncio
import sys
import time

from winnable.study.shard import ShardTask, SolvedShard

__all__ = ["main", "sleep_instead"]

_SETTINGS = {
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "60s",
    "distributed.comm.timeouts.connect": "300s",
    "distributed.worker.profile.enabled": False,
}
_AT_ONCE = 25
"""Workers that connect at the same moment."""


def sleep_instead(task: ShardTask, seconds: float, size: int) -> SolvedShard:
    """What a worker does that is only simulated."""
    time.sleep(seconds)
    return SolvedShard(task.key, bytes(size), {"deals": 1, "seconds": seconds})


async def _work(address: str, count: int) -> None:
    from distributed import Worker

    workers = [Worker(address, nthreads=1, memory_limit=0, dashboard=False) for _ in range(count)]
    for at in range(0, count, _AT_ONCE):
        await asyncio.gather(*workers[at : at + _AT_ONCE])
    await asyncio.gather(*(worker.finished() for worker in workers))


def main() -> None:
    import dask

    dask.config.set(_SETTINGS)
    asyncio.run(_work(sys.argv[1], int(sys.argv[2])))


if __name__ == "__main__":
    main()

"""For tests of the worker pool: a worker program that does what a task says, and pools of it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from winnable.web.coach_messages import Message
from winnable.web.workers.pool import WorkerPool

TIMEOUT = 60
"""Seconds after which a test fails; nothing here takes long."""

FAKE = r"""
import json, os, signal, sys, threading, time

def write(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()

def read():
    for line in sys.stdin:
        task = json.loads(line)
        if task.get("cancel"):
            cancelled.add(task["id"])
        else:
            tasks.append(task)
            available.release()
    if "stay" not in sys.argv:
        os._exit(0)

def run(task):
    number, do = task["id"], task.get("do")
    write(id=number, kind="begun", final=False, pid=os.getpid())
    if do == "die":
        os._exit(3)
    elif do == "babble":
        print("What was the task?", flush=True)
    elif do == "lie":
        sys.stdout.write("Never mind the task.\n")
    elif do == "flood":
        sys.stdout.write("x" * (3 * 2 ** 20))
        sys.stdout.flush()
    elif do == "count":
        for at in range(task["to"]):
            write(id=number, kind="count", final=False, at=at)
    elif do == "wait":
        while number not in cancelled and not os.path.exists(task.get("until", "")):
            time.sleep(0.002)
    if do in ("hang", "babble", "flood"):
        threading.Event().wait()
    write(id=number, kind="done", final=True, pid=os.getpid(), was_cancelled=number in cancelled,
        given=task.get("known_win"), known_win=task.get("learn"))

if "stay" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
cancelled, tasks, available = set(), [], threading.Semaphore(0)
threading.Thread(target=read, daemon=True).start()
write(id=None, kind="ready")
while available.acquire():
    run(tasks.pop(0))
"""
"""A worker: `do` is what it does with a task after it has said that it has begun."""

PROGRAM = (sys.executable, "-c", FAKE)

Result = TypeVar("Result")


def run_async(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run a test in an event loop of its own, for a limited time."""

    async def run() -> Result:
        return await asyncio.wait_for(work(), TIMEOUT)

    return asyncio.run(run())


@asynccontextmanager
async def running_pool(
    workers: int = 1, *, program: Sequence[str] = PROGRAM, **options: Any
) -> AsyncIterator[WorkerPool]:
    """A pool whose workers are ready; it is closed at the end."""
    pool = WorkerPool(workers, program=program, **options)
    await pool.start()
    try:
        await until(lambda: pool.metrics()["workers"] == workers)
        yield pool
    finally:
        await pool.close()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.002)


async def all_of(messages: AsyncIterator[Message]) -> list[Message]:
    return [message async for message in messages]


async def last(messages: AsyncIterator[Message]) -> Message:
    return (await all_of(messages))[-1]


async def begun(messages: AsyncIterator[Message]) -> Message:
    """Read up to the message with which a worker says that it has begun."""
    async for message in messages:
        if message["kind"] == "begun":
            return message
    raise AssertionError("the job ended before it was begun")


class Gate:
    """A file for which tasks can wait."""

    def __init__(self, folder: Path, name: str = "gate") -> None:
        self.file = folder / name

    @property
    def task(self) -> Message:
        """A task that ends once the gate is open."""
        return {"task": "hint", "do": "wait", "until": str(self.file)}

    def open(self) -> None:
        self.file.touch()

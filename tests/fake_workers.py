"""For tests of the coach's crew: a program that does as a question says, and pools of it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from winnable.web.pool import Pool

WAIT = 60
"""Seconds after which a test is given up; nothing here takes long."""

FAKE = r"""
import json, os, signal, sys, threading, time

def say(**words):
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()

def hear():
    for line in sys.stdin:
        question = json.loads(line)
        if question.get("cancel"):
            cancelled.add(question["id"])
        else:
            questions.append(question)
            come.release()
    if "stay" not in sys.argv:
        os._exit(0)

def answer(question):
    number, do = question["id"], question.get("do")
    say(id=number, kind="begun", final=False, pid=os.getpid())
    if do == "die":
        os._exit(3)
    elif do == "babble":
        print("What was the question?", flush=True)
    elif do == "lie":
        sys.stdout.write("Never mind the question.\n")
    elif do == "flood":
        sys.stdout.write("x" * (3 * 2 ** 20))
        sys.stdout.flush()
    elif do == "count":
        for at in range(question["to"]):
            say(id=number, kind="count", final=False, at=at)
    elif do == "wait":
        while number not in cancelled and not os.path.exists(question.get("until", "")):
            time.sleep(0.002)
    if do in ("deaf", "babble", "flood"):
        threading.Event().wait()
    say(id=number, kind="done", final=True, pid=os.getpid(), called_off=number in cancelled,
        given=question.get("known"), known=question.get("learn"))

if "stay" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
cancelled, questions, come = set(), [], threading.Semaphore(0)
threading.Thread(target=hear, daemon=True).start()
say(id=None, kind="ready")
while come.acquire():
    answer(questions.pop(0))
"""
"""A worker: `do` is what it does with a question after it has said that it began."""

PROGRAM = (sys.executable, "-c", FAKE)

Told = dict[str, Any]
Result = TypeVar("Result")


def in_time(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run a test in an event loop of its own."""

    async def run() -> Result:
        return await asyncio.wait_for(work(), WAIT)

    return asyncio.run(run())


@asynccontextmanager
async def crew(
    workers: int = 1, *, program: Sequence[str] = PROGRAM, **options: Any
) -> AsyncIterator[Pool]:
    """A pool at work, closed in the end."""
    pool = Pool(workers, program=program, **options)
    await pool.start()
    try:
        await until(lambda: pool.figures()["workers"] == workers)
        yield pool
    finally:
        await pool.close()


async def until(happens: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    while not happens():
        await asyncio.sleep(0.002)


async def every(answers: AsyncIterator[Told]) -> list[Told]:
    """All lines of an answer."""
    return [answer async for answer in answers]


async def last(answers: AsyncIterator[Told]) -> Told:
    """The last line of an answer."""
    return (await every(answers))[-1]


async def begun(answers: AsyncIterator[Told]) -> Told:
    """Read up to the line with which a worker says that it has begun."""
    async for answer in answers:
        if answer["kind"] == "begun":
            return answer
    raise AssertionError("the question came to its end before it was begun")


class Gate:
    """A file for which questions of the kind `wait` can wait."""

    def __init__(self, folder: Path, name: str = "gate") -> None:
        self.file = folder / name

    @property
    def question(self) -> Told:
        """One that is answered once the gate is open."""
        return {"ask": "hint", "do": "wait", "until": str(self.file)}

    def open(self) -> None:
        """Let them go on."""
        self.file.touch()

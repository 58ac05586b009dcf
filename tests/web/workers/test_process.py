"""Workers that misbehave: they die, hang, break the protocol, or never start."""

import asyncio
import sys

import pytest
from fake_workers import PROGRAM, all_of, begun, last, run_async, running_pool, until
from web_servers import is_alive

from winnable.web.coach_messages import Message
from winnable.web.workers.job import Owner
from winnable.web.workers.pool import WorkerPool, backoff

DONE = {"task": "hint", "do": "nothing"}


def doing(what: str) -> Message:
    return {"task": "hint", "do": what}


@pytest.mark.parametrize("what", ["die", "babble", "lie", "flood"])
def test_a_worker_that_fails_is_replaced(what: str) -> None:
    async def test() -> None:
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", doing(what))
            failed = (await begun(messages))["pid"]
            assert (await last(messages))["kind"] == "error"
            good = await last(pool.submit(Owner("ann"), "a", DONE))
            assert good["kind"] == "done"
            assert good["pid"] != failed
            assert pool.metrics()["workers_died"] == 1

    run_async(test)


def test_when_a_worker_dies_the_others_go_on() -> None:
    async def test() -> None:
        async with running_pool(2) as pool:
            held = pool.submit(Owner("bob"), "b", doing("wait"))
            await begun(held)
            assert (await last(pool.submit(Owner("ann"), "a", doing("die"))))["kind"] == "error"
            await until(lambda: pool.metrics()["workers"] == 2)
            assert pool.metrics()["running"] == 1

    run_async(test)


def test_a_worker_that_does_not_cancel_its_job_is_replaced() -> None:
    async def test() -> None:
        async with running_pool(cancel_timeout=0.05) as pool:
            hanging = pool.submit(Owner("ann"), "a", doing("hang"))
            pid = (await begun(hanging))["pid"]
            pool.cancel_game("a")
            assert (await last(hanging))["kind"] == "stopped"
            assert (await last(pool.submit(Owner("ann"), "a", DONE)))["pid"] != pid
            assert pool.metrics()["workers_died"] == 1

    run_async(test)


def test_after_the_timeout_a_job_ends_with_what_is_known() -> None:
    async def test() -> None:
        async with running_pool(timeout=0.05) as pool:
            done = await last(pool.submit(Owner("ann"), "a", doing("wait")))
            assert (done["kind"], done["final"], done["was_cancelled"]) == ("done", True, True)
            assert pool.metrics()["workers_died"] == 0

    run_async(test)


def test_a_worker_that_ignores_the_timeout_is_replaced() -> None:
    async def test() -> None:
        async with running_pool(timeout=0.05, cancel_timeout=0.05) as pool:
            assert (await last(pool.submit(Owner("ann"), "a", doing("hang"))))["kind"] == "error"
            pool.timeout = 1000
            assert (await last(pool.submit(Owner("ann"), "a", DONE)))["kind"] == "done"

    run_async(test)


def test_no_job_waits_forever() -> None:
    async def test() -> None:
        async with running_pool(cancel_timeout=1000) as pool:
            held = pool.submit(Owner("ann"), "a", doing("hang"))
            await begun(held)
            pool.timeout = 0.05
            messages = await all_of(pool.submit(Owner("bob"), "b", DONE))
            assert [message["kind"] for message in messages] == ["queued", "error"]
            assert pool.metrics()["waiting"] == 0

    run_async(test)


def test_a_slow_reader_gets_the_last_message() -> None:
    """Of ten thousand messages of progress nobody reads any before the end."""

    async def test() -> list[Message]:
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", {"task": "hint", "do": "count", "to": 10_000})
            await anext(messages)
            await until(lambda: pool.metrics()["running"] == 0)
            return await all_of(messages)

    assert [message["kind"] for message in run_async(test)] == ["done"]


def test_of_unread_progress_the_latest_is_kept() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", {"task": "hint", "do": "count", "to": 10_000})
            await anext(messages)
            at = [message["at"] async for message in messages if message["kind"] == "count"]
            assert at == sorted(set(at))

    run_async(test)


def test_restarts_back_off() -> None:
    delays = [backoff(failures, 0.5) for failures in range(1, 10)]
    assert delays == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]


@pytest.mark.parametrize(
    "program", [(sys.executable, "-c", "raise SystemExit(1)"), ("/not/a/program",)]
)
def test_a_program_that_cannot_start_is_tried_again(program: tuple[str, ...]) -> None:
    async def test() -> None:
        pool = WorkerPool(1, program=program, restart_delay=0.01)
        await pool.start()
        waiting = pool.submit(Owner("ann"), "a", DONE)
        await until(lambda: pool.metrics()["workers_died"] >= 3)
        assert pool.metrics()["waiting"] == 1
        await pool.close()
        assert (await last(waiting))["kind"] == "stopped"

    run_async(test)


def test_a_worker_that_does_not_exit_is_killed() -> None:
    """It ignores the end of its input and SIGTERM."""

    async def test() -> int:
        async with running_pool(program=(*PROGRAM, "stay"), stop_timeout=0.05) as pool:
            return int((await last(pool.submit(Owner("ann"), "a", DONE)))["pid"])

    assert not is_alive(run_async(test))


def test_a_pool_can_be_closed_while_it_starts() -> None:
    async def test() -> None:
        pool = WorkerPool(2, program=PROGRAM)
        await pool.start()
        await asyncio.sleep(0)
        await pool.close()
        assert pool.metrics()["workers"] == 0

    run_async(test)

"""The worker pool: which job is next, which is refused, and what is cancelled when."""

import asyncio
import gc
import random
from pathlib import Path

import pytest
from fake_workers import Gate, all_of, begun, last, run_async, running_pool, until

from winnable.errors import WinnableError
from winnable.web.coach_messages import Message
from winnable.web.workers.job import Owner
from winnable.web.workers.pool import QueueFullError, TooManyRequestsError, WorkerPool

DONE = {"task": "hint", "do": "nothing"}
WAIT = {"task": "hint", "do": "wait"}


def test_messages_come_in_order() -> None:
    async def test() -> list[Message]:
        async with running_pool() as pool:
            return await all_of(pool.submit(Owner("ann"), "a", DONE))

    queued, *_, done = run_async(test)
    assert queued == {"kind": "queued", "ahead": 0}
    assert (done["kind"], done["final"], done["was_cancelled"]) == ("done", True, False)
    assert not {"id", "known_win"} & done.keys()  # only for the pool


def test_progress_comes_before_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", gate.task)
            assert (await begun(messages))["final"] is False
            gate.open()
            assert [message["kind"] async for message in messages] == ["done"]

    run_async(test)


def test_the_first_message_says_how_many_jobs_are_ahead() -> None:
    async def test() -> list[int]:
        async with running_pool() as pool:
            jobs = [
                pool.submit(Owner(owner), owner, WAIT) for owner in ("ann", "bob", "cid", "dot")
            ]
            return [(await anext(messages))["ahead"] for messages in jobs]

    assert run_async(test) == [0, 0, 1, 2]


# -- limits ----------------------------------------------------------------------------------------


def test_a_full_queue_refuses_jobs() -> None:
    async def test() -> None:
        async with running_pool(queue_size=2) as pool:
            jobs = [pool.submit(Owner(owner), owner, WAIT) for owner in ("ann", "bob", "cid")]
            with pytest.raises(QueueFullError):
                pool.submit(Owner("dot"), "dot", DONE)  # nobody has more than she would have
            await jobs[1].aclose()
            jobs.append(pool.submit(Owner("dot"), "dot", DONE))
            found = pool.metrics()
            assert (found["jobs"], found["refused_queue_full"], found["waiting"]) == (4, 1, 2)

    run_async(test)


def test_a_full_queue_makes_room_for_who_has_fewer() -> None:
    """Ann has most: of her jobs the last one ends, and says why."""

    async def test() -> None:
        async with running_pool(queue_size=3) as pool:
            running = pool.submit(Owner("ann", "there"), "a0", WAIT)
            await begun(running)
            waiting = [pool.submit(Owner("ann", "there"), key, WAIT) for key in ("a1", "a2")]
            waiting.append(pool.submit(Owner("bob", "there"), "b", WAIT))
            victim = pool.submit(Owner("cid", "elsewhere"), "c", DONE)
            message = await last(waiting[1])
            assert message["kind"] == "error"
            assert "busy" in message["text"]
            found = pool.metrics()
            assert (found["displaced"], found["waiting"], found["refused_queue_full"]) == (1, 3, 0)
            await running.aclose()
            assert (await last(victim))["kind"] == "done"

    run_async(test)


def test_newcomers_make_room_for_an_established_player() -> None:
    async def test() -> None:
        async with running_pool(queue_size=3) as pool:
            running = pool.submit(Owner(1, "there"), "1", WAIT)
            await begun(running)
            crowd = [pool.submit(Owner(at, "there"), str(at), WAIT) for at in (2, 3, 4)]
            with pytest.raises(QueueFullError):
                pool.submit(Owner(5, "there"), "5", DONE)
            old = pool.submit(Owner(6, "there", is_established=True), "6", DONE)
            assert (await last(crowd[2]))["kind"] == "error"
            await running.aclose()
            assert (await last(old))["kind"] == "done"
            await begun(crowd[0])

    run_async(test)


def test_a_job_that_is_too_long_displaces_nobody() -> None:
    async def test() -> None:
        async with running_pool(queue_size=1) as pool:
            jobs = [pool.submit(Owner(at, "there"), str(at), WAIT) for at in (1, 2)]
            too_long = {**DONE, "record": "x" * 2**20}
            assert (await last(pool.submit(Owner(3, "elsewhere"), "c", too_long)))[
                "kind"
            ] == "error"
            assert pool.metrics()["displaced"] == 0
            for messages in jobs:
                await messages.aclose()

    run_async(test)


def test_only_the_player_with_too_many_jobs_is_refused() -> None:
    async def test() -> None:
        async with running_pool(jobs_per_player=2) as pool:
            jobs = [pool.submit(Owner("ann"), key, WAIT) for key in ("a1", "a2")]
            with pytest.raises(TooManyRequestsError):
                pool.submit(Owner("ann"), "a3", DONE)
            await pool.submit(Owner("bob"), "a3", DONE).aclose()
            assert pool.metrics()["refused_player"] == 1
            for messages in jobs:
                await messages.aclose()
            assert (await last(pool.submit(Owner("ann"), "a3", DONE)))["kind"] == "done"

    run_async(test)


@pytest.mark.parametrize("error", [QueueFullError, TooManyRequestsError])
def test_refusals_are_winnable_errors(error: type[Exception]) -> None:
    assert issubclass(error, WinnableError)


def test_a_job_that_replaces_another_does_not_count_twice() -> None:
    async def test() -> None:
        async with running_pool(queue_size=1, jobs_per_player=1) as pool:
            running = pool.submit(Owner("ann"), "a", WAIT)
            await begun(running)
            first = pool.submit(Owner("bob"), "b", WAIT)
            second = pool.submit(Owner("bob"), "b", WAIT)
            assert (await last(first))["kind"] == "stopped"
            await running.aclose()
            assert (await begun(second))["kind"] == "begun"

    run_async(test)


def test_a_game_that_is_too_long_is_an_error() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            message = await last(pool.submit(Owner("ann"), "a", {**DONE, "record": "x" * 2**20}))
            assert message["kind"] == "error"
            assert "too long" in message["text"]
            assert pool.metrics()["running"] == 0

    run_async(test)


# -- which job is next -----------------------------------------------------------------------------


def test_the_queue_is_fair(tmp_path: Path) -> None:
    """Ann has one of two workers: then Bob's job goes before all that Ann submitted earlier."""

    async def test() -> list[str]:
        first, second = Gate(tmp_path, "first"), Gate(tmp_path, "second")
        order: list[str] = []

        async def note(name: str) -> None:
            await begun(jobs[name])
            order.append(name)

        async with running_pool(2, jobs_per_player=9) as pool:
            held = [
                pool.submit(Owner("ann"), "a1", first.task),
                pool.submit(Owner("cid"), "c1", second.task),
            ]
            for messages in held:
                await begun(messages)
            jobs = {
                "ann 2": pool.submit(Owner("ann"), "a2", WAIT),
                "ann 3": pool.submit(Owner("ann"), "a3", WAIT),
                "bob 1": pool.submit(Owner("bob"), "b1", WAIT),
                "bob 2": pool.submit(Owner("bob"), "b2", WAIT),
            }
            second.open()  # Cid's worker is free, and Ann still has the other
            await last(held[1])
            await note("bob 1")
            assert pool.metrics()["waiting"] == 3
            first.open()  # now Ann has none, and Bob has one
            await last(held[0])
            await note("ann 2")
            await jobs["bob 1"].aclose()  # Bob has none, Ann one
            await note("bob 2")
            await jobs["bob 2"].aclose()
            await note("ann 3")
        return order

    assert run_async(test) == ["bob 1", "ann 2", "bob 2", "ann 3"]


def test_a_long_job_ends_when_others_wait() -> None:
    """It ends with what is known by then, as it would after the full time."""

    async def test() -> None:
        async with running_pool(busy_timeout=0.1) as pool:
            long = pool.submit(Owner("ann"), "a", WAIT)
            await begun(long)
            other = pool.submit(Owner("bob"), "b", DONE)
            message = await last(long)
            assert (message["kind"], message["was_cancelled"]) == ("done", True)
            assert (await last(other))["kind"] == "done"
            assert pool.metrics()["ended_early"] == 1
            assert pool.metrics()["workers_died"] == 0

    run_async(test)


def test_a_job_that_has_run_for_long_ends_as_soon_as_somebody_comes() -> None:
    async def test() -> None:
        async with running_pool(2, busy_timeout=0.05) as pool:
            long = [pool.submit(Owner(name), name, WAIT) for name in ("ann", "bob")]
            for messages in long:
                await begun(messages)
            await asyncio.sleep(0.2)
            assert pool.metrics()["running"] == 2, "without anybody waiting they go on"
            assert (await last(pool.submit(Owner("cid"), "c", DONE)))["kind"] == "done"
            assert pool.metrics()["ended_early"] == 1, "one worker is enough"

    run_async(test)


def test_nobody_ends_a_job_for_another_of_its_own_player() -> None:
    async def test() -> None:
        async with running_pool(busy_timeout=0.05) as pool:
            review = pool.submit(Owner("ann"), "a", {**WAIT, "task": "review"})
            await begun(review)
            waiting = pool.submit(Owner("ann"), "a", DONE)
            await asyncio.sleep(0.3)
            assert (pool.metrics()["running"], pool.metrics()["waiting"]) == (1, 1)
            await review.aclose()
            assert (await last(waiting))["kind"] == "done"

    run_async(test)


def test_a_long_job_still_has_a_last_moment() -> None:
    async def test() -> None:
        async with running_pool(busy_timeout=0.05, timeout=0.2) as pool:
            message = await last(pool.submit(Owner("ann"), "a", WAIT))
            assert (message["kind"], message["was_cancelled"]) == ("done", True)
            assert pool.metrics()["ended_early"] == 0

    run_async(test)


@pytest.mark.parametrize("seed", range(3))
def test_every_job_ends(seed: int) -> None:
    """With its result, displaced by somebody who has fewer, or after too long a time."""
    chance = random.Random(seed)
    tasks = [DONE, DONE, WAIT, {"task": "hint", "do": "hang"}, {"task": "hint", "do": "die"}]

    async def test() -> tuple[list[str], int]:
        jobs, refused = [], 0
        async with running_pool(
            2, queue_size=5, timeout=0.6, busy_timeout=0.1, cancel_timeout=0.3
        ) as pool:
            for number in range(40):
                owner = Owner(chance.randrange(8), chance.choice("abc"), chance.random() < 0.3)
                try:
                    jobs.append(pool.submit(owner, str(number), chance.choice(tasks)))
                except (QueueFullError, TooManyRequestsError):
                    refused += 1
                await asyncio.sleep(chance.random() / 50)
            endings = await asyncio.gather(*map(last, jobs))
            assert pool.metrics()["jobs"] == len(jobs)
            await until(lambda: not (pool.metrics()["running"] or pool.metrics()["waiting"]))
        return [ending["kind"] for ending in endings], refused

    endings, refused = run_async(test)
    assert len(endings) + refused == 40
    assert set(endings) <= {"done", "error"}
    assert "done" in endings


def test_a_game_goes_to_the_worker_that_had_it_before(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with running_pool(2) as pool:
            held = pool.submit(Owner("bob"), "b", gate.task)
            busy = (await begun(held))["pid"]
            free = (await last(pool.submit(Owner("ann"), "a", DONE)))["pid"]
            assert free != busy
            gate.open()
            await last(held)
            for _ in range(3):  # both are free now
                assert (await last(pool.submit(Owner("ann"), "a", DONE)))["pid"] == free
                assert (await last(pool.submit(Owner("bob"), "b", DONE)))["pid"] == busy

    run_async(test)


def test_a_known_win_is_passed_on_to_another_worker(tmp_path: Path) -> None:
    async def test() -> None:
        gate, known_win = Gate(tmp_path), {"moves_made": 3, "moves": ["t1f1"]}
        async with running_pool(2) as pool:
            first = await last(pool.submit(Owner("ann"), "a", {**DONE, "learn": known_win}))
            # The worker that knows the game gets something else to do.
            held = pool.submit(Owner("bob"), "a", {**gate.task, "task": "review"})
            assert (await begun(held))["pid"] == first["pid"]
            second = await last(pool.submit(Owner("ann"), "a", DONE))
            assert second["pid"] != first["pid"]
            assert second["given"] == known_win
            gate.open()
            assert (await last(pool.submit(Owner("ann"), "other", DONE)))["given"] is None

    run_async(test)


# -- cancelling ------------------------------------------------------------------------------------


def test_the_same_task_again_replaces_the_earlier_job() -> None:
    async def test() -> None:
        async with running_pool(3, jobs_per_player=9) as pool:
            hint = pool.submit(Owner("ann"), "a", WAIT)
            evaluation = pool.submit(Owner("ann"), "a", {**WAIT, "task": "evaluation"})
            other_game = pool.submit(Owner("ann"), "b", WAIT)
            await begun(hint)
            again = pool.submit(Owner("ann"), "a", DONE)
            assert (await last(hint))["kind"] == "stopped"
            assert (await last(again))["kind"] == "done"
            await begun(evaluation)
            await begun(other_game)
            assert pool.metrics()["cancelled"] == 1

    run_async(test)


def test_nobody_replaces_the_job_of_another_about_the_same_game() -> None:
    async def test() -> None:
        async with running_pool(2) as pool:
            one = pool.submit(Owner("ann"), "shared", WAIT)
            await begun(one)
            assert (await last(pool.submit(Owner("bob"), "shared", DONE)))["kind"] == "done"
            assert pool.metrics()["cancelled"] == 0

    run_async(test)


def test_jobs_about_no_game_do_not_replace_each_other() -> None:
    async def test() -> None:
        async with running_pool(2) as pool:
            jobs = [pool.submit(Owner("ann"), None, {**WAIT, "task": "deal"}) for _ in range(2)]
            for messages in jobs:
                await begun(messages)
            assert pool.metrics()["cancelled"] == 0

    run_async(test)


def test_a_change_cancels_every_job_about_the_game() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            running = pool.submit(Owner("ann"), "a", WAIT)
            await begun(running)
            waiting = pool.submit(Owner("ann"), "a", {**DONE, "task": "evaluation"})
            other = pool.submit(Owner("ann"), "b", DONE)
            pool.cancel_game("a")
            assert (await last(running))["kind"] == "stopped"
            kinds = [message["kind"] for message in await all_of(waiting)]
            assert kinds == ["queued", "stopped"]
            assert (await last(other))["kind"] == "done"  # by the same worker
            assert pool.metrics()["cancelled"] == 2
            assert pool.metrics()["workers_died"] == 0

    run_async(test)


def test_a_job_that_is_cancelled_while_it_waits_is_never_begun(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with running_pool() as pool:
            held = pool.submit(Owner("ann"), "a", gate.task)
            await begun(held)
            await pool.submit(Owner("bob"), "b", {"task": "hint", "do": "die"}).aclose()
            gate.open()
            assert (await last(held))["kind"] == "done"
            assert (await last(pool.submit(Owner("cid"), "c", DONE)))["kind"] == "done"
            assert pool.metrics()["workers_died"] == 0

    run_async(test)


def test_closing_the_messages_cancels_the_job() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", WAIT)
            await begun(messages)
            await messages.aclose()
            assert await all_of(messages) == []
            assert (await last(pool.submit(Owner("bob"), "b", DONE)))["kind"] == "done"
            assert pool.metrics()["cancelled"] == 1

    run_async(test)


def test_cancelling_the_reading_task_cancels_the_job() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            messages = pool.submit(Owner("ann"), "a", WAIT)
            await begun(messages)
            task = asyncio.create_task(last(messages))
            await asyncio.sleep(0)  # so that it waits for the next message
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert pool.metrics()["cancelled"] == 1
            assert (await last(pool.submit(Owner("bob"), "b", DONE)))["kind"] == "done"

    run_async(test)


def test_a_job_whose_messages_are_never_read_is_cancelled() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            pool.submit(Owner("ann"), "a", WAIT)
            gc.collect()
            await until(lambda: pool.metrics()["cancelled"] == 1)
            await until(lambda: pool.metrics()["running"] == 0)

    run_async(test)


def test_closing_the_pool_cancels_every_job() -> None:
    async def test() -> None:
        async with running_pool() as pool:
            running = pool.submit(Owner("ann"), "a", WAIT)
            await begun(running)
            waiting = pool.submit(Owner("ann"), "b", WAIT)
        for messages in (running, waiting):
            assert (await last(messages))["kind"] == "stopped"
        with pytest.raises(QueueFullError):
            pool.submit(Owner("ann"), "a", DONE)
        assert pool.metrics()["workers"] == pool.metrics()["running"] == 0
        assert pool.metrics()["workers_died"] == 0

    run_async(test)


def test_a_pool_that_was_never_started_refuses_jobs_and_can_be_closed() -> None:
    async def test() -> None:
        pool = WorkerPool()
        with pytest.raises(QueueFullError):
            pool.submit(Owner("ann"), "a", DONE)
        await pool.close()

    run_async(test)

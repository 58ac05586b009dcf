"""Workers that do not do as they should: they die, do not obey, babble, or never start."""

import asyncio
import sys
from pathlib import Path

import pytest
from fake_workers import PROGRAM, Told, begun, crew, every, in_time, last, until

from winnable.web import pool as pools
from winnable.web.pool import Pool

ANSWER = {"ask": "hint", "do": "answer"}


def doing(what: str) -> Told:
    return {"ask": "hint", "do": what}


@pytest.mark.parametrize("what", ["die", "babble", "lie", "flood"])
def test_a_worker_that_fails_is_replaced(what: str) -> None:
    async def test() -> None:
        async with crew() as pool:
            (first,) = pool._processes
            assert await last(pool.ask("ann", "t", doing(what))) == {
                "kind": "trouble",
                "words": "The coach broke off: ask again.",
            }
            good = await last(pool.ask("ann", "t", ANSWER))
            assert good["kind"] == "done"
            assert good["pid"] != first.pid
            assert pool.figures()["died"] == 1

    in_time(test)


def test_the_others_go_on_when_one_dies() -> None:
    async def test() -> None:
        async with crew(2) as pool:
            held = pool.ask("bob", "b", doing("wait"))
            await begun(held)
            assert (await last(pool.ask("ann", "a", doing("die"))))["kind"] == "trouble"
            await until(lambda: pool.figures()["workers"] == 2)
            assert pool.figures()["running"] == 1

    in_time(test)


def test_a_worker_that_does_not_obey_is_replaced() -> None:
    async def test() -> None:
        async with crew(grace=0.05) as pool:
            deaf = pool.ask("ann", "t", doing("deaf"))
            pid = (await begun(deaf))["pid"]
            pool.call_off("t")
            assert (await last(deaf))["kind"] == "stopped"
            assert (await last(pool.ask("ann", "t", ANSWER)))["pid"] != pid
            assert pool.figures()["died"] == 1

    in_time(test)


def test_after_the_deadline_what_is_known_by_then_is_told() -> None:
    async def test() -> None:
        async with crew(deadline=0.05) as pool:
            told = await last(pool.ask("ann", "t", doing("wait")))
            assert (told["kind"], told["final"], told["called_off"]) == ("done", True, True)
            assert pool.figures()["died"] == 0

    in_time(test)


def test_if_nothing_is_told_even_then_the_worker_is_replaced() -> None:
    async def test() -> None:
        async with crew(deadline=0.05, grace=0.05) as pool:
            told = await last(pool.ask("ann", "t", doing("deaf")))
            assert told == {"kind": "trouble", "words": "The coach took too long."}
            pool.deadline = 1000
            assert (await last(pool.ask("ann", "t", ANSWER)))["kind"] == "done"

    in_time(test)


def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        async with crew(grace=1000) as pool:
            held = pool.ask("ann", "t", doing("deaf"))
            await begun(held)
            pool.deadline = 0.05
            told = await every(pool.ask("bob", "u", ANSWER))
            assert [answer["kind"] for answer in told] == ["queued", "trouble"]
            assert told[-1]["words"].startswith("The coach had no time for the question")
            assert pool.figures()["waiting"] == 0

    in_time(test)


def test_slow_readers_get_the_latest_and_the_last() -> None:
    """Ten thousand lines of progress, of which nobody reads any before the end."""

    async def test() -> list[Told]:
        async with crew() as pool:
            answers = pool.ask("ann", "t", {"ask": "hint", "do": "count", "to": 10_000})
            await anext(answers)
            await until(lambda: pool.figures()["running"] == 0)
            return await every(answers)

    assert [answer["kind"] for answer in in_time(test)] == ["done"]


def test_of_unread_progress_the_latest_is_kept() -> None:
    async def test() -> None:
        async with crew() as pool:
            answers = pool.ask("ann", "t", {"ask": "hint", "do": "count", "to": 10_000})
            await anext(answers)
            at = [told["at"] async for told in answers if told["kind"] == "count"]
            assert at == sorted(set(at))

    in_time(test)


@pytest.mark.parametrize(
    "program", [(sys.executable, "-c", "raise SystemExit(1)"), ("/nowhere/to/be/found",)]
)
def test_what_cannot_be_started_is_tried_again_less_and_less_often(
    program: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        pauses: list[float] = []
        enough = asyncio.Event()

        async def pause(self: Pool, seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 9:
                enough.set()
                await self._closing.wait()

        monkeypatch.setattr(pools.Pool, "_pause", pause)
        pool = Pool(1, program=program, brake=0.5)
        await pool.start()
        waiting = pool.ask("ann", "t", ANSWER)  # nobody is there to take it, and so it waits
        await enough.wait()
        assert pauses == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
        assert pool.figures()["died"] == 9
        assert pool.figures()["waiting"] == 1
        await pool.close()
        assert (await last(waiting))["kind"] == "stopped"

    in_time(test)


def test_a_worker_that_will_not_leave_is_made_to() -> None:
    """It neither ends with its input nor when it is asked to."""

    async def test() -> None:
        async with crew(program=(*PROGRAM, "stay"), patience=0.05) as pool:
            await last(pool.ask("ann", "t", ANSWER))
            (process,) = pool._processes
        assert process.gone.done()

    in_time(test)


def test_a_pool_may_be_closed_while_it_starts() -> None:
    async def test() -> None:
        pool = Pool(2, program=PROGRAM)
        await pool.start()
        await asyncio.sleep(0)
        await pool.close()
        assert pool.figures()["workers"] == 0

    in_time(test)

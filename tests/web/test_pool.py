"""The crew's rules: who is next, who is refused, and what is called off when."""

import asyncio
import gc
from pathlib import Path

import pytest
from fake_workers import Gate, Told, begun, crew, every, in_time, last, until

from winnable.errors import WinnableError
from winnable.web.pool import Pool, QueueFullError, TooManyRequestsError

ANSWER = {"ask": "hint", "do": "answer"}
WAIT = {"ask": "hint", "do": "wait"}


def test_answers_come_one_after_the_other() -> None:
    async def test() -> list[Told]:
        async with crew() as pool:
            return await every(pool.ask("ann", "t", {"ask": "hint", "do": "answer"}))

    queued, *_, done = in_time(test)
    assert queued == {"kind": "queued", "ahead": 0}
    assert (done["kind"], done["final"], done["called_off"]) == ("done", True, False)
    assert not {"id", "known"} & done.keys()  # that is between the pool and its workers


def test_progress_is_heard_before_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with crew() as pool:
            answers = pool.ask("ann", "t", gate.question)
            assert (await begun(answers))["final"] is False
            gate.open()
            assert [answer["kind"] async for answer in answers] == ["done"]

    in_time(test)


def test_whoever_waits_hears_how_many_are_ahead() -> None:
    async def test() -> list[int]:
        async with crew() as pool:
            asked = [pool.ask(player, player, WAIT) for player in ("ann", "bob", "cid", "dot")]
            return [(await anext(answers))["ahead"] for answers in asked]

    assert in_time(test) == [0, 0, 1, 2]


# -- limits ---------------------------------------------------------------------------------------


def test_a_full_queue_takes_no_more() -> None:
    async def test() -> None:
        async with crew(queue=2) as pool:
            asked = [pool.ask(player, player, WAIT) for player in ("ann", "bob", "cid")]
            with pytest.raises(QueueFullError, match="2 questions are waiting for the coach"):
                pool.ask("dot", "dot", ANSWER)
            await asked[1].aclose()
            asked.append(pool.ask("dot", "dot", ANSWER))
            figures = pool.figures()
            assert (figures["asked"], figures["refused_busy"], figures["waiting"]) == (4, 1, 2)

    in_time(test)


def test_a_player_who_asks_too_much_is_refused_and_nobody_else() -> None:
    async def test() -> None:
        async with crew(per_player=2) as pool:
            asked = [pool.ask("ann", table, WAIT) for table in ("t1", "t2")]
            with pytest.raises(TooManyRequestsError, match="2 questions of a player at a time"):
                pool.ask("ann", "t3", ANSWER)
            await pool.ask("bob", "t3", ANSWER).aclose()
            assert pool.figures()["refused_player"] == 1
            for answers in asked:
                await answers.aclose()
            assert (await last(pool.ask("ann", "t3", ANSWER)))["kind"] == "done"

    in_time(test)


@pytest.mark.parametrize("error", [QueueFullError, TooManyRequestsError])
def test_refusals_are_errors_of_ours(error: type[Exception]) -> None:
    assert issubclass(error, WinnableError)


def test_what_is_asked_anew_does_not_count_twice() -> None:
    async def test() -> None:
        async with crew(queue=1, per_player=1) as pool:
            running = pool.ask("ann", "t1", WAIT)
            await begun(running)
            first = pool.ask("bob", "t2", WAIT)
            second = pool.ask("bob", "t2", WAIT)
            assert (await last(first))["kind"] == "stopped"
            await running.aclose()
            assert (await begun(second))["kind"] == "begun"

    in_time(test)


def test_a_game_without_end_is_refused_by_the_coach() -> None:
    async def test() -> None:
        async with crew() as pool:
            told = await last(pool.ask("ann", "t", {**ANSWER, "record": "x" * 2**20}))
            assert told == {
                "kind": "trouble",
                "words": "The game is too long for the coach: ask about a shorter one.",
            }
            assert pool.figures()["running"] == 0

    in_time(test)


# -- who is next ----------------------------------------------------------------------------------


def test_nobody_who_asks_a_lot_holds_the_others_up(tmp_path: Path) -> None:
    """Of two workers ann has one; then bob is before all that ann asked before him."""

    async def test() -> list[str]:
        first, second = Gate(tmp_path, "first"), Gate(tmp_path, "second")
        order: list[str] = []

        async def note(name: str) -> None:
            await begun(asked[name])
            order.append(name)

        async with crew(2, per_player=9) as pool:
            held = [pool.ask("ann", "a1", first.question), pool.ask("cid", "c1", second.question)]
            for answers in held:
                await begun(answers)
            asked = {
                "ann 2": pool.ask("ann", "a2", WAIT),
                "ann 3": pool.ask("ann", "a3", WAIT),
                "bob 1": pool.ask("bob", "b1", WAIT),
                "bob 2": pool.ask("bob", "b2", WAIT),
            }
            second.open()  # cid's worker is free, and ann still has the other
            await last(held[1])
            await note("bob 1")
            assert pool.figures()["waiting"] == 3
            first.open()  # now ann has none, and bob has one
            await last(held[0])
            await note("ann 2")
            await asked["bob 1"].aclose()  # bob has none, ann one
            await note("bob 2")
            await asked["bob 2"].aclose()
            await note("ann 3")
        return order

    assert in_time(test) == ["bob 1", "ann 2", "bob 2", "ann 3"]


def test_a_table_goes_to_the_worker_that_knows_it(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with crew(2) as pool:
            held = pool.ask("bob", "b", gate.question)
            busy = (await begun(held))["pid"]
            mine = (await last(pool.ask("ann", "a", ANSWER)))["pid"]
            assert mine != busy
            gate.open()
            await last(held)
            for _ in range(3):  # both are free now
                assert (await last(pool.ask("ann", "a", ANSWER)))["pid"] == mine
                assert (await last(pool.ask("bob", "b", ANSWER)))["pid"] == busy

    in_time(test)


def test_what_a_worker_knows_of_a_table_another_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        gate, known = Gate(tmp_path), {"made": 3, "moves": ["t1f1"]}
        async with crew(2) as pool:
            first = await last(pool.ask("ann", "a", {**ANSWER, "learn": known}))
            # The worker that knows the table gets something else to do.
            held = pool.ask("bob", "a", {**gate.question, "ask": "review"})
            assert (await begun(held))["pid"] == first["pid"]
            second = await last(pool.ask("ann", "a", ANSWER))
            assert second["pid"] != first["pid"]
            assert second["given"] == known
            gate.open()
            assert (await last(pool.ask("ann", "other", ANSWER)))["given"] is None

    in_time(test)


# -- calling off ----------------------------------------------------------------------------------


def test_the_same_question_anew_calls_the_earlier_one_off() -> None:
    async def test() -> None:
        async with crew(3, per_player=9) as pool:
            hint = pool.ask("ann", "t", WAIT)
            standing = pool.ask("ann", "t", {**WAIT, "ask": "standing"})
            elsewhere = pool.ask("ann", "u", WAIT)
            await begun(hint)
            again = pool.ask("ann", "t", ANSWER)
            assert (await last(hint))["kind"] == "stopped"
            assert (await last(again))["kind"] == "done"
            await begun(standing)
            await begun(elsewhere)
            assert pool.figures()["called_off"] == 1

    in_time(test)


def test_questions_about_no_table_leave_each_other_alone() -> None:
    async def test() -> None:
        async with crew(2) as pool:
            asked = [pool.ask("ann", None, {**WAIT, "ask": "deal"}) for _ in range(2)]
            for answers in asked:
                await begun(answers)
            assert pool.figures()["called_off"] == 0

    in_time(test)


def test_a_move_calls_off_all_about_the_table() -> None:
    async def test() -> None:
        async with crew() as pool:
            running = pool.ask("ann", "t", WAIT)
            await begun(running)
            waiting = pool.ask("ann", "t", {**ANSWER, "ask": "standing"})
            other = pool.ask("ann", "u", ANSWER)
            pool.call_off("t")
            assert (await last(running)) == {
                "kind": "stopped",
                "words": "The question was called off: the game went on.",
            }
            told = await every(waiting)
            assert [answer["kind"] for answer in told] == ["queued", "stopped"]
            assert (await last(other))["kind"] == "done"  # by the worker that had to obey
            assert pool.figures()["called_off"] == 2
            assert pool.figures()["died"] == 0

    in_time(test)


def test_what_is_called_off_while_it_waits_is_never_begun(tmp_path: Path) -> None:
    async def test() -> None:
        gate = Gate(tmp_path)
        async with crew() as pool:
            held = pool.ask("ann", "t", gate.question)
            await begun(held)
            # Whoever begins this one is dead.
            await pool.ask("bob", "u", {"ask": "hint", "do": "die"}).aclose()
            gate.open()
            assert (await last(held))["kind"] == "done"
            assert (await last(pool.ask("cid", "v", ANSWER)))["kind"] == "done"
            assert pool.figures()["died"] == 0

    in_time(test)


def test_who_closes_the_iterator_calls_the_question_off() -> None:
    async def test() -> None:
        async with crew() as pool:
            answers = pool.ask("ann", "t", WAIT)
            await begun(answers)
            await answers.aclose()
            assert await every(answers) == []
            assert (await last(pool.ask("bob", "u", ANSWER)))["kind"] == "done"
            assert pool.figures()["called_off"] == 1

    in_time(test)


def test_a_task_that_is_cancelled_calls_its_question_off() -> None:
    async def test() -> None:
        async with crew() as pool:
            answers = pool.ask("ann", "t", WAIT)
            await begun(answers)
            task = asyncio.create_task(last(answers))
            await asyncio.sleep(0)  # so that it waits for the next line
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert pool.figures()["called_off"] == 1
            assert (await last(pool.ask("bob", "u", ANSWER)))["kind"] == "done"

    in_time(test)


def test_answers_that_nobody_ever_reads_are_called_off() -> None:
    async def test() -> None:
        async with crew() as pool:
            pool.ask("ann", "t", WAIT)
            gc.collect()
            await until(lambda: pool.figures()["called_off"] == 1)
            await until(lambda: pool.figures()["running"] == 0)

    in_time(test)


def test_closing_calls_everything_off() -> None:
    async def test() -> None:
        async with crew() as pool:
            running = pool.ask("ann", "t", WAIT)
            await begun(running)
            waiting = pool.ask("ann", "u", WAIT)
        for answers in (running, waiting):
            assert (await last(answers))["kind"] == "stopped"
        with pytest.raises(QueueFullError, match="the server is closing"):
            pool.ask("ann", "t", ANSWER)
        assert pool.figures()["workers"] == pool.figures()["running"] == 0
        assert pool.figures()["died"] == 0  # they left in peace

    in_time(test)


def test_a_pool_that_was_never_started_takes_nothing_and_closes() -> None:
    async def test() -> None:
        pool = Pool()
        with pytest.raises(QueueFullError, match="not at work"):
            pool.ask("ann", "t", ANSWER)
        await pool.close()

    in_time(test)

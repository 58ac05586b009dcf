"""A question on its way: the latest news, and one last word."""

import asyncio
from typing import Any

from fake_workers import in_time

from winnable.web.errand import Answers, Errand


def errand(**question: Any) -> Errand:
    return Errand(7, "ann", "t", {"ask": "hint", **question}, ahead=2)


def test_it_carries_its_number() -> None:
    async def test() -> None:
        question = {"ask": "hint"}
        asked = Errand(7, "ann", "t", question)
        assert asked.question == {"ask": "hint", "id": 7}
        assert question == {"ask": "hint"}
        assert asked.kind == "hint"

    in_time(test)


def test_only_the_latest_news_are_kept() -> None:
    async def test() -> None:
        asked = errand()
        for at in range(3):
            asked.tell({"kind": "hint", "at": at})
        assert await asked.news() == ({"kind": "hint", "at": 2}, False)
        asked.tell({"kind": "hint", "at": 3})
        asked.end({"kind": "hint", "final": True})
        assert await asked.news() == ({"kind": "hint", "final": True}, True)

    in_time(test)


def test_after_the_last_word_nothing_is_heard() -> None:
    async def test() -> None:
        asked = errand()
        asked.end({"kind": "stopped"})
        asked.tell({"kind": "hint"})
        asked.end({"kind": "trouble"})
        assert await asked.news() == ({"kind": "stopped"}, True)

    in_time(test)


def test_the_last_word_stops_the_clock() -> None:
    async def test() -> None:
        asked, rung = errand(), list[int]()
        loop = asyncio.get_running_loop()
        first = loop.call_later(1000, rung.append, 1)
        second = loop.call_later(1000, rung.append, 2)
        asked.watch(first)
        asked.watch(second)
        assert first.cancelled()
        assert not second.cancelled()
        asked.end({"kind": "stopped"})
        assert second.cancelled()

    in_time(test)


def test_answers_begin_with_how_many_are_ahead() -> None:
    async def test() -> None:
        asked, gone = errand(), list[Errand]()
        answers = Answers(asked, gone.append)
        asked.end({"kind": "hint", "final": True})
        told = [answer async for answer in answers]
        assert told == [{"kind": "queued", "ahead": 2}, {"kind": "hint", "final": True}]
        del answers
        await asyncio.sleep(0)
        assert gone == []

    in_time(test)


def test_answers_that_are_dropped_call_it_off() -> None:
    async def test() -> None:
        asked, gone = errand(), list[Errand]()
        answers = Answers(asked, gone.append)
        del answers
        await asyncio.sleep(0)
        assert gone == [asked]

    in_time(test)

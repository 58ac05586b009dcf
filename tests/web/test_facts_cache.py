"""What has been found out about deals: once, for everybody who asks meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from fake_workers import run_async

from winnable.errors import LimitError
from winnable.solver import Verdict
from winnable.web.coach_messages import FactsMessage
from winnable.web.facts_cache import FactsCache


def facts(moves: int, *, cut_short: bool = False) -> FactsMessage:
    return FactsMessage(
        verdict=Verdict.WINNABLE,
        moves=moves,
        moves_by_hand=moves,
        minimal=False,
        level=None,
        cut_short=cut_short,
    )


class Searches:
    """Searches that end when they are told to; each finds a longer line than the one before."""

    def __init__(self, *, cut_short: bool = False) -> None:
        self.count, self.may_end = 0, asyncio.Event()
        self._cut_short = cut_short

    async def __call__(self) -> FactsMessage:
        self.count += 1
        found = facts(self.count, cut_short=self._cut_short)
        await self.may_end.wait()
        return found


def ask_together(
    cache: FactsCache, search: Callable[[], Awaitable[FactsMessage]]
) -> list[asyncio.Task[FactsMessage]]:
    return [asyncio.create_task(cache.find("golf-relaxed", 1, search)) for _ in range(3)]


@pytest.mark.parametrize("cut_short", [False, True])
def test_whoever_asks_meanwhile_gets_the_same_answer(cut_short: bool) -> None:
    async def test() -> None:
        cache, search = FactsCache(), Searches(cut_short=cut_short)
        asked = ask_together(cache, search)
        await asyncio.sleep(0)
        search.may_end.set()
        assert await asyncio.gather(*asked) == [facts(1, cut_short=cut_short)] * 3
        assert cache.get("golf-relaxed", 1) == (None if cut_short else facts(1))
        later = await cache.find("golf-relaxed", 1, search)
        assert later == facts(2 if cut_short else 1, cut_short=cut_short)

    run_async(test)


def test_deals_and_games_are_told_apart() -> None:
    async def test() -> None:
        cache, search = FactsCache(), Searches()
        search.may_end.set()
        for count, (game, number) in enumerate((("a", 1), ("a", 2), ("b", 1)), 1):
            assert await cache.find(game, number, search) == facts(count)

    run_async(test)


def test_after_a_failure_the_next_one_searches() -> None:
    async def test() -> None:
        cache, search = FactsCache(), Searches()
        search.may_end.set()

        async def fail() -> FactsMessage:
            await asyncio.sleep(0)
            raise LimitError("too busy")

        failing = asyncio.create_task(cache.find("golf-relaxed", 1, fail))
        await asyncio.sleep(0)
        assert await asyncio.gather(*ask_together(cache, search)) == [facts(1)] * 3
        with pytest.raises(LimitError):
            await failing
        assert search.count == 1

    run_async(test)


def test_whoever_leaves_lets_the_next_one_search() -> None:
    async def test() -> None:
        cache, search = FactsCache(), Searches()
        first, *others = ask_together(cache, search)
        await asyncio.sleep(0)
        first.cancel()
        search.may_end.set()
        assert await asyncio.gather(*others) == [facts(2)] * 2

    run_async(test)


def test_memory_is_bounded() -> None:
    async def test() -> None:
        cache, search = FactsCache(max_entries=10), Searches()
        search.may_end.set()
        for number in range(100):
            await cache.find("golf-relaxed", number, search)
        known = [number for number in range(100) if cache.get("golf-relaxed", number)]
        assert 0 < len(known) <= 11

    run_async(test)

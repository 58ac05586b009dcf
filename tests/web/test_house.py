"""The house: whoever crowds one table is not in the way at another."""

import asyncio
from collections.abc import Callable
from threading import Event

from fake_workers import in_time

from winnable.play import Session
from winnable.store.url_keys import new_key
from winnable.web.house import House
from winnable.web.seats import Seat
from winnable.web.settings import Settings

THREADS = 2


def _new_table(house: House) -> tuple[int, str]:
    player = house.store.players.create()
    return player, house.seats.open(player, new_key(), Session.new("freecell", 1), None).key


def test_one_table_takes_one_thread_however_many_want_it() -> None:
    async def test() -> list[str]:
        house = House.build(Settings(threads=THREADS, workers=1))
        await house.open()
        ann, bob = _new_table(house), _new_table(house)
        is_there, may_go = Event(), Event()
        done: list[str] = []

        def stay(_: Seat) -> None:
            is_there.set()
            may_go.wait()

        async def at(who: tuple[int, str], act: Callable[[Seat], None], name: str) -> None:
            await house.at(*who, act)
            done.append(name)

        crowd = [asyncio.create_task(at(ann, stay, f"ann {each}")) for each in range(5)]
        await asyncio.to_thread(is_there.wait)
        try:
            await at(bob, lambda _: None, "bob")
        finally:
            may_go.set()
        await asyncio.gather(*crowd)
        await house.close()
        return done

    assert in_time(test) == ["bob", *(f"ann {each}" for each in range(5))]

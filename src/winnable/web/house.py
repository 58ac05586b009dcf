"""The house: all that a server has at hand while it is open, and how routes come to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, TypeVar
from weakref import WeakValueDictionary

import anyio.to_thread
from anyio import CapacityLimiter
from fastapi import Depends, Request

from winnable.errors import StoreError
from winnable.rules import GAMES, Game, find_game
from winnable.store import Store
from winnable.web import told
from winnable.web.cookies import Cookies, find_secret
from winnable.web.metrics import Metrics
from winnable.web.pool import Pool
from winnable.web.seats import Seat, Seats
from winnable.web.settings import Settings
from winnable.web.troubles import ApiError

__all__ = ["Asker", "House", "TheHouse", "Who", "game_named"]

T = TypeVar("T")

_DAY = 24 * 3600.0
_UNPLAYED = timedelta(days=30)
"""A table at which no move was made is cleared away after so long."""


@dataclass
class House:
    """The store, the tables being played at, the coach's crew."""

    settings: Settings
    store: Store
    seats: Seats
    cookies: Cookies
    pool: Pool
    metrics: Metrics = field(init=False)
    dailies: dict[tuple[str, str], int] = field(default_factory=dict)
    """Deals of the day that have been worked out: by game and date."""
    _turns: WeakValueDictionary[tuple[int | None, str], asyncio.Lock] = field(
        default_factory=WeakValueDictionary
    )
    """Whose turn it is at a table, while anybody wants one."""
    _limiter: CapacityLimiter | None = None
    _readers: CapacityLimiter | None = None
    _sweeper: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.metrics = Metrics(self.figures)

    @classmethod
    def build(cls, settings: Settings) -> House:
        """Open the store and lay everything out; StoreError if the database cannot be opened."""
        store = Store.open(settings.database, group_commit=True)
        return cls(
            settings,
            store,
            Seats(store, settings.open_tables, settings.steps),
            Cookies(settings.secret or find_secret(store), is_secure=settings.is_secure),
            Pool(
                workers=settings.workers,
                queue=settings.queue,
                per_player=settings.per_player,
                deadline=settings.deadline,
            ),
        )

    async def open(self) -> None:
        """Begin: the crew comes to work."""
        self._limiter = CapacityLimiter(self.settings.threads)
        self._readers = CapacityLimiter(self.settings.readers)
        await self.pool.start()
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Clear away tables nobody played at, now and every day."""
        while True:
            with suppress(StoreError):  # it is tried again tomorrow
                await self.in_thread(
                    lambda: self.store.games.delete_unplayed(self.store.now() - _UNPLAYED)
                )
            await asyncio.sleep(_DAY)

    async def close(self) -> None:
        """End: what was begun is written down first."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        await self.pool.close()
        await self.in_thread(self.store.close)

    async def in_thread(self, act: Callable[[], T]) -> T:
        """Do something that waits for the database, while others are served."""
        return await anyio.to_thread.run_sync(act, limiter=self._limiter)

    async def at_leisure(self, act: Callable[[], T]) -> T:
        """Make a long answer, of which few are made at once: they would hold up the moves."""
        return await anyio.to_thread.run_sync(act, limiter=self._readers)

    async def look(self, player: int | None, key: str, act: Callable[[Seat], T]) -> T:
        """Look at a player's table as it stands now, wherever it was played on."""

        def look_again(seat: Seat) -> T:
            seat.refresh()
            return act(seat)

        return await self.at(player, key, look_again)

    async def at(self, player: int | None, key: str, act: Callable[[Seat], T]) -> T:
        """Do something at a player's table, alone."""

        def sit() -> T:
            with self.seats.at(player, key) as seat:
                return act(seat)

        # Whoever has to wait for their turn waits here. Threads that wait for one table would be
        # missing at all the others, and nobody's many requests may hold up somebody's move.
        async with self._turns.setdefault((player, key), asyncio.Lock()):
            return await self.in_thread(sit)

    async def change(
        self, player: int | None, key: str, act: Callable[[Seat], told.State]
    ) -> told.State:
        """The same for a change; what the coach was asked about the table is called off."""
        state = await self.at(player, key, act)
        self.pool.call_off(key)
        return state

    def figures(self) -> Mapping[str, float]:
        """How busy it is."""
        crew = {f"coach_{name}": value for name, value in self.pool.figures().items()}
        return {"open_tables": len(self.seats), **crew}


# Neither of these waits for anything; as plain functions each would be sent to a thread and back.


async def _the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(_the_house)]


async def _who(request: Request, house: TheHouse) -> int | None:
    return house.cookies.player(request)


Who = Annotated[int | None, Depends(_who)]
"""The player who asks; None if they are not known yet."""


async def _asker(request: Request, who: Who) -> int | str:
    if who is not None:
        return who
    return f"somebody at {request.client.host}" if request.client else "somebody"


Asker = Annotated[int | str, Depends(_asker)]
"""Whose question to the coach it is; who is not known yet is told apart by address, for as long as
the question takes."""


def game_named(slug: str) -> Game:
    """A game of the API, where names are whole: 404 if there is none."""
    if slug not in GAMES:
        raise ApiError(404, f"there is no such game: the games are {', '.join(GAMES)}")
    return find_game(slug)

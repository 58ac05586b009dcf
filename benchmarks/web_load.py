"""A load test: many players make a move at the same moment, and then request `/health`.

Rounds of the two alternate over the same connections, so whatever else the machine does affects
both. While moves are made, a few watchers request `/health` too: that shows how long the server
keeps the smallest request waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from benchmarks.figures import Spread, percentile, spread
from benchmarks.web_clients import Connection, Response, get_request
from benchmarks.web_players import GreedyPlayer, Player

__all__ = ["SETTINGS", "CoachRequests", "Load", "Round", "Rounds", "check"]

SETTINGS = """\
new_games_per_address = 1_000_000
new_players_per_address = 1_000_000
"""
"""A settings file for the server: the players of a load test share few addresses."""

HEALTH = get_request("/health")
_METRICS = get_request("/metrics")
_WATCHERS = 5
_WATCH_INTERVAL = 0.05
_AT_ONCE = 100
"""Requests at once of what is not measured."""


@dataclass(frozen=True)
class Round:
    """One request of every player, at the same moment."""

    waits: list[float]
    """Seconds until each response."""
    seconds: float
    """Seconds until the last response."""
    processor: float
    """Seconds of the server's processor time."""
    own: float
    """The same of this program."""


@dataclass
class Rounds:
    """Rounds of moves, and the rounds of `/health` between them."""

    moves: list[Round] = field(default_factory=list)
    healths: list[Round] = field(default_factory=list)
    during_moves: list[float] = field(default_factory=list)
    """Seconds until the responses of `/health` while moves were made."""

    def move(self, share: float) -> float:
        return percentile(_waits(self.moves), share)

    def health(self, share: float) -> float:
        return percentile(_waits(self.healths), share)

    @property
    def ratio(self) -> float:
        """A move's time divided by that of `/health`, both at the 99th percentile."""
        return self.move(0.99) / self.health(0.99)

    @property
    def ratios(self) -> Spread:
        """The quartiles of the same for single rounds."""
        pairs = zip(self.moves, self.healths, strict=True)
        return spread(
            percentile(move.waits, 0.99) / percentile(health.waits, 0.99) for move, health in pairs
        )


def _waits(rounds: Iterable[Round]) -> list[float]:
    return [seconds for each in rounds for seconds in each.waits]


@dataclass
class CoachRequests:
    """The responses to greedy players."""

    statuses: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    waiting: list[int] = field(default_factory=list)
    """How many jobs were waiting, sampled."""


class Load:
    """The players of a server."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        processor: Callable[[], float] = lambda: 0.0,
        window: float = 0.0,
    ) -> None:
        self.players: list[Player] = []
        self._host, self._port = host, port
        self._processor = processor
        self._window = window
        """Seconds over which a round is spread; 0 is all at once."""
        self._random = Random(0)  # noqa: S311 - the same moments every time
        self._watchers: list[Connection] = []

    async def open(self, players: int) -> None:
        """Connect, and deal every player a game."""
        connections = [
            await Connection.to(self._host, self._port) for _ in range(players + _WATCHERS)
        ]
        self._watchers = connections[players:]
        self.players = [
            Player(number, connection) for number, connection in enumerate(connections[:players])
        ]
        await self._deal_games()

    def close(self) -> None:
        for connection in (*self._watchers, *(player.connection for player in self.players)):
            connection.close()

    @property
    def errors(self) -> list[str]:
        """Unexpected responses."""
        return [error for player in self.players for error in player.errors]

    async def play(self, rounds: int, found: Rounds | None = None) -> Rounds:
        """Play rounds of moves and of `/health`; they are added to those found before."""
        found = Rounds() if found is None else found
        for _ in range(rounds):
            await self._deal_games()
            found.healths.append(await self._health_round())
            done = asyncio.Event()
            watching = [
                self._watch(connection, done, found.during_moves) for connection in self._watchers
            ]
            watched = asyncio.gather(*watching)
            found.moves.append(await self._move_round())
            done.set()
            await watched
        return found

    async def _deal_games(self) -> None:
        waiting = [player for player in self.players if player.needs_game]
        for first in range(0, len(waiting), _AT_ONCE):
            await asyncio.gather(*(each.deal() for each in waiting[first : first + _AT_ONCE]))

    async def _health_round(self) -> Round:
        responses, found = await self._round([HEALTH] * len(self.players))
        for player, response in zip(self.players, responses, strict=True):
            if response.status != 200:
                player.errors.append(f"/health: {response.status}")
        return found

    async def _move_round(self) -> Round:
        responses, found = await self._round([player.choose() for player in self.players])
        for player, response in zip(self.players, responses, strict=True):
            player.note(response)
        return found

    async def _round(self, requests: Sequence[bytes]) -> tuple[list[Response], Round]:
        await self._reconnect()
        processor, own, began = self._processor(), time.process_time(), time.perf_counter()
        pairs = zip(self.players, requests, strict=True)
        if self._window:
            responses = await asyncio.gather(*(self._send_later(*pair) for pair in pairs))
        else:
            responses = await asyncio.gather(
                *(player.connection.send(request) for player, request in pairs)
            )
        return responses, Round(
            [response.seconds for response in responses],
            time.perf_counter() - began,
            self._processor() - processor,
            time.process_time() - own,
        )

    async def _reconnect(self) -> None:
        """Make sure that every connection is open and has been used: opening is not measured."""
        connections = [player.connection for player in self.players]
        reconnected = [connection for connection in connections if await connection.reconnect()]
        await asyncio.gather(*(connection.send(HEALTH) for connection in reconnected))

    async def _send_later(self, player: Player, request: bytes) -> Response:
        await asyncio.sleep(self._random.uniform(0, self._window))
        await player.connection.reconnect()
        return await player.connection.send(request)

    async def _watch(self, connection: Connection, done: asyncio.Event, waits: list[float]) -> None:
        while not done.is_set():
            await connection.reconnect()
            waits.append((await connection.send(HEALTH)).seconds)
            await asyncio.sleep(_WATCH_INTERVAL)

    @asynccontextmanager
    async def greedy(
        self, count: int, pause: float = 0.1, found: CoachRequests | None = None
    ) -> AsyncIterator[CoachRequests]:
        """Run greedy players in the background, once the queue is full."""
        found = CoachRequests() if found is None else found
        players = [GreedyPlayer(1 + number, pause) for number in range(count)]
        tasks = [asyncio.create_task(each.ask_on(self._host, self._port)) for each in players]
        sampling = asyncio.create_task(self._sample(found))
        try:
            while not any(each.statuses[503] for each in players):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(_WATCH_INTERVAL)
            yield found
        finally:
            for task in (*tasks, sampling):
                task.cancel()
            await asyncio.gather(*tasks, sampling, return_exceptions=True)
            for each in players:
                found.statuses += each.statuses
                found.endings += each.endings

    async def _sample(self, found: CoachRequests) -> None:
        """Sample how many jobs are waiting."""
        connection = await Connection.to(self._host, self._port)
        try:
            while True:
                await connection.reconnect()
                response = await connection.send(_METRICS)
                for line in response.body.splitlines():
                    if line.startswith(b"winnable_coach_waiting "):
                        found.waiting.append(int(float(line.split()[1])))
                await asyncio.sleep(5 * _WATCH_INTERVAL)
        finally:
            connection.close()


async def check(host: str, port: int, players: Sequence[Player]) -> None:
    """Check that a server has every game as it was played; errors are added to the players."""
    connections = [await Connection.to(host, port) for _ in range(_AT_ONCE)]
    try:
        for first in range(0, len(players), _AT_ONCE):
            some = zip(players[first : first + _AT_ONCE], connections, strict=False)
            await asyncio.gather(*(player.check(connection) for player, connection in some))
    finally:
        for connection in connections:
            connection.close()

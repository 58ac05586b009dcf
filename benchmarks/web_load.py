"""A load test: many players make a move at the same moment, and ask for `/health` the moment after.

Rounds of the two are played in turn over the same connections, so whatever else the machine does
hits both. While moves are made a few watchers ask for `/health`, too: what they wait is how long
the server keeps somebody waiting who wants next to nothing.
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
from benchmarks.web_clients import Answer, Wire, ask_for
from benchmarks.web_players import Greedy, Player

__all__ = ["Load", "Questions", "Round", "Rounds", "check"]

HEALTH = ask_for("/health")
_METRICS = ask_for("/metrics")
_WATCHERS = 5
_BETWEEN_LOOKS = 0.05
_AT_ONCE = 100
"""Of what is prepared or checked, and not measured."""


@dataclass(frozen=True)
class Round:
    """What all players did once, at the same moment."""

    waits: list[float]
    """Seconds that each waited for the answer."""
    seconds: float
    """How long it was until all had theirs."""
    processor: float
    """Seconds of the server's processor time."""
    own: float
    """The same of the program that measures."""


@dataclass
class Rounds:
    """Rounds of moves, and the rounds of bare calls between them."""

    moves: list[Round] = field(default_factory=list)
    healths: list[Round] = field(default_factory=list)
    amid: list[float] = field(default_factory=list)
    """What bare calls took while moves were made."""

    def move(self, share: float) -> float:
        """A percentile of all moves."""
        return percentile(_waits(self.moves), share)

    def health(self, share: float) -> float:
        """A percentile of all bare calls."""
        return percentile(_waits(self.healths), share)

    @property
    def ratio(self) -> float:
        """How many times as long as a bare call a move takes, at the 99th percentile."""
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
class Questions:
    """What became of the questions of the greedy."""

    statuses: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    waiting: list[int] = field(default_factory=list)
    """How many were waiting for the coach, whenever somebody looked."""


class Load:
    """Players at a server."""

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
        self._chance = Random(0)  # noqa: S311 - the same moments every time
        self._watchers: list[Wire] = []

    async def open(self, players: int) -> None:
        """Connect, and deal everybody a table."""
        wires = [await Wire.to(self._host, self._port) for _ in range(players + _WATCHERS)]
        self._watchers = wires[players:]
        self.players = [Player(number, wire) for number, wire in enumerate(wires[:players])]
        await self._seat_all()

    def close(self) -> None:
        """Hang up."""
        for wire in (*self._watchers, *(player.wire for player in self.players)):
            wire.close()

    @property
    def troubles(self) -> list[str]:
        """Whatever was answered that ought not to be."""
        return [trouble for player in self.players for trouble in player.troubles]

    async def play(self, rounds: int, found: Rounds | None = None) -> Rounds:
        """So many rounds of moves and bare calls, in turn; they are added to those there are."""
        found = Rounds() if found is None else found
        for _ in range(rounds):
            await self._seat_all()
            found.healths.append(await self._health_round())
            done = asyncio.Event()
            watching = [self._watch(wire, done, found.amid) for wire in self._watchers]
            watched = asyncio.gather(*watching)
            found.moves.append(await self._move_round())
            done.set()
            await watched
        return found

    async def _seat_all(self) -> None:
        needy = [player for player in self.players if player.needs_table]
        for first in range(0, len(needy), _AT_ONCE):
            await asyncio.gather(*(each.sit_down() for each in needy[first : first + _AT_ONCE]))

    async def _health_round(self) -> Round:
        answers, found = await self._round([HEALTH] * len(self.players))
        for player, answer in zip(self.players, answers, strict=True):
            if answer.status != 200:
                player.troubles.append(f"/health: {answer.status}")
        return found

    async def _move_round(self) -> Round:
        answers, found = await self._round([player.choose() for player in self.players])
        for player, answer in zip(self.players, answers, strict=True):
            player.note(answer)
        return found

    async def _round(self, requests: Sequence[bytes]) -> tuple[list[Answer], Round]:
        await self._mend()
        processor, own, began = self._processor(), time.process_time(), time.perf_counter()
        pairs = zip(self.players, requests, strict=True)
        if self._window:
            answers = await asyncio.gather(*(self._ask_later(*pair) for pair in pairs))
        else:
            answers = await asyncio.gather(*(player.wire.ask(said) for player, said in pairs))
        return answers, Round(
            [answer.seconds for answer in answers],
            time.perf_counter() - began,
            self._processor() - processor,
            time.process_time() - own,
        )

    async def _mend(self) -> None:
        """See to it that every connection stands, and has been used: making one is not measured."""
        wires = [player.wire for player in self.players]
        mended = [wire for wire in wires if await wire.mend()]
        await asyncio.gather(*(wire.ask(HEALTH) for wire in mended))

    async def _ask_later(self, player: Player, request: bytes) -> Answer:
        await asyncio.sleep(self._chance.uniform(0, self._window))
        await player.wire.mend()
        return await player.wire.ask(request)

    async def _watch(self, wire: Wire, done: asyncio.Event, waits: list[float]) -> None:
        while not done.is_set():
            await wire.mend()
            waits.append((await wire.ask(HEALTH)).seconds)
            await asyncio.sleep(_BETWEEN_LOOKS)

    @asynccontextmanager
    async def greedy(
        self, count: int, pause: float = 0.1, found: Questions | None = None
    ) -> AsyncIterator[Questions]:
        """So many who ask the coach all the while; it begins when one of them is turned away."""
        found = Questions() if found is None else found
        askers = [Greedy(1 + number, pause) for number in range(count)]
        tasks = [asyncio.create_task(each.ask_on(self._host, self._port)) for each in askers]
        looking = asyncio.create_task(self._look(found))
        try:
            while not any(each.statuses[503] for each in askers):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(_BETWEEN_LOOKS)
            yield found
        finally:
            for task in (*tasks, looking):
                task.cancel()
            await asyncio.gather(*tasks, looking, return_exceptions=True)
            for each in askers:
                found.statuses += each.statuses
                found.endings += each.endings

    async def _look(self, found: Questions) -> None:
        """Look now and then how many questions wait."""
        wire = await Wire.to(self._host, self._port)
        try:
            while True:
                await wire.mend()
                answer = await wire.ask(_METRICS)
                for line in answer.body.splitlines():
                    if line.startswith(b"winnable_coach_waiting "):
                        found.waiting.append(int(float(line.split()[1])))
                await asyncio.sleep(5 * _BETWEEN_LOOKS)
        finally:
            wire.close()


async def check(host: str, port: int, players: Sequence[Player]) -> None:
    """See whether a server has every table as it was played; what is wrong is noted."""
    wires = [await Wire.to(host, port) for _ in range(_AT_ONCE)]
    try:
        for first in range(0, len(players), _AT_ONCE):
            some = zip(players[first : first + _AT_ONCE], wires, strict=False)
            await asyncio.gather(*(player.check(wire) for player, wire in some))
    finally:
        for wire in wires:
            wire.close()

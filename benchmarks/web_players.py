"""Players of a load test: some who make moves, and some who only ever ask the coach.

A player makes random legal moves, the same every time, and remembers each: at the end it is known
what the server ought to have kept.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from benchmarks.plan import SLUGS
from benchmarks.web_clients import Answer, Wire, ask_for, post

__all__ = ["API", "Greedy", "Player", "Table"]

API = "/api/v1"

_COACHED = ("aces-up", "freecell")
"""The first takes the coach long, the second is asked about quickly."""
_QUESTIONS = ("hint", "standing")


@dataclass
class Table:
    """A table, and what its player has done there."""

    key: str
    game: str
    version: int
    choices: list[str]
    """The moves that are legal now."""
    made: list[str] = field(default_factory=list)
    """The moves that the server has said it has made."""


class Player:
    """Somebody who plays, one table after another."""

    def __init__(self, number: int, wire: Wire) -> None:
        self.number, self.wire = number, wire
        self.cookie = ""
        self.tables: list[Table] = []
        self.troubles: list[str] = []
        """Whatever was answered that ought not to be."""
        self._chance = Random(number)  # noqa: S311 - the same moves every time
        self._meant = ""

    @property
    def table(self) -> Table:
        """The one being played at."""
        return self.tables[-1]

    @property
    def needs_table(self) -> bool:
        """Whether there is no move to make: no table yet, or one that is stuck or won."""
        return not self.tables or not self.table.choices

    async def sit_down(self) -> None:
        """Have a table dealt: the first, or another one."""
        game = SLUGS[self.number % len(SLUGS)]
        deal = 1 + self.number + 1_000_000 * len(self.tables)
        body: dict[str, object] = {"game": game, "deal": deal}
        await self.wire.mend()
        answer = await self.wire.ask(post(f"{API}/tables", body, self.cookie))
        if answer.status != 201:
            raise RuntimeError(f"no table was dealt: {answer.status} {answer.body.decode()}")
        self.cookie = answer.cookie or self.cookie
        state = answer.json()
        self.tables.append(Table(state["key"], game, state["version"], state["moves"]))

    def choose(self) -> bytes:
        """A request for a random move."""
        self._meant = self._chance.choice(self.table.choices)
        body: dict[str, object] = {"version": self.table.version, "move": self._meant}
        return post(f"{API}/tables/{self.table.key}/move", body, self.cookie)

    def note(self, answer: Answer) -> None:
        """See what came of the move: it has to be made, once, and nothing else."""
        table = self.table
        if answer.status != 200:
            self.troubles.append(f"{self._meant}: {answer.status} {answer.body.decode()}")
            return
        state = answer.json()
        table.made.append(self._meant)
        told = (state["version"], state["made"], state["last"]["move"], state["key"])
        expected = (table.version + 1, len(table.made), self._meant, table.key)
        if told != expected:
            self.troubles.append(f"{table.key}: told {told}, and {expected} was to be")
        table.version, table.choices = state["version"], state["moves"]

    async def check(self, wire: Wire) -> None:
        """See whether the server has each table as it was played: no move lost, none doubled."""
        for table in self.tables:
            await wire.mend()
            answer = await wire.ask(ask_for(f"{API}/tables/{table.key}/line", self.cookie))
            if answer.status != 200:
                self.troubles.append(f"{table.key}: its line is {answer.status}")
                continue
            kept = [step["move"] for step in answer.json()["steps"][1:]]
            if kept != table.made:
                self.troubles.append(f"{table.key}: kept {kept}, played {table.made}")


class Greedy:
    """Somebody who asks the coach about two tables at once, and again and again.

    Four questions are under way all the time, one more than a player may have; after a refusal the
    next comes soon, however long the server says to wait.
    """

    def __init__(self, number: int, pause: float) -> None:
        self.number, self._pause = number, pause
        self.statuses: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        """Of the answers that came to an end: the kinds of their last lines."""

    async def ask_on(self, host: str, port: int) -> None:
        """Ask until cancelled."""
        player = Player(self.number, await Wire.to(host, port))
        wires = [player.wire]
        try:
            tables = []
            for game in _COACHED:
                body: dict[str, object] = {"game": game, "deal": self.number}
                answer = await player.wire.ask(post(f"{API}/tables", body, player.cookie))
                player.cookie = answer.cookie or player.cookie
                tables.append(answer.json()["key"])
            paths = [f"{API}/tables/{key}/{what}" for key in tables for what in _QUESTIONS]
            wires += [await Wire.to(host, port) for _ in paths[1:]]
            async with asyncio.TaskGroup() as group:
                for wire, path in zip(wires, paths, strict=True):
                    group.create_task(self._repeat(wire, post(path, {}, player.cookie)))
        finally:
            for wire in wires:
                wire.close()

    async def _repeat(self, wire: Wire, question: bytes) -> None:
        while True:
            await wire.mend()
            answer = await wire.ask(question)
            self.statuses[answer.status] += 1
            if answer.status == 200:
                self.endings[answer.lines()[-1]["kind"]] += 1
            else:
                await asyncio.sleep(self._pause)

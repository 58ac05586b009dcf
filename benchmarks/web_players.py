"""Players of a load test: some make moves, and some only ask the coach.

A player makes random legal moves, the same every time, and remembers them: at the end it is known
what the server has to have saved.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from benchmarks.plan import SLUGS
from benchmarks.web_clients import Connection, Response, get_request, post_request

__all__ = ["API", "GreedyPlayer", "PlayedGame", "Player"]

API = "/api/v1"

_COACHED = ("aces-up", "freecell")
"""The first takes the coach long, the second does not."""
_REQUESTS = ("hint", "evaluation")


@dataclass
class PlayedGame:
    """A game, and the moves that were made in it."""

    key: str
    game: str
    version: int
    legal_moves: list[str]
    made: list[str] = field(default_factory=list)
    """The moves that the server has confirmed."""


class Player:
    """Plays one game after another."""

    def __init__(self, number: int, connection: Connection) -> None:
        self.number, self.connection = number, connection
        self.cookie = ""
        self.games: list[PlayedGame] = []
        self.errors: list[str] = []
        """Unexpected responses."""
        self._random = Random(number)  # noqa: S311 - the same moves every time
        self._move = ""

    @property
    def game(self) -> PlayedGame:
        """The current game."""
        return self.games[-1]

    @property
    def needs_game(self) -> bool:
        """Whether there is no move to make: no game yet, or one that is over."""
        return not self.games or not self.game.legal_moves

    async def deal(self) -> None:
        """Start the first game, or another one."""
        game = SLUGS[self.number % len(SLUGS)]
        deal = 1 + self.number + 1_000_000 * len(self.games)
        body: dict[str, object] = {"game": game, "deal_number": deal}
        await self.connection.reconnect()
        response = await self.connection.send(post_request(f"{API}/games", body, self.cookie))
        if response.status != 201:
            raise RuntimeError(f"no game was dealt: {response.status} {response.body.decode()}")
        self.cookie = response.cookie or self.cookie
        state = response.json()
        self.games.append(PlayedGame(state["key"], game, state["version"], state["legal_moves"]))

    def choose(self) -> bytes:
        """A request for a random move."""
        self._move = self._random.choice(self.game.legal_moves)
        body: dict[str, object] = {"version": self.game.version, "move": self._move}
        return post_request(f"{API}/games/{self.game.key}/move", body, self.cookie)

    def note(self, response: Response) -> None:
        """Check that the move was made, once, and nothing else."""
        game = self.game
        if response.status != 200:
            self.errors.append(f"{self._move}: {response.status} {response.body.decode()}")
            return
        state = response.json()
        game.made.append(self._move)
        found = (state["version"], state["moves_made"], state["last_change"]["move"], state["key"])
        expected = (game.version + 1, len(game.made), self._move, game.key)
        if found != expected:
            self.errors.append(f"{game.key}: got {found}, expected {expected}")
        game.version, game.legal_moves = state["version"], state["legal_moves"]

    async def check(self, connection: Connection) -> None:
        """Check that the server has each game as it was played: no move lost or made twice."""
        for game in self.games:
            await connection.reconnect()
            response = await connection.send(
                get_request(f"{API}/games/{game.key}/steps", self.cookie)
            )
            if response.status != 200:
                self.errors.append(f"{game.key}: its steps are {response.status}")
                continue
            saved = [step["move"] for step in response.json()["steps"][1:]]
            if saved != game.made:
                self.errors.append(f"{game.key}: saved {saved}, played {game.made}")


class GreedyPlayer:
    """Asks the coach about two games at once, again and again.

    Four requests are under way all the time, one more than a player may have; after a refusal the
    next follows soon, whatever the Retry-After header says.
    """

    def __init__(self, number: int, pause: float) -> None:
        self.number, self._pause = number, pause
        self.statuses: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        """The kinds of the last messages of streams."""

    async def ask_on(self, host: str, port: int) -> None:
        """Ask until cancelled."""
        player = Player(self.number, await Connection.to(host, port))
        connections = [player.connection]
        try:
            games = []
            for game in _COACHED:
                body: dict[str, object] = {"game": game, "deal_number": self.number}
                response = await player.connection.send(
                    post_request(f"{API}/games", body, player.cookie)
                )
                player.cookie = response.cookie or player.cookie
                games.append(response.json()["key"])
            paths = [f"{API}/games/{key}/{kind}" for key in games for kind in _REQUESTS]
            connections += [await Connection.to(host, port) for _ in paths[1:]]
            async with asyncio.TaskGroup() as group:
                for connection, path in zip(connections, paths, strict=True):
                    group.create_task(
                        self._repeat(connection, post_request(path, {}, player.cookie))
                    )
        finally:
            for connection in connections:
                connection.close()

    async def _repeat(self, connection: Connection, request: bytes) -> None:
        while True:
            await connection.reconnect()
            response = await connection.send(request)
            self.statuses[response.status] += 1
            if response.status == 200:
                self.endings[response.lines()[-1]["kind"]] += 1
            else:
                await asyncio.sleep(self._pause)

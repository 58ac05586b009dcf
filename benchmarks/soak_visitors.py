"""Visitors of a soak test: they come, play in their own ways, go, come back, and are replaced.

A visitor remembers every move that was answered. After a connection that broke in the middle of a
move it looks at the game: the move was made or it was not, and either is right.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from benchmarks.plan import SLUGS
from benchmarks.web_clients import (
    Connection,
    ConnectionBrokenError,
    Response,
    get_request,
    post_request,
)
from benchmarks.web_players import API, PlayedGame
from winnable import find_game, numbered_deck
from winnable.solver import Limit, solve

__all__ = ["SoakLog", "SoakedGame", "Visitor"]

_SOLVABLE = ("freecell", "bakers-game", "golf-relaxed")
_SOLVER_STATES = 5_000
_READ_TIMEOUT = 60.0


@dataclass
class SoakedGame(PlayedGame):
    """A game, the moves that were answered, and perhaps one that was sent without an answer."""

    unanswered: str = ""
    plan: tuple[str, ...] = ()
    """A winning line, if this visitor has one."""

    def is_saved_as(self, moves: list[str]) -> bool:
        """Whether these moves are all that were answered, and at most one that was not."""
        return moves == self.made or (
            bool(self.unanswered) and moves == [*self.made, self.unanswered]
        )


@dataclass
class SoakLog:
    """What all visitors have seen."""

    statuses: Counter[str] = field(default_factory=Counter)
    """Responses other than 2xx by request and status, and connections that broke."""
    move_waits: list[float] = field(default_factory=list)
    """Seconds until the answers to moves, since the last sample."""
    moves: int = 0
    visitors: int = 0
    visits: int = 0
    wins: int = 0
    given_up: int = 0
    coach_requests: int = 0
    disconnects: int = 0
    problems: list[str] = field(default_factory=list)
    """Answers that contradict what was played."""


class Visitor:
    """One browser without a cookie, from its first visit to its last."""

    def __init__(self, number: int, host: str, port: int, think: float, log: SoakLog) -> None:
        self._host, self._port, self._think, self._log = host, port, think, log
        self._random = Random(number)  # noqa: S311 - the same visitors every time
        self.cookie = ""
        self.games: list[SoakedGame] = []
        self._connections: list[Connection] = []

    async def stay(self) -> None:
        """Visit a few times; whatever happens to connections, come back."""
        self._log.visitors += 1
        try:
            for _ in range(self._random.randint(1, 4)):
                self._log.visits += 1
                try:
                    await self._visit()
                except (ConnectionBrokenError, OSError, TimeoutError):
                    self._log.statuses["broken connection"] += 1
                finally:
                    self._close()
                await self._pause(5)
        finally:
            self._close()

    def _close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()

    async def _pause(self, times: float = 1.0) -> None:
        await asyncio.sleep(times * self._think * self._random.uniform(0.5, 1.5))

    async def _connect(self) -> Connection:
        connection = await Connection.to(self._host, self._port)
        self._connections.append(connection)
        return connection

    async def _send(self, connection: Connection, what: str, request: bytes) -> Response:
        await connection.reconnect()
        async with asyncio.timeout(_READ_TIMEOUT):  # wait_for could lose a cancellation
            response = await connection.send(request)
        if not 200 <= response.status < 300:
            self._log.statuses[f"{what}: {response.status}"] += 1
        return response

    # -- a visit ----------------------------------------------------------------------------------

    async def _visit(self) -> None:
        connection = await self._connect()
        if self.cookie:
            await self._send(connection, "games", get_request(f"{API}/games", self.cookie))
        if self.games and not await self._look(connection, self.games[-1]):
            return
        moves = self._random.randint(3, 60)
        for _ in range(moves):
            await self._pause()
            if not self.games or not self.games[-1].legal_moves:
                if not await self._deal(connection):
                    return
                continue
            if not await self._do_something(connection, self.games[-1]):
                return  # and the connection is closed

    async def _do_something(self, connection: Connection, game: SoakedGame) -> bool:
        """Something that a player does; whether the connection can still be used."""
        chance = self._random.random()
        if chance < 0.01:
            await self._leave_in_the_middle(connection, game)
            return False
        if chance < 0.03:
            await self._beside(self._ask_coach, game)
        elif chance < 0.05:
            await self._beside(self._look_around, game)
        elif chance < 0.055 and game.made:
            await self._give_up(connection, game)
        else:
            await self._move(connection, game)
        return True

    async def _deal(self, connection: Connection) -> bool:
        slug = SLUGS[self._random.randrange(len(SLUGS))]
        deal = self._random.randint(1, 1_000_000)
        body: dict[str, object] = {"game": slug, "deal_number": deal, "autoplay": "off"}
        response = await self._send(
            connection, "deal", post_request(f"{API}/games", body, self.cookie)
        )
        if response.status != 201:
            return False
        self.cookie = response.cookie or self.cookie
        state = response.json()
        game = SoakedGame(state["key"], slug, state["version"], state["legal_moves"])
        if slug in _SOLVABLE and self._random.random() < 0.3:
            game.plan = _winning_line(slug, deal)
        self.games.append(game)
        return True

    async def _look(self, connection: Connection, game: SoakedGame) -> bool:
        """Get a game's state, as after coming back, and learn whether the last move was made."""
        response = await self._send(
            connection, "look", get_request(f"{API}/games/{game.key}", self.cookie)
        )
        if response.status != 200:
            if response.status == 404:
                self._log.problems.append(f"{game.key}: the game is gone")
            return False
        state = response.json()
        if game.unanswered and state["moves_made"] == len(game.made) + 1:
            game.made.append(game.unanswered)
        game.unanswered = ""
        if state["moves_made"] != len(game.made):
            self._log.problems.append(
                f"{game.key}: {state['moves_made']} moves, {len(game.made)} were answered"
            )
        game.version, game.legal_moves = state["version"], state["legal_moves"]
        return True

    def _choose(self, game: SoakedGame) -> bytes:
        made = len(game.made)
        is_planned = made < len(game.plan)
        game.unanswered = game.plan[made] if is_planned else self._random.choice(game.legal_moves)
        body: dict[str, object] = {"version": game.version, "move": game.unanswered}
        return post_request(f"{API}/games/{game.key}/move", body, self.cookie)

    async def _move(self, connection: Connection, game: SoakedGame) -> None:
        response = await self._send(connection, "move", self._choose(game))
        if response.status != 200:
            await self._look(connection, game)
            return
        self._log.moves += 1
        self._log.move_waits.append(response.seconds)
        state = response.json()
        game.made.append(game.unanswered)
        found = (state["moves_made"], state["last_change"]["move"])
        if found != (len(game.made), game.unanswered):
            self._log.problems.append(
                f"{game.key}: {found} after move {len(game.made)}, {game.unanswered}"
            )
        game.unanswered = ""
        game.version, game.legal_moves = state["version"], state["legal_moves"]
        self._log.wins += state["is_won"]

    async def _leave_in_the_middle(self, connection: Connection, game: SoakedGame) -> None:
        """Send a move and close the connection at once; the next visit finds out."""
        self._log.disconnects += 1
        await connection.reconnect()
        _ignore(connection.send(self._choose(game)))
        await asyncio.sleep(self._random.choice((0.0, 0.002, 0.02)))
        connection.close()
        await self._pause()

    async def _give_up(self, connection: Connection, game: SoakedGame) -> None:
        body: dict[str, object] = {"version": game.version}
        response = await self._send(
            connection,
            "give up",
            post_request(f"{API}/games/{game.key}/give-up", body, self.cookie),
        )
        if response.status == 200:
            self._log.given_up += 1
            game.legal_moves = []  # on to another game

    # -- on further connections -------------------------------------------------------------------

    async def _beside(
        self, what: Callable[[Connection, SoakedGame], Awaitable[None]], game: SoakedGame
    ) -> None:
        connection = await self._connect()
        try:
            await what(connection, game)
        finally:
            connection.close()
            self._connections.remove(connection)
        await self._look(self._connections[0], game)  # a hint is a new version

    async def _ask_coach(self, connection: Connection, game: SoakedGame) -> None:
        self._log.coach_requests += 1
        what = self._random.choice(("hint", "evaluation"))
        answer = connection.send(post_request(f"{API}/games/{game.key}/{what}", {}, self.cookie))
        _ignore(answer)
        timeout = self._random.choice((0.1, 1.0, _READ_TIMEOUT))
        await asyncio.wait([answer], timeout=timeout)
        if answer.done() and answer.exception() is None and answer.result().status != 200:
            self._log.statuses[f"coach: {answer.result().status}"] += 1

    async def _look_around(self, connection: Connection, _: SoakedGame) -> None:
        for path in ("statistics", "history", "catalog", "player"):
            await self._send(connection, path, get_request(f"{API}/{path}", self.cookie))

    # -- afterwards -------------------------------------------------------------------------------

    async def check(self, connection: Connection) -> int:
        """How many games are not saved as they were played."""
        wrong = 0
        for game in self.games:
            await connection.reconnect()
            response = await connection.send(
                get_request(f"{API}/games/{game.key}/steps", self.cookie)
            )
            if response.status != 200:
                wrong += bool(game.made)
                if game.made:
                    self._log.problems.append(f"{game.key}: its steps are {response.status}")
                continue
            saved = [step["move"] for step in response.json()["steps"][1:]]
            if not game.is_saved_as(saved):
                wrong += 1
                self._log.problems.append(f"{game.key}: saved {saved}, played {game.made}")
        return wrong


def _ignore(answer: asyncio.Future[Response]) -> None:
    """Nobody has to hear of it if an answer does not come: the connection may be closed before."""
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())


def _winning_line(slug: str, deal: int) -> tuple[str, ...]:
    game = find_game(slug)
    return solve(game, game.deal(numbered_deck(deal)), Limit(states=_SOLVER_STATES)).texts

"""A thousand tables at once: every move is made once and kept, also while the coach is besieged.

It is `benchmarks.web` in small. How long things take is printed and not judged, but for a bound
that only a server which has come to a standstill would break.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import postgres as peers
import pytest
import web_servers

from benchmarks.web_load import Load, Questions, Rounds, check
from winnable import GAMES

PLAYERS = 1_000
GREEDY = 100
STANDSTILL = 100
"""A move takes some times as long as a bare call; never so many times."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.heavy)])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[web_servers.Server]:
    """One that nobody else is at: it is to be killed."""
    url = peers.shelf_for(request, tmp_path_factory.mktemp("load"))
    with web_servers.server(url, "--workers", "1") as running:
        yield running


def _tell(name: str, found: Rounds) -> None:
    move, health = (1000 * wait(0.99) for wait in (found.move, found.health))
    print(
        f"{name}: 99% of a move {move:.0f} ms, of /health {health:.0f} ms, {found.ratio:.1f} times"
    )


def test_a_thousand_tables_lose_no_move_and_double_none(server: web_servers.Server) -> None:
    async def play() -> tuple[Load, Rounds, Rounds, Questions]:
        load = Load("127.0.0.1", server.port)
        await load.open(PLAYERS)
        alone = await load.play(2)
        async with load.greedy(GREEDY) as questions:
            among = await load.play(1)
        load.close()
        return load, alone, among, questions

    load, alone, among, questions = asyncio.run(play())
    _tell("alone", alone)
    _tell("with the queue full", among)
    print(f"with it full / without: {among.move(0.99) / alone.move(0.99):.1f} times; {questions}")
    assert load.troubles == []
    made = [table.made for player in load.players for table in player.tables]
    assert sum(map(len, made)) == 3 * PLAYERS
    assert {table.game for player in load.players for table in player.tables} == set(GAMES)
    assert set(questions.statuses) <= {200, 429, 503}
    assert questions.statuses[503] > 0
    assert max(alone.ratio, among.ratio) < STANDSTILL

    server.kill()
    server.start()
    asyncio.run(check("127.0.0.1", server.port, load.players))
    assert load.troubles == []

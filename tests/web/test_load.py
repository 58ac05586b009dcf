"""A thousand players at once: every move is made once and saved, also while the coach is busy.

It is a small `benchmarks.web`. Times are printed and not checked, except against a bound that only
a server at a standstill would exceed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import postgres as peers
import pytest
import web_servers

from benchmarks.web_load import SETTINGS, CoachRequests, Load, Rounds, check
from winnable import GAMES

PLAYERS = 1_000
GREEDY = 100
STANDSTILL = 100
"""A move takes some times as long as a bare call; never so many times."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.heavy)])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[web_servers.Server]:
    """A server of its own, because it is killed."""
    folder = tmp_path_factory.mktemp("load")
    url = peers.database_url(request, folder)
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS)
    with web_servers.server(url, "--workers", "1", "--settings", str(settings)) as running:
        yield running


def _print(name: str, found: Rounds) -> None:
    move, health = (1000 * wait(0.99) for wait in (found.move, found.health))
    print(
        f"{name}: 99% of a move {move:.0f} ms, of /health {health:.0f} ms, {found.ratio:.1f} times"
    )


def test_no_move_is_lost_or_made_twice(server: web_servers.Server) -> None:
    async def play() -> tuple[Load, Rounds, Rounds, CoachRequests]:
        load = Load("127.0.0.1", server.port)
        await load.open(PLAYERS)
        alone = await load.play(2)
        async with load.greedy(GREEDY) as requests:
            among = await load.play(1)
        load.close()
        return load, alone, among, requests

    load, alone, among, requests = asyncio.run(play())
    _print("alone", alone)
    _print("with the queue full", among)
    print(f"with it full / without: {among.move(0.99) / alone.move(0.99):.1f} times; {requests}")
    assert load.errors == []
    made = [game.made for player in load.players for game in player.games]
    assert sum(map(len, made)) == 3 * PLAYERS
    assert {game.game for player in load.players for game in player.games} == set(GAMES)
    assert set(requests.statuses) <= {200, 429, 503}
    assert requests.statuses[503] > 0
    assert max(alone.ratio, among.ratio) < STANDSTILL

    server.kill()
    server.start()
    asyncio.run(check("127.0.0.1", server.port, load.players))
    assert load.errors == []

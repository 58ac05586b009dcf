"""Nobody can close the coach: with its queue full, other players still get their hints.

A real server and real workers. 110 clients, each a player of its own, are at one address and ask
the coach again and again; the players who have to be served are at another address, or at the same
one but known for longer.
"""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import web_servers

CLIENTS = 110
SETTINGS = "workers = 1\nbusy_job_timeout = 1\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[web_servers.Server]:
    file = tmp_path / "winnable.toml"
    file.write_text(SETTINGS)
    with web_servers.sqlite_server(tmp_path, "--settings", str(file)) as running:
        yield running


def client_at(server: web_servers.Server, address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"{server.url}/api/v1",
        transport=httpx.AsyncHTTPTransport(local_address=address, verify=web_servers.NO_TLS),
        timeout=web_servers.TIMEOUT,
    )


async def deal(client: httpx.AsyncClient, game: str) -> str:
    response = await client.post("/games", json={"game": game, "deal_number": 7})
    assert response.status_code == 201, response.text
    return str(response.json()["key"])


async def hint(client: httpx.AsyncClient, key: str) -> tuple[int, dict[str, Any]]:
    """The status, and the last message."""
    async with client.stream("POST", f"/games/{key}/hint", json={}) as response:
        lines = [line async for line in response.aiter_lines() if line]
    return response.status_code, json.loads(lines[-1])


async def ask_on(client: httpx.AsyncClient, statuses: Counter[int]) -> None:
    key = await deal(client, "aces-up")
    while True:
        status, _ = await hint(client, key)
        statuses[status] += 1
        await asyncio.sleep(0.5)


@asynccontextmanager
async def crowd(server: web_servers.Server, address: str) -> AsyncIterator[Counter[int]]:
    """Clients who fill the queue, until some are refused."""
    statuses: Counter[int] = Counter()
    clients = [client_at(server, address) for _ in range(CLIENTS)]
    tasks = [asyncio.create_task(ask_on(client, statuses)) for client in clients]
    try:
        while not statuses[503]:
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.1)
        yield statuses
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            await client.aclose()


async def until_full(server: web_servers.Server, client: httpx.AsyncClient) -> None:
    while "winnable_coach_waiting 100.0" not in (await client.get(f"{server.url}/metrics")).text:
        await asyncio.sleep(0.02)


def make_older(database: Path) -> None:
    """Let the players who are there now have come an hour ago."""
    an_hour_ago = datetime.now(UTC) - timedelta(hours=1)
    connection = sqlite3.connect(database)
    with connection:
        written = an_hour_ago.isoformat(" ", timespec="microseconds")
        connection.execute("UPDATE players SET made = ?", (written,))
    connection.close()


def test_a_crowd_does_not_close_the_coach(server: web_servers.Server, tmp_path: Path) -> None:
    async def test() -> list[dict[str, Any]]:
        hints = []
        async with (
            client_at(server, "127.0.0.2") as older,
            client_at(server, "127.0.0.3") as elsewhere,
        ):
            games = [(older, await deal(older, "freecell"))]
            make_older(tmp_path / "games.db")
            async with crowd(server, "127.0.0.2") as statuses:
                games.append((elsewhere, await deal(elsewhere, "freecell")))
                for client, key in games * 3:
                    await until_full(server, client)
                    served = statuses[200]
                    status, message = await hint(client, key)
                    assert status == 200, message
                    assert statuses[200] - served < 20, "some of the crowd came first"
                    hints.append(message)
                assert statuses[503]
        return hints

    hints = asyncio.run(asyncio.wait_for(test(), 100))
    assert [(message["kind"], message["final"]) for message in hints] == [("hint", True)] * 6

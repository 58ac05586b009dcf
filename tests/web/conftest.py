"""Tests with a `server` run on SQLite and on a real PostgreSQL, each server a separate process.

One server serves all tests of a process; each test is a player of its own.
"""

from collections.abc import Iterator

import httpx
import postgres as peers
import pytest
import web_servers


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[web_servers.Server]:
    url = peers.database_url(request, tmp_path_factory.mktemp("web"))
    with web_servers.server(url) as running:
        yield running


@pytest.fixture
def client(server: web_servers.Server) -> Iterator[httpx.Client]:
    """A new player."""
    with server.client() as client:
        yield client


@pytest.fixture(scope="session")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_servers.Server]:
    """A server for others, behind a proxy with HTTPS."""
    folder = tmp_path_factory.mktemp("proxied")
    with web_servers.sqlite_server(folder, "--origin", "https://cards.example") as running:
        yield running

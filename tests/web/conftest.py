"""Tests that ask for a `server` are run on SQLite and on a real PostgreSQL, as a process each.

A server serves all tests of a process; each test is a player of its own there.
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
    """Somebody who has not been here before."""
    with server.client() as client:
        yield client


@pytest.fixture(scope="session")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_servers.Server]:
    """A server for others, who come to it by HTTPS and through a proxy."""
    folder = tmp_path_factory.mktemp("proxied")
    with web_servers.sqlite_server(folder, "--origin", "https://cards.example") as running:
        yield running

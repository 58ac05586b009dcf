"""A server whose database hangs: it answers, says so, ends when it is told to, and recovers."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import postgres as peers
import pytest
from web_servers import Server, children, get, is_alive, server, wait_until

LIMIT = 3
SLACK = 30.0
"""A busy machine's; without a limit it would be for ever."""
REQUESTS = 60
"""More than there are threads for the database."""


@pytest.fixture(autouse=True)
def _limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE_TIMEOUT", str(LIMIT))


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[peers.Server]:
    """One of its own: the other tests' must not be paused."""
    with peers.server() as running:
        yield running


Hang = Callable[[], AbstractContextManager[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, postgres_server: peers.Server
) -> tuple[str, Hang]:
    """The URL of a database, and how to make it hang."""
    if request.param == "postgresql":
        return postgres_server.new_schema_url(), postgres_server.paused
    file = tmp_path / "games.db"

    @contextmanager
    def locked() -> Iterator[None]:
        other = sqlite3.connect(file, isolation_level=None, timeout=30)
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.close()

    return f"sqlite:///{file}", locked


def new_game(client: httpx.Client) -> str:
    body = {"game": "freecell", "deal_number": 617}
    return str(client.post("games", json=body).raise_for_status().json()["key"])


def move(client: httpx.Client, key: str) -> httpx.Response:
    return client.post(f"games/{key}/move", json={"version": 1, "move": "t8c1"})


def test_it_answers_and_recovers(database: tuple[str, Hang]) -> None:
    url, hang = database
    with (
        server(url, "--workers", "1") as running,
        running.client() as client,
        ThreadPoolExecutor(REQUESTS) as many,
    ):
        keys = [new_game(client) for _ in range(4)]
        assert get(f"{running.url}/ready").json() == {"status": "ready"}
        with hang():
            began = time.monotonic()
            # The moves of one game wait for each other, and new games for a thread.
            requests = [many.submit(move, client, keys[i % 4]) for i in range(REQUESTS // 2)]
            requests += [
                many.submit(client.post, "games", json={"game": "golf-relaxed"})
                for _ in range(REQUESTS // 2)
            ]
            for path in ("/health", "/api/v1/catalog", "/static/js/main.js", "/metrics", "/"):
                assert get(running.url + path).status_code == 200
            for request in requests:
                response = request.result()
                assert response.status_code == 503
                assert int(response.headers["retry-after"]) > 0
                assert list(response.json()) == ["error"]
            assert time.monotonic() - began < LIMIT + SLACK
            if url.startswith("postgresql"):  # a file that is being written can still be read
                response = get(f"{running.url}/ready")
                assert (response.status_code, list(response.json())) == (503, ["error"])
        assert {move(client, key).status_code for key in keys} == {200}
        wait_until(lambda: get(f"{running.url}/api/v1/ready").status_code == 200)
        assert "Traceback" not in running.log()


@contextmanager
def waiting_requests(running: Server, hang: Hang) -> Iterator[None]:
    """A database that hangs, and clients that wait for it, and for the coach."""
    with running.client() as client, ThreadPoolExecutor(9) as many:
        key = new_game(client)
        with client.stream("POST", f"games/{key}/evaluation", json={}) as stream:
            assert stream.status_code == 200
            with hang():
                for _ in range(8):
                    many.submit(move, client, key)
                time.sleep(0.5)
                yield


@pytest.mark.parametrize(
    ("database", "sign"),
    [("sqlite", signal.SIGTERM), ("postgresql", signal.SIGINT)],
    indirect=["database"],
)
def test_it_ends_when_it_is_told_to(database: tuple[str, Hang], sign: signal.Signals) -> None:
    url, hang = database
    with server(url, "--workers", "1") as running:
        with waiting_requests(running, hang):
            began = time.monotonic()
            assert running.end(sign) == 0
            assert time.monotonic() - began < LIMIT + SLACK
        assert "Traceback" not in running.log()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_second_ctrl_c_ends_it_at_once(
    database: tuple[str, Hang], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE_TIMEOUT", "600")
    url, hang = database
    with server(url, "--workers", "1") as running, waiting_requests(running, hang):
        workers = children(running.pid)
        running.send(signal.SIGINT)
        time.sleep(0.5)
        assert running.is_running
        assert running.end(signal.SIGINT) == 130
        wait_until(lambda: not any(map(is_alive, workers)))
        assert "Traceback" not in running.log()

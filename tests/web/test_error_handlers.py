"""Exceptions as HTTP responses."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from api_client import deal, refused
from fastapi import FastAPI
from web_servers import Server, request

from winnable.errors import (
    BoardError,
    GameNotFoundError,
    GameNotOverError,
    LimitError,
    NotationError,
    StaleGameError,
    StoreError,
)
from winnable.rules import IllegalMoveError
from winnable.web.app import make_app
from winnable.web.http_errors import ApiError
from winnable.web.settings import Settings
from winnable.web.workers.pool import QueueFullError, TooManyRequestsError


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return make_app(Settings(database=f"sqlite:///{tmp_path / 'games.db'}"))


def response_to(app: FastAPI, error: Exception) -> httpx.Response:
    """The response when a route raises an error; the server has not even been started."""

    @app.get("/fails")
    async def fail() -> None:
        raise error

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get("/fails")

    response = asyncio.run(ask())
    app.state.winnable.close_store()
    return response


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotationError("no move"), 422),
        (BoardError("no board"), 422),
        (StaleGameError("gone on"), 409),
        (GameNotOverError("not over"), 409),
        (GameNotFoundError("none"), 404),
        (TooManyRequestsError("too many"), 429),
        (QueueFullError("busy"), 503),
        (LimitError("no time"), 503),
        (ApiError(418, "tea"), 418),
    ],
    ids=lambda value: type(value).__name__,
)
def test_winnable_errors(app: FastAPI, error: Exception, status: int) -> None:
    response = response_to(app, error)
    assert refused(response, status) == str(error)
    assert ("retry-after" in response.headers) == (status in (429, 503))


def test_the_databases_address_is_not_revealed(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    response = response_to(app, StoreError("/srv/games.db cannot be written: the disk is full"))
    assert "srv" not in refused(response, 503)
    assert response.headers["retry-after"] == "5"
    [record] = [record for record in caplog.records if record.name == "winnable.web"]
    assert "disk is full" in str(vars(record)["details"])


def test_an_unexpected_error(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    response = response_to(app, ZeroDivisionError("in the secret place"))
    refused(response, 500)
    assert "secret place" not in response.text
    assert "secret place" in caplog.text
    assert "content-security-policy" in response.headers


def test_an_illegal_move_has_its_reasons(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=1)
    response = client.post(f"/games/{state['key']}/move", json={"version": 1, "move": "t1t2"})
    body = json.loads(response.text)
    assert set(body) == {"error", "problems"}
    assert body["problems"]
    assert IllegalMoveError.__name__ not in response.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/v1/nowhere", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/openapi.json", 404),
        ("DELETE", "/api/v1/catalog", 405),
        ("PATCH", "/api/v1/games", 405),
        ("OPTIONS", "/api/v1/games", 405),
        ("POST", "/", 405),
    ],
)
def test_unknown_addresses_and_methods(server: Server, method: str, path: str, status: int) -> None:
    response = request(method, server.url + path)
    refused(response, status)
    assert ("allow" in response.headers) == (status == 405)


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        make_app(Settings(database=f"sqlite:///{tmp_path}"))

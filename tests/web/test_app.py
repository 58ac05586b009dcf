"""Errors, as HTTP tells them."""

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
from winnable.web.pool import QueueFullError, TooManyRequestsError
from winnable.web.settings import Settings
from winnable.web.troubles import ApiError


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return make_app(Settings(database=f"sqlite:///{tmp_path / 'games.db'}"))


def answer_to(app: FastAPI, error: Exception) -> httpx.Response:
    """What somebody gets when a route raises an error; the house is not even open."""

    @app.get("/fails")
    async def fail() -> None:
        raise error

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get("/fails")

    answer = asyncio.run(ask())
    app.state.house.store.close()
    return answer


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
def test_our_own_errors(app: FastAPI, error: Exception, status: int) -> None:
    answer = answer_to(app, error)
    assert refused(answer, status) == str(error)
    assert ("retry-after" in answer.headers) == (status in (429, 503))


def test_where_games_are_kept_is_told_to_nobody(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    answer = answer_to(app, StoreError("/srv/games.db cannot be written: the disk is full"))
    assert "srv" not in refused(answer, 503)
    assert answer.headers["retry-after"] == "5"
    [record] = [record for record in caplog.records if record.name == "winnable.web"]
    assert "disk is full" in str(vars(record)["told"])


def test_what_nobody_thought_of(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    answer = answer_to(app, ZeroDivisionError("in the secret place"))
    assert refused(answer, 500) == "something went wrong here: it has been noted"
    assert "secret place" not in answer.text
    assert "secret place" in caplog.text
    assert "content-security-policy" in answer.headers


def test_a_refused_move_has_its_reasons(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal=1)
    answer = client.post(f"/tables/{state['key']}/move", json={"version": 1, "move": "t1t2"})
    body = json.loads(answer.text)
    assert set(body) == {"error", "problems"}
    assert body["problems"]
    assert IllegalMoveError.__name__ not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nowhere", 404, "there is nothing here"),
        ("GET", "/api/v1/nowhere", 404, "there is nothing here"),
        ("GET", "/docs", 404, "there is nothing here"),
        ("GET", "/redoc", 404, "there is nothing here"),
        ("GET", "/openapi.json", 404, "there is nothing here"),
        ("DELETE", "/api/v1/games", 405, "that cannot be done here"),
        ("PATCH", "/api/v1/tables", 405, "that cannot be done here"),
        ("OPTIONS", "/api/v1/tables", 405, "that cannot be done here"),
        ("POST", "/", 405, "that cannot be done here"),
    ],
)
def test_addresses_that_lead_nowhere(
    server: Server, method: str, path: str, status: int, words: str
) -> None:
    answer = request(method, server.url + path)
    assert refused(answer, status) == words
    assert ("allow" in answer.headers) == (status == 405)


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        make_app(Settings(database=f"sqlite:///{tmp_path}"))

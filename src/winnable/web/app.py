"""The server as an ASGI application: routes, refusals, and what is opened and closed with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from winnable import __version__
from winnable.errors import (
    GameNotFoundError,
    GameNotOverError,
    LimitError,
    StaleGameError,
    StoreError,
    WinnableError,
)
from winnable.rules import IllegalMoveError
from winnable.web import told
from winnable.web.guard import Guard
from winnable.web.house import House
from winnable.web.logs import LOGGER
from winnable.web.metrics import Meter
from winnable.web.pool import QueueFullError, TooManyRequestsError
from winnable.web.routes import (
    advice,
    dealing,
    games,
    kept,
    pages,
    player,
    reading,
    shared,
    tables,
)
from winnable.web.settings import API, Settings
from winnable.web.troubles import ApiError

__all__ = ["make_app"]

_STATUSES: tuple[tuple[type[WinnableError], int], ...] = (
    (IllegalMoveError, 422),
    (StaleGameError, 409),
    (GameNotOverError, 409),
    (GameNotFoundError, 404),
    (TooManyRequestsError, 429),
    (QueueFullError, 503),
    (LimitError, 503),
    (StoreError, 503),
)
"""What each error is in HTTP; whatever else we complain about is a field that is wrong."""

_ABOUT = """Five patience games: deal, move, ask the coach, look back.

Every answer about a table carries what its player may see of it, every legal move, and a version
number to be said with the next change. Hidden cards are in no answer. Whoever deals a table first
gets a cookie, and that is all that makes them its player."""


def make_app(settings: Settings | None = None) -> FastAPI:
    """A server; StoreError if its database cannot be opened."""
    house = House.build(settings or Settings())

    @asynccontextmanager
    async def open_house(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Winnable",
        version=__version__,
        description=_ABOUT,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=open_house,
    )
    app.state.house = house
    for part in (
        tables,
        advice,
        dealing,
        reading,
        games,
        kept,
        player,
        shared,
    ):  # the most wanted first
        app.include_router(part.router, prefix=API)
    app.add_api_route(f"{API}/health", pages.health, response_model=told.Health)
    app.include_router(pages.router)
    app.mount("/static", pages.Files(directory=pages.STATIC), name="static")
    app.add_exception_handler(WinnableError, _complain)
    app.add_exception_handler(RequestValidationError, _explain)
    app.add_exception_handler(HTTPException, _say_no)
    app.add_middleware(Guard, settings=house.settings)
    app.add_middleware(Meter, metrics=house.metrics, is_logging=house.settings.logs)
    return app


# -- refusals --------------------------------------------------------------------------------------


def _answer(status: int, body: dict[str, Any]) -> JSONResponse:
    headers = {"retry-after": "5"} if status in (429, 503) else None
    return JSONResponse(body, status, headers)


async def _complain(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ApiError):
        return _answer(error.status, error.body)
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 422)
    body: dict[str, Any] = {"error": str(error)}
    if isinstance(error, IllegalMoveError):
        body = {"error": error.why, "problems": [str(problem) for problem in error.problems]}
    elif isinstance(error, StoreError) and status == 503:
        # Where the games are kept is for those who run the server to know.
        LOGGER.error("store", extra={"told": {"trouble": str(error)}})
        body = {"error": "the games cannot be kept just now: try again in a moment"}
    return _answer(status, body)


async def _explain(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it is registered for these
    problems = list(dict.fromkeys(_problem(found) for found in error.errors()))
    return _answer(422, {"error": problems[0], "problems": problems})


_PLAINER = {
    "json_invalid": "the body is no JSON",
    "model_attributes_type": "the body is no object: write {...}, as application/json",
    "extra_forbidden": "there is a field that nobody asked for",
}
"""Where a field's name would be somebody's own text, or Pydantic speaks of Python."""


def _problem(found: dict[str, Any]) -> str:
    """What is wrong with a request, without repeating what was sent."""
    if found["type"] in _PLAINER:
        return _PLAINER[found["type"]]
    where = ".".join(str(part) for part in found["loc"][1:] if not isinstance(part, int))
    words = str(found["msg"]).removeprefix("Value error, ")
    return f"{where}: {words}" if where else words


async def _say_no(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these
    is_page = not request.url.path.startswith((API, "/static/"))
    if error.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
        return pages.index(404)  # the page has words of its own for that
    words = {404: "there is nothing here", 405: "that cannot be done here"}
    body = {"error": words.get(error.status_code, str(error.detail))}
    return JSONResponse(body, error.status_code, error.headers)

"""Exceptions as HTTP responses: a status, one line of text, and perhaps every reason."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from winnable.errors import (
    FileError,
    GameNotFoundError,
    GameNotOverError,
    LimitError,
    StaleGameError,
    StoreError,
    WinnableError,
)
from winnable.l10n import t
from winnable.rules import IllegalMoveError
from winnable.web.http_errors import RETRY_AFTER, ApiError
from winnable.web.logs import log_error
from winnable.web.routes import pages
from winnable.web.settings import API
from winnable.web.workers.pool import QueueFullError, TooManyRequestsError

__all__ = ["add_error_handlers"]

_STATUSES: tuple[tuple[type[WinnableError], int], ...] = (
    (StaleGameError, 409),
    (GameNotOverError, 409),
    (GameNotFoundError, 404),
    (TooManyRequestsError, 429),
    (QueueFullError, 503),
    (LimitError, 503),
    (StoreError, 503),
    (FileError, 503),
)
"""The status of each error; of any other it is 422, because it is about a field of the request."""


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(WinnableError, _handle_winnable_error)
    app.add_exception_handler(RequestValidationError, _handle_validation_error)
    app.add_exception_handler(HTTPException, _handle_http_exception)


async def _handle_winnable_error(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ApiError):
        return _response(error.status, error.body, error.retry_after)
    if isinstance(error, IllegalMoveError):
        problems = [str(problem) for problem in error.problems]
        return _response(422, {"error": error.why, "problems": problems})
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 422)
    if isinstance(error, StoreError) and status == 503:
        # Where the database is concerns the operators of the server only.
        log_error("store", error=str(error))
        return _response(503, {"error": t("web.store_unavailable")})
    return _response(status, {"error": str(error)})


def _response(status: int, body: dict[str, Any], retry_after: int = RETRY_AFTER) -> JSONResponse:
    headers = {"retry-after": str(retry_after)} if status in (429, 503) else None
    return JSONResponse(body, status, headers)


async def _handle_validation_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it is registered for these
    problems = list(dict.fromkeys(_problem(details) for details in error.errors()))
    return _response(422, {"error": problems[0], "problems": problems})


_MESSAGES = {
    "json_invalid": "web.body.not_json",
    "model_attributes_type": "web.body.no_object",
    "extra_forbidden": "web.body.unknown_field",
}
"""Keys of messages, where Pydantic's would repeat what the client sent, or speak of Python."""


def _problem(details: dict[str, Any]) -> str:
    """What is wrong with a request, without repeating what the client sent."""
    if details["type"] in _MESSAGES:
        return t(_MESSAGES[details["type"]])
    field = ".".join(str(part) for part in details["loc"][1:] if not isinstance(part, int))
    message = str(details["msg"]).removeprefix("Value error, ")
    return f"{field}: {message}" if field else message


async def _handle_http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these
    is_page = not request.url.path.startswith((API, "/static/"))
    if error.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
        return pages.page_response(request, 404)  # the page says so itself
    known = {404: "web.nothing_here", 405: "web.method_not_allowed"}
    key = known.get(error.status_code)
    body = {"error": t(key) if key else str(error.detail)}
    return JSONResponse(body, error.status_code, error.headers)

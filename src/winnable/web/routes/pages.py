"""The page, its files, and what operators of a server want to know."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from winnable import svg
from winnable.web.app_state import AppState
from winnable.web.dependencies import AppStateDep, GameKey
from winnable.web.http_errors import ApiError
from winnable.web.local_access import is_direct
from winnable.web.response_models import Health, Ready

__all__ = ["STATIC", "PageFiles", "health", "judge_router", "page_response", "ready", "router"]

STATIC = Path(__file__).parent.parent / "static"

router = APIRouter(include_in_schema=False)
judge_router = APIRouter(include_in_schema=False)
"""The page that checks programs: for servers that do so only."""

_PAGES = (
    *("/", "/play/{key}", "/s/{key}", "/statistics", "/history", "/player", "/rules/{slug}"),
    *("/deals", "/deals/{number}"),
)
_JUDGE_LINK = re.compile(r' *<a href="/check">.*</a>\n')
_NO_CACHE = {"cache-control": "no-cache"}
"""A browser asks each time whether a file has changed, so a new server has its new page at once."""


class PageFiles(StaticFiles):
    """The static files of the page, revalidated each time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(_NO_CACHE)
        return response


def page_response(request: Request, status: int = 200) -> Response:
    """The page; its script shows what the address says."""
    state: AppState = request.app.state.winnable
    can_judge = state.settings.can_judge and is_direct(request.scope)
    return HTMLResponse(_page_text(can_judge=can_judge), status, headers=_NO_CACHE)


@cache
def _page_text(*, can_judge: bool) -> str:
    """The page, without the link to the check of programs where there is none."""
    text = (STATIC / "index.html").read_text("utf-8")
    return text if can_judge else _JUDGE_LINK.sub("", text)


async def _page(request: Request) -> Response:
    return page_response(request)


async def _judge_page(request: Request) -> Response:
    return page_response(request, 200 if is_direct(request.scope) else 404)


for _path in _PAGES:
    router.add_api_route(_path, _page, methods=["GET", "HEAD"])
judge_router.add_api_route("/check", _judge_page, methods=["GET", "HEAD"])


@router.api_route("/t/{key}", methods=["GET", "HEAD"])
async def old_game_address(key: GameKey) -> Response:
    """The address of a game in version 0.1."""
    return RedirectResponse(f"/play/{key}", status_code=308)


@router.get("/static/deck.svg")
async def deck(request: Request, style: Annotated[str, Query(max_length=40)] = "light") -> Response:
    """A sprite sheet of all cards: ``light`` or ``dark``, with ``-four`` and ``-large``."""
    drawing, etag = _deck(*_read_style(style))
    headers = {**_NO_CACHE, "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(drawing, media_type="image/svg+xml", headers=headers)


def _read_style(style: str) -> tuple[bool, bool, bool]:
    words = style.split("-")
    return "dark" in words, "four" in words, "large" in words


@cache
def _deck(dark: bool, four_colour: bool, large: bool) -> tuple[str, str]:
    """The sheet and its ETag."""
    drawing = svg.deck(svg.Style(dark=dark, four_colour=four_colour, large_index=large))
    return drawing, f'"{hashlib.sha256(drawing.encode()).hexdigest()[:16]}"'


@router.get("/favicon.ico")
async def icon() -> Response:
    """For browsers that ask for it without reading the page."""
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml", headers=_NO_CACHE)


@router.get("/health")
async def health() -> Health:
    """Whether the server answers."""
    return Health()


@router.get("/ready")
async def ready(state: AppStateDep) -> Ready:
    """Whether the server can serve players: its database answers in time. Else 503."""
    if not await state.is_ready():
        raise ApiError(503, "the database cannot be used now: the server's log says why")
    return Ready()


@router.get("/metrics")
async def metrics(state: AppStateDep) -> Response:
    """Metrics for Prometheus."""
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

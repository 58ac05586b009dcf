"""The page itself, its files, and what those who run a server want to know."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from winnable import svg
from winnable.web import told
from winnable.web.house import TheHouse

__all__ = ["STATIC", "Files", "index", "router"]

STATIC = Path(__file__).parent.parent / "static"

router = APIRouter(include_in_schema=False)

_PAGES = ("/", "/t/{key}", "/s/{key}", "/statistics", "/history", "/player", "/rules/{slug}")
_FRESH = {"cache-control": "no-cache"}
"""A browser asks each time whether a file is the same: a new server has a new page at once."""


class Files(StaticFiles):
    """The page's files."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file that the browser keeps and asks about."""
        response = await super().get_response(path, scope)
        response.headers.update(_FRESH)
        return response


def index(status: int = 200) -> Response:
    """The page; which of its parts is shown says the address."""
    return FileResponse(STATIC / "index.html", status, headers=_FRESH)


async def page() -> Response:
    """The page."""
    return index()


for _path in _PAGES:
    router.add_api_route(_path, page, methods=["GET", "HEAD"])


@router.get("/static/deck.svg")
async def deck(request: Request, style: Annotated[str, Query(max_length=40)] = "light") -> Response:
    """All cards on one sheet: ``light`` or ``dark``, with ``-four`` and ``-large``."""
    drawing, mark = _deck(*_read_style(style))
    headers = {**_FRESH, "etag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(drawing, media_type="image/svg+xml", headers=headers)


def _read_style(style: str) -> tuple[bool, bool, bool]:
    words = style.split("-")
    return "dark" in words, "four" in words, "large" in words


@cache
def _deck(dark: bool, four_colour: bool, large: bool) -> tuple[str, str]:
    """A sheet, and the mark by which a browser knows that it has it."""
    drawing = svg.deck(svg.Style(dark=dark, four_colour=four_colour, large_index=large))
    return drawing, f'"{hashlib.sha256(drawing.encode()).hexdigest()[:16]}"'


@router.get("/favicon.ico")
async def icon() -> Response:
    """For browsers that ask without looking into the page."""
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml", headers=_FRESH)


@router.get("/health")
async def health() -> told.Health:
    """That the server answers."""
    return told.Health()


@router.get("/metrics")
async def metrics(house: TheHouse) -> Response:
    """Figures for Prometheus."""
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

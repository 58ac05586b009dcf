"""The page, its files, and what operators of a server want to know."""

from __future__ import annotations

import hashlib
import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from winnable import svg
from winnable.l10n import DEFAULT_LANGUAGE, current_language, languages, strings_of, t, use_language
from winnable.play.commands import COMMANDS, Face
from winnable.web.app_state import AppState
from winnable.web.dependencies import AppStateDep, GameKey
from winnable.web.http_errors import ApiError
from winnable.web.language import VARIES
from winnable.web.local_access import is_direct
from winnable.web.response_models.player import Health, Ready

__all__ = [
    "PAGE_STRINGS",
    "STATIC",
    "PageFiles",
    "health",
    "judge_router",
    "page_response",
    "ready",
    "router",
]

STATIC = Path(__file__).parent.parent / "static"

router = APIRouter(include_in_schema=False)
judge_router = APIRouter(include_in_schema=False)
"""The page that checks programs: for servers that do so only."""

PAGE_STRINGS = ("format.", "list.", "cards.", "places.", "commands.", "page.")
_PAGES = (
    *(
        "/",
        "/play/{key}",
        "/analysis/{key}",
        "/s/{key}",
        "/statistics",
        "/history",
        "/player",
        "/rules/{slug}",
    ),
    *("/deals", "/deals/{number}"),
)
_JUDGE_LINK = re.compile(r' *<a href="/check">.*</a>\n')
_STRING = re.compile(r"{{t:([\w.]+)}}")
"""Where a text stands in index.html."""
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
    text = _page_text(current_language(), can_judge=can_judge)
    return HTMLResponse(text, status, headers=_NO_CACHE | VARIES)


@cache
def _page_text(language: str, *, can_judge: bool) -> str:
    """The page in a language, without the link to the check of programs where there is none."""
    text = (STATIC / "index.html").read_text("utf-8")
    if not can_judge:
        text = _JUDGE_LINK.sub("", text)
    text = text.replace('<html lang="en"', f'<html lang="{language}"', 1)
    with use_language(language):
        return _STRING.sub(lambda match: html.escape(t(match[1])), text)


@router.get("/static/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a system shows that has the page as an app, in the language of the request."""
    text = _manifest(current_language())
    return _revalidated(request, text, "application/manifest+json", VARIES)


@cache
def _manifest(language: str) -> str:
    fields = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    with use_language(language):
        fields |= {"lang": language, "description": t("page.about")}
    return json.dumps(fields, ensure_ascii=False, indent=2)


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


@router.get("/static/js/strings.js")
async def strings(request: Request) -> Response:
    """A module with the texts of the page, in the language of the request."""
    return _revalidated(request, _strings(current_language()), "text/javascript", VARIES)


@cache
def _strings(language: str) -> str:
    # What is not translated is shown in English.
    texts = {**strings_of(DEFAULT_LANGUAGE).texts, **strings_of(language).texts}
    of_page = {key: text for key, text in texts.items() if key.startswith(PAGE_STRINGS)}
    names = {code: strings_of(code).name for code in languages()}
    values = {"language": language, "languages": names, "texts": of_page}
    return "".join(
        f"export const {name} = {json.dumps(value, ensure_ascii=False, indent=1)};\n"
        for name, value in values.items()
    )


@router.get("/static/js/commands.js")
async def commands(request: Request) -> Response:
    """A module with the commands of a game that the page has, and their keys."""
    return _revalidated(request, _commands(), "text/javascript")


@cache
def _commands() -> str:
    of_page = [
        {"name": each.name, "action": each.page_action, "keys": each.page_keys}
        for each in COMMANDS.values()
        if each.is_on(Face.PAGE)
    ]
    return f"export const COMMANDS = {json.dumps(of_page, indent=1)};\n"


def _revalidated(
    request: Request, text: str, media_type: str, headers: dict[str, str] | None = None
) -> Response:
    """A response that a browser keeps, and asks each time whether it is still the same."""
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    headers = {**_NO_CACHE, **(headers or {}), "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=media_type, headers=headers)


@router.get("/static/deck.svg")
async def deck(request: Request, style: Annotated[str, Query(max_length=40)] = "light") -> Response:
    """All cards in one file: ``light`` or ``dark``, with ``-four``, ``-large`` and ``-small``."""
    return _revalidated(request, _deck(_read_style(style)), "image/svg+xml")


def _read_style(style: str) -> svg.Style:
    words = style.split("-")
    return svg.Style(
        dark="dark" in words,
        four_colour="four" in words,
        large_index="large" in words,
        small="small" in words,
    )


@cache
def _deck(style: svg.Style) -> str:
    return svg.deck(style)


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
        raise ApiError(503, t("web.not_ready"))
    return Ready()


@router.get("/metrics")
async def metrics(state: AppStateDep) -> Response:
    """Metrics for Prometheus."""
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

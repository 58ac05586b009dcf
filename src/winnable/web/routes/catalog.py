"""The catalog: the games, their rules and pictures, and the deals of the day."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Response

from winnable import svg
from winnable.coach.difficulty import Level
from winnable.l10n import current_language, t, use_language
from winnable.play import Session
from winnable.rules import GAMES
from winnable.web.dependencies import AppStateDep, find_game_by_slug
from winnable.web.language import VARIES
from winnable.web.new_game import resolve_day
from winnable.web.request_models import Day
from winnable.web.response_models.catalog import Catalog, DailyDeals
from winnable.web.routes.openapi import ERRORS, SVG
from winnable.web.serializers import game_info

__all__ = ["router"]

router = APIRouter(tags=["catalog"], responses=ERRORS)

_PICTURED_DEAL = 617


@router.get("/catalog")
async def catalog() -> Catalog:
    """All games, with their rules in prose."""
    return Catalog(games=[game_info(game) for game in GAMES.values()], levels=list(Level))


@router.get("/catalog/{slug}/picture.svg", response_class=Response, responses=SVG)
async def picture(slug: str, dark: bool = False) -> Response:
    """A picture of the game as it is dealt."""
    drawing = _picture(find_game_by_slug(slug).slug, dark, current_language())
    headers = {"cache-control": "public, max-age=86400"} | VARIES
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@cache
def _picture(slug: str, dark: bool, language: str) -> str:
    game = GAMES[slug]
    with use_language(language):
        title = t("web.picture.as_dealt", game=game.name)
    view = Session(game, deal=_PICTURED_DEAL).view
    return svg.table(view, style=svg.Style(dark=dark), title=title)


@router.get("/daily")
async def daily(state: AppStateDep, date: Annotated[Day, Query()] = "today") -> DailyDeals:
    """The deals of a day that have been found; a new game of that day finds its own."""
    day = resolve_day(date)
    return DailyDeals(date=day, deals={slug: state.daily_deals.get((slug, day)) for slug in GAMES})

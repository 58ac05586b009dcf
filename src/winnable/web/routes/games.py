"""The games there are, their rules and pictures, and the deals of the day."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Response

from winnable import svg
from winnable.coach.difficulty import Level
from winnable.play import Session
from winnable.rules import GAMES
from winnable.web import told
from winnable.web.asked import Day
from winnable.web.house import TheHouse, game_named
from winnable.web.routes.refusals import PICTURE, REFUSALS
from winnable.web.state import game_info

__all__ = ["router"]

router = APIRouter(tags=["games"], responses=REFUSALS)

_DEAL = 617


@router.get("/games")
async def games() -> told.Games:
    """All games, with their rules in prose."""
    return told.Games(games=[game_info(game) for game in GAMES.values()], levels=list(Level))


@router.get("/games/{slug}/picture.svg", response_class=Response, responses=PICTURE)
async def picture(slug: str, dark: bool = False) -> Response:
    """The game as it is dealt."""
    drawing = _picture(game_named(slug).slug, dark)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@cache
def _picture(slug: str, dark: bool) -> str:
    game = GAMES[slug]
    title = f"{game.name} as it is dealt"
    return svg.table(Session(game, deal=_DEAL).view, style=svg.Style(dark=dark), title=title)


@router.get("/daily")
async def daily(house: TheHouse, date: Annotated[Day, Query()] = "today") -> told.Daily:
    """The deals of a day, as far as they are known; a table of that day works its own out."""
    day = datetime.date.today().isoformat() if date == "today" else date
    return told.Daily(date=day, deals={slug: house.dailies.get((slug, day)) for slug in GAMES})

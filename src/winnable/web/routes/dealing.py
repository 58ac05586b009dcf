"""A new table, from whatever is asked for; and those that can be gone on with."""

from __future__ import annotations

import datetime
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request, Response

from winnable.rules import GAMES
from winnable.store.url_keys import new_key
from winnable.web import told
from winnable.web.answering import while_there
from winnable.web.asked import NewTable
from winnable.web.house import Asker, House, TheHouse, Who
from winnable.web.routes.refusals import REFUSALS
from winnable.web.sources import NO_GAME, game_of, new_session
from winnable.web.state import kept_game, with_keys
from winnable.web.troubles import ApiError

__all__ = ["router"]

router = APIRouter(prefix="/tables", tags=["tables"], responses=REFUSALS)


@router.post("", status_code=201)
async def deal(
    asked: NewTable,
    request: Request,
    response: Response,
    house: TheHouse,
    who: Who,
    asker: Asker,
) -> told.State:
    """Deal a table. Whoever is not known yet gets the cookie that makes them known."""
    game = game_of(asked)
    number: int | None = None
    if asked.winnable or asked.level or asked.date:
        if game is None:
            raise ApiError(422, NO_GAME)
        if asked.date:
            number = await _daily(house, request, game.slug, asked.date, asker)
        else:
            level = asked.level.value if asked.level else None
            order = {"ask": "deal", "game": game.slug, "level": level, "winnable": True}
            number = await _ordered(house, request, order, asker)

    def lay_out() -> tuple[int, told.State]:
        session, record = new_session(asked, number, house.settings.most_moves)
        player = who if who is not None and house.store.players.known_since(who) else None
        player = house.store.players.create() if player is None else player
        return player, house.seats.open(player, new_key(), session, record).state()

    player, state = await house.in_thread(lay_out)
    house.cookies.give(response, player)
    return state


async def _daily(house: House, request: Request, slug: str, day: str, asker: int | str) -> int:
    """The number of a day's deal; it is worked out once."""
    date = datetime.date.today().isoformat() if day == "today" else day
    known = house.dailies.get((slug, date))
    if known is None:
        known = await _ordered(house, request, {"ask": "daily", "game": slug, "date": date}, asker)
        if len(house.dailies) > 10_000:
            house.dailies.clear()
        house.dailies[slug, date] = known
    return known


async def _ordered(house: House, request: Request, order: dict[str, Any], asker: int | str) -> int:
    """A deal that the crew has to look for."""
    answer: dict[str, Any] = {}
    async with aclosing(while_there(request, house.pool.ask(asker, None, order))) as coming:
        async for answer in coming:
            if answer.get("kind") == "deal" and answer["number"] is not None:
                return int(answer["number"])
    raise ApiError(503, str(answer.get("words") or "no deal was found in time: try again"))


@router.get("")
async def unfinished(house: TheHouse, who: Who) -> told.Tables:
    """The player's games that can be gone on with, the latest first."""
    if who is None:
        return told.Tables(tables=[])
    store = house.store.for_player(who)
    found = await house.in_thread(lambda: with_keys(store, store.games.unfinished(limit=50)))
    return told.Tables(tables=[kept_game(kept, GAMES) for kept in found])

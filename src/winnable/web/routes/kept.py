"""What a player has played: figures, history, and everything as records to take away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from winnable.play import Record
from winnable.rules import GAMES
from winnable.store import GameSummary, Outcome
from winnable.store.game_row import HistoryCursor
from winnable.web import told
from winnable.web.house import TheHouse, Who, game_named
from winnable.web.routes.refusals import REFUSALS, TEXT
from winnable.web.state import figures_of, kept_game, with_keys

__all__ = ["router"]

router = APIRouter(tags=["history"], responses=REFUSALS)


@router.get("/statistics")
async def statistics(house: TheHouse, who: Who) -> told.StatisticsPage:
    """How the player fares at each game: theirs alone."""

    def count() -> list[told.GameFigures]:
        store = house.store.for_player(who or 0)
        return [figures_of(store.games.statistics(game), GAMES) for game in GAMES.values()]

    return told.StatisticsPage(games=await house.at_leisure(count))


@router.get("/history")
async def history(
    house: TheHouse,
    who: Who,
    game: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[str | None, Query(max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> told.HistoryPage:
    """The games that were begun, the latest first; `next` of one page is `before` of the next."""
    only = None if game is None else game_named(game)
    cursor = None if before is None else HistoryCursor.parse(before)

    def look() -> list[GameSummary]:
        store = house.store.for_player(who or 0)
        return with_keys(store, store.games.history(only, limit, before=cursor))

    found = await house.in_thread(look)
    more = str(found[-1].cursor) if len(found) == limit else None
    return told.HistoryPage(games=[kept_game(kept, GAMES) for kept in found], next=more)


@router.get("/export", response_class=StreamingResponse, responses=TEXT)
async def export(house: TheHouse, who: Who) -> StreamingResponse:
    """All the player's games as records, the oldest first."""
    headers = {"content-disposition": 'attachment; filename="winnable-games.txt"'}
    records = house.store.for_player(who or 0).games.records()
    first = await house.at_leisure(lambda: next(records, None))  # 503 comes before an answer begins
    lines = _lines(chain([] if first is None else [first], records))
    return StreamingResponse(lines, media_type="text/plain; charset=utf-8", headers=headers)


def _lines(records: Iterable[Record]) -> Iterator[str]:
    """The records; an error in the midst breaks the answer off, so nobody takes it for whole."""
    for record in records:
        if not _tells_hidden_cards(record):
            yield f"{record}\n"


def _tells_hidden_cards(record: Record) -> bool:
    """Whether a game that goes on would tell its hidden cards: it was dealt from a deck."""
    tags = record.tags
    is_over = tags.get("Outcome") != Outcome.UNFINISHED.value
    return not is_over and record.game.hides_cards and ("Deck" in tags or "Board" in tags)

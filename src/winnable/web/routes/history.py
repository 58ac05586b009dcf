"""What a player has played: statistics, history, and an export of all records."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from winnable.play import Record
from winnable.store import GameSummary, HistoryCursor, Outcome
from winnable.web.app_state import AppState, ensure_keys
from winnable.web.dependencies import AppStateDep, CurrentPlayer, find_game_by_slug
from winnable.web.response_models.history import GameStatistics, HistoryPage, StatisticsPage
from winnable.web.routes.openapi import ERRORS, TEXT
from winnable.web.serializers import (
    game_statistics,
    history_entry,
    record_shows_hidden_cards,
)

__all__ = ["router"]

router = APIRouter(tags=["history"], responses=ERRORS)


@router.get("/statistics")
async def statistics(state: AppStateDep, player: CurrentPlayer) -> StatisticsPage:
    """The player's results at every game."""

    def count() -> list[GameStatistics]:
        return [game_statistics(each) for each in state.store_of(player).games.all_statistics()]

    return StatisticsPage(games=await state.slow_threads.run(count))


@router.get("/history")
async def history(
    state: AppStateDep,
    player: CurrentPlayer,
    game: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[str | None, Query(max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> HistoryPage:
    """The player's games, the one played latest first; `next` of a page is `before` of the next."""
    only = None if game is None else find_game_by_slug(game)
    cursor = None if before is None else HistoryCursor.parse(before)

    def look() -> list[GameSummary]:
        store = state.store_of(player)
        return ensure_keys(store, store.games.history(only, limit, before=cursor))

    found = await state.database_threads.run(look)
    following = str(found[-1].cursor) if len(found) == limit else None
    return HistoryPage(games=[history_entry(summary) for summary in found], next=following)


@router.get("/export", response_class=StreamingResponse, responses=TEXT)
async def export(state: AppStateDep, player: CurrentPlayer) -> StreamingResponse:
    """All the player's games as records, the oldest first."""
    headers = {"content-disposition": 'attachment; filename="winnable-games.txt"'}
    records = state.store_of(player).games.records()
    # The first is read here, so that a database error is still a 503.
    first = await state.slow_threads.run(next, records, None)
    lines = _lines(state, first, records)
    return StreamingResponse(lines, media_type="text/plain; charset=utf-8", headers=headers)


async def _lines(
    state: AppState, first: Record | None, records: Iterator[Record]
) -> AsyncIterator[str]:
    """The records; a later error breaks the response off, so that it is not taken for complete."""
    record = first
    while record is not None:
        if not record_shows_hidden_cards(record, Outcome(record.tags["Outcome"])):
            yield f"{record}\n"
        record = await state.slow_threads.run(next, records, None)

"""Finished games that their players show to others: to be looked at, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Response

from winnable.play import Record, Session
from winnable.play.descriptions import describe_session
from winnable.store import GameRow
from winnable.web import told
from winnable.web.house import TheHouse
from winnable.web.lines import steps
from winnable.web.picture import result_picture
from winnable.web.routes.refusals import PICTURE, REFUSALS, Key

__all__ = ["router"]

router = APIRouter(prefix="/shared", tags=["shared"], responses=REFUSALS)


@router.get("/{key}", response_model=told.SharedGame)
async def look(key: Key, house: TheHouse) -> Response:
    """A finished game from its start to its end."""
    sheet = await house.in_thread(lambda: house.store.games.find_shared(key))
    body = await house.at_leisure(lambda: _shown(sheet, house.store.name))
    return Response(body, media_type="application/json")


@lru_cache(maxsize=64)
def _shown(sheet: GameRow, store: str) -> str:
    """A link that is sent around is looked at by many: what they see is made once."""
    kept, session = sheet, _session(sheet, store)
    shared = told.SharedGame(
        game=session.game.slug,
        name=session.game.name,
        deal=kept.deal,
        heading=describe_session(session),
        outcome=kept.outcome,
        moves=kept.moves,
        seconds=kept.seconds,
        unaided=kept.is_unaided,
        ended=kept.ended,
        steps=[told.Step.model_validate(step) for step in steps(session)],
        record=str(Record.of(session)),
    )
    return shared.model_dump_json()


@router.get("/{key}/picture.svg", response_class=Response, responses=PICTURE)
async def picture(key: Key, house: TheHouse) -> Response:
    """A picture of the result."""
    sheet = await house.in_thread(lambda: house.store.games.find_shared(key))
    drawing = await house.at_leisure(
        lambda: result_picture(sheet, _session(sheet, house.store.name))
    )
    return Response(drawing, media_type="image/svg+xml")


def _session(sheet: GameRow, store: str) -> Session:
    """The game without what was taken back: that is its player's own."""
    return Record.of(sheet.read_session(store)[0]).session()

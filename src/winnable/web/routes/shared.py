"""Finished games that their players show to others: to be looked at, and nothing else."""

from __future__ import annotations

from fastapi import APIRouter, Response

from winnable.play import Record, Session
from winnable.play.words import heading
from winnable.store import Kept
from winnable.store.sheet import read_session
from winnable.web import told
from winnable.web.house import House, TheHouse
from winnable.web.lines import steps
from winnable.web.picture import result_picture
from winnable.web.routes.games import PICTURE
from winnable.web.routes.tables import REFUSALS, Key

__all__ = ["router"]

router = APIRouter(prefix="/shared", tags=["shared"], responses=REFUSALS)


@router.get("/{key}")
async def look(key: Key, house: TheHouse) -> told.SharedGame:
    """A finished game from its start to its end."""
    kept, session = await _find(house, key)
    return told.SharedGame(
        game=session.game.slug,
        name=session.game.name,
        deal=kept.deal,
        heading=heading(session),
        outcome=kept.outcome,
        moves=kept.moves,
        seconds=kept.seconds,
        unaided=kept.is_unaided,
        ended=kept.ended,
        steps=[told.Step.model_validate(step) for step in steps(session)],
        record=str(Record.of(session)),
    )


@router.get("/{key}/picture.svg", response_class=Response, responses=PICTURE)
async def picture(key: Key, house: TheHouse) -> Response:
    """A picture of the result."""
    kept, session = await _find(house, key)
    return Response(result_picture(kept, session), media_type="image/svg+xml")


async def _find(house: House, key: str) -> tuple[Kept, Session]:
    """The game without what was taken back: that is its player's own."""

    def find() -> tuple[Kept, Session]:
        sheet = house.store.shared(key)
        session, _ = read_session(sheet, house.store.name)
        return sheet.kept, Record.of(session).session()

    return await house.in_thread(find)

"""A table to read: its line, its record, where a card lies; and showing it to others."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from winnable.errors import GameNotOverError
from winnable.play import board_text
from winnable.play.spoken_moves import parse_card_name
from winnable.web import told
from winnable.web.answering import in_json
from winnable.web.house import TheHouse, Who
from winnable.web.lines import steps
from winnable.web.routes.refusals import REFUSALS, TEXT, Key
from winnable.web.seats import Seat
from winnable.web.state import tells_hidden_cards, where
from winnable.web.troubles import ApiError

__all__ = ["router"]

router = APIRouter(prefix="/tables", tags=["tables"], responses=REFUSALS)


@router.get("/{key}/line", response_model=told.Steps)
async def line(key: Key, house: TheHouse, who: Who) -> Response:
    """Every step from the start on, those taken back too, with the table as it looked."""
    session = await house.look(who, key, lambda seat: seat.table.session.copy())
    return await house.at_leisure(lambda: in_json({"steps": steps(session)}))


@router.get("/{key}/where")
async def where_is(
    key: Key,
    card: Annotated[str, Query(min_length=2, max_length=30, examples=["7H", "seven of hearts"])],
    house: TheHouse,
    who: Who,
) -> told.Where:
    """Where a card lies, as far as the player can see."""
    wanted = parse_card_name(card)
    words = await house.look(who, key, lambda seat: where(seat.table.session, wanted))
    return told.Where(card=str(wanted), words=words)


@router.get("/{key}/record", response_class=PlainTextResponse, responses=TEXT)
async def record(key: Key, house: TheHouse, who: Who) -> str:
    """The game as a record. One that would tell hidden cards is told when the game is over."""

    def write(seat: Seat) -> str:
        _check_tells_nothing(seat)
        return str(seat.table.to_record())

    return await house.look(who, key, write)


@router.get("/{key}/board", response_class=PlainTextResponse, responses=TEXT)
async def board(key: Key, house: TheHouse, who: Who) -> str:
    """The board as fc-solve reads it, for games and tables with nothing hidden."""

    def write(seat: Seat) -> str:
        session = seat.table.session
        if not session.view.is_open:
            raise ApiError(409, "a board would tell the hidden cards")
        return board_text(session.game, session.position)

    return await house.look(who, key, write)


def _check_tells_nothing(seat: Seat) -> None:
    if not seat.is_over and tells_hidden_cards(seat.table.session):
        raise ApiError(409, "its record would tell the hidden cards: give the game up first")


# -- sharing ---------------------------------------------------------------------------------------


@router.post("/{key}/share")
async def share(key: Key, house: TheHouse, who: Who) -> told.ShareLink:
    """Make a link under which anybody can look at the game; it has to be over."""

    def make_link(seat: Seat) -> str:
        if not seat.is_over or seat.table.number is None:
            raise ApiError(409, "a game can be shared when it is won or given up")
        try:
            seat.shared = seat.store.games.share(seat.table.number)
        except GameNotOverError:
            raise ApiError(409, "this game was won elsewhere: play it here to share it") from None
        return seat.shared

    shared = await house.at(who, key, make_link)
    return told.ShareLink(key=shared, url=f"/s/{shared}")


@router.delete("/{key}/share", status_code=204)
async def unshare(key: Key, house: TheHouse, who: Who) -> None:
    """Withdraw the link."""

    def withdraw(seat: Seat) -> None:
        if seat.table.number is not None:
            seat.store.games.unshare(seat.table.number)
        seat.shared = None

    await house.at(who, key, withdraw)

"""The player: nobody has to say who they are, and can still take their games to another browser."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Response

from winnable.store.recovery_codes import new_recovery_code
from winnable.store.schema import LOCAL_PLAYER
from winnable.web import told
from winnable.web.asked import Recovery, SeatToken
from winnable.web.house import House, TheHouse, Who
from winnable.web.routes.refusals import REFUSALS
from winnable.web.troubles import ApiError

__all__ = ["router"]

router = APIRouter(prefix="/player", tags=["player"], responses=REFUSALS)


@router.get("")
async def known(house: TheHouse, who: Who) -> told.Player:
    """What is known of the one who asks: that they have been here since some day, or nothing."""
    return await _known(house, who)


async def _known(house: House, who: int | None) -> told.Player:
    since = (
        None if who is None else await house.in_thread(lambda: house.store.players.known_since(who))
    )
    return told.Player(
        known=since is not None, since=since, is_local=since is not None and who == LOCAL_PLAYER
    )


@router.post("/code")
async def make_code(house: TheHouse, who: Who) -> told.Code:
    """A new recovery code; the one before it is void. Only its hash is kept."""
    if who is None or not (await _known(house, who)).known:
        raise ApiError(409, "there is nothing to take along yet: play a game first")
    code = new_recovery_code()
    await house.in_thread(lambda: house.store.players.set_recovery_code(who, code))
    return told.Code(code=code)


@router.post("/recover")
async def recover(asked: Recovery, response: Response, house: TheHouse, who: Who) -> told.Player:
    """Be the player to whom a code belongs; the games of this browser can come along."""

    def find() -> int:
        found = house.store.players.find(asked.code)
        if found is None:
            raise ApiError(404, "nobody has this code: it has five groups of five signs")
        if asked.bring and who not in (None, found):
            _bring(house, who, found)
        return found

    player = await house.in_thread(find)
    house.cookies.give(response, player)
    return await _known(house, player)


@router.post("/seat")
async def take_seat(asked: SeatToken, response: Response, house: TheHouse, who: Who) -> told.Player:
    """Be the player at this computer: for the browser that the command itself has opened."""
    word = house.settings.seat
    if word is None or not secrets.compare_digest(asked.token.encode(), word.encode()):
        raise ApiError(403, "that is not the address which this server printed when it started")
    if who not in (None, LOCAL_PLAYER):  # what was played here before is theirs as well
        await house.in_thread(lambda: _bring(house, who, LOCAL_PLAYER))
    house.cookies.give(response, LOCAL_PLAYER)
    return await _known(house, LOCAL_PLAYER)


def _bring(house: House, source: int | None, target: int) -> None:
    if source == LOCAL_PLAYER:
        words = "the games of the player at this computer stay here: take the code alone"
        raise ApiError(409, words)
    if source is not None:
        house.store.players.transfer_games(source, target, local_too=target == LOCAL_PLAYER)
        house.seats.forget(source)


@router.post("/forget", status_code=204)
async def forget(response: Response, house: TheHouse) -> None:
    """Let this browser be nobody; the games stay, for whoever has the code."""
    house.cookies.take_back(response)

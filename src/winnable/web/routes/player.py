"""The player: anonymous, known by a cookie, and movable to another browser by a recovery code."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Response

from winnable.store import LOCAL_PLAYER, new_recovery_code
from winnable.web.app_state import AppState
from winnable.web.dependencies import AppStateDep, CurrentPlayer
from winnable.web.http_errors import ApiError
from winnable.web.request_models import LocalToken, RecoverPlayer
from winnable.web.response_models import Player, RecoveryCode
from winnable.web.routes.openapi import ERRORS

__all__ = ["router"]

router = APIRouter(prefix="/player", tags=["player"], responses=ERRORS)


@router.get("")
async def player(state: AppStateDep, player: CurrentPlayer) -> Player:
    """What is known of the player: since when they have played, or nothing."""
    return await _describe(state, player)


async def _describe(state: AppState, player: int | None) -> Player:
    if player is None:
        return Player(is_known=False, is_local=False)
    since = await state.database_threads.run(state.store.players.known_since, player)
    is_known = since is not None
    return Player(is_known=is_known, since=since, is_local=is_known and player == LOCAL_PLAYER)


@router.post("/code")
async def create_recovery_code(state: AppStateDep, player: CurrentPlayer) -> RecoveryCode:
    """A new recovery code, which replaces the one before. Only its hash is saved."""
    if player is None or not (await _describe(state, player)).is_known:
        raise ApiError(409, "you have no games yet: play one first")
    code = new_recovery_code()
    await state.database_threads.run(state.store.players.set_recovery_code, player, code)
    return RecoveryCode(code=code)


@router.post("/recover")
async def recover(
    body: RecoverPlayer, response: Response, state: AppStateDep, player: CurrentPlayer
) -> Player:
    """Become the player of a recovery code; the games of this browser can be transferred."""
    found = await state.database_threads.run(state.store.players.find, body.code)
    if found is None:
        raise ApiError(404, "no player has this code: it has five groups of five characters")
    if body.transfer_games and player not in (None, found):
        await _transfer_games(state, player, found)
    state.cookies.set_player(response, found)
    return await _describe(state, found)


@router.post("/local")
async def become_local_player(
    body: LocalToken, response: Response, state: AppStateDep, player: CurrentPlayer
) -> Player:
    """Become the player of the terminal: for the browser that the command has opened.

    Games that were played in this browser before become theirs as well.
    """
    token = state.settings.local_token
    if token is None or not secrets.compare_digest(body.token.encode(), token.encode()):
        raise ApiError(403, "wrong token: use the address that the server printed when it started")
    if player not in (None, LOCAL_PLAYER):
        await _transfer_games(state, player, LOCAL_PLAYER)
    state.cookies.set_player(response, LOCAL_PLAYER)
    return await _describe(state, LOCAL_PLAYER)


async def _transfer_games(state: AppState, source: int, target: int) -> None:
    if source == LOCAL_PLAYER:
        raise ApiError(
            409,
            "the games of the terminal's player cannot be transferred: use the code without them",
        )
    local_too = target == LOCAL_PLAYER
    await state.database_threads.run(
        lambda: state.store.players.transfer_games(source, target, local_too=local_too)
    )
    state.games.remove_player(source)


@router.post("/forget", status_code=204)
async def forget(response: Response, state: AppStateDep) -> None:
    """Remove the cookie from this browser; the games stay, for whoever has the recovery code."""
    state.cookies.delete(response)

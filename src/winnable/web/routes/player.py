"""The player: anonymous, known by a cookie, and movable to another browser by a recovery code."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from winnable.l10n import t
from winnable.store import LOCAL_PLAYER, SignIn, new_recovery_code
from winnable.store.deadline import time_limit
from winnable.web.app_state import AppState
from winnable.web.browser_names import localized_browser_name
from winnable.web.dependencies import AppStateDep, CurrentPlayer, CurrentSignIn
from winnable.web.http_errors import ApiError
from winnable.web.local_access import is_other_user
from winnable.web.request_models import LocalToken, RecoverPlayer
from winnable.web.response_models.player import (
    Player,
    RecoveryCode,
    SignedInBrowser,
    SignedOut,
    SignIns,
)
from winnable.web.routes.openapi import ERRORS

__all__ = ["router"]

router = APIRouter(prefix="/player", tags=["player"], responses=ERRORS)


@router.get("")
async def player(
    request: Request, response: Response, state: AppStateDep, player: CurrentPlayer
) -> Player:
    """What is known of the player: since when they have played, or nothing."""
    if player is not None:
        await state.authentication.replace_shared_token(request, response, player)
    return await _describe(state, player)


async def _describe(state: AppState, player: int | None) -> Player:
    if player is None:
        return Player(is_known=False, is_local=False)
    since = await state.database_threads.run(state.store.players.known_since, player)
    is_known = since is not None
    return Player(is_known=is_known, since=since, is_local=is_known and player == LOCAL_PLAYER)


@router.post("/code")
async def create_recovery_code(state: AppStateDep, player: CurrentPlayer) -> RecoveryCode:
    """A new recovery code, which replaces the one before. Only its hash is saved.

    Browsers that are signed in stay so: the code may be for one more of them.
    """
    if player is None:
        raise ApiError(409, t("web.player.no_games"))
    code = new_recovery_code()
    await state.database_threads.run(state.store.players.set_recovery_code, player, code)
    return RecoveryCode(code=code)


@router.post("/recover")
async def recover(
    body: RecoverPlayer,
    request: Request,
    response: Response,
    state: AppStateDep,
    player: CurrentPlayer,
) -> Player:
    """Become the player of a recovery code; the games of this browser can be transferred."""
    with time_limit(state.store.timeout):
        found = await state.database_threads.run(state.store.players.find, body.code)
        if found is None:
            raise ApiError(404, t("web.player.no_such_code"))
        if body.transfer_games and player not in (None, found):
            await _transfer_games(state, player, found)
        await state.authentication.sign_in(request, response, found)
        return await _describe(state, found)


@router.post("/local")
async def become_local_player(
    body: LocalToken,
    request: Request,
    response: Response,
    state: AppStateDep,
    player: CurrentPlayer,
) -> Player:
    """Become the player of the terminal: for the browser that the command has opened.

    Games that were played in this browser before become theirs as well.
    """
    token = state.settings.local_token
    if token is None or not secrets.compare_digest(body.token.encode(), token.encode()):
        raise ApiError(403, t("web.player.wrong_token"))
    if is_other_user(request.scope):
        raise ApiError(403, t("web.player.other_user"))
    if player not in (None, LOCAL_PLAYER):
        await _transfer_games(state, player, LOCAL_PLAYER)
    await state.authentication.sign_in(request, response, LOCAL_PLAYER)
    return await _describe(state, LOCAL_PLAYER)


async def _transfer_games(state: AppState, source: int, target: int) -> None:
    if source == LOCAL_PLAYER:
        raise ApiError(409, t("web.player.cannot_transfer"))
    local_too = target == LOCAL_PLAYER
    await state.database_threads.run(
        lambda: state.store.players.transfer_games(source, target, local_too=local_too)
    )
    state.games.remove_player(source)


# -- signing out -----------------------------------------------------------------------------------


@router.get("/sign-ins")
async def sign_ins(state: AppStateDep, current: CurrentSignIn) -> SignIns:
    """The browsers that are signed in as this player; none if this one is not."""
    if current is None:
        return SignIns(sign_ins=[])
    found = await state.database_threads.run(state.store.sign_ins.of_player, current.player)
    return SignIns(sign_ins=[_signed_in_browser(sign_in, current) for sign_in in found])


def _signed_in_browser(sign_in: SignIn, current: SignIn) -> SignedInBrowser:
    return SignedInBrowser(
        number=sign_in.number,
        browser=localized_browser_name(sign_in.browser),
        since=sign_in.made,
        last_used=sign_in.used.date(),
        is_this=sign_in.number == current.number,
    )


@router.delete("/sign-ins/{number}", status_code=204)
async def sign_out(
    number: Annotated[int, Path(ge=1, le=2**31 - 1)],
    response: Response,
    state: AppStateDep,
    current: CurrentSignIn,
) -> None:
    """Sign one of the player's browsers out; copies of its cookie no longer work either."""
    if current is None or not await state.authentication.sign_out(current.player, number):
        raise ApiError(404, t("web.player.no_such_sign_in"))
    if number == current.number:
        state.authentication.cookie.delete(response)


@router.post("/sign-out-others")
async def sign_out_others(state: AppStateDep, current: CurrentSignIn) -> SignedOut:
    """Sign all other browsers of the player out."""
    if current is None:
        return SignedOut(signed_out=0)
    return SignedOut(signed_out=await state.authentication.sign_out_others(current))


@router.post("/forget", status_code=204)
async def forget(
    request: Request, response: Response, state: AppStateDep, current: CurrentSignIn
) -> None:
    """Sign this browser out; the games stay, for whoever has the recovery code."""
    await state.authentication.forget(request, response, current)

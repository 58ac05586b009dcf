"""What routes depend on: the application's state, the player, and the game that a path names.

The dependencies are coroutines, because FastAPI would run plain functions in threads.
"""

from __future__ import annotations

from itertools import count
from typing import Annotated

from fastapi import Depends, Path, Request, Response

from winnable.l10n import t
from winnable.rules import GAMES, Game
from winnable.store import SignIn
from winnable.web.addresses import client_address
from winnable.web.app_state import AppState
from winnable.web.http_errors import ApiError
from winnable.web.workers.job import Owner

__all__ = [
    "AppStateDep",
    "CurrentPlayer",
    "CurrentSignIn",
    "GameKey",
    "find_game_by_slug",
    "job_owner",
]


async def _app_state(request: Request) -> AppState:
    state: AppState = request.app.state.winnable
    return state


AppStateDep = Annotated[AppState, Depends(_app_state)]


async def _current_sign_in(
    request: Request, response: Response, state: AppStateDep
) -> SignIn | None:
    return await state.authentication.find(request, response)


CurrentSignIn = Annotated[SignIn | None, Depends(_current_sign_in)]
"""The sign-in whose cookie came with the request; None without a valid cookie."""


async def _current_player(sign_in: CurrentSignIn) -> int | None:
    return None if sign_in is None else sign_in.player


CurrentPlayer = Annotated[int | None, Depends(_current_player)]
"""The number of the player who is signed in; None without a valid cookie."""


_visitors = count(1)


async def job_owner(request: Request, state: AppState, player: int | None) -> Owner:
    """Whose job it is. A browser without a cookie is a newcomer, and shares its address's turns."""
    address = client_address(request)
    if player is None:
        return Owner(f"visitor {next(_visitors)}", address)
    is_established = await state.database_threads.run(state.is_established, player)
    return Owner(player, address, is_established)


GameKey = Annotated[str, Path(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]


def find_game_by_slug(slug: str) -> Game:
    """A game by its whole slug; 404 if there is none."""
    if slug not in GAMES:
        raise ApiError(404, t("web.no_such_rules", games=", ".join(GAMES)))
    return GAMES[slug]

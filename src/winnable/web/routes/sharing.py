"""Finished games that their players share: anybody with the link can see them, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Response

from winnable.errors import GameNotOverError
from winnable.play import Record, Session
from winnable.play.descriptions import describe_session
from winnable.store import GameRow
from winnable.web.dependencies import AppStateDep, CurrentPlayer, GameKey
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.picture import result_picture
from winnable.web.replay_steps import replay_steps
from winnable.web.response_models import SharedGame, ShareLink
from winnable.web.routes.openapi import ERRORS, SVG

__all__ = ["router"]

router = APIRouter(tags=["sharing"], responses=ERRORS)


@router.post("/games/{key}/share")
async def share(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> ShareLink:
    """Make a link at which anybody can see the game; it has to be over."""

    def share(opened: OpenGame) -> str:
        if not opened.game.is_over or opened.game.number is None:
            raise ApiError(409, "a game can be shared once it is won or given up")
        try:
            opened.share_key = opened.store.games.share(opened.game.number)
        except GameNotOverError:
            raise ApiError(
                409, "this game was imported, and no move was made here, so it cannot be shared"
            ) from None
        return opened.share_key

    share_key = await state.use(player, key, share)
    return ShareLink(share_key=share_key, url=f"/s/{share_key}")


@router.delete("/games/{key}/share", status_code=204)
async def unshare(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> None:
    """Revoke the link; it never works again."""

    def unshare(opened: OpenGame) -> None:
        if opened.game.number is not None:
            opened.store.games.unshare(opened.game.number)
        opened.share_key = None

    await state.use(player, key, unshare)


@router.get("/shared/{key}", response_model=SharedGame)
async def shared_game(key: GameKey, state: AppStateDep) -> Response:
    """A shared game from its start to its end."""
    row = await state.database_threads.run(state.store.games.find_shared, key)
    body = await state.slow_threads.run(_shared_game_json, row, state.store.name)
    return Response(body, media_type="application/json")


@lru_cache(maxsize=16)  # up to a megabyte each
def _shared_game_json(row: GameRow, database: str) -> str:
    session = _shared_session(row, database)
    shared = SharedGame(
        game=session.game.slug,
        game_name=session.game.name,
        deal_number=row.deal,
        heading=describe_session(session),
        outcome=row.outcome,
        moves_made=row.moves,
        seconds=row.seconds,
        is_unaided=row.is_unaided,
        coach_moves=row.coach_moves,
        ended=row.ended,
        steps=replay_steps(session),
        record=str(Record.of(session)),
    )
    return shared.model_dump_json()


@router.get("/shared/{key}/picture.svg", response_class=Response, responses=SVG)
async def shared_picture(key: GameKey, state: AppStateDep) -> Response:
    """A picture of the result."""
    row = await state.database_threads.run(state.store.games.find_shared, key)
    drawing = await state.slow_threads.run(_shared_picture, row, state.store.name)
    return Response(drawing, media_type="image/svg+xml")


def _shared_picture(row: GameRow, database: str) -> str:
    return result_picture(row, _shared_session(row, database))


def _shared_session(row: GameRow, database: str) -> Session:
    """The session without the moves that were undone: those are nobody else's business."""
    return Record.of(row.read_session(database)[0]).session()

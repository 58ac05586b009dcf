"""Finished games that their players share: anybody with the link can see them, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from winnable.errors import GameNotOverError
from winnable.l10n import current_language, t
from winnable.play import Record, Session, Variation
from winnable.play.descriptions import describe_session
from winnable.store import GameRow
from winnable.store.record_tags import without_history_tags
from winnable.web.app_state import AppState
from winnable.web.branches import (
    branch_session,
    branch_steps,
    named_lines,
    try_move,
    visible_lines,
)
from winnable.web.dependencies import AppStateDep, CurrentPlayer, GameKey, job_owner
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.picture import result_picture
from winnable.web.replay_steps import ReplayStep, replay_steps
from winnable.web.request_models import Branch, TryMove
from winnable.web.response_models.analysis import BranchSteps
from winnable.web.response_models.games import GameState
from winnable.web.response_models.history import SharedGame, ShareLink
from winnable.web.response_models.streams import EvaluationStream, ReviewStream
from winnable.web.routes.games import PlayFrom, read_requested_move
from winnable.web.routes.openapi import ERRORS, SVG, TEXT, ndjson
from winnable.web.streaming import NdjsonResponse, stream_messages

__all__ = ["router"]

router = APIRouter(tags=["sharing"], responses=ERRORS)


@router.post("/games/{key}/share")
async def share(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> ShareLink:
    """Make a link at which anybody can see the game; it has to be over."""

    def share(opened: OpenGame) -> str:
        if not opened.game.is_over or opened.game.number is None:
            raise ApiError(409, t("page.share.errors.not_over"))
        try:
            opened.share_key = opened.store.games.share(opened.game.number)
        except GameNotOverError:
            raise ApiError(409, t("page.share.errors.imported")) from None
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
    """A shared game from its start to its end, and the lines that its player has named."""
    row = await _row(state, key)
    body = await state.slow_threads.run(
        _shared_game_json, row, state.store.name, current_language()
    )
    return Response(body, media_type="application/json")


@lru_cache(maxsize=16)  # up to a megabyte each
def _shared_game_json(row: GameRow, database: str, _language: str) -> str:
    session, played = _shared_session(row, database)
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
        lines=visible_lines(session, played),
    )
    return shared.model_dump_json()


@router.get("/shared/{key}/record", response_class=PlainTextResponse, responses=TEXT)
async def shared_record(key: GameKey, state: AppStateDep) -> str:
    """The game as a record, with the same lines. It has the whole deal: the game is over."""
    session, played = await _session(state, key)
    return str(Record(Record.of(session).tags, played))


@router.get("/shared/{key}/picture.svg", response_class=Response, responses=SVG)
async def shared_picture(key: GameKey, state: AppStateDep) -> Response:
    """A picture of the result."""
    row = await _row(state, key)
    drawing = await state.slow_threads.run(_shared_picture, row, state.store.name)
    return Response(drawing, media_type="image/svg+xml")


def _shared_picture(row: GameRow, database: str) -> str:
    return result_picture(row, _shared_session(row, database)[0])


# -- branches --------------------------------------------------------------------------------------


@router.post("/shared/{key}/move")
async def try_shared_move(key: GameKey, body: TryMove, state: AppStateDep) -> ReplayStep:
    """Try a move from a position of a shared game or of a branch.

    One that would show a card that the player has not seen in this game is refused.
    """
    session, _ = await _session(state, key)
    return await state.slow_threads.run(
        try_move, session, body, lambda at: read_requested_move(at, body)
    )


@router.post("/shared/{key}/branch")
async def shared_branch(key: GameKey, body: Branch, state: AppStateDep) -> BranchSteps:
    """The positions of a branch, so that it can be shown again."""
    session, _ = await _session(state, key)
    return await state.slow_threads.run(branch_steps, session, body)


@router.post(
    "/shared/{key}/evaluation", response_class=NdjsonResponse, responses=ndjson(EvaluationStream)
)
async def evaluate_shared(
    key: GameKey, body: Branch, request: Request, state: AppStateDep, player: CurrentPlayer
) -> NdjsonResponse:
    """Whether a branch can be won, by what is in sight there."""
    session, _ = await _session(state, key)
    there = await state.slow_threads.run(branch_session, session, body)
    return await _coach(request, state, player, key, "evaluation", there)


@router.post("/shared/{key}/review", response_class=NdjsonResponse, responses=ndjson(ReviewStream))
async def review_shared(
    key: GameKey, request: Request, state: AppStateDep, player: CurrentPlayer
) -> NdjsonResponse:
    """The review of a shared game; winning lines only if they show no unseen card."""
    session, _ = await _session(state, key)
    return await _coach(request, state, player, key, "review", session, seen_only=True)


async def _coach(
    request: Request,
    state: AppState,
    player: int | None,
    key: str,
    task: str,
    session: Session,
    **options: bool,
) -> NdjsonResponse:
    owner = await job_owner(request, state, player)
    fields = {"task": task, "game_key": key, "record": str(Record.of(session)), **options}
    job = state.pool.submit(owner, key, fields)  # one coach for all who look at the game
    return stream_messages(job, 0)


@router.post("/shared/{key}/play", status_code=201)
async def play_shared(
    key: GameKey, body: Branch, state: AppStateDep, play_from: PlayFrom
) -> GameState:
    """Start a new game with the same deal, or from a position of the game or of a branch."""
    session, _ = await _session(state, key)
    there = await state.slow_threads.run(branch_session, session, body)
    return await play_from(there)


# -- reading ---------------------------------------------------------------------------------------


async def _row(state: AppState, key: str) -> GameRow:
    return await state.database_threads.run(state.store.games.find_shared, key)


async def _session(state: AppState, key: str) -> tuple[Session, Variation]:
    row = await _row(state, key)
    return await state.slow_threads.run(_shared_session, row, state.store.name)


@lru_cache(maxsize=16)
def _shared_session(row: GameRow, database: str) -> tuple[Session, Variation]:
    """The session without the moves that were undone, and its moves with the lines shown.

    What was undone, and what else was written, is nobody else's business. Nobody may change these.
    """
    session, record = row.read_session(database)
    played = Record.of(session, {}, without_history_tags(record)).main_line
    shared = Record.of(session).session()
    return shared, named_lines(shared, played)

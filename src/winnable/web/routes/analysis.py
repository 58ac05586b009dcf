"""The analysis of a game: its moves, branches from any position, and lines kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Request

from winnable.l10n import t
from winnable.play import Record, Session, Variation
from winnable.play.lines import (
    Line,
    add_line,
    branching_off,
    change_line,
    kept_lines,
    remove_line,
)
from winnable.store import SavedGame
from winnable.web.app_state import AppState
from winnable.web.branches import (
    branch_session,
    branch_steps,
    check_room,
    number_of,
    read_line,
    revision_of,
    try_move,
    visible_lines,
)
from winnable.web.dependencies import AppStateDep, CurrentPlayer, GameKey
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.new_game import check_stored
from winnable.web.replay_steps import ReplayStep, steps_made
from winnable.web.request_models import Branch, DeleteLine, KeepLine, TryMove
from winnable.web.response_models.analysis import (
    Analysis,
    BranchSteps,
    KeptLine,
    KeptLines,
    LinesChange,
)
from winnable.web.response_models.games import GameState
from winnable.web.response_models.streams import EvaluationStream
from winnable.web.routes.coach import check_reviewable, count_verdict, submit, why_not_shown
from winnable.web.routes.games import PlayFrom, read_requested_move
from winnable.web.routes.openapi import ERRORS, ndjson
from winnable.web.streaming import NdjsonResponse, stream_messages

__all__ = ["router"]

router = APIRouter(prefix="/games/{key}/analysis", tags=["analysis"], responses=ERRORS)

LineNumber = Annotated[int, Path(ge=0, le=1_000_000)]


@router.get("")
async def analysis(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> Analysis:
    """A game move by move, and the lines beside it.

    It looks at hidden cards, so while a game goes on in which some are hidden, it has no steps; nor
    has a game before its first move.
    """
    summary, session, played = await state.read(player, key, _read)
    if summary.can_analyse:
        await state.slow_threads.run(_add_steps, summary, session, played)
    return summary


def _read(opened: OpenGame) -> tuple[Analysis, Session, Variation]:
    game, session = opened.game, opened.game.session.copy()
    summary = Analysis(
        key=opened.key,
        game=session.game.slug,
        game_name=session.game.name,
        deal_number=session.deal_number,
        outcome=game.outcome,
        is_won=session.is_won,
        moves_made=len(session.steps),
        seconds=round(game.seconds, 1),
        coach_moves=game.coach_moves,
        is_over=game.is_over,
        can_analyse=not why_not_shown(opened),
        share_key=opened.share_key if game.is_over else None,
        steps=[],
        kept=KeptLines(revision="", lines=[]),
    )
    return summary, session, game.played


def _add_steps(summary: Analysis, session: Session, played: Variation) -> None:
    summary.steps = steps_made(session)
    lines = visible_lines(session, played)
    summary.kept = KeptLines(revision=revision_of(played), lines=lines)


@router.post("/move")
async def move(
    key: GameKey, body: TryMove, state: AppStateDep, player: CurrentPlayer
) -> ReplayStep:
    """Try a move from a position of the game or of a branch; the game itself stays as it is.

    One that would show a card that the player has not seen in this game is refused.
    """
    session = await state.read(player, key, _session_copy)
    return await state.slow_threads.run(
        try_move, session, body, lambda at: read_requested_move(at, body)
    )


@router.post("/branch")
async def branch(
    key: GameKey, body: Branch, state: AppStateDep, player: CurrentPlayer
) -> BranchSteps:
    """The positions of a branch, so that it can be shown again."""
    session = await state.read(player, key, _session_copy)
    return await state.slow_threads.run(branch_steps, session, body)


def _session_copy(opened: OpenGame) -> Session:
    """The moves of a game that can be analysed, to be played with in another thread."""
    check_reviewable(opened)
    return opened.game.session.copy()


@router.post("/evaluation", response_class=NdjsonResponse, responses=ndjson(EvaluationStream))
async def evaluation(
    key: GameKey, body: Branch, request: Request, state: AppStateDep, player: CurrentPlayer
) -> NdjsonResponse:
    """Whether a branch can be won, by what is in sight there. In a game that goes on it is help."""

    def count(game: SavedGame) -> None:
        if not game.is_over:
            count_verdict(game)

    job = await submit(
        request,
        state,
        player,
        key,
        None,
        "evaluation",
        count,
        check_reviewable,
        record_of=lambda session: str(Record.of(branch_session(session, body))),
        job_key=f"{key}.analysis",
    )
    return stream_messages(*job)


@router.post("/play", status_code=201)
async def play(
    key: GameKey, body: Branch, state: AppStateDep, player: CurrentPlayer, play_from: PlayFrom
) -> GameState:
    """Start a new game from a position of the game or of a branch, also of a win of its review."""

    def session_there(session: Session) -> Session:
        return branch_session(session, body, seen_only=False)

    session = await state.read(player, key, _session_copy)
    return await play_from(await state.slow_threads.run(session_there, session))


# -- lines -----------------------------------------------------------------------------------------


@router.post("/lines", status_code=201)
async def keep_line(
    key: GameKey, body: KeepLine, state: AppStateDep, player: CurrentPlayer
) -> LinesChange:
    """Keep a branch beside the game."""
    line = await _read_line(state, player, key, body)
    return await _change_lines(
        state, player, key, body.revision, lambda played: add_line(played, line), line=line
    )


@router.put("/lines/{number}")
async def change_kept_line(
    key: GameKey, number: LineNumber, body: KeepLine, state: AppStateDep, player: CurrentPlayer
) -> LinesChange:
    """Give a line another name, or other moves."""
    line = await _read_line(state, player, key, body)

    def change(played: Variation) -> Variation:
        _check_number(played, number)
        return change_line(played, number, line)

    return await _change_lines(state, player, key, body.revision, change, removed=number, line=line)


@router.delete("/lines/{number}")
async def delete_line(
    key: GameKey, number: LineNumber, body: DeleteLine, state: AppStateDep, player: CurrentPlayer
) -> LinesChange:
    """Delete a line."""

    def remove(played: Variation) -> Variation:
        _check_number(played, number)
        return remove_line(played, number)

    return await _change_lines(state, player, key, body.revision, remove, removed=number)


async def _read_line(state: AppState, player: int | None, key: str, body: KeepLine) -> Line:
    """The line of a request, played through in a thread in which no move of others waits."""

    def read(opened: OpenGame) -> Session:
        session = _session_copy(opened)
        _check_revision(opened, body.revision)
        return session

    session = await state.read(player, key, read)
    return await state.slow_threads.run(read_line, session, body, body.name)


def _check_revision(opened: OpenGame, revision: str) -> None:
    if revision != revision_of(opened.game.played):
        raise ApiError(409, t("page.analysis.errors.changed"))


def _check_number(played: Variation, number: int) -> None:
    if number >= len(kept_lines(played)):
        raise ApiError(404, t("page.analysis.errors.no_line"))


async def _change_lines(
    state: AppState,
    player: int | None,
    key: str,
    revision: str,
    change: Callable[[Variation], Variation],
    *,
    removed: int | None = None,
    line: Line | None = None,
) -> LinesChange:
    """Change the lines for a client that has seen this revision of them (optimistic locking)."""

    def act(opened: OpenGame) -> Variation:
        check_reviewable(opened)
        _check_revision(opened, revision)
        game = opened.game
        played = change(game.played)
        if line is not None:
            check_room(game, played)
            check_stored(opened.store.games.stored_bytes(), state.settings.stored_per_player)
        game.keep_lines(played)
        return game.played

    played = await state.read(player, key, act)
    kept = None if line is None else _kept_line(played, line)
    return LinesChange(revision=revision_of(played), removed=removed, line=kept)


def _kept_line(played: Variation, line: Line) -> KeptLine | None:
    number = number_of(played, line)
    if number is None:
        return None
    made = branching_off(played, line).moves_made
    return KeptLine(number=number, name=line.name, moves_made=made)

"""The coach: evaluations, hints and reviews, as streams of messages.

A request is counted as help before the first message is sent, so nobody gets it uncounted by
hanging up; one that the queue refuses is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing, suppress

from fastapi import APIRouter, Request

from winnable.coach import why_not_reviewable
from winnable.errors import StoreError
from winnable.l10n import t
from winnable.play import Record, Session
from winnable.solver import Verdict
from winnable.store import Outcome, SavedGame
from winnable.store.deadline import time_limit
from winnable.web.app_state import AppState
from winnable.web.branches import check_played
from winnable.web.coach_messages import EvaluationMessage, Message, ReviewMessage
from winnable.web.dependencies import AppStateDep, CurrentPlayer, GameKey, job_owner
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.request_models import CoachRequest, ReviewRequest, VersionedRequest
from winnable.web.response_models.games import GameState
from winnable.web.response_models.streams import EvaluationStream, HintStream, ReviewStream
from winnable.web.reviewed_game import ReviewedGame
from winnable.web.routes.openapi import ERRORS, ndjson
from winnable.web.streaming import NdjsonResponse, coach_messages, stream_messages
from winnable.web.workers.job import JobMessages

__all__ = ["check_reviewable", "count_verdict", "router", "submit", "why_not_shown"]

router = APIRouter(prefix="/games", tags=["coach"], responses=ERRORS)


@router.post("/{key}/evaluation", response_class=NdjsonResponse, responses=ndjson(EvaluationStream))
async def evaluation(
    key: GameKey,
    body: CoachRequest,
    request: Request,
    state: AppStateDep,
    player: CurrentPlayer,
) -> NdjsonResponse:
    """Whether the game can still be won, or the odds where cards are hidden."""
    job = await submit(request, state, player, key, body.version, "evaluation", count_verdict)
    return stream_messages(*job)


@router.post("/{key}/hint", response_class=NdjsonResponse, responses=ndjson(HintStream))
async def hint(
    key: GameKey,
    body: CoachRequest,
    request: Request,
    state: AppStateDep,
    player: CurrentPlayer,
) -> NdjsonResponse:
    """What to do next, found without looking at hidden cards."""
    job = await submit(request, state, player, key, body.version, "hint", SavedGame.count_hint)
    return stream_messages(*job)


@router.post("/{key}/review", response_class=NdjsonResponse, responses=ndjson(ReviewStream))
async def review(
    key: GameKey,
    body: ReviewRequest,
    request: Request,
    state: AppStateDep,
    player: CurrentPlayer,
) -> NdjsonResponse:
    """The verdicts along the game, the move that lost it, and the shortest win found.

    A review looks at hidden cards, so the game has to be over, or no card hidden any more. It names
    winning moves, so it counts as a hint: a game that was given up can be continued. Its last part,
    `luck`, judges the moves by what was in sight when they were made.
    """

    def check(opened: OpenGame) -> None:
        check_reviewable(opened)
        check_played(opened.game.session.steps, body.played)

    reviewed = await state.read(player, key, ReviewedGame.of)
    job = await submit(
        request,
        state,
        player,
        key,
        body.version,
        "review",
        SavedGame.count_review,
        check,
    )

    async def keep_skill(message: Message) -> None:
        games = state.store_of(player).games
        with suppress(StoreError):  # the next review finds the same
            await state.database_threads.run(reviewed.keep_skill, games, message)

    return stream_messages(*job, at_end=keep_skill)


@router.post("/{key}/last-winnable")
async def go_to_last_winnable(
    key: GameKey,
    body: VersionedRequest,
    request: Request,
    state: AppStateDep,
    player: CurrentPlayer,
) -> GameState:
    """Go back to the last position from which the game can be won, as the cards lie.

    This looks at hidden cards. So while some are hidden, the game has to be over, or known to be
    lost however they lie; and it counts as a verdict.
    """
    if await state.read(player, key, _may_still_be_won):
        verdict = await _verdict(request, state, player, key, body.version)
        if verdict is not Verdict.LOST:
            raise ApiError(409, t("web.not_known_lost"))
    moves_made = await _last_winnable(request, state, player, key, body.version)
    if moves_made is None:
        raise ApiError(409, t("web.no_winnable_position"))

    def go_back(game: SavedGame) -> None:
        if moves_made == len(game.session.steps):
            raise ApiError(409, t("web.still_winnable"))
        game.go_to(moves_made)

    return await state.change(player, key, "go-to", body.version, go_back)


def _may_still_be_won(opened: OpenGame) -> bool:
    """Whether the player cannot tell by the visible cards that the game is lost."""
    session = opened.game.session
    return not (opened.game.is_over or session.is_stuck or session.view.is_open)


async def _verdict(
    request: Request, state: AppState, player: int | None, key: str, version: int
) -> Verdict | None:
    verdict: Verdict | None = None
    job, _ = await submit(request, state, player, key, version, "evaluation", count_verdict)
    async with aclosing(coach_messages(request, job)) as messages:
        async for message in messages:
            if isinstance(message, EvaluationMessage):
                verdict = message.verdict
    return verdict


async def _last_winnable(
    request: Request, state: AppState, player: int | None, key: str, version: int
) -> int | None:
    """What a review finds; it need not end once it knows the mistake."""
    found: int | None = None
    job, _ = await submit(
        request, state, player, key, version, "review", count_verdict, without_luck=True
    )
    async with aclosing(coach_messages(request, job)) as messages:
        async for message in messages:
            if isinstance(message, ReviewMessage):
                found = message.last_winnable
                if message.mistake is not None:
                    break
    return found


# -- jobs ------------------------------------------------------------------------------------------


def count_verdict(game: SavedGame) -> None:
    """Count a verdict. Only the first is saved at once: it makes the game aided."""
    if game.verdicts:
        game.verdicts += game.outcome is not Outcome.WON
    else:
        game.count_verdict()


def check_reviewable(opened: OpenGame) -> None:
    if reason := why_not_shown(opened):
        raise ApiError(409, reason)


def why_not_shown(opened: OpenGame) -> str:
    """Why there is no review of a game, or none yet; empty if there is one."""
    if reason := why_not_reviewable(opened.game.session):
        return reason
    shows_cards = not opened.game.is_over and not opened.game.session.view.is_open
    return t("web.review_shows_cards") if shows_cards else ""


async def submit(
    request: Request,
    state: AppState,
    player: int | None,
    key: str,
    version: int | None,
    task: str,
    count: Callable[[SavedGame], None],
    check: Callable[[OpenGame], None] | None = None,
    record_of: Callable[[Session], str] = lambda session: str(Record.of(session)),
    job_key: str | None = None,
    **options: bool,
) -> tuple[JobMessages, int]:
    """Queue a task about a game, then count it as help; its messages, and the game's version.

    `record_of` gives the record that the task is about, and `job_key` a name of its own to it, if
    that is not the game as it is.
    """

    def look(opened: OpenGame) -> tuple[str, int]:
        opened.check_version(version)
        if check is not None:
            check(opened)
        return record_of(opened.game.session), opened.game.version

    def count_help(opened: OpenGame) -> int:
        opened.check_version(seen)  # the game may have changed since
        count(opened.game)
        return opened.game.version

    with time_limit(state.store.timeout):
        record, seen = await state.read(player, key, look)
        owner = await job_owner(request, state, player)
        fields = {"record": record, "quick_hints": not state.settings.full_hints, **options}
        job_key = job_key or key
        job = state.pool.submit(owner, job_key, {"task": task, "game_key": job_key, **fields})
        try:
            return job, await state.use(player, key, count_help)
        except BaseException:
            await job.aclose()
            raise

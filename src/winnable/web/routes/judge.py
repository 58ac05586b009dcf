"""Checking a student's program: on a server for oneself only, because it runs the program.

These routes exist only where `Settings.can_judge` is true: the server listens on this computer, and
knows its user by a token. Even there a program is taken from that user's own browser alone
(`_problem`), and behind a proxy there is nothing; SecurityMiddleware refuses what comes from the
page of another site. The judge keeps the program in a sandbox, in processes below a worker
(`workers/judge_worker`), and none outlives the request. A program is kept in memory only, and
never logged.
"""

from __future__ import annotations

import os

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException

from winnable.l10n import t
from winnable.store import LOCAL_PLAYER
from winnable.web.app_state import AppState
from winnable.web.dependencies import AppStateDep, CurrentPlayer
from winnable.web.http_errors import ApiError
from winnable.web.local_access import is_direct, is_other_user
from winnable.web.request_models import JudgeRequest
from winnable.web.response_models.catalog import Handout, JudgeInfo
from winnable.web.response_models.streams import JudgeStream
from winnable.web.routes.openapi import ERRORS, ndjson
from winnable.web.security_middleware import MAX_PROGRAM_SIZE
from winnable.web.streaming import NdjsonResponse, stream_judgement
from winnable.web.workers.job import Owner
from winnable.web.workers.pool import WorkerPool

__all__ = ["router"]


async def _check_direct(request: Request) -> None:
    if not is_direct(request.scope):
        raise HTTPException(404)


router = APIRouter(
    prefix="/judge", tags=["judge"], responses=ERRORS, dependencies=[Depends(_check_direct)]
)

_HAS_SANDBOX = os.name == "posix"
"""Whether the judge can run a program apart from the rest of the system: on Windows it cannot."""
_DESCRIPTION = (
    "JSON objects, one a line: `queued` first, then `checks` with how many are done, and `report`; "
    "or, instead of that one, `stopped` or `error`. Empty lines mean nothing."
)


@router.get("")
async def judge_info(request: Request, state: AppStateDep, player: CurrentPlayer) -> JudgeInfo:
    """The handouts by which programs are checked, and whether this browser may have that done."""
    problem = await _problem(request, state, player)
    handouts = await state.slow_threads.run(_handouts)
    return JudgeInfo(
        handouts=[Handout(name=name, title=title) for name, title in handouts.items()],
        max_bytes=MAX_PROGRAM_SIZE,
        problem=problem,
    )


@router.post("", response_class=NdjsonResponse, responses=ndjson(JudgeStream, _DESCRIPTION))
async def judge_program(
    body: JudgeRequest, request: Request, state: AppStateDep, player: CurrentPlayer
) -> NdjsonResponse:
    """Check a program by the rules of its handout.

    It is run on this computer, in a sandbox. Closing the connection stops that.
    """
    problem = await _problem(request, state, player)
    if problem is not None:
        raise ApiError(403, problem)
    source = body.source.encode(errors="replace").decode()  # half a pair of surrogates is no text
    _check_source(source)
    if body.handout is not None and body.handout not in await state.slow_threads.run(_handouts):
        raise ApiError(422, t("web.judge.no_such_handout"))
    pool = await _open_pool(state)
    task = {"task": "judge", "file": body.file, "source": source, "handout": body.handout}
    return stream_judgement(pool.submit(Owner(LOCAL_PLAYER), None, task))


async def _problem(request: Request, state: AppState, player: int | None) -> str | None:
    """Why a request may not have a program checked; None if it may."""
    if not _HAS_SANDBOX:
        return t("web.judge.no_sandbox")
    if player != LOCAL_PLAYER:
        return t("web.judge.open_address")
    if await state.slow_threads.run(is_other_user, request.scope):
        return t("web.judge.other_user")
    return None


def _check_source(source: str) -> None:
    if len(source.encode()) > MAX_PROGRAM_SIZE:
        raise ApiError(413, t("web.judge.too_large", count=MAX_PROGRAM_SIZE))
    if "\0" in source:
        raise ApiError(422, t("web.judge.not_text"))
    if not source.strip():
        raise ApiError(422, t("web.judge.empty"))


def _handouts() -> dict[str, str]:
    """The titles of the handouts by name. Loads the judge, which a server may never need."""
    from winnable.judge import load_profile, shipped_profiles

    return {name: load_profile(name).title for name in shipped_profiles()}


async def _open_pool(state: AppState) -> WorkerPool:
    pool = state.judge_pool
    assert pool is not None  # noqa: S101 - it exists where these routes do
    if not pool.is_open and not state.is_closing:
        await pool.start()
    return pool

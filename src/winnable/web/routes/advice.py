"""The coach at a table: how the game stands, what to do next, where it was thrown away.

Answers are streams of JSON lines, told as they are found. An aid is counted before the first line
is sent, so nobody gets it for nothing by hanging up; one that the crew has no time for is not.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from winnable.play import Record
from winnable.store import Outcome, SavedGame
from winnable.web import told
from winnable.web.answering import told_in_lines, while_there
from winnable.web.asked import Change, Question
from winnable.web.errand import Answers, Told
from winnable.web.house import House, TheHouse, Who
from winnable.web.routes.refusals import IN_JSON, REFUSALS, Key
from winnable.web.seats import Seat
from winnable.web.troubles import ApiError

__all__ = ["router"]

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "JSON, a line each: `queued` first, then what is known so far, and last an "
        "answer with `final`, or `stopped`, or `trouble`.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    },
    **IN_JSON,
}

router = APIRouter(prefix="/tables", tags=["coach"], responses=REFUSALS)


@router.post("/{key}/standing", response_class=StreamingResponse, responses=_STREAM)
async def standing(key: Key, asked: Question, house: TheHouse, who: Who) -> StreamingResponse:
    """Whether the game can still be won, or the odds where cards are hidden."""
    return await _ask(house, who, key, asked, "standing", _note_verdict)


@router.post("/{key}/hint", response_class=StreamingResponse, responses=_STREAM)
async def hint(key: Key, asked: Question, house: TheHouse, who: Who) -> StreamingResponse:
    """What to do next, found without looking at hidden cards."""
    return await _ask(house, who, key, asked, "hint", SavedGame.count_hint)


@router.post("/{key}/review", response_class=StreamingResponse, responses=_STREAM)
async def review(key: Key, asked: Question, house: TheHouse, who: Who) -> StreamingResponse:
    """The verdict along the game, the move that lost it, and the shortest win found.

    It looks at hidden cards: so the game has to be over, or none hidden any more.
    """
    return await _ask(house, who, key, asked, "review", _note_review, _check_reviewable)


@router.post("/{key}/last-winnable")
async def last_winnable(
    key: Key, asked: Change, request: Request, house: TheHouse, who: Who
) -> told.State:
    """Go back to the last position from which the game can be won, as the cards lie.

    It looks at hidden cards. So while some are hidden the game has to be over, or known to be lost
    however they lie; and it counts as a verdict.
    """
    if await house.look(who, key, _may_be_won):
        ask = await _answers(house, who, key, asked.version, "standing", _note_verdict)
        if (await _last(request, ask[0])).get("verdict") != "lost":
            raise ApiError(409, "this game is not known to be lost: play on, or give it up first")
    answers, _ = await _answers(house, who, key, asked.version, "review", _note_verdict)
    made = (await _last(request, answers, "mistake")).get("last_winnable")
    if made is None:
        raise ApiError(409, "no earlier position is known from which the game can be won")

    def go_back(table: SavedGame) -> None:
        if made == len(table.session.steps):
            raise ApiError(409, "the game can still be won from here: play on")
        table.go_to(made)

    return await house.change(who, key, lambda seat: seat.change("go-to", asked.version, go_back))


def _may_be_won(seat: Seat) -> bool:
    """Whether nobody can tell, by what is in sight, that the game is over."""
    session = seat.table.session
    return not (seat.is_over or session.is_stuck or session.view.is_open)


async def _last(request: Request, answers: Answers, enough: str = "final") -> Told:
    """What the coach says at last, or as soon as it says what is enough."""
    answer: Told = {}
    async with aclosing(while_there(request, answers)) as coming:
        async for answer in coming:
            if (kind := answer.get("kind")) in ("trouble", "stopped"):
                raise ApiError(503 if kind == "trouble" else 409, str(answer["words"]))
            if answer.get(enough):
                break
    return answer


# -- asking ----------------------------------------------------------------------------------------


def _note_verdict(table: SavedGame) -> None:
    """Count a verdict. Only the first has to be kept at once: it is what makes the game aided."""
    if table.verdicts:
        table.verdicts += table.outcome is not Outcome.WON
    else:
        table.count_verdict()


def _note_review(table: SavedGame) -> None:
    """A review names moves that win, and a game that was given up can be taken up again."""
    table.count_hint()


def _check_reviewable(seat: Seat) -> None:
    if not seat.is_over and not seat.table.session.view.is_open:
        raise ApiError(409, "a review tells the hidden cards: finish the game or give it up first")


def _check_nothing(seat: Seat) -> None:
    """Any table will do."""


async def _answers(
    house: House,
    who: int | None,
    key: str,
    version: int | None,
    kind: str,
    note: Callable[[SavedGame], None],
    check: Callable[[Seat], None] = _check_nothing,
) -> tuple[Answers, int]:
    """Put a question to the crew, and count it as an aid once it is taken; the version then."""

    def look(seat: Seat) -> tuple[str, int]:
        seat.refresh()
        seat.check(version)
        check(seat)
        return str(Record.of(seat.table.session)), seat.table.version

    def count(seat: Seat) -> int:
        seat.check(seen)  # a move that came between is not what was asked about
        seat.note(note)
        return seat.table.version

    record, seen = await house.at(who, key, look)
    answers = house.pool.ask(who or 0, key, {"ask": kind, "table": key, "record": record})
    try:
        return answers, await house.at(who, key, count)
    except BaseException:
        await answers.aclose()
        raise


async def _ask(
    house: House,
    who: int | None,
    key: str,
    asked: Question,
    kind: str,
    note: Callable[[SavedGame], None],
    check: Callable[[Seat], None] = _check_nothing,
) -> StreamingResponse:
    answers, version = await _answers(house, who, key, asked.version, kind, note, check)
    return StreamingResponse(told_in_lines(answers, version), media_type="application/x-ndjson")

"""A new game from a request: a number, a day, a deck, a record, a board, or a pasted text."""

from __future__ import annotations

import datetime
from contextlib import aclosing

from fastapi import Request

from winnable.deals import parse_deal_number, parse_deck, random_number
from winnable.play import Autoplay, Record, Session, Variation, parse_board, parse_record
from winnable.play.record import is_record
from winnable.rules import GAMES, Game, find_game
from winnable.web.app_state import AppState
from winnable.web.coach_messages import DealMessage, Message
from winnable.web.dependencies import job_owner
from winnable.web.http_errors import ApiError
from winnable.web.request_models import NewGame
from winnable.web.settings import Settings
from winnable.web.streaming import coach_messages

__all__ = ["check_stored", "find_deal_number", "new_session", "resolve_day"]

_MAX_DAILY_DEALS = 10_000


async def find_deal_number(
    body: NewGame, request: Request, state: AppState, player: int | None
) -> int | None:
    """The deal that a worker has to find for a request; None if no search is needed."""
    if not (body.winnable or body.level or body.date):
        return None
    slug = _game(body).slug
    if body.date:
        return await _daily_deal(slug, resolve_day(body.date), request, state, player)
    level = body.level.value if body.level else None
    return await _search({"task": "deal", "game": slug, "level": level}, request, state, player)


async def _daily_deal(
    slug: str, date: str, request: Request, state: AppState, player: int | None
) -> int:
    """The deal of a day; the first request searches for it."""
    number = state.daily_deals.get((slug, date))
    if number is None:
        task = {"task": "daily", "game": slug, "date": date}
        number = await _search(task, request, state, player)
        if len(state.daily_deals) > _MAX_DAILY_DEALS:
            state.daily_deals.clear()
        state.daily_deals[slug, date] = number
    return number


def resolve_day(day: str) -> str:
    """A date for ``today``."""
    return datetime.date.today().isoformat() if day == "today" else day


async def _search(task: Message, request: Request, state: AppState, player: int | None) -> int:
    job = state.pool.submit(await job_owner(request, state, player), None, task)
    async with aclosing(coach_messages(request, job, stopped_status=503)) as messages:
        async for message in messages:
            if isinstance(message, DealMessage):
                return message.deal_number
    raise ApiError(503, "no deal was found in time: try again")


def new_session(
    body: NewGame, deal_number: int | None, settings: Settings
) -> tuple[Session, Record | None]:
    """A session for a request, and the record it was made from; `deal_number` was searched for."""
    record = _record(body)
    if record is not None:
        return _imported_session(body, record, settings), record
    game = _game(body)
    autoplay = _autoplay(game, body.autoplay or Autoplay.SAFE)
    board = _pasted_board(body.pasted) if body.board is None else body.board
    if board is not None:
        return Session(game, parse_board(game, board), autoplay=autoplay), None
    if body.deck is not None:
        return Session(game, deal=parse_deck(body.deck), autoplay=autoplay), None
    if body.pasted is not None:
        deal_number = parse_deal_number(body.pasted.strip().removeprefix("#"))
    if deal_number is None:
        deal_number = random_number() if body.deal_number is None else body.deal_number
    return Session(game, deal=deal_number, autoplay=autoplay), None


def check_stored(stored: int, most: int) -> None:
    """Refuse an import for a player who has stored too much; nothing is ever deleted for it."""
    if stored > most:
        raise ApiError(
            409,
            f"your games take over {most / 1e6:,.0f} MB, which is all that a player may store: "
            "deal a game instead of importing one",
        )


def _imported_session(body: NewGame, record: Record, settings: Settings) -> Session:
    if _count_moves(record.main_line) > settings.max_moves:  # each of them is made and checked
        raise ApiError(422, f"this record is too long: it may have {settings.max_moves:,} moves")
    if len(record.tags) > settings.max_tags:
        raise ApiError(422, f"this record has too many tags: it may have {settings.max_tags:,}")
    session = record.session()
    if body.game is not None and find_game(body.game) != session.game:
        raise ApiError(422, f"this is a record of {session.game.name}")
    session.autoplay = _autoplay(session.game, body.autoplay or session.autoplay)
    return session


def _game(body: NewGame) -> Game:
    if body.game is None:
        raise ApiError(422, f"which game? set game to one of {', '.join(GAMES)}")
    return find_game(body.game)


def _autoplay(game: Game, wanted: Autoplay) -> Autoplay:
    return wanted if game.has_autoplay else Autoplay.OFF


def _count_moves(line: Variation) -> int:
    """The moves of a line and of all its variations."""
    return sum(
        1 + len(node.automoves) + sum(map(_count_moves, node.variations)) for node in line.nodes
    )


def _record(body: NewGame) -> Record | None:
    text = body.record
    if text is None and body.pasted is not None and is_record(body.pasted):
        text = body.pasted
    if text is not None and "\0" in text:  # PostgreSQL cannot save it in a comment
        raise ApiError(422, "a record must not contain the null character")
    return None if text is None else parse_record(text)


def _pasted_board(text: str | None) -> str | None:
    """A pasted text of several words is a board; of one, a number."""
    return text if text is not None and len(text.split()) > 1 else None

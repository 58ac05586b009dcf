"""A new game from a request: a number, a day, a deck, a record, a board, or a pasted text."""

from __future__ import annotations

import datetime
from contextlib import aclosing

from fastapi import Request

from winnable.coach.deal_finder import NewDeal, find_winnable_deal
from winnable.coach.known_verdicts import known_range
from winnable.deals import DealSource, parse_deck, random_number
from winnable.errors import quote
from winnable.l10n import t
from winnable.play import Autoplay, Record, Session, Variation, parse_board, parse_record
from winnable.play.board_notation import is_board
from winnable.play.deal_title import DealTitle, parse_deal_title
from winnable.play.record import is_record
from winnable.rules import GAMES, Game, find_game
from winnable.store import SavedGame
from winnable.web.app_state import AppState
from winnable.web.coach_messages import DealMessage, Message
from winnable.web.dependencies import job_owner
from winnable.web.http_errors import ApiError
from winnable.web.request_models import NewGame
from winnable.web.settings import Settings
from winnable.web.streaming import coach_messages

__all__ = ["check_stored", "find_deal", "new_session", "resolve_day"]

_MAX_DAILY_DEALS = 10_000


async def find_deal(
    body: NewGame, request: Request, state: AppState, player: int | None
) -> NewDeal | None:
    """A deal that is proved winnable, or that of another game, if the request asks for one.

    A worker searches for it, unless the known verdicts tell one at once.
    """
    if body.again is not None:
        game = _game(body)
        return await state.read(player, body.again, lambda opened: _deal_of(opened.game, game))
    if not (body.winnable or body.level or body.date):
        return None
    game = _game(body)
    if body.date:
        number = await _daily_deal(game.slug, resolve_day(body.date), request, state, player)
        return NewDeal(number, DealSource.DAILY)
    if body.level is None and known_range(game):
        return NewDeal(find_winnable_deal(game), DealSource.WINNABLE)
    level = body.level.value if body.level else None
    task = {"task": "deal", "game": game.slug, "level": level}
    number = await _search(task, request, state, player)
    return NewDeal(number, DealSource(level or DealSource.WINNABLE))


def _deal_of(saved_game: SavedGame, game: Game) -> NewDeal:
    """The deal of a saved game, to be played once more."""
    session = saved_game.session
    if session.game != game:
        raise ApiError(422, t("web.paste.other_record", game=session.game.name))
    if session.deal_number is None:
        raise ApiError(422, t("web.new_game.no_number"))
    return NewDeal(session.deal_number, saved_game.deal_source)


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
    raise ApiError(503, t("web.new_game.no_deal_found"))


def new_session(
    body: NewGame, deal_number: int | None, settings: Settings
) -> tuple[Session, Record | None]:
    """A session for a request, and the record it was made from; `deal_number` was searched for."""
    record = _record(body)
    if record is not None:
        return _imported_session(body, record, settings), record
    title, deck, board = None, body.deck, body.board
    if body.pasted is not None:
        title = parse_deal_title(body.pasted)
        if title is not None:
            deal_number = title.deal_number
        elif not is_board(body.pasted):
            raise ApiError(422, t("web.paste.not_understood", text=quote(body.pasted.strip())))
        elif len(body.pasted.strip().splitlines()) == 1:
            deck = body.pasted
        else:
            board = body.pasted
    game = _game(body, title)
    autoplay = _autoplay(game, body.autoplay or Autoplay.SAFE)
    if board is not None:
        return Session(game, parse_board(game, board), autoplay=autoplay), None
    if deck is not None:
        return Session(game, deal=parse_deck(deck), autoplay=autoplay), None
    if deal_number is None:
        deal_number = random_number() if body.deal_number is None else body.deal_number
    return Session(game, deal=deal_number, autoplay=autoplay), None


def check_stored(stored: int, most: int) -> None:
    """Refuse an import for a player who has stored too much; nothing is ever deleted for it."""
    if stored > most:
        raise ApiError(409, t("web.paste.stored_too_much", megabytes=round(most / 1e6)))


def _imported_session(body: NewGame, record: Record, settings: Settings) -> Session:
    if _count_moves(record.main_line) > settings.max_moves:  # each of them is made and checked
        raise ApiError(422, t("web.paste.too_many_moves", count=settings.max_moves))
    if len(record.tags) > settings.max_tags:
        raise ApiError(422, t("web.paste.too_many_tags", count=settings.max_tags))
    session = record.session()
    if body.game is not None and find_game(body.game) != session.game:
        raise ApiError(422, t("web.paste.other_record", game=session.game.name))
    session.autoplay = _autoplay(session.game, body.autoplay or session.autoplay)
    return session


def _game(body: NewGame, title: DealTitle | None = None) -> Game:
    named = None if title is None else title.game
    if body.game is None and named is None:
        games = ", ".join(GAMES)
        raise ApiError(422, t("web.new_game.which_game", games=games), missing="game")
    game = named if body.game is None else find_game(body.game)
    assert game is not None  # noqa: S101 - one of the two is there
    if named is not None and named != game:
        raise ApiError(422, t("web.paste.other_deal", named=named.name, chosen=game.name))
    return game


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
        raise ApiError(422, t("web.paste.null"))
    return None if text is None else parse_record(text)

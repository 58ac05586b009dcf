"""Tables: deal one, look at it, make moves and take them back."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from winnable.errors import NotOver
from winnable.moves import parse_move
from winnable.play import Autoplay, board_text
from winnable.play.hand import home_move, meant_move, pick
from winnable.position import Place
from winnable.rules import GAMES, Home
from winnable.rules.home import moves_home
from winnable.store import Outcome, Table
from winnable.store.keys import new_key
from winnable.web import told
from winnable.web.answering import in_json, while_there
from winnable.web.asked import Change, GoTo, Making, NewTable, SetAutoplay
from winnable.web.house import Asker, House, TheHouse, Who
from winnable.web.lines import steps
from winnable.web.seats import Seat
from winnable.web.sources import NO_GAME, game_of, new_session
from winnable.web.state import kept_game, tells_hidden_cards, where, with_keys
from winnable.web.troubles import Trouble
from winnable.web.typed import read_card, read_typed

__all__ = ["IN_JSON", "REFUSALS", "TEXT", "Key", "router"]

Key = Annotated[str, Path(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": told.Error, "description": words}
    for status, words in {
        400: "not understood",
        403: "a change from another site's page",
        404: "no such table, or not yours",
        409: "stale, with the table as it stands; or not now",
        413: "too large",
        421: "not a name of this server",
        422: "a refused move, or a field that is wrong",
        429: "too many questions of this player",
        503: "busy, or games cannot be kept just now",
    }.items()
}

IN_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": refusal["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for status, refusal in REFUSALS.items()
}
"""The same for routes whose good answers are something else: FastAPI would take these for that."""

router = APIRouter(prefix="/tables", tags=["tables"], responses=REFUSALS)

_MOST_STEPS_HOME = 52


@router.post("", status_code=201)
async def deal(
    asked: NewTable,
    request: Request,
    response: Response,
    house: TheHouse,
    who: Who,
    asker: Asker,
) -> told.State:
    """Deal a table. Whoever is not known yet gets the cookie that makes them known."""
    game = game_of(asked)
    number: int | None = None
    if asked.winnable or asked.level or asked.date:
        if game is None:
            raise Trouble(422, NO_GAME)
        if asked.date:
            number = await _daily(house, request, game.slug, asked.date, asker)
        else:
            level = asked.level.value if asked.level else None
            order = {"ask": "deal", "game": game.slug, "level": level, "winnable": True}
            number = await _ordered(house, request, order, asker)

    def lay_out() -> tuple[int, told.State]:
        session, record = new_session(asked, number, house.settings.most_moves)
        player = who if who is not None and house.store.player_since(who) else None
        player = house.store.new_player() if player is None else player
        return player, house.seats.open(player, new_key(), session, record).state()

    player, state = await house.in_thread(lay_out)
    house.cookies.give(response, player)
    return state


async def _daily(house: House, request: Request, slug: str, day: str, asker: int | str) -> int:
    """The number of a day's deal; it is worked out once."""
    date = datetime.date.today().isoformat() if day == "today" else day
    known = house.dailies.get((slug, date))
    if known is None:
        known = await _ordered(house, request, {"ask": "daily", "game": slug, "date": date}, asker)
        if len(house.dailies) > 10_000:
            house.dailies.clear()
        house.dailies[slug, date] = known
    return known


async def _ordered(house: House, request: Request, order: dict[str, Any], asker: int | str) -> int:
    """A deal that the crew has to look for."""
    answer: dict[str, Any] = {}
    async with aclosing(while_there(request, house.pool.ask(asker, None, order))) as coming:
        async for answer in coming:
            if answer.get("kind") == "deal" and answer["number"] is not None:
                return int(answer["number"])
    raise Trouble(503, str(answer.get("words") or "no deal was found in time: try again"))


@router.get("")
async def unfinished(house: TheHouse, who: Who) -> told.Tables:
    """The player's games that can be gone on with, the latest first."""
    if who is None:
        return told.Tables(tables=[])
    store = house.store.of(who)
    found = await house.in_thread(lambda: with_keys(store, store.unfinished(limit=50)))
    return told.Tables(tables=[kept_game(kept, GAMES) for kept in found])


@router.get("/{key}")
async def look(key: Key, house: TheHouse, who: Who) -> told.State:
    """How a table stands."""
    return await house.look(who, key, Seat.state)


@router.post("/{key}/move")
async def move(key: Key, asked: Making, house: TheHouse, who: Who) -> told.State:
    """Make a move. It is kept before the answer; a refused one is 422, with every reason."""

    def make(table: Table) -> None:
        if len(table.session.steps) >= house.settings.most_moves:
            most = house.settings.most_moves
            raise Trouble(409, f"{most:,} moves are made: take some back, or deal another game")
        _make(table, asked)

    return await _change(house, who, key, "move", asked, make)


def _make(table: Table, asked: Making) -> None:
    game, position = table.session.game, table.session.position
    if asked.move is not None:
        table.make(parse_move(asked.move))
    elif asked.typed is not None:
        table.make(read_typed(table.session, asked.typed))
    else:
        source = _place(table, asked.source)
        picked = pick(game, position, source, asked.index)
        if picked is None:
            raise Trouble(422, f"no card can be picked up in {source.name}")
        if asked.target == "home":
            meant = home_move(game, position, source)
            assert meant is not None  # noqa: S101 - there is a card, and it lies in no foundation
        else:
            meant = meant_move(game, position, picked, _place(table, asked.target))
        table.make(meant)


def _place(table: Table, text: str | None) -> Place:
    place = Place.parse(text or "")
    if place.slot >= table.session.game.slots(place.area):
        raise Trouble(422, f"there is no {place.name} in {table.session.game.name}")
    return place


@router.post("/{key}/undo")
async def undo(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Take back the last move; at the start nothing happens."""
    return await _change(house, who, key, "undo", asked, Table.undo)


@router.post("/{key}/redo")
async def redo(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Make the move taken back last once more."""
    return await _change(house, who, key, "redo", asked, Table.redo)


@router.post("/{key}/restart")
async def restart(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Go back to the start; every move can be brought back."""
    return await _change(house, who, key, "restart", asked, Table.restart)


@router.post("/{key}/go-to")
async def go_to(key: Key, asked: GoTo, house: TheHouse, who: Who) -> told.State:
    """Go along the line, to where so many moves are made."""
    return await _change(house, who, key, "go-to", asked, lambda table: table.go_to(asked.made))


@router.post("/{key}/home")
async def home(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Send every card home that can go, each a move of its own."""

    def send_home(table: Table) -> None:
        for _ in range(_MOST_STEPS_HOME):
            session = table.session
            found = next(moves_home(session.game, session.position), None)
            if found is None or session.is_won:
                return
            table.make(found[0])

    return await _change(house, who, key, "home", asked, send_home)


@router.post("/{key}/give-up")
async def give_up(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Give a game up: it counts as played, and can be reviewed and shared."""

    def leave(table: Table) -> None:
        table.give_up()
        if table.outcome is not Outcome.GIVEN_UP:
            raise Trouble(409, "no move has been made yet: there is nothing to give up")

    return await _change(house, who, key, "give-up", asked, leave)


@router.put("/{key}/autoplay")
async def set_autoplay(key: Key, asked: SetAutoplay, house: TheHouse, who: Who) -> told.State:
    """Choose which cards go home by themselves from now on."""

    def choose(table: Table) -> None:
        game = table.session.game
        if asked.autoplay is not Autoplay.OFF and game.home is not Home.SUIT:
            raise Trouble(422, f"no card goes home by itself in {game.name}")
        table.set_autoplay(asked.autoplay)

    return await _change(house, who, key, "autoplay", asked, choose)


async def _change(
    house: House,
    who: int | None,
    key: str,
    kind: str,
    asked: Change,
    act: Callable[[Table], object],
) -> told.State:
    return await house.change(who, key, lambda seat: seat.change(kind, asked.version, act))


# -- to read ---------------------------------------------------------------------------------------


@router.get("/{key}/line", response_model=told.Steps)
async def line(key: Key, house: TheHouse, who: Who) -> Response:
    """Every step from the start on, those taken back too, with the table as it looked."""
    session = await house.look(who, key, lambda seat: seat.table.session.copy())
    return await house.at_leisure(lambda: in_json({"steps": steps(session)}))


@router.get("/{key}/where")
async def where_is(
    key: Key,
    card: Annotated[str, Query(min_length=2, max_length=30, examples=["7H", "seven of hearts"])],
    house: TheHouse,
    who: Who,
) -> told.Where:
    """Where a card lies, as far as the player can see."""
    wanted = read_card(card)
    words = await house.look(who, key, lambda seat: where(seat.table.session, wanted))
    return told.Where(card=str(wanted), words=words)


TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}, **IN_JSON}


@router.get("/{key}/record", response_class=PlainTextResponse, responses=TEXT)
async def record(key: Key, house: TheHouse, who: Who) -> str:
    """The game as a record. One that would tell hidden cards is told when the game is over."""

    def write(seat: Seat) -> str:
        _check_tells_nothing(seat)
        return str(seat.table.to_record())

    return await house.look(who, key, write)


@router.get("/{key}/board", response_class=PlainTextResponse, responses=TEXT)
async def board(key: Key, house: TheHouse, who: Who) -> str:
    """The board as fc-solve reads it, for games and tables with nothing hidden."""

    def write(seat: Seat) -> str:
        session = seat.table.session
        if None in {card for column in session.view.columns for card in column} or (
            session.view.stock
        ):
            raise Trouble(409, "a board would tell the hidden cards")
        return board_text(session.game, session.position)

    return await house.look(who, key, write)


def _check_tells_nothing(seat: Seat) -> None:
    if not seat.is_over and tells_hidden_cards(seat.table.session):
        raise Trouble(409, "its record would tell the hidden cards: give the game up first")


# -- sharing ---------------------------------------------------------------------------------------


@router.post("/{key}/share")
async def share(key: Key, house: TheHouse, who: Who) -> told.ShareLink:
    """Make a link under which anybody can look at the game; it has to be over."""

    def make_link(seat: Seat) -> str:
        if not seat.is_over or seat.table.number is None:
            raise Trouble(409, "a game can be shared when it is won or given up")
        try:
            seat.shared = seat.store.share(seat.table.number)
        except NotOver:
            raise Trouble(409, "this game was won elsewhere: play it here to share it") from None
        return seat.shared

    shared = await house.at(who, key, make_link)
    return told.ShareLink(key=shared, url=f"/s/{shared}")


@router.delete("/{key}/share", status_code=204)
async def unshare(key: Key, house: TheHouse, who: Who) -> None:
    """Withdraw the link."""

    def withdraw(seat: Seat) -> None:
        if seat.table.number is not None:
            seat.store.unshare(seat.table.number)
        seat.shared = None

    await house.at(who, key, withdraw)

"""A table: look at it, make moves and take them back."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from winnable.moves import parse_move
from winnable.play import Autoplay, read_move
from winnable.play.actions import collect_moves
from winnable.play.move_intent import foundation_move, resolve_drop, select
from winnable.position import Place
from winnable.store import Outcome, SavedGame
from winnable.web import told
from winnable.web.asked import Change, GoTo, Making, SetAutoplay
from winnable.web.house import House, TheHouse, Who
from winnable.web.routes.refusals import REFUSALS, Key
from winnable.web.seats import Seat
from winnable.web.troubles import ApiError

__all__ = ["router"]

router = APIRouter(prefix="/tables", tags=["tables"], responses=REFUSALS)


@router.get("/{key}")
async def look(key: Key, house: TheHouse, who: Who) -> told.State:
    """How a table stands."""
    return await house.look(who, key, Seat.state)


@router.post("/{key}/move")
async def move(key: Key, asked: Making, house: TheHouse, who: Who) -> told.State:
    """Make a move. It is kept before the answer; a refused one is 422, with every reason."""

    def make(table: SavedGame) -> None:
        if len(table.session.steps) >= house.settings.most_moves:
            most = house.settings.most_moves
            raise ApiError(409, f"{most:,} moves are made: take some back, or deal another game")
        _make(table, asked)

    return await _change(house, who, key, "move", asked, make)


def _make(table: SavedGame, asked: Making) -> None:
    game, position = table.session.game, table.session.position
    if asked.move is not None:
        table.make(parse_move(asked.move))
    elif asked.typed is not None:
        table.make(read_move(game, position, asked.typed))
    else:
        source = _place(table, asked.source)
        picked = select(game, position, source, asked.index)
        if picked is None:
            raise ApiError(422, f"no card can be picked up in {source.name}")
        if asked.target == "home":
            meant = foundation_move(game, position, source)
            assert meant is not None  # noqa: S101 - there is a card, and it lies in no foundation
        else:
            meant = resolve_drop(game, position, picked, _place(table, asked.target))
        table.make(meant)


def _place(table: SavedGame, text: str | None) -> Place:
    place = Place.parse(text or "")
    if place.slot >= table.session.game.slots(place.area):
        raise ApiError(422, f"there is no {place.name} in {table.session.game.name}")
    return place


@router.post("/{key}/undo")
async def undo(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Take back the last move; at the start nothing happens."""
    return await _change(house, who, key, "undo", asked, SavedGame.undo)


@router.post("/{key}/redo")
async def redo(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Make the move taken back last once more."""
    return await _change(house, who, key, "redo", asked, SavedGame.redo)


@router.post("/{key}/restart")
async def restart(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Go back to the start; every move can be brought back."""
    return await _change(house, who, key, "restart", asked, SavedGame.restart)


@router.post("/{key}/go-to")
async def go_to(key: Key, asked: GoTo, house: TheHouse, who: Who) -> told.State:
    """Go along the line, to where so many moves are made."""
    return await _change(house, who, key, "go-to", asked, lambda table: table.go_to(asked.made))


@router.post("/{key}/home")
async def home(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Send every card home that can go, each a move of its own."""

    def send_home(table: SavedGame) -> None:
        for move in collect_moves(table.session):
            table.make(move)

    return await _change(house, who, key, "home", asked, send_home)


@router.post("/{key}/give-up")
async def give_up(key: Key, asked: Change, house: TheHouse, who: Who) -> told.State:
    """Give a game up: it counts as played, and can be reviewed and shared."""

    def leave(table: SavedGame) -> None:
        table.give_up()
        if table.outcome is not Outcome.GIVEN_UP:
            raise ApiError(409, "no move has been made yet: there is nothing to give up")

    return await _change(house, who, key, "give-up", asked, leave)


@router.put("/{key}/autoplay")
async def set_autoplay(key: Key, asked: SetAutoplay, house: TheHouse, who: Who) -> told.State:
    """Choose which cards go home by themselves from now on."""

    def choose(table: SavedGame) -> None:
        game = table.session.game
        if asked.autoplay is not Autoplay.OFF and not game.has_autoplay:
            raise ApiError(422, f"no card goes home by itself in {game.name}")
        table.set_autoplay(asked.autoplay)

    return await _change(house, who, key, "autoplay", asked, choose)


async def _change(
    house: House,
    who: int | None,
    key: str,
    kind: str,
    asked: Change,
    act: Callable[[SavedGame], object],
) -> told.State:
    return await house.change(who, key, lambda seat: seat.change(kind, asked.version, act))

"""Saved games: new ones, moves and other changes, and everything that can be read of one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from winnable.errors import StoreError
from winnable.l10n import t
from winnable.moves import Move, Transfer, parse_move
from winnable.play import Autoplay, Session, board_text, read_move
from winnable.play.actions import collect_moves
from winnable.play.move_intent import (
    Selection,
    best_moves,
    foundation_move,
    resolve_drop,
    select,
    takes_one_tap,
    why_not_movable,
)
from winnable.play.moves_in_words import parse_card_name
from winnable.position import Place
from winnable.rules.illegal_moves import IllegalMoveError
from winnable.store import SavedGame
from winnable.store.url_keys import new_key
from winnable.web.addresses import client_address
from winnable.web.app_state import ensure_keys
from winnable.web.dependencies import AppStateDep, CurrentPlayer, GameKey
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.new_game import check_stored, find_deal, new_session
from winnable.web.play_from import new_game_from
from winnable.web.replay_steps import replay_steps
from winnable.web.request_models import (
    GoTo,
    MakeMove,
    NewGame,
    RequestedMove,
    SetAutoplay,
    VersionedRequest,
)
from winnable.web.response_models.games import CardLocation, GameState, Steps
from winnable.web.response_models.history import UnfinishedGames
from winnable.web.routes.openapi import ERRORS, TEXT
from winnable.web.serializers import card_location, history_entry, record_shows_hidden_cards

__all__ = ["PlayFrom", "read_requested_move", "router"]

router = APIRouter(prefix="/games", tags=["games"], responses=ERRORS)


@router.post("", status_code=201)
async def create_game(
    body: NewGame,
    request: Request,
    response: Response,
    state: AppStateDep,
    player: CurrentPlayer,
) -> GameState:
    """Deal a new game. A browser without a cookie gets one and is a new player."""
    settings = state.settings
    state.new_game_limits.charge(player, client_address(request), body.imported)
    deal = await find_deal(body, request, state, player)

    def create() -> tuple[OpenGame, str | None]:
        session, record = new_session(body, deal and deal.number, settings)
        players, token = state.store.players, None
        # A player whom this server remembers may be gone, if the database has lost commits.
        is_known = player is not None and players.known_since(player) is not None
        owner = player if player is not None and is_known else players.create()
        if not is_known:
            token = state.authentication.new_token(request, owner)
        store = state.store.for_player(owner)
        if is_known and record is not None:
            check_stored(store.games.stored_bytes(), settings.stored_per_player)
        opened = OpenGame.create(store, new_key(), session, record, deal and deal.source)
        if is_known:
            with suppress(StoreError):  # the game is saved; the next one tries again
                store.games.delete_oldest_unplayed(keep=settings.unplayed_games)
        return opened, token

    opened, token = await state.database_threads.run(create)
    state.games.add(opened)
    if token is not None:
        state.authentication.cookie.set(response, token)
    return opened.state()


async def _position_player(
    request: Request, response: Response, state: AppStateDep, player: CurrentPlayer
) -> Callable[[Session], Awaitable[GameState]]:
    return lambda session: create_game(new_game_from(session), request, response, state, player)


PlayFrom = Annotated[Callable[[Session], Awaitable[GameState]], Depends(_position_player)]
"""Starts a new game from the position of a session, for whoever sends the request."""


@router.get("")
async def unfinished_games(state: AppStateDep, player: CurrentPlayer) -> UnfinishedGames:
    """The player's games that can be continued, the one played latest first."""
    store = state.store_of(player)
    found = await state.database_threads.run(
        lambda: ensure_keys(store, store.games.unfinished(limit=50))
    )
    return UnfinishedGames(games=[history_entry(summary) for summary in found])


@router.get("/{key}")
async def game(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> GameState:
    """The current state of a game."""
    return await state.read(player, key, OpenGame.state)


# -- changes ---------------------------------------------------------------------------------------


@router.post("/{key}/move")
async def make_move(
    key: GameKey, body: MakeMove, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Make a move. It is saved before the response; an illegal one is 422, with every reason."""
    max_moves = state.settings.max_moves

    def make(game: SavedGame) -> None:
        if len(game.session.steps) >= max_moves:
            raise ApiError(
                409,
                t("page.play.too_many_moves", count=max_moves),
            )
        game.make(read_requested_move(game.session, body), by_coach=body.by_coach)

    return await state.change(player, key, "move", body.version, make)


def read_requested_move(session: Session, body: RequestedMove) -> Move:
    """The move of a request, for the position of a session."""
    game, position = session.game, session.position
    if body.move is not None:
        return parse_move(body.move)
    if body.typed is not None:
        return read_move(game, position, body.typed)
    source = _place(session, body.source)
    selection = select(game, position, source, body.index)
    if selection is None:
        raise _no_card(session, source)
    if body.target == "home":
        move = foundation_move(game, position, source)
        assert move is not None  # noqa: S101 - there is a card, and not in a foundation
        return move
    if body.target == "best":
        return _best_move(session, source, body.index)
    return resolve_drop(game, position, selection, _place(session, body.target))


def _best_move(session: Session, source: Place, index: int | None) -> Move:
    """Where cards go that are tapped; 422 with the reason if they cannot move."""
    game, position = session.game, session.position
    pile = position.pile(source)
    first = len(pile) - 1 if index is None or takes_one_tap(game) else index
    if not 0 <= first < len(pile):
        raise _no_card(session, source)
    tapped, legal = Selection(source, len(pile) - first), tuple(session.legal_moves())
    for move in best_moves(game, position, legal):
        if (move.source, move.count) == (tapped.place, tapped.count):
            return move
    if problems := why_not_movable(game, position, tapped):
        raise IllegalMoveError(Transfer(source, source, tapped.count or 1), problems)
    can_move = any(
        isinstance(move, Transfer) and move.source == source and move.count == tapped.count
        for move in legal
    )
    key = "page.play.no_better_place" if can_move else "page.play.nowhere_to_go"
    raise ApiError(422, t(key, card=pile[first].sign))


def _no_card(session: Session, place: Place) -> ApiError:
    name = place.name_among(session.game.foundations)
    return ApiError(422, t("page.play.no_card", place=name))


def _place(session: Session, text: str | None) -> Place:
    place = Place.parse(text or "")
    if place.slot >= session.game.slots(place.area):
        raise ApiError(422, t("page.play.no_place", place=place.name, game=session.game.name))
    return place


@router.post("/{key}/undo")
async def undo(
    key: GameKey, body: VersionedRequest, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Undo the last move; at the start nothing changes."""
    return await state.change(player, key, "undo", body.version, SavedGame.undo)


@router.post("/{key}/redo")
async def redo(
    key: GameKey, body: VersionedRequest, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Make the move that was undone last again."""
    return await state.change(player, key, "redo", body.version, SavedGame.redo)


@router.post("/{key}/restart")
async def restart(
    key: GameKey, body: VersionedRequest, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Go back to the start; every move can be redone."""
    return await state.change(player, key, "restart", body.version, SavedGame.restart)


@router.post("/{key}/go-to")
async def go_to(key: GameKey, body: GoTo, state: AppStateDep, player: CurrentPlayer) -> GameState:
    """Undo or redo until so many moves are made."""
    return await state.change(
        player, key, "go-to", body.version, lambda game: game.go_to(body.moves_made)
    )


@router.post("/{key}/home")
async def collect_home(
    key: GameKey, body: VersionedRequest, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Send every card home that can go, each with a move of its own."""

    def collect(game: SavedGame) -> None:
        for move in collect_moves(game.session):
            game.make(move)

    return await state.change(player, key, "home", body.version, collect)


@router.post("/{key}/give-up")
async def give_up(
    key: GameKey, body: VersionedRequest, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Give a game up: it counts as played, and can be reviewed and shared."""

    def give_up(game: SavedGame) -> None:
        if not game.session.steps and not game.session.undone:
            raise ApiError(409, t("page.play.nothing_to_give_up"))
        game.give_up()

    return await state.change(player, key, "give-up", body.version, give_up)


@router.put("/{key}/autoplay")
async def set_autoplay(
    key: GameKey, body: SetAutoplay, state: AppStateDep, player: CurrentPlayer
) -> GameState:
    """Choose which cards go home automatically from now on."""

    def set_it(game: SavedGame) -> None:
        rules = game.session.game
        if body.autoplay is not Autoplay.OFF and not rules.has_autoplay:
            raise ApiError(422, t("page.play.no_autoplay", game=rules.name))
        game.set_autoplay(body.autoplay)

    return await state.change(player, key, "autoplay", body.version, set_it)


# -- reading ---------------------------------------------------------------------------------------


@router.get("/{key}/steps", response_model=Steps)
async def steps(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> Response:
    """Every step from the start, those undone too, with the view after each."""
    session = await state.read(player, key, lambda opened: opened.game.session.copy())
    body = await state.slow_threads.run(_steps_json, session)
    return Response(body, media_type="application/json")


def _steps_json(session: Session) -> str:
    return Steps(steps=replay_steps(session)).model_dump_json()


@router.get("/{key}/where")
async def where_is_card(
    key: GameKey,
    card: Annotated[str, Query(min_length=2, max_length=30, examples=["7H", "seven of hearts"])],
    state: AppStateDep,
    player: CurrentPlayer,
) -> CardLocation:
    """Where a card is, as far as the player can see."""
    wanted = parse_card_name(card)
    text = await state.read(player, key, lambda opened: card_location(opened.game.session, wanted))
    return CardLocation(card=str(wanted), text=text)


@router.get("/{key}/record", response_class=PlainTextResponse, responses=TEXT)
async def record(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> str:
    """The game as a record; one that would show hidden cards only when the game is over."""

    def write(opened: OpenGame) -> str:
        record = opened.game.to_record()
        if record_shows_hidden_cards(record, opened.game.outcome):
            raise ApiError(409, t("page.play.record_hidden"))
        return str(record)

    return await state.read(player, key, write)


@router.get("/{key}/board", response_class=PlainTextResponse, responses=TEXT)
async def board(key: GameKey, state: AppStateDep, player: CurrentPlayer) -> str:
    """The board in fc-solve's notation, if no card is hidden."""

    def write(opened: OpenGame) -> str:
        session = opened.game.session
        if not session.view.is_open:
            raise ApiError(409, t("page.play.board_hidden"))
        return board_text(session.game, session.position)

    return await state.read(player, key, write)

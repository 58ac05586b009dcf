"""The tables that are being played at, held in memory as long as there is room.

Whatever is here is in the database too: a seat that is given up to make room, or a server that is
killed, loses nothing. One change at a time is made at a table; the database's version numbers see
to it that two servers on one database do not overwrite each other either.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from winnable.errors import GameNotFoundError, StaleGameError
from winnable.play import Record, Session
from winnable.store import Outcome, SavedGame, Store
from winnable.web import told
from winnable.web.state import happened, state_of
from winnable.web.troubles import ApiError

__all__ = ["Seat", "Seats", "idle_clock"]

T = TypeVar("T")

_LONGEST_THOUGHT = 60.0
"""Seconds between two looks at a table that count as played: longer ones are somebody gone."""

STALE = "this table has been played on elsewhere: here is how it stands now"
NOT_YOURS = "there is no such table, or it is not yours"
CLOSED = "this game is won and closed: deal another one"


def idle_clock(clock: Callable[[], float] = time.monotonic) -> Callable[[], float]:
    """A clock that does not count the time in which nobody has looked at it for long."""
    shown, looked_at = 0.0, clock()

    def look() -> float:
        nonlocal shown, looked_at
        now = clock()
        shown += min(now - looked_at, _LONGEST_THOUGHT)
        looked_at = now
        return shown

    return look


@dataclass(eq=False)
class Seat:
    """A table and the only player who may sit at it."""

    player: int
    key: str
    store: Store
    """The player's own: no other's games can be reached through it."""
    table: SavedGame
    shared: str | None = None
    lock: Lock = field(default_factory=Lock)
    users: int = 0
    """Requests that have it in hand, or wait for it."""
    weight: int = 1
    """Steps that it held when it was sat down at."""

    def state(self, last: told.Happened | None = None) -> told.State:
        """How the table stands."""
        return state_of(self.key, self.table, self.shared if self.is_over else None, last)

    @property
    def is_over(self) -> bool:
        """Whether the game was won or given up."""
        return self.table.outcome is not Outcome.UNFINISHED

    def refresh(self) -> None:
        """Look whether another server has gone on with the game."""
        number = self.table.number
        if number is not None and self.store.games.version(number) != self.table.version:
            self.table.reload()

    def check(self, version: int | None) -> None:
        """Refuse somebody who has not seen how the table stands now."""
        if version is None:
            return
        if version > self.table.version:  # they have seen more than we have
            self.refresh()
        if not self.table.state_version <= version <= self.table.version:
            raise self.stale()

    def stale(self) -> ApiError:
        """The refusal of a change, with the table as it stands."""
        return ApiError(409, STALE, state=self.state().model_dump(mode="json"))

    def note(self, act: Callable[[SavedGame], None]) -> None:
        """Count an aid."""
        try:
            act(self.table)
        except StaleGameError:
            raise self.stale() from None

    def change(self, kind: str, version: int, act: Callable[[SavedGame], object]) -> told.State:
        """Make a change that is kept before this returns, by somebody who has seen `version`."""
        self.check(version)
        if self.table.outcome is Outcome.WON:
            raise ApiError(409, CLOSED, state=self.state().model_dump(mode="json"))
        before = self.table.session.copy()
        try:
            act(self.table)
        except StaleGameError:
            raise self.stale() from None
        return self.state(happened(kind, before, self.table.session))


class Seats:
    """Finds the seat of a player at a table. May be used from several threads."""

    def __init__(self, store: Store, room: int, steps: int = 200_000) -> None:
        self._store, self._room, self._most_steps = store, room, steps
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._seats)

    def open(self, player: int, key: str, session: Session, record: Record | None) -> Seat:
        """A new table, kept from now on."""
        store = self._store.for_player(player)
        table = SavedGame(session, store.games, record=record, clock=idle_clock(), strict=True)
        if session.steps:
            table.hints = max(1, table.hints)  # moves that were made elsewhere, by who knows whom
        table.save(key)
        return self._sit(Seat(player, key, store, table, weight=_weight(table)))

    @contextmanager
    def at(self, player: int | None, key: str) -> Iterator[Seat]:
        """A player's seat, alone; 404 if the table is not theirs, as if there were none."""
        seat = self._find(player, key)
        try:
            with seat.lock:
                yield seat
        except GameNotFoundError:  # it is another player's by now, or was cleared away
            raise ApiError(404, NOT_YOURS) from None
        finally:
            with self._lock:
                seat.users -= 1

    def _find(self, player: int | None, key: str) -> Seat:
        with self._lock:
            seat = self._seats.get(key)
            if seat is not None and seat.player == player:
                seat.users += 1
                self._seats.move_to_end(key)
                return seat
        if player is None:
            raise ApiError(404, NOT_YOURS)
        # If somebody else sat there, the store knows whose table it is by now.
        return self._sit(self._take_up(player, key), users=1)

    def _take_up(self, player: int, key: str) -> Seat:
        store = self._store.for_player(player)
        try:
            table = store.open_game(
                store.games.number_for_key(key), clock=idle_clock(), strict=True
            )
            shared = store.games.load(table.number or 0).shared
        except GameNotFoundError:
            raise ApiError(404, NOT_YOURS) from None
        return Seat(player, key, store, table, shared, weight=_weight(table))

    def _sit(self, seat: Seat, users: int = 0) -> Seat:
        """Hold a seat; if another thread was quicker, its is the one, or there would be two."""
        with self._lock:
            held = self._seats.get(seat.key)
            seat = held if held is not None and held.player == seat.player else seat
            self._seats[seat.key] = seat
            seat.users += users
            self._seats.move_to_end(seat.key)
            self._make_room(seat)
        return seat

    def _make_room(self, seat: Seat) -> None:
        """Let go of those who have not been asked for longest, if it is too full."""
        steps = sum(held.weight for held in self._seats.values())
        for key in list(self._seats):
            if len(self._seats) <= self._room and steps <= self._most_steps:
                return
            # One that is in use stays: a second one beside it would find itself stale.
            if key != seat.key and not self._seats[key].users:
                steps -= self._seats.pop(key).weight

    def forget(self, player: int) -> None:
        """Let go of a player's tables: they belong to somebody else from now on."""
        with self._lock:
            for key in [key for key, seat in self._seats.items() if seat.player == player]:
                del self._seats[key]


def _weight(table: SavedGame) -> int:
    return 1 + len(table.session.steps) + len(table.session.undone)

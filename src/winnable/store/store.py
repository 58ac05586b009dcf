"""The store: one player's games in a database, and the settings and players of all.

It may be used from several threads, and several programs may use one database: each call is a
transaction of its own, and games are written with optimistic locking.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import Engine

from winnable.deals import DealSource
from winnable.errors import StoreError
from winnable.play import Record, Session
from winnable.store.database import Database
from winnable.store.db_errors import translate_db_errors
from winnable.store.engine import make_engine
from winnable.store.file_guard import check_not_overwritten
from winnable.store.location import DatabaseLocation, find_location, find_timeout
from winnable.store.migrate import has_tables, migrate
from winnable.store.players import Players
from winnable.store.read_only import TemporaryCopy, can_write, forbid_writing
from winnable.store.repository import GameRepository
from winnable.store.saved_game import SavedGame
from winnable.store.schema import LOCAL_PLAYER
from winnable.store.settings import Settings
from winnable.store.sign_ins import SignIns

__all__ = ["Store"]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """A player's saved games, and what all share: `games`, `players`, `sign_ins`, `settings`."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = _utc_now,
        *,
        player: int = LOCAL_PLAYER,
        owns_database: bool = True,
    ) -> None:
        self._database, self._owns_database = database, owns_database
        self._copy: TemporaryCopy | None = None
        self.name = database.name
        """For messages: the file's path, or the URL without its password."""
        self.now = now
        self.player = player
        self.games = GameRepository(database, player, now)
        self.players = Players(database, now)
        self.settings = Settings(database)
        self.sign_ins = SignIns(database, now)

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        now: Callable[[], datetime] = _utc_now,
        group_commit: bool = False,
        timeout: float | None = None,
        read_only: bool = False,
    ) -> Store:
        """Open a database, creating or migrating it if need be; StoreError says why not.

        Without a URL it is that of the environment variable WINNABLE_DATABASE, or else a file in
        the player's data folder. With `group_commit`, what several threads write to an SQLite file
        at the same moment is committed together (see `winnable.store.write_queue`). `timeout` is
        how many seconds an operation may take in all; without it that of the environment variable
        WINNABLE_DATABASE_TIMEOUT, or else 10. With `read_only` nothing is created, and it need not
        be possible to write there: a database that was named must exist, and without one the player
        has no games yet.
        """
        if read_only:
            return cls._open_read_only(url, now, timeout)
        location = find_location(url)
        seconds = find_timeout(location) if timeout is None else timeout
        check_not_overwritten(location)
        with translate_db_errors(
            location, TypeError, ValueError
        ):  # which drivers raise for odd URLs
            _make_folder(location)
            _make_file(location)
            engine = make_engine(location, seconds)
            try:
                migrate(engine, location, timeout=seconds)
                database = Database(location, engine, group_commit=group_commit, timeout=seconds)
            except BaseException:
                engine.dispose()
                raise
        return cls(database, now)

    @classmethod
    def _open_read_only(
        cls, url: str | None, now: Callable[[], datetime], timeout: float | None
    ) -> Store:
        location = find_location(url)
        seconds = find_timeout(location) if timeout is None else timeout
        check_not_overwritten(location)
        copy: TemporaryCopy | None = None
        engine: Engine | None = None
        try:
            with translate_db_errors(location, TypeError, ValueError):
                if location.path is not None and not location.is_in_memory:
                    if not location.path.exists():
                        return _no_games(location, now)
                    if not can_write(location.path):
                        copy = TemporaryCopy(location, location.path)
                        location = copy.location
                engine = make_engine(location, seconds)
                if not location.is_in_memory and not has_tables(engine, location, seconds):
                    return _no_games(location, now)
                migrate(engine, location, timeout=seconds)
                engine.dispose()
                forbid_writing(engine)
            opened = Store(Database(location, engine, timeout=seconds), now)
            opened._copy, copy, engine = copy, None, None
            return opened
        finally:
            if engine is not None:
                engine.dispose()
            if copy is not None:
                copy.close()

    def for_player(self, player: int) -> Store:
        """The store of another player in the same database, which this store closes."""
        return Store(self._database, self.now, player=player, owns_database=False)

    @property
    def timeout(self) -> float:
        """How many seconds an operation may take in all."""
        return self._database.timeout

    def check(self) -> None:
        """Ask the database for something small; StoreError if it does not answer in time."""
        self._database.check()

    def check_files(self) -> None:
        """Look whether somebody has deleted or overwritten the files (`winnable.store.file_guard`).

        Every use of the database does so; a program that is idle for long should do it meanwhile.
        """
        self._database.check_files()

    def close(self) -> None:
        """Close the database; a store from `for_player` has nothing to close."""
        if self._owns_database:
            self._database.close()
            if self._copy is not None:
                self._copy.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        whose = "" if self.player == LOCAL_PLAYER else f" of player {self.player}"
        return f"<Store {self.name}{whose}>"

    def new_game(
        self,
        session: Session,
        *,
        record: Record | None = None,
        clock: Callable[[], float] = time.monotonic,
        strict: bool = False,
        deal_source: DealSource | None = None,
    ) -> SavedGame:
        """A game that is saved here from its first move on."""
        return SavedGame(
            session,
            self.games,
            record=record,
            clock=clock,
            strict=strict,
            deal_source=deal_source,
        )

    def open_game(
        self,
        number: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        strict: bool = False,
    ) -> SavedGame:
        """A saved game, to continue it; GameNotFoundError if there is none of that number."""
        return SavedGame.load(self.games, number, clock, strict=strict)


def _no_games(location: DatabaseLocation, now: Callable[[], datetime]) -> Store:
    """An empty store in place of a player's file that does not exist yet."""
    if location.is_default:
        return Store.open("sqlite://", now=now)
    raise StoreError(
        f"there is no Winnable database at {location.name}: check the address, or play first"
    )


def _make_file(location: DatabaseLocation) -> None:
    """Create the file, readable by its owner only; what is wrong with it, SQLite will say."""
    if location.path is not None and not location.is_in_memory:
        with suppress(OSError):
            os.close(os.open(location.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _make_folder(location: DatabaseLocation) -> None:
    if location.path is None:
        return
    try:
        location.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{location.name} cannot be created: {error.strerror}") from None

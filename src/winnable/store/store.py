"""The store: games, history, statistics and settings in a database.

It may be used from several threads, and several programs may use one database: each call is a
transaction of its own, and who writes a game says which version of it they have read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from winnable.errors import StaleGame, StoreError
from winnable.play import Record
from winnable.rules import Game
from winnable.store.engine import WRITING, make_engine
from winnable.store.kept import Kept, Outcome
from winnable.store.migrate import bring_up_to_date
from winnable.store.schema import GAMES, SETTINGS
from winnable.store.sheet import Sheet, read_record, tagged
from winnable.store.shelf import Shelf, find_shelf
from winnable.store.statistics import Statistics
from winnable.store.table import Table
from winnable.store.troubles import telling

__all__ = ["Store"]

_HISTORY = [column for column in GAMES.c if column.name not in ("version", "record", "undone")]
"""What a line of the history tells."""


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The games that are kept in one database."""

    def __init__(self, shelf: Shelf, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self.name = shelf.name
        """For messages: the file's path, or the URL without its password."""
        self.now = now
        self._shelf, self._engine = shelf, engine
        self._is_closed = False

    @classmethod
    def open(cls, url: str | None = None, *, now: Callable[[], datetime] = _now) -> Store:
        """Open a database, making it or bringing it up to date if need be; StoreError says why not.

        Without a URL it is that of the environment variable WINNABLE_DATABASE, and else a file in
        the player's data folder.
        """
        shelf = find_shelf(url)
        with telling(shelf, TypeError, ValueError):  # a URL can ask a driver for what it has not
            _make_folder(shelf)
            engine = make_engine(shelf)
            try:
                bring_up_to_date(engine, shelf)
            except BaseException:
                engine.dispose()
                raise
        return cls(shelf, engine, now)

    def close(self) -> None:
        """Let go of the database."""
        self._is_closed = True
        with telling(self._shelf):
            self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store {self.name}>"

    # -- the games --------------------------------------------------------------------------------

    def open_table(self, number: int, *, clock: Callable[[], float] = time.monotonic) -> Table:
        """The table of a game that is kept, to go on with."""
        return Table.take_up(self, number, clock)

    def unfinished(self, game: Game | None = None, limit: int = 20) -> list[Kept]:
        """Games that were begun and can be gone on with, the latest first."""
        is_unfinished = GAMES.c.outcome == Outcome.UNFINISHED.value
        return self._list(_history(game).where(is_unfinished).limit(limit))

    def history(self, game: Game | None = None, limit: int | None = 20) -> list[Kept]:
        """Every game that has begun, the one played latest first.

        A line that somebody has spoiled by hand is left out; `record` says what is wrong with it.
        """
        return self._list(_history(game).limit(limit))

    def _list(self, query: Select[Any]) -> list[Kept]:
        try:
            with self._reading() as connection:
                rows = list(connection.execute(query))
        except StoreError:  # perhaps a single line of it cannot be read
            rows = self._readable(query)
        return [kept for row in rows if (kept := _kept(row)) is not None]

    def _readable(self, query: Select[Any]) -> list[Row[Any]]:
        """The rows of a query that can be read, one after the other; a spoiled one is left out."""
        with self._reading() as connection:
            numbers = connection.execute(query.with_only_columns(GAMES.c.number)).scalars().all()
        rows: list[Row[Any]] = []
        for number in numbers:
            with suppress(StoreError), self._reading() as connection:
                line = select(*_HISTORY).where(GAMES.c.number == number)
                rows += connection.execute(line)
        return rows

    def record(self, number: int) -> Record:
        """The record of a game, with what the history knows of it in its tags."""
        sheet = self.fetch(number)
        record, _ = read_record(sheet, self.name)
        return tagged(record, sheet.kept)

    def records(self, game: Game | None = None) -> Iterator[Record]:
        """The records of all games, the oldest first.

        One that cannot be read does not keep the others back: the StoreError comes at the end.
        """
        query = select(GAMES.c.number).order_by(GAMES.c.number)
        if game is not None:
            query = query.where(GAMES.c.game == game.slug)
        with self._reading() as connection:
            numbers = connection.execute(query).scalars().all()
        errors: list[StoreError] = []
        for number in numbers:
            try:
                record = self.record(number)
            except StoreError as error:
                errors.append(error)
            else:
                yield record
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise StoreError(f"{errors[0]}{more}")

    def statistics(self, game: Game) -> Statistics:
        """How the player fares at a game."""
        return Statistics.of(game, self.history(game, limit=None))

    # -- the settings -----------------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """What was last set under a name; None if nothing ever was."""
        with self._reading() as connection:
            query = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return connection.execute(query).scalar()

    def set_setting(self, name: str, value: str) -> None:
        """Set something; of two programs that do so at once, one has the last word."""
        with telling(self._shelf):
            try:
                self._set(name, value)
            except IntegrityError:  # another program has just added it
                self._set(name, value)

    def _set(self, name: str, value: str) -> None:
        there = update(SETTINGS).where(SETTINGS.c.name == name).values(value=value)
        with self._transaction() as connection:
            if not connection.execute(there).rowcount:
                connection.execute(insert(SETTINGS).values(name=name, value=value))

    # -- what tables do ---------------------------------------------------------------------------

    def fetch(self, number: int) -> Sheet:
        """All that is written down of a game."""
        try:
            with self._reading() as connection:
                row = connection.execute(select(GAMES).where(GAMES.c.number == number)).first()
        except StoreError as error:
            raise StoreError(f"game {number} cannot be read: {error}") from None
        if row is None:
            raise StoreError(f"there is no game {number} in {self.name}")
        kept = _kept(row)
        if kept is None or not isinstance(row.version, int):
            raise StoreError(
                f"game {number} in {self.name} cannot be read: a figure or a time of it is none"
            )
        return Sheet(kept, row.version, str(row.record), str(row.undone))

    def add(self, sheet: Sheet) -> int:
        """Write down a game that has just begun, and give it its number."""
        with self._writing() as connection:
            added = connection.execute(insert(GAMES).values(_values(sheet)))
            [number] = tuple(added.inserted_primary_key or ())
        return int(number)

    def replace(self, sheet: Sheet) -> None:
        """Write down how a game stands now. StaleGame: the version before it is not the last."""
        number = sheet.kept.number
        is_ours = (GAMES.c.number == number) & (GAMES.c.version == sheet.version - 1)
        with self._writing() as connection:
            found = connection.execute(update(GAMES).where(is_ours).values(_values(sheet))).rowcount
            if not found and connection.execute(_exists(number)).first() is None:
                raise StoreError(f"game {number} is gone from {self.name}")
        if not found:
            raise StaleGame(f"another program has gone on with game {number}: look at it again")

    def set_seconds(self, number: int, version: int, seconds: float) -> None:
        """Keep the time played, unless the game is newer by now. It is no change of the game."""
        is_ours = (GAMES.c.number == number) & (GAMES.c.version == version)
        with self._writing() as connection:
            connection.execute(update(GAMES).where(is_ours).values(seconds=seconds))

    # -- transactions -----------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_open()
        with telling(self._shelf), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """When this ends without an error, what was done is kept, whatever happens next."""
        with telling(self._shelf), self._transaction() as connection:
            yield connection

    def _transaction(self) -> AbstractContextManager[Connection]:
        self._check_open()
        return self._engine.execution_options(**{WRITING: True}).begin()

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError(f"{self.name} has been closed")


def _make_folder(shelf: Shelf) -> None:
    if shelf.path is None:
        return
    folder = shelf.path.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{shelf.name} cannot be made: {error.strerror}") from None


def _history(game: Game | None) -> Select[Any]:
    query = select(*_HISTORY).order_by(GAMES.c.touched.desc(), GAMES.c.number.desc())
    return query if game is None else query.where(GAMES.c.game == game.slug)


def _exists(number: int) -> Select[Any]:
    return select(GAMES.c.number).where(GAMES.c.number == number)


def _kept(row: Row[Any]) -> Kept | None:
    """A line of the history; None if there is nonsense in it."""
    try:
        if row.touched is None or not isfinite(row.seconds):
            return None
        return Kept(
            number=row.number,
            game=str(row.game),
            deal=None if row.deal is None else int(row.deal),
            outcome=Outcome(row.outcome),
            moves=int(row.moves),
            seconds=float(row.seconds),
            undos=int(row.undos),
            hints=int(row.hints),
            verdicts=int(row.verdicts),
            started=row.started,
            touched=row.touched,
            ended=row.ended,
        )
    except (TypeError, ValueError, OverflowError):
        return None


def _values(sheet: Sheet) -> dict[str, object]:
    values: dict[str, object] = dict(vars(sheet.kept))
    del values["number"]
    values |= {"outcome": sheet.kept.outcome.value, "version": sheet.version}
    return values | {"record": sheet.record, "undone": sheet.undone}

"""A player's sheets, as a table reads and writes them. Nobody else's are found here."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, insert, select, update

from winnable.errors import GameNotFoundError, StaleGameError, StoreError
from winnable.store.database import Database
from winnable.store.keys import is_key, new_key
from winnable.store.rows import WRITTEN, read_line, values_of
from winnable.store.schema import GAMES
from winnable.store.sheet import Sheet

__all__ = ["Sheets", "read_sheet"]

_ADD = insert(GAMES)
_REPLACE = (
    update(GAMES)
    .where(
        GAMES.c.number == bindparam("its_number"),
        GAMES.c.player == bindparam("its_player"),
        GAMES.c.version == bindparam("its_version"),
    )
    .values({column.name: bindparam(column.name) for column in WRITTEN})
)
"""Made once: to put it together for every move would take as long as to do it."""


class Sheets:
    """The sheets of one player."""

    def __init__(self, database: Database, player: int) -> None:
        self._database, self._player = database, player

    def fetch(self, number: int) -> Sheet:
        """All that is written down of a game."""
        try:
            with self._database.reading() as connection:
                row = connection.execute(select(GAMES).where(self._is(number))).first()
        except StoreError as error:
            raise StoreError(f"game {number} cannot be read: {error}") from None
        if row is None:
            raise self._none(number)
        return read_sheet(row, self._database.name)

    def add(self, sheet: Sheet) -> int:
        """Write down a game that is new here, and give it its number."""
        new = values_of(sheet) | {"player": self._player, "key": sheet.kept.key}

        def job(connection: Connection) -> int:
            added = connection.execute(_ADD, new)
            [number] = tuple(added.inserted_primary_key or ())
            return int(number)

        return self._database.write(job)

    def replace(self, sheet: Sheet) -> None:
        """Write a new version of a game. StaleGameError: the last one is not the one before it."""
        number = sheet.kept.number
        ours = {"its_number": number, "its_player": self._player, "its_version": sheet.version - 1}
        values = values_of(sheet) | ours

        def job(connection: Connection) -> None:
            if connection.execute(_REPLACE, values).rowcount:
                return
            there = select(GAMES.c.number).where(self._is(number))
            if connection.execute(there).first() is None:
                raise GameNotFoundError(f"game {number} is gone from {self._database.name}")
            raise StaleGameError(
                f"another program has gone on with game {number}: look at it again"
            )

        self._database.write(job)

    def set_seconds(self, number: int, version: int, seconds: float) -> None:
        """Keep the time played, unless the game is newer by now. It is no change of the game."""
        ours = and_(self._is(number), GAMES.c.version == version)
        change = update(GAMES).where(ours).values(seconds=seconds)
        self._database.write(lambda connection: connection.execute(change).rowcount)

    def version(self, number: int) -> int:
        """How often a game has been written."""
        with self._database.reading() as connection:
            query = select(GAMES.c.version).where(self._is(number))
            found = connection.execute(query).scalar()
        if found is None:
            raise self._none(number)
        if not isinstance(found, int):
            raise StoreError(f"game {number} in {self._database.name} does not say its version")
        return found

    def number(self, key: str) -> int:
        """The number of the game that has a key."""
        found = None
        if is_key(key):
            query = select(GAMES.c.number).where(GAMES.c.key == key, self._is_ours)
            with self._database.reading() as connection:
                found = connection.execute(query).scalar()
        if found is None:
            raise GameNotFoundError("there is no such game here: look at its address again")
        return int(found)

    def key(self, number: int) -> str:
        """The key of a game; one that has none is given one."""
        needy = and_(self._is(number), GAMES.c.key.is_(None))
        query = select(GAMES.c.key).where(self._is(number))

        def job(connection: Connection) -> str:
            connection.execute(update(GAMES).where(needy).values(key=new_key()))
            found = connection.execute(query).scalar()
            if found is None:
                raise self._none(number)
            return str(found)

        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
        return str(found) if found is not None else self._database.write(job)

    @property
    def _is_ours(self) -> ColumnElement[bool]:
        return GAMES.c.player == self._player

    def _is(self, number: int) -> ColumnElement[bool]:
        return and_(GAMES.c.number == number, self._is_ours)

    def _none(self, number: int) -> GameNotFoundError:
        return GameNotFoundError(f"there is no game {number} in {self._database.name}")


def read_sheet(row: Row[Any], shelf_name: str) -> Sheet:
    """A whole row of the table of games."""
    kept = read_line(row)
    if kept is None or not isinstance(row.version, int):
        raise StoreError(
            f"game {row.number} in {shelf_name} cannot be read: a figure or a time of it is none"
        )
    return Sheet(kept, row.version, str(row.record), str(row.undone))

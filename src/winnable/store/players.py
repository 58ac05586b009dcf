"""The players: since when they are known here, and the code that finds them again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from winnable.errors import StoreError
from winnable.store.codes import hash_code, plain_code
from winnable.store.database import Database
from winnable.store.schema import GAMES, LOCAL, PLAYERS

__all__ = ["Players"]


class Players:
    """Everybody whose games are kept in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def new(self, made: datetime) -> int:
        """The number of a player who has not been here before."""

        def job(connection: Connection) -> int:
            added = connection.execute(insert(PLAYERS).values(made=made))
            [number] = tuple(added.inserted_primary_key or ())
            return int(number)

        return self._database.write(job)

    def since(self, number: int) -> datetime | None:
        """When a player came here first; None for nobody."""
        query = select(PLAYERS.c.made).where(PLAYERS.c.number == number)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def set_code(self, number: int, code: str) -> None:
        """Let a code find a player from now on; the one before it does no longer."""
        change = update(PLAYERS).where(PLAYERS.c.number == number).values(code=hash_code(code))

        def job(connection: Connection) -> None:
            if not connection.execute(change).rowcount:
                raise StoreError(f"there is no player {number} here")

        self._database.write(job)

    def find(self, code: str) -> int | None:
        """Whom a code finds; None if nobody, or if it is no code."""
        if plain_code(code) is None:
            return None
        query = select(PLAYERS.c.number).where(PLAYERS.c.code == hash_code(code))
        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else int(found)

    def bring(self, source: int, target: int, *, local_too: bool) -> int:
        """Give all games of one player to another; how many they are."""
        if LOCAL in (source, target) and not local_too:
            raise StoreError("the games of the player at this machine stay with that player")
        known = select(PLAYERS.c.number).where(PLAYERS.c.number == target)
        change = update(GAMES).where(GAMES.c.player == source).values(player=target)

        def job(connection: Connection) -> int:
            if connection.execute(known).first() is None:
                raise StoreError(f"there is no player {target} here")
            return connection.execute(change).rowcount

        return self._database.write(job)

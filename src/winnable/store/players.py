"""The players of a database, and their recovery codes.

A new player gets a random number. Were players counted, then after an older backup is restored, or
after a failover that loses the latest commits, a newcomer would get the number of somebody who is
still remembered elsewhere: by a cookie, by another server.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from winnable.errors import StoreError
from winnable.store.database import Database
from winnable.store.recovery_codes import hash_recovery_code, normalize_recovery_code
from winnable.store.schema import LOCAL_PLAYER, games_table, players_table

__all__ = ["Players"]

_NUMBER_BITS = 62


class Players:
    """Everybody whose games are in a database."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database, self._now = database, now

    def create(self) -> int:
        """Create a player; returns their number."""

        def job(connection: Connection) -> int:
            number = secrets.randbits(_NUMBER_BITS)
            connection.execute(insert(players_table).values(number=number, made=self._now()))
            return number

        return self._database.write(job)

    def known_since(self, player: int) -> datetime | None:
        """When a player was created; None if there is no such player."""
        query = select(players_table.c.made).where(players_table.c.number == player)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def set_recovery_code(self, player: int, code: str) -> None:
        """Replace a player's recovery code; only its hash is stored."""
        change = (
            update(players_table)
            .where(players_table.c.number == player)
            .values(code=hash_recovery_code(code))
        )

        def job(connection: Connection) -> None:
            if not connection.execute(change).rowcount:
                raise StoreError(f"there is no player {player} here")

        self._database.write(job)

    def find(self, code: str) -> int | None:
        """The player who has a recovery code; None if nobody has, or the text is not a code."""
        if normalize_recovery_code(code) is None:
            return None
        hashed = hash_recovery_code(code)
        query = select(players_table.c.number).where(players_table.c.code == hashed)
        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else int(found)

    def transfer_games(self, source: int, target: int, *, local_too: bool = False) -> int:
        """Give all games of one player to another, in one transaction; returns how many.

        The local player can be neither of the two unless `local_too` is true. A SavedGame of these
        games that is open does not notice: open it again.
        """
        if LOCAL_PLAYER in (source, target) and not local_too:
            raise StoreError("games cannot be transferred from or to the local player")
        exists = select(players_table.c.number).where(players_table.c.number == target)
        change = update(games_table).where(games_table.c.player == source).values(player=target)

        def job(connection: Connection) -> int:
            if connection.execute(exists).first() is None:
                raise StoreError(f"there is no player {target} here")
            return connection.execute(change).rowcount

        return self._database.write(job)

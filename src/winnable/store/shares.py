"""Games shown to others: a game that is over may have an address where anybody can see it."""

from __future__ import annotations

from sqlalchemy import Connection, and_, select, update

from winnable.errors import GameNotFoundError, GameNotOverError
from winnable.store.database import Database
from winnable.store.kept import Outcome
from winnable.store.keys import is_key, new_key
from winnable.store.schema import GAMES
from winnable.store.sheet import Sheet
from winnable.store.sheets import read_sheet

__all__ = ["find_shared", "share", "unshare"]

_IS_OVER = and_(GAMES.c.outcome != Outcome.UNFINISHED.value, GAMES.c.started.is_not(None))
"""A game that came here won, from a file, was won by who knows whom."""


def share(database: Database, player: int, number: int) -> str:
    """Give a game that is over an address, unless it has one; the address."""
    ours = and_(GAMES.c.number == number, GAMES.c.player == player)
    new = and_(ours, _IS_OVER, GAMES.c.shared.is_(None))

    def job(connection: Connection) -> str:
        connection.execute(update(GAMES).where(new).values(shared=new_key()))
        row = connection.execute(select(GAMES.c.shared, _IS_OVER).where(ours)).first()
        if row is None:
            raise GameNotFoundError(f"there is no game {number} in {database.name}")
        address, is_over = row
        if not is_over:
            raise GameNotOverError(
                "only a game that is over can be shown to others: win it or give it up"
            )
        return str(address)

    return database.write(job)


def unshare(database: Database, player: int, number: int) -> None:
    """Take the address away; a new one will be another."""
    ours = and_(GAMES.c.number == number, GAMES.c.player == player)

    def job(connection: Connection) -> None:
        if not connection.execute(update(GAMES).where(ours).values(shared=None)).rowcount:
            raise GameNotFoundError(f"there is no game {number} in {database.name}")

    database.write(job)


def find_shared(database: Database, address: str) -> Sheet:
    """The game at an address, whoever asks; only while it is over."""
    if is_key(address):
        with database.reading() as connection:
            query = select(GAMES).where(GAMES.c.shared == address, _IS_OVER)
            row = connection.execute(query).first()
        if row is not None:
            return read_sheet(row, database.name)
    raise GameNotFoundError("there is no such game to be seen: its player may have taken it back")

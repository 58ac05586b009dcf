"""Sign-ins: the browsers that play as a player.

Web frameworks call them sessions; a `Session` is a game in progress here.

A browser that signs in gets a random token. The database has only its hash, so that nobody who
reads it, or a copy of it, can pose as a player. A fast hash is enough: 256 bits cannot be guessed.
A sign-in that the database does not know, because it was revoked or because an older backup was
restored, is nobody's.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, not_, select, update

from winnable.errors import StoreError
from winnable.store.database import Database
from winnable.store.schema import players_table, sign_ins_table

__all__ = ["SIGN_IN_LASTS", "SignIn", "SignIns"]

SIGN_IN_LASTS = timedelta(days=400)
"""A sign-in that is not used for so long expires: no browser keeps a cookie longer."""
_MAX_PER_PLAYER = 50
"""One more sign-in ends the one that was not used for longest."""
_TOKEN_BYTES = 32

_sign_ins = sign_ins_table.c


@dataclass(frozen=True)
class SignIn:
    """A browser that is signed in. Times are in UTC."""

    number: int
    player: int
    made: datetime
    used: datetime
    """When it was last renewed."""
    browser: str
    """What kind of browser it is, for its player; empty if that is not known."""


_COLUMNS = [_sign_ins[name] for name in ("number", "player", "made", "used", "browser")]


class SignIns:
    """Who is signed in to a database, all players together."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database, self._now = database, now

    @property
    def _is_valid(self) -> ColumnElement[bool]:
        return _sign_ins.used > self._now() - SIGN_IN_LASTS

    def create(self, player: int, browser: str = "") -> str:
        """Sign a browser in as a player; returns its token, which is saved nowhere."""
        token, now = secrets.token_urlsafe(_TOKEN_BYTES), self._now()
        values = {"player": player, "hash": _hash(token), "made": now, "used": now}
        is_theirs = _sign_ins.player == player
        newest = select(_sign_ins.number).where(is_theirs)
        newest = newest.order_by(_sign_ins.used.desc(), _sign_ins.number.desc())
        others = and_(is_theirs, _sign_ins.number.not_in(newest.limit(_MAX_PER_PLAYER)))
        exists = select(players_table.c.number).where(players_table.c.number == player)

        def job(connection: Connection) -> None:
            if connection.execute(exists).first() is None:
                raise StoreError("there is no such player here")
            connection.execute(insert(sign_ins_table).values(**values, browser=browser))
            connection.execute(delete(sign_ins_table).where(others))

        self._database.write(job)
        return token

    def find(self, token: str) -> SignIn | None:
        """The sign-in with a token; None if there is none, or it has expired."""
        query = select(*_COLUMNS).where(_sign_ins.hash == _hash(token), self._is_valid)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else SignIn(*row)

    def renew(self, number: int) -> None:
        """Note that a sign-in has been used: it lasts from now on."""
        used = update(sign_ins_table).where(_sign_ins.number == number).values(used=self._now())
        self._database.write(lambda connection: connection.execute(used).rowcount)

    def of_player(self, player: int) -> list[SignIn]:
        """A player's sign-ins, the one used latest first."""
        query = select(*_COLUMNS).where(_sign_ins.player == player, self._is_valid)
        query = query.order_by(_sign_ins.used.desc(), _sign_ins.number.desc())
        with self._database.reading() as connection:
            return [SignIn(*row) for row in connection.execute(query)]

    def delete(self, player: int, number: int) -> bool:
        """Sign one of a player's browsers out; whether it was signed in."""
        theirs = and_(_sign_ins.player == player, _sign_ins.number == number)
        change = delete(sign_ins_table).where(theirs)
        return self._database.write(lambda connection: connection.execute(change).rowcount) > 0

    def delete_others(self, player: int, keep: int) -> int:
        """Sign all of a player's browsers out but one; how many."""
        others = and_(_sign_ins.player == player, _sign_ins.number != keep)
        change = delete(sign_ins_table).where(others)
        return self._database.write(lambda connection: connection.execute(change).rowcount)

    def delete_expired(self) -> int:
        """Delete the sign-ins that have expired; how many."""
        change = delete(sign_ins_table).where(not_(self._is_valid))
        return self._database.write(lambda connection: connection.execute(change).rowcount)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogateescape")).hexdigest()

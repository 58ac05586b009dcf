"""The lists of a player's games: the history, whole or page by page, and what is unfinished."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import Integer, Row, Select, literal, select, tuple_

from winnable.errors import StoreError
from winnable.rules import Game
from winnable.store.database import Database
from winnable.store.kept import Bookmark, Kept, Outcome
from winnable.store.rows import LINE, read_line
from winnable.store.schema import GAMES, Moment

__all__ = ["history", "numbers", "unfinished"]


def history(
    database: Database, player: int, game: Game | None, limit: int | None, before: Bookmark | None
) -> list[Kept]:
    """Every game that has begun, the one touched last first; or those that come after a place."""
    query = _latest_first(player, game).limit(limit)
    if before is not None:
        there = tuple_(literal(before.touched, Moment), literal(before.number, Integer))
        query = query.where(tuple_(GAMES.c.touched, GAMES.c.number) < there)
    return _read(database, query)


def unfinished(database: Database, player: int, game: Game | None, limit: int) -> list[Kept]:
    """Those that have begun and can be gone on with, the one touched last first."""
    is_unfinished = GAMES.c.outcome == Outcome.UNFINISHED.value
    return _read(database, _latest_first(player, game).where(is_unfinished).limit(limit))


def numbers(database: Database, player: int, game: Game | None) -> list[int]:
    """The numbers of all games that have begun, the oldest first."""
    query = _begun(select(GAMES.c.number), player, game).order_by(GAMES.c.number)
    with database.reading() as connection:
        return list(connection.execute(query).scalars())


def _latest_first(player: int, game: Game | None) -> Select[Any]:
    query = _begun(select(*LINE), player, game)
    return query.order_by(GAMES.c.touched.desc(), GAMES.c.number.desc())


def _begun(query: Select[Any], player: int, game: Game | None) -> Select[Any]:
    query = query.where(GAMES.c.player == player, GAMES.c.started.is_not(None))
    return query if game is None else query.where(GAMES.c.game == game.slug)


def _read(database: Database, query: Select[Any]) -> list[Kept]:
    """A line that somebody has spoiled by hand is left out."""
    try:
        with database.reading() as connection:
            rows = list(connection.execute(query))
    except StoreError:  # perhaps a single line of it cannot be read
        rows = _readable(database, query)
    return [kept for row in rows if (kept := read_line(row)) is not None]


def _readable(database: Database, query: Select[Any]) -> list[Row[Any]]:
    """The rows of a query that can be read, one after the other."""
    with database.reading() as connection:
        found = connection.execute(query.with_only_columns(GAMES.c.number)).scalars().all()
    rows: list[Row[Any]] = []
    for number in found:
        with suppress(StoreError), database.reading() as connection:
            rows += connection.execute(select(*LINE).where(GAMES.c.number == number))
    return rows

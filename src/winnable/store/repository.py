"""The repository of saved games: every query for one player's games.

Rows are written with optimistic locking: an update names the version it replaces, and where that is
no longer the latest, StaleGameError says that another program has changed the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    tuple_,
    update,
)

from winnable.errors import GameNotFoundError, GameNotOverError, StaleGameError, StoreError
from winnable.l10n import t
from winnable.play import Record, Session
from winnable.rules import GAMES, Game
from winnable.store.database import Database
from winnable.store.deadline import has_time_passed, time_limit
from winnable.store.game_row import (
    SUMMARY_COLUMNS,
    GameRow,
    GameSummary,
    HistoryCursor,
    Outcome,
    is_skill,
    read_row,
    read_summary,
)
from winnable.store.record_tags import with_history_tags
from winnable.store.schema import UtcDateTime, games_table
from winnable.store.statistics import Statistics
from winnable.store.statistics_query import query_statistics
from winnable.store.url_keys import is_key, new_key

__all__ = ["GameRepository"]

_games = games_table.c
_SUMMARY = [_games[name] for name in SUMMARY_COLUMNS]

_FIXED = ("number", "player", "key", "shared", "decisions", "cost")
"""Columns that are not saved with the game: they can change independently of it."""
_WRITTEN = [column.name for column in _games if column.name not in _FIXED]

_IS_SAME_END = _games.ended == bindparam("row_ended")
"""Whether a game is still over as it was when it was reviewed: going on clears its end."""

# Built once: building the statement for every move would take as long as executing it.
_INSERT = insert(games_table)
_UPDATE = (
    update(games_table)
    .where(
        _games.number == bindparam("row_number"),
        _games.player == bindparam("row_player"),
        _games.version == bindparam("row_version"),
    )
    .values({name: bindparam(name) for name in _WRITTEN})
    .values({name: case((_IS_SAME_END, _games[name])) for name in ("decisions", "cost")})
)

# After an older backup was restored, the number of a game may be that of another one. Its key never
# is, so where a game has one it counts as well.
_UPDATE_WITH_KEY = _UPDATE.where(_games.key == bindparam("row_key"))

_MAX_DELETED = 200
"""Games that are deleted in one transaction."""

_IS_FINISHED = and_(_games.outcome != Outcome.UNFINISHED.value, _games.started.is_not(None))
"""What can be shared. A game that was imported already won has no `started`."""

_IS_DISPENSABLE = and_(_games.started.is_(None), _games.record.not_like("%(%"))
"""A game without a first move. One whose record has side lines (in parentheses) is kept: somebody
may have written them here, beside the moves of a game that was imported."""


class GameRepository:
    """The saved games of one player.

    Only two methods reach other players' games: `find_shared` and `delete_unplayed`.
    """

    def __init__(self, database: Database, player: int, now: Callable[[], datetime]) -> None:
        self._database, self._player = database, player
        self.now = now
        self.database_name = database.name

    # -- one game ---------------------------------------------------------------------------------

    def load(self, number: int) -> GameRow:
        """The whole row of a game; GameNotFoundError if there is none."""
        try:
            row = self._first(select(games_table).where(self._is(number)))
        except StoreError as error:
            raise StoreError(t("store.error.cannot_read", number=number, why=error)) from None
        if row is None:
            raise self._not_found(number)
        return read_row(row._mapping, self.database_name)

    def insert(self, row: GameRow) -> int:
        """Save a new game; its number."""
        values = _values(row) | {"player": self._player, "key": row.key}

        def job(connection: Connection) -> int:
            inserted = connection.execute(_INSERT, values)
            [number] = tuple(inserted.inserted_primary_key or ())
            return int(number)

        return self._database.write(job)

    def update(self, row: GameRow) -> None:
        """Save the next version of a game; StaleGameError if it does not follow the latest."""
        where = {
            "row_number": row.number,
            "row_player": self._player,
            "row_version": row.version - 1,
            "row_ended": row.ended,
        }
        values = _values(row) | where
        statement, is_it = _UPDATE, self._is(row.number)
        if row.key is not None:
            statement, is_it = _UPDATE_WITH_KEY, and_(is_it, _games.key == row.key)
            values["row_key"] = row.key

        # Here, as the thread that writes does not know the player's language:
        no_longer = t("store.error.no_longer", number=row.number, name=self.database_name)
        changed = t("store.error.changed", number=row.number)

        def job(connection: Connection) -> None:
            if connection.execute(statement, values).rowcount:
                return
            exists = select(_games.number).where(is_it)
            if connection.execute(exists).first() is None:
                raise GameNotFoundError(no_longer)
            raise StaleGameError(changed)

        self._database.write(job)

    def set_seconds(self, number: int, version: int, seconds: float) -> None:
        """Save the time played, unless the game has changed since; that is not a new version."""
        this_version = and_(self._is(number), _games.version == version)
        change = update(games_table).where(this_version).values(seconds=seconds)
        self._database.write(lambda connection: connection.execute(change).rowcount)

    def keep_skill(self, number: int, reviewed: Session, decisions: int, cost: float) -> bool:
        """Save what the decisions of a finished game cost, for the statistics; whether it was.

        `cost` is the sum of the shares of games that each decision lost. It is saved if the game
        was reviewed as it ended: it may have gone on since. That is not a new version, as nothing
        that a player sees of the game has changed.
        """
        row = self.load(number)
        if not (row.is_over and row.started and is_skill(decisions, cost)):
            return False
        _, session = row.read_record(self.database_name)
        if (session.game, session.start, session.steps) != (
            reviewed.game,
            reviewed.start,
            reviewed.steps,
        ):
            return False
        same_end = and_(self._is(number), _games.ended == row.ended, _IS_FINISHED)
        change = update(games_table).where(same_end).values(decisions=decisions, cost=cost)
        return self._database.write(lambda connection: connection.execute(change).rowcount) > 0

    def version(self, number: int, key: str | None = None) -> int:
        """The latest version of a game, with that key if there is one, without loading it."""
        query = select(_games.version).where(self._is(number))
        found = self._scalar(query if key is None else query.where(_games.key == key))
        if found is None:
            raise self._not_found(number)
        if not isinstance(found, int):
            values = {"number": number, "name": self.database_name}
            raise StoreError(t("store.error.version", **values))
        return found

    def number_for_key(self, key: str) -> int:
        """The number of the game with a key; GameNotFoundError if none of this player's has it."""
        found = None
        if is_key(key):
            found = self._scalar(select(_games.number).where(_games.key == key, self._is_ours))
        if found is None:
            raise GameNotFoundError(t("web.no_game_at_address"))
        return int(found)

    def ensure_key(self, number: int) -> str:
        """The key of a game; one that has none is given one."""
        query = select(_games.key).where(self._is(number))
        without_key = and_(self._is(number), _games.key.is_(None))

        def job(connection: Connection) -> str:
            connection.execute(update(games_table).where(without_key).values(key=new_key()))
            found = connection.execute(query).scalar()
            if found is None:
                raise self._not_found(number)
            return str(found)

        found = self._scalar(query)
        return str(found) if found is not None else self._database.write(job)

    # -- lists ------------------------------------------------------------------------------------

    def history(
        self,
        game: Game | None = None,
        limit: int | None = 20,
        *,
        before: HistoryCursor | None = None,
    ) -> list[GameSummary]:
        """Every game that was started, the one played latest first.

        The next page comes `before` the `cursor` of this page's last game. A row that somebody has
        damaged by hand is left out; `record` says what is wrong with it.
        """
        query = self._latest_first(game).limit(limit)
        if before is not None:
            place = tuple_(literal(before.touched, UtcDateTime), literal(before.number, Integer))
            query = query.where(tuple_(_games.touched, _games.number) < place)
        return self._summaries(query)

    def unfinished(self, game: Game | None = None, limit: int = 20) -> list[GameSummary]:
        """Games that were started and can be continued, the one played latest first."""
        is_unfinished = _games.outcome == Outcome.UNFINISHED.value
        return self._summaries(self._latest_first(game).where(is_unfinished).limit(limit))

    def record(self, number: int) -> Record:
        """The record of a game, with what the history knows in its tags."""
        row = self.load(number)
        record, _ = row.read_record(self.database_name)
        return with_history_tags(record, row)

    def records(self, game: Game | None = None) -> Iterator[Record]:
        """The records of all games that were started, the oldest first.

        One that cannot be read does not stop the others: the StoreError comes at the end.
        """
        query = self._started(select(_games.number), game).order_by(_games.number)
        with self._database.reading() as connection:
            numbers = list(connection.execute(query).scalars())
        errors: list[StoreError] = []
        for number in numbers:
            try:
                record = self.record(number)
            except StoreError as error:
                errors.append(error)
            else:
                yield record
        if errors:
            more = len(errors) - 1
            raise StoreError(
                t("store.error.and_more", error=errors[0], count=more) if more else str(errors[0])
            )

    def statistics(self, game: Game) -> Statistics:
        """The player's results at a game."""
        return self._statistics([game])[0]

    def all_statistics(self) -> list[Statistics]:
        """The player's results at every game."""
        return self._statistics(list(GAMES.values()))

    def _statistics(self, games: list[Game]) -> list[Statistics]:
        with self._database.reading() as connection:
            found = query_statistics(connection, self._player, games)
        if found is not None:
            return found
        # A row is damaged: only Python knows what can be read of it.
        return [Statistics.of(game, self.history(game, limit=None)) for game in games]

    # -- sharing ----------------------------------------------------------------------------------

    def share(self, number: int) -> str:
        """The key under which anybody may see a finished game; GameNotOverError if it is not."""
        new = and_(self._is(number), _IS_FINISHED, _games.shared.is_(None))

        def job(connection: Connection) -> str:
            connection.execute(update(games_table).where(new).values(shared=new_key()))
            query = select(_games.shared, _IS_FINISHED).where(self._is(number))
            row = connection.execute(query).first()
            if row is None:
                raise self._not_found(number)
            key, is_finished = row
            if not is_finished:
                raise GameNotOverError(t("web.share.not_over"))
            return str(key)

        return self._database.write(job)

    def unshare(self, number: int) -> None:
        """Revoke that key; it never works again."""
        change = update(games_table).where(self._is(number)).values(shared=None)

        def job(connection: Connection) -> None:
            if not connection.execute(change).rowcount:
                raise self._not_found(number)

        self._database.write(job)

    def find_shared(self, key: str) -> GameRow:
        """A shared game, whoever's it is, while it is finished."""
        if is_key(key):
            row = self._first(select(games_table).where(_games.shared == key, _IS_FINISHED))
            if row is not None:
                return read_row(row._mapping, self.database_name)
        raise GameNotFoundError(t("web.share.none"))

    # -- cleaning up ------------------------------------------------------------------------------

    def delete_unplayed(self, before: datetime, *, batch_size: int = 200) -> int:
        """Delete all players' games without a first move, last touched before a time; how many.

        Those with side lines stay, and nothing else is ever deleted. Each batch is a transaction,
        so that moves get a turn.
        """
        old = select(_games.number).where(_IS_DISPENSABLE, _games.touched < before)
        batch = old.order_by(_games.touched).limit(batch_size)
        # The condition is repeated: a first move may be made between the select and the delete.
        some = delete(games_table).where(_games.number.in_(batch), _IS_DISPENSABLE)
        total = 0
        while deleted := self._database.write(lambda connection: connection.execute(some).rowcount):
            total += deleted
        return total

    def delete_oldest_unplayed(self, *, keep: int) -> int:
        """Delete the player's games without a first move but the latest; how many were deleted.

        Those with side lines stay, and do not count.
        """
        unplayed = and_(self._is_ours, _IS_DISPENSABLE)
        latest_first = (_games.touched.desc(), _games.number.desc())
        query = select(_games.number).where(unplayed).order_by(*latest_first).offset(keep)
        with self._database.reading() as connection:
            old = connection.execute(query.limit(_MAX_DELETED)).scalars().all()
        if not old:
            return 0
        # The condition is repeated: a first move may be made between the select and the delete.
        some = delete(games_table).where(_games.number.in_(old), unplayed)
        return self._database.write(lambda connection: connection.execute(some).rowcount)

    def stored_bytes(self) -> int:
        """About how many bytes the player's records take: their characters."""
        sizes = func.length(_games.record) + func.length(_games.undone)
        return int(self._scalar(select(func.coalesce(func.sum(sizes), 0)).where(self._is_ours)))

    # -- queries ----------------------------------------------------------------------------------

    @property
    def _is_ours(self) -> ColumnElement[bool]:
        return _games.player == self._player

    def _is(self, number: int) -> ColumnElement[bool]:
        return and_(_games.number == number, self._is_ours)

    def _latest_first(self, game: Game | None) -> Select[Any]:
        query = self._started(select(*_SUMMARY), game)
        return query.order_by(_games.touched.desc(), _games.number.desc())

    def _started(self, query: Select[Any], game: Game | None) -> Select[Any]:
        query = query.where(self._is_ours, _games.started.is_not(None))
        return query if game is None else query.where(_games.game == game.slug)

    def _first(self, query: Select[Any]) -> Row[Any] | None:
        with self._database.reading() as connection:
            return connection.execute(query).first()

    def _scalar(self, query: Select[Any]) -> Any:
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def _summaries(self, query: Select[Any]) -> list[GameSummary]:
        with time_limit(self._database.timeout):
            try:
                with self._database.reading() as connection:
                    rows = list(connection.execute(query))
            except StoreError:  # perhaps only one of the rows cannot be read
                if has_time_passed():
                    raise
                rows = self._readable_rows(query)
        found = (read_summary(row._mapping) for row in rows)
        return [summary for summary in found if summary is not None]

    def _readable_rows(self, query: Select[Any]) -> list[Row[Any]]:
        with self._database.reading() as connection:
            numbers = connection.execute(query.with_only_columns(_games.number)).scalars().all()
        rows: list[Row[Any]] = []
        for number in numbers:
            with suppress(StoreError), self._database.reading() as connection:
                rows += connection.execute(select(*_SUMMARY).where(_games.number == number))
        return rows

    def _not_found(self, number: int) -> GameNotFoundError:
        return GameNotFoundError(t("store.error.no_game", number=number, name=self.database_name))


def _values(row: GameRow) -> dict[str, object]:
    values = {name: getattr(row, name) for name in _WRITTEN}
    source = None if row.deal_source is None else row.deal_source.value
    return values | {"outcome": row.outcome.value, "deal_source": source}

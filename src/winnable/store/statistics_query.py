"""A player's statistics in SQL: sums by game, and streaks by window functions (gaps and islands).

All about finished games but the last few is read from the index `games_finished`, without a look
at the games themselves. SQL and Python disagree about what is a number or a time in a row that
somebody has damaged by hand; a history with such a row is left to Python (`Statistics.of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    String,
    and_,
    case,
    func,
    select,
    text,
    type_coerce,
    union_all,
)
from sqlalchemy.exc import DataError, OperationalError

from winnable.rules import Game
from winnable.store.game_row import (
    MAX_DECISIONS,
    SUMMARY_COLUMNS,
    GameSummary,
    Outcome,
    read_summary,
)
from winnable.store.schema import FINISHED, games_table
from winnable.store.statistics import LAST_GAMES, Statistics

__all__ = ["query_statistics"]

_games = games_table.c
_MOST = 1_000_000_000
"""More moves or seconds than any game has, and few enough that sums do not overflow."""
_FIRST, _LAST = datetime(3, 1, 1, tzinfo=UTC), datetime(9997, 1, 1, tzinfo=UTC)
"""Times between these exist in every time zone, for Python too."""

# Written out, not as parameters: SQLite uses a partial index where the query has its conditions.
_IS_FINISHED = text(FINISHED)
_IS_UNFINISHED = text("outcome = 'unfinished' AND started IS NOT NULL")

_OWN = _games.coach_moves == 0
_WON = and_(_OWN, _games.outcome == Outcome.WON.value)
_HAS_SKILL = and_(
    _OWN, _games.decisions.between(1, MAX_DECISIONS), _games.cost.between(0.0, _games.decisions)
)
"""As `is_skill` says, in a game of the player's own; in a comparison NaN is above every number."""
_UNAIDED = and_(_WON, _games.undos == 0, _games.hints == 0, _games.verdicts == 0)


def query_statistics(
    connection: Connection, player: int, games: Sequence[Game]
) -> list[Statistics] | None:
    """The results at each of the games; None if rows are damaged: Python computes them then."""
    ours = and_(_games.player == player, _games.game.in_([game.slug for game in games]))
    known = _games.outcome.in_([each.value for each in Outcome if each is not Outcome.UNFINISHED])
    finished = and_(ours, _IS_FINISHED, known)
    unfinished = and_(ours, _IS_UNFINISHED)
    dialect = connection.dialect.name
    sums = _by_game(connection, _sums(dialect).where(finished))
    counts = _by_game(connection, _counts(dialect).where(unfinished))
    if any(row.damaged for row in (*sums.values(), *counts.values())):
        return None
    streaks = _by_game(connection, _streaks(and_(finished, _OWN)))
    latest = union_all(*(_latest(finished, game) for game in games))
    unreadable = OperationalError if dialect == "sqlite" else DataError  # not UTF-8; infinity
    try:
        rows = connection.execute(latest).all()
    except unreadable:
        return None
    last = [each for row in rows if (each := read_summary(row._mapping)) is not None]
    return [
        _statistics(game, sums.get(game.slug), streaks.get(game.slug), counts.get(game.slug), last)
        for game in games
    ]


def _by_game(connection: Connection, query: Select[Any]) -> dict[str, Row[Any]]:
    return {row.game: row for row in connection.execute(query)}


def _statistics(
    game: Game,
    sums: Row[Any] | None,
    streaks: Row[Any] | None,
    counts: Row[Any] | None,
    last: Sequence[GameSummary],
) -> Statistics:
    won = 0 if sums is None else int(sums.won)
    return Statistics(
        game=game,
        played=0 if sums is None else int(sums.played),
        won=won,
        unaided=0 if sums is None else int(sums.unaided),
        streak=0 if streaks is None else int(streaks.streak),
        best_streak=0 if streaks is None else int(streaks.best_streak),
        best_moves=int(sums.best_moves) if sums is not None and won else None,
        average_moves=int(sums.moves) / won if sums is not None and won else None,
        best_seconds=float(sums.best_seconds) if sums is not None and won else None,
        average_seconds=float(sums.seconds) / won if sums is not None and won else None,
        unfinished=0 if counts is None else int(counts.unfinished),
        last=tuple(summary for summary in last if summary.game == game.slug),
        with_coach=0 if sums is None else int(sums.with_coach),
        reviewed=0 if sums is None else int(sums.reviewed),
        decisions=0 if sums is None else int(sums.decisions),
        cost=0.0 if sums is None else float(sums.cost),
    )


# -- the queries ----------------------------------------------------------------------------------


def _sums(dialect: str) -> Select[Any]:
    return select(
        _games.game,
        _count_if(_OWN).label("played"),
        _count_unless(_OWN).label("with_coach"),
        _count_if(_WON).label("won"),
        _count_if(_UNAIDED).label("unaided"),
        func.min(case((_WON, _games.moves))).label("best_moves"),
        func.sum(case((_WON, _games.moves))).label("moves"),
        func.min(case((_WON, _games.seconds))).label("best_seconds"),
        func.sum(case((_WON, _games.seconds))).label("seconds"),
        _count_if(_HAS_SKILL).label("reviewed"),
        func.sum(case((_HAS_SKILL, _games.decisions), else_=0)).label("decisions"),
        func.sum(case((_HAS_SKILL, _games.cost), else_=0.0)).label("cost"),
        # Streaks are sorted by `ended` alone, so that their order is that of the index.
        _count_unless(and_(_is_sound(dialect), _is_time(_games.ended, dialect))).label("damaged"),
    ).group_by(_games.game)


def _counts(dialect: str) -> Select[Any]:
    damaged = _count_unless(_is_sound(dialect)).label("damaged")
    return select(_games.game, func.count().label("unfinished"), damaged).group_by(_games.game)


def _streaks(finished: ColumnElement[bool]) -> Select[Any]:
    """The longest run of wins and the latest: wins with the same number of defeats after them."""
    defeats_since = func.sum(case((_WON, 0), else_=1)).over(
        partition_by=_games.game,
        order_by=(_games.ended.desc(), _games.number.desc()),
        rows=(None, 0),
    )
    each = select(_games.game, _WON.label("won"), defeats_since.label("run")).where(finished)
    games = each.subquery().c
    wins = _count_if(games.won).label("wins")
    runs = select(games.game, games.run, wins).group_by(games.game, games.run).subquery().c
    latest = func.max(case((runs.run == 0, runs.wins), else_=0))
    return select(
        runs.game, func.max(runs.wins).label("best_streak"), latest.label("streak")
    ).group_by(runs.game)


def _latest(finished: ColumnElement[bool], game: Game) -> Select[Any]:
    query = select(*(_games[name] for name in SUMMARY_COLUMNS))
    query = query.where(finished, _games.game == game.slug)
    query = query.order_by(_games.ended.desc(), _games.number.desc()).limit(LAST_GAMES)
    return select(query.subquery())  # for SQLite, which sorts a part of a union only inside


# -- damaged rows ---------------------------------------------------------------------------------


def _is_sound(dialect: str) -> ColumnElement[bool]:
    """Whether numbers and `touched` are what they should be, and not merely what Python can read.

    In a comparison NaN, infinity and, in SQLite, text are above every number.
    """
    conditions: list[ColumnElement[bool]] = [
        _games.seconds.between(-_MOST, _MOST),
        _games.moves.between(-_MOST, _MOST),
        _is_time(_games.touched, dialect),
    ]
    if dialect == "sqlite":  # where a column can contain anything
        names = ("moves", "undos", "hints", "verdicts", "coach_moves")
        conditions += [func.typeof(_games[name]) == "integer" for name in names]
        maybe_null = (_games.deal, _games.decisions)
        conditions += [func.typeof(number).in_(["integer", "null"]) for number in maybe_null]
        conditions.append(func.typeof(_games.cost).in_(["real", "null"]))
    return and_(*conditions)


def _is_time(column: ColumnElement[Any], dialect: str) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [column.between(_FIRST, _LAST)]
    if dialect == "sqlite":  # as `UtcDateTime` writes it, which sorts by time
        written = type_coerce(column, String)
        conditions += [
            written.like("____-__-__ __:__:__.______+00:00"),
            func.julianday(written).is_not(None),  # SQLite can read it
        ]
    return and_(*conditions)


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _count_unless(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many rows do not fulfil a condition, or where SQL says NULL."""
    return func.sum(case((condition, 0), else_=1))

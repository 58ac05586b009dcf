"""Statistics and history as text, for the terminal app and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from winnable.errors import quote
from winnable.rules import GAMES
from winnable.store.game_row import GameSummary, Outcome
from winnable.store.statistics import Statistics
from winnable.wording import counted

__all__ = [
    "NOTHING",
    "clock_text",
    "coach_win_text",
    "date_text",
    "date_time_text",
    "deal_text",
    "history_line",
    "statistics_details",
    "statistics_table",
]

NOTHING = "No game has been played yet."


def clock_text(seconds: float) -> str:
    """A duration as a clock shows it.

    >>> clock_text(225.7), clock_text(3700)
    ('3:45', '1:01:40')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def deal_text(saved: GameSummary) -> str:
    """Which deal it was: ``deal 617``."""
    return f"deal {saved.deal}" if saved.deal else "custom deal"


def date_text(time: datetime) -> str:
    """The date in the local time zone: ``2026-11-16``."""
    return f"{time.astimezone():%Y-%m-%d}"


def date_time_text(time: datetime) -> str:
    """The date and time in the local time zone: ``2026-11-16 09:30``."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}"


def coach_win_text(coach_moves: int) -> str:
    """A win to which the coach has made some of the moves.

    >>> coach_win_text(3)
    'Won, with 3 moves by the coach: the game counts apart in the statistics.'
    """
    moves = counted(coach_moves, "move")
    return f"Won, with {moves} by the coach: the game counts apart in the statistics."


def history_line(saved: GameSummary) -> str:
    """A game of the history in one line; the columns of several lines match."""
    name = GAMES[saved.game].name if saved.game in GAMES else saved.game
    name = name if name.isprintable() else quote(name, 12)
    outcome = "won unaided" if saved.is_unaided else saved.outcome.value
    if saved.coach_moves and saved.outcome is Outcome.WON:
        outcome = "won (coach)"
    return (
        f"{saved.number:4} {name:12} {deal_text(saved):15} {outcome:11} "
        f"{counted(saved.moves, 'move'):>9} {clock_text(saved.seconds):>7} "
        f"{date_text(saved.touched)}"
    )


# -- statistics -----------------------------------------------------------------------------------

_HEADINGS = ("", "played", "won", "unaided", "now", "best", "mean", "best", "mean", "best")
_GROUP_HEADINGS = {"streak": 4, "moves": 6, "time": 8}
"""The headings above two columns each, and the index of the first of them."""


def statistics_table(all_games: Iterable[Statistics]) -> Iterator[str]:
    """One line a game below two lines of headings; moves and times are those of the games won."""
    known = list(all_games)
    if not any(game.played or game.unfinished or game.with_coach for game in known):
        yield NOTHING
        return
    rows = [_HEADINGS, *map(_row, known)]
    widths = [
        max(len(row[column]) for row in rows) + _gap(column) for column in range(len(_HEADINGS))
    ]
    yield _group_headings(widths)
    for first, *cells in rows:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield "".join([f"{first:{widths[0]}}", *right])
    if with_coach := sum(game.with_coach for game in known):
        yield _with_coach(with_coach)
    if unfinished := sum(game.unfinished for game in known):
        yield _unfinished(unfinished)
    yield from _costs(known)


def _row(game: Statistics) -> tuple[str, ...]:
    return (
        game.game.name,
        str(game.played),
        f"{game.won}{_percent(game.won, game.played)}",
        str(game.unaided),
        str(game.streak),
        str(game.best_streak),
        _number(game.average_moves),
        _number(game.best_moves),
        _clock(game.average_seconds),
        _clock(game.best_seconds),
    )


def _group_headings(widths: list[int]) -> str:
    """The upper line of headings, each aligned with the end of its second column."""
    line = ""
    for heading, first in _GROUP_HEADINGS.items():
        line += f"{heading:>{sum(widths[: first + 2]) - len(line)}}"
    return line


def _gap(column: int) -> int:
    """The space before a column: less between two under one heading."""
    return 0 if column == 0 else 1 if column - 1 in _GROUP_HEADINGS.values() else 2


def statistics_details(game: Statistics) -> Iterator[str]:
    """The statistics of one game in sentences."""
    won = f"{game.won} won{_percent(game.won, game.played)}" if game.won else "none won"
    yield f"{game.game.name}: {game.played or 'none'} played, {won}."
    if game.won:
        yield f"Won without hints, undo or verdicts: {game.unaided}."
        yield f"Winning streak: {game.streak} now, {game.best_streak} at best."
        yield (
            f"Moves per win: {_number(game.average_moves)} on average, "
            f"{_number(game.best_moves)} at best."
        )
        yield (
            f"Time per win: {_clock(game.average_seconds)} on average, "
            f"{_clock(game.best_seconds)} at best."
        )
    if game.reviewed:
        yield _cost("", game.reviewed, game.cost, game.decisions)
    if game.with_coach:
        yield _with_coach(game.with_coach)
    if game.unfinished:
        yield _unfinished(game.unfinished)
    if game.last:
        yield "Last games, the latest first:"
        for saved in game.last:
            yield f"  {deal_text(saved)}: {_result(saved)}"


def _costs(all_games: Iterable[Statistics]) -> Iterator[str]:
    """What a decision cost at each game that was reviewed, and in all."""
    known = [game for game in all_games if game.reviewed]
    for game in known:
        yield _cost(f" at {game.game.name}", game.reviewed, game.cost, game.decisions)
    if len(known) > 1:
        reviewed, cost, decisions = (
            sum(getattr(game, name) for game in known) for name in ("reviewed", "cost", "decisions")
        )
        yield _cost(" in all", reviewed, cost, decisions)


def _cost(where: str, reviewed: int, cost: float, decisions: int) -> str:
    points = f"{100 * cost / decisions:.1f} points of 100"
    return f"Average cost of a decision{where}: {points} ({counted(reviewed, 'reviewed game')})."


def _with_coach(count: int) -> str:
    return f"Played with the coach, and counted apart: {count}."


def _unfinished(count: int) -> str:
    return f"Left unfinished, and not counted: {count}."


def _result(saved: GameSummary) -> str:
    if saved.outcome is Outcome.WON:
        unaided = ", unaided" if saved.is_unaided else ""
        by = " with the coach" if saved.coach_moves else ""
        return f"won{by} in {counted(saved.moves, 'move')} and {clock_text(saved.seconds)}{unaided}"
    return f"given up after {counted(saved.moves, 'move')}"


def _percent(part: int, whole: int) -> str:
    """A share in percent, rounded; but 0% and 100% only for none and all."""
    if not whole:
        return ""
    share = round(100 * part / whole)
    return f" ({min(max(share, part > 0), 100 - (part < whole))}%)"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}" if isinstance(value, int) else f"{value:.1f}"


def _clock(seconds: float | None) -> str:
    return "-" if seconds is None else clock_text(seconds)

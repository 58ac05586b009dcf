"""Statistics and history in words, for every face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from winnable.errors import quote
from winnable.play.descriptions import counted
from winnable.rules import GAMES
from winnable.store.game_row import GameSummary, Outcome
from winnable.store.statistics import Statistics

__all__ = [
    "NOTHING",
    "clock_text",
    "day_text",
    "deal_text",
    "history_line",
    "statistics_details",
    "statistics_table",
]


def clock_text(seconds: float) -> str:
    """Play time as clocks show it.

    >>> clock_text(225.7), clock_text(3700)
    ('3:45', '1:01:40')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def deal_text(kept: GameSummary) -> str:
    """Which deal it was: ``deal 617``."""
    return f"deal {kept.deal}" if kept.deal else "a deal of its own"


def day_text(moment: datetime) -> str:
    """When something was, on the clock of whoever asks."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def history_line(kept: GameSummary) -> str:
    """A game of the history in one line, of the same width for all the usual ones."""
    name = GAMES[kept.game].name if kept.game in GAMES else kept.game
    name = name if name.isprintable() else quote(name, 12)
    deal = f"deal {kept.deal}" if kept.deal else "own deal"
    outcome = "won unaided" if kept.is_unaided else kept.outcome.value
    return (
        f"{kept.number:4} {name:12} {deal:15} {outcome:11} {counted(kept.moves, 'move'):>9} "
        f"{clock_text(kept.seconds):>7} {day_text(kept.touched)[:10]}"
    )


NOTHING = "No game has been played yet."

_HEADS = ("", "played", "won", "unaided", "now", "best", "mean", "best", "mean", "best")
_GROUPS = {"in a row": 4, "moves": 6, "time": 8}
"""What stands above two columns each, and the number of the first of them."""


def statistics_table(all_of_them: Iterable[Statistics]) -> Iterator[str]:
    """A line a game under two lines of heads; moves and times are of the games that were won."""
    known = list(all_of_them)
    if not any(each.played or each.unfinished for each in known):
        yield NOTHING
        return
    rows = [_HEADS, *map(_row, known)]
    wide = [max(len(row[at]) for row in rows) for at in range(len(_HEADS))]
    wide = [width + _gap(at) for at, width in enumerate(wide)]
    yield _groups(wide)
    for first, *cells in rows:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=True))
        yield "".join([f"{first:{wide[0]}}", *right])
    if unfinished := sum(each.unfinished for each in known):
        yield _unfinished(unfinished)


def _row(known: Statistics) -> tuple[str, ...]:
    return (
        known.game.name,
        str(known.played),
        f"{known.won}{_percent(known.won, known.played)}",
        str(known.unaided),
        str(known.streak),
        str(known.best_streak),
        _number(known.average_moves),
        _number(known.best_moves),
        _clock(known.average_seconds),
        _clock(known.best_seconds),
    )


def _groups(wide: list[int]) -> str:
    """The upper heads, each ending where its second column does."""
    line = ""
    for name, first in _GROUPS.items():
        line += f"{name:>{sum(wide[: first + 2]) - len(line)}}"
    return line


def _gap(at: int) -> int:
    """How far a column stands from the one before: nearer under a head that they share."""
    return 0 if at == 0 else 1 if at - 1 in _GROUPS.values() else 2


def _unfinished(count: int) -> str:
    return f"Left unfinished, and not counted: {count}."


def statistics_details(known: Statistics) -> Iterator[str]:
    """All that is known about one game, a line a matter."""
    won = f"{known.won} won{_percent(known.won, known.played)}" if known.won else "none won"
    yield f"{known.game.name}: {known.played or 'none'} played, {won}."
    if known.won:
        yield f"Won without hints, undo or verdicts: {known.unaided}."
        yield f"Won in a row: {known.streak} now, {known.best_streak} at best."
        yield (
            f"Moves of a win: {_number(known.average_moves)} on average, "
            f"{_number(known.best_moves)} at best."
        )
        yield (
            f"Time of a win: {_clock(known.average_seconds)} on average, "
            f"{_clock(known.best_seconds)} at best."
        )
    if known.unfinished:
        yield _unfinished(known.unfinished)
    if known.last:
        yield "The last deals, the latest first:"
        for kept in known.last:
            yield f"  {deal_text(kept)}: {_ending(kept)}"


def _ending(kept: GameSummary) -> str:
    if kept.outcome is Outcome.WON:
        aid = ", unaided" if kept.is_unaided else ""
        return f"won in {counted(kept.moves, 'move')} and {clock_text(kept.seconds)}{aid}"
    return f"given up after {counted(kept.moves, 'move')}"


def _percent(part: int, whole: int) -> str:
    """The share, rounded; but 0% and 100% are none and all."""
    if not whole:
        return ""
    share = round(100 * part / whole)
    return f" ({min(max(share, part > 0), 100 - (part < whole))}%)"


def _number(amount: float | None) -> str:
    return "-" if amount is None else f"{amount:g}" if isinstance(amount, int) else f"{amount:.1f}"


def _clock(seconds: float | None) -> str:
    return "-" if seconds is None else clock_text(seconds)

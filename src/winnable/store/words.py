"""Statistics and history in words, for every face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from winnable.rules import GAMES
from winnable.store.kept import Kept, Outcome
from winnable.store.statistics import Statistics

__all__ = [
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


def deal_text(kept: Kept) -> str:
    """Which deal it was: ``deal 617``."""
    return f"deal {kept.deal}" if kept.deal else "a deal of its own"


def day_text(moment: datetime) -> str:
    """When something was, on the clock of whoever asks."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def history_line(kept: Kept) -> str:
    """A game of the history in one line, of the same width for all the usual ones."""
    moves = f"{kept.moves} move{'s' * (kept.moves != 1)}"
    name = GAMES[kept.game].name if kept.game in GAMES else kept.game
    deal = f"deal {kept.deal}" if kept.deal else "own deal"
    outcome = "won unaided" if kept.is_unaided else kept.outcome.value
    return (
        f"{kept.number:4} {name:12} {deal:15} {outcome:11} {moves:>9} "
        f"{clock_text(kept.seconds):>7} {day_text(kept.touched)[:10]}"
    )


_HEADS = ("", "played", "won", "unaided", "streak", "best", "moves", "best", "time", "best")


def statistics_table(all_of_them: Iterable[Statistics]) -> Iterator[str]:
    """A line a game; averages and bests are over the games that were won."""
    rows = [_HEADS]
    rows += [
        (
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
        for known in all_of_them
    ]
    wide = [max(len(row[at]) for row in rows) for at in range(len(_HEADS))]
    for first, *cells in rows:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, wide[1:], strict=True))
        yield "  ".join([f"{first:{wide[0]}}", *right]).rstrip()


def statistics_details(known: Statistics) -> Iterator[str]:
    """All that is known about one game, a line a matter."""
    share = _percent(known.won, known.played)
    yield f"{known.game.name}: {known.played} played, {known.won} won{share}."
    yield f"Won without hints, undo or verdicts: {known.unaided}."
    yield f"Won in a row: {known.streak} now, {known.best_streak} at best."
    if known.won:
        yield (
            f"Moves of a win: {_number(known.average_moves)} on average, "
            f"{_number(known.best_moves)} at best."
        )
        yield (
            f"Time of a win: {_clock(known.average_seconds)} on average, "
            f"{_clock(known.best_seconds)} at best."
        )
    if known.unfinished:
        yield f"Left unfinished, and not counted: {known.unfinished}."
    if known.last:
        yield "The last deals, the latest first:"
        for kept in known.last:
            yield f"  {deal_text(kept)}: {_ending(kept)}"


def _ending(kept: Kept) -> str:
    if kept.outcome is Outcome.WON:
        aid = ", unaided" if kept.is_unaided else ""
        return f"won in {kept.moves} moves and {clock_text(kept.seconds)}{aid}"
    return f"given up after {kept.moves} move{'s' * (kept.moves != 1)}"


def _percent(part: int, whole: int) -> str:
    return f" ({100 * part / whole:.0f}%)" if whole else ""


def _number(amount: float | None) -> str:
    return "-" if amount is None else f"{amount:g}" if isinstance(amount, int) else f"{amount:.1f}"


def _clock(seconds: float | None) -> str:
    return "-" if seconds is None else clock_text(seconds)

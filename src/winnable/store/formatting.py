"""Statistics and history as text, for the terminal app and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from winnable.deals import DealSource
from winnable.errors import quote
from winnable.l10n import decimal_text, join, number_text, t
from winnable.rules import GAMES
from winnable.store.game_row import Aid, GameSummary, Outcome
from winnable.store.statistics import Statistics

__all__ = [
    "clock_text",
    "coach_win_text",
    "date_text",
    "date_time_text",
    "deal_text",
    "help_text",
    "history_line",
    "nothing_played",
    "result_text",
    "source_text",
    "statistics_details",
    "statistics_table",
]


def nothing_played() -> str:
    return t("store.nothing")


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
    return t("store.deal", number=str(saved.deal)) if saved.deal else t("store.custom_deal")


def source_text(source: DealSource) -> str:
    """How a deal was found: ``winnable deal``. Each of them is proved winnable."""
    return t(f"store.source.{source.value}")


def date_text(time: datetime) -> str:
    """The date in the local time zone: ``2026-11-16``."""
    return f"{time.astimezone():%Y-%m-%d}"


def date_time_text(time: datetime) -> str:
    """The date and time in the local time zone: ``2026-11-16 09:30``."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}"


def help_text(aids: Iterable[Aid]) -> str:
    """What makes a win aided, or that it is unaided, as a sentence.

    >>> from winnable.store.game_row import find_aids
    >>> help_text(find_aids(undos=2, hints=1, verdicts=0, coach_moves=0))
    'With help: 1 hint and 2 undos.'
    >>> help_text(())
    'Unaided: no hints, undos or looks at the chances.'
    """
    named = [t(f"store.aids.{kind.value}", count=times) for kind, times in aids]
    return t("store.aids.helped", aids=join(named)) if named else t("store.aids.unaided")


def coach_win_text(coach_moves: int) -> str:
    """A win to which the coach has made some of the moves.

    >>> coach_win_text(3)
    'Won, with 3 moves by the coach: the game is counted separately in the statistics.'
    """
    return t("store.coach_win", count=coach_moves)


def result_text(saved: GameSummary) -> str:
    """How a game came out: ``won in 50 moves and 3:45, unaided``."""
    if saved.outcome is not Outcome.WON:
        return t(f"store.result.{_key(saved.outcome)}", count=saved.moves)
    how = "won_coach" if saved.coach_moves else "won_unaided" if saved.is_unaided else "won"
    return t(f"store.result.{how}", count=saved.moves, time=clock_text(saved.seconds))


# -- history --------------------------------------------------------------------------------------


def history_line(saved: GameSummary) -> str:
    """A game of the history in one line; the columns of several lines match."""
    name = GAMES[saved.game].name if saved.game in GAMES else saved.game
    name = name if name.isprintable() else quote(name, 12)
    deal_width = max(15, len(t("store.custom_deal")))
    outcome_width = max(len(t(f"store.outcome.{key}")) for key in _OUTCOMES)
    return (
        f"{saved.number:4} {name:12} {deal_text(saved):{deal_width}} "
        f"{_outcome_text(saved):{outcome_width}} {t('store.moves', count=saved.moves):>9} "
        f"{clock_text(saved.seconds):>7} {date_text(saved.touched)}"
    )


_OUTCOMES = ("won", "won_unaided", "won_coach", "lost", "given_up", "unfinished")


def _outcome_text(saved: GameSummary) -> str:
    key = _key(saved.outcome)
    if saved.outcome is Outcome.WON and (saved.coach_moves or saved.is_unaided):
        key = "won_coach" if saved.coach_moves else "won_unaided"
    return t(f"store.outcome.{key}")


def _key(outcome: Outcome) -> str:
    return outcome.name.lower()


# -- statistics -----------------------------------------------------------------------------------

_HEADINGS = ("played", "won", "unaided", "now", "best", "mean", "best", "mean", "best")
_GROUP_HEADINGS = {"streak": 4, "moves": 6, "time": 8}
"""The headings above two columns each, and the index of the first of them."""


def statistics_table(all_games: Iterable[Statistics]) -> Iterator[str]:
    """One line a game below two lines of headings; moves and times are those of the games won."""
    known = list(all_games)
    if not any(game.played or game.unfinished or game.with_coach for game in known):
        yield nothing_played()
        return
    headings = ("", *(t(f"store.table.{heading}") for heading in _HEADINGS))
    rows = [headings, *map(_row, known)]
    widths = [
        max(len(row[column]) for row in rows) + _gap(column) for column in range(len(rows[0]))
    ]
    yield _group_headings(widths)
    for first, *cells in rows:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield "".join([f"{first:{widths[0]}}", *right])
    if with_coach := sum(game.with_coach for game in known):
        yield t("store.with_coach", number=with_coach)
    if unfinished := sum(game.unfinished for game in known):
        yield t("store.unfinished", number=unfinished)
    yield from _costs(known)


def _row(game: Statistics) -> tuple[str, ...]:
    return (
        game.game.name,
        str(game.played),
        f"{game.won} ({_win_rate(game)})" if game.played else str(game.won),
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
        line += f"{t(f'store.table.{heading}'):>{sum(widths[: first + 2]) - len(line)}}"
    return line


def _gap(column: int) -> int:
    """The space before a column: less between two under one heading."""
    return 0 if column == 0 else 1 if column - 1 in _GROUP_HEADINGS.values() else 2


def statistics_details(game: Statistics) -> Iterator[str]:
    """The statistics of one game in sentences."""
    name = game.game.name
    if not game.played:
        yield t("store.details.none", game=name)
    else:
        figures = {"played": game.played, "won": game.won, "rate": _win_rate(game)}
        yield t("store.details.played", game=name, **figures)
    if game.won:
        yield t("store.details.unaided", number=game.unaided)
        yield t("store.details.streak", now=game.streak, best=game.best_streak)
        mean, best = _number(game.average_moves), _number(game.best_moves)
        yield t("store.details.moves", mean=mean, best=best)
        mean, best = _clock(game.average_seconds), _clock(game.best_seconds)
        yield t("store.details.time", mean=mean, best=best)
    if game.reviewed:
        cost = _cost_points(game.cost, game.decisions)
        yield t("store.cost.one_game", points=cost, count=game.reviewed)
    if game.with_coach:
        yield t("store.with_coach", number=game.with_coach)
    if game.unfinished:
        yield t("store.unfinished", number=game.unfinished)
    if game.last:
        yield t("store.details.last")
        for saved in game.last:
            yield f"  {deal_text(saved)}: {result_text(saved)}"


def _costs(all_games: Iterable[Statistics]) -> Iterator[str]:
    """What a decision cost at each game that was reviewed, and in all."""
    known = [game for game in all_games if game.reviewed]
    for game in known:
        points = _cost_points(game.cost, game.decisions)
        yield t("store.cost.at_game", game=game.game.name, points=points, count=game.reviewed)
    if len(known) > 1:
        cost, decisions = (
            sum(getattr(game, name) for game in known) for name in ("cost", "decisions")
        )
        reviewed = sum(game.reviewed for game in known)
        yield t("store.cost.in_all", points=_cost_points(cost, decisions), count=reviewed)


def _cost_points(cost: float, decisions: int) -> str:
    return decimal_text(f"{100 * cost / decisions:.1f}")


def _win_rate(game: Statistics) -> str:
    """A share in percent, rounded; but 0% and 100% only for none and all."""
    share = round(100 * game.won / game.played)
    percent = min(max(share, game.won > 0), 100 - (game.won < game.played))
    return t("coach.share.percent", percent=percent)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return number_text(value) if isinstance(value, int) else decimal_text(f"{value:.1f}")


def _clock(seconds: float | None) -> str:
    return "-" if seconds is None else clock_text(seconds)

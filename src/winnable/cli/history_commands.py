"""Commands about saved games: `stats`, `history`, `export`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

import click

from winnable.cli.options import read_game
from winnable.cli.parsing import parse_game_number
from winnable.cli.terminal import Screen
from winnable.errors import StoreError
from winnable.l10n import t
from winnable.play import Record
from winnable.rules import Game, find_game

if TYPE_CHECKING:
    from winnable.store import GameSummary, Statistics, Store

__all__ = ["export", "history", "stats"]

_format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Text or JSON.",
)  # fmt: skip

_FIELDS = (
    *("number", "game", "deal", "outcome", "moves", "seconds", "undos", "hints", "verdicts"),
    *("started", "touched", "ended"),
)
_COLUMNS = (*_FIELDS, "unaided", "coach_moves", "decisions", "cost", "deal_source")
"""The keys of a game in JSON and its columns in CSV."""


@click.command(short_help="Print your statistics.")
@click.argument("game", callback=read_game, required=False)
@_format_option
def stats(game: Game | None, form: str) -> None:
    """Print your statistics for all games, or for GAME with its latest deals.

    A game counts from its first move, once it is won, lost (no move is left) or given up for a new
    deal. Undoing takes a loss back. A win without hints, undo or verdicts is unaided. Games in
    which the coach made moves are counted apart.

    The average cost of a decision says how well you decide where cards are hidden: how many points
    of your chance you gave away, by what was in sight. Lower is better; at 0 the coach found
    nothing better. It comes from the finished games that were reviewed (winnable review --saved N).

    \b
    Examples:
      winnable stats
      winnable stats freecell
    """
    from winnable.store.formatting import statistics_details, statistics_table

    screen = Screen()
    with _open_store() as store:
        statistics = [store.games.statistics(game)] if game else store.games.all_statistics()
    if form == "json":
        screen.print(json.dumps([_statistics_dict(each) for each in statistics], indent=2))
    else:
        for line in statistics_details(statistics[0]) if game else statistics_table(statistics):
            _print_line(screen, line)


@click.command(short_help="List your games.")
@click.argument("game", callback=read_game, required=False)
@click.option("--all", "everything", is_flag=True, help="All games, not just the latest twenty.")
@_format_option
def history(game: Game | None, everything: bool, form: str) -> None:
    """List your games with their numbers, the latest first.

    \b
    Examples:
      winnable history
      winnable history golf --all
      winnable play --saved 12          continue game 12
      winnable export 12 > game.txt     write its record to a file
    """
    from winnable.store.formatting import history_line, nothing_played

    screen = Screen()
    with _open_store() as store:
        summaries = store.games.history(game, limit=None if everything else 20)
    if form == "json":
        screen.print(json.dumps([_game_dict(each) for each in summaries], indent=2))
        return
    for summary in summaries:
        screen.print(history_line(summary))
    if not summaries:
        screen.print(nothing_played() if game is None else t("store.nothing_of", game=game.name))


@click.command(short_help="Export your games.")
@click.argument("what", required=False)
@click.option(
    "--format", "form", type=click.Choice(["record", "json", "csv"]), default="record",
    show_default=True, help="Records, JSON with the records in it, or CSV without them.",
)  # fmt: skip
def export(what: str | None, form: str) -> None:
    """Export your games, the oldest first.

    WHAT is the name of a game, or the number of a single saved game; without it, all are exported.

    \b
    Examples:
      winnable export > all.txt
      winnable export 12 > game.txt
      winnable export freecell --format csv > freecell.csv
    """
    screen = Screen()
    with _open_store() as store:
        if form == "record":
            for count, record in enumerate(_find_records(store, what)):
                screen.write("\n" * bool(count) + str(record))
        elif form == "csv":
            screen.write(_csv(_find_games(store, what)))
        else:
            _write_json(store, _find_games(store, what), screen)


def _print_line(screen: Screen, line: str) -> None:
    """Print a line of the statistics, wrapped on a terminal unless it is one of a table."""
    if not screen.is_terminal or "  " in line.strip():
        screen.print(line)
        return
    start = " " * (len(line) - len(line.lstrip()))
    screen.print_wrapped(line, indent=start * 2, first=start)


def _open_store() -> Store:
    from winnable.store import Store

    return Store.open(read_only=True)


def _find_records(store: Store, what: str | None) -> Iterable[Record]:
    if what is not None and what.isdigit():
        return [store.games.record(parse_game_number(what))]
    return store.games.records(None if what is None else find_game(what))


def _find_games(store: Store, what: str | None) -> list[GameSummary]:
    if what is not None and what.isdigit():
        return [store.games.load(parse_game_number(what))]
    found = store.games.history(None if what is None else find_game(what), limit=None)
    return sorted(found, key=lambda summary: summary.number)


def _game_dict(summary: GameSummary) -> dict[str, object]:
    """A game as `_COLUMNS`, in types that JSON knows."""
    row = {name: getattr(summary, name) for name in _FIELDS}
    row |= {"outcome": summary.outcome.value, "unaided": summary.is_unaided}
    for name in ("started", "touched", "ended"):
        time = getattr(summary, name)
        row[name] = None if time is None else time.isoformat(timespec="seconds")
    row |= {"coach_moves": summary.coach_moves}
    row |= {"decisions": summary.decisions, "cost": _rounded_share(summary.cost)}
    row["deal_source"] = None if summary.deal_source is None else summary.deal_source.value
    return row | {"seconds": round(summary.seconds, 1)}


def _rounded_share(share: float | None) -> float | None:
    return None if share is None else round(share, 6)


def _statistics_dict(statistics: Statistics) -> dict[str, object]:
    values = {field.name: getattr(statistics, field.name) for field in fields(statistics)}
    values |= {name: round(value, 1) for name, value in values.items() if isinstance(value, float)}
    del values["cost"]
    values["average_cost"] = _rounded_share(statistics.average_cost)
    last = [_game_dict(summary) for summary in statistics.last]
    return values | {"game": statistics.game.slug, "last": last}


def _write_json(store: Store, summaries: Iterable[GameSummary], screen: Screen) -> None:
    """The games with their records; a damaged one is reported after the others are written."""
    rows: list[dict[str, object]] = []
    errors: list[StoreError] = []
    for summary in summaries:
        try:
            rows.append(_game_dict(summary) | {"record": str(store.games.record(summary.number))})
        except StoreError as error:
            errors.append(error)
    screen.print(json.dumps(rows, indent=2))
    if errors:
        raise errors[0]


def _csv(summaries: Iterable[GameSummary]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_game_dict, summaries))
    return text.getvalue()

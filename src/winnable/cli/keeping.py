"""Commands about the games that are kept: stats, history, export."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

import click

from winnable.cli.numbers import parse_number
from winnable.cli.options import read_game
from winnable.cli.terminal import Screen
from winnable.errors import StoreError
from winnable.play import Record
from winnable.rules import GAMES, Game, find_game

if TYPE_CHECKING:
    from winnable.store import GameSummary, Statistics, Store

__all__ = ["export", "history", "stats"]

_form_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="As text or JSON.",
)  # fmt: skip


@click.command(short_help="Tell how you have fared.")
@click.argument("game", callback=read_game, required=False)
@_form_option
def stats(game: Game | None, form: str) -> None:
    """Tell how you have fared: in all games, or in GAME with its last deals.

    Nothing counts before the first move of a game. A win without hints, undo or verdicts is
    unaided. Games left unfinished do not count until they are won or given up for a new deal.

    \b
    Examples:
      winnable stats
      winnable stats freecell
    """
    from winnable.store.formatting import statistics_details, statistics_table

    screen = Screen()
    with _store() as store:
        known = [store.games.statistics(each) for each in ([game] if game else GAMES.values())]
    if form == "json":
        screen.say(json.dumps([_figures(each) for each in known], indent=2))
    else:
        for line in statistics_details(known[0]) if game else statistics_table(known):
            screen.say(line)


@click.command(short_help="List the games you played.")
@click.argument("game", callback=read_game, required=False)
@click.option("--all", "everything", is_flag=True, help="Not just the latest twenty.")
@_form_option
def history(game: Game | None, everything: bool, form: str) -> None:
    """List the games you played, the latest first; each has a number.

    \b
    Examples:
      winnable history
      winnable history golf --all
      winnable play --kept 12           go on with game 12
      winnable export 12 > game.txt     its record
    """
    from winnable.store.formatting import NOTHING, history_line

    screen = Screen()
    with _store() as store:
        kept = store.games.history(game, limit=None if everything else 20)
    if form == "json":
        screen.say(json.dumps([_plain(each) for each in kept], indent=2))
    elif not kept:
        screen.say(NOTHING if game is None else f"No game of {game.name} has been played yet.")
    for each in kept if form == "text" else ():
        screen.say(history_line(each))


@click.command(short_help="Write out the games you played.")
@click.argument("what", required=False)
@click.option(
    "--format", "form", type=click.Choice(["record", "json", "csv"]), default="record",
    show_default=True, help="Records, JSON with the records in it, or CSV without.",
)  # fmt: skip
def export(what: str | None, form: str) -> None:
    """Write out games that are kept, the oldest first.

    WHAT is a game's name, for all games of it, or the number of one game; else all are written.

    \b
    Examples:
      winnable export > all.txt
      winnable export 12 > game.txt
      winnable export freecell --format csv > freecell.csv
    """
    screen = Screen()
    with _store() as store:
        if form == "record":
            for count, record in enumerate(_records(store, what)):
                screen.write("\n" * bool(count) + str(record))
        elif form == "csv":
            screen.write(_csv(_chosen(store, what)))
        else:
            _write_json(store, _chosen(store, what), screen)


def _store() -> Store:
    from winnable.store import Store

    return Store.open()


def _records(store: Store, what: str | None) -> Iterable[Record]:
    """The records of the games that a word names; of many, one that is spoiled comes last."""
    if (number := _number(what)) is not None:
        return [store.games.record(number)]
    return store.games.records(None if what is None else find_game(what))


def _chosen(store: Store, what: str | None) -> list[GameSummary]:
    """The games that a word names."""
    if (number := _number(what)) is not None:
        return [store.games.load(number)]
    chosen = store.games.history(None if what is None else find_game(what), limit=None)
    return sorted(chosen, key=lambda kept: kept.number)


def _number(what: str | None) -> int | None:
    if what is None or not what.isdigit():
        return None
    return parse_number(what, 1, 10**9, "number of a game")


_ADDRESSES = ("key", "shared")
"""They lead somewhere in a browser only."""


def _plain(kept: GameSummary) -> dict[str, object]:
    """A line of the history in plain types."""
    row = asdict(kept) | {"outcome": kept.outcome.value, "unaided": kept.is_unaided}
    for address in _ADDRESSES:
        del row[address]
    for name in ("started", "touched", "ended"):
        moment = getattr(kept, name)
        row[name] = None if moment is None else moment.isoformat(timespec="seconds")
    return row | {"seconds": round(kept.seconds, 1)}


def _figures(known: Statistics) -> dict[str, object]:
    """Statistics in plain types."""
    figures = {field.name: getattr(known, field.name) for field in fields(known)}
    figures |= {
        name: round(value, 1) for name, value in figures.items() if isinstance(value, float)
    }
    return figures | {"game": known.game.slug, "last": [_plain(kept) for kept in known.last]}


def _write_json(store: Store, chosen: Iterable[GameSummary], screen: Screen) -> None:
    """The games with their records; one that is spoiled does not keep the others back."""
    rows: list[dict[str, object]] = []
    errors: list[StoreError] = []
    for kept in chosen:
        try:
            rows.append(_plain(kept) | {"record": str(store.games.record(kept.number))})
        except StoreError as error:
            errors.append(error)
    screen.say(json.dumps(rows, indent=2))
    if errors:
        raise errors[0]


def _csv(chosen: Iterable[GameSummary]) -> str:
    from winnable.store import GameSummary

    heads = [field.name for field in fields(GameSummary) if field.name not in _ADDRESSES] + [
        "unaided"
    ]
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_plain, chosen))
    return sheet.getvalue()

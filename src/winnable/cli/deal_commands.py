"""The atlas of deals: `deal` shows one number in every game, `deals` lists numbers by verdict."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

import click

from winnable.cli.options import four_colour_option, parsing_callback, read_deal
from winnable.cli.parsing import parse_deals, parse_number
from winnable.cli.terminal import Screen, print_error
from winnable.errors import NotationError, quote
from winnable.rules import GAMES, Game, find_game
from winnable.wording import counted

if TYPE_CHECKING:
    from winnable.coach.deal_search import DealQuery
    from winnable.coach.difficulty import Level

__all__ = ["deal", "deals"]

_INTERRUPTED = 130
_MOST_DEALS = 10**9

_read_deals = parsing_callback(parse_deals)
_read_count = parsing_callback(lambda text: parse_number(text, 1, _MOST_DEALS, "number of deals"))


def _read_games(_: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> list[Game]:
    """Games from an option that may be given several times, each time with several games."""
    games = [find_game(name.strip()) for text in texts for name in text.split(",")]
    for game, times in Counter(games).items():
        if times > 1:
            raise click.UsageError(f"{option.opts[0]} has {game.slug} {times} times: give it once")
    return games


@click.command(short_help="Show a deal number in every game, and where it can be won.")
@click.argument("number", callback=read_deal)
@click.option("--games", multiple=True, callback=_read_games, metavar="A,B",
              help="Only these games, in this order.")  # fmt: skip
@click.option("--moves", "with_moves", is_flag=True, help="Print the winning lines, too.")
@click.option("--limit", "limits", multiple=True, metavar="L",
              help="When to give up on a game: 500k (positions), 2GiB, 10s or 5min, or several, "
                   "separated by commas.  [default: 20s,1GiB]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True, help="Text, or a line of JSON for each game.")  # fmt: skip
@click.option("--words", is_flag=True, help="The tables in words, for screen readers.")
@four_colour_option
@click.pass_context
def deal(
    context: click.Context,
    number: int,
    games: list[Game],
    limits: tuple[str, ...],
    form: str,
    with_moves: bool,
    words: bool,
    four_colour: bool,
) -> None:
    """Show deal NUMBER in every game: whether it can be won, in how many moves, and its level.

    This is about the deal as dealt, hidden cards included. Verdicts that come with Winnable are
    known at once; others are worked out. The exit status is 3 if one of them stays unsettled.

    \b
    Examples:
      winnable deal 617
      winnable deal 617 --games freecell,bakers --moves
      winnable deal 123456789 --limit 2min --format json
    """
    from winnable.cli.deal_report import DealReport
    from winnable.cli.limits import parse_limit
    from winnable.coach.atlas import ATLAS_LIMIT
    from winnable.solver import Limit

    limit = Limit(**parse_limit(limits)) if limits else ATLAS_LIMIT
    chosen = games or list(GAMES.values())
    screen = Screen(four_colour=four_colour)
    report = DealReport(screen, number, limit, in_words=words, with_moves=with_moves)
    report.warn_if_slow(chosen)
    try:
        settled = report.print_json(chosen) if form == "json" else report.print_text(chosen)
    except KeyboardInterrupt:
        print_error("interrupted before everything was known")
        context.exit(_INTERRUPTED)
    context.exit(0 if settled else 3)


@click.command(short_help="List deals that can be won in some games and not in others.")
@click.option("--winnable", multiple=True, callback=_read_games, metavar="GAME",
              help="Deals that can be won in GAME.")  # fmt: skip
@click.option("--lost", multiple=True, callback=_read_games, metavar="GAME",
              help="Deals that are lost in GAME.")  # fmt: skip
@click.option("--level", "levels", multiple=True, metavar="[GAME=]LEVEL",
              help="Easy, medium, hard or fiendish in GAME; without GAME, in every game of "
                   "--winnable.")  # fmt: skip
@click.option("--deals", "numbers", callback=_read_deals, metavar="A-B",
              help="From A to B.  [default: all whose verdicts are known]")  # fmt: skip
@click.option("--limit", callback=_read_count, metavar="N", help="At most N deals.")
@click.pass_context
def deals(
    context: click.Context,
    winnable: list[Game],
    lost: list[Game],
    levels: tuple[str, ...],
    numbers: range | None,
    limit: int | None,
) -> None:
    """List deals that can be won in some games, or are lost in others: a number on each line.

    Options can be given several times, or with several values, separated by commas; a deal has to
    fit them all. Verdicts are about the deals as dealt, hidden cards included. Those that come with
    Winnable are used; others are worked out. The exit status is 1 if no deal was found.

    \b
    Examples:
      winnable deals --winnable freecell --lost bakers-game --level hard --limit 20
      winnable deals --winnable freecell,bakers,golf,easthaven,aces
      winnable deals --level golf=fiendish --lost easthaven --deals 1-5000
    """
    from winnable.cli.limits import describe_limit
    from winnable.cli.progress import ProgressLine
    from winnable.coach.deal_search import SEARCH_LIMIT, DealSearch

    query = _query(winnable, lost, levels)
    searched = query.known_deals if numbers is None else numbers
    if not searched:
        raise click.UsageError("which deals? there are no known verdicts: give --deals A-B")
    _warn_if_slow(query, searched)
    found, screen = 0, Screen()
    with ProgressLine("deal") as progress:
        search = DealSearch(query, searched, SEARCH_LIMIT, progress=progress.count)
        with closing(iter(search)) as matches:
            for number in islice(matches, limit):
                found += 1
                progress.show("")
                screen.print(str(number))
    if search.unsettled:
        print_error(
            f"{counted(search.unsettled, 'deal')} passed over: unsettled within "
            f"{describe_limit(SEARCH_LIMIT)}"
        )
    if not found:
        print_error(f"no deal from {searched[0]:,} to {searched[-1]:,} fits")
        context.exit(1)


def _query(winnable: list[Game], lost: list[Game], texts: tuple[str, ...]) -> DealQuery:
    from winnable.coach.deal_search import DealQuery

    levels = _read_levels(texts, winnable)
    if not (winnable or lost or levels):
        raise click.UsageError("which deals? give --winnable GAME or --lost GAME")
    for game in lost:
        if game in winnable or game in levels:
            option = "--winnable" if game in winnable else "--level"
            raise click.UsageError(f"{option} and --lost cannot both have {game.slug}")
    return DealQuery(tuple(winnable), tuple(lost), levels)


def _read_levels(texts: tuple[str, ...], winnable: list[Game]) -> dict[Game, Level]:
    """The level wanted in each game; one that is named goes before one for all."""
    levels: dict[Game | None, Level] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        name, equals, word = part.rpartition("=")
        game = find_game(name) if equals else None
        if game in levels:
            where = f" for {game.slug}" if game else ""
            raise click.UsageError(f"--level has two levels{where}: give one")
        levels[game] = _read_level(word)
    for_all = levels.pop(None, None)
    if for_all is not None and not winnable:
        raise click.UsageError("--level in which game? give --winnable GAME or --level GAME=LEVEL")
    named = {game: level for game, level in levels.items() if game is not None}
    return named if for_all is None else dict.fromkeys(winnable, for_all) | named


def _read_level(text: str) -> Level:
    from winnable.coach.difficulty import Level

    try:
        return Level(text.lower())
    except ValueError:
        known = ", ".join(level.value for level in Level)
        raise NotationError(f"{quote(text)} is not a level: the levels are {known}") from None


def _warn_if_slow(query: DealQuery, searched: range) -> None:
    """Where something has to be solved and there is no kernel for it."""
    from winnable.cli.solve import SLOW_WARNING
    from winnable.solver import has_kernel

    known = query.known_deals
    is_known = searched[0] in known and searched[-1] in known
    games = query.levels if is_known else query.verdicts
    if not all(map(has_kernel, games)):
        print_error(SLOW_WARNING)

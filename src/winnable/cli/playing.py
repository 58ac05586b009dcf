"""Commands to play: a line at a time, or in the terminal app; and to look back at a game."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.numbers import parse_number
from winnable.cli.options import four_colour_option, load_record, read_deal, read_game, reads
from winnable.cli.terminal import Screen, complain
from winnable.errors import StoreError, quote
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, Game

if TYPE_CHECKING:
    from winnable.store import SavedGame, Store

__all__ = ["app", "play", "review"]

_LEVELS = ("easy", "medium", "hard", "fiendish")

_read_kept = reads(lambda word: parse_number(word, 1, 10**9, "number of a game"))

_CHOICES = (
    click.option("--deal", callback=read_deal, metavar="N",
                 help="The deal number; without it one is drawn by chance."),
    click.option("--daily", is_flag=True, help="Today's deal: the same for everyone."),
    click.option("--winnable", is_flag=True, help="A deal that is proved winnable."),
    click.option("--level", type=click.Choice(_LEVELS), help="A winnable deal, as hard as that."),
    click.option("--kept", callback=_read_kept, metavar="N",
                 help="Game N of the history: see winnable history."),
    click.option("--resume", metavar="FILE", help="Go on with a game saved in a file."),
)  # fmt: skip


def _deal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which deal to play."""
    for option in reversed(_CHOICES):
        command = option(command)
    return command


@click.command(short_help="Play a game, a line at a time.")
@click.argument("game", callback=read_game, required=False)
@_deal_options
@click.option("--autoplay", type=click.Choice([choice.value for choice in Autoplay]),
              help="What goes home by itself; else safe, or as the saved game says.")  # fmt: skip
@click.option("--words", is_flag=True, help="Everything in words, for screen readers.")
@four_colour_option
def play(
    game: Game | None, autoplay: str | None, words: bool, four_colour: bool, **which: Any
) -> None:
    """Play GAME, a line at a time: type a move, or help for every word there is.

    Every move is kept. Without GAME, the game left last goes on.

    \b
    Examples:
      winnable play                      go on with the game left last
      winnable play freecell --deal 617
      winnable play golf --daily
      winnable play bakers --level hard --autoplay off
      winnable play --resume game.txt
    """
    from winnable.cli.line import LineMode

    _check_choice(which)
    store, trouble = open_store()
    table = _table(store, trouble, game, which, autoplay)
    if trouble:
        complain(f"games are not kept: {trouble}")
    LineMode(table, Screen(four_colour=four_colour), store=store, in_words=words).run()


@click.command(short_help="Play in the terminal app, with mouse and keys.")
@click.argument("game", callback=read_game, required=False)
@_deal_options
@click.option("--replay", metavar="FILE", help="Look at a saved game, move by move.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Nothing but ASCII on the screen.")
@four_colour_option
def app(
    game: Game | None, replay: str | None, ascii_only: bool, four_colour: bool, **which: Any
) -> None:
    """Play in the terminal app: the list of games, or GAME at once.

    \b
    Examples:
      winnable app                       the list of games
      winnable app freecell --deal 617
      winnable app --replay game.txt
    """
    from winnable.cli.start import check_app, run_app
    from winnable.store import SavedGame

    _check_choice(which | {"replay": replay})
    check_app()
    opening: SavedGame | None = None
    store, trouble = open_store()
    if replay is not None:
        record, session = load_record(replay)
        _check_game(game, session, quote(replay, 80))
        opening = SavedGame(session, store.games if store else None, record=record)
    elif game is not None or any(map(_is_given, which.values())):
        opening = _table(store, trouble, game, which, None)
    looks = {"ascii_only": ascii_only, "four_colour": four_colour}
    run_app(store, trouble, opening, replay=replay is not None, **looks)


@click.command(short_help="Look back at a game: where it was won or lost.")
@click.argument("file", required=False)
@click.option("--kept", callback=_read_kept, metavar="N", help="Game N of the history.")
def review(file: str | None, kept: int | None) -> None:
    """Look back at a game: the verdict along it, the move that threw it away, what would have won.

    FILE is a record; - is the standard input. It looks at the hidden cards, too.

    \b
    Examples:
      winnable review game.txt
      winnable review --kept 12
      winnable export 12 | winnable review -
    """
    if (file is None) == (kept is None):
        raise click.UsageError("which game? give a FILE or --kept N")
    from winnable.cli.advice import show_review

    if kept is not None:
        from winnable.store import Outcome, Store

        with Store.open() as store:
            table = store.open_game(kept)
            if table.outcome is Outcome.UNFINISHED:
                table.count_hint()  # it names moves that win
            session = table.session
    else:
        session = load_record(file or "-")[1]
    show_review(session, Screen())


def open_store() -> tuple[Store | None, str]:
    """The player's games; or why there are none, for play goes on without."""
    from winnable.store import Store

    try:
        return Store.open(), ""
    except StoreError as error:
        return None, str(error)


_ORDER = ("deal", "daily", "winnable", "level", "kept", "resume", "replay")


def _check_choice(which: dict[str, Any]) -> None:
    """One deal is played at a time; only --winnable and --level say the same."""
    named = [name for name in _ORDER if _is_given(which.get(name))]
    if "level" in named and "winnable" in named:
        named.remove("winnable")
    if len(named) > 1:
        raise click.UsageError(f"--{named[0]} and --{named[1]} exclude each other")


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _table(
    store: Store | None,
    trouble: str,
    game: Game | None,
    which: dict[str, Any],
    autoplay: str | None,
) -> SavedGame:
    """The table that the options ask for."""
    from winnable.store import SavedGame

    if which["resume"] is not None:
        record, session = load_record(which["resume"])
        table = SavedGame(session, store.games if store else None, record=record)
        _check_game(game, session, quote(which["resume"], 80))
    elif which["kept"] is not None:
        table = _needed(store, trouble).open_game(which["kept"])
        _check_game(game, table.session, f"game {which['kept']}")
    elif game is not None:
        number = _number(game, which)
        return SavedGame(
            Session.new(game, number, autoplay=autoplay or Autoplay.SAFE),
            store.games if store else None,
        )
    elif any(map(_is_given, which.values())):
        raise click.UsageError(_WHICH)
    else:
        table = _last_table(_needed(store, trouble))
    if autoplay and Autoplay(autoplay) is not table.session.autoplay:
        table.set_autoplay(Autoplay(autoplay))
    return table


def _check_game(game: Game | None, session: Session, what: str) -> None:
    if game is not None and session.game is not game:
        raise click.UsageError(f"{what} is a game of {session.game.name}, not of {game.name}")


def _needed(store: Store | None, trouble: str) -> Store:
    if store is None:
        raise StoreError(f"no game can be gone on with: {trouble}")
    return store


_WHICH = f"which game? {', '.join(GAMES)}"


def _last_table(store: Store) -> SavedGame:
    """The game left last, for somebody who names none."""
    left = store.games.unfinished(limit=1)
    if not left:
        raise click.UsageError(_WHICH)
    return store.open_game(left[0].number)


def _number(game: Game, which: dict[str, Any]) -> int | None:
    """The deal number that was asked for; None if any will do."""
    if which["deal"] is not None:
        return int(which["deal"])
    if not (which["daily"] or which["winnable"] or which["level"]):
        return None

    from winnable.cli.bar import Ticker
    from winnable.coach.deal_finder import find_daily_deal, find_winnable_deal
    from winnable.coach.difficulty import Level

    ticker = Ticker("deal")
    try:
        if which["daily"]:
            return find_daily_deal(game, datetime.date.today(), progress=ticker)
        level = Level(which["level"]) if which["level"] else None
        return find_winnable_deal(game, level=level, progress=ticker)
    finally:
        ticker.clear()

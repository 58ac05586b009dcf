"""Commands to play: `play` in line mode, `app` in the terminal app."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.coaching import EFFORTS, Coaching
from winnable.cli.new_deals import new_deal, wants_any_deal
from winnable.cli.optional_store import new_game, open_store
from winnable.cli.options import (
    four_colour_option,
    load_record,
    parsing_callback,
    read_deal,
    read_game,
    read_game_number,
)
from winnable.cli.parsing import parse_pause
from winnable.cli.terminal import Screen, print_error
from winnable.deals import DealSource
from winnable.errors import StoreError, UnknownGameError, quote
from winnable.l10n import t
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, HANDOUTS, Game, find_game

if TYPE_CHECKING:
    from winnable.store import SavedGame, Store

    _WordChoice = click.Choice[str]
else:
    _WordChoice = click.Choice  # before click 8.2 it takes no parameter

__all__ = ["app", "play"]

_LEVELS = ("easy", "medium", "hard", "fiendish")


class _CoachChoice(_WordChoice):
    """What `--coach` can be followed by, which is easily the game."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        with suppress(UnknownGameError):
            game = find_game(value)
            name = value if value.isalnum() else game.slug
            self.fail(t("store.play.coach_of_game", given=quote(value), name=name))
        return super().convert(value, param, ctx)


_DEAL_OPTIONS = (
    click.option("--deal", callback=read_deal, metavar="N",
                 help="Deal number N; without it, a random deal: a winnable one, or as chosen."),
    click.option("--daily", is_flag=True, help="Today's deal, the same for everyone."),
    click.option("--any-deal", is_flag=True, help="Random deals of any kind, impossible ones too."),
    click.option("--winnable", is_flag=True, help="A deal that is proved winnable: the default."),
    click.option("--level", type=click.Choice(_LEVELS), help="A winnable deal of this difficulty."),
    click.option("--saved", callback=read_game_number, metavar="N",
                 help="Continue saved game N; winnable history lists them."),
    click.option("--resume", metavar="FILE", help="Continue a game that was saved to a file."),
)  # fmt: skip


@dataclass(frozen=True)
class _Choice:
    """What the options say about which game to play, in the order in which errors name them."""

    deal: int | None
    daily: bool
    any_deal: bool
    winnable: bool
    level: str | None
    saved: int | None
    resume: str | None
    replay: str | None = None

    def __post_init__(self) -> None:
        given = self.given
        if "level" in given and "winnable" in given:
            given.remove("winnable")  # a deal with a level is winnable anyway
        if len(given) > 1:
            raise _clash(_option(given[0]), _option(given[1]))

    @property
    def given(self) -> list[str]:
        """The options that were given."""
        return [name for name, value in vars(self).items() if value not in (None, False)]


def _option(name: str) -> str:
    """How an option is typed."""
    return f"--{name.replace('_', '-')}"


def _clash(first: str, second: str) -> click.UsageError:
    return click.UsageError(t("store.play.clash", first=first, second=second))


def _which_game() -> click.UsageError:
    return click.UsageError(t("store.play.which_game", games=", ".join(GAMES)))


def _deal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_DEAL_OPTIONS):
        command = option(command)
    return command


@click.command(short_help="Play a game in line mode.")
@click.argument("game", callback=read_game, required=False)
@_deal_options
@click.option("--autoplay", type=click.Choice([choice.value for choice in Autoplay]),
              help="Which cards go home automatically.  [default: safe, or as saved]")  # fmt: skip
@click.option("--handout", is_flag=True, help="Strictly by the course's handout; not saved.")
@click.option("--coach", type=_CoachChoice(("auto", *EFFORTS)), is_flag=False, flag_value="deep",
              help="How hard the coach thinks about a hint: quick, full (about half a second) or "
              "deep (several seconds, and up to 20 on a busy computer). Without this it is full; "
              "--coach alone is deep. auto: the coach plays, by deep hints alone.")  # fmt: skip
@click.option("--speed", "pause", callback=parsing_callback(parse_pause), metavar="SECONDS",
              help="How long to show each move of the coach.  [default: 1]")  # fmt: skip
@click.option("--words", is_flag=True, help="Everything in words, for screen readers.")
@four_colour_option
def play(
    game: Game | None,
    autoplay: str | None,
    handout: bool,
    coach: str | None,
    pause: float | None,
    words: bool,
    four_colour: bool,
    **deal_options: Any,
) -> None:
    """Play GAME in line mode: type a move, or help for a list of commands.

    Every move is saved. Without GAME, continue the last unfinished game. New deals are proved
    winnable, unless you choose a number or --any-deal, or have turned that off in the app's
    options; --winnable then has it for once.

    With --handout the game is played as its course handout says: one card at a time in FreeCell and
    Baker's Game, no autoplay, no undo, and where the handout calls a game without a move lost, it
    is over. Such a game is not saved.

    With --coach auto you watch the coach play by its hints alone, which do not look at hidden
    cards. Ctrl-C stops it, and you play on. It takes its time where cards are hidden (type coach in
    a game without the option for quicker moves), and only a terminal shows that it is thinking. The
    game counts apart in the statistics.

    \b
    Examples:
      winnable play                      continue the last unfinished game
      winnable play freecell --deal 617
      winnable play golf --daily
      winnable play bakers --level hard --autoplay off
      winnable play freecell --handout
      winnable play golf --coach auto    watch the coach play
      winnable play --resume game.txt
    """
    from winnable.cli.line_mode import LineMode

    choice = _Choice(**deal_options)
    screen, coaching = Screen(four_colour=four_colour), Coaching.of(coach, pause)
    if handout:
        by_handout = _handout_game(game, choice, autoplay)
        LineMode(by_handout, screen, in_words=words, coaching=coaching).run()
        return
    store, store_error = open_store()
    saved_game = _open_game(store, store_error, game, choice, autoplay)
    if store_error:
        print_error(t("line.not_saving", why=store_error))
    LineMode(
        saved_game,
        screen,
        store=store,
        in_words=words,
        coaching=coaching,
        any_deal=choice.any_deal or (not choice.winnable and wants_any_deal(store)),
    ).run()


@click.command(short_help="Play in the terminal app, with mouse and keyboard.")
@click.argument("game", callback=read_game, required=False)
@_deal_options
@click.option("--replay", metavar="FILE", help="Step through a saved game, move by move.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Show only ASCII characters.")
@four_colour_option
def app(game: Game | None, ascii_only: bool, four_colour: bool, **deal_options: Any) -> None:
    """Play in the terminal app; without GAME it starts with the list of games.

    \b
    Examples:
      winnable app                       the list of games
      winnable app freecell --deal 617
      winnable app --replay game.txt
    """
    from winnable.cli.app_launcher import check_app, run_app

    choice = _Choice(**deal_options)
    check_app()
    opening: SavedGame | None = None
    store, store_error = open_store()
    if choice.replay is not None:
        opening = _load_game(store, game, choice.replay)
    elif game is not None or choice.given:
        opening = _open_game(store, store_error, game, choice)
    run_app(
        store,
        store_error,
        opening,
        replay=choice.replay is not None,
        ascii_only=ascii_only,
        four_colour=four_colour,
    )


def _handout_game(game: Game | None, choice: _Choice, autoplay: str | None) -> SavedGame:
    """A new game by its handout. It is not saved: the history and the records are of our rules."""
    for name in choice.given:
        if name not in ("deal", "any_deal", "winnable"):
            raise _clash("--handout", _option(name))
    if autoplay not in (None, Autoplay.OFF.value):
        raise _clash("--handout", " ".join(("--autoplay", autoplay or "")))
    if game is None:
        raise _which_game()
    if game.slug not in HANDOUTS:
        raise click.UsageError(t("store.play.no_handout", game=game.name))
    by_handout = HANDOUTS[game.slug].game
    number = choice.deal
    if choice.winnable:
        number, _ = _find_deal(by_handout, choice, None)
    return new_game(None, Session.new(by_handout, number))


def _open_game(
    store: Store | None,
    store_error: str,
    game: Game | None,
    choice: _Choice,
    autoplay: str | None = None,
) -> SavedGame:
    """The game to play: a new one, a saved one, one from a file, or the last unfinished one."""
    if choice.resume is not None:
        saved_game = _load_game(store, game, choice.resume)
    elif game is not None and choice.saved is None:
        number, source = _find_deal(game, choice, store)
        session = Session.new(game, number, autoplay=autoplay or Autoplay.SAFE)
        return new_game(store, session, deal_source=source)
    elif choice.given not in ([], ["any_deal"], ["saved"]):
        raise _which_game()
    elif store is None:
        raise StoreError(t("store.play.cannot_open", error=store_error))
    elif choice.saved is not None:
        saved_game = store.open_game(choice.saved)
        _check_game(game, saved_game.session, t("store.play.saved_game", number=str(choice.saved)))
    elif last := store.games.unfinished(limit=1):
        saved_game = store.open_game(last[0].number)
    else:
        raise _which_game()
    if autoplay and Autoplay(autoplay) is not saved_game.session.autoplay:
        saved_game.set_autoplay(Autoplay(autoplay))
    return saved_game


def _load_game(store: Store | None, game: Game | None, file: str) -> SavedGame:
    record, session = load_record(file)
    _check_game(game, session, quote(file, 80))
    return new_game(store, session, record)


def _check_game(game: Game | None, session: Session, what: str) -> None:
    if game is not None and session.game is not game:
        names = {"found": session.game.name, "named": game.name}
        raise click.UsageError(t("store.play.other_game", what=what, **names))


def _find_deal(game: Game, choice: _Choice, store: Store | None) -> tuple[int, DealSource | None]:
    """The number of the deal to play, and how it was found."""
    if choice.deal is not None:
        return choice.deal, None
    if not (choice.daily or choice.winnable or choice.level):
        any_deal = choice.any_deal or wants_any_deal(store)
        number, source, warning = new_deal(game, any_deal=any_deal)
        if warning:
            print_error(warning)
        return number, source

    from winnable.cli.progress import ProgressLine
    from winnable.coach.deal_finder import find_daily_deal, find_winnable_deal
    from winnable.coach.difficulty import Level

    with ProgressLine("deal") as progress:
        if choice.daily:
            number = find_daily_deal(game, datetime.date.today(), progress=progress.count)
            return number, DealSource.DAILY
        level = Level(choice.level) if choice.level else None
        number = find_winnable_deal(game, level=level, progress=progress.count)
        return number, DealSource(choice.level or DealSource.WINNABLE)

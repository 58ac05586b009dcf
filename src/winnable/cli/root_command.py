"""The command `winnable` itself: its subcommands, errors and exit statuses.

0: done; 1: the answer is no; 2: wrong use or an error; 3: no answer within the limit; 130:
interrupted by Ctrl-C, as usual. Every error is one line on standard error.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from difflib import get_close_matches

import click

from winnable import __version__
from winnable.cli.assignment_command import assignment
from winnable.cli.convert_command import convert
from winnable.cli.deal_commands import deal, deals
from winnable.cli.history_commands import export, history, stats
from winnable.cli.judge_command import judge
from winnable.cli.optional_store import open_store
from winnable.cli.play_commands import app, play
from winnable.cli.review_command import review
from winnable.cli.show_commands import replay, rules, show
from winnable.cli.solve_command import solve
from winnable.cli.study_command import study
from winnable.cli.terminal import discard_output, open_missing_streams, print_error
from winnable.cli.web_command import web
from winnable.errors import UnknownGameError, WinnableError, quote
from winnable.l10n import DEFAULT_LANGUAGE, set_default_language, system_language, t
from winnable.rules import GAMES, Game, find_game
from winnable.rules.games import nearest_game

__all__ = ["main"]

_FOR_PLAYERS = ("app", "play", "rules", "replay", "deal", "review", "stats", "history")
"""Commands that speak the language of the system. The others speak English: what they print is
searched, compared and read by programs."""


class _Commands(click.Group):
    """Lists the commands in the order of their definition, and suggests one for a typing error."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            suggestion = _suggestion(args[0])
            raise click.UsageError(f"there is no command {quote(args[0])}{suggestion}", ctx)
        return super().resolve_command(ctx, args)


def _suggestion(word: str) -> str:
    """The command that was probably meant; the word may also be the name of a game."""
    near = get_close_matches(word, cli.commands, n=1)
    if not near and (game := _find_game(word)):
        near = [f"play {game.slug}"]
    return f": did you mean winnable {near[0]}?" if near else ""


def _find_game(word: str) -> Game | None:
    try:
        return find_game(word)
    except UnknownGameError:
        return nearest_game(word)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"Games: {', '.join(GAMES)}. The first letters of a name are enough.",
)
@click.version_option(__version__, message="winnable %(version)s")
@click.option("--lines", is_flag=True, help="Play in line mode instead of the app.")
@click.option(
    "--words", is_flag=True, help="Line mode with the cards in words, for screen readers."
)
@click.pass_context
def cli(context: click.Context, lines: bool, words: bool) -> None:
    """Play five patience games, solve them, and look back at your games.

    \b
    Examples:
      winnable                            the app: choose a game and play (in a terminal)
      winnable --lines                    the same in line mode; --words for screen readers
      winnable play freecell --deal 617   play FreeCell deal 617 in line mode
      winnable play golf --daily          play today's deal of Golf Relaxed
      winnable rules aces                 the rules of Aces Up
      winnable show easthaven --deal 1 --format svg > table.svg
      winnable replay game.txt --to 12    a saved game after 12 moves
      winnable solve freecell --deal 617  can the deal be won, and how?
      winnable stats                      your statistics
    """
    is_for_players = context.invoked_subcommand in (None, *_FOR_PLAYERS)
    set_default_language(system_language() if is_for_players else DEFAULT_LANGUAGE)
    if context.invoked_subcommand is not None:
        return
    from winnable.cli.app_launcher import can_show_app, run_app

    lines = lines or words
    if can_show_app() and not lines:
        run_app(*open_store())
    elif lines or (sys.stdin.isatty() and sys.stdout.isatty()):
        from winnable.cli.menu import choose_and_play

        store, store_error = open_store()
        if store_error:
            print_error(t("line.not_saving", why=store_error))
        choose_and_play(store, in_words=words)
    else:
        click.echo(context.get_help())


for command in (
    *(app, play, rules, show, replay, convert, solve, deal, deals, review),
    *(stats, history, export, web, study, assignment, judge),
):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    open_missing_streams()
    # `solve` says in its own words that the kernels are missing.
    warnings.filterwarnings("ignore", "the solver's kernels were not compiled")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not `cli.main`, which exits with status 1 when the reader of its output has gone.
        with cli.make_context("winnable", words) as context:
            cli.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        print_error(_one_line(error, words))
        return 2
    except WinnableError as error:
        print_error(str(error))
        return 2
    except BrokenPipeError:
        discard_output()  # the reader has gone, as with `| head`: nothing is wrong
        return 0
    except OSError as error:
        print_error(f"system error: {error.strerror or error}")
        return 2
    return 0


def _one_line(error: click.ClickException, words: list[str]) -> str:
    """Click's message in our style."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption):
        near = get_close_matches(error.option_name, error.possibilities or [], n=1)
        message = f"there is no option {quote(error.option_name)}"
        message += f": did you mean {near[0]}?" if near else ""
    path = " ".join(["winnable", *_command_words(words)])
    return f"{message[:1].lower()}{message[1:]} (see {path} --help)"


def _command_words(words: list[str]) -> Iterator[str]:
    """The words that name the command, and its subcommand if it has any."""
    group: click.Command = cli
    for word in words:
        if not isinstance(group, click.Group) or word not in group.commands:
            return
        yield word
        group = group.commands[word]

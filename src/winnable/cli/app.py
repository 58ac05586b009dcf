"""The command's words, options and exit statuses.

0: done, 1: the answer is no, 2: wrong use, 3: no answer within the limit; and 130, as everywhere,
for a command that Ctrl-C cut short. Whatever goes wrong is one line on standard error.
"""

from __future__ import annotations

import os
import sys
import warnings
from difflib import get_close_matches

import click

from winnable import __version__
from winnable.cli import keeping, looking, playing, web
from winnable.cli.terminal import complain, open_missing_streams
from winnable.errors import UnknownGameError, WinnableError, quote
from winnable.rules import GAMES, Game, find_game
from winnable.rules.games import nearest_game

__all__ = ["main"]


class _Commands(click.Group):
    """The commands in the order of their definition, and a hint for a word that is none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            raise click.UsageError(f"there is no command {quote(args[0])}{_hint(args[0])}", ctx)
        return super().resolve_command(ctx, args)


def _hint(word: str) -> str:
    """What somebody meant by a word that is no command; they may have named a game."""
    near = get_close_matches(word, cli.commands, n=1)
    if not near and (game := _meant_game(word)):
        near = [f"play {game.slug}"]
    return f": did you mean winnable {near[0]}?" if near else ""


def _meant_game(word: str) -> Game | None:
    try:
        return find_game(word)
    except UnknownGameError:
        return nearest_game(word)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"Games: {', '.join(GAMES)}; a beginning will do.",
)
@click.version_option(__version__, message="winnable %(version)s")
@click.option("--lines", is_flag=True, help="The menu, a line at a time, in place of the app.")
@click.option("--words", is_flag=True, help="The same in words, for screen readers.")
@click.pass_context
def cli(context: click.Context, lines: bool, words: bool) -> None:
    """Five patience games: play them, look at them, keep them.

    \b
    Examples:
      winnable                            the app: choose a game and play (in a terminal)
      winnable --lines                    the same a line at a time; --words for screen readers
      winnable play freecell --deal 617   play FreeCell deal 617, a line at a time
      winnable play golf --daily          today's deal of Golf Relaxed
      winnable rules aces                 how Aces Up is played
      winnable show easthaven --deal 1 --format svg > table.svg
      winnable replay game.txt --to 12    the table after 12 moves of a saved game
      winnable solve freecell --deal 617  whether a deal can be won, and how
      winnable stats                      how you have fared
    """
    if context.invoked_subcommand is not None:
        return
    from winnable.cli.start import can_show_app, run_app

    lines = lines or words
    if can_show_app() and not lines:
        run_app(*playing.open_store())
    elif lines or (sys.stdin.isatty() and sys.stdout.isatty()):
        from winnable.cli.menu import choose_and_play

        store, trouble = playing.open_store()
        if trouble:
            complain(f"games are not kept: {trouble}")
        choose_and_play(store, in_words=words)
    else:
        click.echo(context.get_help())


for command in (
    playing.app,
    playing.play,
    looking.rules,
    looking.show,
    looking.replay,
    looking.convert,
    looking.solve,
    playing.review,
    keeping.stats,
    keeping.history,
    keeping.export,
    web.web,
    looking.assignment,
):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    open_missing_streams()
    # The command says in its own words when the kernels are missing.
    warnings.filterwarnings("ignore", "the native solver was not built")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not `cli.main`, which leaves with a status of its own when nobody reads its output.
        with cli.make_context("winnable", words) as context:
            cli.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        complain(_one_line(error, words))
        return 2
    except WinnableError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:
        # The reader has gone, as `| head` does; nothing is wrong. Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        complain(f"the system says: {error.strerror or error}")
        return 2
    return 0


def _one_line(error: click.ClickException, words: list[str]) -> str:
    """What click has to say, in our way of saying it."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption):
        near = get_close_matches(error.option_name, error.possibilities or [], n=1)
        message = f"there is no option {quote(error.option_name)}"
        message += f": did you mean {near[0]}?" if near else ""
    path = " ".join(["winnable", *(word for word in words[:1] if word in cli.commands)])
    return f"{message[:1].lower()}{message[1:]} ({path} --help tells more)"

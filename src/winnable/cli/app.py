"""The command's words, options and exit statuses.

0: done, 1: the answer is no, 2: wrong use. Whatever goes wrong is one line on standard error.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from winnable import __version__
from winnable.cli.show import FORMATS, rendered
from winnable.cli.terminal import Screen, complain
from winnable.deals import MAX_DEAL
from winnable.errors import WinnableError, quote
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, Game, find_game

__all__ = ["main"]


class _GameName(click.ParamType[Game]):
    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        return value if isinstance(value, Game) else find_game(value)


class _DealNumber(click.ParamType[int]):
    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not re.fullmatch("[0-9]{1,10}", value) or not 1 <= int(value) <= MAX_DEAL:
            raise click.BadParameter(
                f"{quote(value)} is no deal number: they go from 1 to {MAX_DEAL}", ctx, param
            )
        return int(value)


GAME, DEAL = _GameName(), _DealNumber()
_form = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="As text, as fc-solve's board text (face-down cards in angle brackets), SVG or JSON.",
)  # fmt: skip


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Games: aces-up, easthaven, bakers-game, golf-relaxed, freecell; a beginning will do.",
)
@click.version_option(__version__, message="winnable %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Five patience games: play them, look at them, keep them.

    \b
    Examples:
      winnable                            choose a game and play (in a terminal)
      winnable play freecell --deal 617   play FreeCell deal 617
      winnable play golf                  play Golf Relaxed, any deal
      winnable rules aces                 how Aces Up is played
      winnable show easthaven --deal 1 --format svg > table.svg
      winnable replay game.txt --to 12    the table after 12 moves of a saved game
    """
    if context.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            from winnable.cli.menu import choose_and_play

            choose_and_play()
        else:
            click.echo(context.get_help())


@cli.command()
@click.argument("game", type=GAME, required=False)
@click.option("--deal", type=DEAL, help="The deal number; without it one is drawn by chance.")
@click.option("--autoplay", type=click.Choice([choice.value for choice in Autoplay]),
              help="Which cards go home by themselves.  [default: safe]")  # fmt: skip
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.option("--words", is_flag=True, help="The table in words, for screen readers.")
def play(
    game: Game | None, deal: int | None, autoplay: str | None, resume: str | None, words: bool
) -> None:
    """Play GAME, a line at a time.

    \b
    Examples:
      winnable play freecell --deal 617
      winnable play bakers --autoplay off
      winnable play --resume game.txt
    """
    from winnable.cli.line import LineMode

    if resume is not None:
        if deal is not None:
            raise click.UsageError("--deal and --resume exclude each other")
        session = _load(resume)
        if game is not None and session.game is not game:
            raise click.UsageError(
                f"{quote(resume, 80)} is a game of {session.game.name}, not of {game.name}"
            )
        if autoplay:
            session.autoplay = Autoplay(autoplay)
    elif game is None:
        raise click.UsageError(f"which game? {', '.join(GAMES)}")
    else:
        session = Session.new(game, deal, autoplay=Autoplay(autoplay or "safe"))
    LineMode(session, in_words=words).run()


@cli.command()
@click.argument("game", type=GAME)
def rules(game: Game) -> None:
    """Tell the rules of GAME.

    \b
    Example:
      winnable rules golf
    """
    Screen().say(f"{game.name}: {game.summary}.\n\n{game.rules.strip()}")


@cli.command()
@click.argument("game", type=GAME)
@click.option("--deal", type=DEAL, required=True, help="The deal number.")
@_form
def show(game: Game, deal: int, form: str) -> None:
    """Show how GAME starts with a deal.

    \b
    Examples:
      winnable show freecell --deal 11982
      winnable show freecell --deal 11982 --format board | fc-solve
    """
    screen = Screen()
    screen.say(rendered(Session.new(game, deal), form, screen))


@cli.command()
@click.argument("file")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="K",
              help="Stop after K moves; without it, at the end.")  # fmt: skip
@_form
def replay(file: str, to: int | None, form: str) -> None:
    """Show the table of a saved game, at its end or after K moves. FILE may be - for input.

    \b
    Examples:
      winnable replay game.txt
      winnable replay game.txt --to 12 --format svg > table.svg
    """
    session = _load(file)
    if to is not None:
        if to > len(session.steps):
            raise click.UsageError(f"the game has only {len(session.steps)} moves, not {to}")
        while len(session.steps) > to:
            session.undo()
    screen = Screen()
    screen.say(rendered(session, form, screen))


@cli.command()
@click.argument("file")
@click.option("--to", "to", type=click.Choice(["record", "standard", "board"]), required=True)
@click.option("--game", type=GAME, default="freecell", show_default=True,
              help="The game, where FILE does not say it.")  # fmt: skip
@click.option("--deal", type=DEAL, help="The deal, where FILE has moves in standard notation.")
def convert(file: str, to: str, game: Game, deal: int | None) -> None:
    """Write a game in another form. FILE is a record, a board or standard notation (- for input).

    \b
    Examples:
      winnable convert game.txt --to standard
      winnable convert board.txt --to record --game bakers
      fc-solve -m -snx board.txt | winnable convert - --to record --deal 617
    """
    from winnable.cli.convert import converted
    from winnable.cli.files import read_text

    Screen().say(converted(read_text(file), to, game, deal), end="")


@cli.command()
@click.argument("game", metavar="NAME", type=GAME)
def assignment(game: Game) -> None:
    """Run the program of a course handout: Aces Up, Easthaven, Baker's Game, Golf, FreeCell.

    \b
    Example:
      winnable assignment aces-up
    """
    from winnable.cli.assignment import run

    run(game)


def _load(file: str) -> Session:
    from winnable.cli.files import read_text
    from winnable.play import parse_record

    return parse_record(read_text(file)).session()


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    try:
        cli.main(arguments, prog_name="winnable", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        complain(_one_line(error))
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


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    message = message[:1].lower() + message[1:]
    return f"{message.rstrip('.')} (winnable --help tells more)"

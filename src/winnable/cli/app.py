"""The command's words, options and exit statuses.

0: done, 1: the answer is no, 2: wrong use, 3: no answer within the limit; and 130, as everywhere,
for a command that Ctrl-C cut short. Whatever goes wrong is one line on standard error.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from difflib import get_close_matches
from typing import TypeVar

import click

from winnable import __version__
from winnable.cli.numbers import parse_deals, parse_number
from winnable.cli.show import FORMATS, rendered
from winnable.cli.terminal import Screen, complain, open_missing_streams
from winnable.deals import parse_deal_number
from winnable.errors import UnknownGame, WinnableError, quote
from winnable.play import Autoplay, Record, Session
from winnable.rules import GAMES, Game, find_game
from winnable.rules.games import nearest_game

__all__ = ["main"]


Value = TypeVar("Value")


def _reads(
    parse: Callable[[str], Value],
) -> Callable[[click.Context, click.Parameter, str | None], Value | None]:
    """What click calls to read a word that may be missing."""
    return lambda _context, _parameter, word: None if word is None else parse(word)


_game = _reads(find_game)
_deal = _reads(parse_deal_number)
_deals = _reads(parse_deals)
_moves = _reads(lambda word: parse_number(word, 0, 10**9, "number of moves"))
_jobs = _reads(lambda word: parse_number(word, 1, 1024, "number of jobs"))

_form = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="As text, SVG, JSON, or fc-solve's board text, which tells the hidden cards too.",
)  # fmt: skip
_four_colour = click.option("--four-colour", is_flag=True, help="Green clubs, blue diamonds.")
_dark = click.option("--dark", is_flag=True, help="A dark picture.")


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
    except UnknownGame:
        return nearest_game(word)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"Games: {', '.join(GAMES)}; a beginning will do.",
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
      winnable solve freecell --deal 617  whether a deal can be won, and how
    """
    if context.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            from winnable.cli.menu import choose_and_play

            choose_and_play()
        else:
            click.echo(context.get_help())


@cli.command(short_help="Play a game, a line at a time.")
@click.argument("game", callback=_game, required=False)
@click.option("--deal", callback=_deal, metavar="N",
              help="The deal number; without it one is drawn by chance.")  # fmt: skip
@click.option("--autoplay", type=click.Choice([choice.value for choice in Autoplay]),
              help="What goes home by itself; else safe, or as the saved game says.")  # fmt: skip
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.option("--words", is_flag=True, help="Everything in words, for screen readers.")
@_four_colour
def play(
    game: Game | None,
    deal: int | None,
    autoplay: str | None,
    resume: str | None,
    words: bool,
    four_colour: bool,
) -> None:
    """Play GAME, a line at a time: type a move or a word, and help for what there is.

    \b
    Examples:
      winnable play freecell --deal 617
      winnable play bakers --autoplay off
      winnable play --resume game.txt
    """
    from winnable.cli.line import LineMode

    record = None
    if resume is not None:
        if deal is not None:
            raise click.UsageError("--deal and --resume exclude each other")
        record, session = _load(resume)
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
    screen = Screen(four_colour=four_colour)
    LineMode(session, screen, in_words=words, record=record).run()


@cli.command(short_help="Tell the rules of a game.")
@click.argument("game", callback=_game)
def rules(game: Game) -> None:
    """Tell the rules of GAME.

    \b
    Examples:
      winnable rules golf
      winnable rules bakers-game
    """
    Screen().tell(f"{game.name}: {game.summary}.\n\n{game.rules}")


@cli.command(short_help="Show how a deal starts.")
@click.argument("game", callback=_game)
@click.option("--deal", callback=_deal, metavar="N", required=True, help="The deal number.")
@_form
@_four_colour
@_dark
def show(game: Game, deal: int, form: str, four_colour: bool, dark: bool) -> None:
    """Show how GAME starts with a deal.

    \b
    Examples:
      winnable show freecell --deal 11982
      winnable show golf --deal 7 --format svg > table.svg
      winnable show freecell --deal 617 --format board | fc-solve
    """
    screen = Screen(four_colour=four_colour)
    screen.say(rendered(Session.new(game, deal), form, screen, dark=dark))


@cli.command(short_help="Show a table of a saved game.")
@click.argument("file")
@click.option("--to", "to", callback=_moves, metavar="K",
              help="Stop after K moves; without it, at the end.")  # fmt: skip
@_form
@_four_colour
@_dark
def replay(file: str, to: int | None, form: str, four_colour: bool, dark: bool) -> None:
    """Show the table of a saved game, at its end or after K moves.

    FILE is a record, as save writes it; - is the standard input.

    \b
    Examples:
      winnable replay game.txt
      winnable replay game.txt --to 12 --format svg > table.svg
    """
    _, session = _load(file)
    if to is not None:
        made = len(session.steps)
        if to > made:
            raise click.UsageError(f"the game has only {made} moves, not {to}")
        for _ in range(made - to):
            session.undo()
    screen = Screen(four_colour=four_colour)
    screen.say(rendered(session, form, screen, dark=dark))


@cli.command(short_help="Write a game in another form.")
@click.argument("file")
@click.option("--to", "to", type=click.Choice(["record", "standard", "board"]), required=True,
              help="A record, standard notation, or the board at the end of the game.")  # fmt: skip
@click.option("--game", callback=_game, metavar="GAME",
              help="The game, where FILE does not say it.  [default: freecell]")  # fmt: skip
@click.option("--deal", callback=_deal, metavar="N",
              help="The deal, where FILE has nothing but moves in standard notation.")  # fmt: skip
def convert(file: str, to: str, game: Game | None, deal: int | None) -> None:
    """Write a game in another form.

    FILE is a record, a board, moves in standard notation or what fc-solve printed; - is the
    standard input.

    \b
    Examples:
      winnable convert game.txt --to standard
      winnable convert board.txt --to record --game bakers
      fc-solve -p -t -sam -snx board.txt | winnable convert - --to record
      fc-solve -m -snx board.txt | winnable convert - --to record --deal 617
    """
    from winnable.cli.convert import converted
    from winnable.cli.files import read_text

    Screen().say(converted(read_text(file), to, game, deal), end="")


@cli.command(short_help="Tell whether deals can be won, and how.")
@click.argument("game", callback=_game)
@click.argument("file", required=False)
@click.option("--deal", callback=_deal, metavar="N", help="The deal number.")
@click.option("--deals", callback=_deals, metavar="A-B", help="Every deal from A to B.")
@click.option(
    "--short",
    is_flag=True,
    help="Spend some effort on a short solution (FreeCell, Baker's Game, Golf).",
)
@click.option("--limit", "limits", multiple=True, metavar="L",
              help="When to give up on a deal: 500k positions, 2GiB, 10s or 5min; several with "
                   "commas between.  [default: 1GiB]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "standard", "json"]), default="text",
              show_default=True, help="Text, moves in standard notation, or JSON.")  # fmt: skip
@click.option("--jobs", callback=_jobs, metavar="N",
              help="Deals of a range to solve at a time.  [default: one a core]")  # fmt: skip
@click.option("--resume", metavar="FILE",
              help="Keep a range's results in FILE as JSON lines, and go on there.")  # fmt: skip
@click.option("--retry", is_flag=True, help="With --resume: try what is unsettled again.")
@click.pass_context
def solve(
    context: click.Context,
    game: Game,
    file: str | None,
    deal: int | None,
    deals: range | None,
    limits: tuple[str, ...],
    form: str,
    short: bool,
    jobs: int | None,
    resume: str | None,
    retry: bool,
) -> None:
    """Tell whether a deal of GAME can be won as dealt, hidden cards included, and how.

    FILE is a record or a board; - is the standard input. The exit status is 0 for a deal that can
    be won, 1 for one that is lost, 3 for one that stays unsettled within the limit.

    \b
    Examples:
      winnable solve freecell --deal 617
      winnable solve golf --deals 1-100 --limit 10s
      winnable solve bakers --deals 1-32000 --resume bakers.jsonl
      winnable show freecell --deal 617 --format board | winnable solve freecell -
    """
    given = {"--deal": deal, "--deals": deals, "FILE": file}
    named = [name for name, value in given.items() if value is not None]
    if not named:
        raise click.UsageError("which deal? give --deal N, --deals A-B or a FILE")
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} exclude each other")
    if resume is not None and deals is None:
        raise click.UsageError("--resume is for a range of deals: give --deals A-B")
    if retry and resume is None:
        raise click.UsageError("--retry is for the deals in a file: give --resume FILE")
    if resume is not None and form == "standard":
        raise click.UsageError("--resume keeps JSON lines: leave out --format standard")

    from winnable.cli.limits import parse_limit
    from winnable.cli.solve import Question, read_session, solve_one, solve_range
    from winnable.solver import Limit

    question = Question(game, Limit(**parse_limit(limits)), form, short)
    if deals is not None:
        context.exit(solve_range(question, deals, jobs, resume, retry=retry))
    if file is not None:
        from winnable.cli.files import read_text

        context.exit(solve_one(question, read_session(game, read_text(file))))
    context.exit(solve_one(question, Session.new(game, deal)))


@cli.command(short_help="Run the program of a course handout.")
@click.argument("game", metavar="NAME", callback=_game)
def assignment(game: Game) -> None:
    """Run the program of a course handout: Aces Up, Easthaven, Baker's Game, Golf, FreeCell.

    \b
    Examples:
      winnable assignment aces-up
      winnable assignment golf
    """
    from winnable.cli.assignment import run

    run(game)


def _load(file: str) -> tuple[Record, Session]:
    from winnable.cli.files import read_text
    from winnable.play import parse_record

    record = parse_record(read_text(file))
    return record, record.session()


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

"""Commands to look at games: rules, show, replay, convert, solve; and the handout programs."""

from __future__ import annotations

import click

from winnable.cli.options import (
    dark_option,
    form_option,
    four_colour_option,
    load_record,
    read_deal,
    read_deals,
    read_game,
    read_jobs,
    read_moves,
)
from winnable.cli.show import rendered
from winnable.cli.terminal import Screen
from winnable.play import Session
from winnable.rules import Game

__all__ = ["assignment", "convert", "replay", "rules", "show", "solve"]


@click.command(short_help="Tell the rules of a game.")
@click.argument("game", callback=read_game)
def rules(game: Game) -> None:
    """Tell the rules of GAME.

    \b
    Examples:
      winnable rules golf
      winnable rules bakers-game
    """
    Screen().tell(f"{game.name}: {game.summary}.\n\n{game.rules}")


@click.command(short_help="Show how a deal starts.")
@click.argument("game", callback=read_game)
@click.option("--deal", callback=read_deal, metavar="N", required=True, help="The deal number.")
@form_option
@four_colour_option
@dark_option
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


@click.command(short_help="Show a table of a saved game.")
@click.argument("file")
@click.option("--to", "to", callback=read_moves, metavar="K",
              help="Stop after K moves; without it, at the end.")  # fmt: skip
@form_option
@four_colour_option
@dark_option
def replay(file: str, to: int | None, form: str, four_colour: bool, dark: bool) -> None:
    """Show the table of a saved game, at its end or after K moves.

    FILE is a record, as save writes it; - is the standard input.

    \b
    Examples:
      winnable replay game.txt
      winnable replay game.txt --to 12 --format svg > table.svg
    """
    _, session = load_record(file)
    if to is not None:
        made = len(session.steps)
        if to > made:
            raise click.UsageError(f"the game has only {made} moves, not {to}")
        for _ in range(made - to):
            session.undo()
    screen = Screen(four_colour=four_colour)
    screen.say(rendered(session, form, screen, dark=dark))


@click.command(short_help="Write a game in another form.")
@click.argument("file")
@click.option("--to", "to", type=click.Choice(["record", "standard", "board"]), required=True,
              help="A record, standard notation, or the board at the end of the game.")  # fmt: skip
@click.option("--game", callback=read_game, metavar="GAME",
              help="The game, where FILE does not say it.  [default: freecell]")  # fmt: skip
@click.option("--deal", callback=read_deal, metavar="N",
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
    from winnable.play.files import read_text

    Screen().write(converted(read_text(file), to, game, deal))


@click.command(short_help="Tell whether deals can be won, and how.")
@click.argument("game", callback=read_game)
@click.argument("file", required=False)
@click.option("--deal", callback=read_deal, metavar="N", help="The deal number.")
@click.option("--deals", callback=read_deals, metavar="A-B", help="Every deal from A to B.")
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
@click.option("--jobs", callback=read_jobs, metavar="N",
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
        from winnable.play.files import read_text

        context.exit(solve_one(question, read_session(game, read_text(file))))
    context.exit(solve_one(question, Session.new(game, deal)))


@click.command(short_help="Run the program of a course handout.")
@click.argument("game", metavar="NAME", callback=read_game)
def assignment(game: Game) -> None:
    """Run the program of a course handout: Aces Up, Easthaven, Baker's Game, Golf, FreeCell.

    \b
    Examples:
      winnable assignment aces-up
      winnable assignment golf
    """
    from winnable.cli.assignment import run

    run(game)

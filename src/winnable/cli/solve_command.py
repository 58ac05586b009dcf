"""`winnable solve`: its options. `winnable.cli.solve` does the work."""

from __future__ import annotations

import click

from winnable.cli.options import parsing_callback, read_deal, read_game
from winnable.cli.parsing import parse_deals, parse_number
from winnable.play import Session
from winnable.rules import Game

__all__ = ["solve"]

_read_deals = parsing_callback(parse_deals)
_read_jobs = parsing_callback(lambda text: parse_number(text, 1, 1024, "number of jobs"))


@click.command(short_help="Find out whether deals can be won, and how.")
@click.argument("game", callback=read_game)
@click.argument("file", required=False)
@click.option("--deal", callback=read_deal, metavar="N", help="The deal number.")
@click.option("--deals", callback=_read_deals, metavar="A-B", help="Every deal from A to B.")
@click.option(
    "--short",
    is_flag=True,
    help="Search longer for a short solution (FreeCell, Baker's Game, Golf).",
)
@click.option("--limit", "limits", multiple=True, metavar="L",
              help="When to give up on a deal: 500k (positions), 2GiB, 10s or 5min, or several, "
                   "separated by commas.  [default: 1GiB]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "standard", "json"]), default="text",
              show_default=True, help="Text, moves in standard notation, or JSON.")  # fmt: skip
@click.option("--jobs", callback=_read_jobs, metavar="N",
              help="Deals of a range to solve at once.  [default: one per core]")  # fmt: skip
@click.option("--resume", metavar="FILE",
              help="Append a range's results to FILE (JSON lines); continue there.")  # fmt: skip
@click.option("--retry", is_flag=True, help="With --resume: try unsettled deals again.")
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
    """Find out whether a deal of GAME can be won as dealt, hidden cards included, and how.

    FILE is a record or a board; - is standard input. The exit status is 0 if the deal can be won,
    1 if it is lost, and 3 if the limit was reached first.

    \b
    Examples:
      winnable solve freecell --deal 617
      winnable solve golf --deals 1-100 --limit 10s
      winnable solve bakers --deals 1-32000 --resume bakers.jsonl
      winnable show freecell --deal 617 --format board | winnable solve freecell -
    """
    sources = {"--deal": deal, "--deals": deals, "FILE": file}
    given = [name for name, value in sources.items() if value is not None]
    if not given:
        raise click.UsageError("which deal? give --deal N, --deals A-B or FILE")
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be combined")
    if resume is not None and deals is None:
        raise click.UsageError("--resume is for a range of deals: give --deals A-B")
    if retry and resume is None:
        raise click.UsageError("--retry is for the deals in a file: give --resume FILE")
    if resume is not None and form == "standard":
        raise click.UsageError("--resume writes JSON lines: leave out --format standard")

    from winnable.cli.limits import parse_limit
    from winnable.cli.solve import SolveRequest, read_session, solve_one, solve_range
    from winnable.solver import Limit

    request = SolveRequest(game, Limit(**parse_limit(limits)), form, short)
    if deals is not None:
        context.exit(solve_range(request, deals, jobs, resume, retry=retry))
    if file is not None:
        from winnable.play.files import read_text

        context.exit(solve_one(request, read_session(game, read_text(file))))
    context.exit(solve_one(request, Session.new(game, deal)))

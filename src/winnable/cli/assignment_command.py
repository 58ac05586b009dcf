"""`winnable assignment`: runs the programs of the five course handouts."""

from __future__ import annotations

from contextlib import nullcontext

import click

from winnable.cli.options import read_deal, read_game
from winnable.deals import numbered_deck
from winnable.errors import FileError
from winnable.rules import Game

__all__ = ["assignment"]


@click.command(short_help="Run the program of a course handout.")
@click.argument("game", metavar="NAME", callback=read_game)
@click.option(
    "--deal",
    callback=read_deal,
    metavar="N",
    help="Deal the cards of deal number N; without it, the program shuffles.",
)
@click.option("--deck", metavar="FILE",
              help="Deal the 52 cards in a text file, in their order.")  # fmt: skip
def assignment(game: Game, deal: int | None, deck: str | None) -> None:
    """Run the program of a course handout: Aces Up, Easthaven, Baker's Game, Golf or FreeCell.

    With --deal or --deck the program's own shuffle gives these cards, every time: a restart deals
    them again. Golf and Easthaven lay them out as their handouts say, not as winnable play does
    without --handout.

    \b
    Examples:
      winnable assignment aces-up
      winnable assignment golf --deal 5
      winnable assignment freecell --deck cards.txt
    """
    from winnable.cli.deck_file import load_deck
    from winnable.cli.fixed_shuffle import fixed_shuffle
    from winnable.course.programs import find_program
    from winnable.course.runner import run_program

    if deal is not None and deck is not None:
        raise click.UsageError("--deal and --deck cannot be combined")
    program = find_program(game.slug)
    if program is None:
        raise FileError(f"the handout program of {game.name} is not installed")
    cards = numbered_deck(deal) if deal is not None else None if deck is None else load_deck(deck)
    with nullcontext() if cards is None else fixed_shuffle(cards):
        run_program(program)

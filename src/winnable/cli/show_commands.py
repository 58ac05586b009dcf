"""Commands that show something: `rules`, `show`, `replay`."""

from __future__ import annotations

import json

import click

from winnable.cli.options import (
    four_colour_option,
    load_record,
    parsing_callback,
    read_deal,
    read_game,
)
from winnable.cli.parsing import parse_number
from winnable.cli.terminal import Screen
from winnable.play import Session, board_text
from winnable.play.descriptions import describe_session, status
from winnable.rules import Game
from winnable.rules.prose import game_rules, game_summary
from winnable.wording import counted

__all__ = ["replay", "rules", "show"]

_read_moves = parsing_callback(lambda text: parse_number(text, 0, 10**9, "number of moves"))

_format_option = click.option(
    "--format", "form", type=click.Choice(["text", "board", "svg", "json"]), default="text",
    show_default=True, help="Text, SVG, JSON, or fc-solve's board text, which shows hidden cards.",
)  # fmt: skip
_dark_option = click.option("--dark", is_flag=True, help="Dark colours, for SVG.")


@click.command(short_help="Print the rules of a game.")
@click.argument("game", callback=read_game)
def rules(game: Game) -> None:
    """Print the rules of GAME.

    \b
    Examples:
      winnable rules golf
      winnable rules bakers-game
    """
    Screen().print_wrapped(f"{game.name}: {game_summary(game)}.\n\n{game_rules(game)}")


@click.command(short_help="Show a deal.")
@click.argument("game", callback=read_game)
@click.option("--deal", callback=read_deal, metavar="N", required=True, help="The deal number.")
@_format_option
@four_colour_option
@_dark_option
def show(game: Game, deal: int, form: str, four_colour: bool, dark: bool) -> None:
    """Show a deal of GAME before the first move.

    \b
    Examples:
      winnable show freecell --deal 11982
      winnable show golf --deal 7 --format svg > table.svg
      winnable show freecell --deal 617 --format board | fc-solve
    """
    screen = Screen(four_colour=four_colour)
    screen.print(_render(Session.new(game, deal), form, screen, dark=dark))


@click.command(short_help="Show a saved game at its end or after some moves.")
@click.argument("file")
@click.option("--to", "to", callback=_read_moves, metavar="K",
              help="After K moves; without it, at the end.")  # fmt: skip
@_format_option
@four_colour_option
@_dark_option
def replay(file: str, to: int | None, form: str, four_colour: bool, dark: bool) -> None:
    """Show the game in FILE at its end, or after K moves.

    FILE is a record, as save and export write it; - is standard input.

    \b
    Examples:
      winnable replay game.txt
      winnable replay game.txt --to 12 --format svg > table.svg
    """
    _, session = load_record(file)
    if to is not None:
        made = len(session.steps)
        if to > made:
            raise click.UsageError(f"the game has only {counted(made, 'move')}, not {to}")
        for _ in range(made - to):
            session.undo()
    screen = Screen(four_colour=four_colour)
    screen.print(_render(session, form, screen, dark=dark))


def _render(session: Session, form: str, screen: Screen, *, dark: bool) -> str:
    if form == "board":
        return board_text(session.game, session.position).rstrip("\n")
    if form == "svg":
        from winnable import svg

        style = svg.Style(four_colour=screen.four_colour, dark=dark)
        return svg.table(session.view, style=style, title=describe_session(session))
    if form == "json":
        return json.dumps(_as_dict(session), indent=2)
    parts = (describe_session(session), screen.draw(session.view), status(session))
    return "\n\n".join(part for part in parts if part)


def _as_dict(session: Session) -> dict[str, object]:
    return {
        "game": session.game.slug,
        "deal": session.deal_number,
        "moves": [str(move) for move in session.moves],
        "table": session.view.as_dict(),
        "legal_moves": [str(move) for move in session.legal_moves()],
        "won": session.is_won,
        "stuck": session.is_stuck,
    }

"""Options and words that several commands read in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from winnable.cli.numbers import parse_deals, parse_number
from winnable.cli.show import FORMATS
from winnable.deals import parse_deal_number
from winnable.play import Record, Session
from winnable.rules import find_game

__all__ = [
    "dark_option",
    "form_option",
    "four_colour_option",
    "load_record",
    "read_deal",
    "read_deals",
    "read_game",
    "read_jobs",
    "read_moves",
    "reads",
]

Value = TypeVar("Value")


def reads(
    parse: Callable[[str], Value],
) -> Callable[[click.Context, click.Parameter, str | None], Value | None]:
    """What click calls to read a word that may be missing."""
    return lambda _context, _parameter, word: None if word is None else parse(word)


read_game = reads(find_game)
read_deal = reads(parse_deal_number)
read_deals = reads(parse_deals)
read_moves = reads(lambda word: parse_number(word, 0, 10**9, "number of moves"))
read_jobs = reads(lambda word: parse_number(word, 1, 1024, "number of jobs"))

form_option = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="As text, SVG, JSON, or fc-solve's board text, which tells the hidden cards too.",
)  # fmt: skip
four_colour_option = click.option("--four-colour", is_flag=True, help="Green clubs, blue diamonds.")
dark_option = click.option("--dark", is_flag=True, help="A dark picture.")


def load_record(file: str) -> tuple[Record, Session]:
    """The record in a file, and the session it tells."""
    from winnable.play import parse_record
    from winnable.play.files import read_text

    record = parse_record(read_text(file))
    return record, record.session()

"""Options and arguments that several commands have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from winnable.cli.parsing import parse_game_number
from winnable.deals import parse_deal_number
from winnable.play import Record, Session
from winnable.rules import find_game

__all__ = [
    "four_colour_option",
    "load_record",
    "parsing_callback",
    "read_deal",
    "read_game",
    "read_game_number",
]

Value = TypeVar("Value")


def parsing_callback(
    parse: Callable[[str], Value],
) -> Callable[[click.Context, click.Parameter, str | None], Value | None]:
    """A click callback that parses an option or argument, which may be missing."""
    return lambda _context, _parameter, text: None if text is None else parse(text)


read_game = parsing_callback(find_game)
read_deal = parsing_callback(parse_deal_number)
read_game_number = parsing_callback(parse_game_number)

four_colour_option = click.option("--four-colour", is_flag=True, help="Green clubs, blue diamonds.")


def load_record(file: str) -> tuple[Record, Session]:
    """The record in a file (- is standard input), and its session."""
    from winnable.play import parse_record
    from winnable.play.files import read_text

    record = parse_record(read_text(file))
    return record, record.session()

"""A game in progress, and the texts that games are kept and typed in."""

from winnable.play.autoplay import Autoplay
from winnable.play.board import board_text, parse_board
from winnable.play.commands import read_move
from winnable.play.record import Entry, Line, Record, parse_record
from winnable.play.session import Session, Step
from winnable.play.standard import parse_standard, standard_text

__all__ = [
    "Autoplay",
    "Entry",
    "Line",
    "Record",
    "Session",
    "Step",
    "board_text",
    "parse_board",
    "parse_record",
    "parse_standard",
    "read_move",
    "standard_text",
]

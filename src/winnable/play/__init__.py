"""A game in progress, the notations for moves and positions, and game records."""

from winnable.play.autoplay import Autoplay
from winnable.play.board_notation import board_text, parse_board
from winnable.play.move_parser import read_move
from winnable.play.record import MoveNode, Record, Variation, parse_record
from winnable.play.session import Session, Step
from winnable.play.standard_notation import parse_standard, standard_text

__all__ = [
    "Autoplay",
    "MoveNode",
    "Record",
    "Session",
    "Step",
    "Variation",
    "board_text",
    "parse_board",
    "parse_record",
    "parse_standard",
    "read_move",
    "standard_text",
]

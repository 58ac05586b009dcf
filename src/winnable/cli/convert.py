"""From one text of a game to another."""

from __future__ import annotations

import re

from winnable.errors import NotationError
from winnable.play import (
    Record,
    Session,
    board_text,
    parse_board,
    parse_record,
    parse_standard,
    standard_text,
)
from winnable.play.record import is_record
from winnable.play.standard import looks_standard
from winnable.rules import Game

__all__ = ["converted"]

_SOLVER_TALK = re.compile(r"\s*(?:-=|==|This game is|Total number|This scan|I could not)")
_SOLVER_MOVE = re.compile(r"Move: +(\S+) *")


def converted(text: str, to: str, game: Game, deal: int | None) -> str:
    """The game of a text, written as a record, in standard notation, or as its last board."""
    record, session = _read(text, game, deal)
    if to == "record":
        return str(record)
    if to == "board":
        return board_text(session.game, session.position)
    written = standard_text(session.game, session.start, session.moves)
    return written + "\n" * bool(written)


def _read(text: str, game: Game, deal: int | None) -> tuple[Record, Session]:
    if is_record(text):
        record = parse_record(text)
        return record, record.session()
    board, moves = _sorted_out(text)
    if board:
        session = Session(game, parse_board(game, board))
    elif deal is not None:
        session = Session.new(game, deal)
    elif moves:
        raise NotationError("moves in standard notation need --deal, the deal they belong to")
    else:
        raise NotationError("there is no game in that text: it holds no record, board or moves")
    for step in parse_standard(game, session.start, moves) if moves else ():
        session.make(step.move, step.automoves)
    return Record.of(session), session


def _sorted_out(text: str) -> tuple[str, str]:
    """The board and the moves of a text that is no record; one of them may be empty.

    fc-solve prints a board, a move, the board after it, and so on (`-sam`), or moves alone (`-m`).
    """
    lines = [line for line in text.splitlines() if line.strip() and not _SOLVER_TALK.match(line)]
    moves = [match[1] for line in lines if (match := _SOLVER_MOVE.fullmatch(line))]
    if moves:
        first = next(at for at, line in enumerate(lines) if _SOLVER_MOVE.fullmatch(line))
        return "\n".join(lines[:first]), " ".join(moves)
    words = " ".join(lines).split()
    # A slip of the pen among many moves does not make them a board, which is half other words.
    if sum(map(looks_standard, words)) > 0.8 * len(words):
        return "", " ".join(words)
    return "\n".join(lines), ""

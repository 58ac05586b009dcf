"""From one text of a game to another."""

from __future__ import annotations

import re

from winnable.errors import NotationError
from winnable.play import (
    Autoplay,
    Record,
    Session,
    board_text,
    parse_board,
    parse_record,
    parse_standard,
    standard_text,
)
from winnable.play.record import is_record
from winnable.play.standard_notation import looks_standard
from winnable.rules import GAMES, Game

__all__ = ["converted"]

_SOLVER_TALK = re.compile(r"\s*(?:-=|==|This game is|Total number|This scan|I could not)")
_SOLVER_PROSE = re.compile(r"Move (?:a card|[0-9]+ cards?) from ", re.IGNORECASE)
_SOLVER_MOVE = re.compile(r"Move: +(\S+) *")


def converted(text: str, to: str, game: Game | None, deal: int | None) -> str:
    """The game of a text, written as a record, in standard notation, or as its last board."""
    record, session = _read(text, game, deal)
    if to == "record":
        return str(record)
    if to == "board":
        return board_text(session.game, session.position)
    written = standard_text(session.game, session.start, session.moves)
    return written + "\n" * bool(written)


def _read(text: str, game: Game | None, deal: int | None) -> tuple[Record, Session]:
    if is_record(text):
        if game is not None or deal is not None:
            raise NotationError(
                "a record says its game and deal itself: leave out --game and --deal"
            )
        record = parse_record(text)
        session = record.session()
        return Record.of(session, earlier=record), session
    game = game or GAMES["freecell"]
    board, moves = _sorted_out(text)
    if board:
        session = Session(game, parse_board(game, board))
    elif deal is not None:
        session = Session.new(game, deal)
    elif moves:
        raise NotationError("moves in standard notation need --deal, the deal they belong to")
    else:
        raise NotationError("there is no game in that text: it holds no record, board or moves")
    steps = parse_standard(game, session.start, moves) if moves else ()
    for step in steps:
        session.make(step.move, step.automoves)
    if any(step.automoves for step in steps):
        session.autoplay = Autoplay.SAFE  # the notation's own, and so the record says it
    return Record.of(session), session


def _sorted_out(text: str) -> tuple[str, str]:
    """The board and the moves of a text that is no record; one of them may be empty.

    fc-solve prints a board, a move, the board after it, and so on (`-sam`), or moves alone (`-m`).
    """
    lines = [line for line in text.splitlines() if line.strip() and not _SOLVER_TALK.match(line)]
    if any(map(_SOLVER_PROSE.match, lines)):
        raise NotationError("fc-solve told its moves in prose: let it write them with -snx")
    moves = [match[1] for line in lines if (match := _SOLVER_MOVE.fullmatch(line))]
    if moves:
        first = next(at for at, line in enumerate(lines) if _SOLVER_MOVE.fullmatch(line))
        return "\n".join(lines[:first]), " ".join(moves)
    words = " ".join(lines).split()
    # A slip of the pen among many moves does not make them a board, which is half other words.
    if sum(map(looks_standard, words)) > 0.8 * len(words):
        return "", " ".join(words)
    return "\n".join(lines), ""

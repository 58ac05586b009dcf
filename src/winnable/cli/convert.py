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
from winnable.rules import Game

__all__ = ["converted"]

_STANDARD_LINE = re.compile(r"\s*(?:[1-9a-g][1-9a-h](?:v[0-9a-f]{1,2})?(?:\s+|$))+")
_SOLVER_TALK = re.compile(r"\s*(?:-=|This game is|Total number|This scan|I could not)")


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
    lines = [line for line in text.splitlines() if line.strip() and not _SOLVER_TALK.match(line)]
    if lines and all(_STANDARD_LINE.fullmatch(line) for line in lines):
        if deal is None:
            raise NotationError("moves in standard notation need --deal, the deal they belong to")
        session = Session.new(game, deal)
        for step in parse_standard(game, session.start, " ".join(lines)):
            session.make(step.move, step.automoves)
    else:
        session = Session(game, parse_board(game, text))
    return Record.of(session), session

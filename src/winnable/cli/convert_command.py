"""`winnable convert`: a game from one text format to another."""

from __future__ import annotations

import re

import click

from winnable.cli.options import read_deal, read_game
from winnable.cli.terminal import Screen
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

__all__ = ["convert"]

_SOLVER_CHATTER = re.compile(r"\s*(?:-=|==|This game is|Total number|This scan|I could not)")
_SOLVER_PROSE = re.compile(r"Move (?:a card|[0-9]+ cards?) from ", re.IGNORECASE)
_SOLVER_MOVE = re.compile(r"Move: +(\S+) *")


@click.command(short_help="Convert a game to another format.")
@click.argument("file")
@click.option("--to", "to", type=click.Choice(["record", "standard", "board"]), required=True,
              help="A record, standard notation, or the board at the end of the game.")  # fmt: skip
@click.option("--game", callback=read_game, metavar="GAME",
              help="The game, if FILE does not say it.  [default: freecell]")  # fmt: skip
@click.option("--deal", callback=read_deal, metavar="N",
              help="The deal, if FILE has only moves in standard notation.")  # fmt: skip
def convert(file: str, to: str, game: Game | None, deal: int | None) -> None:
    """Convert a game to another format.

    FILE is a record, a board, moves in standard notation or the output of fc-solve; - is standard
    input.

    \b
    Examples:
      winnable convert game.txt --to standard
      winnable convert board.txt --to record --game bakers
      fc-solve -p -t -sam -snx board.txt | winnable convert - --to record
      fc-solve -m -snx board.txt | winnable convert - --to record --deal 617
    """
    from winnable.play.files import read_text

    record, session = _read(read_text(file), game, deal)
    if to == "record":
        converted = str(record)
    elif to == "board":
        converted = board_text(session.game, session.position)
    else:
        converted = standard_text(session.game, session.start, session.moves)
        converted += "\n" * bool(converted)
    Screen().write(converted)


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
    board, moves = _split(text)
    if board:
        session = Session(game, parse_board(game, board))
    elif deal is not None:
        session = Session.new(game, deal)
    elif moves:
        raise NotationError("moves in standard notation need --deal, the deal they belong to")
    else:
        raise NotationError("there is no game in that text: no record, board or moves")
    steps = parse_standard(game, session.start, moves) if moves else ()
    for step in steps:
        session.make(step.move, step.automoves)
    if any(step.automoves for step in steps):
        session.autoplay = Autoplay.SAFE  # as the notation implies; the record will say so
    return Record.of(session), session


def _split(text: str) -> tuple[str, str]:
    """The board and the moves of a text that is not a record; one of them may be empty.

    fc-solve prints a board, a move, the board after it, and so on (`-sam`), or moves alone (`-m`).
    """
    lines = [line for line in text.splitlines() if line.strip() and not _SOLVER_CHATTER.match(line)]
    if any(map(_SOLVER_PROSE.match, lines)):
        raise NotationError("fc-solve wrote its moves in prose: run it with -snx")
    moves = [match[1] for line in lines if (match := _SOLVER_MOVE.fullmatch(line))]
    if moves:
        first = next(at for at, line in enumerate(lines) if _SOLVER_MOVE.fullmatch(line))
        return "\n".join(lines[:first]), " ".join(moves)
    words = " ".join(lines).split()
    # A typing error among many moves does not make them a board: half of a board is other words.
    if sum(map(looks_standard, words)) > 0.8 * len(words):
        return "", " ".join(words)
    return "\n".join(lines), ""

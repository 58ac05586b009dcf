"""What a new table is dealt from: a number, a day, a deck, a record, a board, or a pasted text."""

from __future__ import annotations

from winnable.deals import parse_deal_number, parse_deck, random_number
from winnable.play import Autoplay, Record, Session, Variation, parse_board, parse_record
from winnable.play.record import is_record
from winnable.rules import Game, find_game
from winnable.web.asked import NewTable
from winnable.web.troubles import ApiError

__all__ = ["game_of", "new_session"]

NO_GAME = "which game? say game: aces-up, easthaven, bakers-game, golf-relaxed or freecell"


def game_of(asked: NewTable) -> Game | None:
    """The game that is named; None where a record will name it."""
    return None if asked.game is None else find_game(asked.game)


def new_session(
    asked: NewTable, number: int | None, most_moves: int
) -> tuple[Session, Record | None]:
    """What is asked for, dealt; `number` is that of a day or an order, worked out before."""
    record = _record(asked)
    if record is not None:
        if _moves_in(record.main_line) > most_moves:  # each of them is played and checked
            raise ApiError(422, f"that record is too long: {most_moves:,} moves at most")
        session = record.session()
        if asked.game is not None and find_game(asked.game) != session.game:
            raise ApiError(422, f"that is a record of {session.game.name}")
        session.autoplay = _autoplay(session.game, asked.autoplay or session.autoplay)
        return session, record
    if asked.game is None:
        raise ApiError(422, NO_GAME)
    game = find_game(asked.game)
    autoplay = _autoplay(game, asked.autoplay or Autoplay.SAFE)
    board = _pasted_board(asked.pasted) if asked.board is None else asked.board
    if board is not None:
        return Session(game, parse_board(game, board), autoplay=autoplay), None
    if asked.deck is not None:
        return Session(game, deal=parse_deck(asked.deck), autoplay=autoplay), None
    if asked.pasted is not None:
        number = parse_deal_number(asked.pasted.strip().removeprefix("#"))
    if number is None:
        number = random_number() if asked.deal is None else asked.deal
    return Session(game, deal=number, autoplay=autoplay), None


def _autoplay(game: Game, wanted: Autoplay) -> Autoplay:
    """What is wanted, where cards go home by themselves at all; a record keeps no more of it."""
    return wanted if game.has_autoplay else Autoplay.OFF


def _moves_in(line: Variation) -> int:
    """How many moves a line has, with those of all side lines."""
    return sum(
        1 + len(entry.automoves) + sum(map(_moves_in, entry.variations)) for entry in line.nodes
    )


def _record(asked: NewTable) -> Record | None:
    text = asked.record
    if text is None and asked.pasted is not None and is_record(asked.pasted):
        text = asked.pasted
    if text is not None and "\0" in text:  # a comment is kept as it is, and not every database can
        raise ApiError(422, "there is a sign in the record that is none: the null character")
    return None if text is None else parse_record(text)


def _pasted_board(text: str | None) -> str | None:
    """A pasted text of several words is a board; of one, a number."""
    return text if text is not None and len(text.split()) > 1 else None

"""Targets for what is typed or pasted: cards, deals, moves, boards, records."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import partial

from fuzz.properties import accepted, split_choice, text_of
from winnable.cards import DECK, Card
from winnable.deals import check_deck, parse_deal_number, parse_deck
from winnable.moves import parse_move
from winnable.play import Autoplay, Record, Session, Step, parse_record
from winnable.play.autoplay import apply_autoplay
from winnable.play.board_notation import board_text, parse_board
from winnable.play.move_parser import read_move, split_moves
from winnable.play.moves_in_words import parse_card_name
from winnable.play.record import is_record
from winnable.play.standard_notation import parse_standard, standard_text
from winnable.position import Place, Position
from winnable.rules import GAMES, Game
from winnable.solver import Limit, solve
from winnable.solver.packing import pack

_MIDDLE = 25
_LINE = re.compile(r"line ([0-9]+) of the record: ")


def _positions() -> list[tuple[Game, Position]]:
    """Every game at the start, and after some moves."""
    rng = random.Random(0)  # noqa: S311 - the same positions every time
    found = []
    for game in GAMES.values():
        position = game.deal(DECK)
        found.append((game, position))
        for _ in range(_MIDDLE):
            moves = list(game.distinct_moves(position))
            if moves:
                position = game.apply(position, rng.choice(moves))
        found.append((game, position))
    return found


POSITIONS = _positions()
STANDARD = [each for each in POSITIONS if each[0].slug in ("freecell", "bakers-game")]


def cards_and_deals(data: bytes) -> None:
    """A card, a place, a deal number or a deck is refused, or is itself again when written."""
    text = text_of(data)
    card = accepted(Card.parse, text)
    assert card is None or Card.parse(str(card)) == card
    spoken = accepted(parse_card_name, text)
    assert spoken is None or parse_card_name(spoken.name) == spoken
    place = accepted(Place.parse, text)
    assert place is None or Place.parse(str(place)) == place
    number = accepted(parse_deal_number, text)
    assert number is None or int(text) == number
    deck = accepted(parse_deck, text)
    assert deck is None or parse_deck(" ".join(map(str, check_deck(deck)))) == deck


def moves(data: bytes) -> None:
    """A typed move is refused, or is a move that can be written, and judged by the rules."""
    (game, position), data = split_choice(data, POSITIONS)
    text = text_of(data)
    written = accepted(parse_move, text)
    assert written is None or str(written) in (text, text.removesuffix("x1"))
    for word in split_moves(game, text):
        move = accepted(read_move, game, position, word)
        if move is not None:
            assert parse_move(str(move)) == move
            after = accepted(game.apply, position, move)
            assert (after is not None) == game.is_legal(position, move)


def standard_notation(data: bytes) -> None:
    """Moves in standard notation are refused, or can be made, written and read again."""
    (game, position), data = split_choice(data, STANDARD)
    steps = accepted(parse_standard, game, position, text_of(data))
    if steps is None:
        return
    again = parse_standard(
        game, position, standard_text(game, position, _play(game, position, steps).moves)
    )
    assert _settled(_play(game, position, again)) == _settled(_play(game, position, steps))


def _play(game: Game, start: Position, steps: Sequence[Step]) -> Session:
    session = Session(game, start)
    for step in steps:
        session.make(step.move, step.automoves)
    return session


def _settled(session: Session) -> tuple[object, ...]:
    """The position once every safe card is home; which cell or foundation is all the same."""
    _, position = apply_autoplay(session.game, session.position, Autoplay.SAFE)
    return position.columns, {*position.cells}, {*position.foundations}


def boards(data: bytes) -> None:
    """A board is refused, or is the same when written and read; a solver can work on it."""
    game, data = split_choice(data, list(GAMES.values()))
    position = accepted(parse_board, game, text_of(data))
    if position is None:
        return
    assert parse_board(game, board_text(game, position)) == position
    assert len(pack(game, position)) > len(DECK) / 2
    line = solve(game, position, Limit(states=50)).moves
    for move in line:
        position = game.apply(position, move)
    assert not line or game.is_won(position)


def records(data: bytes) -> None:
    """A record is refused, with the line of what is wrong, or is the same when written and read.

    One that can be played gives a session whose record is played to the same position.
    """
    text = text_of(data)
    record = accepted(partial(parse_record, text), explain=partial(_check_line, text))
    if record is None:
        return
    assert is_record(text)
    assert parse_record(str(record)) == record
    session = accepted(record.session)
    if session is not None:
        again = parse_record(str(Record.of(session, earlier=record))).session()
        assert again.position == session.position


def _check_line(text: str, message: str) -> None:
    """The line that a message names has something in it."""
    if found := _LINE.match(message):
        lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
        assert 1 <= int(found[1]) <= len(lines), message
        assert lines[int(found[1]) - 1].strip(), message

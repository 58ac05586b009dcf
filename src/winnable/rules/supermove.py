"""Supermoves: how many cards move together, and the single moves that a supermove stands for.

FreeCell moves one card at a time. A supermove is a shortcut: where a whole sequence could be moved
one by one through empty cells and columns, the player may move it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules.game import Game
from winnable.rules.illegal_moves import IllegalMoveError
from winnable.rules.vocabulary import BuildRule, RunRule

__all__ = ["expand", "implied_count", "with_supermoves"]


def implied_count(game: Game, position: Position, source: Place, target: Place) -> int:
    """How many cards move between two columns if the player gives no count.

    Onto a card: the only number that fits there, even where the rules move one card at a time, so
    that they can say so. Onto an empty column: as many as can move. If nothing fits it is 1, so
    that the rules can say what is wrong with the last card.
    """
    if not (source.area is target.area is Area.COLUMN) or game.build_rule is BuildRule.NOTHING:
        return 1
    cards, onto = position.face_up(source.slot), position.columns[target.slot]
    if not cards:
        return 1
    if onto:
        count = onto[-1].rank - cards[-1].rank
        return count if 1 < count <= len(cards) and game.is_run(cards[-count:]) else 1
    longest = next(
        count for count in range(len(cards), 0, -1) if count == 1 or game.is_run(cards[-count:])
    )
    return min(longest, game.max_run_length(position, target))


def with_supermoves(game: Game) -> Game | None:
    """A game of single cards as one with supermoves; None where cards cannot be moved so.

    A position can be won in the one exactly if it can be won in the other: a single card is a legal
    move in both, and `expand` turns a supermove into single cards.
    """
    has_sequences = game.build_rule is not BuildRule.NOTHING and game.fills_empty_columns
    if game.run_rule is not RunRule.SINGLE or not has_sequences:
        return None
    return replace(game, run_rule=RunRule.SUPERMOVE)


def expand(game: Game, position: Position, move: Move) -> tuple[Move, ...]:
    """The single-card moves that a legal supermove stands for, in order.

    A move that is not a supermove stands for itself; one that is not legal raises IllegalMoveError.

    >>> from winnable import find_game, parse_board, parse_move
    >>> game = find_game("freecell")
    >>> position = parse_board(game, '''
    ... Foundations: H-8 C-9 D-8 S-9
    ... Freecells: KS KC
    ... KH QC JH TC 9H
    ... KD
    ... QD JD
    ... TD 9D
    ... TH QH
    ... JC TS
    ... JS QS
    ... :
    ... ''')
    >>> print(*expand(game, position, parse_move("t1t2x4")))
    t1t8 t1c3 t1c4 t1t2 c4t2 c3t2 t8t2
    """
    problems = tuple(game.problems(position, move))
    if problems:
        raise IllegalMoveError(move, problems)
    if isinstance(move, Deal) or move.count == 1 or game.run_rule is not RunRule.SUPERMOVE:
        return (move,)
    cells = [Place(Area.CELL, slot) for slot, card in enumerate(position.cells) if card is None]
    empty = [
        Place(Area.COLUMN, slot)
        for slot, column in enumerate(position.columns)
        if not column and slot != move.target.slot
    ]
    return tuple(_singles(move, cells, empty))


def _singles(move: Transfer, cells: list[Place], empty: list[Place]) -> Iterator[Transfer]:
    source, target, count = move.source, move.target, move.count
    if count <= len(cells) + 1:
        resting = cells[: count - 1]
        yield from (Transfer(source, cell) for cell in resting)
        yield Transfer(source, target)
        yield from (Transfer(cell, target) for cell in reversed(resting))
        return
    # The end of the sequence rests in an empty column while its beginning goes to the target.
    half, others = empty[0], empty[1:]
    beginning = min(count - 1, (len(cells) + 1) * 2 ** len(others))
    yield from _singles(Transfer(source, half, count - beginning), cells, others)
    yield from _singles(Transfer(source, target, beginning), cells, others)
    yield from _singles(Transfer(half, target, count - beginning), cells, others)

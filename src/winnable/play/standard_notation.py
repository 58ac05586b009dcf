"""Standard FreeCell notation, for FreeCell, Baker's Game and their kin.

Columns are 1 to 8, cells a to d, home is h: `26 3a b5 4h ch`. How many cards go is implied: onto a
card as many as fit, onto an empty column as many as can; `v` and a hexadecimal count say otherwise
(`26v2`). After every move, cards that are safe go home by Horne's rule and are not written down.

fc-solve has a dialect of its own (`-snx`): it writes each move home, automatic or not, and onto
an empty column it moves one card unless `v` says more. Both can be read: see `Dialect`.

>>> from winnable import find_game, numbered_deck
>>> game = find_game("freecell")
>>> start = game.deal(numbered_deck(1))
>>> steps = parse_standard(game, start, "3a 32 7b 3c 37")
>>> [" ".join(map(str, (step.move, *step.automoves))) for step in steps]
['t3c1', 't3t2', 't7c2', 't3c3', 't3t7']
>>> standard_text(game, start, [step.move for step in steps])
'3a 32 7b 3c 37'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from winnable.errors import NotationError, quote
from winnable.moves import Deal, Move, Transfer
from winnable.play.autoplay import Autoplay, apply_autoplay, remaining_move
from winnable.play.session import Step
from winnable.position import Area, Place, Position
from winnable.rules import FoundationRule, Game, IllegalMoveError, RunRule
from winnable.rules.foundations import foundation_for
from winnable.rules.supermove import implied_count

__all__ = [
    "Dialect",
    "has_standard_notation",
    "looks_standard",
    "parse_standard",
    "parse_standard_move",
    "standard_text",
]


class Dialect(Enum):
    """Who wrote the moves."""

    PROPER = "proper"
    FC_SOLVE = "fc-solve"


_CELLS = "abcdefg"
_TOKEN = re.compile(r"([1-9a-g])([1-9a-h])(?:v([1-9a-d]))?")


def has_standard_notation(game: Game) -> bool:
    """Whether the game is of FreeCell's kin, so that the notation can say its moves."""
    return (
        game.run_rule is RunRule.SUPERMOVE
        and game.foundation_rule is FoundationRule.SUIT
        and game.columns <= 9
    )


def looks_standard(text: str) -> bool:
    """Whether a text has the shape of a move in standard notation."""
    return _TOKEN.fullmatch(text) is not None


def parse_standard_move(
    game: Game, position: Position, token: str, dialect: Dialect = Dialect.PROPER
) -> Transfer:
    """Read one move in its position. Whether it is legal there is for the rules to say."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError(
            f"{quote(token)} is no move in standard notation: write 26, 3a, b5, 4h or 26v2"
        )
    source = _place(game, match[1])
    if match[2] == "h":
        cards = position.pile(source)
        target = foundation_for(game, position, cards[-1]) if cards else Place(Area.FOUNDATION)
        return Transfer(source, target)
    target = _place(game, match[2])
    if match[3] is not None:
        return Transfer(source, target, int(match[3], 16))
    if dialect is Dialect.FC_SOLVE and not position.pile(target):
        return Transfer(source, target)
    return Transfer(source, target, implied_count(game, position, source, target))


def _place(game: Game, letter: str) -> Place:
    place = (
        Place(Area.COLUMN, int(letter) - 1)
        if letter.isdigit()
        else Place(Area.CELL, _CELLS.index(letter))
    )
    if not game.has_place(place):
        raise NotationError(f"there is no {place.area.noun} {letter} in {game.name}")
    return place


def parse_standard(
    game: Game, start: Position, text: str, dialect: Dialect | None = None
) -> tuple[Step, ...]:
    """Read a whole line of play.

    Where nobody says which dialect it is in, both are tried: the one that makes sense to the end is
    taken, of two that do the one that wins, and else the proper one.
    """
    if not has_standard_notation(game):
        raise NotationError(f"standard notation is for FreeCell's kin, not for {game.name}")
    readings = [_Reading(game, start, text, each) for each in ([dialect] if dialect else Dialect)]
    best = max(readings, key=_Reading.merit)
    if best.error is not None:
        raise best.error
    return tuple(best.steps)


class _Reading:
    """A text as one dialect makes it out, as far as it makes sense."""

    def __init__(self, game: Game, start: Position, text: str, dialect: Dialect) -> None:
        self.game, self.position, self.dialect = game, start, dialect
        self.steps: list[Step] = []
        self.error: NotationError | None = None
        for number, token in enumerate(text.split(), 1):
            try:
                self.steps.append(self._step(token))
            except (NotationError, IllegalMoveError) as error:
                why = error.why if isinstance(error, IllegalMoveError) else error
                self.error = NotationError(f"move {number} ({quote(token, 8)[1:-1]}): {why}")
                break

    def _step(self, token: str) -> Step:
        move = parse_standard_move(self.game, self.position, token, self.dialect)
        autoplay = Autoplay.SAFE if self.dialect is Dialect.PROPER else Autoplay.OFF
        played, self.position = apply_autoplay(
            self.game, self.game.apply(self.position, move), autoplay
        )
        return Step(move, played, self.position)

    def merit(self) -> tuple[bool, bool, int]:
        """What speaks for the reading; of equal ones `max` takes the first, which is the proper."""
        return self.error is None, self.game.is_won(self.position), len(self.steps)


def standard_text(game: Game, start: Position, moves: Iterable[Move]) -> str:
    """Write legal moves, ten to a line, leaving out those that Horne's rule makes by itself.

    The moves may have been made with any autoplay or none: each is said as it looks at a table
    where every safe card is home already. A card home too early is never missed there, since by
    the rule nothing will be laid on it again.
    """
    if not has_standard_notation(game):
        raise NotationError(f"standard notation is for FreeCell's kin, not for {game.name}")
    position, theirs = start, start
    tokens: list[str] = []
    for move in moves:
        said = remaining_move(game, position, theirs, move)
        theirs = game.apply(theirs, move)
        if said is None:
            continue
        if isinstance(said, Deal):
            raise NotationError("standard notation has no deal")
        tokens.append(_token(game, position, said))
        _, position = apply_autoplay(game, game.apply(position, said), Autoplay.SAFE)
    return "\n".join(" ".join(tokens[i : i + 10]) for i in range(0, len(tokens), 10))


def _token(game: Game, position: Position, move: Transfer) -> str:
    if move.target.area is Area.FOUNDATION:
        return _letter(move.source) + "h"
    token = _letter(move.source) + _letter(move.target)
    if move.count != implied_count(game, position, move.source, move.target):
        token += f"v{move.count:x}"
    return token


def _letter(place: Place) -> str:
    return str(place.slot + 1) if place.area is Area.COLUMN else _CELLS[place.slot]

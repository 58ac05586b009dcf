"""Standard FreeCell notation, for FreeCell, Baker's Game and similar games.

Columns are 1 to 8, cells a to d, home is h: `26 3a b5 4h ch`. The number of cards is implied: onto
a card as many as fit, onto an empty column as many as can move; `v` and a hexadecimal count say
otherwise (`26v2`). After every move, cards that are safe by Horne's rule go home automatically, and
are not written down.

fc-solve has its own dialect (`-snx`): it writes every move home, automatic or not, and onto an
empty column it moves one card unless `v` says more. Both can be read: see `Dialect`.

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
from winnable.l10n import t
from winnable.moves import Deal, Move, Transfer
from winnable.play.autoplay import Autoplay, apply_autoplay, remaining_move
from winnable.play.session import Step
from winnable.position import Area, Place, Position
from winnable.rules import FoundationRule, Game, IllegalMoveError, RunRule
from winnable.rules.foundations import foundation_for
from winnable.rules.supermove import implied_count

__all__ = [
    "Dialect",
    "check_has_standard_notation",
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
    """Whether the notation can express the game's moves: it is similar to FreeCell."""
    return (
        game.run_rule is RunRule.SUPERMOVE
        and game.foundation_rule is FoundationRule.SUIT
        and game.columns <= 9
    )


def check_has_standard_notation(game: Game) -> None:
    if not has_standard_notation(game):
        raise NotationError(t("notation.standard.not_this_game", game=game.name))


def looks_standard(text: str) -> bool:
    """Whether a text has the shape of a move in standard notation."""
    return _TOKEN.fullmatch(text) is not None


def parse_standard_move(
    game: Game, position: Position, token: str, dialect: Dialect = Dialect.PROPER
) -> Transfer:
    """Read one move in its position. It need not be legal there."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError(t("notation.standard.not_a_move", text=quote(token)))
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
        raise NotationError(
            t(
                "notation.standard.no_place",
                place=t(f"places.{place.area.noun}", number=letter),
                game=game.name,
            )
        )
    return place


def parse_standard(
    game: Game, start: Position, text: str, dialect: Dialect | None = None
) -> tuple[Step, ...]:
    """Read a whole line of play.

    Without a dialect both are tried. One that can be read to the end is preferred, then one that
    wins, then the proper one.
    """
    check_has_standard_notation(game)
    readings = [_Reading(game, start, text, each) for each in ([dialect] if dialect else Dialect)]
    best = max(readings, key=_Reading.rank)
    if best.error is not None:
        raise best.error
    return tuple(best.steps)


class _Reading:
    """A text read in one dialect, as far as it can be read."""

    def __init__(self, game: Game, start: Position, text: str, dialect: Dialect) -> None:
        self.game, self.position, self.dialect = game, start, dialect
        self.steps: list[Step] = []
        self.error: NotationError | None = None
        for number, token in enumerate(text.split(), 1):
            try:
                self.steps.append(self._step(token))
            except (NotationError, IllegalMoveError) as error:
                why = error.why if isinstance(error, IllegalMoveError) else error
                self.error = NotationError(
                    t("notation.standard.move", number=number, move=quote(token, 8)[1:-1], why=why)
                )
                break

    def _step(self, token: str) -> Step:
        move = parse_standard_move(self.game, self.position, token, self.dialect)
        autoplay = Autoplay.SAFE if self.dialect is Dialect.PROPER else Autoplay.OFF
        played, self.position = apply_autoplay(
            self.game, self.game.apply(self.position, move), autoplay
        )
        return Step(move, played, self.position)

    def rank(self) -> tuple[bool, bool, int]:
        """How good the reading is; of equal ones `max` takes the first, the proper dialect."""
        return self.error is None, self.game.is_won(self.position), len(self.steps)


def standard_text(game: Game, start: Position, moves: Iterable[Move]) -> str:
    """Write legal moves, ten to a line, leaving out those that Horne's rule makes automatically.

    The moves may have been made with any autoplay or none: each is written for a position in which
    every safe card is home already. By the rule no other card could need it there.
    """
    check_has_standard_notation(game)
    position, line_position = start, start
    tokens: list[str] = []
    for move in moves:
        written = remaining_move(game, position, line_position, move)
        line_position = game.apply(line_position, move)
        if written is None:
            continue
        if isinstance(written, Deal):
            raise NotationError(t("notation.standard.no_deal"))
        tokens.append(_token(game, position, written))
        _, position = apply_autoplay(game, game.apply(position, written), Autoplay.SAFE)
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

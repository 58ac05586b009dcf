"""How hard a deal is: easy, medium, hard or fiendish, by how much carelessness it forgives.

Ten games are played from the deal by somebody who knows the rules and never thinks: see `_kind`.
For each game the solver tells after how many of its moves it could last be won; the longer that is,
the easier the deal. What counts is thus a truth about the deal and not how our search got on.
`docs/difficulty.md` says how this was chosen and measured, and what it does not mean.

>>> [level.value for level in Level]
['easy', 'medium', 'hard', 'fiendish']
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from threading import Event

from winnable.deals import numbered_deck
from winnable.errors import UnknownGameError
from winnable.moves import Deal, Move
from winnable.play.autoplay import Autoplay, apply_autoplay
from winnable.position import Area, Position
from winnable.rules import GAMES, Game
from winnable.solver import Limit, Verdict, solve

__all__ = ["SHARES", "Level", "careless_game", "has_level", "is_winnable", "level_of", "survivals"]


class Level(Enum):
    """How hard a deal is that can be won, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


SHARES = {Level.EASY: 0.30, Level.MEDIUM: 0.40, Level.HARD: 0.25, Level.FIENDISH: 0.05}
"""What share of the deals that can be won each level was meant to have."""

_LEAST = {
    "aces-up": (262, 116, 20),
    "easthaven": (302, 150, 31),
    "bakers-game": (80, 33, 8),
    "golf-relaxed": (256, 159, 53),
    "freecell": (280, 164, 83),
}
"""By game the fewest moves, over all ten games, that make a deal easy, medium or hard.

Measured over deals 1 to 1,000 by ``python -m benchmarks.levels bounds``, which prints this table.
"""

_GAMES, _MOVES = 10, 40
"""So many careless games are played, none for longer than so many moves."""

_LIMIT = Limit(states=100_000)
"""What a verdict may take: enough for 99 in 100 of the deals that can be won, in every game, and
in Aces Up, where proofs that a deal is lost can take half a minute, a tenth of a second."""


def level_of(game: Game, deal: int, *, cancel: Event | None = None) -> Level | None:
    """The level of a numbered deal; None if it is lost, or not settled within a small limit.

    It is about the deal as dealt, hidden cards and all. The same deal has the same level on every
    machine. `cancel` set from another thread makes it None, soon.
    """
    least = _bounds(game)
    start = game.deal(numbered_deck(deal))
    if not is_winnable(game, start, cancel):
        return None
    moves = sum(survivals(game, start, cancel=cancel))
    if cancel is not None and cancel.is_set():
        return None
    return next((level for level, few in zip(Level, least, strict=False) if moves >= few), _LAST)


def has_level(game: Game, start: Position, level: Level, *, cancel: Event | None = None) -> bool:
    """Whether a position that can be won has a level; sooner known than which it has.

    Once there are too many moves for a hard level, the other careless games need not be played.
    """
    bounds = dict(zip(Level, pairwise((None, *_bounds(game), 0)), strict=True))
    too_many, least = bounds[level]
    moves = 0
    for more in survivals(game, start, cancel=cancel):
        moves += more
        if too_many is not None and moves >= too_many:
            return False
    return moves >= (least or 0) and not (cancel is not None and cancel.is_set())


def is_winnable(game: Game, position: Position, cancel: Event | None = None) -> bool:
    """Whether a position is proved to be winnable within the limit that levels are measured with.

    That it is not says nothing: it may be lost, or not settled.
    """
    return solve(game, position, _LIMIT, cancel=cancel).verdict is Verdict.WINNABLE


def survivals(
    game: Game, start: Position, *, seed: int = 0, cancel: Event | None = None
) -> Iterator[int]:
    """For each careless game from a position that can be won: how many moves it stood that.

    A game that cannot be won will never be one again, so where it was thrown away is found by
    halving. A position that the limit leaves unsettled counts as thrown away. Once `cancel` is set
    there are no more numbers, and the last one means nothing.
    """
    chance = random.Random(seed)  # noqa: S311 - the same games every time
    known: dict[Position, bool] = {}
    for _ in range(_GAMES):
        line = careless_game(game, start, chance)
        kept, gone = 0, len(line)
        at = gone - 1  # a game that ends won, or still open, is seen to at once
        while kept + 1 < gone:
            if line[at] not in known:
                if cancel is not None and cancel.is_set():
                    return
                known[line[at]] = is_winnable(game, line[at], cancel)
            kept, gone = (at, gone) if known[line[at]] else (kept, at)
            at = (kept + gone) // 2
        yield kept


def careless_game(
    game: Game, start: Position, chance: random.Random, moves: int = _MOVES
) -> list[Position]:
    """The positions of a game played without a thought, from the start on.

    Safe cards go home by themselves, as at a table with autoplay. No position comes twice.
    """
    position = apply_autoplay(game, start, Autoplay.SAFE)[1]
    line, seen = [position], {position}
    while len(line) <= moves and not game.is_won(position):
        after = _next(game, position, seen, chance)
        if after is None:
            break
        position = after
        line.append(position)
        seen.add(position)
    return line


def _next(
    game: Game, position: Position, seen: set[Position], chance: random.Random
) -> Position | None:
    """A new position by any of the moves that come first to mind; None if there is no other."""
    kinds: dict[int, list[Move]] = {}
    for move in game.distinct_moves(position):
        kinds.setdefault(_kind(game, position, move), []).append(move)
    for kind in sorted(kinds.keys() - {_POINTLESS}):
        moves = kinds[kind]
        while moves:
            # `random` gives the same numbers in every version of Python; `choice` need not.
            move = moves.pop(int(chance.random() * len(moves)))
            after = apply_autoplay(game, game.apply(position, move), Autoplay.SAFE)[1]
            if after not in seen:
                return after
    return None


_HOME, _ONTO, _ASIDE, _DEAL, _APART, _POINTLESS = range(6)


def _kind(game: Game, position: Position, move: Move) -> int:
    """What a player who does not think sees in a move; the least is what comes to mind first.

    Home with a card that goes; then onto a card in another column; then to a cell or an empty
    column; then deal. Only when nothing else is left is a run taken apart to lay a piece of it on
    another card, and nobody moves a whole column to an empty one.
    """
    if isinstance(move, Deal):
        return _DEAL
    if move.target.area is Area.FOUNDATION:
        return _HOME
    pile = position.pile(move.source)
    left = len(pile) - move.count
    is_column = move.source.area is Area.COLUMN
    if not position.pile(move.target):
        is_whole = is_column and not left and move.target.area is Area.COLUMN
        return _POINTLESS if is_whole else _ASIDE
    if is_column and left > position.face_down[move.source.slot]:
        return _APART if game.is_run(pile[left - 1 : left + 1]) else _ONTO
    return _ONTO


_LAST = Level.FIENDISH


def _bounds(game: Game) -> tuple[int, int, int]:
    if GAMES.get(game.slug) != game or game.slug not in _LEAST:
        raise UnknownGameError(
            f"{game.name} has no levels: they were measured for {', '.join(_LEAST)}"
        )
    return _LEAST[game.slug]

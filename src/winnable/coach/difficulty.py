"""How hard a deal is: easy, medium, hard or fiendish, by how much carelessness it forgives.

Ten games are played from the deal by a simulated player who knows the rules but never thinks ahead:
see `MoveKind`. For each game the solver finds after how many of its moves it could last be won; the
more, the easier the deal. So the level is a fact about the deal, and not about how our search went.
`docs/difficulty.md` explains how this was chosen and measured, and what it does not mean.

>>> [level.value for level in Level]
['easy', 'medium', 'hard', 'fiendish']
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum, IntEnum
from itertools import pairwise
from threading import Event

from winnable.deals import numbered_deck
from winnable.errors import UnknownGameError
from winnable.l10n import t
from winnable.moves import Deal, Move
from winnable.play.autoplay import Autoplay, apply_autoplay
from winnable.position import Area, Position
from winnable.rules import GAMES, Game
from winnable.solver import Limit, Verdict, solve
from winnable.solver.cancellation import is_cancelled

__all__ = [
    "BOUNDS",
    "LEVEL_LIMIT",
    "SHARES",
    "Level",
    "MoveKind",
    "careless_game",
    "deal_has_level",
    "has_level",
    "has_levels",
    "is_winnable",
    "level_from_moves",
    "level_of",
    "move_kind",
    "survivals",
]


class Level(Enum):
    """How hard a winnable deal is, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


SHARES = {Level.EASY: 0.30, Level.MEDIUM: 0.40, Level.HARD: 0.25, Level.FIENDISH: 0.05}
"""The share of the winnable deals that each level should have."""

BOUNDS = {
    "aces-up": (262, 116, 20),
    "easthaven": (302, 150, 31),
    "bakers-game": (80, 33, 8),
    "golf-relaxed": (256, 159, 53),
    "freecell": (280, 164, 83),
}
"""For each game the fewest moves, over all ten games, that make a deal easy, medium or hard.

Measured over deals 1 to 1,000 by ``python -m benchmarks.levels bounds``, which prints this table.
"""

_CARELESS_GAMES = 10
_CARELESS_MOVES = 40

LEVEL_LIMIT = Limit(states=100_000)
"""For a verdict: enough for 99 in 100 of the winnable deals of every game. In Aces Up, where
proving a deal lost can take half a minute, it is reached in a tenth of a second."""


def level_of(game: Game, deal: int, *, cancel: Event | None = None) -> Level | None:
    """The level of a numbered deal; None if it is lost, or not settled within a small limit.

    It is about the deal as dealt, hidden cards and all. A deal has the same level on every machine.
    Setting `cancel` from another thread makes it return None soon.
    """
    bounds = _bounds(game)
    start = game.deal(numbered_deck(deal))
    if not is_winnable(game, start, cancel):
        return None
    moves = sum(survivals(game, start, cancel=cancel))
    return None if is_cancelled(cancel) else level_from_moves(bounds, moves)


def deal_has_level(game: Game, deal: int, level: Level, *, cancel: Event | None = None) -> bool:
    """Whether `level_of` would say that a numbered deal has a level; found out faster."""
    start = game.deal(numbered_deck(deal))
    return is_winnable(game, start, cancel) and has_level(game, start, level, cancel=cancel)


def level_from_moves(bounds: tuple[int, ...], moves: int) -> Level:
    """The level of a deal whose careless games could be won for so many moves in all."""
    for level, fewest in zip(Level, bounds, strict=False):
        if moves >= fewest:
            return level
    return Level.FIENDISH


def has_level(game: Game, start: Position, level: Level, *, cancel: Event | None = None) -> bool:
    """Whether a winnable position has a level; faster than finding out which it has.

    Once there are too many moves for a hard level, the remaining games need not be played.
    """
    bounds = dict(zip(Level, pairwise((None, *_bounds(game), 0)), strict=True))
    too_many, fewest = bounds[level]
    moves = 0
    for more in survivals(game, start, cancel=cancel):
        moves += more
        if too_many is not None and moves >= too_many:
            return False
    return moves >= (fewest or 0) and not is_cancelled(cancel)


def is_winnable(game: Game, position: Position, cancel: Event | None = None) -> bool:
    """Whether a position is proved winnable within `LEVEL_LIMIT`; if not, it may still be."""
    return solve(game, position, LEVEL_LIMIT, cancel=cancel).verdict is Verdict.WINNABLE


def survivals(
    game: Game, start: Position, *, seed: int = 0, cancel: Event | None = None
) -> Iterator[int]:
    """For each careless game from a winnable position: after how many moves it could last be won.

    A lost game stays lost, so a binary search finds the place. A position that the limit leaves
    unsettled counts as lost. Once `cancel` is set the numbers end, and the last one means nothing.
    """
    rng = random.Random(seed)  # noqa: S311 - the same games every time
    known: dict[Position, bool] = {}
    for _ in range(_CARELESS_GAMES):
        line = careless_game(game, start, rng)
        last_won, first_lost = 0, len(line)
        at = first_lost - 1  # the end first: a game that ends winnable is settled at once
        while last_won + 1 < first_lost:
            if line[at] not in known:
                if is_cancelled(cancel):
                    return
                known[line[at]] = is_winnable(game, line[at], cancel)
            last_won, first_lost = (at, first_lost) if known[line[at]] else (last_won, at)
            at = (last_won + first_lost) // 2
        yield last_won


def careless_game(
    game: Game, start: Position, rng: random.Random, moves: int = _CARELESS_MOVES
) -> list[Position]:
    """The positions of a game played without thinking, from the start on.

    Safe cards go home automatically. No position occurs twice.
    """
    position = apply_autoplay(game, start, Autoplay.SAFE)[1]
    line, seen = [position], {position}
    while len(line) <= moves and not game.is_won(position):
        after = _next_position(game, position, seen, rng)
        if after is None:
            break
        position = after
        line.append(position)
        seen.add(position)
    return line


def _next_position(
    game: Game, position: Position, seen: set[Position], rng: random.Random
) -> Position | None:
    """A new position, by a random move of the most attractive kind; None if there is none."""
    kinds: dict[MoveKind, list[Move]] = {}
    for move in game.distinct_moves(position):
        kinds.setdefault(move_kind(game, position, move), []).append(move)
    for kind in sorted(kinds.keys() - {MoveKind.POINTLESS}):
        moves = kinds[kind]
        while moves:
            # `random` gives the same numbers in every version of Python; `choice` need not.
            move = moves.pop(int(rng.random() * len(moves)))
            after = apply_autoplay(game, game.apply(position, move), Autoplay.SAFE)[1]
            if after not in seen:
                return after
    return None


class MoveKind(IntEnum):
    """What a careless player sees in a move, the most attractive first."""

    HOME = 0
    ONTO = 1
    """Onto a card in another column."""
    ASIDE = 2
    """To a cell or an empty column."""
    DEAL = 3
    SPLIT = 4
    """Part of a run onto another card; only when nothing else is left."""
    POINTLESS = 5
    """A whole column to an empty one; never."""


def move_kind(game: Game, position: Position, move: Move) -> MoveKind:
    if isinstance(move, Deal):
        return MoveKind.DEAL
    if move.target.area is Area.FOUNDATION:
        return MoveKind.HOME
    pile = position.pile(move.source)
    left = len(pile) - move.count
    is_column = move.source.area is Area.COLUMN
    if not position.pile(move.target):
        is_whole = is_column and not left and move.target.area is Area.COLUMN
        return MoveKind.POINTLESS if is_whole else MoveKind.ASIDE
    if is_column and left > position.face_down[move.source.slot]:
        return MoveKind.SPLIT if game.is_run(pile[left - 1 : left + 1]) else MoveKind.ONTO
    return MoveKind.ONTO


def has_levels(game: Game) -> bool:
    """Whether levels were measured for a game."""
    return GAMES.get(game.slug) == game and game.slug in BOUNDS


def _bounds(game: Game) -> tuple[int, int, int]:
    if not has_levels(game):
        raise UnknownGameError(t("coach.deal.no_levels", game=game.name, games=", ".join(BOUNDS)))
    return BOUNDS[game.slug]

"""Which player plays which game.

As with the solver's kernels, a player is chosen by the rules of a game and not by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from winnable.moves import Deal, Move
from winnable.player import weights
from winnable.position import Position
from winnable.rules import FoundationRule, Game, StockRule
from winnable.solver import has_kernel
from winnable.solver.packing import PackedLine, pack

if TYPE_CHECKING:
    from winnable.player.native.rollouts import Player as NativePlayer
    from winnable.solver.native.control import Control

__all__ = ["Decision", "Level", "Player", "has_player"]

_Policy = Callable[[bytes, Sequence[int] | None], "NativePlayer"]
"""Makes the compiled player for a packed position, with weights of its own or others."""

_DEAL, _TURN = 1, 2
"""`State.pending` of the compiled players: a deal, or a card to turn up in column 0, 1 ..."""

MustStop = Callable[[], bool]


class Level(NamedTuple):
    """How one level of rollouts comes to a decision."""

    playouts: int
    """Games to play for it, all candidates together."""
    candidates: int
    """How many decisions are tried: those with the best scores."""


class Decision(NamedTuple):
    """What to do until the next card is revealed."""

    moves: tuple[Move, ...]
    state: bytes | None
    """What it leads to, for `play_out` and `expectimax`; None if the moves win the game."""
    prior: int = 0
    """What it begins a comparison with, in the measure of `try_out`, because of its score."""


def has_player(game: Game) -> bool:
    """Whether there is a player of a game, and it has been compiled."""
    return _policy(game) is not None


class Player:
    """A player of one game, from one position on. It is for one thread.

    It makes no use of where the hidden cards of the position are. A state of another game is a
    ValueError.
    """

    def __init__(
        self, game: Game, position: Position, weights: Sequence[int] | None = None
    ) -> None:
        policy = _policy(game)
        if policy is None:
            raise ValueError(f"there is no player of {game.name}")
        self._game, self._position, packed = game, position, pack(game, position)
        self._native = policy(packed, weights)
        self.start = self._native.state(packed)
        """The state of the position, for `play_out` and `expectimax`."""
        self.positions = 0
        """How many positions it has looked at."""

    def decisions(self, most: int) -> list[Decision]:
        """The decisions with the best scores, or one that wins; none if the game is lost."""
        found = self._native.candidates(self.start, most, _control())
        return [
            Decision(PackedLine(self._game, self._position, line).moves(), state, prior)
            for line, state, prior in found
        ]

    def after(self, move: Move) -> bytes:
        """The state that a move from the position leads to, before what it reveals is in sight."""
        position = self._game.apply(self._position, move)
        if isinstance(move, Deal):
            return self._native.state(pack(self._game, self._position), _DEAL)
        turned = position.face_down != self._position.face_down
        pending = _TURN + move.source.slot if turned else 0
        still_down = replace(position, face_down=self._position.face_down)
        return self._native.state(pack(self._game, still_down), pending)

    def play_out(
        self,
        states: list[bytes],
        *,
        games: range,
        seed: int,
        levels: tuple[Level, ...] = (),
        must_stop: MustStop | None = None,
    ) -> list[bytes]:
        """Games from each of some states, by number: for each state, 1 for won or 0 for lost.

        Games with the same number have the same cards, and a game is the same on every machine.
        """
        control, count = _control(must_stop), len(games)
        won = self._native.play_out(states, seed, games.start, count, levels, control)
        self.positions += control.states
        return [won[at : at + count] for at in range(0, len(won), count)]

    @property
    def plays_to_the_end(self) -> bool:
        """Whether what `try_out` adds up is games won, and not estimates."""
        return self._native.plays_to_the_end

    def try_out(
        self,
        states: list[bytes],
        *,
        games: range,
        seed: int,
        levels: tuple[Level, ...] = (),
        must_stop: MustStop | None = None,
    ) -> list[int]:
        """What came of each of some states that decisions lead to, added up: more is better.

        It is for comparing them; the cards are those of `play_out`.
        """
        control, count = _control(must_stop), len(games)
        found = self._native.try_out(states, seed, games.start, count, levels, control)
        self.positions += control.states
        return found

    def regression_rows(
        self, *, games: int, seed: int, levels: tuple[Level, ...] = ()
    ) -> list[list[int]]:
        """Rows for a regression of the weights, which only the player of Easthaven has.

        For the decisions of some games: how many deals are left, the features in thousandths, and
        whether the game was won.
        """
        native: Any = self._native
        rows: list[list[int]] = native.regression_rows(self.start, seed, games, levels, _control())
        return rows

    def expectimax(
        self, states: list[bytes], max_positions: int, must_stop: MustStop | None = None
    ) -> list[int] | None:
        """For each state, in how many orders of the unseen cards the best player wins.

        The best, that is, of all who do not peek. None if it takes too many positions.
        """
        control = _control(must_stop)
        found = self._native.expectimax(states, max_positions, control)
        self.positions += control.states
        return found


def _control(must_stop: MustStop | None = None) -> Control:
    tick = None if must_stop is None else lambda _states: must_stop()
    control: Control = import_module("winnable.solver.native.control").Control(tick=tick)
    return control


def _policy(game: Game) -> _Policy | None:
    if not has_kernel(game):
        return None
    if game.foundation_rule is FoundationRule.NEIGHBOUR:
        return _load("golf", "GolfPlayer", weights.GOLF, game.wraps)
    if game.foundation_rule is FoundationRule.OUTRANKED:
        return _load("aces_up", "AcesUpPlayer", weights.ACES_UP)
    if game.stock_rule is StockRule.COLUMNS and game.foundation_rule is FoundationRule.SUIT:
        return _load("easthaven", "EasthavenPlayer", weights.EASTHAVEN)
    return None


def _load(module: str, name: str, own: Sequence[int], *options: bool) -> _Policy | None:
    try:
        # Not an import statement, because import-linter cannot analyse compiled modules.
        native = getattr(import_module(f"winnable.player.native.{module}"), name)
    except ImportError:
        return None
    return lambda packed, weights: native(packed, own if weights is None else weights, *options)

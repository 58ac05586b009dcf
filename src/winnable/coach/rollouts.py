"""Choosing a plan by playing on: the one with which a player who does not peek wins the most games.

To ask after which plan the most arrangements *can* be won (`plan_comparison`) is to ask somebody
who sees the hidden cards. He needs no caution: he wins one arrangement with this next move and
another with that one, and a player who cannot tell the two apart wins only one of them. So here the
plans are played out by a player of `winnable.player`, on the same arrangements for all of them, and
the worse half of the plans is dropped again and again (sequential halving).

Where so few cards are hidden that all can be gone through, expectimax says exactly which plan is
best.

The work is counted in games, and every game has its own random numbers. So the same view and seed
give the same choice on every machine, whatever the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import NamedTuple

from winnable.coach.hidden_cards import HiddenCards
from winnable.moves import Move
from winnable.player import Level, Player, has_player
from winnable.solver.cancellation import StopSignal, is_cancelled
from winnable.solver.thread_pool import ThreadPool, usable_cores

__all__ = ["PlayedPlan", "choose_by_playing"]

_MAX_THREADS = 4
_EXPECTIMAX_POSITIONS = 2_000_000
"""Positions for expectimax, before the plans are played out instead."""
_GAMES_AT_A_TIME = 8


@dataclass(frozen=True)
class PlayedPlan:
    """The plan that was chosen: moves up to the next card that is revealed, or to the win."""

    moves: tuple[Move, ...]
    plans_compared: int
    games: int
    """How many games were played with this plan; 0 if that was not needed, or if the player of the
    game compares plans by estimates."""
    positions: int
    """How many positions were examined to choose it."""
    exact: bool
    """Whether no player who does not peek can win more often than with this plan."""
    state: bytes | None = field(compare=False)
    """What it leads to, for a `Player`; None if it wins the game."""


class _Task(NamedTuple):
    states: list[bytes]
    games: range


class _Rollouts:
    """Games from the states that some plans lead to."""

    def __init__(
        self, hidden: HiddenCards, levels: tuple[Level, ...], seed: int, cancel: Event | None
    ) -> None:
        self.game, self.position = hidden.game, hidden.any_position
        self.levels, self.cancel = levels, cancel
        self.seed = hidden.rng(seed, "rollouts").getrandbits(64)
        self.positions = 0
        """How many have been examined."""
        self._stop = StopSignal(cancel)
        self._pool = ThreadPool(self._play, min(_MAX_THREADS, usable_cores()), self._stop)

    def best(self, states: list[bytes], priors: list[int]) -> tuple[int, int] | None:
        """Which of the states is best, and how many games it has played; None if cancelled."""
        wins, alive, played = priors, list(range(len(states))), 0
        rounds = (len(states) - 1).bit_length()
        try:
            while len(alive) > 1:
                games = max(1, self.levels[-1].playouts // (rounds * len(alive)))
                won = self._count_wins([states[at] for at in alive], played, games)
                if won is None:
                    return None
                for at, count in zip(alive, won, strict=True):
                    wins[at] += count
                played += games
                # Sorting is stable: of equals the one with the better score comes first.
                alive.sort(key=lambda at: -wins[at])
                alive = alive[: (len(alive) + 1) // 2]
        finally:
            self._pool.close()
        return alive[0], played

    def _count_wins(self, states: list[bytes], first: int, games: int) -> list[int] | None:
        tasks = [
            _Task(states, range(at, min(at + _GAMES_AT_A_TIME, first + games)))
            for at in range(first, first + games, _GAMES_AT_A_TIME)
        ]
        for task in tasks:
            self._pool.submit(task)
        results = []
        for _ in tasks:
            positions, wins = self._pool.take()
            self.positions += positions
            results.append(wins)
        if is_cancelled(self.cancel):
            return None
        return [sum(each) for each in zip(*results, strict=True)]

    def _play(self, task: _Task) -> tuple[int, list[int]]:
        player = Player(self.game, self.position)
        found = player.try_out(
            task.states,
            games=task.games,
            seed=self.seed,
            levels=self.levels[:-1],
            must_stop=self._stop.is_set,
        )
        return player.positions, found


def choose_by_playing(
    hidden: HiddenCards,
    levels: tuple[Level, ...] | None,
    seed: int = 0,
    cancel: Event | None = None,
) -> PlayedPlan | None:
    """The plan to follow; None if nobody plays this game, if it is lost, or if cancelled.

    Without levels it is the plan that the policy has the highest score for.
    """
    if levels is None or not has_player(hidden.game):
        return None
    player = Player(hidden.game, hidden.any_position)
    decisions = player.decisions(levels[-1].candidates if levels else 1)
    states = [decision.state for decision in decisions if decision.state is not None]
    if not states:  # a win, or nothing
        won = decisions[:1]
        return PlayedPlan(won[0].moves, 1, 0, player.positions, True, None) if won else None
    games, best, exact = 0, 0, False
    orders = player.expectimax(
        [player.start, *states], _EXPECTIMAX_POSITIONS, partial(is_cancelled, cancel)
    )
    positions = player.positions
    if orders is not None:
        value, *values = orders
        best = values.index(max(values))
        exact = values[best] == value  # or the best plan is none of those with the best scores
    elif levels:
        rollouts = _Rollouts(hidden, levels, seed, cancel)
        found = rollouts.best(states, [decision.prior for decision in decisions])
        if found is None:
            return None
        best, games = found
        positions += rollouts.positions
        if not player.plays_to_the_end:
            games = 0
    if is_cancelled(cancel):
        return None
    moves = decisions[best].moves
    return PlayedPlan(moves, len(states), games, positions, exact, states[best])

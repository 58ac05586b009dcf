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

from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.player_pool import PlayerPool
from winnable.moves import Move
from winnable.player import Level, Player, has_player
from winnable.solver.cancellation import is_cancelled

__all__ = ["PlayedPlan", "choose_by_playing"]

_EXPECTIMAX_POSITIONS = 2_000_000
"""Positions for expectimax, before the plans are played out instead."""


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
        number = hidden.rng(seed, "rollouts").getrandbits(64)
        with PlayerPool(hidden, cancel) as pool:
            found = _best(pool, states, [each.prior for each in decisions], levels, number)
        if found is None:
            return None
        best, games = found
        positions += pool.positions
        if not player.plays_to_the_end:
            games = 0
    if is_cancelled(cancel):
        return None
    moves = decisions[best].moves
    return PlayedPlan(moves, len(states), games, positions, exact, states[best])


def _best(
    pool: PlayerPool, states: list[bytes], priors: list[int], levels: tuple[Level, ...], seed: int
) -> tuple[int, int] | None:
    """Which of some states is best, and how many games it has played; None if cancelled."""
    wins, alive, played = priors, list(range(len(states))), 0
    rounds = (len(states) - 1).bit_length()
    while len(alive) > 1:
        more = max(1, levels[-1].playouts // (rounds * len(alive)))
        games = range(played, played + more)
        won = pool.try_out([states[at] for at in alive], levels[:-1], games, seed)
        if won is None:
            return None
        for at, count in zip(alive, won, strict=True):
            wins[at] += count
        played += more
        # Sorting is stable: of equals the one with the better score comes first.
        alive.sort(key=lambda at: -wins[at])
        alive = alive[: (len(alive) + 1) // 2]
    return alive[0], played

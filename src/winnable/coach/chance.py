"""A player's chance: how many games the coach wins from a view, seeing only what the player sees.

The odds (`winnable.coach.odds`) say what the hidden cards allow somebody who sees them. The chance
is what is left of that for a player who does not: the hidden cards are arranged at random, and the
coach's quick player plays each arrangement to its end without looking.

>>> from winnable import Session
>>> session = Session.new("golf", 1)
>>> found = chance(session.game, session.view, games=20)
>>> found is None or found.games == 20
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.player import Level, Player, has_player
from winnable.rules import Game
from winnable.solver.cancellation import StopSignal, is_cancelled
from winnable.solver.confidence import wilson_interval
from winnable.solver.thread_pool import ThreadPool, usable_cores
from winnable.view import View

__all__ = ["Chance", "chance", "chance_from", "play_games"]

_MAX_THREADS = 4
_GAMES_AT_A_TIME = 8


@dataclass(frozen=True)
class Chance:
    """How many games the coach's quick player has won from a view."""

    won: int
    games: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def low(self) -> float:
        """The low end of the 95% Wilson interval."""
        return wilson_interval(self.won, self.games)[0]

    @property
    def high(self) -> float:
        return wilson_interval(self.won, self.games)[1]


def chance(
    game: Game,
    view: View,
    *,
    games: int | None = None,
    seed: int = 0,
    cancel: Event | None = None,
) -> Chance | None:
    """Play games from a view, and count the wins.

    None if there is no player of the game, if nothing is hidden, so that a win can be searched for
    instead, or if cancelled. The same view and seed give the same answer.
    """
    hidden = HiddenCards.of(game, view)
    if not (has_player(game) and hidden.unseen):
        return None
    start = Player(game, hidden.any_position).start
    return chance_from(hidden, start, games=games, seed=seed, cancel=cancel)


def chance_from(
    hidden: HiddenCards,
    state: bytes,
    *,
    games: int | None = None,
    seed: int = 0,
    cancel: Event | None = None,
) -> Chance | None:
    """The chance from a state that some moves lead to; None if cancelled."""
    effort = effort_for(hidden.game)
    games = games or effort.chance_games
    number = hidden.rng(seed, "chance").getrandbits(64)
    won = play_games(hidden, [state], effort.player, range(games), number, cancel)
    return None if won is None else Chance(sum(won[0]), games)


class _Task(NamedTuple):
    at: int
    games: range


def play_games(
    hidden: HiddenCards,
    states: Sequence[bytes],
    levels: tuple[Level, ...],
    games: range,
    seed: int,
    cancel: Event | None = None,
) -> list[bytes] | None:
    """Games by number from each of some states of a view: 1 for won, 0 for lost.

    They are played on several threads. None if cancelled.
    """
    stop = StopSignal(cancel)

    def play(task: _Task) -> tuple[int, list[bytes]]:
        # A player is for one thread.
        player = Player(hidden.game, hidden.any_position)
        return task.at, player.play_out(
            list(states), games=task.games, seed=seed, levels=levels, must_stop=stop.is_set
        )

    pool = ThreadPool(play, min(_MAX_THREADS, usable_cores()), stop)
    starts = range(games.start, games.stop, _GAMES_AT_A_TIME)
    try:
        for at, start in enumerate(starts):
            pool.submit(_Task(at, range(start, min(start + _GAMES_AT_A_TIME, games.stop))))
        results = dict(pool.take() for _ in starts)
    finally:
        pool.close()
    if is_cancelled(cancel):
        return None
    return [
        b"".join(results[at][state] for at in range(len(starts))) for state in range(len(states))
    ]

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

from dataclasses import dataclass
from threading import Event

from winnable.coach.effort import Effort, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.player_pool import PlayerPool
from winnable.player import Player, has_player
from winnable.rules import Game
from winnable.solver.confidence import wilson_interval
from winnable.view import View

__all__ = ["Chance", "chance", "chance_from"]


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
    effort: Effort | None = None,
    cancel: Event | None = None,
) -> Chance | None:
    """Play games from a view, and count the wins.

    None if there is no player of the game, if nothing is hidden, so that a win can be searched for
    instead, if the effort has no games for it, or if cancelled. The same view and seed give the
    same answer.
    """
    hidden = HiddenCards.of(game, view)
    if not (has_player(game) and hidden.unseen):
        return None
    start = Player(game, hidden.any_position).start
    return chance_from(hidden, start, games=games, seed=seed, effort=effort, cancel=cancel)


def chance_from(
    hidden: HiddenCards,
    state: bytes,
    *,
    games: int | None = None,
    seed: int = 0,
    effort: Effort | None = None,
    cancel: Event | None = None,
) -> Chance | None:
    """The chance from a state that some moves lead to; None without games, or if cancelled."""
    effort = effort or effort_for(hidden.game)
    games = games or effort.chance_games
    if not games:
        return None
    number = hidden.rng(seed, "chance").getrandbits(64)
    with PlayerPool(hidden, cancel) as pool:
        won = pool.play_out([state], effort.player, range(games), number)
    return None if won is None else Chance(sum(won[0]), games)

"""Choosing a plan by playing on: the one with which a player who does not peek wins the most games.

To ask after which plan the most arrangements *can* be won (`plan_comparison`) is to ask somebody
who sees the hidden cards. He needs no caution: he wins one arrangement with this next move and
another with that one, and a player who cannot tell the two apart wins only one of them. So here the
plans are played out by a player of `winnable.player`, on the same arrangements for all of them, and
the worse half of the plans is dropped again and again (sequential halving).

Where so few cards are hidden that all can be gone through, expectimax says exactly which plan is
best.

Autoplay may send home other cards than the player would, so a plan is carried out with it first,
and what is compared is what comes of that. Where autoplay takes a card that a plan needs, the plan
ends there, and the player goes on from there.

A plan that begins with what has been in sight already, in the same decision, is passed over, so
that hints never go round in circles, even if nobody remembers the plans they come from.

The work is counted in games, and every game has its own random numbers. So the same view and seed
give the same choice on every machine, whatever the number of threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import NamedTuple

from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.player_pool import PlayerPool
from winnable.moves import Deal, Move
from winnable.play import Autoplay
from winnable.play.replay import follow_line
from winnable.player import Decision, Level, Player, has_player
from winnable.position import Position
from winnable.rules import Game, IllegalMoveError
from winnable.solver.cancellation import is_cancelled
from winnable.view import View

__all__ = ["PlayedPlan", "choose_by_playing", "state_after"]

_EXPECTIMAX_POSITIONS = 2_000_000
"""Positions for expectimax, before the plans are played out instead."""
_MAX_CANDIDATES = 32
"""As many plans as a player can name."""


@dataclass(frozen=True)
class PlayedPlan:
    """The plan that was chosen: moves up to the next card that is revealed, or to the win.

    Autoplay makes some by itself; they are not among these.
    """

    moves: tuple[Move, ...]
    views: tuple[View, ...] = field(compare=False)
    """The view before each of the moves."""
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


class _Way(NamedTuple):
    """A decision as it goes with autoplay."""

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    """The one before each of the moves."""
    state: bytes | None
    prior: int
    next_view: View | None
    """After the first move; None if that reveals a card."""


def choose_by_playing(
    hidden: HiddenCards,
    levels: tuple[Level, ...] | None,
    seed: int = 0,
    cancel: Event | None = None,
    *,
    autoplay: Autoplay = Autoplay.OFF,
    seen: Iterable[View] = (),
) -> PlayedPlan | None:
    """The plan to follow; None if nobody plays this game, if it is lost, or if cancelled.

    Without levels it is the plan that the policy has the highest score for. A plan that leads back
    to a view already `seen` is chosen only if there is no other.
    """
    if levels is None or not has_player(hidden.game):
        return None
    player = Player(hidden.game, hidden.any_position)
    ways = _ways(player, hidden, levels[-1].candidates if levels else 1, autoplay, seen)
    if not ways:
        return None
    for way in ways:
        if way.state is None:  # a win
            return _plan(way, 1, 0, player.positions, True)
    states = [way.state for way in ways if way.state is not None]
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
            found = _best(pool, states, [way.prior for way in ways], levels, number)
        if found is None:
            return None
        best, games = found
        positions += pool.positions
        if not player.plays_to_the_end:
            games = 0
    if is_cancelled(cancel):
        return None
    return _plan(ways[best], len(states), games, positions, exact)


def _plan(way: _Way, compared: int, games: int, positions: int, exact: bool) -> PlayedPlan:
    views = tuple(position.view for position in way.positions)
    return PlayedPlan(way.moves, views, compared, games, positions, exact, way.state)


def _ways(
    player: Player, hidden: HiddenCards, most: int, autoplay: Autoplay, seen: Iterable[View]
) -> Sequence[_Way]:
    """The decisions with the best scores, of those that lead back least often."""
    start, visits = hidden.any_position, Counter[View | None](seen)
    for count in sorted({most, _MAX_CANDIDATES}):
        ways = [
            _carry_out(hidden.game, start, decision, autoplay)
            for decision in player.decisions(count)
        ]
        # The least visited: where all ways lead back, all of them are tried in turn.
        fewest = min((visits[way.next_view] for way in ways), default=0)
        if not fewest:
            break
    return [way for way in ways if visits[way.next_view] == fewest][:most]


def _carry_out(game: Game, start: Position, decision: Decision, autoplay: Autoplay) -> _Way:
    """A decision from a position that looks like the view."""
    moves, positions, here, is_same = list[Move](), [start], start, True
    state, next_view = decision.state, None
    with suppress(IllegalMoveError):  # autoplay sent a card home that the decision needs
        for step in follow_line(game, start, decision.moves, autoplay):
            moves.append(step.move)
            if isinstance(step.move, Deal) or step.position.face_down != here.face_down:
                if not is_same or len(moves) < len(decision.moves):
                    state = state_after(game, here, (step.move, *step.automoves))
                return _Way(tuple(moves), tuple(positions), state, decision.prior, next_view)
            here, is_same = step.position, is_same and not step.automoves
            next_view = next_view or here.view
            positions.append(here)
    state = None if game.is_won(here) else state_after(game, here, ())
    return _Way(tuple(moves), tuple(positions[:-1]), state, decision.prior, next_view)


def state_after(game: Game, position: Position, moves: Iterable[Move]) -> bytes:
    """What moves lead to, up to the first that reveals a card, before the card is in sight."""
    for move in moves:
        after = game.apply(position, move)
        if isinstance(move, Deal) or after.face_down != position.face_down:
            return Player(game, position).after(move)
        position = after
    return Player(game, position).start


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

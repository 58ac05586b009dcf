"""Luck and skill: what a game's moves cost, and what the cards that were turned up were worth.

A *chance* here is how many of some games the coach's quick player wins, who sees only what was in
sight at the time (`winnable.coach.chance`). A *decision* is everything from one card revealed to
the next. So for every step there are

- the chance before it, which is the chance after the best move;
- the chance after the move that was made: the difference is the **cost** of the move;
- the chance once the new cards are in sight: the difference to the one before is **luck**.

A step that reveals nothing has no luck. All these are whole numbers of games, and one step's end is
the next one's beginning, so from the start to the end they add up exactly.

Within a decision all ways to go on are tried on the same arrangements of the hidden cards: what the
player did, and what the coach would have done before each of the moves. The best of these is the
chance, so a cost is never negative. The coach's way is chosen on other games than it is measured
on: the best of many looks too good on the games it was chosen on.

Once nothing is hidden, a chance is nothing or everything: the solver's verdict. Where that is not
known, no move is blamed.

Nothing of this depends on cards that were hidden at the time. A cost is about what was in sight;
the `mistake` of a review is about the cards as they lay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import sqrt
from threading import Event
from typing import NamedTuple

from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.player_pool import PlayerPool
from winnable.coach.rollouts import PlayedPlan, choose_by_playing, state_after
from winnable.moves import Move
from winnable.play import Session
from winnable.player import has_player
from winnable.position import Position
from winnable.solver import Verdict, solve
from winnable.solver.cancellation import is_cancelled

__all__ = ["LuckPoints", "LuckReview", "StepChance", "luck_and_skill"]

_SIGMAS = 3.0
"""By chance alone, hardly one cost of a thousand exceeds so many standard deviations."""


class StepChance(NamedTuple):
    """The chances around a step, as games won out of `LuckReview.games`."""

    before: int
    """Before it: also the chance after the best move."""
    made: int
    """After the move that was made, before what it reveals is in sight."""
    after: int
    """Once that is in sight."""
    margin: float = 0.0
    """Half the 95% interval of the cost."""
    is_noticeable: bool = False
    """Whether the cost is too high to come from the sample alone."""
    better: tuple[Move, ...] = ()
    """Where it is: what the coach would have done, up to the next card that is revealed."""

    @property
    def cost(self) -> int:
        return self.before - self.made

    @property
    def luck(self) -> int:
        return self.after - self.made


class LuckPoints(NamedTuple):
    """A change of the chance, to print: `before` + `luck` - `cost` = `after`.

    In whole points of 100. Rounded one by one, the figures would not add up.
    """

    before: int
    cost: int
    luck: int
    after: int


@dataclass(frozen=True)
class LuckReview:
    """The chances along a game. Chances, costs and luck are games won, out of `games`."""

    games: int
    start: int
    """The chance at the start."""
    steps: tuple[StepChance, ...]
    decisions: int
    """How many decisions there were in which the player had a choice."""

    @property
    def chances(self) -> tuple[int, ...]:
        """At the start, and after each step."""
        return (self.start, *(step.after for step in self.steps))

    @property
    def luck(self) -> int:
        return sum(step.luck for step in self.steps)

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)

    @property
    def skill(self) -> float | None:
        """The average cost of a decision, as a share of all games; None without a decision."""
        return self.cost / self.games / self.decisions if self.decisions else None

    def points(self, games: int) -> int:
        """A number of games in points of 100, rounded to the nearest, halves up."""
        return (200 * games + self.games) // (2 * self.games)

    @property
    def total_points(self) -> LuckPoints:
        """The whole game: the chances and the cost are rounded, and luck is what remains."""
        before, after = self.points(self.start), self.points(self.chances[-1])
        cost = self.points(self.cost)
        return LuckPoints(before, cost, after - before + cost, after)

    def step_points(self, number: int) -> LuckPoints:
        """A step, from 1: its cost and luck are the differences of the rounded chances.

        So neither is printed where there is none, or with the wrong sign.
        """
        before, made, after = map(self.points, self.steps[number - 1][:3])
        return LuckPoints(before, before - made, after - made, after)

    def costliest(self, most: int) -> list[int]:
        """The numbers of the steps, from 1, with the highest costs that are noticeable."""
        numbers = [at for at, step in enumerate(self.steps, 1) if step.is_noticeable]
        return sorted(numbers, key=lambda at: -self.steps[at - 1].cost)[:most]


def luck_and_skill(
    session: Session,
    verdicts: Sequence[Verdict] = (),
    *,
    games: int | None = None,
    seed: int = 0,
    cancel: Event | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LuckReview | None:
    """What the moves of a session cost, and what was luck.

    `verdicts` are those of its positions, as a review has them; of these only the ones of positions
    with nothing hidden are used, and without them such positions are solved. `progress` gets how
    many steps have been looked at, and how many there are. None if there is no player of the game,
    if nothing was hidden at the start, or if cancelled.
    """
    if session.start.view.is_open or not has_player(session.game):
        return None
    games = games or effort_for(session.game).review_games
    return _LuckReviewer(session, verdicts, games, seed, cancel).run(progress)


class _CancelledError(Exception):
    pass


class _Way(NamedTuple):
    """A way to go on in a decision, and how it fares in the decision's games."""

    won: bytes
    """1 for each game that is won."""
    moves: tuple[Move, ...] = ()
    """Of the coach, up to the next card that is revealed."""
    is_known: bool = True
    """False for a position with nothing hidden that the solver has not settled."""

    @property
    def wins(self) -> int:
        return sum(self.won)


class _Decision(NamedTuple):
    """The best ways to go on: before each step of a decision, and after the last one."""

    ways: list[_Way]
    is_choice: bool
    reveals: bool
    """Whether the last step reveals a card; else the game ends with it."""

    def steps(self, after: int) -> Iterator[StepChance]:
        """What is known of its steps; `after` is the chance once all cards are in sight."""
        for at, (before, made) in enumerate(pairwise(self.ways), 2):
            lost = sum(one > two for one, two in zip(before.won, made.won, strict=True))
            cost = before.wins - made.wins
            # The variance of a sum of differences that are 1, 0 or -1.
            deviation = sqrt(2 * lost - cost - cost * cost / len(made.won))
            is_known = before.is_known and made.is_known
            is_noticeable = is_known and cost > _SIGMAS * sqrt(2 * lost - cost)
            yield StepChance(
                before.wins,
                made.wins,
                after if at == len(self.ways) else made.wins,
                1.96 * deviation if is_known else cost,
                is_noticeable,
                before.moves if is_noticeable else (),
            )


class _LuckReviewer:
    def __init__(
        self,
        session: Session,
        verdicts: Sequence[Verdict],
        games: int,
        seed: int,
        cancel: Event | None,
    ) -> None:
        self.game, self.steps, self.autoplay = session.game, session.steps, session.autoplay
        self.verdicts, self.games, self.seed, self.cancel = verdicts, games, seed, cancel
        self.effort = effort_for(session.game)
        self.positions = [session.start, *(step.position for step in self.steps)]
        self.hidden = [HiddenCards.of(self.game, position.view) for position in self.positions]
        self._all, self._none = _Way(bytes([1]) * games), _Way(bytes(games))

    def run(self, progress: Callable[[int, int], None] | None) -> LuckReview | None:
        found, at = list[_Decision](), 0
        try:
            while not found or found[-1].reveals:
                end = self._end_of_decision(at)
                if self.hidden[at].unseen:
                    found.append(self._decision(at, end))
                else:
                    found.append(self._open(at, found[-1].ways[-1]))
                at = end
                if progress is not None:
                    progress(at, len(self.steps))
        except _CancelledError:
            return None
        afters = [each.ways[0].wins for each in found[1:]] + [found[-1].ways[-1].wins]
        steps = (
            step for each, after in zip(found, afters, strict=True) for step in each.steps(after)
        )
        decisions = sum(each.is_choice for each in found)
        return LuckReview(self.games, found[0].ways[0].wins, tuple(steps), decisions)

    def _end_of_decision(self, at: int) -> int:
        """After how many steps a card is revealed, or the game ends."""
        unseen, end = len(self.hidden[at].unseen), at
        while end < len(self.steps) and len(self.hidden[end].unseen) == unseen:
            end += 1
        return end

    def _has_choice(self, at: int, end: int) -> bool:
        """Whether there was more than one legal move before any of some steps."""
        return any(
            len(list(islice(self.game.distinct_moves(position), 2))) > 1
            for position in self.positions[at:end]
        )

    # -- where cards are hidden -------------------------------------------------------------------

    def _decision(self, at: int, end: int) -> _Decision:
        reveals = len(self.hidden[end].unseen) < len(self.hidden[at].unseen)
        plans = self._plans(range(at, end if reveals else end + 1))
        states = [plan.state for plan in plans if plan is not None and plan.state is not None]
        made = self._state_made(end - 1) if reveals else None
        won = self._play(self.hidden[at], states if made is None else [*states, made])
        ways = [] if made is None else [_Way(won[made])]
        for plan in reversed(plans):
            own = self._way(plan, won)
            ways.append(own if not ways or own.wins > ways[-1].wins else ways[-1])
        return _Decision(ways[::-1], self._has_choice(at, end), reveals)

    def _plans(self, numbers: range) -> list[PlayedPlan | None]:
        """What the coach would do before each of some steps; None where the game is lost."""
        plans = list[PlayedPlan | None]()
        for at in numbers:
            plan = self._rest_of(plans[-1], self.positions[at]) if plans else None
            if plan is None:
                plan = choose_by_playing(
                    self.hidden[at],
                    self.effort.player,
                    self.seed,
                    self.cancel,
                    autoplay=self.autoplay,
                )
                self._check_cancelled()
            plans.append(plan)
        return plans

    def _rest_of(self, plan: PlayedPlan | None, position: Position) -> PlayedPlan | None:
        """What is left of a plan after a step that follows it; None after any other."""
        if plan is None or plan.views[1:2] != (position.view,):
            return None
        return replace(plan, moves=plan.moves[1:], views=plan.views[1:])

    def _state_made(self, at: int) -> bytes:
        """What a step that reveals a card leads to, before the card is in sight."""
        step = self.steps[at]
        return state_after(self.game, self.hidden[at].any_position, (step.move, *step.automoves))

    def _play(self, hidden: HiddenCards, states: Sequence[bytes]) -> dict[bytes, bytes]:
        """How each of some states fares in the same games."""
        unique = list(dict.fromkeys(states))
        number = hidden.rng(self.seed, "luck").getrandbits(64)
        with PlayerPool(hidden, self.cancel) as pool:
            won = pool.play_out(unique, self.effort.player, range(self.games), number)
        self._check_cancelled()
        return dict(zip(unique, won or (), strict=True))

    def _way(self, plan: PlayedPlan | None, won: dict[bytes, bytes]) -> _Way:
        if plan is None:
            return self._none
        return _Way(self._all.won if plan.state is None else won[plan.state], plan.moves)

    def _check_cancelled(self) -> None:
        if is_cancelled(self.cancel):
            raise _CancelledError

    # -- where nothing is hidden ------------------------------------------------------------------

    def _open(self, at: int, before: _Way) -> _Decision:
        """The verdicts from a position on.

        An unsettled one counts as the next that is settled: if that is a win, so was it. If that is
        lost, nobody knows which move lost it, if any did, and none is named for it. Without a later
        one the chance stays as it was.
        """
        numbers = range(at, len(self.positions))
        verdicts = [self._verdict(number) for number in numbers]
        settled = [verdict for verdict in verdicts if verdict is not Verdict.UNSETTLED]
        ways = list[_Way]()
        for verdict in verdicts:
            if settled:
                before = self._all if settled[0] is Verdict.WINNABLE else self._none
            is_known = verdict is not Verdict.UNSETTLED
            if is_known and len(settled) > 1:
                del settled[0]
            ways.append(before._replace(is_known=is_known))
        return _Decision(ways, self._has_choice(at, len(self.steps)), reveals=False)

    def _verdict(self, at: int) -> Verdict:
        if self.verdicts:
            return self.verdicts[at]
        found = solve(self.game, self.positions[at], self.effort.open_limit, cancel=self.cancel)
        self._check_cancelled()
        return found.verdict

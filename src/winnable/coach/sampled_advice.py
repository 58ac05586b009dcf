"""Odds and hints where cards are hidden, from Monte Carlo samples of the hidden cards.

Both follow from what is in sight, now and earlier in the game, and from the seed: asked again, the
answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import NamedTuple

from winnable.coach.bounded_cache import BoundedCache
from winnable.coach.chance import Chance, chance, chance_from
from winnable.coach.effort import Effort
from winnable.coach.hidden_cards import HiddenCards, Sample
from winnable.coach.hint import Hint
from winnable.coach.odds import Odds, count_wins, is_dead_end, odds
from winnable.coach.plan import safe_move
from winnable.coach.plan_comparison import choose_plan
from winnable.coach.rollouts import choose_by_playing
from winnable.coach.solver_pool import SolverPool
from winnable.coach.visible_history import VisibleHistory
from winnable.moves import Move
from winnable.play import Autoplay
from winnable.play.autoplay import apply_autoplay
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Verdict
from winnable.solver.cancellation import is_cancelled
from winnable.view import View

__all__ = ["SampledAdvice"]


class _PlannedMove(NamedTuple):
    move: Move
    state: bytes | None = None
    """What the plan leads to, if it was played out and does not win."""


class SampledAdvice:
    """Odds and hints for a game with hidden cards; remembers what it has worked out."""

    def __init__(self, game: Game, effort: Effort, seed: int) -> None:
        self.game, self.effort, self.seed = game, effort, seed
        self._odds = BoundedCache[View, Odds]()
        self._hints = BoundedCache[tuple[tuple[View, ...], Autoplay], Hint]()
        self._chances = BoundedCache[View, Chance]()
        self._planned_moves = BoundedCache[tuple[View, Autoplay], _PlannedMove]()
        """The next move, where a hint began a plan of several moves."""

    def odds(
        self,
        history: VisibleHistory,
        limit: Limit | None,
        cancel: Event | None,
        progress: Callable[[Odds], None] | None = None,
        *,
        total_states: int | None = None,
    ) -> Odds:
        """The odds now; with an own limit or total, or cancelled, they are not remembered."""
        if (known := self._odds.get(history.view)) is not None:
            return known
        found = odds(
            self.game,
            history.view,
            samples=self.effort.odds_samples,
            seed=self.seed,
            limit=limit or self.effort.sample_limit,
            total_states=total_states or self.effort.total_states,
            cancel=cancel,
            progress=progress,
        )
        is_full_effort = limit is None and total_states is None and not is_cancelled(cancel)
        if is_full_effort or (found.exact and not found.unsettled):
            self._odds[history.view] = found
        return found

    def chance(self, history: VisibleHistory, cancel: Event | None) -> Chance | None:
        """A player's chance; None if there is no player of the game, or if cancelled."""
        found = self._chances.get(history.view)
        if found is None:
            found = chance(
                self.game, history.view, seed=self.seed, effort=self.effort, cancel=cancel
            )
            if found is not None:
                self._chances[history.view] = found
        return found

    def hint(
        self,
        history: VisibleHistory,
        limit: Limit | None,
        cancel: Event | None,
        progress: Callable[[Hint], None] | None,
    ) -> Hint:
        """The move that keeps the most samples winnable, and the odds after it."""
        key = (history.views, history.autoplay)
        if (known := self._hints.get(key)) is not None:
            return known
        if is_dead_end(self.game, history.hidden, cancel):
            return Hint(None, Verdict.LOST)
        verdict = Verdict.UNSETTLED
        if history.hidden.arrangement_count <= self.effort.report_samples:
            now = self.odds(history, limit, cancel, total_states=self.effort.report_states)
            verdict = now.verdict
            if verdict is Verdict.LOST:
                return Hint(None, verdict, odds=now)
        with SolverPool(self.game, cancel) as pool:
            hint = self._choose_move(history, pool, verdict)
            if hint.move is None:
                return hint

            def report(after: Odds) -> None:
                if progress is not None:
                    progress(replace(hint, odds=after))

            hint = replace(hint, odds=self._odds_after(history, hint.move, pool, limit, report))
        if limit is None and not is_cancelled(cancel):
            self._hints[key] = hint
        return hint

    def _choose_move(self, history: VisibleHistory, pool: SolverPool, verdict: Verdict) -> Hint:
        """A hint without odds; without a move if cancelled."""
        hidden, autoplay = history.hidden, history.autoplay
        safe = safe_move(self.game, hidden.any_position)
        if safe is not None:
            return Hint(safe, verdict, is_safe=True)
        planned = self._planned_moves.get((history.view, autoplay))
        if planned is not None and not self._leads_back(planned, history):
            chance = self._chance_from(hidden, planned.state, pool)
            return Hint(planned.move, verdict, chance=chance)
        played = choose_by_playing(
            hidden,
            self.effort.rollouts,
            self.seed,
            pool.cancel,
            autoplay=autoplay,
            seen=history.views,
        )
        if played is not None:
            for view, move in zip(played.views[1:], played.moves[1:], strict=True):
                self._planned_moves[view, autoplay] = _PlannedMove(move, played.state)
            return Hint(
                played.moves[0],
                verdict,
                chance=self._chance_from(hidden, played.state, pool),
                plans_compared=played.plans_compared,
                positions=played.positions,
                games=played.games,
                is_best=played.exact,
            )
        if pool.is_cancelled:
            return Hint(None, verdict)
        choice = choose_plan(hidden, autoplay, set(history.views), pool, self.effort, self.seed)
        if choice is None:
            return Hint(None, verdict)
        plan = choice.plan
        for view, move in zip(plan.views[1:], plan.moves[1:], strict=True):
            self._planned_moves[view, autoplay] = _PlannedMove(move)
        return Hint(
            plan.moves[0],
            verdict,
            plans_compared=choice.plans_compared,
            positions=pool.states,
            samples=choice.samples,
            plans_that_won_more=choice.plans_that_won_more,
        )

    def _chance_from(
        self, hidden: HiddenCards, state: bytes | None, pool: SolverPool
    ) -> Chance | None:
        if state is None:
            return None
        return chance_from(hidden, state, seed=self.seed, effort=self.effort, cancel=pool.cancel)

    def _leads_back(self, planned: _PlannedMove, history: VisibleHistory) -> bool:
        """Whether the rest of a plan that was played out leads back to what was in sight before."""
        if planned.state is None:
            return False
        position = history.hidden.any_position
        return self._after(position, planned.move, history.autoplay).view in history.views

    def _after(self, position: Position, move: Move, autoplay: Autoplay) -> Position:
        return apply_autoplay(self.game, self.game.apply(position, move), autoplay)[1]

    def _odds_after(
        self,
        history: VisibleHistory,
        move: Move,
        pool: SolverPool,
        limit: Limit | None,
        progress: Callable[[Odds], None],
    ) -> Odds:
        """The odds after a move, from samples that had no part in choosing it."""

        def after(position: Position) -> Position:
            return self._after(position, move, history.autoplay)

        # "told" is part of the random seed: another word would give other samples.
        positions, is_complete = history.hidden.sample(
            self.effort.report_samples, self.seed, "told"
        )
        return count_wins(
            pool,
            Sample(map(after, positions), is_complete),
            limit or self.effort.sample_limit,
            self.effort.report_states,
            progress,
        )

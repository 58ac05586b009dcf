"""The coach of a table: how the game stands, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from threading import Event
from typing import TypeVar

from winnable.coach.effort import Effort, effort_for
from winnable.coach.evaluation import Evaluation
from winnable.coach.hint import Hint
from winnable.coach.odds import Odds, count_ways, is_dead_end, odds, settled_at_a_glance
from winnable.coach.plan import safe_move
from winnable.coach.plan_comparison import choose
from winnable.coach.solver_pool import SolverPool
from winnable.coach.visible_history import VisibleHistory
from winnable.coach.win_cache import WinCache, WinContinuation
from winnable.moves import Move
from winnable.play import Autoplay, Session
from winnable.play.autoplay import apply_autoplay
from winnable.play.replay import replay_win
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, solve
from winnable.view import View

__all__ = ["Coach"]

_MOST = 2_000
"""Views to remember something about."""


class Coach:
    """One for each table. It remembers what it found out; several threads may ask it at once.

    What it tells follows from what is in sight, now and earlier in the game, and from the seed. It
    never looks at hidden cards, but for `as_dealt`.
    """

    def __init__(self, game: Game, *, seed: int = 0, patience: Effort | None = None) -> None:
        self.game, self.seed = game, seed
        self._wins = WinCache()
        self._lost: set[View] = set()
        self._odds: dict[View, Odds] = {}
        self._hints: dict[tuple[tuple[View, ...], Autoplay], Hint] = {}
        self._plans: dict[tuple[View, Autoplay], Move] = {}
        """What comes next where a hint has begun with moves that can be taken back."""
        self._patience = patience or effort_for(game)

    # -- how it stands ----------------------------------------------------------------------------

    def evaluate(
        self,
        session: Session | VisibleHistory,
        *,
        cancel: Event | None = None,
        progress: Callable[[Evaluation], None] | None = None,
        limit: Limit | None = None,
    ) -> Evaluation:
        """How a game stands. `limit` is for the position, or for each sample of the hidden cards.

        `progress` hears how it looks so far, where cards are hidden; `cancel` makes it return that.
        """
        moment = VisibleHistory.of(session)
        verdict = self._known(moment)
        if verdict is not None:
            return Evaluation(verdict, moves=0 if verdict is Verdict.WINNABLE else None)
        if moment.is_open:
            verdict = self._solve(moment, limit, cancel)
            onward, is_spoilt = self._onward(moment)
            return Evaluation(verdict, moves=None if is_spoilt else len(onward) or None)

        def tell(found: Odds) -> None:
            if progress is not None:
                progress(Evaluation(found.verdict, found))

        found = self._count(moment, limit, self._patience.total_states, cancel, tell)
        return Evaluation(found.verdict, found)

    def as_dealt(
        self, session: Session, *, cancel: Event | None = None, limit: Limit | None = None
    ) -> Result:
        """Whether a game can be won as the cards lie, hidden ones too: for those who ask for it.

        Nothing of it is remembered, so that it cannot creep into a hint.
        """
        limit = limit or self._patience.open_limit
        return solve(self.game, session.position, limit, short=True, cancel=cancel)

    def _known(self, moment: VisibleHistory) -> Verdict | None:
        """What needs no search: it is won, or it was lost before, or no move is left."""
        verdict = settled_at_a_glance(self.game, moment.hidden)
        if verdict is None and not self._lost.isdisjoint(moment.views):
            return Verdict.LOST
        return verdict

    def _count(
        self,
        moment: VisibleHistory,
        limit: Limit | None,
        effort: int,
        cancel: Event | None,
        progress: Callable[[Odds], None] | None = None,
    ) -> Odds:
        if (known := self._odds.get(moment.view)) is not None:
            return known
        found = odds(
            self.game,
            moment.view,
            seed=self.seed,
            limit=limit or self._patience.sample_limit,
            effort=effort,
            cancel=cancel,
            progress=progress,
        )
        if found.verdict is Verdict.LOST:
            self._lost.add(moment.view)
        is_whole = effort == self._patience.total_states and limit is None and not _is_set(cancel)
        if is_whole or (found.exact and not found.unsettled):
            _remember(self._odds, moment.view, found)
        return found

    # -- positions with nothing hidden ------------------------------------------------------------

    def _solve(self, moment: VisibleHistory, limit: Limit | None, cancel: Event | None) -> Verdict:
        """The verdict on a position; if it can be won, a win is remembered."""
        steps, is_spoilt = self._onward(moment)
        if steps and not is_spoilt:
            return Verdict.WINNABLE
        game, position = self.game, moment.position()
        ask = partial(solve, game, limit=limit or self._patience.open_limit, cancel=cancel)
        result = ask(position, short=True)
        if result.verdict is Verdict.LOST:
            self._lost.add(moment.view)
        for autoplay in (moment.autoplay, Autoplay.OFF):
            if result.verdict is Verdict.WINNABLE:
                line = replay_win(
                    game, position, result.moves, autoplay, lambda here: ask(here).moves or None
                )
                if line is not None:
                    self._wins.learn(moment.view, line, autoplay)
                    break
        return result.verdict

    def _onward(self, moment: VisibleHistory) -> tuple[list[WinContinuation], bool]:
        """The steps of a known win, and whether they need autoplay to be off."""
        here, autoplay = moment.view, moment.autoplay
        steps = self._wins.onward(here, autoplay)
        if steps:
            return steps, False
        for other in Autoplay:
            steps = self._wins.onward(here, other)
            moves = [move for step in steps for move in (step.move, *step.automoves)]
            line = replay_win(self.game, moment.position(), moves, autoplay) if moves else None
            if line is not None:
                self._wins.learn(here, line, autoplay)
                return self._wins.onward(here, autoplay), False
        return self._wins.onward(here, Autoplay.OFF), True

    def known_win(self, session: Session | VisibleHistory) -> tuple[Move, ...]:
        """The win that it has in mind, move by move, automatic ones too; none if it has none."""
        moment = VisibleHistory.of(session)
        steps = self._wins.onward(moment.view, moment.autoplay)
        return tuple(move for step in steps for move in (step.move, *step.automoves))

    def remember_win(self, session: Session | VisibleHistory, moves: Iterable[Move]) -> bool:
        """Remember a win that another coach had in mind; False if that does not win here."""
        moment = VisibleHistory.of(session)
        if not moment.is_open:
            return False
        line = replay_win(self.game, moment.position(), moves, moment.autoplay)
        if line is None:
            return False
        self._wins.learn(moment.view, line, moment.autoplay)
        return True

    # -- what to do next --------------------------------------------------------------------------

    def hint(
        self,
        session: Session | VisibleHistory,
        *,
        cancel: Event | None = None,
        progress: Callable[[Hint], None] | None = None,
        limit: Limit | None = None,
    ) -> Hint:
        """What to do next: the next move of a win, or the one that keeps the most samples winnable.

        Who follows hints where nothing is hidden wins, in as many moves as were told. `progress`
        hears of a move chosen while its share is still being told more exactly; `cancel` makes it
        return what is known by then.
        """
        moment = VisibleHistory.of(session)
        verdict = self._known(moment)
        if verdict is not None:
            return Hint(None, verdict, moves=0 if verdict is Verdict.WINNABLE else None)
        if moment.is_open:
            verdict = self._solve(moment, limit, cancel)
            steps, is_spoilt = self._onward(moment)
            if not steps:
                return Hint(None, verdict)
            return Hint(steps[0].move, verdict, len(steps), autoplay_off=is_spoilt)
        return self._sampled_hint(moment, limit, cancel, progress)

    def _sampled_hint(
        self,
        moment: VisibleHistory,
        limit: Limit | None,
        cancel: Event | None,
        progress: Callable[[Hint], None] | None,
    ) -> Hint:
        hidden, key = moment.hidden, (moment.views, moment.autoplay)
        if (known := self._hints.get(key)) is not None:
            return known
        if is_dead_end(self.game, hidden, cancel=cancel):
            self._lost.add(moment.view)
            return Hint(None, Verdict.LOST)
        verdict = Verdict.UNSETTLED
        if hidden.ways <= self._patience.report_samples:
            found = self._count(moment, limit, self._patience.report_states, cancel)
            verdict = found.verdict
            if verdict is Verdict.LOST:
                return Hint(None, verdict, odds=found)
        with SolverPool(self.game, cancel) as crew:
            hint = self._chosen(moment, crew, verdict)
            if hint.move is None:
                return hint

            def tell(found: Odds) -> None:
                if progress is not None:
                    progress(replace(hint, odds=found))

            hint = replace(hint, odds=self._told(moment, hint.move, crew, limit, tell))
        if limit is None and not _is_set(cancel):
            _remember(self._hints, key, hint)
        return hint

    def _chosen(self, moment: VisibleHistory, crew: SolverPool, verdict: Verdict) -> Hint:
        """A hint without its odds; without a move if it was called off."""
        hidden, autoplay = moment.hidden, moment.autoplay
        safe = safe_move(self.game, hidden.laid(hidden.unseen))
        if safe is not None:
            return Hint(safe, verdict, is_safe=True)
        planned = self._plans.get((moment.view, autoplay))
        if planned is not None:
            return Hint(planned, verdict)
        choice = choose(hidden, autoplay, set(moment.views), crew, self._patience, self.seed)
        if choice is None:
            return Hint(None, verdict)
        plan = choice.plan
        for here, move in zip(plan.views[1:], plan.moves[1:], strict=True):
            _remember(self._plans, (here, autoplay), move)
        return Hint(
            plan.moves[0],
            verdict,
            considered=choice.considered,
            samples=choice.samples,
            better=choice.better,
        )

    def _told(
        self,
        moment: VisibleHistory,
        move: Move,
        crew: SolverPool,
        limit: Limit | None,
        progress: Callable[[Odds], None],
    ) -> Odds:
        """The odds after a move, from samples that had no part in choosing it."""
        hidden, most = moment.hidden, self._patience.report_samples
        exact = hidden.ways <= most
        ways = (hidden.every if exact else hidden.some)(self.seed, "told")

        def after(position: Position) -> Position:
            return apply_autoplay(self.game, self.game.apply(position, move), moment.autoplay)[1]

        return count_ways(
            crew,
            map(after, islice(ways, most)),
            limit or self._patience.sample_limit,
            self._patience.report_states,
            exact,
            progress,
        )


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _remember(memory: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    if len(memory) > _MOST:
        memory.clear()
    memory[key] = value


def _is_set(cancel: Event | None) -> bool:
    return cancel is not None and cancel.is_set()

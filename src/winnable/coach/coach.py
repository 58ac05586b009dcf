"""The coach: whether a game can still be won, and what to do next.

Where nothing is hidden it solves the position (`win_finder`); where cards are hidden it samples
them (`sampled_advice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event

from winnable.coach.effort import Effort, effort_for
from winnable.coach.evaluation import Evaluation
from winnable.coach.hint import Hint
from winnable.coach.odds import Odds, immediate_verdict
from winnable.coach.sampled_advice import SampledAdvice
from winnable.coach.visible_history import VisibleHistory
from winnable.coach.win_finder import WinFinder, all_moves
from winnable.moves import Move
from winnable.play import Session
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, solve
from winnable.view import View

__all__ = ["Coach"]


class Coach:
    """Advice for one game in progress. It remembers what it finds; threads may share a coach.

    Its answers follow from what is in sight, now and earlier in the game, and from the seed. It
    never looks at hidden cards, except in `as_dealt`.
    """

    def __init__(self, game: Game, *, seed: int = 0, effort: Effort | None = None) -> None:
        self.game, self.seed = game, seed
        self.effort = effort or effort_for(game)
        self._wins = WinFinder(game)
        self._samples = SampledAdvice(game, self.effort, seed)
        self._lost: set[View] = set()
        """Views from which the game is lost, and so from every later one."""

    def evaluate(
        self,
        session: Session | VisibleHistory,
        *,
        cancel: Event | None = None,
        progress: Callable[[Evaluation], None] | None = None,
        limit: Limit | None = None,
    ) -> Evaluation:
        """Whether a game can still be won.

        `limit` is for the position or, where cards are hidden, for each sample. There `progress`
        gets the evaluation so far, and `cancel` makes it return that.
        """
        history = VisibleHistory.of(session)
        verdict = self._known_verdict(history)
        if verdict is not None:
            return Evaluation(verdict, moves=_moves_left(verdict))
        if history.is_open:
            win = self._wins.find(history, limit or self.effort.open_limit, cancel)
            moves = None if win.autoplay_off else len(win.steps)
            evaluation = Evaluation(win.verdict, moves=moves or None)
        else:

            def report(odds: Odds) -> None:
                if progress is not None:
                    progress(Evaluation(odds.verdict, odds))

            odds = self._samples.odds(history, limit, cancel, report)
            evaluation = Evaluation(odds.verdict, odds)
            if odds.verdict is not Verdict.LOST:
                chance = self._samples.chance(history, cancel)
                evaluation = replace(evaluation, chance=chance)
        self._note_if_lost(history, evaluation.verdict)
        return evaluation

    def hint(
        self,
        session: Session | VisibleHistory,
        *,
        cancel: Event | None = None,
        progress: Callable[[Hint], None] | None = None,
        limit: Limit | None = None,
    ) -> Hint:
        """What to do next: the next move of a win, or the one that keeps the most samples winnable.

        Where nothing is hidden, following hints wins in the number of moves given. Where cards are
        hidden, `progress` gets the chosen move while its odds are still being refined; `cancel`
        makes it return what is known by then.
        """
        history = VisibleHistory.of(session)
        verdict = self._known_verdict(history)
        if verdict is not None:
            return Hint(None, verdict, moves=_moves_left(verdict))
        if history.is_open:
            win = self._wins.find(history, limit or self.effort.open_limit, cancel)
            hint = Hint(None, win.verdict)
            if win.steps:
                move, moves = win.steps[0].move, len(win.steps)
                hint = Hint(move, win.verdict, moves, autoplay_off=win.autoplay_off)
        else:
            hint = self._samples.hint(history, limit, cancel, progress)
        self._note_if_lost(history, hint.verdict)
        return hint

    def as_dealt(
        self, session: Session, *, cancel: Event | None = None, limit: Limit | None = None
    ) -> Result:
        """Whether a game can be won with the hidden cards as they are: only when asked for.

        Nothing of it is remembered, so that it cannot influence a hint.
        """
        limit = limit or self.effort.open_limit
        return solve(self.game, session.position, limit, short=True, cancel=cancel)

    def known_win(self, session: Session | VisibleHistory) -> tuple[Move, ...]:
        """The moves of the win that hints follow, automatic ones too; none if none is known."""
        return all_moves(self._wins.known_steps(VisibleHistory.of(session)))

    def remember_win(self, session: Session | VisibleHistory, moves: Iterable[Move]) -> bool:
        """Take over a win that another coach has found; False if it does not win here."""
        history = VisibleHistory.of(session)
        return history.is_open and self._wins.remember(history, moves)

    def _known_verdict(self, history: VisibleHistory) -> Verdict | None:
        """The verdict if it needs no search: won, no move left, or lost earlier."""
        verdict = immediate_verdict(self.game, history.hidden)
        if verdict is None and not self._lost.isdisjoint(history.views):
            return Verdict.LOST
        return verdict

    def _note_if_lost(self, history: VisibleHistory, verdict: Verdict) -> None:
        if verdict is Verdict.LOST:
            self._lost.add(history.view)


def _moves_left(verdict: Verdict) -> int | None:
    """A game that is won without a search has been won already."""
    return 0 if verdict is Verdict.WINNABLE else None

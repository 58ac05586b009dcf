"""The coach of a game: the lamp, which evaluates every position, and answers to questions.

Everything is computed on background threads from a copy of the session, and cancelled as soon as
the position changes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TypeVar

from textual.message_pump import MessagePump

from winnable.coach import Coach, Evaluation, Hint, Review
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    explain_evaluation,
    explain_hint,
)
from winnable.coach.effort import EffortLevel, effort_for
from winnable.coach.way_back import describe_way_back, find_way_back
from winnable.l10n import t
from winnable.play import Session
from winnable.play.replay import win_session
from winnable.solver import Limit, Result, Verdict
from winnable.tui.actions import GAME_KEYS
from winnable.tui.background import BackgroundRunner, call_on_main_thread, describe_error
from winnable.tui.coach_player import CoachPlayer
from winnable.tui.game_controller import GameController
from winnable.tui.lamp import Lamp
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.verdict_label import thinking_label, verdict_label

__all__ = ["CoachController"]

_SOLVE_LIMIT = Limit(seconds=30)

_LAMP_OFF = StatusPart("")

T = TypeVar("T")


class CoachController:
    """Advises on one game; what it finds goes to the game's controller, on the main thread."""

    def __init__(
        self,
        controller: GameController,
        pump: MessagePump,
        *,
        is_lamp_on: bool,
        show_solution: Callable[[Session], None],
    ) -> None:
        self._game = controller
        self._pump = pump
        self._show_solution = show_solution
        self.coach = Coach(controller.game)
        self.label = _LAMP_OFF
        """The lamp's part of the status line."""
        self._evaluation: Evaluation | None = None
        """What the lamp has found of the position, once that is final."""
        self._is_lamp_on = is_lamp_on
        self._is_hint_counted = False
        self._was_lost = False
        """Whether the last message has already said that the game is lost."""
        self._lamp = Lamp(self.coach, pump, self._show_evaluation)
        self._questions = BackgroundRunner(pump)
        self.player = CoachPlayer(controller, self.coach, pump)
        """Plays by the coach's hints, when asked to."""

    def restart(self) -> None:
        """The position has changed: cancel everything, and evaluate the new one."""
        self.player.position_changed()
        self.cancel_question()
        is_lit = self._is_lamp_on and not self._game.session.is_won
        self.label, self._evaluation = thinking_label() if is_lit else _LAMP_OFF, None
        self._lamp.evaluate(self._game.session if is_lit else None)

    def cancel_question(self) -> None:
        """Stop working on the player's question."""
        if self._questions.is_running:
            self._questions.cancel()
            self._game.say("")

    def close(self) -> None:
        """Stop everything."""
        self.player.stop()
        self._questions.cancel()
        self._lamp.close()

    # -- the lamp ---------------------------------------------------------------------------------

    def set_lamp(self, is_on: bool) -> None:
        if is_on != self._is_lamp_on:
            self._is_lamp_on = is_on
            self.restart()

    def _show_evaluation(self, evaluation: Evaluation, is_final: bool) -> None:
        # The first verdict that is shown counts as help; the lamp's later ones add nothing.
        is_counted = bool(self._game.saved_game.verdicts or evaluation.trouble)
        if not (is_counted or self._count_verdict()):
            return
        self._evaluation = evaluation if is_final else None
        self.label = verdict_label(evaluation, is_final=is_final)
        message = ""
        was_lost = self._was_lost
        if is_final:
            self._was_lost = evaluation.verdict is Verdict.LOST
        if evaluation.trouble:
            message = describe_evaluation(evaluation)
        elif is_final and self._was_lost and not self._game.session.is_stuck:
            lost = t("app.coach.still_lost") if was_lost else describe_evaluation(evaluation)
            message = f"{lost} {self._advice_when_lost}"
        self._game.add(message)

    @property
    def _advice_when_lost(self) -> str:
        if not self._game.session.steps:
            return ""
        return t("app.coach.go_back", key=GAME_KEYS["back"])

    def _count_verdict(self) -> bool:
        """Count that the player sees a verdict; returns whether the game is still the same."""
        return self._game.try_change(self._game.saved_game.count_verdict)

    # -- questions --------------------------------------------------------------------------------

    def hint(self, *, more: bool = False) -> None:
        """Suggest a move; `more`: with what is known about it."""
        self._is_hint_counted = False

        def work(session: Session, cancel: Event) -> Hint:
            def progress(hint: Hint) -> None:
                call_on_main_thread(self._pump, cancel, self._show_hint, hint, more)

            return self.coach.hint(session, cancel=cancel, progress=progress)

        self._ask(t("app.coach.thinking_hint"), work, lambda hint: self._show_hint(hint, more))

    def _show_hint(self, hint: Hint, more: bool) -> None:
        """Show a hint; its odds may be updated later."""
        game = self._game
        if not self._is_hint_counted:
            self._is_hint_counted = True
            if not game.try_change(game.saved_game.count_hint):
                return
        game.hint = hint.move
        message = describe_hint(game.game, game.session.view, hint)
        if hint.verdict is Verdict.LOST:
            message += f" {self._advice_when_lost}"
        if more:
            message += f" {explain_hint(game.game, game.session.view, hint)}"
        game.say(message)

    def verdict(self) -> None:
        """Say whether the game can be won, hidden cards included."""
        self._solve(self._show_verdict)

    def odds(self, *, more: bool = False) -> None:
        """Say how good the chance is, without looking at hidden cards."""
        if self._evaluation is not None and not self._game.session.is_won:
            self._show_odds(self._evaluation, more)
            return
        self._ask(
            t("app.coach.thinking"),
            lambda session, cancel: self.coach.evaluate(session, cancel=cancel),
            lambda evaluation: self._show_odds(evaluation, more),
        )

    def _show_odds(self, evaluation: Evaluation, more: bool) -> None:
        if self._count_verdict():
            is_lost = evaluation.verdict is Verdict.LOST
            details = explain_evaluation(evaluation) if more else ""
            advice = self._advice_when_lost if is_lost else ""
            self._game.say(f"{describe_evaluation(evaluation)} {details} {advice}")

    def set_effort(self, level: EffortLevel) -> None:
        """How hard the coach thinks from now on, about hints and when it plays."""
        self.player.stop()
        self.cancel_question()
        self.coach = Coach(self._game.game, effort=effort_for(self._game.game, level))
        self.player.set_coach(self.coach)

    def _show_verdict(self, result: Result) -> None:
        if self._count_verdict():
            is_hidden = self._game.game.hides_cards
            cards = "hidden" if is_hidden and not self._game.session.view.is_open else "open"
            said = t(f"app.coach.{result.verdict.value}_{cards}")
            is_lost = result.verdict is Verdict.LOST
            self._game.say(f"{said} {self._advice_when_lost if is_lost else ''}")

    def solve(self) -> None:
        """Show the solver play from here."""
        self._solve(self._show_win)

    def _show_win(self, result: Result) -> None:
        game = self._game
        if result.verdict is not Verdict.WINNABLE:
            self._show_verdict(result)
        elif game.try_change(game.saved_game.count_hint):
            game.say("")
            self._show_solution(win_session(game.session, result.moves))

    def _solve(self, show: Callable[[Result], None]) -> None:
        self._ask(
            t("app.coach.solving"),
            lambda session, cancel: self.coach.as_dealt(session, cancel=cancel, limit=_SOLVE_LIMIT),
            show,
        )

    def go_back(self) -> None:
        """Go back to the last position that could be won."""
        is_over = self._game.saved_game.is_over
        self._ask(
            t("app.coach.looking_back"),
            lambda session, cancel: find_way_back(
                self.coach, session, is_over=is_over, cancel=cancel
            ),
            self._go_back_to,
        )

    def _go_back_to(self, found: Review | None) -> None:
        game, last = self._game, None if found is None else found.last_winnable
        said = describe_way_back(found, game.session)
        if last is None or last == len(game.session.steps):
            if found is None or self._count_verdict():
                game.say(said)
        elif game.try_change(lambda: game.saved_game.go_to(last)) and self._count_verdict():
            game.announce(said)

    def _ask(
        self,
        message: str,
        work: Callable[[Session, Event], T],
        show: Callable[[T], None],
    ) -> None:
        """Answer a question in the background, unless the game is won."""
        if self._game.session.is_won:
            self._game.say(t("coach.evaluation.won"))
            return
        self.player.stop()
        self._game.say(message)
        session = self._game.session.copy()
        self._questions.run(lambda cancel: work(session, cancel), show, self._show_error)

    def _show_error(self, error: Exception) -> None:
        self._game.say(t("app.coach.failed", why=describe_error(error)))

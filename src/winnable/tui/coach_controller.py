"""The coach of a game: the lamp, which evaluates every position, and answers to questions.

Everything is computed on background threads from a copy of the session, and cancelled as soon as
the position changes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TypeVar

from textual.message_pump import MessagePump

from winnable.coach import Coach, Evaluation, Hint, LiveEvaluator, Review, review
from winnable.coach.descriptions import describe_evaluation, describe_hint
from winnable.errors import sentence
from winnable.play import Session
from winnable.play.replay import win_session
from winnable.solver import Limit, Result, Verdict
from winnable.tui.actions import GAME_KEYS
from winnable.tui.background import BackgroundRunner, call_on_main_thread, describe_error
from winnable.tui.coach_player import CoachPlayer
from winnable.tui.game_controller import GameController
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.verdict_label import THINKING, verdict_label
from winnable.wording import counted

__all__ = ["CoachController"]

_SOLVE_LIMIT = Limit(seconds=30)

_LAMP_OFF = StatusPart("")
_GO_BACK = f"Press {GAME_KEYS['back']} to go back to the last position that could be won."

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
        self._evaluator = LiveEvaluator(self.coach, self._evaluated)
        self._position_passed = Event()
        """Set when the position that is being evaluated has changed."""
        self._questions = BackgroundRunner(pump)
        self.player = CoachPlayer(controller, self.coach, pump)
        """Plays by the coach's hints, when asked to."""

    def restart(self) -> None:
        """The position has changed: cancel everything, and evaluate the new one."""
        self.player.position_changed()
        self.cancel_question()
        # After `stop` the evaluator reports no more on the old position. Only then may the event be
        # replaced: the evaluator's thread attaches the current one to whatever it reports.
        self._evaluator.stop()
        self._position_passed.set()
        self._position_passed = Event()
        self.label, self._evaluation = _LAMP_OFF, None
        if self._is_lamp_on and not self._game.session.is_won:
            self.label = THINKING
            self._evaluator.evaluate(self._game.session.copy())

    def cancel_question(self) -> None:
        """Stop working on the player's question."""
        if self._questions.is_running:
            self._questions.cancel()
            self._game.say("")

    def close(self) -> None:
        """Stop everything. The evaluator may need a moment to end; do not wait for it."""
        self.player.stop()
        self._questions.cancel()
        self._position_passed.set()
        Thread(target=self._evaluator.close, name="close evaluator", daemon=True).start()

    # -- the lamp ---------------------------------------------------------------------------------

    def set_lamp(self, is_on: bool) -> None:
        if is_on != self._is_lamp_on:
            self._is_lamp_on = is_on
            self.restart()

    def say_evaluation(self) -> None:
        """Say in words what the lamp shows."""
        if self._game.session.is_won:
            self._game.say("The game is won.")
        elif self._evaluation is None:
            self._game.say("The lamp is still thinking.")
        else:
            is_lost = self._evaluation.verdict is Verdict.LOST
            advice = self._advice_when_lost if is_lost else ""
            self._game.say(f"{describe_evaluation(self._evaluation)} {advice}")

    def _evaluated(self, evaluation: Evaluation, is_final: bool) -> None:
        """On the evaluator's thread."""
        call_on_main_thread(
            self._pump, self._position_passed, self._show_evaluation, evaluation, is_final
        )

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
            lost = "Still lost." if was_lost else describe_evaluation(evaluation)
            message = f"{lost} {self._advice_when_lost}"
        self._game.add(message)

    @property
    def _advice_when_lost(self) -> str:
        return _GO_BACK if self._game.session.steps else ""

    def _count_verdict(self) -> bool:
        """Count that the player sees a verdict; returns whether the game is still the same."""
        return self._game.try_change(self._game.saved_game.count_verdict)

    # -- questions --------------------------------------------------------------------------------

    def hint(self) -> None:
        """Suggest a move."""
        self._is_hint_counted = False

        def work(session: Session, cancel: Event) -> Hint:
            def progress(hint: Hint) -> None:
                call_on_main_thread(self._pump, cancel, self._show_hint, hint)

            return self.coach.hint(session, cancel=cancel, progress=progress)

        self._ask("Thinking about a hint ...", work, self._show_hint)

    def _show_hint(self, hint: Hint) -> None:
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
        game.say(message)

    def as_dealt(self) -> None:
        """Say whether the game can be won, hidden cards included."""
        self._solve(self._show_verdict)

    def _show_verdict(self, result: Result) -> None:
        if self._count_verdict():
            is_hidden = self._game.game.hides_cards
            subject = "As dealt, hidden cards included, this" if is_hidden else "This"
            self._game.say(
                {
                    Verdict.WINNABLE: f"{subject} game can still be won.",
                    Verdict.LOST: f"{subject} game is lost. {self._advice_when_lost}",
                    Verdict.UNSETTLED: "The solver could not settle in time whether it can be won.",
                }[result.verdict]
            )

    def watch(self) -> None:
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
            "Asking the solver ...",
            lambda session, cancel: self.coach.as_dealt(session, cancel=cancel, limit=_SOLVE_LIMIT),
            show,
        )

    def go_back(self) -> None:
        """Go back to the last position that could be won."""
        self._ask(
            "Looking for the last position that could be won ...",
            lambda session, cancel: review(session, cancel=cancel, with_luck=False),
            self._go_back_to,
        )

    def _go_back_to(self, found: Review) -> None:
        game, made, last = self._game, len(self._game.session.steps), found.last_winnable
        hidden = " (hidden cards included)" if game.game.hides_cards else ""
        if last is None or last == made:
            if self._count_verdict():
                game.say(_why_not_back(found, hidden))
        elif game.try_change(lambda: game.saved_game.go_to(last)) and self._count_verdict():
            kind = "that could be won" if found.mistake is not None else "known to be winnable"
            moves = counted(made - last, "move")
            game.announce(f"Back {moves}, to the last position {kind}{hidden}.")

    def _ask(
        self,
        message: str,
        work: Callable[[Session, Event], T],
        show: Callable[[T], None],
    ) -> None:
        """Answer a question in the background, unless the game is won."""
        if self._game.session.is_won:
            self._game.say("The game is won.")
            return
        self.player.stop()
        self._game.say(message)
        session = self._game.session.copy()
        self._questions.run(lambda cancel: work(session, cancel), show, self._show_error)

    def _show_error(self, error: Exception) -> None:
        self._game.say(sentence(f"the coach failed: {describe_error(error)}"))


def _why_not_back(found: Review, hidden: str) -> str:
    if found.last_winnable is not None:
        return f"This position can still be won{hidden}."
    if found.first_lost == 0:
        return f"This deal cannot be won at all{hidden}: no move of yours lost it."
    return f"No position of this game is known to be winnable{hidden}."

"""The lamp: evaluates the position that is shown, on a thread of its own.

A change of the position cancels what is being worked out about the old one.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from textual.message_pump import MessagePump

from winnable.coach import Coach, Evaluation, LiveEvaluator
from winnable.play import Session
from winnable.tui.background import call_on_main_thread

__all__ = ["Lamp"]


class Lamp:
    """`show` is called on the main thread, with an evaluation and whether it is final."""

    def __init__(
        self, coach: Coach, pump: MessagePump, show: Callable[[Evaluation, bool], object]
    ) -> None:
        self._pump, self._show = pump, show
        self._evaluator = LiveEvaluator(coach, self._evaluated)
        self._position_passed = Event()
        """Set when the position that is being evaluated has changed."""

    def evaluate(self, session: Session | None) -> None:
        """Evaluate another position; None: none."""
        # After `stop` the evaluator reports no more on the old position. Only then may the event be
        # replaced: the evaluator's thread attaches the current one to whatever it reports.
        self._evaluator.stop()
        self._position_passed.set()
        self._position_passed = Event()
        if session is not None:
            self._evaluator.evaluate(session.copy())

    def close(self) -> None:
        """Stop for good. The evaluator may need a moment to end; do not wait for it."""
        self._position_passed.set()
        Thread(target=self._evaluator.close, name="close evaluator", daemon=True).start()

    def _evaluated(self, evaluation: Evaluation, is_final: bool) -> None:
        """On the evaluator's thread."""
        call_on_main_thread(self._pump, self._position_passed, self._show, evaluation, is_final)

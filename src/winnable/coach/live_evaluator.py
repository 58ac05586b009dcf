"""Evaluating a game in the background while it is played, always for the latest position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Condition, Event, Thread, current_thread
from typing import NamedTuple, Protocol

from winnable.coach.evaluation import Evaluation
from winnable.coach.visible_history import VisibleHistory
from winnable.play import Session
from winnable.solver import Verdict

__all__ = ["Evaluator", "LiveEvaluator"]

_CLOSE_SECONDS = 2.0
"""How long to wait for the thread to end; a cancelled search ends within a tenth of a second."""


class Evaluator(Protocol):
    """The part of a `Coach` that is needed here."""

    def evaluate(
        self,
        session: VisibleHistory,
        *,
        cancel: Event | None,
        progress: Callable[[Evaluation], None] | None,
    ) -> Evaluation: ...


class _Request(NamedTuple):
    history: VisibleHistory
    cancel: Event


class LiveEvaluator:
    """Evaluates one position at a time on a thread of its own; the next one cancels it.

    `report` is called on that thread, with an evaluation and whether it is final. It is never
    called for a position that is no longer wanted: while it runs, `evaluate` and `stop` wait. So
    it has to return at once and must not wait for the thread that calls those; it should only post
    the evaluation. If the solver fails, the evaluation says so in `trouble`, and the thread goes
    on.
    """

    def __init__(self, coach: Evaluator, report: Callable[[Evaluation, bool], None]) -> None:
        self._coach, self._report = coach, report
        self._changed = Condition()
        self._wanted: _Request | None = None
        """What is to be evaluated, or is being evaluated."""
        self._started: _Request | None = None
        self._is_closed = False
        self._thread: Thread | None = None

    def evaluate(self, session: Session | VisibleHistory) -> None:
        """Start to evaluate a game as it is now; an evaluation in progress is cancelled."""
        self._want(_Request(VisibleHistory.of(session), Event()))

    def stop(self) -> None:
        """Evaluate nothing until the next `evaluate`."""
        self._want(None)

    def close(self) -> None:
        """Stop for good, and wait for the thread to end."""
        with self._changed:
            self._is_closed = True
            self._want(None)
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join(_CLOSE_SECONDS)

    def _want(self, request: _Request | None) -> None:
        with self._changed:
            if self._wanted is not None:
                self._wanted.cancel.set()
            self._wanted = None if self._is_closed else request
            if self._wanted is not None and not (self._thread and self._thread.is_alive()):
                # A daemon, so that one that was never closed does not keep Python from ending.
                self._thread = Thread(target=self._run, name="winnable live evaluator", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while (request := self._wait_for_request()) is not None:
            try:
                evaluation = self._coach.evaluate(
                    request.history,
                    cancel=request.cancel,
                    progress=partial(self._report_if_wanted, request, is_final=False),
                )
            except Exception as error:
                trouble = f"{type(error).__name__}: {error}"
                evaluation = Evaluation(Verdict.UNSETTLED, trouble=trouble)
            self._report_if_wanted(request, evaluation, is_final=True)

    def _wait_for_request(self) -> _Request | None:
        """The next request; None once closed."""
        with self._changed:
            while not self._is_closed and (self._wanted is None or self._wanted is self._started):
                self._changed.wait()
            self._started = self._wanted
            return None if self._is_closed else self._started

    def _report_if_wanted(self, request: _Request, evaluation: Evaluation, is_final: bool) -> None:
        with self._changed:
            if request is self._wanted:
                self._report(evaluation, is_final)

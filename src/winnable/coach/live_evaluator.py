"""The lamp: how the game stands, worked out beside the game, always about the latest position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Condition, Event, Thread, current_thread
from typing import NamedTuple, Protocol

from winnable.coach.evaluation import Evaluation
from winnable.coach.visible_history import VisibleHistory
from winnable.play import Session
from winnable.solver import Verdict

__all__ = ["LiveEvaluator"]

_PATIENCE = 2.0
"""Seconds to wait for the thread's end; a search that is called off ends within a tenth of one."""


class _Adviser(Protocol):
    """What a lamp needs of a coach."""

    def evaluate(
        self,
        session: VisibleHistory,
        *,
        cancel: Event | None,
        progress: Callable[[Evaluation], None] | None,
    ) -> Evaluation: ...


class _Question(NamedTuple):
    """A position to be thought about, and the word to stop."""

    moment: VisibleHistory
    cancel: Event


class LiveEvaluator:
    """Thinks about one position at a time on a thread of its own; the next one calls it off.

    `tell` is called on that thread, with a standing and whether it is final. It is never called for
    a position that is no longer wanted: while it runs, `show` and `stop` wait. So it has to come
    back at once, and must not wait for the thread that calls those; what it hears it should post.
    Should the solver fail, the standing says so in `trouble`, and the lamp burns on.
    """

    def __init__(self, coach: _Adviser, tell: Callable[[Evaluation, bool], None]) -> None:
        self._coach, self._tell = coach, tell
        self._change = Condition()
        self._wanted: _Question | None = None
        """What is to be thought about, or is being thought about."""
        self._begun: _Question | None = None
        self._is_closed = False
        self._thread: Thread | None = None

    def show(self, session: Session | VisibleHistory) -> None:
        """Think about a game as it stands, and about nothing else any more."""
        self._want(_Question(VisibleHistory.of(session), Event()))

    def stop(self) -> None:
        """Think no more, until there is something else to show."""
        self._want(None)

    def close(self) -> None:
        """Stop, and see the thread off. A closed lamp stays dark."""
        with self._change:
            self._is_closed = True
            self._want(None)
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join(_PATIENCE)

    def _want(self, question: _Question | None) -> None:
        with self._change:
            if self._wanted is not None:
                self._wanted.cancel.set()
            self._wanted = None if self._is_closed else question
            if self._wanted is not None and not (self._thread and self._thread.is_alive()):
                # A daemon: a lamp that nobody put out does not keep Python from ending.
                self._thread = Thread(target=self._burn, name="winnable lamp", daemon=True)
                self._thread.start()
            self._change.notify()

    def _burn(self) -> None:
        while (question := self._next()) is not None:
            try:
                standing = self._coach.evaluate(
                    question.moment,
                    cancel=question.cancel,
                    progress=partial(self._say, question, is_final=False),
                )
            except Exception as error:
                standing = Evaluation(Verdict.UNSETTLED, trouble=f"{type(error).__name__}: {error}")
            self._say(question, standing, is_final=True)

    def _next(self) -> _Question | None:
        """The next question, when there is one; None when the lamp is closed."""
        with self._change:
            while not self._is_closed and (self._wanted is None or self._wanted is self._begun):
                self._change.wait()
            self._begun = self._wanted
            return None if self._is_closed else self._begun

    def _say(self, question: _Question, standing: Evaluation, is_final: bool) -> None:
        with self._change:
            if question is self._wanted:
                self._tell(standing, is_final)

"""The live evaluator: about the latest position and no other, whatever the solver does."""

import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Session
from winnable.coach import Coach, Evaluation, LiveEvaluator, Odds
from winnable.coach.visible_history import VisibleHistory
from winnable.solver import Verdict

WINNABLE, LOST, UNSETTLED = (Evaluation(verdict) for verdict in Verdict)
WAIT = 30
"""Seconds after which a test is given up; nothing here takes long."""


class SlowCoach:
    """A coach who evaluates until the test supplies an answer, or until cancelled."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[tuple[VisibleHistory, Event | None]] = SimpleQueue()
        self.answers: SimpleQueue[Evaluation | Exception | None] = SimpleQueue()
        self.cancelled = 0
        self.may_return = Event()
        self.may_return.set()

    def evaluate(
        self,
        session: VisibleHistory,
        *,
        cancel: Event | None = None,
        progress: Callable[[Evaluation], None] | None = None,
    ) -> Evaluation:
        self.asked.put((session, cancel))
        while not (cancel is not None and cancel.is_set()):
            if self.answers.empty():
                time.sleep(0.001)
                continue
            answer = self.answers.get()
            if isinstance(answer, Exception):
                raise answer
            if answer is None:
                return WINNABLE
            assert progress is not None
            progress(answer)
        assert self.may_return.wait(WAIT)
        self.cancelled += 1
        return LOST


class Reports:
    """Collects what the evaluator reports."""

    def __init__(self) -> None:
        self.received: SimpleQueue[tuple[Evaluation, bool]] = SimpleQueue()

    def __call__(self, evaluation: Evaluation, is_final: bool) -> None:
        self.received.put((evaluation, is_final))

    def next(self) -> tuple[Evaluation, bool]:
        return self.received.get(timeout=WAIT)


@pytest.fixture
def coach() -> SlowCoach:
    return SlowCoach()


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def evaluator(coach: SlowCoach, reports: Reports) -> Iterator[LiveEvaluator]:
    evaluator = LiveEvaluator(coach, reports)
    yield evaluator
    evaluator.close()


def test_it_reports_progress_and_the_final_evaluation(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports
) -> None:
    session = Session.new("golf", 1)
    evaluator.evaluate(session)
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(session)
    odds = Evaluation(Verdict.UNSETTLED, Odds(3, 4))
    coach.answers.put(odds)
    assert reports.next() == (odds, False)
    coach.answers.put(None)
    assert reports.next() == (WINNABLE, True)


def test_the_next_position_cancels_the_one_before(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports
) -> None:
    session = Session.new("golf", 1)
    evaluator.evaluate(session)
    first, cancel = coach.asked.get(timeout=WAIT)
    session.make("deal")
    evaluator.evaluate(session)
    assert cancel is not None
    assert cancel.is_set()
    second, _ = coach.asked.get(timeout=WAIT)
    assert (first, second) == (
        VisibleHistory.of(Session.new("golf", 1)),
        VisibleHistory.of(session),
    )
    assert coach.cancelled == 1
    coach.answers.put(None)
    assert reports.next() == (WINNABLE, True)
    assert reports.received.empty(), "what was cancelled is not reported"


def test_positions_that_pass_quickly_are_not_evaluated(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports
) -> None:
    session = Session.new("golf", 1)
    coach.may_return.clear()  # so that the thread has no chance to begin another position
    evaluator.evaluate(session)
    coach.asked.get(timeout=WAIT)
    for _ in range(5):
        session.make("deal")
        evaluator.evaluate(session)
    coach.may_return.set()
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(session)
    coach.answers.put(None)
    assert reports.next() == (WINNABLE, True)
    assert coach.asked.empty()


def test_it_evaluates_the_game_as_it_was_shown(evaluator: LiveEvaluator, coach: SlowCoach) -> None:
    session = Session.new("golf", 1)
    evaluator.evaluate(session)
    session.make("deal")
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(Session.new("golf", 1))


@pytest.mark.parametrize("how", ["stop", "close"])
def test_stopped_or_closed_it_reports_nothing(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports, how: str
) -> None:
    evaluator.evaluate(Session.new("golf", 1))
    _, cancel = coach.asked.get(timeout=WAIT)
    getattr(evaluator, how)()
    assert cancel is not None
    assert cancel.is_set()
    evaluator.close()
    assert coach.cancelled == 1
    assert reports.received.empty()


def test_it_can_go_on_after_stop_but_not_after_close(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports
) -> None:
    evaluator.stop()
    evaluator.evaluate(Session.new("golf", 1))
    coach.answers.put(None)
    assert reports.next() == (WINNABLE, True)
    evaluator.close()
    evaluator.close()
    evaluator.evaluate(Session.new("golf", 2))
    assert coach.asked.get(timeout=WAIT)
    assert coach.asked.empty()


def test_no_stale_answer_after_many_quick_moves() -> None:
    """Once `evaluate` has returned, nothing is reported about an earlier position."""
    wanted, stale = {0}, []

    class QuickCoach:
        def evaluate(
            self,
            session: VisibleHistory,
            *,
            cancel: Event | None = None,
            progress: Callable[[Evaluation], None] | None = None,
        ) -> Evaluation:
            number = len(session.views)
            if progress is not None:
                progress(Evaluation(Verdict.UNSETTLED, moves=number))
            return Evaluation(Verdict.UNSETTLED, moves=number)

    def report(evaluation: Evaluation, is_final: bool) -> None:
        if evaluation.moves not in wanted:
            stale.append(evaluation.moves)

    evaluator = LiveEvaluator(QuickCoach(), report)
    first = VisibleHistory.of(Session.new("aces-up", 1))
    for number in range(1, 301):
        wanted |= {number}
        evaluator.evaluate(VisibleHistory(first.game, first.autoplay, first.views * number))
        wanted &= {number}
        if number % 7 == 0:
            time.sleep(0.0005)
    evaluator.close()
    assert not stale


def test_an_error_is_reported_and_it_goes_on(
    evaluator: LiveEvaluator, coach: SlowCoach, reports: Reports
) -> None:
    evaluator.evaluate(Session.new("golf", 1))
    coach.answers.put(MemoryError("no cards left"))
    evaluation, is_final = reports.next()
    assert is_final
    assert evaluation == Evaluation(Verdict.UNSETTLED, trouble="MemoryError: no cards left")
    evaluator.evaluate(Session.new("golf", 2))
    coach.answers.put(None)
    assert reports.next() == (WINNABLE, True)


def test_it_has_one_daemon_thread(evaluator: LiveEvaluator, coach: SlowCoach) -> None:
    before = threading.active_count()
    for deal in (1, 2, 3):
        evaluator.evaluate(Session.new("golf", deal))
    coach.asked.get(timeout=WAIT)
    threads = [each for each in threading.enumerate() if each.name == "winnable live evaluator"]
    assert len(threads) == 1
    assert threads[0].daemon
    evaluator.close()
    assert threading.active_count() == before


def test_a_report_may_show_another_position(coach: SlowCoach) -> None:
    received: SimpleQueue[Evaluation] = SimpleQueue()
    to_show = [Session.new("golf", 2)]

    def report(evaluation: Evaluation, is_final: bool) -> None:
        received.put(evaluation)
        if to_show:
            live.evaluate(to_show.pop())

    live = LiveEvaluator(coach, report)
    live.evaluate(Session.new("golf", 1))
    for deal in (1, 2):
        assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(Session.new("golf", deal))
        coach.answers.put(None)
        assert received.get(timeout=WAIT) == WINNABLE
    live.close()


@pytest.mark.parametrize("slug", GAMES)
def test_with_a_real_coach(slug: str, reports: Reports) -> None:
    need_kernels()
    evaluator = LiveEvaluator(Coach(GAMES[slug]), reports)
    session = Session.new(slug, 2)
    for _ in range(4):
        session.make(next(session.legal_moves()))
        evaluator.evaluate(session)
    if slug != "aces-up":
        while not reports.next()[1]:
            pass
    evaluator.close()

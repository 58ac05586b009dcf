"""The lamp: about the latest position and no other, whatever the solver does meanwhile."""

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
    """A coach who thinks until the test lets him go on, or he is called off."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[tuple[VisibleHistory, Event | None]] = SimpleQueue()
        self.answers: SimpleQueue[Evaluation | Exception | None] = SimpleQueue()
        self.called_off = 0

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
        self.called_off += 1
        return LOST


class Teller:
    """Writes down what the lamp tells."""

    def __init__(self) -> None:
        self.told: SimpleQueue[tuple[Evaluation, bool]] = SimpleQueue()

    def __call__(self, standing: Evaluation, is_final: bool) -> None:
        self.told.put((standing, is_final))

    def next(self) -> tuple[Evaluation, bool]:
        return self.told.get(timeout=WAIT)


@pytest.fixture
def coach() -> SlowCoach:
    return SlowCoach()


@pytest.fixture
def teller() -> Teller:
    return Teller()


@pytest.fixture
def lamp(coach: SlowCoach, teller: Teller) -> Iterator[LiveEvaluator]:
    lamp = LiveEvaluator(coach, teller)
    yield lamp
    lamp.close()


def test_it_tells_what_it_knows_so_far_and_in_the_end(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller
) -> None:
    session = Session.new("golf", 1)
    lamp.show(session)
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(session)
    odds = Evaluation(Verdict.UNSETTLED, Odds(3, 4))
    coach.answers.put(odds)
    assert teller.next() == (odds, False)
    coach.answers.put(None)
    assert teller.next() == (WINNABLE, True)


def test_the_next_position_calls_off_the_one_before(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller
) -> None:
    session = Session.new("golf", 1)
    lamp.show(session)
    first, cancel = coach.asked.get(timeout=WAIT)
    session.make("deal")
    lamp.show(session)
    assert cancel is not None
    assert cancel.is_set()
    second, _ = coach.asked.get(timeout=WAIT)
    assert (first, second) == (
        VisibleHistory.of(Session.new("golf", 1)),
        VisibleHistory.of(session),
    )
    assert coach.called_off == 1
    coach.answers.put(None)
    assert teller.next() == (WINNABLE, True)
    assert teller.told.empty(), "what was called off is not told"


def test_positions_that_pass_quickly_are_not_thought_about(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller
) -> None:
    session = Session.new("golf", 1)
    lamp.show(session)
    coach.asked.get(timeout=WAIT)
    with lamp._change:  # the lamp's thread has no chance to begin in between
        for _ in range(5):
            session.make("deal")
            lamp.show(session)
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(session)
    coach.answers.put(None)
    assert teller.next() == (WINNABLE, True)
    assert coach.asked.empty()


def test_it_thinks_about_the_game_as_it_stood(lamp: LiveEvaluator, coach: SlowCoach) -> None:
    session = Session.new("golf", 1)
    lamp.show(session)
    session.make("deal")
    assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(Session.new("golf", 1))


@pytest.mark.parametrize("how", ["stop", "close"])
def test_put_out_it_tells_nothing(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller, how: str
) -> None:
    lamp.show(Session.new("golf", 1))
    _, cancel = coach.asked.get(timeout=WAIT)
    getattr(lamp, how)()
    assert cancel is not None
    assert cancel.is_set()
    lamp.close()
    assert coach.called_off == 1
    assert teller.told.empty()


def test_stopped_it_can_burn_again_but_not_closed(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller
) -> None:
    lamp.stop()
    lamp.show(Session.new("golf", 1))
    coach.answers.put(None)
    assert teller.next() == (WINNABLE, True)
    lamp.close()
    lamp.close()
    lamp.show(Session.new("golf", 2))
    assert coach.asked.get(timeout=WAIT)
    assert coach.asked.empty()


def test_no_stale_answer_in_a_storm_of_moves() -> None:
    """Many positions in quick succession, on a coach who answers at once or not at all."""
    latest, stale = [0], []

    class Quick:
        def evaluate(
            self,
            session: VisibleHistory,
            *,
            cancel: Event | None = None,
            progress: Callable[[Evaluation], None] | None = None,
        ) -> Evaluation:
            number = len(session.views) - 1
            if progress is not None:
                progress(Evaluation(Verdict.UNSETTLED, moves=number))
            return Evaluation(Verdict.UNSETTLED, moves=number)

    def tell(standing: Evaluation, is_final: bool) -> None:
        if standing.moves != latest[0]:
            stale.append(standing.moves)

    lamp = LiveEvaluator(Quick(), tell)
    session = Session.new("aces-up", 1)
    moments = [VisibleHistory.of(session)]
    moments += [
        VisibleHistory(m.game, m.autoplay, m.views * (n + 1)) for n, m in enumerate(moments * 300)
    ]
    for moment in moments:
        with lamp._change:  # a face shows a position and takes note of it, as one
            latest[0] = len(moment.views) - 1
            lamp.show(moment)
        if len(moment.views) % 7 == 0:
            time.sleep(0.0005)
    lamp.close()
    assert not stale


def test_what_goes_wrong_is_told_and_the_lamp_burns_on(
    lamp: LiveEvaluator, coach: SlowCoach, teller: Teller
) -> None:
    lamp.show(Session.new("golf", 1))
    coach.answers.put(MemoryError("no cards left"))
    standing, is_final = teller.next()
    assert is_final
    assert standing == Evaluation(Verdict.UNSETTLED, trouble="MemoryError: no cards left")
    lamp.show(Session.new("golf", 2))
    coach.answers.put(None)
    assert teller.next() == (WINNABLE, True)


def test_it_has_one_thread_that_keeps_nobody_from_leaving(
    lamp: LiveEvaluator, coach: SlowCoach
) -> None:
    before = threading.active_count()
    for deal in (1, 2, 3):
        lamp.show(Session.new("golf", deal))
    coach.asked.get(timeout=WAIT)
    burning = [thread for thread in threading.enumerate() if thread.name == "winnable lamp"]
    assert len(burning) == 1
    assert burning[0].daemon
    lamp.close()
    assert threading.active_count() == before


def test_a_teller_may_show_another_position(coach: SlowCoach) -> None:
    told: SimpleQueue[Evaluation] = SimpleQueue()
    burning: list[LiveEvaluator] = []

    def tell(standing: Evaluation, is_final: bool) -> None:
        told.put(standing)
        if burning:
            burning.pop().show(Session.new("golf", 2))

    lit = LiveEvaluator(coach, tell)
    burning.append(lit)
    lit.show(Session.new("golf", 1))
    for deal in (1, 2):
        assert coach.asked.get(timeout=WAIT)[0] == VisibleHistory.of(Session.new("golf", deal))
        coach.answers.put(None)
        assert told.get(timeout=WAIT) == WINNABLE
    lit.close()


@pytest.mark.parametrize("slug", GAMES)
def test_with_a_real_coach(slug: str, teller: Teller) -> None:
    need_kernels()
    lamp = LiveEvaluator(Coach(GAMES[slug]), teller)
    session = Session.new(slug, 2)
    for _ in range(4):
        session.make(next(session.legal_moves()))
        lamp.show(session)
    if slug != "aces-up":
        while not teller.next()[1]:
            pass
    lamp.close()

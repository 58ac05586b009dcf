"""However long a solver thinks, nothing freezes, and no late answer is shown."""

import threading
from importlib import import_module
from threading import Event

import pytest
from tui_driver import (
    LIT,
    Hand,
    click_at,
    drive,
    light,
    press,
    said,
    settle,
    table_app,
    table_screen,
    until,
)

from winnable import Place, Position, Session
from winnable.coach import Evaluation
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict


def slow_solver(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """A solver that thinks until it is called off; the words to stop that it was given."""
    asked: list[Event] = []

    def solve(
        game: Game,
        position: Position,
        limit: Limit | None = None,
        *,
        short: bool = False,
        cancel: Event | None = None,
    ) -> Result:
        assert cancel is not None
        asked.append(cancel)
        cancel.wait()
        return Result(Verdict.UNSETTLED, (), 0, 0.0)

    for module in ("coach", "review", "win_finder"):
        monkeypatch.setattr(import_module(f"winnable.coach.{module}"), "solve", solve)
    return asked


def test_a_slow_solver_freezes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = slow_solver(monkeypatch)

    async def script(pilot: Hand) -> None:
        for number, keys in enumerate((["8", "c", "1"], ["3", "c", "2"], ["u"]), 1):
            await until(pilot, lambda number=number: len(asked) >= number, "the question")  # type: ignore[misc]
            before = asked[-1]
            assert light(pilot) == "thinking ..."
            await press(pilot, *keys)
            assert said(pilot).startswith(("t8c1", "t3c2", "Taken back"))
            assert before.is_set(), "the move calls it off"
        await press(pilot, "b")
        assert said(pilot) == "Looking back ..."
        await click_at(pilot, Place.parse("t2"))
        assert said(pilot) == "K♠ picked up: where to?"
        await press(pilot, "escape", "w")
        assert said(pilot) == "Asking the solver ..."
        await press(pilot, "question_mark", "q", "q", "q")

    drive(table_app(Session.new("freecell", 617), options=LIT), script)
    assert all(cancel.is_set() for cancel in asked)


def test_nobody_waits_for_a_solver_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    release, begun = Event(), Event()

    def deaf(*_: object, **__: object) -> Result:
        begun.set()
        release.wait()
        return Result(Verdict.WINNABLE, (), 0, 0.0)

    monkeypatch.setattr("winnable.coach.coach.solve", deaf)

    async def script(pilot: Hand) -> None:
        await until(pilot, begun.is_set, "the question")
        await press(pilot, "q", "q")

    drive(table_app(Session.new("freecell", 617), options=LIT), script)
    assert not release.is_set(), "the app has ended before the solver"
    release.set()
    for thread in threading.enumerate():
        if thread.name in ("winnable live evaluator", "lamp closer"):
            thread.join(60)


def test_a_thought_about_another_position_is_never_shown() -> None:
    """The lamp has a thread of its own: what it says late is not about the new table."""

    async def script(pilot: Hand) -> None:
        counsel = table_screen(pilot).counsel
        late = Evaluation(Verdict.LOST)
        before = counsel._passed
        await press(pilot, "8", "c", "1")
        assert before.is_set()
        assert counsel._passed is not before
        for _ in range(30):
            counsel.look()
            counsel._lit(late, True)  # told for the table as it was ...
            counsel.look()  # ... which has changed before it arrives
        await settle(pilot)
        assert "lost" not in light(pilot)

    drive(table_app(Session.new("freecell", 617)), script)


def test_a_hint_is_called_off_by_whatever_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = slow_solver(monkeypatch)

    async def script(pilot: Hand) -> None:
        for keys in (["8"], ["escape", "u"], ["8", "c", "1"], ["q"]):
            await press(pilot, "escape", "H")
            assert said(pilot) == "Thinking about a hint ..."
            await until(pilot, lambda: not asked[-1].is_set(), "the question")
            await press(pilot, *keys)
            await until(pilot, lambda: all(cancel.is_set() for cancel in asked), "the end of it")

    session = Session.new("freecell", 617)
    session.make("t3c4")
    drive(table_app(session), script)


def test_whoever_looks_elsewhere_waits_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = slow_solver(monkeypatch)

    async def script(pilot: Hand) -> None:
        await press(pilot, "w")
        await until(pilot, lambda: bool(asked), "the question")
        await press(pilot, "question_mark")
        await until(pilot, asked[0].is_set, "the end of it")
        await press(pilot, "q")
        assert said(pilot) == ""

    drive(table_app(Session.new("freecell", 617)), script)

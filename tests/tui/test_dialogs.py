"""Windows: they take an answer or none, and never more than themselves away."""

from collections.abc import Callable
from threading import Event

import pytest
from tui_driver import QUIET, Hand, drive, picture, press, press_at_once, until

from winnable.errors import NotationError
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.dialogs import Ask, Choose, Wait


def answers(window: Callable[[], Ask | Choose | Wait], *keys: str) -> list[object]:
    """What a window answers when keys are pressed in it; the list of games lies below it."""
    got: list[object] = []

    async def script(pilot: Hand) -> None:
        pilot.app.push_screen(window(), got.append)
        await until(pilot, lambda: not isinstance(pilot.app.screen, ChooserScreen), "the window")
        await press(pilot, *keys)
        await until(pilot, lambda: bool(got), "the answer")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(WinnableApp(None, QUIET), script)
    return got


def refuse_six(answer: str) -> None:
    if answer == "6":
        raise NotationError("six is [no] number: choose another")


def test_an_answer() -> None:
    assert answers(lambda: Ask("What?", refuse_six), *"42", "enter") == ["42"]
    assert answers(lambda: Ask("What?", refuse_six), *"42", "escape") == [None]
    assert answers(lambda: Ask("What?", refuse_six, "given"), "enter") == ["given"]


def test_an_answer_that_will_not_do_can_be_mended() -> None:
    async def script(pilot: Hand) -> None:
        got: list[object] = []
        pilot.app.push_screen(Ask("What?", refuse_six), got.append)
        await press(pilot, "6", "enter")
        await until(
            pilot, lambda: "Six is [no] number: choose another." in picture(pilot), "the complaint"
        )
        await press(pilot, "backspace", "7", "enter")
        assert got == ["7"]

    drive(WinnableApp(None, QUIET), script)


CHOICES = [("a", "the first"), ("b", "the second"), ("c", "the third")]


def test_a_choice() -> None:
    assert answers(lambda: Choose("Which?", CHOICES), "down", "enter") == ["b"]
    assert answers(lambda: Choose("Which?", CHOICES, "c"), "enter") == ["c"]
    assert answers(lambda: Choose("Which?", CHOICES, "z"), "enter") == ["a"]
    assert answers(lambda: Choose("Which?", CHOICES), "escape") == [None]


@pytest.mark.parametrize("keys", [["enter", "enter"], ["escape", "escape"], ["enter", "escape"]])
def test_a_key_pressed_twice_takes_one_window_away(keys: list[str]) -> None:
    async def script(pilot: Hand) -> None:
        got: list[object] = []
        pilot.app.push_screen(Choose("Lower?", CHOICES), got.append)
        pilot.app.push_screen(Choose("Upper?", CHOICES), got.append)
        await until(pilot, lambda: len(pilot.app.screen_stack) == 4, "both")
        await press_at_once(pilot, *keys)
        assert not isinstance(pilot.app.screen, ChooserScreen) or len(got) == 2
        assert len(pilot.app.screen_stack) == 4 - len(got)
        assert len(pilot.app.screen_stack) >= 2

    drive(WinnableApp(None, QUIET), script)


# -- waiting --------------------------------------------------------------------------------------


def test_what_was_waited_for() -> None:
    assert answers(lambda: Wait("Looking ...", lambda cancel, tell: 42, "deals")) == [42]


def test_waiting_is_told_how_far_it_is_and_can_be_called_off() -> None:
    called_off = Event()

    def find(cancel: Event, tell: Callable[[int], None]) -> int:
        tell(17)
        cancel.wait()
        called_off.set()
        return 42

    async def script(pilot: Hand) -> None:
        got: list[object] = []
        pilot.app.push_screen(Wait("Looking ...", find, "deals looked at"), got.append)
        await until(pilot, lambda: "17 deals looked at" in picture(pilot), "how far it is")
        await press(pilot, "escape")
        assert got == [None]
        assert isinstance(pilot.app.screen, ChooserScreen)
        await until(pilot, called_off.is_set, "the end of it")
        await press(pilot, "down")
        assert isinstance(pilot.app.screen, ChooserScreen), "the late answer takes nothing away"
        assert got == [None]

    drive(WinnableApp(None, QUIET), script)


def test_what_is_found_under_another_window_is_not_lost() -> None:
    go_on = Event()

    def find(cancel: Event, tell: Callable[[int], None]) -> int:
        go_on.wait(60)
        return 42

    async def script(pilot: Hand) -> None:
        got: list[object] = []
        wait = Wait("Looking ...", find, "deals")
        pilot.app.push_screen(wait, got.append)
        pilot.app.push_screen(Choose("Upper?", CHOICES))
        await until(pilot, lambda: len(pilot.app.screen_stack) == 4, "both")
        go_on.set()
        await until(pilot, lambda: not wait._thinker.is_busy, "the answer")
        assert got == []
        await press(pilot, "escape")
        await until(pilot, lambda: got == [42], "the answer")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(WinnableApp(None, QUIET), script)


def test_waiting_in_vain() -> None:
    def fail(cancel: Event, tell: Callable[[int], None]) -> int:
        raise NotationError("there is no such deal")

    async def script(pilot: Hand) -> None:
        got: list[object] = []
        pilot.app.push_screen(Wait("Looking ...", fail, "deals"), got.append)
        await until(pilot, lambda: "There is no such deal." in picture(pilot), "the failure")
        await press(pilot, "escape")
        assert got == [None]

    drive(WinnableApp(None, QUIET), script)

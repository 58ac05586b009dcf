"""Dialogs: they return a result or none, and close nothing but themselves."""

from collections.abc import Callable
from threading import Event

import pytest
from tui_driver import LAMP_OFF, Driver, drive, picture, press, press_at_once, until

from winnable.errors import NotationError
from winnable.tui.app import WinnableApp
from winnable.tui.screens.dialogs import ChoiceDialog, TextDialog, WaitDialog
from winnable.tui.screens.game_chooser import GameChooserScreen


def results(
    dialog: Callable[[], TextDialog | ChoiceDialog | WaitDialog], *keys: str
) -> list[object]:
    """The results of a dialog over the list of games, after pressing keys."""
    got: list[object] = []

    async def script(pilot: Driver) -> None:
        pilot.app.push_screen(dialog(), got.append)
        await until(
            pilot, lambda: not isinstance(pilot.app.screen, GameChooserScreen), "the dialog"
        )
        await press(pilot, *keys)
        await until(pilot, lambda: bool(got), "the result")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(WinnableApp(None, LAMP_OFF), script)
    return got


def refuse_six(answer: str) -> None:
    if answer == "6":
        raise NotationError("six is [no] number: choose another")


def test_a_text() -> None:
    assert results(lambda: TextDialog("What?", refuse_six), *"42", "enter") == ["42"]
    assert results(lambda: TextDialog("What?", refuse_six), *"42", "escape") == [None]
    assert results(lambda: TextDialog("What?", refuse_six, "given"), "enter") == ["given"]


def test_a_text_that_is_not_accepted_can_be_corrected() -> None:
    async def script(pilot: Driver) -> None:
        got: list[object] = []
        pilot.app.push_screen(TextDialog("What?", refuse_six), got.append)
        await press(pilot, "6", "enter")
        await until(
            pilot, lambda: "Six is [no] number: choose another." in picture(pilot), "the error"
        )
        await press(pilot, "backspace", "7", "enter")
        assert got == ["7"]

    drive(WinnableApp(None, LAMP_OFF), script)


CHOICES = [("a", "the first"), ("b", "the second"), ("c", "the third")]


def test_a_choice() -> None:
    assert results(lambda: ChoiceDialog("Which?", CHOICES), "down", "enter") == ["b"]
    assert results(lambda: ChoiceDialog("Which?", CHOICES, "c"), "enter") == ["c"]
    assert results(lambda: ChoiceDialog("Which?", CHOICES, "z"), "enter") == ["a"]
    assert results(lambda: ChoiceDialog("Which?", CHOICES), "escape") == [None]


@pytest.mark.parametrize("keys", [["enter", "enter"], ["escape", "escape"], ["enter", "escape"]])
def test_a_key_pressed_twice_closes_one_dialog(keys: list[str]) -> None:
    async def script(pilot: Driver) -> None:
        got: list[object] = []
        pilot.app.push_screen(ChoiceDialog("Lower?", CHOICES), got.append)
        pilot.app.push_screen(ChoiceDialog("Upper?", CHOICES), got.append)
        await until(pilot, lambda: len(pilot.app.screen_stack) == 4, "both")
        await press_at_once(pilot, *keys)
        assert not isinstance(pilot.app.screen, GameChooserScreen) or len(got) == 2
        assert len(pilot.app.screen_stack) == 4 - len(got)
        assert len(pilot.app.screen_stack) >= 2

    drive(WinnableApp(None, LAMP_OFF), script)


# -- waiting --------------------------------------------------------------------------------------


def test_waiting_for_a_result() -> None:
    assert results(lambda: WaitDialog("Looking ...", lambda cancel, report: 42)) == [42]


def test_waiting_shows_the_progress_and_can_be_cancelled() -> None:
    cancelled = Event()

    def find(cancel: Event, report: Callable[[int], None]) -> int:
        report(17)
        cancel.wait()
        cancelled.set()
        return 42

    async def script(pilot: Driver) -> None:
        got: list[object] = []
        pilot.app.push_screen(WaitDialog("Looking ...", find), got.append)
        await until(pilot, lambda: "17 deals checked" in picture(pilot), "the progress")
        await press(pilot, "escape")
        assert got == [None]
        assert isinstance(pilot.app.screen, GameChooserScreen)
        await until(pilot, cancelled.is_set, "the end of it")
        await press(pilot, "down")
        assert isinstance(pilot.app.screen, GameChooserScreen), "the late result closes nothing"
        assert got == [None]

    drive(WinnableApp(None, LAMP_OFF), script)


def test_a_result_under_another_dialog_is_not_lost() -> None:
    go_on = Event()

    def find(cancel: Event, report: Callable[[int], None]) -> int:
        go_on.wait(60)
        return 42

    async def script(pilot: Driver) -> None:
        got: list[object] = []
        wait = WaitDialog("Looking ...", find)
        pilot.app.push_screen(wait, got.append)
        pilot.app.push_screen(ChoiceDialog("Upper?", CHOICES))
        await until(pilot, lambda: len(pilot.app.screen_stack) == 4, "both")
        go_on.set()
        await until(pilot, lambda: wait.found == 42, "the result")
        assert got == []
        await press(pilot, "escape")
        await until(pilot, lambda: got == [42], "the result")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(WinnableApp(None, LAMP_OFF), script)


def test_a_search_that_fails() -> None:
    def fail(cancel: Event, report: Callable[[int], None]) -> int:
        raise NotationError("there is no such deal")

    async def script(pilot: Driver) -> None:
        got: list[object] = []
        pilot.app.push_screen(WaitDialog("Looking ...", fail), got.append)
        await until(pilot, lambda: "There is no such deal." in picture(pilot), "the failure")
        await press(pilot, "escape")
        assert got == [None]

    drive(WinnableApp(None, LAMP_OFF), script)


def test_a_long_question_is_shown_whole_in_a_narrow_terminal() -> None:
    question = "Which of the lines that are kept beside this game do you want to see?"

    async def script(pilot: Driver) -> None:
        pilot.app.push_screen(ChoiceDialog(question, CHOICES))
        await until(pilot, lambda: "Which" in picture(pilot), "the dialog")
        shown = " ".join(picture(pilot).replace("│", " ").split())
        assert question in shown

    drive(WinnableApp(None, LAMP_OFF), script, (40, 20))

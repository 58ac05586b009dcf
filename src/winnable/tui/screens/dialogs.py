"""Small windows over a screen: a text to enter, a list to choose from, something to wait for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static

from winnable.errors import WinnableError, sentence
from winnable.l10n import t
from winnable.tui.background import BackgroundRunner, call_on_main_thread, describe_error

__all__ = ["ChoiceDialog", "Dialog", "TextDialog", "WaitDialog"]

T = TypeVar("T")


class Dialog(ModalScreen[T | None], Generic[T]):
    """A window that is closed with a result, or cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def close(self, result: T | None) -> None:
        """Close the window; pressing a key twice closes nothing else."""
        if self.is_active:
            self.dismiss(result)

    def action_close(self) -> None:
        self.close(None)


class TextDialog(Dialog[str]):
    """Asks for a line of text.

    `accept` is called with it; if it raises a WinnableError, the message is shown and the player
    can correct the text.
    """

    def __init__(self, question: str, accept: Callable[[str], object], given: str = "") -> None:
        super().__init__()
        self.question, self.accept, self.given = question, accept, given

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield Input(self.given, id="answer", compact=True)
            yield Static(t("app.dialog.confirm"), id="error", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        answer = event.value.strip()
        try:
            self.accept(answer)
        except WinnableError as error:
            self.query_one("#error", Static).update(sentence(str(error)))
        else:
            self.close(answer)


class ChoiceDialog(Dialog[str]):
    """Asks to choose one of several names, each shown with a label."""

    def __init__(self, question: str, choices: Sequence[tuple[str, str]], at: str = "") -> None:
        super().__init__()
        self.question, self.choices, self.at = question, choices, at

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            yield OptionList(*(label for _, label in self.choices), markup=False, compact=True)

    def on_mount(self) -> None:
        names = [name for name, _ in self.choices]
        self.query_one(OptionList).highlighted = names.index(self.at) if self.at in names else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(self.choices[event.option_index][0])


class WaitDialog(Dialog[int]):
    """Waits for a search that runs in the background; Esc cancels it.

    `find` gets its cancel event and a function to report its progress to.
    """

    def __init__(self, message: str, find: Callable[[Event, Callable[[int], None]], int]) -> None:
        super().__init__()
        self.message, self.find = message, find
        self._search = BackgroundRunner(self)
        self.found: int | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self.message, markup=False)
            yield Static("", id="progress", markup=False)
            yield Label(t("app.dialog.cancel"), markup=False)

    def on_mount(self) -> None:
        def work(cancel: Event) -> int:
            return self.find(
                cancel, lambda count: call_on_main_thread(self, cancel, self._show_count, count)
            )

        self._search.run(work, self._finish, self._show_error)

    def on_unmount(self) -> None:
        self._search.cancel()

    def on_screen_resume(self) -> None:
        """The search may have ended while another window was open over this one."""
        if self.found is not None:
            self.close(self.found)

    def _finish(self, found: int) -> None:
        self.found = found
        self.close(found)

    def _show_count(self, count: int) -> None:
        self.query_one("#progress", Static).update(t("app.dialog.deals_checked", count=count))

    def _show_error(self, error: Exception) -> None:
        self.query_one("#progress", Static).update(sentence(describe_error(error)))

    def action_close(self) -> None:
        self._search.cancel()
        super().action_close()

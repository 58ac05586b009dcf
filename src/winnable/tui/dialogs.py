"""Small windows over a screen: a question, a list to choose from, something to wait for."""

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
from winnable.tui.thinking import Thinker, Thought, post

__all__ = ["Ask", "Choose", "Wait", "Window"]

T = TypeVar("T")


class Window(ModalScreen[T | None], Generic[T]):
    """A window that is left with an answer, or without one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "away", show=False)]

    def answer(self, answer: T | None) -> None:
        """Leave with an answer; a key pressed twice takes nothing else away."""
        if self.is_active:
            self.dismiss(answer)

    def action_away(self) -> None:
        """Leave without one."""
        self.answer(None)

    def on_thought(self, thought: Thought) -> None:
        """Something that was thought about off the main thread has come to an end."""
        thought.arrive()


class Ask(Window[str]):
    """A question with a line to answer it.

    `take` does something with the answer; one that will not do is told why, and may be mended.
    """

    def __init__(self, question: str, take: Callable[[str], object], given: str = "") -> None:
        super().__init__()
        self.question, self.take, self.given = question, take, given

    def compose(self) -> ComposeResult:
        """The question, the line, and room for a complaint."""
        with Vertical(classes="window"):
            yield Label(self.question, markup=False)
            yield Input(self.given, id="answer", compact=True)
            yield Static("Enter does it, Esc does not.", id="complaint", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, or say what is wrong with it."""
        event.stop()
        answer = event.value.strip()
        try:
            self.take(answer)
        except WinnableError as error:
            self.query_one("#complaint", Static).update(sentence(str(error)))
        else:
            self.answer(answer)


class Choose(Window[str]):
    """A few things to choose from."""

    def __init__(self, question: str, choices: Sequence[tuple[str, str]], at: str = "") -> None:
        super().__init__()
        self.question, self.choices, self.at = question, choices, at

    def compose(self) -> ComposeResult:
        """The question and the list."""
        with Vertical(classes="window"):
            yield Label(self.question, markup=False)
            yield OptionList(*(words for _, words in self.choices), markup=False, compact=True)

    def on_mount(self) -> None:
        """The cursor is where it was asked for, or at the top."""
        names = [name for name, _ in self.choices]
        self.query_one(OptionList).highlighted = names.index(self.at) if self.at in names else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the choice."""
        event.stop()
        self.answer(self.choices[event.option_index][0])


class Wait(Window[int]):
    """Something takes a while; Esc calls it off.

    `find` is called off the main thread, with the word to stop and somebody to tell how far it is.
    """

    def __init__(
        self, what: str, find: Callable[[Event, Callable[[int], None]], int], unit: str
    ) -> None:
        super().__init__()
        self.what, self.find, self.unit = what, find, unit
        self._thinker = Thinker(self)
        self._found: int | None = None

    def compose(self) -> ComposeResult:
        """What is looked for, how far it is, and the way out."""
        with Vertical(classes="window"):
            yield Label(self.what, markup=False)
            yield Static("", id="far", markup=False)
            yield Label("Esc calls it off.", markup=False)

    def on_mount(self) -> None:
        """Begin."""

        def work(cancel: Event) -> int:
            return self.find(cancel, lambda count: post(self, Thought(cancel, self._tell, count)))

        self._thinker.think(work, self._arrived, self._failed)

    def on_unmount(self) -> None:
        """Nobody waits any more."""
        self._thinker.stop()

    def on_screen_resume(self) -> None:
        """What was found while another window lay over this one is not lost."""
        if self._found is not None:
            self.answer(self._found)

    def _arrived(self, found: int) -> None:
        self._found = found
        self.answer(found)

    def _tell(self, count: int) -> None:
        self.query_one("#far", Static).update(f"{count} {self.unit}")

    def _failed(self, error: Exception) -> None:
        self.query_one("#far", Static).update(sentence(str(error) or type(error).__name__))

    def action_away(self) -> None:
        """Call it off."""
        self._thinker.stop()
        super().action_away()

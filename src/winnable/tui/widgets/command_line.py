"""The command line of a game: moves in any notation, in words, or the name of an action."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from winnable.l10n import t

__all__ = ["CommandLine"]


class CommandLine(Input):
    """An input line with a history: up and down recall earlier lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(
            placeholder=t("app.command_line"),
            id="command",
            compact=True,
        )
        self._history: list[str] = []
        self._at = 0

    def take(self) -> str:
        """Clear the line, and return what was typed."""
        typed = self.value.strip()
        self.clear()
        if typed:
            self._history.append(typed)
        self._at = len(self._history)
        return typed

    def action_recall(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), len(self._history))
        self.value = [*self._history, ""][self._at]
        self.cursor_position = len(self.value)

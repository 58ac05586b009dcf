"""The command line at a table: moves in any notation, and words for everything else."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from winnable.tui.keys import TABLE, Act

__all__ = ["Prompt", "find_act"]

_ALIASES = {
    "quit": "leave",
    "exit": "leave",
    "games": "leave",
    "verdict": "lamp",
    "odds": "lamp",
    "auto": "autoplay",
    "rules": "help",
    "solve": "watch",
}


def find_act(typed: str) -> Act | None:
    """The action that a word calls: by its name, by its label, or by what others call it.

    >>> find_act("As dealt").name, find_act("quit").name, find_act("t1f1")
    ('as_dealt', 'leave', None)
    """
    word = "_".join(typed.lower().split())
    acts = {act.label.replace(" ", "_"): act for act in TABLE} | {act.name: act for act in TABLE}
    return acts.get(_ALIASES.get(word, word))


class Prompt(Input):
    """A line to type on; up and down bring back what was typed before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(
            placeholder="a move such as t3f1, or a word such as undo", id="command", compact=True
        )
        self._typed: list[str] = []
        self._at = 0

    def take(self) -> str:
        """What was typed; the line is empty then."""
        typed = self.value.strip()
        self.clear()
        if typed:
            self._typed.append(typed)
        self._at = len(self._typed)
        return typed

    def action_recall(self, way: int) -> None:
        """What was typed before, or after that."""
        self._at = min(max(self._at + way, 0), len(self._typed))
        self.value = [*self._typed, ""][self._at]
        self.cursor_position = len(self.value)

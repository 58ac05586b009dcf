"""The lines around the card table: the status, the message and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from textual.content import Content
from textual.widgets import Static

from winnable.tui.actions import Action
from winnable.tui.options import Options

__all__ = ["KeyBar", "MessageBar", "StatusBar", "StatusPart"]

_ALWAYS_SHOWN = ("type", "help", "more", "quit", "leave")
"""Through these a player reaches everything that a narrow terminal has no room for."""


class StatusPart(NamedTuple):
    """A part of the status line: its long form, its shorter ones and its colour."""

    long: str
    short: str = ""
    """Empty: left out of a short status line."""
    colour: str = ""
    shortest: str = ""
    """Where even the short form is too long. Empty: the short one."""


class _Bar(Static):
    """A line or two of text, in ASCII if the options say so."""

    def __init__(self, options: Options, id: str) -> None:
        super().__init__("", id=id, markup=False)
        self.options = options
        self.text = ""
        """The text without its styles."""

    def show(self, content: Content | str) -> None:
        if isinstance(content, str):
            content = Content(self.options.encode(content))
        self.text = content.plain
        self.update(content)


class StatusBar(_Bar):
    """Game, deal, moves, time and verdict."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, "status")
        self._parts: list[StatusPart] = []

    def show_parts(self, parts: Iterable[StatusPart]) -> None:
        """Show the parts one after the other, as many in their short form as there is need.

        Those that have none go first, then the others from the left: what matters most is last. If
        that does not help, parts are left out from the left, and nothing is cut but a last one.
        """
        self._parts = [part for part in parts if part.long]
        room = self.content_size.width or 80
        contents = list(self._from_long_to_short())
        fitting = (content for content in contents if content.cell_length <= room)
        self.show(next(fitting, contents[-1].truncate(room)))

    def _from_long_to_short(self) -> Iterator[Content]:
        order = sorted(self._parts, key=lambda part: bool(part.short))
        for count in range(len(order) + 1):
            yield self._join(self._shown(order[:count]), " · ")
        yield self._join(self._shown(order), " ")
        shortest = [
            (part.shortest or part.short, part.colour) for part in self._parts if part.short
        ]
        yield self._join(shortest, " · ")
        for left_out in range(len(shortest)):
            yield self._join(shortest[left_out:], " ")

    def _shown(self, shortened: list[StatusPart]) -> list[tuple[str, str]]:
        words = [
            (part.short if part in shortened else part.long, part.colour) for part in self._parts
        ]
        return [(shown, colour) for shown, colour in words if shown]

    def on_resize(self) -> None:
        if self._parts:
            self.show_parts(self._parts)

    def _join(self, pairs: list[tuple[str, str]], separator: str) -> Content:
        encode = self.options.encode
        each = [
            Content.styled(encode(words), colour if self.options.colour else "")
            for words, colour in pairs
        ]
        return Content(encode(separator)).join(each)


class MessageBar(_Bar):
    """What happened last."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, "message")
        self.on_resized: Callable[[], object] = lambda: None

    def on_resize(self) -> None:
        self.on_resized()


class KeyBar(_Bar):
    """The available actions with their keys; they can also be clicked."""

    def __init__(self, options: Options, max_rows: int = 2) -> None:
        super().__init__(options, "keys")
        self._max_rows = max_rows
        self._actions: tuple[Action, ...] = ()

    def show_actions(self, actions: Iterable[Action]) -> None:
        actions = tuple(actions)
        if actions != self._actions:
            self._actions = actions
            self.write()

    def on_resize(self) -> None:
        self.write()

    def write(self) -> None:
        """Write the keys again, as the size or the language has changed."""
        actions = list(self._actions)
        while len(rows := self._rows(actions)) > self._max_rows:
            spare = next((each for each in actions[::-1] if each.name not in _ALWAYS_SHOWN), None)
            if spare is None:
                break
            actions.remove(spare)
        self.styles.height = len(rows)
        self.show(Content("\n").join(Content("  ").join(row) for row in rows))

    def _rows(self, actions: list[Action]) -> list[list[Content]]:
        """Break the line between actions: a key and its label stay together."""
        rows: list[list[Content]] = [[]]
        room = width = max(self.content_size.width, 20)
        for action in actions:
            shown = Content.from_markup(
                f"[@click=screen.{action.name}][b]$key[/b] $label[/]",
                key=self.options.encode(action.key),
                label=action.label,
            )
            if shown.cell_length > room and rows[-1]:
                rows.append([])
                room = width
            rows[-1].append(shown)
            room -= shown.cell_length + 2
        return rows

"""The lines around a table: how the game stands, what there is to say, and the keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.widgets import Static

from winnable import text
from winnable.tui.keys import Act
from winnable.tui.options import Options

__all__ = ["Keys", "Message", "Part", "Status"]

_ALWAYS = ("command", "help", "more", "leave")
"""The ways to all that a narrow terminal has no room for."""


class Part(NamedTuple):
    """A part of the status line: at length, in short, and with a colour that underlines it."""

    long: str
    short: str = ""
    style: str = ""


class _Bar(Static):
    """A line or two of text, in ASCII where the terminal knows nothing else."""

    def __init__(self, options: Options, *, id: str) -> None:
        super().__init__("", id=id, markup=False)
        self.options = options
        self.said = ""
        """What it says, without any style."""

    def say(self, words: str) -> None:
        """Show words, just as they are."""
        self.show(Content(text.plain(words) if self.options.ascii else words))

    def show(self, content: Content) -> None:
        """Show words with their styles."""
        self.said = content.plain
        self.update(content)


class Status(_Bar):
    """Game, deal, moves, time and verdict."""

    def say_parts(self, parts: Iterable[Part]) -> None:
        """Show the parts one after the other: each at length, or all in short where room lacks."""
        shown = [part for part in parts if part.long]
        room = self.content_size.width or 80
        at_length = self._joined([(part.long, part.style) for part in shown], " · ")
        if at_length.cell_length > room:
            in_short = [(part.short, part.style) for part in shown if part.short]
            at_length = self._joined(in_short, " ").truncate(room)
        self.show(at_length)

    def _joined(self, pairs: list[tuple[str, str]], between: str) -> Content:
        plain = text.plain if self.options.ascii else str
        each = [
            Content.styled(plain(words), style if self.options.colour else "")
            for words, style in pairs
        ]
        return Content(plain(between)).join(each)


class Message(_Bar):
    """What there is to say about the last thing that was done."""


class Keys(_Bar):
    """Every action with its key; they can be clicked, too."""

    def __init__(self, options: Options, *, id: str = "keys", rows: int = 2) -> None:
        super().__init__(options, id=id)
        self._most = rows
        self._acts: tuple[Act, ...] = ()

    def offer(self, acts: Iterable[Act]) -> None:
        """Show these actions."""
        acts = tuple(acts)
        if acts != self._acts:
            self._acts = acts
            self._write()

    def on_resize(self) -> None:
        """Break the lines anew: a key and its label stay together."""
        self._write()

    def _write(self) -> None:
        acts = list(self._acts)
        while len(rows := self._rows(acts)) > self._most:
            spare = next((act for act in reversed(acts) if act.name not in _ALWAYS), None)
            if spare is None:
                break
            acts.remove(spare)
        self.styles.height = len(rows)
        self.show(Content("\n").join(Content("  ").join(row) for row in rows))

    def _rows(self, acts: list[Act]) -> list[list[Content]]:
        rows: list[list[Content]] = [[]]
        room = width = max(self.content_size.width, 20)
        for act in acts:
            shown = self._shown(act)
            if shown.cell_length > room and rows[-1]:
                rows.append([])
                room = width
            rows[-1].append(shown)
            room -= shown.cell_length + 2
        return rows

    def _shown(self, act: Act) -> Content:
        key = act.key
        if self.options.ascii:
            key = {"→": "Right", "←": "Left"}.get(key, key)
        return Content.from_markup(
            f"[@click=screen.{act.name}][b]$key[/b] $label[/]", key=key, label=act.label
        )

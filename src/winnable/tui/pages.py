"""Pages to read: the rules and the keys, statistics and history."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from winnable import text
from winnable.play.move_parser import ways_to_move
from winnable.rules import Game
from winnable.store import GameSummary, Statistics
from winnable.store.formatting import history_line, statistics_table
from winnable.tui.bars import Keys, Status
from winnable.tui.keys import CHOOSER, PAGE, TABLE, WALK, Act, bindings
from winnable.tui.options import Options

__all__ = ["HelpPage", "StatisticsPage"]


_INDENT, _WIDEST = 23, 100


class _Page(Screen[int | None]):
    """A page that scrolls; q leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE)]

    def __init__(self, options: Options, title: str) -> None:
        super().__init__()
        self.options, self.title = options, title
        self.status = Status(options, id="status")
        self.keys = Keys(options)

    def on_mount(self) -> None:
        """The way out is always shown."""
        self.status.say(self.title or "")
        self.keys.offer(PAGE)

    def shown(self, words: str, style: str = "") -> Content:
        """Words as the terminal can show them."""
        return Content.styled(text.plain(words) if self.options.ascii else words, style)

    def answer(self, number: int | None) -> None:
        """Leave the page; a key pressed twice takes nothing else away."""
        if self.is_active:
            self.dismiss(number)

    def action_leave(self) -> None:
        """Back."""
        self.answer(None)


class HelpPage(_Page):
    """The rules of a game, how to move, and every key."""

    def __init__(self, options: Options, game: Game | None) -> None:
        super().__init__(options, f"{game.name}: rules and keys" if game else "Rules and keys")
        self.game = game
        self.body = Static(markup=False)

    def compose(self) -> ComposeResult:
        """One long text; arrows and Page Down go through it."""
        yield self.status
        with VerticalScroll(classes="page"):
            yield self.body
        yield self.keys

    def on_resize(self) -> None:
        """Break the lines anew, so that what stands in columns stays in them."""
        self.body.update(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        if self.game is not None:
            yield self.shown(self.game.name.upper(), "bold")
            for part in self.game.rules.split("\n\n"):
                yield self.shown(" ".join(part.split()) + "\n")
            yield self.shown("MOVES, AS THEY ARE TYPED AFTER A COLON", "bold")
            for usage, meaning in ways_to_move(self.game):
                yield self._row(usage, meaning)
            yield from self._section("MOUSE", _MOUSE)
        yield from self._section("PLACES AND THE CURSOR", _PLACES)
        for title, acts in _TABLES.items():
            yield from self._section(title, {act.all_keys: act.meaning for act in acts})

    def _section(self, title: str, rows: dict[str, str]) -> Iterator[Content]:
        yield self.shown(f"\n{title}", "bold")
        for what, meaning in rows.items():
            yield self._row(what, meaning)

    def _row(self, what: str, meaning: str) -> Content:
        if self.options.ascii:
            what = what.replace("→", "Right").replace("←", "Left")
        first, *rest = wrap(meaning, max(min(self.size.width, _WIDEST) - _INDENT - 6, 12))
        head = self.shown(f"  {what}".ljust(_INDENT - 1) + " ", "bold")
        return Content.assemble(head, self.shown(f"\n{' ' * _INDENT}".join([first, *rest])))


_TABLES: dict[str, tuple[Act, ...]] = {
    "AT THE TABLE": TABLE,
    "IN THE LIST OF GAMES": CHOOSER,
    "REPLAY AND REVIEW": WALK,
}
_MOUSE = {
    "drag": "cards to where they should go; places where they may go light up",
    "click, click": "the cards, then the place",
    "double click": "sends a card home; in Golf one click plays it",
    "click on the stock": "deals",
}
_PLACES = {
    "1 to 9": "pick up the last cards of that column, or lay down there",
    "c1 f1": "a cell, a foundation",
    "arrows, hjkl": "move the cursor",
    "Enter": "pick up or lay down at the cursor",
    "Esc": "put the cards back, leave the command line",
}


class StatisticsPage(_Page):
    """How the player has fared, and the games played; Enter opens one."""

    def __init__(
        self, options: Options, statistics: list[Statistics], history: list[GameSummary]
    ) -> None:
        super().__init__(options, "How you have fared")
        self.statistics, self.history = statistics, history

    def compose(self) -> ComposeResult:
        """A table of the games, then the history."""
        yield self.status
        lines = [
            self.shown(line, "bold" if line.startswith(" ") else "")  # heads stand over figures
            for line in statistics_table(self.statistics)
        ]
        with VerticalScroll(id="figures", can_focus=False):
            yield Static(Content("\n").join(lines), markup=False)
        yield Static(_LATEST if self.history else "", id="latest", markup=False)
        games = [self.shown(history_line(kept)) for kept in self.history]
        yield OptionList(*games, id="history", markup=False, compact=True)
        yield self.keys

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a game."""
        self.answer(self.history[event.option_index].number)


_LATEST = "Your games, the latest first. Enter goes on with one, or looks back at it:"

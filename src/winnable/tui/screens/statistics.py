"""The statistics screen: results by game, and the games played."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from winnable.l10n import t
from winnable.store import GameSummary, Statistics
from winnable.store.formatting import history_line, statistics_table
from winnable.tui.actions import PAGE_ACTIONS
from winnable.tui.bindings import make_bindings
from winnable.tui.navigator import Navigator
from winnable.tui.screens.action_screen import ActionScreen

__all__ = ["StatisticsScreen"]

_LEAST_GAMES = 4
"""Lines of the list of games that stay in sight."""
_BAR_LINES = 3
"""Status, keys, and the space above the title of the list."""
_MARGINS = 3
"""Columns beside the figures: one on the left, one on the right, and the scrollbar."""


class StatisticsScreen(ActionScreen[int]):
    """Closes with the number of the game that the player chose."""

    ACTIONS = PAGE_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(PAGE_ACTIONS)]

    def __init__(
        self, navigator: Navigator, statistics: list[Statistics], history: list[GameSummary]
    ) -> None:
        super().__init__(navigator)
        self.history = history
        lines = list(statistics_table(statistics))
        self._notes = [line for line in lines if line.endswith(".")]
        self._table = lines[: len(lines) - len(self._notes)]

    @property
    def _title(self) -> str:
        """That of the list of games."""
        return t("app.statistics.history") if self.history else ""

    def compose(self) -> ComposeResult:
        encode = self.options.encode
        yield self.status
        table = [
            Content.styled(encode(line), "bold" if line.startswith(" ") else "")  # the heading
            for line in self._table
        ]
        with VerticalScroll(id="figures"):
            if table:
                yield Static(Content("\n").join(table), id="table", markup=False)
            yield Static(encode("\n".join(self._notes)), markup=False)
        yield Static(self._title, id="history-title", markup=False)
        games = [Content(encode(history_line(summary))) for summary in self.history]
        yield OptionList(*games, id="history", markup=False, compact=True)
        yield self.keys

    def on_mount(self) -> None:
        self.status.show(t("app.statistics.title"))
        self.show_actions()
        self.query_one("#history").focus()

    def on_resize(self) -> None:
        """The figures have what room they need, down to a few lines of the games below them."""
        width = max(self.size.width - _MARGINS, 1)
        figures = 1 + len(self._table) + sum(len(wrap(note, width)) for note in self._notes)
        bars = _BAR_LINES + len(wrap(self._title, width))
        room = self.size.height - bars - min(len(self.history), _LEAST_GAMES)
        self.query_one("#figures").styles.height = max(min(figures, room), 3)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.close(self.history[event.option_index].number)

"""The statistics screen: results by game, and the games played."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from winnable.store import GameSummary, Statistics
from winnable.store.formatting import history_line, statistics_table
from winnable.tui.actions import PAGE_ACTIONS
from winnable.tui.bindings import make_bindings
from winnable.tui.navigator import Navigator
from winnable.tui.screens.action_screen import ActionScreen

__all__ = ["StatisticsScreen"]


class StatisticsScreen(ActionScreen[int]):
    """Closes with the number of the game that the player chose."""

    ACTIONS = PAGE_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(PAGE_ACTIONS)]

    def __init__(
        self, navigator: Navigator, statistics: list[Statistics], history: list[GameSummary]
    ) -> None:
        super().__init__(navigator)
        self.statistics, self.history = statistics, history

    def compose(self) -> ComposeResult:
        encode = self.options.encode
        yield self.status
        lines = [
            Content.styled(encode(line), "bold" if line.startswith(" ") else "")  # the heading
            for line in statistics_table(self.statistics)
        ]
        with VerticalScroll(id="figures", can_focus=False):
            yield Static(Content("\n").join(lines), markup=False)
        title = "Your games, latest first. Press Enter to continue or review one:"
        yield Static(title if self.history else "", id="history-title", markup=False)
        games = [Content(encode(history_line(summary))) for summary in self.history]
        yield OptionList(*games, id="history", markup=False, compact=True)
        yield self.keys

    def on_mount(self) -> None:
        self.status.show("Statistics")
        self.show_actions()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.close(self.history[event.option_index].number)

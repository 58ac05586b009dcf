"""The base of our screens: a status bar, a message bar, and the keys of the available actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from textual.app import SystemCommand
from textual.screen import Screen

from winnable.rules import Game
from winnable.tui.actions import Action
from winnable.tui.navigator import Navigator
from winnable.tui.options import Options
from winnable.tui.widgets.bars import KeyBar, MessageBar, StatusBar

__all__ = ["ActionScreen"]

T = TypeVar("T")


class ActionScreen(Screen[T], Generic[T]):
    """A screen with a table of actions; `check_action` says which are available."""

    ACTIONS: ClassVar[tuple[Action, ...]] = ()

    def __init__(self, navigator: Navigator, *, key_rows: int = 2) -> None:
        super().__init__()
        self.navigator = navigator
        self.status = StatusBar(self.options)
        self.message = MessageBar(self.options)
        self.keys = KeyBar(self.options, key_rows)

    @property
    def options(self) -> Options:
        return self.navigator.options

    @property
    def game(self) -> Game | None:
        """The game whose rules the help screen shows."""
        return None

    def apply_options(self) -> None:
        """The options may have changed."""
        for bar in (self.status, self.message, self.keys):
            bar.options = self.options
        if self.keys.is_attached:
            self.keys.write()

    def show_actions(self) -> None:
        """Show the keys of the available actions."""
        self.keys.show_actions(each for each in self.ACTIONS if self.check_action(each.name, ()))

    def palette_commands(self) -> Iterator[SystemCommand]:
        """The available actions for the command palette."""
        for action in self.ACTIONS:
            if action.name != "more" and self.check_action(action.name, ()):
                run = getattr(self, f"action_{action.name}")
                yield SystemCommand(action.title, f"{action.meaning} ({action.key})", run)

    def close(self, result: T | None = None) -> None:
        """Return to the screen below; pressing a key twice does so only once."""
        if self.is_active:
            self.dismiss(result)

    def action_help(self) -> None:
        self.navigator.show_help(self.game)

    def action_more(self) -> None:
        self.app.action_command_palette()

    def action_leave(self) -> None:
        self.close()

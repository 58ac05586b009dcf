"""The app: how it begins and ends, its command palette, and the options."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from winnable.errors import StoreError, sentence
from winnable.play import Autoplay
from winnable.store import SavedGame, Store
from winnable.tui.board import ActScreen
from winnable.tui.chooser import ChooserScreen
from winnable.tui.hall import Hall
from winnable.tui.options import SWITCHES, Options
from winnable.tui.themes import THEMES, theme_name

__all__ = ["WinnableApp"]


class WinnableApp(Hall):
    """Winnable in a terminal."""

    TITLE = "Winnable"
    CSS_PATH = "winnable.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True),
    ]

    def __init__(
        self,
        store: Store | None = None,
        options: Options | None = None,
        *,
        store_error: str = "",
        opening: SavedGame | None = None,
        replay: bool = False,
    ) -> None:
        super().__init__(store, options or Options.of(store), store_error)
        self.opening, self.is_replay = opening, replay
        """What to open at once, over the list of games, and whether just to look at it."""
        for theme in THEMES:
            self.register_theme(theme)
        self._is_interrupted = False

    def on_mount(self) -> None:
        """The list of games, and what was asked for."""
        with suppress(NotImplementedError, RuntimeError):  # not every system has signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        self._dress()
        notice = sentence(f"games are not kept: {self.store_error}") if self.store_error else ""
        self.push_screen(ChooserScreen(notice))
        if self.opening is not None and self.is_replay:
            self.replay(self.opening)
        elif self.opening is not None:
            table = self.opening
            if not (table.session.steps or table.record or table.number):
                table.set_autoplay(Autoplay(self.options.autoplay))
            self.sit_down(table, notice)

    def _dress(self) -> None:
        self.set_class(self.options.ascii, "ascii")
        self.set_class(self.options.night, "night")
        self.theme = theme_name(self.options)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette: every action of the screen, and the options."""
        names = set()
        if isinstance(screen, ActScreen):
            yield from screen.commands()
            names = {act.name for act in screen.ACTS}
        for name, words in SWITCHES.items():
            if name not in names:
                is_on = "it is on" if getattr(self.options, name) else "it is off"
                yield SystemCommand(words, is_on, lambda name=name: self.switch(name))
        yield SystemCommand("Quit", "leave Winnable; the game is kept", self.exit)

    def action_interrupt(self) -> None:
        """Ctrl+C leaves, the second time: the first may be a slip."""
        if self._is_interrupted:
            self.exit()
        self._is_interrupted = True
        self.set_timer(3, self._forget)
        self.warn("Ctrl+C once more leaves Winnable. Every move is kept.")

    def _forget(self) -> None:
        self._is_interrupted = False

    # -- options ----------------------------------------------------------------------------------

    def choose(self, options: Options) -> None:
        """Take other options, and keep them."""
        before, self.options = self.options, options
        self._dress()
        for screen in self.screen_stack:
            if isinstance(screen, ActScreen):
                screen.take_options(before)
        try:
            options.keep(self.store, before)
        except StoreError as error:
            self.warn(sentence(f"the options are not kept: {error}"))

    def switch(self, name: str) -> None:
        """Turn one option on or off, or take the next of its choices."""
        self.choose(self.options.switched(name))

    def ask_options(self, at: str = "") -> None:
        """Show the options, and change the one that is chosen."""
        from winnable.tui.dialogs import Choose

        rows = [
            (name, f"{'[x]' if getattr(self.options, name) else '[ ]'} {words}")
            for name, words in SWITCHES.items()
        ]
        rows.append(("autoplay", f"    What goes home by itself: {self.options.autoplay}"))

        def chosen(name: str | None) -> None:
            if name is not None:
                self.switch(name)
                self.ask_options(name)

        self.push_screen(Choose("Enter changes an option, Esc leaves.", rows, at), chosen)

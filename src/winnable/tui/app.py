"""The terminal app: how it starts and ends, its options, and the way from screen to screen."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen

from winnable.deals import random_number
from winnable.errors import StoreError, WinnableError, sentence
from winnable.l10n import t
from winnable.play import Autoplay, Session
from winnable.rules import Game
from winnable.store import GameSummary, Outcome, SavedGame, Store
from winnable.tui.navigator import ChosenDeal
from winnable.tui.options import CHOICES, SWITCHES, Options
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.themes import DARK_THEME, GREEN_THEME
from winnable.tui.widgets.too_small import describe_too_small, is_too_small

__all__ = ["WinnableApp"]


class WinnableApp(App[None]):
    """Winnable in a terminal. It is the `Navigator` of its screens.

    Screens other than the first are imported when they are opened: they load the solver.
    """

    TITLE = "Winnable"
    CSS_PATH = "winnable.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        store: Store | None = None,
        options: Options | None = None,
        *,
        store_error: str = "",
        initial_game: SavedGame | None = None,
        replay: bool = False,
    ) -> None:
        """`store_error` says why there is no store; `initial_game` is opened at once."""
        super().__init__()
        self.store = store
        self.options = options or Options.of(store)
        self.store_error = store_error
        self.initial_game, self.is_replay = initial_game, replay
        for theme in (GREEN_THEME, DARK_THEME):
            self.register_theme(theme)
        self._is_interrupted = False

    def on_mount(self) -> None:
        with suppress(NotImplementedError, RuntimeError):  # not every system has signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        self._apply_options()
        notice = t("app.not_saving", why=self.store_error) if self.store_error else ""
        self.push_screen(GameChooserScreen(self, notice))
        if self.initial_game is not None and self.is_replay:
            self._replay(self.initial_game)
        elif self.initial_game is not None:
            saved_game = self.initial_game
            if not (saved_game.session.steps or saved_game.record or saved_game.number):
                saved_game.set_autoplay(Autoplay(self.options.autoplay))
            self.play(saved_game, notice)

    def action_command_palette(self) -> None:
        """Where its list has no room, Textual's palette fails at a key that moves in it."""
        if is_too_small(self.size):
            self._warn(describe_too_small())
        else:
            super().action_command_palette()

    def on_resize(self, event: events.Resize) -> None:
        if is_too_small(event.size) and isinstance(self.screen, CommandPalette):
            self.pop_screen()

    def action_interrupt(self) -> None:
        """Quit at the second Ctrl+C; the first may be a slip."""
        if self._is_interrupted:
            self.exit()
        self._is_interrupted = True
        self.set_timer(3, self._forget_interrupt)
        self._warn(t("app.interrupt"))

    def _forget_interrupt(self) -> None:
        self._is_interrupted = False

    # -- messages ---------------------------------------------------------------------------------

    def _show_error(self, error: WinnableError) -> None:
        message = sentence(str(error))
        if isinstance(self.screen, ActionScreen):
            self.screen.message.show(message)
        else:
            self._warn(message)

    def _warn(self, message: str) -> None:
        """Show a message in a window that closes by itself."""
        self.notify(self.options.encode(message), severity="warning", markup=False)

    # -- options ----------------------------------------------------------------------------------

    def change_options(self, options: Options) -> None:
        before, self.options = self.options, options
        self._apply_options()
        try:
            options.save(self.store, before)
        except StoreError as error:
            self._warn(t("app.options_not_saved", why=str(error)))

    def _apply_options(self) -> None:
        self.options.set_language()
        self.set_class(self.options.ascii, "ascii")
        self.set_class(self.options.dark, "dark")
        self.theme = (DARK_THEME if self.options.dark else GREEN_THEME).name
        for screen in self.screen_stack:
            if isinstance(screen, ActionScreen):
                screen.apply_options()

    def show_options(self, at: str = "") -> None:
        """Show the options with the cursor at one of them; choosing one changes it."""
        from winnable.tui.screens.dialogs import ChoiceDialog

        rows = [(name, self.options.label(name)) for name in (*SWITCHES, *CHOICES)]

        def change(name: str | None) -> None:
            if name is not None:
                self.change_options(self.options.switched(name))
                self.show_options(name)

        self.push_screen(ChoiceDialog(t("app.options.question"), rows, at), change)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette: every action of the screen, and the options."""
        names = set()
        if isinstance(screen, ActionScreen):
            yield from screen.palette_commands()
            names = {action.name for action in screen.ACTIONS}
        for name in SWITCHES:
            if name not in names:
                state = "on" if getattr(self.options, name) else "off"
                yield SystemCommand(
                    t(f"app.options.{name}"),
                    t(f"app.options.now_{state}"),
                    lambda name=name: self.change_options(self.options.switched(name)),
                )
        yield SystemCommand(
            t("app.actions.chooser.leave.label"), t("app.actions.chooser.leave.help"), self.exit
        )

    # -- from screen to screen --------------------------------------------------------------------

    def unfinished_games(self) -> list[GameSummary]:
        try:
            return [] if self.store is None else self.store.games.unfinished(limit=5)
        except StoreError as error:
            self._show_error(error)
            return []

    def play(self, saved_game: SavedGame, greeting: str = "") -> None:
        from winnable.tui.screens.game import GameScreen

        while not isinstance(self.screen, GameChooserScreen):
            self.pop_screen()
        self.push_screen(GameScreen(self, saved_game, greeting))

    def deal(self, game: Game, deal: ChosenDeal | None = None) -> None:
        deal = deal or self._new_deal(game)
        session = Session.new(game, deal.number, autoplay=self.options.autoplay)
        games = self.store.games if self.store else None
        self.play(SavedGame(session, games, deal_source=deal.source), deal.greeting)

    def _new_deal(self, game: Game) -> ChosenDeal:
        """A new deal, as the options say."""
        if not self.options.winnable:
            return ChosenDeal(random_number())
        from winnable.coach.deal_finder import find_new_deal  # loads the solver

        number, source = find_new_deal(game)
        return ChosenDeal(number, source, "" if source else t("store.source.unknown"))

    def continue_game(self, number: int) -> None:
        """Continue a saved game, or review it if it is over."""
        if self.store is None:
            return
        try:
            saved_game = self.store.open_game(number)
        except WinnableError as error:
            self._show_error(error)
            return
        if saved_game.outcome is Outcome.UNFINISHED:
            self.play(saved_game, t("app.continued"))
        else:
            saved_game.pause()
            self._review(saved_game)

    def _review(self, saved_game: SavedGame) -> None:
        from winnable.tui.screens.replay import ReplayScreen

        self.push_screen(
            ReplayScreen(
                self,
                saved_game.session,
                t("app.replay.review"),
                saved_game=saved_game,
                with_review=True,
            )
        )

    def _replay(self, saved_game: SavedGame) -> None:
        from winnable.tui.screens.replay import ReplayScreen

        saved_game.pause()
        session = saved_game.session.copy()
        session.restart()
        self.push_screen(ReplayScreen(self, session, t("app.replay.replay"), saved_game=saved_game))

    def show_help(self, game: Game | None) -> None:
        from winnable.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(self, game))

    def show_statistics(self) -> None:
        from winnable.tui.screens.statistics import StatisticsScreen

        if self.store is None:
            self._show_error(StoreError(self.store_error or t("app.no_store")))
            return
        try:
            statistics = self.store.games.all_statistics()
            history = self.store.games.history(limit=200)
        except StoreError as error:
            self._show_error(error)
            return

        def open_game(number: int | None) -> None:
            if number is not None:
                self.continue_game(number)

        self.push_screen(StatisticsScreen(self, statistics, history), open_game)

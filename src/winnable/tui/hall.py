"""The hall, from which doors lead to all rooms: the way from each screen to the others.

What only some screens need, the coach and the solver above all, is loaded when they are opened.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from textual.app import App
from textual.screen import Screen

from winnable import text
from winnable.deals import parse_deal_number
from winnable.errors import StaleGameError, StoreError, WinnableError, quote, sentence
from winnable.play import Session
from winnable.play.descriptions import counted
from winnable.rules import GAMES, Game
from winnable.store import GameSummary, Outcome, SavedGame, Store
from winnable.store.formatting import clock_text
from winnable.tui.board import ActScreen, BoardScreen
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options

if TYPE_CHECKING:
    from winnable.coach.difficulty import Level
    from winnable.tui.seat import Seat

__all__ = ["Hall"]


class Hall(App[None]):
    """Opens screens, with the games that the store has for them."""

    def __init__(self, store: Store | None, options: Options, store_error: str = "") -> None:
        super().__init__()
        self.store, self.options = store, options
        self.store_error = store_error
        """Why there is no store."""

    def complain(self, error: Exception) -> None:
        """Say what went wrong, wherever we are."""
        words = sentence(str(error) or type(error).__name__)
        if isinstance(self.screen, ActScreen):
            self.screen.say(words)
        else:
            self.warn(words)

    def warn(self, words: str) -> None:
        """Say something that must not be overheard, in a window that goes by itself."""
        shown = text.plain(words) if self.options.ascii else words
        self.notify(shown, severity="warning", markup=False)

    def unfinished(self) -> list[GameSummary]:
        """The games that were left, the latest first."""
        try:
            return [] if self.store is None else self.store.games.unfinished(limit=5)
        except StoreError as error:
            self.complain(error)
            return []

    def sit_down(self, table: SavedGame, greeting: str = "") -> None:
        """Play at a table, in place of the one that may be there."""
        from winnable.tui.table import TableScreen

        self._back_to_chooser()
        self.push_screen(TableScreen(table, greeting))

    def _back_to_chooser(self) -> None:
        while not isinstance(self.screen, ChooserScreen):
            self.pop_screen()

    def leave(self, screen: Screen[None]) -> None:
        """Go back from a screen to the one below it; a key pressed twice does so once."""
        if screen.is_active:
            self.pop_screen()

    def deal(self, game: Game, number: int | None = None, greeting: str = "") -> None:
        """Deal a game, of any number or a given one."""
        session = Session.new(game, number, autoplay=self.options.autoplay)
        self.sit_down(SavedGame(session, self.store.games if self.store else None), greeting)

    def go_on(self, number: int) -> None:
        """Go on with a game that was left."""
        try:
            if self.store is not None:
                self.sit_down(self.store.open_game(number), "Here you left it.")
        except WinnableError as error:
            self.complain(error)

    def deal_daily(self, game: Game) -> None:
        """Deal today's game."""
        from winnable.coach.deal_finder import find_daily_deal

        today = datetime.date.today()
        self._deal_found(
            game,
            f"Looking for the deal of {today} ...",
            lambda cancel, tell: find_daily_deal(game, today, cancel=cancel, progress=tell),
            f"The deal of {today}. It can be won.",
        )

    def deal_to_order(self, game: Game, level: Level | None) -> None:
        """Deal a game that is proved winnable."""
        from winnable.coach.deal_finder import find_winnable_deal

        kind = f" ({level.value})" if level else ""
        self._deal_found(
            game,
            f"Looking for a deal that can be won{kind} ...",
            lambda cancel, tell: find_winnable_deal(
                game, level=level, cancel=cancel, progress=tell
            ),
            f"A deal that can be won{kind}.",
        )

    def _deal_found(
        self,
        game: Game,
        what: str,
        find: Callable[[Event, Callable[[int], None]], int],
        greeting: str,
    ) -> None:
        from winnable.tui.dialogs import Wait

        def found(number: int | None) -> None:
            if number is not None:
                self.deal(game, number, greeting)

        self.push_screen(Wait(what, find, "deals looked at"), found)

    def ask_number(self, game: Game) -> None:
        """Ask for a deal number, and deal it."""
        from winnable.tui.dialogs import Ask

        def answered(number: str | None) -> None:
            if number:
                self.deal(game, parse_deal_number(number))

        self.push_screen(Ask(f"{game.name}, deal number:", parse_deal_number), answered)

    def ask_level(self, game: Game) -> None:
        """Ask how hard a winnable deal should be, and deal one."""
        from winnable.coach.difficulty import Level
        from winnable.tui.dialogs import Choose

        rows = [("", "any"), *((level.value, level.value) for level in Level)]

        def answered(level: str | None) -> None:
            if level is not None:
                self.deal_to_order(game, Level(level) if level else None)

        self.push_screen(Choose(f"{game.name}, a deal that can be won. How hard?", rows), answered)

    # -- other screens ----------------------------------------------------------------------------

    def explain(self, game: Game | None) -> None:
        """Rules and keys."""
        from winnable.tui.pages import HelpPage

        self.push_screen(HelpPage(self.options, game))

    def tell_statistics(self) -> None:
        """Statistics and history."""
        from winnable.tui.pages import StatisticsPage

        if self.store is None:
            self.complain(StoreError(self.store_error or "games are not kept"))
            return
        try:
            statistics = [self.store.games.statistics(game) for game in GAMES.values()]
            history = self.store.games.history(limit=200)
        except StoreError as error:
            self.complain(error)
            return
        self.push_screen(StatisticsPage(self.options, statistics, history), self._open_kept)

    def _open_kept(self, number: int | None) -> None:
        """A game from the history: go on with it, or look back at it."""
        if number is None or self.store is None:
            return
        try:
            table = self.store.open_game(number)
        except WinnableError as error:
            self.complain(error)
            return
        if table.outcome is Outcome.UNFINISHED:
            self.sit_down(table, "Here you left it.")
        else:
            table.pause()
            self.review(table)

    def review(self, table: SavedGame) -> None:
        """Look back at a game."""
        from winnable.tui.walk import WalkScreen

        self.push_screen(WalkScreen(table.session, "review", table=table, reviewed=True))

    def replay(self, table: SavedGame) -> None:
        """Look at a game from its start."""
        from winnable.tui.walk import WalkScreen

        table.pause()
        line = table.session.copy()
        line.restart()
        self.push_screen(WalkScreen(line, "replay", table=table))

    def show_line(self, session: Session, title: str, *, running: bool = True) -> None:
        """Show a line of play, from its start."""
        from winnable.tui.walk import WalkScreen

        self.push_screen(WalkScreen(session, title, running=running))

    def play_on(self, table: SavedGame, made: int) -> None:
        """Play on from a point of a game that was looked at."""
        try:
            table.go_to(made)
        except StaleGameError as error:
            greeting = sentence(str(error))
        else:
            greeting = f"From move {made} on." if made else "From the start."
        table.resume()
        self.sit_down(table, greeting)

    def save(self, table: SavedGame) -> None:
        """Ask for a file, and write the game to it."""
        from winnable.tui.dialogs import Ask
        from winnable.tui.saving import Saver

        def answered(name: str | None) -> None:
            if name and isinstance(self.screen, BoardScreen):
                self.screen.say(f"Saved in {quote(name, 80)}.")

        saver = Saver(table)
        self.push_screen(Ask("Write this game to the file:", saver.save, saver.name), answered)

    def celebrate(self, seat: Seat) -> None:
        """The game is won."""
        from winnable.tui.won import Won

        table, game = seat.table, seat.session.game

        def answered(wish: str | None) -> None:
            if wish == "new":
                self.deal(game)
            elif wish == "review":
                self.review(table)
            elif wish == "again" and table.session.deal_number is not None:
                self.deal(game, table.session.deal_number)
            elif wish == "games":
                self.leave(seat)

        is_quiet = self.animation_level == "none"
        window = Won(
            self.options, self._praise(table), table.session, None if is_quiet else seat.felt
        )
        self.push_screen(window, answered)

    def _praise(self, table: SavedGame) -> list[str]:
        """What there is to say about a win."""
        made, game = len(table.session.steps), table.session.game
        lines = [f"{game.name} in {counted(made, 'move')} and {clock_text(table.seconds)}."]
        if not (table.hints or table.undos or table.verdicts):
            lines.append("Unaided: without hints, undo or verdicts.")
        if self.store is not None and not table.save_error:
            try:
                record = self.store.games.statistics(game)
            except StoreError as error:
                lines.append(sentence(str(error)))
            else:
                lines.append(f"{record.won} of {record.played} won; {record.streak} in a row.")
        return lines

"""What the screens ask of the app. The app implements it; the screens know nothing else of it."""

from __future__ import annotations

from typing import Protocol

from winnable.deals import DealSource
from winnable.rules import Game
from winnable.store import GameSummary, SavedGame
from winnable.tui.options import Options

__all__ = ["Navigator"]


class Navigator(Protocol):
    """The options, the saved games, and the way to the other screens."""

    options: Options

    def change_options(self, options: Options) -> None:
        """Apply and save other options."""

    def unfinished_games(self) -> list[GameSummary]:
        """The games left unfinished, latest first."""

    def deal(
        self,
        game: Game,
        number: int | None = None,
        greeting: str = "",
        source: DealSource | None = None,
    ) -> None:
        """Start a new game with a deal of that number, or a new one, as the options say.

        `source` says how the number was found, if the player did not choose it.
        """

    def continue_game(self, number: int) -> None:
        """Continue the saved game of that number."""

    def play(self, saved_game: SavedGame, greeting: str = "") -> None:
        """Show a game to be played, in place of the one being played now."""

    def show_help(self, game: Game | None) -> None: ...

    def show_statistics(self) -> None: ...

    def show_options(self) -> None: ...

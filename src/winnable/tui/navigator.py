"""What the screens ask of the app. The app implements it; the screens know nothing else of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from winnable.deals import DealSource
from winnable.rules import Game
from winnable.store import GameSummary, SavedGame
from winnable.tui.options import Options

__all__ = ["ChosenDeal", "Navigator"]


class ChosenDeal(NamedTuple):
    """A deal to be played."""

    number: int
    source: DealSource | None = None
    """How the number was found; None: the player chose it."""
    greeting: str = ""

    @classmethod
    def of(cls, saved_game: SavedGame) -> ChosenDeal | None:
        """The deal of a game, to play it again; None where it has no number."""
        number = saved_game.session.deal_number
        return None if number is None else cls(number, saved_game.deal_source)


class Navigator(Protocol):
    """The options, the saved games, and the way to the other screens."""

    options: Options

    def change_options(self, options: Options) -> None:
        """Apply and save other options."""

    def unfinished_games(self) -> list[GameSummary]:
        """The games left unfinished, latest first."""

    def deal(self, game: Game, deal: ChosenDeal | None = None) -> None:
        """Start a new game with that deal, or with a new one, as the options say."""

    def continue_game(self, number: int) -> None:
        """Continue the saved game of that number."""

    def play(self, saved_game: SavedGame, greeting: str = "") -> None:
        """Show a game to be played, in place of the one being played now."""

    def show_help(self, game: Game | None) -> None: ...

    def show_statistics(self) -> None: ...

    def show_options(self) -> None: ...

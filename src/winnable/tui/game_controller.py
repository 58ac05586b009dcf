"""A game being played, without a user interface: every change of it is saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from winnable.errors import StaleGameError, sentence
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Autoplay, Session
from winnable.play.descriptions import describe_step, status
from winnable.rules import IllegalMoveError
from winnable.store import Outcome, SavedGame
from winnable.tui.actions import GAME_KEYS
from winnable.tui.move_controller import MoveController, MoveDisplay

__all__ = ["GameController", "GameDisplay", "describe_save_error"]


class GameDisplay(MoveDisplay, Protocol):
    """Shows the game: the controller calls it after every change."""

    def show_win(self) -> None:
        """The game has just been won."""


class GameController(MoveController):
    def __init__(self, saved_game: SavedGame, display: GameDisplay) -> None:
        super().__init__(display)
        self.saved_game, self.display = saved_game, display
        self._preface = ""
        """What the next message begins with."""
        self._shown_session = saved_game.session

    @property
    def session(self) -> Session:
        return self.saved_game.session

    @property
    def number(self) -> int | None:
        """The number of the saved game."""
        return self.saved_game.number

    # -- what is shown ----------------------------------------------------------------------------

    def preface(self, words: str) -> None:
        """Begin the next message with these words, so that it does not hide them."""
        self._preface = words

    def say(self, message: str) -> None:
        preface, self._preface = self._preface, ""
        super().say(f"{preface} {message}")

    def announce(self, message: str) -> None:
        self._shown_session = self.session
        super().announce(message)

    def _with_remarks(self, message: str) -> str:
        """A message on a move with what else there is to say: not saved, won, stuck."""
        if self.saved_game.save_error:
            message += f" {describe_save_error(self.saved_game)}"
        if self.saved_game.outcome is Outcome.WON and not self.session.is_won:
            message += " " + t("app.game.stays_won")
        if self.session.is_won:
            message += " " + status(self.session)
        elif self.session.is_stuck and self.saved_game.outcome is Outcome.WON:
            message += f" {status(self.session)}"  # a won game is never lost
        elif self.session.is_stuck:
            message += " " + t("app.game.stuck", undo=GAME_KEYS["undo"], back=GAME_KEYS["back"])
        return message

    # -- changing the saved game ------------------------------------------------------------------

    def try_change(self, change: Callable[[], object]) -> bool:
        """Change the saved game; if another program has changed it, show that instead."""
        try:
            change()
        except StaleGameError as error:
            self.announce(sentence(str(error)))
            return False
        return True

    def pause(self) -> None:
        """Stop the clock while another screen is shown."""
        self.saved_game.pause()

    def resume(self) -> None:
        """Start the clock again; the other screen may have loaded a newer version of the game."""
        self.saved_game.resume()
        if self.session is self._shown_session:
            self.display.show_state()
        else:
            self.announce(t("app.game.changed"))

    def make(self, move: Move, *, by_coach: bool = False) -> bool:
        """Make a move, and say what it did or why it is illegal."""
        if self.session.is_won:
            self.say(t("app.game.is_won", new=GAME_KEYS["new"]))
            return False
        before = self.session.view
        try:
            step = self.saved_game.make(move, by_coach=by_coach)
        except IllegalMoveError as error:
            self.refuse(error.why)
            return False
        except StaleGameError as error:
            self.announce(sentence(str(error)))
            return False
        self.announce(describe_step(before, step, self.session.view))
        if self.session.is_won:
            self.display.show_win()
        return True

    def _go_to(self, moves: int) -> bool:
        return self.try_change(lambda: self.saved_game.go_to(moves))

    def restart(self) -> None:
        if not self.session.steps:
            self.say(t("app.game.at_start"))
            return
        made = len(self.session.steps)
        if self.try_change(self.saved_game.restart):
            self.announce(t("app.game.restarted", count=made))

    def say_finished(self, count: int) -> None:
        """Say how many cards have moved to the foundations, one after the other."""
        if self.session.is_won:
            return
        if count:
            self.say(self._with_remarks(t("app.game.finished", count=count)))
        else:
            self.say(t("app.game.nothing_to_finish"))

    @property
    def cards_home(self) -> int:
        return sum(map(len, self.session.position.foundations))

    def set_autoplay(self, choice: Autoplay) -> bool:
        """Choose what goes home by itself; returns whether that was possible."""
        if not self.try_change(lambda: self.saved_game.set_autoplay(choice)):
            return False
        self.announce(t(f"app.game.autoplay_{choice.value}"))
        return True

    def give_up(self, typed: str = "") -> bool:
        """Give the game up; one in progress only at the second call. Returns whether it is.

        `typed` is the command that asks for it; without one it was a key.
        """
        has_begun = self.session.steps or self.session.undone
        if has_begun and not self.saved_game.is_over and self._confirming != typed:
            again = (
                t("app.game.type_again", command=typed)
                if typed
                else t("app.game.press_again", key=GAME_KEYS["new"])
            )
            self.say(f"{again} {t('app.game.counts_as_lost')}")
            self._confirming = typed
            return False
        return self.try_change(self.saved_game.give_up)


def describe_save_error(saved_game: SavedGame) -> str:
    return t("app.game.not_saved", why=saved_game.save_error)

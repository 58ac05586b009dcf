"""A game being played, without a user interface: what a click, a drop or a typed line does.

The controller changes the saved game and holds what there is to show: the message, the selected
cards with their targets, and the hint. After each change it calls its display.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from winnable.errors import NotationError, StaleGameError, sentence
from winnable.moves import Deal, Move
from winnable.play import Session, read_move
from winnable.play.actions import collect_moves
from winnable.play.descriptions import describe_step, status
from winnable.play.move_intent import (
    Selection,
    drop_targets,
    foundation_move,
    is_one_way,
    resolve_drop,
    select,
)
from winnable.play.move_parser import split_moves
from winnable.position import Area, Place
from winnable.rules import Game, IllegalMoveError, StockRule
from winnable.store import Outcome, SavedGame
from winnable.tui.actions import GAME_KEYS
from winnable.tui.options import next_autoplay
from winnable.wording import counted

__all__ = ["GameController", "GameDisplay", "describe_save_error"]

_WON = f"The game is won. Press {GAME_KEYS['new']} to deal another, {GAME_KEYS['undo']} to undo."
_STUCK = (
    f"Press {GAME_KEYS['back']} to go back to the last position that could be won, "
    f"{GAME_KEYS['undo']} to undo."
)


class GameDisplay(Protocol):
    """Shows the game: the controller calls it after every change."""

    def show_state(self) -> None:
        """The message, the selection or the hint has changed."""

    def show_position(self) -> None:
        """The moves or the autoplay have changed."""

    def show_win(self) -> None:
        """The game has just been won."""


class GameController:
    def __init__(self, saved_game: SavedGame, display: GameDisplay) -> None:
        self.saved_game, self.display = saved_game, display
        self.message = ""
        self.selection: Selection | None = None
        self.targets: frozenset[Place] = frozenset()
        """Where the selected cards may go."""
        self.hint: Move | None = None
        self.is_confirming = False
        """Whether the player has been asked to confirm giving the game up."""
        self._preface = ""
        """What the next message begins with."""
        self._shown_session = saved_game.session

    @property
    def session(self) -> Session:
        return self.saved_game.session

    @property
    def game(self) -> Game:
        return self.session.game

    # -- what is shown ----------------------------------------------------------------------------

    def say(self, message: str) -> None:
        """Replace the message; a question in the old one is no longer open."""
        self.is_confirming = False
        preface, self._preface = self._preface, ""
        self._set_message(f"{preface} {message}")

    def preface(self, words: str) -> None:
        """Begin the next message with these words, so that it does not hide them."""
        self._preface = words

    def add(self, message: str) -> None:
        self._set_message(f"{self.message} {message}")

    def _set_message(self, message: str) -> None:
        self.message = message.strip()
        self.display.show_state()

    def announce(self, message: str) -> None:
        """Show the position as it is now, with a message and what else there is to say about it."""
        self.hint = None
        self._select(None)
        self._shown_session = self.session
        self.display.show_position()
        self.say(self._with_remarks(message))

    def _with_remarks(self, message: str) -> str:
        """A message on a move with what else there is to say: not saved, won, stuck."""
        if self.saved_game.save_error:
            message += f" {describe_save_error(self.saved_game)}"
        if self.saved_game.outcome is Outcome.WON and not self.session.is_won:
            message += " The game stays saved as won; what you do now is not saved."
        if outcome := status(self.session):
            message += f" {outcome} {'' if self.session.is_won else _STUCK}"
        return message

    def _refuse(self, why: str) -> None:
        self._select(None)
        self.say(sentence(why))

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
            self.announce("Another program has changed this game.")

    def make(self, move: Move, *, by_coach: bool = False) -> bool:
        """Make a move, and say what it did or why it is illegal."""
        if self.session.is_won:
            self.say(_WON)
            return False
        before = self.session.view
        try:
            step = self.saved_game.make(move, by_coach=by_coach)
        except IllegalMoveError as error:
            self._refuse(error.why)
            return False
        except StaleGameError as error:
            self.announce(sentence(str(error)))
            return False
        self.announce(describe_step(before, step, self.session.view))
        if self.session.is_won:
            self.display.show_win()
        return True

    def make_typed(self, line: str) -> None:
        """Make the moves of a typed line, up to the first that cannot be made."""
        words = split_moves(self.game, line)
        for number, word in enumerate(words, 1):
            if number > 1 and self.session.is_won:
                return
            try:
                is_made = self.make(read_move(self.game, self.session.position, word))
            except NotationError as error:
                self._refuse(str(error))
                is_made = False
            if not is_made:
                if len(words) > 1:
                    self._set_message(f"{word}, move {number} of {len(words)}: {self.message}")
                return

    def undo(self) -> None:
        if not self.session.steps:
            self.say("There is no move to undo.")
            return
        move = self.session.steps[-1].move
        if self.try_change(self.saved_game.undo):
            self.announce(f"Undone: {move}.")

    def redo(self) -> None:
        if not self.session.undone:
            self.say("There is no move to redo.")
            return
        move = self.session.undone[0].move
        if self.try_change(self.saved_game.redo):
            self.announce(f"Redone: {move}.")

    def restart(self) -> None:
        if not self.session.steps:
            self.say("This is the start of the deal.")
        elif self.try_change(self.saved_game.restart):
            self.announce(f"Back at the start. Press {GAME_KEYS['redo']} to redo the moves.")

    def collect(self) -> None:
        """Send every card home that can go."""
        before = self._cards_home
        for move in collect_moves(self.session):
            if not self.make(move) or self.session.is_won:
                return
        count = self._cards_home - before
        if count:
            self.say(self._with_remarks(f"{counted(count, 'card')} went home."))
        else:
            self.say("No cards went home.")

    @property
    def _cards_home(self) -> int:
        return sum(map(len, self.session.position.foundations))

    def cycle_autoplay(self) -> bool:
        """Choose the next of off, safe and all; returns whether that was possible."""
        choice = next_autoplay(self.session.autoplay)
        if not self.try_change(lambda: self.saved_game.set_autoplay(choice)):
            return False
        self.announce(f"Autoplay is {choice.value}: {choice.description}.")
        return True

    def give_up(self) -> bool:
        """Give the game up; one in progress only at the second call. Returns whether it is."""
        has_begun = self.session.steps or self.session.undone
        if has_begun and not self.session.is_won and not self.is_confirming:
            self.say(
                f"Press {GAME_KEYS['new']} again to give this game up (it counts as played) "
                "and deal another."
            )
            self.is_confirming = True
            return False
        return self.try_change(self.saved_game.give_up)

    # -- selecting and moving cards ---------------------------------------------------------------

    def click(self, place: Place | None, index: int | None) -> None:
        """Select cards, move the selected ones, or deal if the place is the stock (None).

        The index is that of a card that was pointed at; None if only the place was typed.
        """
        if place is None:
            self.make(Deal())
        elif self.selection is None:
            if is_one_way(self.game) and place.area is Area.COLUMN:
                self.send_home(place)
            else:
                self.select(place, index)
        elif place == self.selection.place:
            self.deselect()
        else:
            self._move_selection(self.selection, place, index)

    def double_click(self, place: Place | None, index: int | None) -> None:
        """Send the card home that the first click selected.

        If the first click moved cards or dealt a single one, the second is an ordinary click; if it
        dealt to the columns, the second is ignored as a slip.
        """
        if place is not None and self.selection is not None and self.selection.place == place:
            self.send_home(place)
        elif place is not None or self.game.stock_rule is not StockRule.COLUMNS:
            self.click(place, index)

    def select(self, place: Place, index: int | None) -> bool:
        """Select cards, or say that there are none."""
        self.hint = None
        position = self.session.position
        self._select(select(self.game, position, place, index))
        pile = position.pile(place)
        if self.selection is None:
            is_foundation = place.area is Area.FOUNDATION and pile
            self.say(
                "A card on a foundation stays there."
                if is_foundation
                else f"There is no card in {place.name}."
            )
            return False
        first = self.selection.first(position)
        more = f" and {len(pile) - first - 1} more" if len(pile) - first > 1 else ""
        self.say(f"{pile[first].sign}{more} selected: where to?")
        return True

    def deselect(self) -> None:
        self._select(None)
        self.say("")

    def _select(self, selection: Selection | None) -> None:
        self.selection, self.targets = selection, frozenset()
        if selection is not None:
            self.targets = drop_targets(self.game, self.session.position, selection)

    def drop(self, place: Place | None) -> None:
        """Drop the dragged cards on a place, or nowhere."""
        if self.selection is None:
            return  # something else has happened meanwhile
        if place is None or place == self.selection.place:
            self.deselect()
        else:
            self.make(resolve_drop(self.game, self.session.position, self.selection, place))

    def _move_selection(self, selection: Selection, place: Place, index: int | None) -> None:
        """Move the selected cards; if that is illegal, a click selects the other cards instead."""
        session, before = self.session, self.session.position
        if self.make(resolve_drop(self.game, before, selection, place)):
            return
        is_unchanged = self.session is session and session.position == before
        is_selectable = place.area is not Area.FOUNDATION and before.pile(place)
        if is_unchanged and is_selectable and index is not None:
            why = self.message
            self.select(place, index)
            self._set_message(f"{why} {self.message}")

    def send_home(self, place: Place | None) -> None:
        """Send the last card of a place to its foundation."""
        self.hint = None
        move = foundation_move(self.game, self.session.position, place) if place else None
        if move is None:
            self._refuse("there is no card to send home")
        else:
            self.make(move)


def describe_save_error(saved_game: SavedGame) -> str:
    return sentence(f"not saved: {saved_game.save_error}")

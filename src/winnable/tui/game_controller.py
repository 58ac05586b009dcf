"""A game being played, without a user interface: what a click, a drop or a typed line does.

The controller changes the saved game and holds what there is to show: the message, the selected
cards with their targets, and the hint. After each change it calls its display.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from winnable.errors import NotationError, StaleGameError, sentence
from winnable.l10n import t
from winnable.moves import Deal, Move
from winnable.play import Autoplay, Session, read_move
from winnable.play.descriptions import describe_step, status
from winnable.play.move_intent import (
    Selection,
    best_moves,
    drop_targets,
    foundation_move,
    is_one_way,
    resolve_drop,
    select,
    why_not_movable,
)
from winnable.play.move_parser import split_moves
from winnable.play.typed_commands import name_moves
from winnable.position import Area, Place
from winnable.rules import Game, IllegalMoveError, StockRule
from winnable.store import Outcome, SavedGame
from winnable.tui.actions import GAME_KEYS

__all__ = ["GameController", "GameDisplay", "describe_save_error"]


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
        self._confirming: str | None = None
        """What was typed to give the game up, if the player has been asked to confirm it."""
        self._preface = ""
        """What the next message begins with."""
        self._shown_session = saved_game.session

    @property
    def session(self) -> Session:
        return self.saved_game.session

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def number(self) -> int | None:
        """The number of the saved game."""
        return self.saved_game.number

    # -- what is shown ----------------------------------------------------------------------------

    def say(self, message: str) -> None:
        """Replace the message; a question in the old one is no longer open."""
        self.forget_question()
        preface, self._preface = self._preface, ""
        self._set_message(f"{preface} {message}")

    def forget_question(self) -> None:
        """The player does something else than to confirm."""
        self._confirming = None

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
            message += " " + t("app.game.stays_won")
        if self.session.is_won:
            message += " " + status(self.session)
        elif self.session.is_stuck:
            message += " " + t("app.game.stuck", undo=GAME_KEYS["undo"], back=GAME_KEYS["back"])
        return message

    def refuse(self, why: str) -> None:
        """Say why something cannot be done."""
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

    def make_typed(self, line: str) -> None:
        """Make the moves of a typed line, up to the first that cannot be made."""
        words = split_moves(self.game, line)
        for number, word in enumerate(words, 1):
            if number > 1 and self.session.is_won:
                return
            try:
                is_made = self.make(read_move(self.game, self.session.position, word))
            except NotationError as error:
                self.refuse(str(error))
                is_made = False
            if not is_made:
                if len(words) > 1:
                    at = {"move": word, "number": number, "all": len(words)}
                    self._set_message(t("app.game.typed_move", why=self.message, **at))
                return

    def undo(self, count: int = 1) -> None:
        made = self.session.steps
        undone = made[::-1][:count]
        if not undone:
            self.say(t("app.game.nothing_to_undo"))
        elif self.try_change(lambda: self.saved_game.go_to(len(made) - len(undone))):
            self.announce(t("app.game.undone", moves=name_moves(undone)))

    def redo(self, count: int = 1) -> None:
        again = self.session.undone[:count]
        if not again:
            self.say(t("app.game.nothing_to_redo"))
        elif self.try_change(lambda: self.saved_game.go_to(len(self.session.steps) + len(again))):
            self.announce(t("app.game.redone", moves=name_moves(again)))

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

    # -- selecting and moving cards ---------------------------------------------------------------

    def click(self, place: Place | None, index: int | None, *, moves_at_once: bool = False) -> None:
        """Select cards, move the selected ones, or deal if the place is the stock (None).

        The index is that of a card that was pointed at; None if only the place was typed.
        `moves_at_once`: a card that is pointed at goes to its best place.
        """
        if place is None:
            self.make(Deal())
        elif self.selection is None:
            if is_one_way(self.game) and place.area is Area.COLUMN:
                self.send_home(place)
            elif moves_at_once and index is not None:
                self._move_to_best_place(place, index)
            else:
                self.select(place, index)
        elif place == self.selection.place:
            self.deselect()
        else:
            self._move_selection(self.selection, place, index)

    def _move_to_best_place(self, place: Place, index: int) -> None:
        """Move a card, and those on it, where they go best; else say why, or select them."""
        position = self.session.position
        count = len(position.pile(place)) - index
        moves = best_moves(self.game, position, self.game.legal_moves(position))
        move = next((each for each in moves if (each.source, each.count) == (place, count)), None)
        if move is not None and not self.session.is_won:
            self.make(move)
        elif count > 0 and (why := why_not_movable(self.game, position, Selection(place, count))):
            self.refuse(str(why[0]))
        else:
            self.select(place, index)

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
                t("app.game.foundation_stays")
                if is_foundation
                else t("app.game.empty", place=place.name_among(self.game.foundations))
            )
            return False
        self.say(self._describe_selection(self.selection))
        return True

    def _describe_selection(self, selection: Selection) -> str:
        """What is selected, or why it cannot move."""
        position = self.session.position
        pile, first = position.pile(selection.place), selection.first(position)
        card, others = pile[first].sign, len(pile) - first - 1
        if not self.targets:
            if why := why_not_movable(self.game, position, selection):
                return sentence(str(why[0]))
            return t("app.game.fits_nowhere", card=card)
        if others:
            return t("app.game.selected_run", card=card, count=others)
        return t("app.game.selected", card=card)

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
            self.refuse(t("app.game.no_card_to_send"))
        else:
            self.make(move)


def describe_save_error(saved_game: SavedGame) -> str:
    return t("app.game.not_saved", why=saved_game.save_error)

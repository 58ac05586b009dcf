"""Cards selected and moved, without a user interface: what a click, a drop or a typed line does.

The controller holds what there is to show: the message, the selected cards with their targets, and
the hint. After each change it calls its display. `GameController` moves the cards of a game,
`BranchController` those of a branch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from winnable.errors import NotationError, sentence
from winnable.l10n import t
from winnable.moves import Deal, Move
from winnable.play import Session, read_move
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
from winnable.rules import Game, StockRule

__all__ = ["MoveController", "MoveDisplay"]


class MoveDisplay(Protocol):
    """Shows the cards: the controller calls it after every change."""

    def show_state(self) -> None:
        """The message, the selection or the hint has changed."""

    def show_position(self) -> None:
        """The moves or the autoplay have changed."""


class MoveController(ABC):
    def __init__(self, display: MoveDisplay) -> None:
        self._display = display
        self.message = ""
        self.selection: Selection | None = None
        self.targets: frozenset[Place] = frozenset()
        """Where the selected cards may go."""
        self.hint: Move | None = None
        self._confirming: str | None = None
        """What the player has been asked to confirm by saying it again."""

    @property
    @abstractmethod
    def session(self) -> Session: ...

    @property
    def game(self) -> Game:
        return self.session.game

    @abstractmethod
    def make(self, move: Move) -> bool:
        """Make a move, and say what it did or why it is not made; whether it is."""

    @abstractmethod
    def _go_to(self, moves: int) -> bool:
        """Undo or redo until so many moves are made; whether that was possible."""

    # -- what is shown ----------------------------------------------------------------------------

    def say(self, message: str) -> None:
        """Replace the message; a question in the old one is no longer open."""
        self.forget_question()
        self._set_message(message)

    def forget_question(self) -> None:
        """The player does something else than to confirm."""
        self._confirming = None

    def add(self, message: str) -> None:
        self._set_message(f"{self.message} {message}")

    def _set_message(self, message: str) -> None:
        self.message = message.strip()
        self._display.show_state()

    def announce(self, message: str) -> None:
        """Show the position as it is now, with a message and what else there is to say about it."""
        self.hint = None
        self._select(None)
        self._display.show_position()
        self.say(self._with_remarks(message))

    def _with_remarks(self, message: str) -> str:
        """A message on a move with what else there is to say about the position."""
        return message

    def refuse(self, why: str) -> None:
        """Say why something cannot be done."""
        self._select(None)
        self.say(sentence(why))

    # -- typed moves, and moves taken back ---------------------------------------------------------

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
        elif self._go_to(len(made) - len(undone)):
            self.announce(t("app.game.undone", moves=name_moves(undone)))

    def redo(self, count: int = 1) -> None:
        again = self.session.undone[:count]
        if not again:
            self.say(t("app.game.nothing_to_redo"))
        elif self._go_to(len(self.session.steps) + len(again)):
            self.announce(t("app.game.redone", moves=name_moves(again)))

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

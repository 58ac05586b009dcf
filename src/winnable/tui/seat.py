"""Somebody sits at a table: cards are picked up and laid down, and every move is said and kept."""

from __future__ import annotations

from collections.abc import Callable

from winnable.errors import StaleGameError, sentence
from winnable.moves import Deal, Move
from winnable.play import Session
from winnable.play.descriptions import describe_step, status
from winnable.play.move_intent import (
    Selection,
    drop_targets,
    foundation_move,
    is_one_way,
    resolve_drop,
    select,
)
from winnable.position import Area, Place
from winnable.rules import IllegalMoveError
from winnable.store import Outcome, SavedGame
from winnable.tui.board import BoardScreen
from winnable.tui.counsel import Counsel

__all__ = ["Seat"]

_STUCK = "b looks for the last position that could be won; u takes a move back."


class Seat(BoardScreen):
    """What happens at a table, whichever way a player says it."""

    def __init__(self, table: SavedGame) -> None:
        super().__init__()
        self.table = table
        self.picked: Selection | None = None
        self.counsel = Counsel(self)
        self.asked = ""
        """The action that has to be asked for twice, if that was the last thing asked for."""

    @property
    def session(self) -> Session:
        """The game in play."""
        return self.table.session

    def say(self, words: str) -> None:
        """Say something below the table; a question that was asked is no longer in the air."""
        self.asked = ""
        super().say(words)

    def add(self, words: str) -> None:
        """Say something more."""
        self.message.say(f"{self.message.said} {words}".strip())

    def changed(self, words: str) -> None:
        """Something has changed: show it, say it, and ask the coach anew."""
        self.picked = None
        self.felt.hint = None
        self.show_hand()
        self.counsel.look()
        self.lay()
        if self.table.save_error:
            words = f"{words} {sentence(f'not kept: {self.table.save_error}')}"
        if self.table.outcome is Outcome.WON and not self.session.is_won:
            words = f"{words} This game is won and kept as it was; what follows is not."
        if outcome := status(self.session):
            words = f"{words} {outcome} {'' if self.session.is_won else _STUCK}"
        self.say(words.strip())

    def try_to(self, change: Callable[[], object]) -> bool:
        """Change the table; if another program has gone on with the game, show that instead."""
        try:
            change()
        except StaleGameError as error:
            self.changed(sentence(str(error)))
            return False
        return True

    def play(self, move: Move) -> bool:
        """Make a move, and say what it did or why it is refused."""
        if self.session.is_won:
            self.say("The game is won: n deals another, u takes moves back.")
            return False
        before, made = self.session.view, len(self.session.steps)
        try:
            if not self.try_to(lambda: self.table.make(move)):
                return False
        except IllegalMoveError as error:
            self.refuse(error.why)
            return False
        self.changed(describe_step(before, self.session.steps[made], self.session.view))
        if self.session.is_won:
            self.house.celebrate(self)
        return True

    def refuse(self, why: str) -> None:
        """Say why something was not done; nothing beeps."""
        self.picked = None
        self.show_hand()
        self.say(f"No: {why}.")

    def show_hand(self) -> None:
        """Show what is picked up and where it may go."""
        game, position = self.session.game, self.session.position
        if self.picked is None:
            self.felt.selection, self.felt.targets = None, frozenset()
            return
        self.felt.selection = (self.picked.place, self.picked.first(position))
        self.felt.targets = drop_targets(game, position, self.picked)

    def pick_up(self, place: Place, index: int | None) -> bool:
        """Pick up cards, or say that there are none."""
        self.counsel.hush()
        self.felt.hint = None
        self.picked = select(self.session.game, self.session.position, place, index)
        self.show_hand()
        if self.picked is None:
            stays = place.area is Area.FOUNDATION and self.session.position.pile(place)
            self.say(
                "A card on a foundation stays there."
                if stays
                else f"There is no card in {place.name}."
            )
            return False
        pile = self.session.position.pile(place)[self.picked.first(self.session.position) :]
        more = f" and {len(pile) - 1} more" if len(pile) > 1 else ""
        self.say(f"{pile[0].sign}{more} picked up: where to?")
        return True

    def point(self, place: Place | None, index: int | None) -> None:
        """Point at a place: pick up, lay down, or deal where it is the stock (None)."""
        if place is None:
            self.play(Deal())
        elif self.picked is None:
            if is_one_way(self.session.game) and place.area is Area.COLUMN:
                self.send_home(place)
            else:
                self.pick_up(place, index)
        elif place == self.picked.place:
            self.put_down()
        else:
            self.lay_down(self.picked, place, index)

    def lay_down(self, picked: Selection, place: Place, index: int | None) -> None:
        """Lay picked cards down; somebody who points at other cards instead picks those up."""
        session, before = self.session, self.session.position
        move = resolve_drop(session.game, before, picked, place)
        if self.play(move) or place.area is Area.FOUNDATION:
            return
        is_as_before = self.session is session and session.position == before
        # Who types places means a whole move: the next place typed begins another one.
        if is_as_before and before.pile(place) and index is not None:
            why = self.message.said
            self.pick_up(place, index)
            self.message.say(f"{why} {self.message.said}")

    def send_home(self, place: Place | None) -> None:
        """Send the last card of a place home."""
        self.counsel.hush()
        self.felt.hint = None
        move = foundation_move(self.session.game, self.session.position, place) if place else None
        if move is None:
            self.refuse("there is no card to send home")
        else:
            self.play(move)

    def put_down(self) -> None:
        """Put down what was picked up."""
        self.picked = None
        self.show_hand()
        self.say("")

"""What can be asked for at a table, besides moving cards about: an action for each."""

from __future__ import annotations

from dataclasses import replace

from winnable.moves import Deal
from winnable.play import Autoplay, Step
from winnable.play.actions import collect_moves
from winnable.play.descriptions import counted
from winnable.tui.seat import Seat

__all__ = ["Errands"]


class Errands(Seat):
    """A player who asks for things."""

    def action_home(self) -> None:
        """Send a card home: the one picked up, or the one under the cursor."""
        cursor = self.felt.cursor
        self.send_home(self.picked.place if self.picked else cursor[0] if cursor else None)

    def action_deal(self) -> None:
        """Deal from the stock."""
        self.play(Deal())

    def action_undo(self) -> None:
        """Take back the last move."""
        if self.session.steps:
            self._travel(self.session.steps[-1], "Taken back")
        else:
            self.say("There is no move to take back.")

    def action_redo(self) -> None:
        """Make again what was taken back."""
        if self.session.undone:
            self._travel(self.session.undone[0], "Made again")
        else:
            self.say("There is no move to make again.")

    def _travel(self, step: Step, done: str) -> None:
        if self.try_to(self.table.undo if done == "Taken back" else self.table.redo):
            self.changed(f"{done}: {step.move}.")

    def action_restart(self) -> None:
        """Back to the start of the deal."""
        if not self.session.steps:
            self.say("This is the start of the deal.")
        elif self.try_to(self.table.restart):
            self.changed("Back at the start; r brings the moves back.")

    def action_collect(self) -> None:
        """Send every card home that can go."""
        before = self._at_home
        for move in collect_moves(self.session):
            if not self.play(move) or self.session.is_won:
                return
        count = self._at_home - before
        self.say(f"{counted(count, 'card') if count else 'No cards'} went home.")

    @property
    def _at_home(self) -> int:
        return sum(map(len, self.session.position.foundations))

    def action_autoplay(self) -> None:
        """The next of off, safe and all."""
        choices = list(Autoplay)
        choice = choices[(choices.index(self.session.autoplay) + 1) % len(choices)]
        if self.try_to(lambda: self.table.set_autoplay(choice)):
            self.house.choose(replace(self.house.options, autoplay=choice.value))
            self.changed(f"Autoplay is {choice.value}: {choice.description}.")

    def action_new(self) -> None:
        """Deal another game, if this one is over or the player is sure."""
        has_begun = self.session.steps or self.session.undone
        if has_begun and not self.session.is_won and self.asked != "new":
            self.say("n once more gives this game up, which counts as played, and deals another.")
            self.asked = "new"
        elif self.try_to(self.table.give_up):
            self.house.deal(self.session.game)

    def action_save(self) -> None:
        """Write the game to a file."""
        self.house.save(self.table)

    # -- the coach --------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask for a hint."""
        self.counsel.hint()

    def action_lamp(self) -> None:
        """Switch the lamp on or off."""
        self.counsel.switch()

    def action_as_dealt(self) -> None:
        """Ask about the game as dealt."""
        self.counsel.as_dealt()

    def action_back(self) -> None:
        """Back to the last position that could be won."""
        self.counsel.go_back()

    def action_review(self) -> None:
        """Look back at the game."""
        self.house.review(self.table)

    def action_watch(self) -> None:
        """Watch the solver play."""
        self.counsel.watch()

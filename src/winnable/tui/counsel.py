"""The coach at the table: the lamp that follows the game, and answers to what a player asks.

Everything is thought about off the main thread, on a copy of the game, and whatever is done at the
table calls it off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from winnable.coach import Coach, Evaluation, Hint, LiveEvaluator, Review, review
from winnable.coach.descriptions import describe_evaluation, describe_hint
from winnable.errors import sentence
from winnable.moves import Move, Transfer
from winnable.play.descriptions import counted
from winnable.play.replay import win_session
from winnable.position import Place, Position
from winnable.solver import Limit, Result, Verdict
from winnable.tui.bars import Part
from winnable.tui.light import THINKING, light
from winnable.tui.thinking import Thinker, Thought, post

if TYPE_CHECKING:
    from winnable.tui.seat import Seat

__all__ = ["Counsel", "pointed_out"]

PATIENCE = Limit(seconds=30)
"""As long as an answer may take that somebody asked for; nothing is frozen meanwhile."""

_DARK = Part("")
_BACK = "b looks for the last position that could be won."

Answer = TypeVar("Answer")


class Counsel:
    """The coach of one table."""

    def __init__(self, screen: Seat) -> None:
        self.screen = screen
        self.coach = Coach(screen.session.game)
        self.hides = screen.session.game.hides_cards
        """Whether the game has cards that the player does not see."""
        self.light = _DARK
        """What the lamp says."""
        self._noted = False
        """Whether the hint that is being worked out has been counted."""
        self._was_lost = False
        """Whether the player has been told that the game is lost, and it still is."""
        self._lamp = LiveEvaluator(self.coach, self._lit)
        self._thinker = Thinker(screen)
        self._passed = Event()
        """Set once the table has changed since the lamp began to think."""

    @property
    def is_lit(self) -> bool:
        """Whether the player wants the lamp."""
        return self.screen.house.options.lamp

    def look(self) -> None:
        """The table has changed: earlier thoughts are of no use."""
        self.hush()
        # Once `stop` is back the lamp says no more about the table as it was; only then may there
        # be a new event, which the lamp's thread gives to whatever it says.
        self._lamp.stop()
        self._passed.set()
        self._passed = Event()
        self.light = _DARK
        if self.is_lit and not self.screen.session.is_won:
            self.light = THINKING
            self._lamp.show(self.screen.session.copy())

    def hush(self) -> None:
        """Nobody waits any more for what was asked."""
        if self._thinker.is_busy:
            self._thinker.stop()
            self.screen.say("")

    def close(self) -> None:
        """The table is left. The lamp may take a moment to go out: nobody waits for that."""
        self._thinker.stop()
        self._passed.set()
        Thread(target=self._lamp.close, name="lamp closer", daemon=True).start()

    # -- the lamp ---------------------------------------------------------------------------------

    def switch(self) -> None:
        """Turn the lamp on or off."""
        options = self.screen.house.options
        self.screen.house.choose(replace(options, lamp=not options.lamp))
        self.screen.say(
            "The lamp is on: it tells how the game stands after every move."
            if self.is_lit
            else "The lamp is off: a win without it, hints and undo counts as unaided."
        )

    def _lit(self, standing: Evaluation, is_final: bool) -> None:
        """On the lamp's thread: pass it on to the main one."""
        tell = self._shine if is_final else self._glimmer
        post(self.screen, Thought(self._passed, tell, standing))

    def _glimmer(self, standing: Evaluation) -> None:
        """A first idea of how the game stands."""
        if self._note_verdict(only_first=True):
            self.light = light(standing, is_final=False)
            self.screen.tell_standing()

    def _shine(self, standing: Evaluation) -> None:
        """How the game stands."""
        if not (standing.trouble or self._note_verdict(only_first=True)):
            return
        self.light = light(standing, is_final=True)
        self.screen.tell_standing()
        was_lost, self._was_lost = self._was_lost, standing.verdict is Verdict.LOST
        if standing.trouble:
            self.screen.add(describe_evaluation(standing))
        elif self._was_lost and not self.screen.session.is_stuck:
            words = "Still lost." if was_lost else describe_evaluation(standing)
            self.screen.add(f"{words} {self._way_back}".strip())

    @property
    def _way_back(self) -> str:
        """What to do about a lost game; before the first move, nothing can be."""
        return _BACK if self.screen.session.steps else ""

    def _note_verdict(self, *, only_first: bool = False) -> bool:
        """Count that the player sees a verdict; says whether the game is still the same."""
        table = self.screen.table
        if only_first and table.verdicts:
            return True
        return self.screen.try_to(table.count_verdict)

    # -- questions --------------------------------------------------------------------------------

    def hint(self) -> None:
        """Offer a move."""
        if self.screen.session.is_won:
            self.screen.say("The game is won.")
            return
        self.screen.say("Thinking about a hint ...")
        self._noted = False
        session = self.screen.session.copy()

        def work(cancel: Event) -> Hint:
            def so_far(hint: Hint) -> None:
                post(self.screen, Thought(cancel, self._hinted, hint))

            return self.coach.hint(session, cancel=cancel, progress=so_far)

        self._ask(work, self._hinted)

    def _hinted(self, hint: Hint) -> None:
        """Show a move; its share may still be told more exactly."""
        screen = self.screen
        if not self._noted:
            self._noted = True
            if not screen.try_to(screen.table.count_hint):
                return
        screen.say(describe_hint(screen.session.game, screen.session.view, hint))
        if hint.verdict is Verdict.LOST:
            screen.add(self._way_back)
        screen.felt.hint = pointed_out(screen.session.position, hint.move)

    def as_dealt(self) -> None:
        """Say whether the game can be won, hidden cards included."""
        self._solve(self._told_as_dealt)

    def _told_as_dealt(self, result: Result) -> None:
        if self._note_verdict():
            hidden = "As dealt, hidden cards included, this" if self.hides else "This"
            self.screen.say(
                {
                    Verdict.WINNABLE: f"{hidden} game can still be won.",
                    Verdict.LOST: f"{hidden} game is lost. {self._way_back}".strip(),
                    Verdict.UNSETTLED: "Whether it can be won could not be settled in time.",
                }[result.verdict]
            )

    def watch(self) -> None:
        """Show the solver at play from here."""
        self._solve(self._found_line)

    def _found_line(self, result: Result) -> None:
        screen = self.screen
        if result.verdict is not Verdict.WINNABLE:
            self._told_as_dealt(result)
        elif screen.try_to(screen.table.count_hint):
            screen.say("")
            screen.house.show_line(
                win_session(screen.session, result.moves), "the solver plays from here"
            )

    def _solve(self, tell: Callable[[Result], None]) -> None:
        if self.screen.session.is_won:
            self.screen.say("The game is won.")
            return
        self.screen.say("Asking the solver ...")
        session = self.screen.session.copy()
        self._ask(lambda cancel: self.coach.as_dealt(session, cancel=cancel, limit=PATIENCE), tell)

    def go_back(self) -> None:
        """Go back to the last position that could be won."""
        if self.screen.session.is_won:
            self.screen.say("The game is won.")
            return
        self.screen.say("Looking back ...")
        session = self.screen.session.copy()
        self._ask(lambda cancel: review(session, cancel=cancel), self._looked_back)

    def _looked_back(self, looked: Review) -> None:
        screen, made, last = self.screen, len(self.screen.session.steps), looked.last_winnable
        hidden = " (hidden cards included)" if self.hides else ""
        if last is None or last == made:
            if self._note_verdict():
                screen.say(_nowhere(looked, hidden))
        elif screen.try_to(lambda: screen.table.go_to(last)) and self._note_verdict():
            sure = "could be won" if looked.mistake is not None else "is known to be winnable"
            moves = counted(made - last, "move")
            screen.changed(f"Back {moves}, to the last position that {sure}{hidden}.")

    def _ask(self, work: Callable[[Event], Answer], tell: Callable[[Answer], None]) -> None:
        self._thinker.think(work, tell, self._failed)

    def _failed(self, error: Exception) -> None:
        self.screen.say(sentence(f"the coach gave up: {str(error) or type(error).__name__}"))


def _nowhere(looked: Review, hidden: str) -> str:
    """Why there is no way back, or no need of one."""
    if looked.last_winnable is not None:
        return f"This position can still be won{hidden}."
    if looked.first_lost == 0:
        return f"This deal cannot be won at all{hidden}: nothing was thrown away."
    return f"No position of this game is known to be winnable{hidden}."


def pointed_out(
    position: Position, move: Move | None
) -> tuple[Place | None, int, Place | None] | None:
    """A move as the felt points it out: from where, the first of the cards, and where to."""
    if move is None:
        return None
    if isinstance(move, Transfer):
        return move.source, len(position.pile(move.source)) - move.count, move.target
    return None, -1, None

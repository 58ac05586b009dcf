"""Looking at a game move by move: a record replayed, a game reviewed, the solver at play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from threading import Event
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from winnable.coach import Review, review
from winnable.coach.descriptions import describe_review
from winnable.errors import StaleGameError, sentence
from winnable.play import Session
from winnable.play.descriptions import describe_step, status
from winnable.play.replay import win_session
from winnable.solver import Result
from winnable.store import Outcome, SavedGame
from winnable.tui.bars import Part
from winnable.tui.board import BoardScreen
from winnable.tui.counsel import pointed_out
from winnable.tui.keys import WALK, bindings
from winnable.tui.strip import Strip
from winnable.tui.thinking import Thinker, Thought, post

__all__ = ["WalkScreen"]

_PACE = 0.8
"""Seconds from one move to the next, when a game runs by itself."""
_ROOMY = 24


class WalkScreen(BoardScreen):
    """A game that was played, or could be, to be looked at from its start to its end."""

    ACTS = WALK
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(WALK)]

    def __init__(
        self,
        session: Session,
        title: str,
        *,
        table: SavedGame | None = None,
        reviewed: bool = False,
        running: bool = False,
    ) -> None:
        super().__init__()
        self.line = session.copy()
        self.title = title
        self.table = table
        """Where the game can be played on."""
        self.wants_review, self.runs = reviewed, running
        self.looked: Review | None = None
        self._words = ""
        """What there is to say about the game as a whole."""
        self.strip = Strip()
        self._thinker = Thinker(self)

    @property
    def session(self) -> Session:
        """The game as far as it has been looked at."""
        return self.line

    @property
    def length(self) -> int:
        """How many steps the whole game has."""
        return len(self.line.steps) + len(self.line.undone)

    def standing(self) -> Iterator[Part]:
        """What this is, and how far it has been looked at."""
        yield Part(self.line.game.name, self.line.game.name)
        if self.line.deal_number is not None:
            yield Part(f"deal {self.line.deal}", f"#{self.line.deal}")
        yield Part(self.title or "")
        made = len(self.line.steps)
        yield Part(f"move {made} of {self.length}", f"{made}/{self.length}")
        if self.runs:
            yield Part("running", ">")

    def compose(self) -> ComposeResult:
        """A strip of verdicts lies between the table and the words."""
        yield self.status
        yield self.felt
        yield self.too_small
        yield self.strip
        yield self.message
        yield self.keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense here."""
        if action == "mistake":
            looked = self.looked
            return looked is not None and None not in (looked.last_winnable, looked.first_lost)
        if action == "solution":
            return self._win() is not None
        if action == "story":
            return bool(self._words)
        if action == "play":
            is_closed = self.table is None or self.table.outcome is Outcome.WON
            return not (is_closed or self.line.is_won)
        return True

    def on_mount(self) -> None:
        """Show the first table; a review is worked out meanwhile."""
        super().on_mount()
        self.set_focus(self.felt)
        self.strip.display = False
        self.set_interval(_PACE, self._tick)
        if self.wants_review:
            self._look_back()
        else:
            self._tell()

    def _look_back(self) -> None:
        self.say("Looking back at the game ...")
        line = self._whole()

        def look(cancel: Event) -> tuple[Review, str]:
            def so_far(found: Review) -> None:
                post(self, Thought(cancel, self._glimpsed, found))

            looked = review(line, cancel=cancel, progress=so_far)
            return looked, " ".join(describe_review(looked, line))

        self._thinker.think(look, self._reviewed, self._failed)

    def _whole(self) -> Session:
        """The game, from its start to its end."""
        line = self.line.copy()
        while line.redo():
            pass
        return line

    def on_resize(self, event: events.Resize) -> None:
        """Where there is room for any story, the strip does not move about under the mouse."""
        super().on_resize(event)
        self.set_class(self.wants_review and event.size.height >= _ROOMY, "steady")

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self._thinker.stop()

    def _glimpsed(self, looked: Review) -> None:
        """What is known so far."""
        table = self.table
        if self.looked is None and table is not None and table.outcome is Outcome.UNFINISHED:
            with suppress(StaleGameError):  # then it is another line of play that is gone on with
                table.count_hint()
        self.looked = looked
        self.strip.display = True
        self.lay()

    def _reviewed(self, found: tuple[Review, str]) -> None:
        looked, self._words = found
        self._glimpsed(looked)
        self.action_story()

    def _failed(self, error: Exception) -> None:
        self.say(sentence(f"the coach gave up: {str(error) or type(error).__name__}"))

    def lay(self) -> None:
        """The table, and the mark in the strip."""
        super().lay()
        made, looked, options = len(self.line.steps), self.looked, self.house.options
        self.felt.hint = None
        if looked is not None:
            self.strip.show(looked, made, colour=options.colour, ascii_only=options.ascii)
            if looked.rest is not None and made == looked.last_winnable:
                self.felt.hint = pointed_out(self.line.position, looked.rest.moves[0])

    def _tell(self) -> None:
        """Say which move led here."""
        self.lay()
        if not self.line.steps:
            self.say("The start.")
            return
        *before, step = self.line.steps
        earlier = before[-1].position if before else self.line.start
        words = describe_step(earlier.view, step, self.line.view)
        self.say(f"{len(self.line.steps)}. {words} {status(self.line)}".strip())

    def go_to(self, made: int) -> None:
        """Go to a point of the game."""
        while len(self.line.steps) > made and self.line.undo():
            pass
        while len(self.line.steps) < made and self.line.redo():
            pass
        self._tell()

    def on_felt_drag_started(self) -> None:
        """Nothing is played here."""
        self.felt.cancel_drag()

    def on_strip_chosen(self, event: Strip.Chosen) -> None:
        """A position of the strip was clicked."""
        self._stop_and_go(event.made)

    def _tick(self) -> None:
        if self.runs and self.is_active:
            if self.line.undone:
                self.go_to(len(self.line.steps) + 1)
            else:
                self.runs = False
                self.tell_standing()

    def _stop_and_go(self, made: int) -> None:
        self.runs = False
        self.go_to(made)

    def action_forth(self) -> None:
        """A move forth."""
        self._stop_and_go(len(self.line.steps) + 1)

    def action_back(self) -> None:
        """A move back."""
        self._stop_and_go(max(0, len(self.line.steps) - 1))

    def action_start(self) -> None:
        """To the start."""
        self._stop_and_go(0)

    def action_end(self) -> None:
        """To the end."""
        self._stop_and_go(self.length)

    def action_run(self) -> None:
        """Let it run, or stop it."""
        self.runs = not self.runs
        if self.runs and not self.line.undone:
            self.go_to(0)
        self.tell_standing()

    def action_mistake(self) -> None:
        """To the last position that could be won."""
        if self.looked is not None and self.looked.last_winnable is not None:
            self._stop_and_go(self.looked.last_winnable)
            self.action_story()

    def action_story(self) -> None:
        """What there is to say about the game as a whole."""
        self.say(self._words)

    def _win(self) -> Result | None:
        """The win to show: from the last winnable position, or from the deal."""
        return None if self.looked is None else self.looked.rest or self.looked.best

    def action_solution(self) -> None:
        """Step through a win."""
        win, looked = self._win(), self.looked
        if win is None or looked is None:
            return
        self.runs = False
        at = (looked.last_winnable or 0) if looked.rest is not None else 0
        line = self.line.copy()
        line.restart()
        for _ in range(at):
            line.redo()
        where = f"from move {at} on" if at else "from the deal"
        self.house.show_line(win_session(line, win.moves), f"a win {where}", running=False)

    def action_play(self) -> None:
        """Play on from here."""
        if self.table is not None:
            self.house.play_on(self.table, len(self.line.steps))

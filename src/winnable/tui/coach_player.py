"""The coach plays a game in the app, by its hints alone, until anybody or anything stops it.

A hint is looked for on a background thread; then, at a pace one can follow, its move is made like
one of the player's.
"""

from __future__ import annotations

import time
from threading import Event

from textual.message_pump import MessagePump
from textual.timer import Timer

from winnable.coach import Coach, Hint
from winnable.coach.at_play import CoachAtPlay, needs_autoplay_off
from winnable.l10n import t
from winnable.play import Autoplay
from winnable.store import Outcome
from winnable.tui.background import BackgroundRunner, describe_error
from winnable.tui.game_controller import GameController
from winnable.tui.widgets.bars import StatusPart

__all__ = ["CoachPlayer"]

SECONDS_PER_MOVE = 0.8


class CoachPlayer:
    def __init__(self, controller: GameController, coach: Coach, pump: MessagePump) -> None:
        self._game, self._coach, self._pump = controller, coach, pump
        self._hints = BackgroundRunner(pump)
        self._play: CoachAtPlay | None = None
        """None while it does not play."""
        self._timer: Timer | None = None
        self._shown_since = 0.0
        self._is_moving = False

    @property
    def is_playing(self) -> bool:
        return self._play is not None

    @property
    def label(self) -> StatusPart:
        """Its part of the status line."""
        if not self.is_playing:
            return StatusPart("")
        return StatusPart(t("app.player.label"), t("app.player.short_label"))

    def set_coach(self, coach: Coach) -> None:
        """Whose hints it plays from now on."""
        self._coach = coach

    def start(self, most: int | None = None) -> None:
        """Begin to play, at most so many moves."""
        if self._game.session.is_won:
            self._game.say(t("coach.evaluation.won"))
            return
        if self._game.session.is_stuck:
            self._game.say(CoachAtPlay().ending(self._game.session))
            return
        self._play = CoachAtPlay(most)
        self._game.hint = None
        self._game.deselect()
        self._game.say(self._greeting())
        self._look_for_hint()

    def _greeting(self) -> str:
        saved_game = self._game.saved_game
        is_counted = saved_game.repository is not None and saved_game.outcome is not Outcome.WON
        if is_counted and not saved_game.coach_moves:
            return t("app.player.plays_counted")
        return t("app.player.plays")

    def stop(self) -> None:
        """Stop it, and say how far it has come. Nothing happens if it does not play.

        What stops it may have something to say as well; that does not hide that it has stopped.
        """
        if self._play is not None and not self._is_moving:
            self._end(t("app.player.stopped_after", count=self._play.made))
            self._game.preface(t("app.player.stopped"))

    def position_changed(self) -> None:
        """Whoever else changes the position stops the coach, and then says what has changed."""
        if self.is_playing and not self._is_moving:
            self._forget()
            self._game.preface(t("app.player.stopped"))

    def _look_for_hint(self) -> None:
        self._timer = None
        self._shown_since = time.monotonic()
        if self._play is None or not self._play.goes_on(self._game.session):
            self._end_play()
            return
        session = self._game.session.copy()

        def work(cancel: Event) -> Hint:
            return self._coach.hint(session, cancel=cancel)

        self._hints.run(work, self._wait, self._show_error)

    def _wait(self, hint: Hint) -> None:
        """Let the position be seen for a moment before the move is made."""
        if hint.move is None:
            self._end_play(hint)
            return
        shown = time.monotonic() - self._shown_since
        wait = max(0.001, SECONDS_PER_MOVE - shown)  # a timer of 0 seconds fails
        self._timer = self._pump.set_timer(wait, lambda: self._make(hint))

    def _make(self, hint: Hint) -> None:
        if self._play is None or hint.move is None:
            return
        note = ""
        self._is_moving = True
        try:
            is_made = self._game.try_change(self._game.saved_game.count_hint)
            if is_made and needs_autoplay_off(self._game.session, hint):
                is_made = self._game.try_change(self._turn_autoplay_off)
                note = t("app.player.autoplay_off")
            is_made = is_made and self._game.make(hint.move, by_coach=True)
        finally:
            self._is_moving = False
        if is_made:
            self._play.made += 1
            self._game.add(note)
            self._look_for_hint()
        else:
            self._forget()
            # That another program has changed the game has been said.
            self._game.add(t("app.player.stopped"))

    def _turn_autoplay_off(self) -> None:
        self._game.saved_game.set_autoplay(Autoplay.OFF)

    def _end_play(self, hint: Hint | None = None) -> None:
        if self._play is not None:
            message, has_moved = self._play.ending(self._game.session, hint), self._play.made > 0
            self._forget()
            # What the last move did, and what can be done now, has been said.
            self._game.say(f"{message} {self._game.message}" if has_moved else message)

    def _end(self, message: str) -> None:
        self._forget()
        self._game.say(message)

    def _show_error(self, error: Exception) -> None:
        self._end(t("app.coach.failed", why=describe_error(error)))

    def _forget(self) -> None:
        self._hints.cancel()
        if self._timer is not None:
            self._timer.stop()
        self._play = self._timer = None

"""Auto-finish: every card that can moves to the foundations, one after the other, to be watched."""

from __future__ import annotations

from collections.abc import Iterator

from textual.message_pump import MessagePump
from textual.timer import Timer

from winnable.l10n import t
from winnable.moves import Transfer
from winnable.play.actions import collect_moves
from winnable.tui.game_controller import GameController
from winnable.tui.widgets.bars import StatusPart

__all__ = ["SECONDS_PER_CARD", "AutoFinish"]

SECONDS_PER_CARD = 0.12


class AutoFinish:
    def __init__(self, controller: GameController, pump: MessagePump) -> None:
        self._game, self._pump = controller, pump
        self._moves: Iterator[Transfer] = iter(())
        self._cards_before = 0
        self._timer: Timer | None = None
        """None while it does not run."""

    @property
    def label(self) -> StatusPart:
        """Its part of the status line."""
        if self._timer is None:
            return StatusPart("")
        return StatusPart(t("app.finish.label"), t("app.finish.short_label"))

    def start(self, pace: float = SECONDS_PER_CARD) -> None:
        """Begin; `pace`: seconds for each card, 0 to show only what comes of it."""
        self._moves = collect_moves(self._game.session)
        self._cards_before = self._game.cards_home
        if pace == 0:
            while self._make_next():
                pass
            self._end()
        else:
            self._timer = self._pump.set_interval(pace, self._go_on)
            self._go_on()

    def stop(self) -> None:
        """Stop it, and say how far it has come. Nothing happens if it does not run."""
        if self._timer is not None:
            self._end()

    def _go_on(self) -> None:
        if not self._make_next():
            self._end()

    def _make_next(self) -> bool:
        """Whether there may be another card."""
        move = next(self._moves, None)
        return move is not None and self._game.make(move) and not self._game.session.is_won

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._game.say_finished(self._game.cards_home - self._cards_before)

"""The review of a game: worked out in the background, first the verdicts, then luck and skill."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import Protocol

from textual.message_pump import MessagePump

from winnable.coach import Review, review
from winnable.coach.descriptions import describe_review
from winnable.coach.luck import LuckReview, luck_and_skill
from winnable.errors import StaleGameError
from winnable.l10n import t
from winnable.play import Session
from winnable.store import SavedGame
from winnable.tui.background import BackgroundRunner, call_on_main_thread, describe_error
from winnable.tui.widgets.bars import StatusPart

__all__ = ["ReviewController", "ReviewDisplay"]


class ReviewDisplay(Protocol):
    """Shows the review: the controller calls it, on the main thread."""

    def show_review(self) -> None:
        """More is known."""

    def show_summary(self, sentences: list[str]) -> None:
        """The review in words is there, or has changed."""

    def show_status(self) -> None:
        """The progress has changed."""

    def show_error(self, message: str) -> None: ...


class ReviewController:
    def __init__(
        self,
        session: Session,
        saved_game: SavedGame | None,
        pump: MessagePump,
        display: ReviewDisplay,
    ) -> None:
        """`session`: the game at its end."""
        self.session, self.saved_game = session, saved_game
        self.found: Review | None = None
        """What is known so far."""
        self.progress = StatusPart("")
        """How far luck and skill have been worked out, for the status line."""
        self._pump, self._display = pump, display
        self._runner = BackgroundRunner(pump)

    @property
    def costly_steps(self) -> list[int]:
        """The numbers of the moves with a noticeable cost, in their order."""
        luck = None if self.found is None else self.found.luck
        return [] if luck is None else sorted(luck.costliest(len(luck.steps)))

    def start(self) -> None:
        def work(cancel: Event) -> Review:
            def progress(found: Review) -> None:
                call_on_main_thread(self._pump, cancel, self._show, found)

            return review(self.session, cancel=cancel, progress=progress, with_luck=False)

        self._runner.run(work, self._finish, self._fail)

    def cancel(self) -> None:
        self._runner.cancel()

    def _show(self, found: Review) -> None:
        """Show what is known so far."""
        saved_game = self.saved_game
        if self.found is None and saved_game is not None and not saved_game.is_over:
            with suppress(StaleGameError):  # the game screen will find out
                saved_game.count_review()
        self.found = found
        self._display.show_review()

    def _finish(self, found: Review) -> None:
        self._show(found)
        self._summarize(found)
        self._start_luck(found)

    def _summarize(self, found: Review) -> None:
        sentences = describe_review(found, self.session)
        if self.saved_game is not None and (made := self.saved_game.coach_moves):
            sentences.append(t("app.replay.coach_moves", count=made))
        self._display.show_summary(sentences)

    # -- luck and skill, which take longer than all the rest --------------------------------------

    def _start_luck(self, found: Review) -> None:
        def work(cancel: Event) -> LuckReview | None:
            def progress(done: int, steps: int) -> None:
                call_on_main_thread(self._pump, cancel, self._show_progress, done, steps)

            return luck_and_skill(self.session, found.verdicts, cancel=cancel, progress=progress)

        self._runner.run(work, self._finish_luck, self._fail)

    def _show_progress(self, done: int, steps: int) -> None:
        self.progress = StatusPart(
            t("app.replay.luck", done=done, count=steps), t("app.replay.short_luck")
        )
        self._display.show_status()

    def _finish_luck(self, luck: LuckReview | None) -> None:
        self.progress = StatusPart("")
        self._display.show_status()
        if luck is None or self.found is None:
            return
        if self.saved_game is not None:  # for the statistics, if the game is over
            self.saved_game.keep_skill(self.session, luck.decisions, luck.cost / luck.games)
        found = replace(self.found, luck=luck)
        self._show(found)
        self._summarize(found)

    def _fail(self, error: Exception) -> None:
        self.progress = StatusPart("")
        self._display.show_status()
        self._display.show_error(t("app.coach.failed", why=describe_error(error)))

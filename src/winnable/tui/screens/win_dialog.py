"""The dialog after a win: the result, a review, and what to do next."""

from __future__ import annotations

from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from winnable.coach import review
from winnable.coach.descriptions import describe_review
from winnable.errors import StoreError, sentence
from winnable.l10n import t
from winnable.store import SavedGame, Statistics
from winnable.store.formatting import clock_text, coach_win_text, help_text
from winnable.tui.actions import WIN_ACTIONS
from winnable.tui.background import BackgroundRunner
from winnable.tui.bindings import make_bindings
from winnable.tui.game_controller import describe_save_error
from winnable.tui.options import Options
from winnable.tui.screens.dialogs import Dialog
from winnable.tui.themes import BLACK_SUIT, RED_SUIT
from winnable.tui.widgets.bars import KeyBar
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.win_animation import WinAnimation

__all__ = ["WinDialog", "describe_win"]

_SUITS = (("♠", BLACK_SUIT), ("♥", RED_SUIT), ("♣", BLACK_SUIT), ("♦", RED_SUIT))


class WinDialog(Dialog[str]):
    """Closes with the name of the action that the player chose."""

    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(WIN_ACTIONS)]

    def __init__(self, options: Options, saved_game: SavedGame, table: CardTable | None) -> None:
        """The animation flies over the table; None: there is no animation."""
        super().__init__()
        self.options, self.saved_game = options, saved_game
        self.session = saved_game.session.copy()
        self.animation = WinAnimation(table) if table is not None and options.colour else None
        self.keys = KeyBar(options)
        self._review = BackgroundRunner(self)

    def compose(self) -> ComposeResult:
        if self.animation is not None:
            yield self.animation
        with Vertical(classes="dialog won"):
            yield Static(self._title(), id="title", markup=False)
            lines = describe_win(self.saved_game)
            yield Static(self.options.encode("\n".join(lines)), markup=False)
            yield Static(t("app.replay.reviewing"), id="summary", markup=False)
            yield self.keys

    def _title(self) -> Content:
        suits = Content("  ").join(
            Content.styled(self.options.encode(sign), colour if self.options.colour else "")
            for sign, colour in _SUITS
        )
        won = Content.styled(describe_winner(self.saved_game), "bold")
        return Content("   ").join([suits, won, suits])

    def on_mount(self) -> None:
        can_replay = self.session.deal_number is not None
        self.keys.show_actions(each for each in WIN_ACTIONS if can_replay or each.name != "again")

        def work(cancel: Event) -> str:
            found = review(self.session, cancel=cancel, with_luck=False)
            return " ".join(describe_review(found, self.session))

        self._review.run(work, self._show_summary, lambda error: self._show_summary(""))

    def _show_summary(self, summary: str) -> None:
        self.query_one("#summary", Static).update(Content(self.options.encode(summary)))

    def on_unmount(self) -> None:
        self._review.cancel()

    def on_resize(self) -> None:
        if self.animation is not None and self.animation.frame:
            self.animation.stop()  # the table under it has changed

    def action_new(self) -> None:
        self.close("new")

    def action_review(self) -> None:
        self.close("review")

    def action_again(self) -> None:
        if self.session.deal_number is not None:
            self.close("again")

    def action_games(self) -> None:
        self.close("games")


def describe_winner(saved_game: SavedGame) -> str:
    """The title: who has won."""
    if not saved_game.coach_moves:
        return t("app.won.title")
    is_all_its_own = saved_game.coach_moves >= len(saved_game.session.steps)
    return t("app.won.by_coach") if is_all_its_own else t("app.won.with_coach")


def describe_win(saved_game: SavedGame) -> list[str]:
    """The result in words: moves, time, what helped, and the statistics or why it is not saved."""
    game = saved_game.session.game
    lines = [
        t(
            "app.won.result",
            game=game.name,
            count=len(saved_game.session.steps),
            time=clock_text(saved_game.seconds),
        )
    ]
    if not saved_game.coach_moves:
        lines.append(help_text(saved_game.aids))
    is_saved = saved_game.repository is not None and not saved_game.save_error
    if saved_game.coach_moves:
        by_coach = t("app.won.coach_moves", count=saved_game.coach_moves)
        lines.append(coach_win_text(saved_game.coach_moves) if is_saved else by_coach)
    if saved_game.save_error:
        lines.append(describe_save_error(saved_game))
    if saved_game.repository is not None and is_saved and not saved_game.coach_moves:
        try:
            record = saved_game.repository.statistics(game)
        except StoreError as error:
            lines.append(sentence(str(error)))
        else:
            lines.append(_figures(record))
    return lines


def _figures(record: Statistics) -> str:
    """How the game stands in the statistics."""
    figures = [t("app.won.wins", won=record.won, count=record.played)]
    if record.streak > 1:
        figures.append(t("app.won.streak", count=record.streak))
    if record.best_moves is not None and record.best_seconds is not None:
        figures.append(
            t("app.won.best", count=record.best_moves, time=clock_text(record.best_seconds))
        )
    return " ".join(figures)

"""A game move by move: a record replayed, a game reviewed, or the solver at play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from winnable.coach import Review, review
from winnable.coach.descriptions import describe_review
from winnable.coach.luck import LuckReview, luck_and_skill
from winnable.coach.luck_descriptions import describe_costly_step, describe_step_chance
from winnable.errors import StaleGameError, sentence
from winnable.l10n import t
from winnable.play import Session
from winnable.play.descriptions import describe_step, status
from winnable.play.replay import win_session
from winnable.rules import Game
from winnable.store import Outcome, SavedGame
from winnable.tui.actions import REPLAY_ACTIONS, REPLAY_KEYS
from winnable.tui.background import BackgroundRunner, call_on_main_thread, describe_error
from winnable.tui.bindings import make_bindings
from winnable.tui.branch_controller import KeptLine, find_kept_lines
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.navigator import ChosenDeal, Navigator
from winnable.tui.paging import PagedMessage
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.branch import BranchScreen, lines_dialog
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.too_small import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS, TooSmall
from winnable.tui.widgets.verdict_label import VERDICT_COLOURS
from winnable.tui.widgets.verdict_strip import VerdictStrip

__all__ = ["ReplayScreen"]

SECONDS_PER_MOVE = 0.8
"""The pace of a running replay."""


class ReplayScreen(ActionScreen[None]):
    """Shows a session from its start to its end, and its review if there is one."""

    ACTIONS = REPLAY_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(REPLAY_ACTIONS)]
    HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
    VERTICAL_BREAKPOINTS = [*HEIGHT_BREAKPOINTS[:2], (24, "-roomy"), *HEIGHT_BREAKPOINTS[2:]]  # noqa: RUF012 - as in Textual

    def __init__(
        self,
        navigator: Navigator,
        session: Session,
        title: str,
        *,
        saved_game: SavedGame | None = None,
        with_review: bool = False,
        is_auto_advancing: bool = False,
    ) -> None:
        """`saved_game`: the game to play on from any position."""
        super().__init__(navigator)
        self.session = session.copy()
        self.title = title
        self.saved_game = saved_game
        self.is_auto_advancing = is_auto_advancing
        self.review: Review | None = None
        self._summary = PagedMessage(self.message, REPLAY_KEYS["summary"])
        """The review in sentences."""
        self._luck_progress = StatusPart("")
        """How far luck and skill have been worked out, for the status line."""
        self.card_table = CardTable()
        self.strip = VerdictStrip()
        self._lines: list[KeptLine] = []
        """The lines that are kept beside the game."""
        self._with_review = with_review
        self.set_class(with_review, "review")
        self._reviewer = BackgroundRunner(self)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def move_number(self) -> int:
        return len(self.session.steps)

    @property
    def length(self) -> int:
        """The number of moves of the whole game."""
        return self.move_number + len(self.session.undone)

    def compose(self) -> ComposeResult:
        yield self.status
        yield self.card_table
        yield TooSmall()
        yield self.strip
        yield self.message
        yield self.keys

    def on_mount(self) -> None:
        self.strip.display = False
        self.set_focus(self.card_table)
        self.set_interval(SECONDS_PER_MOVE, self._advance)
        self.apply_options()
        if self._with_review:
            self._start_review()
        else:
            self._describe_position()

    def on_unmount(self) -> None:
        self._reviewer.cancel()

    def on_screen_resume(self) -> None:
        if self.saved_game is not None:
            self._lines = find_kept_lines(self.saved_game)
            self.show_actions()

    def apply_options(self) -> None:
        super().apply_options()
        self.card_table.apply_options(self.options)
        self.show_position()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        found = self.review
        if action == "mistake":
            return found is not None and None not in (found.last_winnable, found.first_lost)
        if action == "costly":
            return bool(self._costly_steps)
        if action == "solution":
            return found is not None and (found.rest or found.best) is not None
        if action == "again":
            return self.saved_game is not None and self.session.deal_number is not None
        if action == "summary":
            return bool(self._summary.sentences)
        if action == "try":
            return self.saved_game is not None and not self.session.is_won
        if action == "lines":
            return bool(self._lines)
        if action == "play":
            is_closed = self.saved_game is None or self.saved_game.outcome is Outcome.WON
            return not (is_closed or self.session.is_won)
        return True

    # -- what is shown ----------------------------------------------------------------------------

    def show_position(self) -> None:
        """Show the position, and where it is in the strip."""
        self.card_table.view = self.session.view
        hint, found = None, self.review
        if found is not None:
            self.strip.show(found, self.move_number, self.options)
            if found.rest is not None and self.move_number == found.last_winnable:
                hint = MoveMark.of(self.session.position, found.rest.moves[0])
            elif found.luck is not None and self.move_number + 1 in self._costly_steps:
                better = found.luck.steps[self.move_number].better
                hint = MoveMark.of(self.session.position, better[0]) if better else None
        self.card_table.hint = hint
        self._show_status()
        self.show_actions()

    def _show_status(self) -> None:
        self.status.show_parts(self._status_parts())

    def _status_parts(self) -> Iterator[StatusPart]:
        yield StatusPart(self.game.name, self.game.name)
        if (number := self.session.deal_number) is not None:
            yield StatusPart(t("moves.deal_number", number=str(number)), f"#{number}")
        yield StatusPart(self.title or "")
        made, length = self.move_number, self.length
        yield StatusPart(t("app.replay.at", move=made, count=length), f"{made}/{length}")
        if self.is_auto_advancing:
            yield StatusPart(t("app.replay.running"), ">")
        if self.review is not None:
            verdict = self.review.verdicts[made]
            yield StatusPart(t(f"app.lamp.{verdict.value}"), "", VERDICT_COLOURS[verdict])
        yield self._luck_progress

    def _describe_position(self) -> None:
        """Show the position, and say which move led to it."""
        self.show_position()
        luck = None if self.review is None else self.review.luck
        chance = "" if luck is None else describe_step_chance(luck, self.move_number)
        if not self.session.steps:
            self.message.show(f"{t('app.replay.start')} {chance}".strip())
            return
        *before, step = self.session.steps
        earlier = before[-1].position if before else self.session.start
        description = describe_step(earlier.view, step, self.session.view)
        said = (f"{self.move_number}. {description}", status(self.session), chance)
        self.message.show(" ".join(filter(None, said)))

    # -- the review -------------------------------------------------------------------------------

    def _start_review(self) -> None:
        self.message.show(t("app.replay.reviewing"))
        session = self._whole_session()

        def work(cancel: Event) -> Review:
            def progress(found: Review) -> None:
                call_on_main_thread(self, cancel, self._show_review, found)

            return review(session, cancel=cancel, progress=progress, with_luck=False)

        self._reviewer.run(work, self._finish_review, self._show_error)

    def _whole_session(self) -> Session:
        """The session at its end."""
        session = self.session.copy()
        while session.redo():
            pass
        return session

    def _show_review(self, found: Review) -> None:
        """Show what is known so far."""
        saved_game = self.saved_game
        if self.review is None and saved_game is not None and not saved_game.is_over:
            with suppress(StaleGameError):  # the game screen will find out
                saved_game.count_review()
        self.review = found
        self.strip.display = True
        self.show_position()

    def _finish_review(self, found: Review) -> None:
        self._show_review(found)
        self._summarize(found)
        self.action_summary()
        self._start_luck(found)

    def _summarize(self, found: Review) -> None:
        sentences = describe_review(found, self._whole_session())
        if self.saved_game is not None and (made := self.saved_game.coach_moves):
            sentences.append(t("app.replay.coach_moves", count=made))
        self._summary.sentences = sentences

    def _start_luck(self, found: Review) -> None:
        """Work out luck and skill, which takes longer than all the rest."""
        session = self._whole_session()

        def work(cancel: Event) -> LuckReview | None:
            def progress(done: int, steps: int) -> None:
                call_on_main_thread(self, cancel, self._show_luck_progress, done, steps)

            return luck_and_skill(session, found.verdicts, cancel=cancel, progress=progress)

        self._reviewer.run(work, self._finish_luck, self._show_error)

    def _show_luck_progress(self, done: int, steps: int) -> None:
        self._luck_progress = StatusPart(
            t("app.replay.luck", done=done, count=steps), t("app.replay.short_luck")
        )
        self._show_status()

    def _finish_luck(self, luck: LuckReview | None) -> None:
        self._luck_progress = StatusPart("")
        self._show_status()
        if luck is None or self.review is None:
            return
        self._keep_skill(luck)
        is_summary_shown = self._summary.shown is not None
        found = replace(self.review, luck=luck)
        self._show_review(found)
        self._summarize(found)
        if is_summary_shown:
            self.action_summary()

    @property
    def _costly_steps(self) -> list[int]:
        """The numbers of the moves with a noticeable cost, in their order."""
        luck = None if self.review is None else self.review.luck
        return [] if luck is None else sorted(luck.costliest(len(luck.steps)))

    def _keep_skill(self, luck: LuckReview) -> None:
        """Keep what the decisions cost for the statistics, if the game is over."""
        if self.saved_game is not None:
            whole, cost = self._whole_session(), luck.cost / luck.games
            self.saved_game.keep_skill(whole, luck.decisions, cost)

    def _show_error(self, error: Exception) -> None:
        self._luck_progress = StatusPart("")
        self._show_status()
        self.message.show(t("app.coach.failed", why=describe_error(error)))

    # -- going to a move --------------------------------------------------------------------------

    def go_to(self, move_number: int) -> None:
        """Stop running, and go to the position after that many moves."""
        self.is_auto_advancing = False
        self._go_to(move_number)

    def _go_to(self, move_number: int) -> None:
        while self.move_number > move_number and self.session.undo():
            pass
        while self.move_number < move_number and self.session.redo():
            pass
        self._describe_position()

    def _advance(self) -> None:
        if not (self.is_auto_advancing and self.is_active):
            return
        if self.session.undone:
            self._go_to(self.move_number + 1)
        else:
            self.is_auto_advancing = False
            self._show_status()

    def on_card_table_drag_started(self) -> None:
        self.card_table.end_drag()  # nothing is played here

    def on_verdict_strip_position_clicked(self, event: VerdictStrip.PositionClicked) -> None:
        self.go_to(event.move_number)

    def action_next(self) -> None:
        self.go_to(self.move_number + 1)

    def action_previous(self) -> None:
        self.go_to(self.move_number - 1)

    def action_start(self) -> None:
        self.go_to(0)

    def action_end(self) -> None:
        self.go_to(self.length)

    def action_run(self) -> None:
        self.is_auto_advancing = not self.is_auto_advancing
        if self.is_auto_advancing and not self.session.undone:
            self._go_to(0)
        self._show_status()

    def action_mistake(self) -> None:
        """Go to the last position that could be won."""
        if self.review is not None and self.review.last_winnable is not None:
            self.go_to(self.review.last_winnable)
            self.action_summary()

    def action_costly(self) -> None:
        """Go to the position before the next costly move, and say what it cost."""
        numbers = self._costly_steps
        if not numbers or self.review is None or self.review.luck is None:
            return
        number = next((each for each in numbers if each > self.move_number + 1), numbers[0])
        self.go_to(number - 1)
        whole = self._whole_session()
        self.message.show(describe_costly_step(self.review.luck, whole, number))

    def action_summary(self) -> None:
        """Show the review in words; where it is long, one page after the other."""
        self._summary.show_next()

    def action_solution(self) -> None:
        """Step through a win: from the last winnable position, or else from the deal."""
        found = self.review
        win = None if found is None else found.rest or found.best
        if found is None or win is None:
            return
        self.is_auto_advancing = False
        at = (found.last_winnable or 0) if found.rest is not None else 0
        title = t("app.replay.win_from", move=at) if at else t("app.replay.win_from_start")
        line = win_session(self._whole_session(), win.moves, at)
        self.app.push_screen(ReplayScreen(self.navigator, line, title))

    def action_try(self) -> None:
        """Try moves from here; the game stays as it is."""
        self._try_moves(None)

    def action_lines(self) -> None:
        """Choose one of the kept lines, and show it."""

        def show(number: str | None) -> None:
            for line in self._lines:
                if str(line.number) == number:
                    self._try_moves(line)

        self.app.push_screen(lines_dialog(self.options, self._lines), show)

    def _try_moves(self, line: KeptLine | None) -> None:
        if self.saved_game is not None:
            self.is_auto_advancing = False
            screen = BranchScreen(self.navigator, self.saved_game, self.session, line)
            self.app.push_screen(screen)

    def action_again(self) -> None:
        """Play the same deal again."""
        if self.saved_game is not None:
            self.navigator.deal(self.game, ChosenDeal.of(self.saved_game))

    def action_play(self) -> None:
        """Play on from here."""
        if self.saved_game is None:
            return
        made = self.move_number
        try:
            self.saved_game.go_to(made)
        except StaleGameError as error:
            greeting = sentence(str(error))
        else:
            undone = self.length - made
            at = t("app.replay.played_on", move=made) if made else t("app.replay.played_from_start")
            greeting = f"{at} {t('app.replay.undone', count=undone)}" if undone else at
        self.saved_game.resume()
        self.navigator.play(self.saved_game, greeting)

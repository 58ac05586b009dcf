"""A game move by move: a record replayed, a game reviewed, or the solver at play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from winnable.coach import Review
from winnable.coach.luck_descriptions import describe_costly_step, describe_step_chance
from winnable.errors import StaleGameError, sentence
from winnable.l10n import t
from winnable.play import Session
from winnable.play.descriptions import describe_step, status
from winnable.play.replay import win_session
from winnable.rules import Game
from winnable.store import Outcome, SavedGame
from winnable.tui.actions import REPLAY_ACTIONS, REPLAY_KEYS
from winnable.tui.bindings import make_bindings
from winnable.tui.branch_controller import KeptLine, find_kept_lines
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.navigator import ChosenDeal, Navigator
from winnable.tui.paging import PagedMessage
from winnable.tui.review_controller import ReviewController
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
        self._summary = PagedMessage(self.message, REPLAY_KEYS["summary"])
        """The review in sentences."""
        self.card_table = CardTable()
        self.strip = VerdictStrip()
        self._lines: list[KeptLine] = []
        """The lines that are kept beside the game."""
        self._with_review = with_review
        self.set_class(with_review, "review")
        self._reviewer = ReviewController(self._whole_session(), saved_game, self, self)

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

    def _whole_session(self) -> Session:
        """The session at its end."""
        session = self.session.copy()
        while session.redo():
            pass
        return session

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
            self.message.show(t("app.replay.reviewing"))
            self._reviewer.start()
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
            return bool(self._reviewer.costly_steps)
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
            elif found.luck is not None and self.move_number + 1 in self._reviewer.costly_steps:
                better = found.luck.steps[self.move_number].better
                hint = MoveMark.of(self.session.position, better[0]) if better else None
        self.card_table.hint = hint
        self.show_status()
        self.show_actions()

    def show_status(self) -> None:
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
        yield self._reviewer.progress

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

    # -- the review (ReviewDisplay) ---------------------------------------------------------------

    @property
    def review(self) -> Review | None:
        return self._reviewer.found

    def show_review(self) -> None:
        self.strip.display = True
        self.show_position()

    def show_summary(self, sentences: list[str]) -> None:
        """Show the review in words, but not in place of what the player has gone on to."""
        page = self._summary.shown if self._summary.sentences else 0
        self._summary.sentences = sentences
        if page is not None:
            self._summary.show_page(page)

    def show_error(self, message: str) -> None:
        self.message.show(message)

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
            self.show_status()

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
        self.show_status()

    def action_mistake(self) -> None:
        """Go to the last position that could be won."""
        if self.review is not None and self.review.last_winnable is not None:
            self.go_to(self.review.last_winnable)
            self.action_summary()

    def action_costly(self) -> None:
        """Go to the position before the next costly move, and say what it cost."""
        numbers = self._reviewer.costly_steps
        if not numbers or self.review is None or self.review.luck is None:
            return
        number = next((each for each in numbers if each > self.move_number + 1), numbers[0])
        self.go_to(number - 1)
        self.message.show(describe_costly_step(self.review.luck, self._reviewer.session, number))

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
        line = win_session(self._reviewer.session, win.moves, at)
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

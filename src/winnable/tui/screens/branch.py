"""Moves tried from a position of a game, and the lines of them that are kept beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import ClassVar

from textual.binding import BindingType

from winnable.coach import Coach, Evaluation
from winnable.coach.descriptions import describe_evaluation
from winnable.errors import StaleGameError
from winnable.l10n import t
from winnable.play import Session
from winnable.play.commands import GameCommand
from winnable.store import SavedGame
from winnable.tui.actions import BRANCH_ACTIONS, BRANCH_KEYS
from winnable.tui.bindings import make_table_bindings
from winnable.tui.branch_controller import BranchController, KeptLine
from winnable.tui.lamp import Lamp
from winnable.tui.navigator import Navigator
from winnable.tui.options import Options
from winnable.tui.screens.dialogs import ChoiceDialog, TextDialog
from winnable.tui.screens.table_screen import TableScreen
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.verdict_label import thinking_label, verdict_label

__all__ = ["BranchScreen", "lines_dialog"]

_TYPED = ("undo", "redo", "moves", "help", "more")
"""The commands that can be typed."""


class BranchScreen(TableScreen):
    """Cards are moved as in a game, and the lamp is always on."""

    ACTIONS = BRANCH_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_table_bindings(BRANCH_ACTIONS)]
    CONFIRMED = ("delete",)
    controller: BranchController

    def __init__(
        self,
        navigator: Navigator,
        saved_game: SavedGame,
        session: Session,
        line: KeptLine | None = None,
    ) -> None:
        """`session`: the game at the position from which moves are tried; `line`: one to show."""
        super().__init__(navigator)
        self.controller = BranchController(saved_game, session, self)
        self.lamp_label = StatusPart("")
        self._line = line
        self._lamp = Lamp(Coach(session.game), self, self._show_evaluation)

    def on_mount(self) -> None:
        self.apply_options()
        if self._line is not None:
            self.controller.open(self._line)
        else:
            keep = t("app.branch.start_keep", keep=BRANCH_KEYS["keep"])
            self.controller.announce(f"{t('app.branch.start')} {keep}")

    def on_unmount(self) -> None:
        self._lamp.close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "keep":
            return self.controller.can_keep
        if action in ("rename", "delete"):
            return self.controller.line is not None
        if action == "lines":
            return bool(self.controller.lines)
        return super().check_action(action, parameters)

    # -- what is shown ----------------------------------------------------------------------------

    def show_position(self) -> None:
        is_won = self.session.is_won
        self.lamp_label = StatusPart("") if is_won else thinking_label()
        self._lamp.evaluate(None if is_won else self.session)
        super().show_position()

    def show_status(self) -> None:
        self.status.show_parts(self._status_parts())

    def _status_parts(self) -> Iterator[StatusPart]:
        controller, number = self.controller, self.session.deal_number
        yield StatusPart(self.game.name)
        if number is not None:
            yield StatusPart(t("moves.deal_number", number=str(number)))
        if (line := controller.line) is not None:
            yield StatusPart(t("app.branch.line", name=line.name))
        else:
            yield StatusPart(t("app.branch.trying"), t("app.branch.short_trying"))
        of_game = controller.moves_of_game
        own = len(self.session.steps) - of_game
        yield StatusPart(t("app.branch.at", move=of_game, count=own), f"{of_game}+{own}")
        yield self.lamp_label

    def _show_evaluation(self, evaluation: Evaluation, is_final: bool) -> None:
        game = self.controller.saved_game
        if not (game.is_over or game.verdicts or evaluation.trouble):
            with suppress(StaleGameError):  # the game screen will find out
                game.count_verdict()
        self.lamp_label = verdict_label(evaluation, is_final=is_final)
        if evaluation.trouble:
            self.controller.add(describe_evaluation(evaluation))
        self.show_status()

    # -- lines ------------------------------------------------------------------------------------

    def action_keep(self) -> None:
        replaced = self.controller.replaceable
        question = t("app.branch.keep")
        if replaced is not None:
            question = t("app.branch.keep_or_replace", name=replaced.name)
        self._ask_name(question, self.controller.keep, self.controller.proposed_name)

    def action_rename(self) -> None:
        if (line := self.controller.line) is not None:
            self._ask_name(t("app.branch.rename"), self.controller.rename, line.name)

    def _ask_name(self, question: str, accept: Callable[[str], object], given: str) -> None:
        def done(_: str | None) -> None:
            self.show_actions()
            self.show_status()

        self.app.push_screen(TextDialog(question, accept, given), done)

    def action_delete(self) -> None:
        self.controller.delete()
        self.show_actions()

    def action_lines(self) -> None:
        lines = self.controller.lines

        def show(number: str | None) -> None:
            for line in lines:
                if str(line.number) == number:
                    self.controller.open(line)

        self.app.push_screen(lines_dialog(self.options, lines, self.controller.line), show)

    # -- commands ---------------------------------------------------------------------------------

    def _has_command(self, command: GameCommand) -> bool:
        return command.name in _TYPED

    def _no_command(self, command: GameCommand) -> str:
        return t("app.branch.no_command", command=command.name)


def lines_dialog(
    options: Options, lines: list[KeptLine], shown: KeptLine | None = None
) -> ChoiceDialog:
    """Asks for one of the kept lines; the answer is its number."""
    rows = [
        (str(line.number), options.encode(t("app.branch.row", name=line.name, where=line.where)))
        for line in lines
    ]
    return ChoiceDialog(t("app.branch.lines"), rows, "" if shown is None else str(shown.number))

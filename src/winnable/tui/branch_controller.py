"""Moves tried from a position of a game, which stays as it is, and the lines that are kept of them.

What may be tried and kept is the rule of `winnable.play.branches`, for the app and the page.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from textwrap import shorten
from typing import NamedTuple

from winnable.errors import RecordError, StaleGameError
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import MoveNode, Session, Step, Variation
from winnable.play.branches import (
    MAX_LINE_NAME,
    check_line_name,
    check_lines,
    play_branch,
    playable_lines,
    seen_in,
    shows_unseen,
)
from winnable.play.descriptions import describe_step, status
from winnable.play.lines import Line, add_line, change_line, remove_line
from winnable.rules import IllegalMoveError
from winnable.store import SavedGame
from winnable.tui.actions import BRANCH_KEYS
from winnable.tui.game_controller import describe_save_error
from winnable.tui.move_controller import MoveController, MoveDisplay

__all__ = ["BranchController", "KeptLine", "find_kept_lines"]


class KeptLine(NamedTuple):
    """A line beside a game."""

    number: int
    line: Line
    end: Session
    """A session at its end."""

    @property
    def name(self) -> str:
        """For people; a comment that is too long for a name is shortened."""
        name = shorten(self.line.name, MAX_LINE_NAME, placeholder="…")
        return name or t("page.analysis.unnamed")

    @property
    def moves(self) -> list[MoveNode]:
        """All moves from the start of the game to the end of the line."""
        return _nodes(self.end)

    @property
    def where(self) -> str:
        """How long it is, and where it leaves the game."""
        made = self.line.moves_made
        count = len(self.line.nodes)
        if not made:
            return t("app.branch.from_start", count=count)
        return t("app.branch.after_move", move=str(made), count=count)


def find_kept_lines(saved_game: SavedGame) -> list[KeptLine]:
    """The lines beside a game that can be shown."""
    return [KeptLine(*found) for found in playable_lines(saved_game.session, saved_game.played)]


class BranchController(MoveController):
    def __init__(self, saved_game: SavedGame, session: Session, display: MoveDisplay) -> None:
        """`session`: the game at the position from which moves are tried."""
        super().__init__(display)
        self.saved_game = saved_game
        self._played = _nodes(session) + [_node(step) for step in session.undone]
        """The moves of the game."""
        self._seen = seen_in(session)
        self._session = session.copy()
        self.lines = find_kept_lines(saved_game)
        self._opened: KeptLine | None = None
        """The line that was chosen to be shown."""

    @property
    def session(self) -> Session:
        return self._session

    # -- moves ------------------------------------------------------------------------------------

    def make(self, move: Move) -> bool:
        if self._session.is_won:
            self.refuse(t("page.analysis.errors.won"))
            return False
        there = self._session.copy()
        try:
            step = there.make(move)
        except IllegalMoveError as error:
            self.refuse(error.why)
            return False
        if shows_unseen(there, self._seen):
            self.refuse(t("app.branch.unseen"))
            return False
        before, self._session = self._session.view, there
        self.announce(describe_step(before, step, there.view))
        return True

    def redo(self, count: int = 1) -> None:
        """Make undone moves again; a single one, such as of a kept line, is described."""
        if count > 1 or not self._session.undone:
            super().redo(count)
            return
        before = self._session.view
        step = self._session.undone[0]
        self._go_to(len(self._session.steps) + 1)
        self.announce(describe_step(before, step, self._session.view))

    def _go_to(self, moves: int) -> bool:
        while len(self._session.steps) > moves:
            self._session.undo()
        while len(self._session.steps) < moves and self._session.redo():
            pass
        return True

    def _with_remarks(self, message: str) -> str:
        if self._session.is_won:
            return f"{message} {status(self._session)}"
        if self._session.is_stuck:
            return f"{message} {t('app.branch.stuck', undo=BRANCH_KEYS['undo'])}"
        return message

    @property
    def moves_of_game(self) -> int:
        """How many moves of the game come first."""
        pairs = zip(_nodes(self._session), self._played, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    # -- lines ------------------------------------------------------------------------------------

    @property
    def line(self) -> KeptLine | None:
        """The kept line that is shown: its moves are those made, and those undone."""
        moves = _nodes(self._session) + [_node(step) for step in self._session.undone]
        return next((line for line in self.lines if line.moves == moves), None)

    @property
    def can_keep(self) -> bool:
        """Whether the moves made leave the game, and are no kept line."""
        return self.line is None and self.moves_of_game < len(self._session.steps)

    @property
    def replaceable(self) -> KeptLine | None:
        """The line that was opened: what is kept under its name takes its place."""
        return self._opened if self._opened is not None and self._opened.line.name else None

    @property
    def proposed_name(self) -> str:
        if self.replaceable is not None:
            return self.replaceable.name
        return t("page.analysis.default_name", number=str(len(self.lines) + 1))

    def open(self, line: KeptLine) -> None:
        """Show a kept line from where it leaves the game."""
        self._opened = line
        self._session = line.end.copy()
        self._go_to(line.line.moves_made)
        self.announce(
            t("app.branch.opened", name=line.name, where=line.where, redo=BRANCH_KEYS["redo"])
        )

    def keep(self, text: str) -> None:
        """Keep the moves made as a line; a WinnableError says why that cannot be."""
        name, nodes = check_line_name(text), tuple(_nodes(self._session))
        session, played = self.saved_game.session, self.saved_game.played
        play_branch(session, 0, nodes, seen_in(session))  # it may have been loaded again
        line = Line(name, 0, nodes)
        replaced = self.replaceable
        if replaced is not None and replaced.name == name:
            self._change(change_line(played, self._number(replaced), line))
        else:
            self._change(add_line(played, line))
        self._opened = self.line
        self.say(self._kept(name))

    def rename(self, text: str) -> None:
        """Give the line that is shown another name."""
        line = self.line
        if line is None:
            return
        name, played = check_line_name(text), self.saved_game.played
        self._change(change_line(played, self._number(line), replace(line.line, name=name)))
        self._opened = self.line
        self.say(self._kept(name))

    def delete(self) -> None:
        """Delete the line that is shown, at the second call; its moves stay on the table."""
        line = self.line
        if line is None:
            return
        if self._confirming != line.name:
            self.say(t("app.branch.press_again", key=BRANCH_KEYS["delete"], name=line.name))
            self._confirming = line.name
            return
        self._change(remove_line(self.saved_game.played, self._number(line)))
        self._opened = None
        self.say(t("page.analysis.deleted"))

    def _number(self, line: KeptLine) -> int:
        """The line's number now; RecordError if another program has changed the lines."""
        for found in find_kept_lines(self.saved_game):
            if found.line == line.line:
                return found.number
        raise RecordError(t("page.analysis.errors.no_line"))

    def _change(self, played: Variation) -> None:
        """Keep other lines beside the game."""
        check_lines(played)
        try:
            self.saved_game.keep_lines(played)
        except StaleGameError:
            self.lines = find_kept_lines(self.saved_game)
            raise
        self.lines = find_kept_lines(self.saved_game)

    def _kept(self, name: str) -> str:
        if self.saved_game.save_error:
            return describe_save_error(self.saved_game)
        if self.saved_game.number is None:
            return t("app.branch.kept_unsaved", name=name)
        return t("page.analysis.kept", name=name)


def _nodes(session: Session) -> list[MoveNode]:
    """The moves made, as a record has them."""
    return [_node(step) for step in session.steps]


def _node(step: Step) -> MoveNode:
    return MoveNode(step.move, step.automoves)

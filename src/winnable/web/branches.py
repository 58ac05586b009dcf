"""Branches and kept lines (`winnable.play.branches`) as the page sends and gets them.

A branch shows nothing that the player has not seen. Only a new game may be started from one that
does, by the player of the game that is over: its review shows such wins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from winnable.cards import Card
from winnable.errors import BranchError
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import MoveNode, Record, Session, Step, Variation
from winnable.play.branches import (
    MAX_LINE_NAME,
    check_lines,
    end_of,
    play_branch,
    seen_in,
    shows_unseen,
)
from winnable.play.lines import Line, add_line, branching_off, kept_lines, read_node, side_lines
from winnable.store import SavedGame
from winnable.web.http_errors import ApiError
from winnable.web.replay_steps import ReplayStep, replay_step
from winnable.web.request_models import MAX_RECORD, Branch
from winnable.web.response_models.analysis import AnalysisLine, BranchSteps

__all__ = [
    "branch_session",
    "branch_steps",
    "check_played",
    "check_room",
    "named_lines",
    "number_of",
    "read_line",
    "revision_of",
    "try_move",
    "visible_lines",
]


def branch_session(session: Session, branch: Branch, *, seen_only: bool = True) -> Session:
    """A session at the end of a branch; an error if it is none, or would show unseen cards.

    Without `seen_only` it may show them.
    """
    made = len(session.steps)
    check_played(session.steps[: branch.moves_made], branch.played)
    if branch.moves_made > made:
        raise ApiError(422, t("page.analysis.errors.no_position", count=made))
    nodes = [read_node(text) for text in branch.moves]
    return play_branch(session, branch.moves_made, nodes, seen_in(session) if seen_only else None)


def check_played(steps: Sequence[Step], played: Sequence[str] | None) -> None:
    """Refuse a client that has seen other moves: it shows other positions."""
    made = [MoveNode(step.move, step.automoves) for step in steps]
    if played is not None and [read_node(text) for text in played] != made:
        raise ApiError(409, t("page.analysis.errors.played_on"))


def try_move(session: Session, branch: Branch, move: Callable[[Session], Move]) -> ReplayStep:
    """What a move after a branch leads to."""
    at = branch_session(session, branch)
    if at.is_won:
        raise ApiError(409, t("page.analysis.errors.won"))
    before = at.position
    step = at.make(move(at))
    if shows_unseen(at, seen_in(session)):
        raise ApiError(422, t("page.analysis.errors.unseen"))
    return replay_step(at.game, before, step, len(at.steps))


# -- lines -----------------------------------------------------------------------------------------


def revision_of(played: Variation) -> str:
    """Changes whenever the moves, or the lines beside them, do."""
    return hashlib.sha256(repr(played).encode()).hexdigest()[:16]


def number_of(played: Variation, line: Line) -> int | None:
    """The number of a line that has just been kept, the last of those like it."""
    line = branching_off(played, line)
    alike = [at for at, kept in enumerate(kept_lines(played)) if _is_same(kept, line)]
    return alike[-1] if alike else None


def visible_lines(session: Session, played: Variation) -> list[AnalysisLine]:
    """The lines beside a game, but those that are part of it or show cards that were not seen."""
    seen = seen_in(session)
    found = (
        _visible_line(session, line, seen, 0, number)
        for number, line in enumerate(kept_lines(played))
    )
    return [line for line in found if line is not None]


def _visible_line(
    session: Session, line: Line, seen: frozenset[Card], before: int, number: int | None = None
) -> AnalysisLine | None:
    """A line that leaves the moves of a session, with those that leave it; None if it is none.

    `before` moves are the game's, or another line's: the moves of this line are counted from there.
    """
    at = end_of(session, Line(line.name, before + line.moves_made, line.nodes), seen)
    if at is None or not line.nodes:
        return None
    first = before + line.moves_made
    inner = (_visible_line(at, side, seen, first) for side in side_lines(line))
    return AnalysisLine(
        number=number,
        name=line.name,
        moves_made=line.moves_made,
        steps=_steps_from(at, first),
        side_lines=[side for side in inner if side is not None],
    )


def _is_same(one: Line, other: Line) -> bool:
    return (one.name, one.moves_made) == (other.name, other.moves_made) and (
        _plain(one.nodes) == _plain(other.nodes)
    )


def _steps_from(at: Session, first: int) -> list[ReplayStep]:
    positions = [at.start, *(step.position for step in at.steps)]
    return [
        replay_step(at.game, positions[made], at.steps[made], made + 1)
        for made in range(first, len(at.steps))
    ]


def branch_steps(session: Session, branch: Branch) -> BranchSteps:
    """The positions of a branch; an error if it is none, or would show unseen cards."""
    return BranchSteps(steps=_steps_from(branch_session(session, branch), branch.moves_made))


def read_line(session: Session, branch: Branch, name: str) -> Line:
    """A branch as a line with a name; an error if it cannot be one."""
    branch_session(session, branch)
    return Line(name, branch.moves_made, tuple(map(read_node, branch.moves)))


def check_room(game: SavedGame, played: Variation) -> None:
    """Refuse lines that are too many or too long for a game."""
    try:
        check_lines(played)
    except BranchError as error:
        raise ApiError(409, str(error)) from None
    if len(str(Record(game.to_record().tags, played))) > MAX_RECORD:
        raise ApiError(409, t("page.analysis.errors.too_long"))


def named_lines(session: Session, played: Variation) -> Variation:
    """The moves with the visible lines that have a name, and nothing else that was written there.

    What is too long for a name is a comment, which was not written for others.
    """
    plain, seen = Variation(_plain(played.nodes)), seen_in(session)
    for line in kept_lines(played):
        is_named = 0 < len(line.name) <= MAX_LINE_NAME
        if is_named and line.nodes and end_of(session, line, seen) is not None:
            plain = add_line(plain, Line(line.name, line.moves_made, _plain(line.nodes)))
    return plain


def _plain(nodes: Sequence[MoveNode]) -> tuple[MoveNode, ...]:
    return tuple(MoveNode(node.move, node.automoves) for node in nodes)

"""Branches: moves tried from any position of a game, and which lines of them may be kept.

A branch shows nothing that the player has not seen in the game: a move that would turn up or deal
another card is refused.

>>> from winnable.play import Session
>>> session = Session.new("golf", 1)
>>> step = session.make("deal")
>>> there = play_branch(session, 0, [MoveNode(session.steps[0].move)], seen_in(session))
>>> there.make("deal") and shows_unseen(there, seen_in(session))
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnable.cards import Card
from winnable.errors import BranchError
from winnable.l10n import t
from winnable.play.lines import Line, kept_lines, seen_cards, visible_cards
from winnable.play.record import MoveNode, Variation
from winnable.play.session import Session
from winnable.rules import IllegalMoveError

__all__ = [
    "MAX_LINES",
    "MAX_LINE_NAME",
    "MAX_MOVES",
    "check_line_name",
    "check_lines",
    "end_of",
    "play_branch",
    "playable_lines",
    "seen_in",
    "shows_unseen",
]

MAX_LINES = 50
"""Lines beside a game."""
MAX_MOVES = 1_500
"""Moves of all of them together: each is a position that is computed and shown."""
MAX_LINE_NAME = 60
"""Characters of a line's name."""


def seen_in(session: Session) -> frozenset[Card]:
    """The cards that the branches of a game may show."""
    return seen_cards(session) if session.game.hides_cards else frozenset()


def shows_unseen(session: Session, seen: frozenset[Card]) -> bool:
    """Whether a position shows a card that is not among those seen."""
    return session.game.hides_cards and not visible_cards(session.view) <= seen


def play_branch(
    session: Session, moves_made: int, nodes: Sequence[MoveNode], seen: frozenset[Card] | None
) -> Session:
    """A session at the end of a branch; BranchError if it cannot be played or shows unseen cards.

    With None for the cards seen it may show all.
    """
    at = session.copy()
    while len(at.steps) > moves_made:
        at.undo()
    for number, node in enumerate(nodes, 1):
        try:
            _check_seen(at, node, seen)
            at.make(node.move, node.automoves)
        except IllegalMoveError as error:
            text = t("page.analysis.errors.illegal", number=str(number), why=error.why)
            raise BranchError(text) from None
    return at


def _check_seen(at: Session, node: MoveNode, seen: frozenset[Card] | None) -> None:
    """BranchError as soon as an unseen card shows: why the next move is illegal may name it."""
    if seen is None or not at.game.hides_cards:
        return
    position = at.position
    for move in (node.move, *node.automoves):
        position = at.game.apply(position, move)
        if not visible_cards(position.view) <= seen:
            raise BranchError(t("page.analysis.errors.unseen_line"))


# -- lines -----------------------------------------------------------------------------------------


def end_of(session: Session, line: Line, seen: frozenset[Card]) -> Session | None:
    """A session at the end of a line; None if the line shows unseen cards."""
    try:
        return play_branch(session, line.moves_made, line.nodes, seen)
    except BranchError:
        return None


def playable_lines(session: Session, played: Variation) -> Iterator[tuple[int, Line, Session]]:
    """The lines beside a game, each with its number and a session at its end.

    Those that are part of the game, or show cards that were not seen in it, are left out.
    """
    seen = seen_in(session)
    for number, line in enumerate(kept_lines(played)):
        at = end_of(session, line, seen) if line.nodes else None
        if at is not None:
            yield number, line, at


def check_line_name(text: str) -> str:
    """A line's name as it is kept; BranchError if it cannot be one.

    >>> check_line_name("  the other   ten ")
    'the other ten'
    """
    name = " ".join(text.split())
    if not name:
        raise BranchError(t("page.analysis.name_missing").removesuffix("."))
    if not text.isprintable() or len(name) > MAX_LINE_NAME:
        raise BranchError(t("page.analysis.errors.name", count=MAX_LINE_NAME))
    return name


def check_lines(played: Variation) -> None:
    """BranchError where there are too many lines beside a game, or too long ones."""
    lines = kept_lines(played)
    if len(lines) > MAX_LINES:
        raise BranchError(t("page.analysis.errors.too_many", count=MAX_LINES))
    if sum(len(line.nodes) for line in lines) > MAX_MOVES:
        raise BranchError(t("page.analysis.errors.too_long"))

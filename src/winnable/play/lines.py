"""Lines kept beside a game: the side lines of its record, with names.

A side line stands beside the move that it replaces. One that goes on after the last move has that
move first, so the format (`docs/record.md`) needs nothing new; its name is its first comment.

>>> from winnable.play import Record, Session
>>> session = Session.new("freecell", 1)
>>> for move in ("t3c1", "t3t2"):
...     step = session.make(move)
>>> played = Record.of(session).main_line
>>> kept = add_line(played, Line("Another cell", 2, (read_node("t7c2"),)))
>>> print(Record(Record.of(session).tags, kept))
[Winnable "1"]
[Game "freecell"]
[Deal "1"]
[Result "unfinished"]
<BLANKLINE>
1. t3c1 2. t3t2 ({Another cell} 2. t3t2 3. t7c2) *
<BLANKLINE>
>>> [(line.name, line.moves_made, len(line.nodes)) for line in kept_lines(kept)]
[('Another cell', 2, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from winnable.cards import Card
from winnable.errors import RecordError
from winnable.l10n import t
from winnable.moves import parse_move
from winnable.play.record import MoveNode, Variation
from winnable.play.session import Session
from winnable.view import View

__all__ = [
    "Line",
    "add_line",
    "branching_off",
    "change_line",
    "kept_lines",
    "read_node",
    "remove_line",
    "seen_cards",
    "side_lines",
    "visible_cards",
]


@dataclass(frozen=True, slots=True)
class Line:
    """Moves that could be played in a game from some position on."""

    name: str
    moves_made: int
    """How many moves of the game come first."""
    nodes: tuple[MoveNode, ...]
    """At least one; the first is another move than the game's next one."""


def kept_lines(played: Variation) -> list[Line]:
    """The lines beside the moves of a game, in the order of the record.

    The number of a line is its place in this list. A side line that is part of the game has no
    moves here.
    """
    return [_line(played, at, line) for at, line in _variations(played)]


def _variations(played: Variation) -> Iterator[tuple[int, Variation]]:
    for at, node in enumerate(played.nodes):
        for variation in node.variations:
            yield at, variation


def _line(played: Variation, at: int, line: Variation) -> Line:
    """A side line that replaces the move with an index, without what the game has as well."""
    nodes = line.nodes
    while nodes and at < len(played.nodes) and _is_same(nodes[0], played.nodes[at]):
        nodes, at = nodes[1:], at + 1
    return Line(line.comment, at, nodes)


def side_lines(line: Line) -> list[Line]:
    """The lines that leave a line, as those of imported records may be.

    Of each, `moves_made` counts the moves of that line which come first.
    """
    return [found for found in kept_lines(Variation(line.nodes)) if found.nodes]


def branching_off(played: Variation, line: Line) -> Line:
    """The same line, but only from where it leaves the game."""
    return _line(played, line.moves_made, Variation(line.nodes, line.name))


def _is_same(one: MoveNode, other: MoveNode) -> bool:
    return (one.move, one.automoves) == (other.move, other.automoves)


def add_line(played: Variation, line: Line) -> Variation:
    """The game with one more line beside its moves."""
    at, variation = _side_line(played, line)
    node = played.nodes[at]
    return _with_node(played, at, replace(node, variations=(*node.variations, variation)))


def change_line(played: Variation, number: int, line: Line) -> Variation:
    """The game with another line in place of one.

    It keeps the comments and side lines of moves that both have.
    """
    at, before = list(_variations(played))[number]
    where, variation = _side_line(played, line)
    if where != at:
        return add_line(remove_line(played, number), line)
    variation = replace(variation, nodes=_merged(before.nodes, variation.nodes))
    node = played.nodes[at]
    variations = tuple(variation if each is before else each for each in node.variations)
    return _with_node(played, at, replace(node, variations=variations))


def remove_line(played: Variation, number: int) -> Variation:
    """The game without one of its lines."""
    at, gone = list(_variations(played))[number]
    node = played.nodes[at]
    variations = tuple(each for each in node.variations if each is not gone)
    return _with_node(played, at, replace(node, variations=variations))


def _side_line(played: Variation, line: Line) -> tuple[int, Variation]:
    """The index of the move beside which a line stands, and what stands there."""
    if not played.nodes:
        raise RecordError(t("page.analysis.errors.no_move"))
    line = branching_off(played, line)
    if not line.nodes:
        raise RecordError(t("page.analysis.errors.no_branch"))
    at, nodes = line.moves_made, line.nodes
    if at == len(played.nodes):  # nothing there to replace
        at -= 1
        last = played.nodes[at]
        nodes = (MoveNode(last.move, last.automoves), *nodes)
    return at, Variation(nodes, line.name)


def _with_node(played: Variation, at: int, node: MoveNode) -> Variation:
    return replace(played, nodes=(*played.nodes[:at], node, *played.nodes[at + 1 :]))


def _merged(old: Sequence[MoveNode], new: Sequence[MoveNode]) -> tuple[MoveNode, ...]:
    nodes = list(new)
    for at, (one, other) in enumerate(zip(old, new, strict=False)):
        if not _is_same(one, other):
            break
        nodes[at] = one
    return tuple(nodes)


def read_node(text: str) -> MoveNode:
    """A move as a record writes it, with its automatic moves.

    >>> str(read_node("t4c2 +t4f1 +t6f1").automoves[1])
    't6f1'
    """
    move, *automoves = text.split() or [""]
    return MoveNode(
        parse_move(move), tuple(parse_move(each.removeprefix("+")) for each in automoves)
    )


# -- what the player has seen ----------------------------------------------------------------------


def visible_cards(view: View) -> frozenset[Card]:
    """The cards that can be seen."""
    piles = (*view.columns, *view.foundations, view.cells)
    return frozenset(card for pile in piles for card in pile if card is not None)


def seen_cards(session: Session) -> frozenset[Card]:
    """The cards that a player has seen in the moves of a game, those undone included."""
    steps = (*session.steps, *session.undone)
    views = (session.start.view, *(step.position.view for step in steps))
    return frozenset().union(*map(visible_cards, views))

"""Reading the table from the screen, in whatever layout a program has chosen.

The layout is learned from the opening, where the judge knows the deck: cards are found by their
texts, and the columns are either lines ("Row 1: 5♣ 9♦ ...") or stand side by side. What is printed
later is read in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from winnable.cards import Card
from winnable.judge.table import Seen, Table

__all__ = ["Layout", "Token", "learn_layout", "outline", "tokens"]

_CARD = re.compile(r"(?<![\w♣♦♥♠])(10|[2-9AJQKTajqkt])(?:[ ]?([♣♦♥♠])|([CDHScdhs]))(?!\w)")
_HIDDEN = re.compile(r"(?<!\S)[\[(]?(?:XX|xx|\*\*|##|\?\?|X|\*|#|\?|--)[\])]?(?!\S)")


class Token(NamedTuple):
    """A card, or the back of one, in a line."""

    start: int
    end: int
    card: Card | None


def tokens(line: str) -> list[Token]:
    """The cards in a line, from left to right."""
    found = []
    for match in _CARD.finditer(line):
        suit = match[2] or match[3].upper()
        found.append(Token(match.start(), match.end(), Card.parse(match[1].upper() + suit)))
    taken = [(token.start, token.end) for token in found]
    for match in _HIDDEN.finditer(line):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found.append(Token(match.start(), match.end(), None))
    return sorted(found)


def outline(line: str) -> str:
    """A line without what changes from move to move: its cards and numbers, spaces and brackets.

    >>> outline("Foundations: [A♣] [  ]  12 left"), outline("Foundations: [  ] [  ]  9 left")
    ('Foundations:left', 'Foundations:left')
    """
    if re.fullmatch(r"[\d\s]+", line):
        return "".join(line.split())  # the numbers of the columns
    for token in reversed(tokens(line)):
        line = line[: token.start] + line[token.end :]
    return re.sub(r"[\d\s\[\]()]+", "", line)


@dataclass(frozen=True)
class Layout:
    """Where the columns are on the screen.

    In `rows` each column is a line: `labels` are the texts before the first card, and `offsets` the
    lines' distances from the first. Otherwise columns stand side by side: `spans` are their limits
    from left to right, and `anchor` is the line above them.
    """

    labels: tuple[str, ...] = ()
    offsets: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    anchor: str = ""
    gap: int = 1
    """How many lines below the anchor the first cards are."""

    def read(self, output: str) -> Table | None:
        """The last table in what was printed; None if there is none."""
        lines = output.split("\n")
        block = self._find_rows(lines) if self.labels else self._find_columns(lines)
        if block is None:
            return None
        columns, used = block
        elsewhere = {
            token.card
            for index, line in enumerate(lines)
            if index not in used
            for token in tokens(line)
            if token.card is not None
        }
        return Table(columns, elsewhere=frozenset(elsewhere))

    def _find_rows(self, lines: list[str]) -> tuple[tuple[Seen, ...], set[int]] | None:
        for start in range(len(lines) - 1 - self.offsets[-1], -1, -1):
            indices = [start + offset for offset in self.offsets]
            fits = all(
                lines[index].startswith(label) or lines[index].rstrip() == label.rstrip()
                for index, label in zip(indices, self.labels, strict=True)
            )
            anchored = not self.anchor or (
                start >= self.gap and outline(lines[start - self.gap]) == self.anchor
            )
            if fits and anchored:
                columns = tuple(
                    tuple(token.card for token in tokens(lines[index][len(label) :]))
                    for index, label in zip(indices, self.labels, strict=True)
                )
                return columns, set(indices)
        return None

    def _find_columns(self, lines: list[str]) -> tuple[tuple[Seen, ...], set[int]] | None:
        anchors = [index for index, line in enumerate(lines) if outline(line) == self.anchor]
        for anchor in reversed(anchors):
            columns: list[list[Card | None]] = [[] for _ in self.spans]
            used: set[int] = set()
            start = anchor + self.gap
            for depth, index in enumerate(range(start, len(lines))):
                found = tokens(lines[index])
                if not found:
                    break
                used.add(index)
                for token in found:
                    slot = self._slot(token)
                    if len(columns[slot]) != depth:
                        return None  # a card that hangs in the air
                    columns[slot].append(token.card)
            return tuple(map(tuple, columns)), used
        return None

    def _slot(self, token: Token) -> int:
        middle = (token.start + token.end) / 2
        return min(
            range(len(self.spans)),
            key=lambda slot: abs(sum(self.spans[slot]) / 2 - middle),
        )


def learn_layout(
    output: str, sizes: Sequence[int] | None, columns: int = 0
) -> Iterator[tuple[Layout, tuple[Seen, ...]]]:
    """Layouts in which the opening shows columns of these sizes, in any order of the sizes.

    Without sizes: layouts that show so many columns, whatever their sizes.
    """
    lines = output.split("\n")
    found = [(index, tokens(line)) for index, line in enumerate(lines)]
    found = [(index, row) for index, row in found if row]
    yield from _learn_rows(lines, found, sizes, len(sizes) if sizes else columns)
    yield from _learn_columns(lines, found, sizes, columns)


def _learn_rows(
    lines: list[str],
    found: list[tuple[int, list[Token]]],
    sizes: Sequence[int] | None,
    columns: int,
) -> Iterator[tuple[Layout, tuple[Seen, ...]]]:
    for first in range(len(found) - columns, -1, -1):
        chosen = found[first : first + columns]
        if sizes and sorted(len(row) for _, row in chosen) != sorted(sizes):
            continue
        start = chosen[0][0]
        labels = tuple(lines[index][: row[0].start] for index, row in chosen)
        labels = tuple(re.sub(r"[\[( ]+$", "", label) for label in labels)
        if not sizes and len(set(map(outline, labels))) > 1:
            continue  # a foundation is not a column
        offsets = tuple(index - start for index, _ in chosen)
        # Labels that are all different need nothing above them, which may change.
        anchor, gap = ("", 1) if len(set(labels)) == columns > 1 else _anchor(lines, start)
        layout = Layout(labels, offsets, anchor=anchor, gap=gap)
        yield layout, tuple(tuple(token.card for token in row) for _, row in chosen)


def _learn_columns(
    lines: list[str],
    found: list[tuple[int, list[Token]]],
    sizes: Sequence[int] | None,
    columns: int,
) -> Iterator[tuple[Layout, tuple[Seen, ...]]]:
    for first in range(len(found) - 1, -1, -1):
        start, top = found[first]
        if sizes:
            height = max(sizes)
            widths = [sum(size > depth for size in sizes) for depth in range(height)]
            chosen = found[first : first + height]
            if [index for index, _ in chosen] != list(range(start, start + height)):
                continue
            if [len(row) for _, row in chosen] != widths:
                continue
        elif len(top) != columns:
            continue
        spans = tuple((token.start, token.end) for token in top)
        anchor, gap = _anchor(lines, start)
        if not anchor:
            continue
        layout = Layout(spans=spans, anchor=anchor, gap=gap)
        read = layout.read("\n".join(lines))
        if read is not None:
            yield layout, read.columns


def _anchor(lines: list[str], start: int) -> tuple[str, int]:
    """The outline of the nearest line above that has a text and no cards, and its distance."""
    for index in range(start - 1, -1, -1):
        if outline(lines[index]) and not tokens(lines[index]):
            return outline(lines[index]), start - index
        if tokens(lines[index]):
            break
    return "", 1

"""Text in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from winnable.cli.terminal import Screen

__all__ = ["arrange_in_columns", "number_moves", "print_definitions"]


def print_definitions(screen: Screen, definitions: Iterable[tuple[str, str]]) -> None:
    """Print terms with their meanings aligned in a second column."""
    rows = list(definitions)
    wide = max((len(term) for term, _ in rows), default=0)
    for term, meaning in rows:
        screen.print_wrapped(meaning, indent=" " * (wide + 4), first=f"  {term:{wide}}  ")


def arrange_in_columns(entries: list[str], width: int) -> Iterator[str]:
    """Entries in as many columns as fit, in order down each column."""
    wide = max(map(len, entries), default=0) + 4
    rows = -(-len(entries) // max(1, (width - 1) // wide))
    for row in range(rows):
        yield "  " + "".join(f"{entry:{wide}}" for entry in entries[row::rows]).rstrip()


def number_moves(moves: Sequence[str], width: int) -> Iterator[str]:
    r"""Rows of moves, each row with the number of its first move.

    >>> print(*number_moves(["t3c1", "t2t5x4", "deal"], 20), sep="\n")
      1  t3c1   t2t5x4
      3  deal
    """
    label = len(str(len(moves))) + 2
    wide = max(map(len, moves), default=0)
    room = max(1, (width - label - 2) // (wide + 1))
    a_row = 10 if room >= 10 else 5 if room >= 5 else room
    for at in range(0, len(moves), a_row):
        row = " ".join(f"{move:{wide}}" for move in moves[at : at + a_row])
        yield f"{at + 1:{label}}  {row}".rstrip()

"""Words in rows and columns, for line mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnable.cli.terminal import Screen

__all__ = ["explain", "in_columns", "move_rows"]


def explain(screen: Screen, rows: list[tuple[str, str]]) -> None:
    """Print words and their meanings, the meanings one below the other."""
    wide = max((len(word) for word, _ in rows), default=0)
    for word, meaning in rows:
        screen.tell(meaning, indent=" " * (wide + 4), first=f"  {word:{wide}}  ")


def in_columns(entries: list[str], width: int) -> Iterator[str]:
    """Entries side by side in as many columns as fit, to be read down each column in turn."""
    wide = max(map(len, entries), default=0) + 4
    rows = -(-len(entries) // max(1, (width - 1) // wide))
    for row in range(rows):
        yield "  " + "".join(f"{entry:{wide}}" for entry in entries[row::rows]).rstrip()


def move_rows(moves: Sequence[str], width: int) -> Iterator[str]:
    r"""Moves one beside the other, each row with the number of its first move.

    >>> print(*move_rows(["t3c1", "t2t5x4", "deal"], 20), sep="\n")
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

"""Shorter lines for Aces Up: each run of moves between columns is replaced by a shortest one.

A depth-first search reaches a position by the first path it finds, which may move three cards
around twenty times where two moves would do. A breadth-first search finds the shortest path.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

__all__ = ["remove_detours"]

Columns = tuple[bytes, ...]
Shift = tuple[int, int]

_HOME, _DEAL = 32, 255
_MAX_ARRANGEMENTS = 5_000
"""Arrangements to examine before a path is left as it is."""


def remove_detours(packed: bytes, line: bytes) -> bytes:
    """A packed line from a packed position, with each run of shifts as short as possible."""
    columns, stock = _unpack(packed)
    shorter, shifts, before = bytearray(), list[Shift](), columns
    for at in range(0, len(line), 3):
        source, target, _ = line[at : at + 3]
        if target < _HOME:
            shifts.append((source, target))
            columns = _shift(columns, source, target)
            continue
        shorter += _pack(_shortest(before, columns, shifts))
        shorter += line[at : at + 3]
        if source == _DEAL:
            dealt, stock = stock[: len(columns)], stock[len(columns) :]
            columns = tuple(column + dealt[slot : slot + 1] for slot, column in enumerate(columns))
        else:
            columns = _replace(columns, {source: columns[source][:-1]})
        before, shifts = columns, []
    return bytes(shorter + _pack(_shortest(before, columns, shifts)))


def _unpack(packed: bytes) -> tuple[Columns, bytes]:
    """The columns and the stock of a packed position: see `winnable.solver.packing`."""
    columns, at = [], 1
    for _ in range(packed[0]):
        end = at + 2 + packed[at + 1]
        columns.append(packed[at + 2 : end])
        at = end
    return tuple(columns), packed[at + 2 + packed[at + 1] + 6 :]


def _pack(shifts: list[Shift]) -> bytes:
    return b"".join(bytes((source, target, 1)) for source, target in shifts)


def _shortest(before: Columns, after: Columns, shifts: list[Shift]) -> list[Shift]:
    """The shortest path from one arrangement to another, or the known one if none is found soon."""
    if len(shifts) < 2:
        return [] if before == after else shifts
    paths: dict[Columns, list[Shift]] = {before: []}
    frontier = deque([before])
    while after not in paths and frontier and len(paths) < _MAX_ARRANGEMENTS:
        columns = frontier.popleft()
        for shift in _legal_shifts(columns):
            moved = _shift(columns, *shift)
            if moved not in paths:
                paths[moved] = [*paths[columns], shift]
                frontier.append(moved)
    return paths.get(after, shifts)


def _legal_shifts(columns: Columns) -> Iterator[Shift]:
    for target, column in enumerate(columns):
        if not column:
            yield from ((source, target) for source, cards in enumerate(columns) if cards)


def _shift(columns: Columns, source: int, target: int) -> Columns:
    cards = columns[source]
    return _replace(columns, {source: cards[:-1], target: cards[-1:]})


def _replace(columns: Columns, new: dict[int, bytes]) -> Columns:
    return tuple(new.get(slot, column) for slot, column in enumerate(columns))

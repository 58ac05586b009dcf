"""Lines of Aces Up without detours: cards that go round by way of an empty column go straight.

A search in depth comes to a position by whatever way it found first. Nobody who reads its line
wants to shift three cards round a table twenty times where two moves would do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

__all__ = ["remove_detours"]

Columns = tuple[bytes, ...]
Shift = tuple[int, int]

_HOME, _DEAL = 32, 255
_PATIENCE = 5_000
"""Arrangements to look at before a way is left as it is."""


def remove_detours(packed: bytes, line: bytes) -> bytes:
    """A packed line from a packed position, each run of shifts by the shortest way there is."""
    columns, stock = _read(packed)
    straight, shifts, before = bytearray(), list[Shift](), columns
    for at in range(0, len(line), 3):
        source, target, _ = line[at : at + 3]
        if target < _HOME:
            shifts.append((source, target))
            columns = _shifted(columns, source, target)
            continue
        straight += _packed(_shortest(before, columns, shifts))
        straight += line[at : at + 3]
        if source == _DEAL:
            dealt, stock = stock[: len(columns)], stock[len(columns) :]
            columns = tuple(column + dealt[slot : slot + 1] for slot, column in enumerate(columns))
        else:
            columns = _changed(columns, {source: columns[source][:-1]})
        before, shifts = columns, []
    return bytes(straight + _packed(_shortest(before, columns, shifts)))


def _read(packed: bytes) -> tuple[Columns, bytes]:
    """The columns and the stock of a packed position: see `winnable.solver.packing`."""
    columns, at = [], 1
    for _ in range(packed[0]):
        end = at + 2 + packed[at + 1]
        columns.append(packed[at + 2 : end])
        at = end
    return tuple(columns), packed[at + 2 + packed[at + 1] + 6 :]


def _packed(shifts: list[Shift]) -> bytes:
    return b"".join(bytes((source, target, 1)) for source, target in shifts)


def _shortest(before: Columns, after: Columns, shifts: list[Shift]) -> list[Shift]:
    """The shortest way from one arrangement to another, or the known one if that takes too long."""
    if len(shifts) < 2:
        return [] if before == after else shifts
    ways: dict[Columns, list[Shift]] = {before: []}
    waiting = deque([before])
    while after not in ways and waiting and len(ways) < _PATIENCE:
        columns = waiting.popleft()
        for shift in _possible(columns):
            further = _shifted(columns, *shift)
            if further not in ways:
                ways[further] = [*ways[columns], shift]
                waiting.append(further)
    return ways.get(after, shifts)


def _possible(columns: Columns) -> Iterator[Shift]:
    for target, column in enumerate(columns):
        if not column:
            yield from ((source, target) for source, cards in enumerate(columns) if cards)


def _shifted(columns: Columns, source: int, target: int) -> Columns:
    cards = columns[source]
    return _changed(columns, {source: cards[:-1], target: cards[-1:]})


def _changed(columns: Columns, new: dict[int, bytes]) -> Columns:
    return tuple(new.get(slot, column) for slot, column in enumerate(columns))

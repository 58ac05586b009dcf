"""A game's sheet: all that is written down of it, and how a table reads it back.

The moves are kept as records, in the format of `docs/record.md`, which needs no program of ours to
be read. Those taken back stand in a second one, so that a game can be gone on with as it was left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from winnable.errors import StoreError, WinnableError
from winnable.play import Record, Session, Variation, parse_record
from winnable.store.kept import Kept

__all__ = [
    "Sheet",
    "bare",
    "figure_tags",
    "read_figure",
    "read_record",
    "read_session",
    "tagged",
    "write_moves",
]

_OURS = ("Date", "Started", "Ended", "Seconds", "Undos", "Hints", "Verdicts", "Outcome")
"""Tags that tell what the line of the history tells; in the table that has columns of its own."""

_FIGURE = re.compile(r"[0-9]{1,8}(\.[0-9])?")


@dataclass(frozen=True)
class Sheet:
    """All that is written down of a game: its line of the history, and its moves as texts."""

    kept: Kept
    version: int
    """How often it has been written; who writes says which version they have read."""
    record: str
    """The record of the moves made."""
    undone: str
    """A record, without tags, of the moves taken back, the next one first; empty if none are."""


def write_moves(session: Session, earlier: Record | None) -> tuple[str, str]:
    """The two records of a session: the moves made, and those taken back."""
    earlier = earlier and bare(earlier)
    record = str(Record.of(session, {}, earlier))
    if not session.undone:
        return record, ""
    whole = session.copy()
    while whole.redo() is not None:
        pass
    line = Record.of(whole, {}, earlier).main_line  # with what people said about those moves, too
    return record, str(Record({}, Variation(line.nodes[len(session.steps) :])))


def bare(record: Record) -> Record:
    """A record without what our tags say, which holds for the moment it was written in."""
    theirs = {name: said for name, said in record.tags.items() if name not in _OURS}
    return Record(theirs, record.main_line)


def figure_tags(seconds: float, undos: int, hints: int, verdicts: int) -> dict[str, str]:
    """What a game has taken, as tags; `read_figure` reads them back."""
    aids = {"Undos": undos, "Hints": hints, "Verdicts": verdicts}
    return {"Seconds": f"{seconds:.1f}"} | {name: str(count) for name, count in aids.items()}


def read_record(sheet: Sheet, shelf_name: str) -> tuple[Record, Session]:
    """The record of the moves made, and a session at its end: every move has been checked."""
    with _naming(sheet, shelf_name):
        record = parse_record(sheet.record)
        return record, record.session()


def read_session(sheet: Sheet, shelf_name: str) -> tuple[Session, Record]:
    """The session as it was left, and the record of its whole line with all that was said."""
    record, session = read_record(sheet, shelf_name)
    with _naming(sheet, shelf_name):
        undone = parse_record(sheet.undone).main_line.nodes if sheet.undone else ()
        for entry in undone:
            session.make(entry.move, entry.automoves)
    for _ in undone:
        session.undo()
    line = Variation(record.main_line.nodes + undone, record.main_line.comment)
    return session, Record(record.tags, line)


@contextmanager
def _naming(sheet: Sheet, shelf_name: str) -> Iterator[None]:
    try:
        yield
    except WinnableError as error:
        number = sheet.kept.number
        raise StoreError(f"game {number} in {shelf_name} cannot be read: {error}") from None


def tagged(record: Record, kept: Kept) -> Record:
    """The record with what the history knows in its tags."""
    tags = dict(bare(record).tags)
    result = tags.pop("Result", None)
    if kept.started is not None:
        tags["Date"] = kept.started.astimezone().date().isoformat()  # as on the wall
        tags["Started"] = _moment(kept.started)
    if kept.ended is not None:
        tags["Ended"] = _moment(kept.ended)
    tags |= figure_tags(kept.seconds, kept.undos, kept.hints, kept.verdicts)
    tags["Outcome"] = kept.outcome.value
    return Record(tags if result is None else tags | {"Result": result}, record.main_line)


def _moment(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def read_figure(record: Record | None, tag: str) -> float:
    """A figure that `tagged` wrote, so that a game taken up from a file is no fresh start."""
    said = record.tags.get(tag, "") if record else ""
    return float(said) if _FIGURE.fullmatch(said) else 0.0

"""What a record's tags say about how it was played: when, how long, with how much help.

In the database these have columns of their own, so they are left out of the stored record, put in
when a record is exported, and read back when a game continues from a file.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from winnable.play import Record
from winnable.store.game_row import GameSummary

__all__ = ["help_tags", "read_number", "with_history_tags", "without_history_tags"]

_HISTORY_TAGS = (
    *("Date", "Started", "Ended", "Seconds", "Undos", "Hints", "Verdicts", "CoachMoves", "Outcome"),
)
_NUMBER = re.compile(r"[0-9]{1,8}(\.[0-9])?")


def without_history_tags(record: Record) -> Record:
    """The record without our tags, which were true when it was written."""
    theirs = {name: value for name, value in record.tags.items() if name not in _HISTORY_TAGS}
    return Record(theirs, record.main_line)


def help_tags(
    seconds: float, undos: int, hints: int, verdicts: int, coach_moves: int = 0
) -> dict[str, str]:
    """The time played and the help taken, as tags; `read_number` reads them back."""
    counts = {"Undos": undos, "Hints": hints, "Verdicts": verdicts}
    if coach_moves:  # few games have any
        counts["CoachMoves"] = coach_moves
    return {"Seconds": f"{seconds:.1f}"} | {name: str(count) for name, count in counts.items()}


def read_number(record: Record | None, tag: str) -> float:
    """A number from a tag; 0 where there is none."""
    value = record.tags.get(tag, "") if record else ""
    return float(value) if _NUMBER.fullmatch(value) else 0.0


def with_history_tags(record: Record, summary: GameSummary) -> Record:
    """The record with what the history knows in its tags."""
    tags = dict(without_history_tags(record).tags)
    result = tags.pop("Result", None)
    if summary.started is not None:
        tags["Date"] = summary.started.astimezone().date().isoformat()  # in local time
        tags["Started"] = _utc(summary.started)
    if summary.ended is not None:
        tags["Ended"] = _utc(summary.ended)
    counts = (summary.undos, summary.hints, summary.verdicts, summary.coach_moves)
    tags |= help_tags(summary.seconds, *counts)
    tags["Outcome"] = summary.outcome.value
    return Record(tags if result is None else tags | {"Result": result}, record.main_line)


def _utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

"""The record to be kept of a game that is played on."""

from __future__ import annotations

import datetime
from dataclasses import replace

from winnable.play import Line, Record, Session

__all__ = ["record_of"]

_OURS = {"Winnable", "Game", "Deal", "Deck", "Board", "Autoplay", "Date", "Result"}


def record_of(session: Session, earlier: Record | None = None) -> Record:
    """The record of a session as it stands today.

    With the record that the session was resumed from, what people wrote there stays: tags of their
    own, and the comments and side lines of every move up to the first that is another one now.
    """
    if earlier is None:
        return Record.of(session, Date=_today())
    theirs = {name: value for name, value in earlier.tags.items() if name not in _OURS}
    record = Record.of(session, **theirs, Date=_today())
    entries = list(record.line.entries)
    for at, (old, new) in enumerate(zip(earlier.line.entries, entries, strict=False)):
        if (old.move, old.automoves) != (new.move, new.automoves):
            break
        entries[at] = old
    return replace(record, line=Line(tuple(entries), earlier.line.comment))


def _today() -> str:
    return datetime.date.today().isoformat()

"""Writing a game to a file, and nothing over."""

from __future__ import annotations

import datetime

from winnable.errors import FileProblem, quote
from winnable.play import Record
from winnable.play.files import lost_by_saving, save_record
from winnable.store import Table

__all__ = ["Saver", "record_of"]


def record_of(table: Table) -> Record:
    """The record of a game, with what it has taken so far, so that a file is no fresh start."""
    tags = {"Date": datetime.date.today().isoformat()}
    aids = {"Undos": table.undos, "Hints": table.hints, "Verdicts": table.verdicts}
    if table.seconds or any(aids.values()):
        tags["Seconds"] = f"{table.seconds:.1f}"
        tags |= {name: str(count) for name, count in aids.items()}
    earlier = table.record
    if earlier is not None:  # it may be one that was exported, and tell how the game stood then
        then = ("Started", "Ended", "Outcome")
        theirs = {name: said for name, said in earlier.tags.items() if name not in then}
        earlier = Record(theirs, earlier.line)
    return Record.of(table.session, tags, earlier)


class Saver:
    """Writes a game to the file that a player names; another game is replaced only if confirmed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._warned = ""
        """The file of which the player knows that it holds something else."""

    def save(self, name: str) -> None:
        """Write it. FileProblem says why not."""
        record = record_of(self.table)
        lost = lost_by_saving(name, record)
        if lost and name != self._warned:
            self._warned = name
            raise FileProblem(f"{quote(name, 80)} holds {lost}; Enter once more replaces it")
        save_record(name, str(record))

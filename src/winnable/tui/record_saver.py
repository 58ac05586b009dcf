"""Saving games to files without overwriting others by accident."""

from __future__ import annotations

from winnable.errors import FileError, quote
from winnable.play import Record
from winnable.play.files import lost_by_saving, save_record

__all__ = ["RecordSaver"]


class RecordSaver:
    """Saves records to files; one that holds something else is replaced only at the second try."""

    def __init__(self) -> None:
        self._warned = ""
        """The file that the player has been warned about."""

    def save(self, name: str, record: Record) -> None:
        """Save a record; FileError says why it could not be saved, or what would be lost."""
        if name != self._warned and (lost := lost_by_saving(name, record)):
            self._warned = name
            raise FileError(
                f"{quote(name, 80)} holds {lost}: save again to replace it, or choose another name"
            )
        save_record(name, str(record))
        self._warned = ""

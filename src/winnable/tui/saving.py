"""Writing a game to a file, and nothing over."""

from __future__ import annotations

from winnable.errors import FileError, quote
from winnable.play.files import lost_by_saving, save_record
from winnable.store import SavedGame

__all__ = ["Saver"]


class Saver:
    """Writes a game to the file that a player names; another game is replaced only if confirmed."""

    def __init__(self, table: SavedGame) -> None:
        self.table = table
        self._warned = ""
        """The file of which the player knows that it holds something else."""

    @property
    def name(self) -> str:
        """A name for the file that says what is in it."""
        session = self.table.session
        deal = f"-{session.deal}" if session.deal_number is not None else ""
        return f"{session.game.slug}{deal}.txt"

    def save(self, name: str) -> None:
        """Write it. FileError says why not."""
        record = self.table.to_record()
        lost = lost_by_saving(name, record)
        if lost and name != self._warned:
            self._warned = name
            raise FileError(f"{quote(name, 80)} holds {lost}; Enter once more replaces it")
        save_record(name, str(record))

"""The store: a player's games, history and statistics in a database, and the settings of all.

It may be used from several threads, and several programs may use one database: each call is a
transaction of its own, and who writes a game says which version of it they have read.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

from winnable.errors import StoreError
from winnable.play import Record
from winnable.rules import Game
from winnable.store import lists, shares
from winnable.store.broom import sweep
from winnable.store.database import Database
from winnable.store.engine import make_engine
from winnable.store.kept import Bookmark, Kept
from winnable.store.migrate import bring_up_to_date
from winnable.store.players import Players
from winnable.store.schema import LOCAL
from winnable.store.settings import Settings
from winnable.store.sheet import Sheet, read_record, tagged
from winnable.store.sheets import Sheets
from winnable.store.shelf import Shelf, find_shelf
from winnable.store.statistics import Statistics
from winnable.store.table import Table
from winnable.store.troubles import telling

__all__ = ["Store"]


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The games of one player that are kept in a database: no other's are read or written here."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = _now,
        *,
        player: int = LOCAL,
        is_guest: bool = False,
    ) -> None:
        self.name = database.name
        """For messages: the file's path, or the URL without its password."""
        self.now = now
        self.player = player
        """Whose games they are."""
        self._database = database
        self._is_guest = is_guest
        self._sheets = Sheets(database, player)
        self._players, self._settings = Players(database), Settings(database)

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        now: Callable[[], datetime] = _now,
        shared_pen: bool = False,
    ) -> Store:
        """Open a database, making it or bringing it up to date if need be; StoreError says why not.

        Without a URL it is that of the environment variable WINNABLE_DATABASE, and else a file in
        the player's data folder. With a shared pen, what several threads write at the same moment
        goes to the disk together (see `winnable.store.pen`).
        """
        shelf = find_shelf(url)
        with telling(shelf, TypeError, ValueError):  # a URL can ask a driver for what it has not
            _make_folder(shelf)
            _make_file(shelf)
            engine = make_engine(shelf)
            try:
                bring_up_to_date(engine, shelf)
            except BaseException:
                engine.dispose()
                raise
        return cls(Database(shelf, engine, has_pen=shared_pen), now)

    def of(self, player: int) -> Store:
        """The store of another player: the same database, which this one closes."""
        return Store(self._database, self.now, player=player, is_guest=True)

    def close(self) -> None:
        """Let go of the database; what `of` gave has nothing to let go of."""
        if not self._is_guest:
            self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        whose = "" if self.player == LOCAL else f" of player {self.player}"
        return f"<Store {self.name}{whose}>"

    # -- the games --------------------------------------------------------------------------------

    def open_table(
        self,
        number: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        strict: bool = False,
    ) -> Table:
        """Open a saved game to continue it; GameNotFoundError: there is none of that number."""
        return Table.take_up(self, number, clock, strict=strict)

    def open_table_by_key(
        self, key: str, *, clock: Callable[[], float] = time.monotonic, strict: bool = False
    ) -> Table:
        """The table that has a key; GameNotFoundError: no table of this player's has."""
        return self.open_table(self.number_of(key), clock=clock, strict=strict)

    def unfinished(self, game: Game | None = None, limit: int = 20) -> list[Kept]:
        """Games that were begun and can be gone on with, the latest first."""
        return lists.unfinished(self._database, self.player, game, limit)

    def history(
        self, game: Game | None = None, limit: int | None = 20, *, before: Bookmark | None = None
    ) -> list[Kept]:
        """Every game that has begun, the one played latest first.

        To go on where a page ended, say `before` with the `bookmark` of its last game. A line that
        somebody has spoiled by hand is left out; `record` says what is wrong with it.
        """
        return lists.history(self._database, self.player, game, limit, before)

    def record(self, number: int) -> Record:
        """The record of a game, with what the history knows of it in its tags."""
        sheet = self.fetch(number)
        record, _ = read_record(sheet, self.name)
        return tagged(record, sheet.kept)

    def records(self, game: Game | None = None) -> Iterator[Record]:
        """The records of all games that have begun, the oldest first.

        One that cannot be read does not keep the others back: the StoreError comes at the end.
        """
        errors: list[StoreError] = []
        for number in lists.numbers(self._database, self.player, game):
            try:
                record = self.record(number)
            except StoreError as error:
                errors.append(error)
            else:
                yield record
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise StoreError(f"{errors[0]}{more}")

    def statistics(self, game: Game) -> Statistics:
        """How the player fares at a game."""
        return Statistics.of(game, self.history(game, limit=None))

    # -- addresses --------------------------------------------------------------------------------

    def number_of(self, key: str) -> int:
        """The number of the game with this key; GameNotFoundError: none of this player's has it."""
        return self._sheets.number(key)

    def key_of(self, number: int) -> str:
        """The key of a game's table; one that has none is given one now."""
        return self._sheets.key(number)

    def version_of(self, number: int) -> int:
        """How often a game has been written, without reading it."""
        return self._sheets.version(number)

    def share(self, number: int) -> str:
        """The key under which anybody may see a finished game; GameNotOverError: it is not over."""
        return shares.share(self._database, self.player, number)

    def unshare(self, number: int) -> None:
        """Take that address away; it never leads anywhere again."""
        shares.unshare(self._database, self.player, number)

    def shared(self, address: str) -> Sheet:
        """The game at such an address, whoever's it is and whoever asks, while it is over."""
        return shares.find_shared(self._database, address)

    # -- the players ------------------------------------------------------------------------------

    def new_player(self) -> int:
        """The number of a player who has not been here before; `of` gives their store."""
        return self._players.new(self.now())

    def player_since(self, number: int) -> datetime | None:
        """When a player came here first; None for nobody."""
        return self._players.since(number)

    def set_code(self, player: int, code: str) -> None:
        """Let a recovery code find a player; only its hash is kept, and the old one is void."""
        self._players.set_code(player, code)

    def find_player(self, code: str) -> int | None:
        """The player whom a recovery code finds; None if nobody, or if it is no code."""
        return self._players.find(code)

    def bring(self, source: int, target: int, *, local_too: bool = False) -> int:
        """Give all games of one player to another, at once or not at all; how many they are.

        The games of the player at this machine are neither given away nor added to, unless it is
        said that theirs are meant, too. Tables that are open keep no more: open them again.
        """
        return self._players.bring(source, target, local_too=local_too)

    # -- what is for all players ------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """What was last set under a name; None if nothing ever was."""
        return self._settings.get(name)

    def set_setting(self, name: str, value: str) -> None:
        """Set something; of two programs that do so at once, one has the last word."""
        self._settings.set(name, value)

    def settle(self, name: str, value: str) -> str:
        """Set something unless it is set already, and say what is set; the first one wins."""
        return self._settings.settle(name, value)

    def sweep(self, before: datetime) -> int:
        """Forget tables at which no move was ever made, last touched before; how many they are.

        They are whosever they are. Nothing else is ever deleted.
        """
        return sweep(self._database, before)

    # -- what tables do ---------------------------------------------------------------------------

    def fetch(self, number: int) -> Sheet:
        """All that is written down of a game; GameNotFoundError: it is not kept here."""
        return self._sheets.fetch(number)

    def add(self, sheet: Sheet) -> int:
        """Write down a game that is new here, and give it its number."""
        return self._sheets.add(sheet)

    def replace(self, sheet: Sheet) -> None:
        """Write a new version of a game. StaleGameError: the last one is not the one before it."""
        self._sheets.replace(sheet)

    def set_seconds(self, number: int, version: int, seconds: float) -> None:
        """Keep the time played, unless the game is newer by now. It is no change of the game."""
        self._sheets.set_seconds(number, version, seconds)


def _make_file(shelf: Shelf) -> None:
    """Make the file for its owner alone; whatever is in the way, SQLite will say."""
    if shelf.path is not None and not shelf.is_in_memory:
        with suppress(OSError):
            os.close(os.open(shelf.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _make_folder(shelf: Shelf) -> None:
    if shelf.path is None:
        return
    folder = shelf.path.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{shelf.name} cannot be made: {error.strerror}") from None

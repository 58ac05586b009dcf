"""The player's store, if it can be opened; otherwise games are played without saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.deals import DealSource
from winnable.errors import StoreError
from winnable.play import Record, Session

if TYPE_CHECKING:
    from winnable.store import SavedGame, Store

__all__ = ["new_game", "open_store"]


def open_store() -> tuple[Store | None, str]:
    """The player's store and no error; or no store, and the error that says why."""
    from winnable.store import Store  # SQLAlchemy is loaded only by commands that need it

    try:
        return Store.open(), ""
    except StoreError as error:
        return None, str(error)


def new_game(
    store: Store | None,
    session: Session,
    record: Record | None = None,
    *,
    deal_source: DealSource | None = None,
) -> SavedGame:
    """A game that is saved from its first move on, if there is a store."""
    from winnable.store import SavedGame

    games = store.games if store else None
    return SavedGame(session, games, record=record, deal_source=deal_source)

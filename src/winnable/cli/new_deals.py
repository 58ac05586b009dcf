"""New deals in line mode: winnable ones, unless the player has chosen otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.deals import DealSource, random_number
from winnable.errors import StoreError
from winnable.l10n import t
from winnable.rules import Game

if TYPE_CHECKING:
    from winnable.store import Store

__all__ = ["new_deal", "wants_any_deal"]


def wants_any_deal(store: Store | None) -> bool:
    """Whether the player has chosen that new deals need not be winnable."""
    try:
        return store is not None and not store.settings.winnable_deals
    except StoreError:  # the first move will say what is wrong with the store
        return False


def new_deal(game: Game, *, any_deal: bool) -> tuple[int, DealSource | None, str]:
    """The number of a new deal, how it was found, and what the player should know of it."""
    if any_deal:
        return random_number(), None, ""
    from winnable.coach.deal_finder import find_new_deal  # loads the solver

    number, source = find_new_deal(game)
    return number, source, "" if source else t("store.source.unknown")

"""What a player may see of a position. User interfaces show views and never positions.

A face-down card is not in a view at all: its place holds ``None``, and the stock is a number. So
no picture, page or message made from a view can give a hidden card away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from winnable.cards import Card, Pile
from winnable.l10n import t

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """The table as the player sees it."""

    columns: tuple[tuple[Card | None, ...], ...]
    """Each column from its deepest card to the playable one; ``None`` lies face down."""
    foundations: tuple[Pile, ...]
    cells: tuple[Card | None, ...]
    """``None`` is an empty cell."""
    stock: int | None
    """How many cards are left to deal; ``None`` in a game without a stock."""

    @property
    def hidden_count(self) -> int:
        """How many cards the player cannot see: those face down, and the stock."""
        return sum(column.count(None) for column in self.columns) + (self.stock or 0)

    @property
    def is_open(self) -> bool:
        """Whether no card is hidden (any more)."""
        return not self.hidden_count

    def foundation_label(self, slot: int) -> str:
        """``foundation 2``; where there is only one, ``foundation``."""
        is_only = len(self.foundations) == 1
        key = "places.only_foundation" if is_only else "places.foundation"
        return t(key, number=str(slot + 1))

    def as_dict(self) -> dict[str, Any]:
        """The view in plain types, fit for JSON; a face-down card is ``"??"``."""
        return {
            "columns": [[str(card) if card else "??" for card in pile] for pile in self.columns],
            "foundations": [[str(card) for card in pile] for pile in self.foundations],
            "cells": [str(card) if card else None for card in self.cells],
            "stock": self.stock,
        }

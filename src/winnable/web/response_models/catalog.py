"""The games, their deals, and the handouts that programs are checked by."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict

from winnable.coach.difficulty import Level
from winnable.play import Autoplay
from winnable.solver import Verdict
from winnable.web.replay_steps import VisibleCards
from winnable.web.response_models.model import Model

__all__ = ["Catalog", "DailyDeals", "GameDeal", "GameInfo", "Handout", "JudgeInfo", "NumberedDeal"]


class GameInfo(Model):
    """One of the games."""

    slug: str
    name: str
    summary: str
    rules: str
    columns: int
    cells: int
    foundations: int
    has_stock: bool
    hides_cards: bool
    is_one_way: bool
    """Whether cards can only go home, so that selecting one is enough."""
    takes_one_tap: bool
    """Whether no card goes onto another in a column, so that a tap says where it should go."""
    autoplays: list[Autoplay]


class Catalog(Model):
    """The games, and the levels of difficulty."""

    games: list[GameInfo]
    levels: list[Level]


class DailyDeals(Model):
    """The deal of a day by game; null where it has not been searched for yet."""

    date: str
    deals: dict[str, int | None]


_DEAL_EXAMPLE: dict[str, Any] = {
    "deal_number": 617,
    "games": [
        {
            "game": "golf-relaxed",
            "game_name": "Golf Relaxed",
            "view": {
                "columns": [
                    ["7D", "AH", "AS", "8D", "8S"],
                    ["AD", "TD", "KH", "3D", "7H"],
                    ["5C", "7S", "TH", "TC", "4D"],
                    ["3S", "QD", "QC", "KD", "JS"],
                    ["5S", "AC", "3H", "5H", "4C"],
                    ["8C", "6D", "9D", "9S", "QS"],
                    ["2D", "8H", "6S", "3C", "9C"],
                ],
                "foundations": [["9H"]],
                "cells": [],
                "stock": 16,
            },
            "verdict": "winnable",
            "moves": 49,
            "moves_by_hand": 49,
            "minimal": True,
            "level": "easy",
            "final": True,
        }
    ],
}


class GameDeal(Model):
    """A numbered deal in one game: its table, and whether it can be won.

    The verdict is about the deal as dealt, and looks at the hidden cards; none of them is named.
    """

    game: str
    """The slug of the game in the catalog."""
    game_name: str
    view: VisibleCards
    """The table as it is dealt."""
    verdict: Verdict | None = None
    """`unsettled` if the search reached its limit; null if there was no search, with `known`."""
    moves: int | None = None
    """Moves of the shortest winning line found; null if none was found."""
    moves_by_hand: int | None = None
    """How many of them a player makes, if safe cards go home automatically; null if there is no
    line, or if it does not win that way."""
    minimal: bool = False
    """Whether it is proved that no line has fewer moves by hand."""
    level: Level | None = None
    """How hard the deal is; null if it is not winnable, or if that could not be found out."""
    final: bool = False
    """Whether that is all that this server finds out. If not, either only what is `known` was asked
    for, or the search was ended early, as on a busy server: ask again later."""


class NumberedDeal(Model):
    """A deal number in some games, or in all."""

    model_config = ConfigDict(json_schema_extra={"examples": [_DEAL_EXAMPLE]})

    deal_number: int
    games: list[GameDeal]


class Handout(Model):
    """A course handout that programs are checked by."""

    name: str
    """Such as `aces-up-2023`."""
    title: str


class JudgeInfo(Model):
    """What can be checked here."""

    handouts: list[Handout]
    max_bytes: int
    """Of a program."""
    problem: str | None
    """Why nothing can be checked from this browser; null if it can."""

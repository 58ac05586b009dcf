"""What the API tells: the bodies of answers. There is no place in them for a hidden card."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from winnable.coach.difficulty import Level
from winnable.play import Autoplay
from winnable.store import Outcome

__all__ = [
    "Code",
    "Daily",
    "Error",
    "GameFigures",
    "GameInfo",
    "Games",
    "Happened",
    "Health",
    "HistoryPage",
    "KeptGame",
    "Player",
    "ShareLink",
    "SharedGame",
    "State",
    "StatisticsPage",
    "Step",
    "Steps",
    "Tables",
    "ViewTold",
    "Where",
]


_EXAMPLE: dict[str, Any] = {
    "key": "pW3k0bXh4uQjcd2L",
    "version": 32,
    "game": "golf-relaxed",
    "name": "Golf Relaxed",
    "deal": 7,
    "heading": "Golf Relaxed, deal 7, after 31 moves",
    "view": {
        "columns": [["4H"], ["9C", "TD"], [], [], [], [], []],
        "foundations": [["QS", "JH"]],
        "cells": [],
        "stock": 3,
    },
    "moves": ["t2f1", "deal"],
    "lift": [1, 1, 0, 0, 0, 0, 0],
    "made": 31,
    "undone": 0,
    "seconds": 74.5,
    "outcome": "unfinished",
    "is_won": False,
    "is_stuck": False,
    "autoplay": "safe",
    "undos": 0,
    "hints": 0,
    "verdicts": 1,
    "unaided": False,
    "shared": None,
    "last": None,
}


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ViewTold(_Told):
    """What lies in sight. Cards are ``7H``; ``??`` lies face down, and the stock is a number."""

    columns: list[list[str]]
    foundations: list[list[str]]
    cells: list[str | None]
    stock: int | None


class Happened(_Told):
    """What the last change did, in words to show and words to say."""

    kind: str
    move: str | None = None
    automoves: list[str] = Field(default_factory=list)
    words: str
    spoken: str


class State(_Told):
    """A table as the player sees it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})

    key: str
    version: int = Field(description="Say it with the next change; 409 if it is not the last.")
    game: str
    name: str
    deal: int | None
    heading: str
    view: ViewTold
    moves: list[str] = Field(description="Every legal move.")
    lift: list[int] = Field(description="Cards of each column that can be picked up together.")
    made: int
    undone: int
    seconds: float
    outcome: Outcome
    is_won: bool
    is_stuck: bool
    autoplay: Autoplay
    undos: int
    hints: int
    verdicts: int
    unaided: bool = Field(description="No hint, no undo and no verdict so far.")
    shared: str | None = None
    last: Happened | None = None


class Step(_Told):
    """A place along a line of moves, and how the table looked there."""

    made: int
    move: str | None
    words: str
    spoken: str
    view: ViewTold


class Steps(_Told):
    """A line of moves from the start on, those taken back too."""

    steps: list[Step]


class Error(_Told):
    """Why not, in one line."""

    error: str
    problems: list[str] | None = None
    state: State | None = None


class GameInfo(_Told):
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
    one_tap: bool = Field(description="A card can only ever go home: to point at it says all.")
    autoplays: list[Autoplay]


class Games(_Told):
    """The games there are."""

    games: list[GameInfo]
    levels: list[Level]


class Daily(_Told):
    """The deals of a day, by game; None where it has not been worked out yet."""

    date: str
    deals: dict[str, int | None]


class KeptGame(_Told):
    """A line of the history."""

    key: str | None
    game: str
    name: str
    deal: int | None
    outcome: Outcome
    moves: int
    seconds: float
    undos: int
    hints: int
    verdicts: int
    unaided: bool
    started: datetime | None
    touched: datetime
    ended: datetime | None
    shared: str | None


class Tables(_Told):
    """The games that can be gone on with, the latest first."""

    tables: list[KeptGame]


class HistoryPage(_Told):
    """Some games, the latest first, and where to go on."""

    games: list[KeptGame]
    next: str | None


class GameFigures(_Told):
    """How the player fares at a game."""

    slug: str
    name: str
    played: int
    won: int
    unaided: int
    streak: int
    best_streak: int
    best_moves: int | None
    average_moves: float | None
    best_seconds: float | None
    average_seconds: float | None
    unfinished: int
    last: list[KeptGame]


class StatisticsPage(_Told):
    """How the player fares at each game."""

    games: list[GameFigures]


class Where(_Told):
    """Where a card lies, in words."""

    card: str
    words: str


class ShareLink(_Told):
    """The address under which anybody can look at a finished game."""

    key: str
    url: str


class SharedGame(_Told):
    """A finished game, for anybody."""

    game: str
    name: str
    deal: int | None
    heading: str
    outcome: Outcome
    moves: int
    seconds: float
    unaided: bool
    ended: datetime | None
    steps: list[Step]
    record: str


class Player(_Told):
    """What is known of the one who asks."""

    known: bool
    since: datetime | None = None
    is_local: bool = Field(False, description="Whether it is the player at this computer.")


class Code(_Told):
    """A recovery code; it is told once and then known to nobody but its owner."""

    code: str


class Health(_Told):
    """That the server answers."""

    status: Literal["ok"] = "ok"

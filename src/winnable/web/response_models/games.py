"""A game as its player sees it, and why a request is refused."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from winnable.deals import DealSource
from winnable.play import Autoplay
from winnable.store import AidKind, Outcome
from winnable.web.replay_steps import ReplayStep, VisibleCards
from winnable.web.response_models.model import Model

__all__ = ["Aid", "CardLocation", "ChangeKind", "ErrorResponse", "GameState", "LastChange", "Steps"]

ChangeKind = Literal["move", "undo", "redo", "restart", "go-to", "home", "give-up", "autoplay"]


class LastChange(Model):
    """What the change that was just made did, in words to show and words to speak."""

    kind: ChangeKind
    move: str | None = None
    """The move made, if it was exactly one."""
    automoves: list[str] = Field(default_factory=list)
    """The automatic moves after it."""
    text: str
    spoken: str
    """The text for screen readers: cards by name, no notation of moves."""


class Aid(Model):
    """Something that has helped in a game, and how often."""

    kind: AidKind
    count: int


_EXAMPLE: dict[str, Any] = {
    "key": "pW3k0bXh4uQjcd2L",
    "version": 32,
    "game": "golf-relaxed",
    "game_name": "Golf Relaxed",
    "deal_number": 7,
    "deal_source": "winnable",
    "heading": "Golf Relaxed, deal 7, after 31 moves",
    "view": {
        "columns": [["4H"], ["9C", "TD"], [], [], [], [], []],
        "foundations": [["QS", "JH"]],
        "cells": [],
        "stock": 3,
    },
    "legal_moves": ["t2f1", "deal"],
    "best_moves": ["t2f1"],
    "movable_cards": [1, 1, 0, 0, 0, 0, 0],
    "deal_places": ["f1"],
    "moves_made": 31,
    "moves_undone": 0,
    "seconds": 74.5,
    "outcome": "unfinished",
    "is_won": False,
    "is_stuck": False,
    "autoplay": "safe",
    "undos": 0,
    "hints": 0,
    "verdicts": 1,
    "coach_moves": 0,
    "used_help": True,
    "aids": [{"kind": "verdicts", "count": 1}],
    "share_key": None,
    "last_change": None,
}


class GameState(Model):
    """A saved game as its player sees it."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    key: str
    """Names the game in URLs."""
    version: int
    """Send it with the next change; 409 if it is not the latest."""
    game: str
    """The slug of the game in the catalog."""
    game_name: str
    deal_number: int | None
    """Null for a game from a deck or a board."""
    deal_source: DealSource | None
    """How the deal was found, if a winnable one was asked for: each of these is proved winnable as
    it was dealt. Null for a number, deck, board or record that the player gave, of which nothing is
    told."""
    heading: str
    """The game, its deal and the number of moves, in words."""
    view: VisibleCards
    legal_moves: list[str]
    """As `move` takes them; none once the game is won."""
    best_moves: list[str]
    """Where cards go that are only tapped: at most one move for each place and number of cards."""
    movable_cards: list[int]
    """How many cards of each column can be picked up together."""
    deal_places: list[str]
    """Where the cards of the next deal go, one to each place; none if it is not legal."""
    moves_made: int
    """Moves made by hand, without those undone and without automatic ones."""
    moves_undone: int
    """Moves that `redo` can make again."""
    seconds: float
    """The time played; of a pause between two requests at most a minute counts."""
    outcome: Outcome
    """The result that is saved. `won` is final; `lost` says that no move is left, and undoing one
    takes it back; a move continues a game that was given up."""
    is_won: bool
    """Whether the position is won."""
    is_stuck: bool
    """Whether no move is left, in a game that is not won."""
    autoplay: Autoplay
    """Which cards go home automatically."""
    undos: int
    """How often the player went back, or continued after giving up."""
    hints: int
    """Hints seen, and reviews."""
    verdicts: int
    """Verdicts seen, the lamp's too."""
    coach_moves: int
    """Moves that the coach made by itself; one that was undone still counts."""
    used_help: bool
    """Whether an undo, a hint, a verdict or a move of the coach has helped so far."""
    aids: list[Aid]
    """What has helped so far, each with its count: what would make, or has made, a win aided. A
    move that the coach made is not named as a hint once more."""
    share_key: str | None = None
    """The key of the link that shows the game to others, if it is shared."""
    last_change: LastChange | None = None
    """What this request changed; null if the request only reads."""


class Steps(Model):
    """All steps of a game from its start: those made, then those undone."""

    steps: list[ReplayStep]


class CardLocation(Model):
    """Where a card is, in words."""

    card: str
    text: str


class ErrorResponse(Model):
    """Why a request is refused, in one line."""

    error: str
    problems: list[str] | None = None
    """Every reason, if there are several."""
    state: GameState | None = None
    """The latest state, for a stale change."""
    missing: str | None = None
    """The field that has to be given as well."""

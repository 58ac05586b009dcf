"""What the API hears: bodies of requests. What is not named is refused, and texts are bounded."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from winnable.coach.difficulty import Level
from winnable.deals import MAX_DEAL
from winnable.play import Autoplay
from winnable.position import PLACE_PATTERN

__all__ = [
    "Change",
    "GoTo",
    "Making",
    "NewTable",
    "Question",
    "Recovery",
    "SeatToken",
    "SetAutoplay",
    "read_day",
]

LONGEST_RECORD = 60_000
"""Signs of a record or a pasted text; a game of 1,000 moves has 10,000."""


def read_day(text: str) -> str:
    """Check a day: ``today`` or ``2026-11-16``."""
    try:
        # There are other ways to write one, and each would be a day of its own.
        if text == "today" or datetime.date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise ValueError("a date is written 2026-11-16, or today")


Day = Annotated[
    str,
    Field(min_length=5, max_length=10, examples=["today", "2026-11-16"]),
    AfterValidator(read_day),
]
Version = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
Spot = Annotated[str, Field(pattern=f"^{PLACE_PATTERN}$", examples=["t3", "c1"])]


def _such_as(*examples: dict[str, Any]) -> ConfigDict:
    """What holds for every body, and what this one looks like."""
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [*examples]})


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewTable(_Asked):
    """What to deal. At most one of `deal`, `date`, `deck`, `record`, `board`, `pasted`."""

    model_config = _such_as(
        {"game": "freecell", "deal": 617},
        {"game": "golf-relaxed", "date": "today"},
        {"game": "bakers-game", "level": "hard"},
        {"pasted": '[Winnable "1"]\n[Game "aces-up"]\n[Deal "7"]\n\n1. deal *'},
    )

    game: str | None = Field(None, max_length=40, description="A slug; a record names its own.")
    deal: Annotated[int, Field(ge=1, le=MAX_DEAL, strict=True)] | None = None
    date: Day | None = Field(None, description="The deal of that day, the same for everyone.")
    deck: str | None = Field(None, max_length=400, description="52 cards in dealing order.")
    record: str | None = Field(None, max_length=LONGEST_RECORD, description="A saved game.")
    board: str | None = Field(None, max_length=5_000, description="A board as fc-solve reads it.")
    pasted: str | None = Field(
        None, max_length=LONGEST_RECORD, description="A record, a deal number or a board."
    )
    winnable: bool = Field(False, description="Deal only what is proved to be winnable.")
    level: Level | None = Field(None, description="A winnable deal, as hard as that.")
    autoplay: Autoplay | None = Field(None, description="What goes home by itself; usually safe.")

    @model_validator(mode="after")
    def _one_source(self) -> NewTable:
        names = ("deal", "date", "deck", "record", "board", "pasted")
        given = [name for name in names if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"{given[0]} and {given[1]} do not go together: give one of them")
        if given and (self.winnable or self.level):
            raise ValueError(f"{given[0]} says which deal it is: no winnable and no level with it")
        return self


class Change(_Asked):
    """Something that changes a table, by somebody who has seen this version of it."""

    model_config = _such_as({"version": 3})

    version: Version


class Question(_Asked):
    """A question about a table; without a version about the table as it is kept."""

    model_config = _such_as({"version": 3}, {})

    version: Version | None = None


class Making(Change):
    """A move: written, typed in any notation, or cards picked up at a place and laid down."""

    model_config = _such_as(
        {"version": 3, "move": "t3f1"},
        {"version": 3, "typed": "7h to t3"},
        {"version": 3, "source": "t3", "index": 4, "target": "t5"},
        {"version": 3, "source": "t3", "target": "home"},
    )

    move: str | None = Field(None, max_length=20)
    typed: str | None = Field(None, max_length=200)
    source: Spot | None = None
    index: Annotated[int, Field(ge=0, le=60, strict=True)] | None = Field(
        None, description="Which card of the pile is picked up with all on it; 0 is the deepest."
    )
    target: Spot | Literal["home"] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Making:
        is_pointed = self.source is not None and self.target is not None
        ways = [self.move is not None, self.typed is not None, is_pointed]
        if ways.count(True) != 1 or (self.source is None) != (self.target is None):
            raise ValueError("say a move, or something typed, or a source and a target")
        if self.index is not None and not is_pointed:
            raise ValueError("an index goes with a source")
        return self


class GoTo(Change):
    """A place along the line of moves."""

    model_config = _such_as({"version": 3, "made": 12})

    made: Annotated[int, Field(ge=0, le=100_000, strict=True)]


class SetAutoplay(Change):
    """Which cards go home by themselves from now on."""

    model_config = _such_as({"version": 3, "autoplay": "safe"})

    autoplay: Autoplay


class Recovery(_Asked):
    """A code from another browser."""

    model_config = _such_as({"code": "0A1B2-C3D4E-5F6G7-H8J9K-MNPQR", "bring": True})

    code: str = Field(max_length=100)
    bring: bool = Field(False, description="Whether the games of this browser come along.")


class SeatToken(_Asked):
    """The word with which a program on the same computer opened the browser."""

    model_config = _such_as({"token": "nC6q0bXh4uQjcd2LpW3k0b"})

    token: str = Field(max_length=200)

"""The bodies of requests, as Pydantic models. Unknown fields are refused, and texts are bounded."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from winnable.coach.difficulty import Level
from winnable.deals import MAX_DEAL, parse_deal_number
from winnable.l10n import t
from winnable.play import Autoplay
from winnable.play.branches import MAX_LINE_NAME, check_line_name
from winnable.position import PLACE_PATTERN

__all__ = [
    "Branch",
    "CoachRequest",
    "Day",
    "DealNumber",
    "DeleteLine",
    "GoTo",
    "JudgeRequest",
    "KeepLine",
    "LocalToken",
    "MakeMove",
    "NewGame",
    "RecoverPlayer",
    "RequestedMove",
    "ReviewRequest",
    "SetAutoplay",
    "TryMove",
    "VersionedRequest",
]

MAX_RECORD = 60_000
"""Characters of a record or a pasted text; a game of 1,000 moves has 10,000."""


def _check_day(text: str) -> str:
    try:
        # Other ISO formats are refused: each would be another name for the same day.
        if text == "today" or datetime.date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise ValueError(t("web.body.date"))


Day = Annotated[
    str,
    Field(min_length=5, max_length=10, examples=["today", "2026-11-16"]),
    AfterValidator(_check_day),
]
DealNumber = Annotated[
    int, BeforeValidator(parse_deal_number), Field(ge=1, le=MAX_DEAL, examples=[617])
]
"""A deal number in a path, where every value is a text."""
Version = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
PlaceName = Annotated[str, Field(pattern=f"^{PLACE_PATTERN}$", examples=["t3", "c1"])]


def _check_file_name(text: str) -> str:
    if text in (".", "..") or not text.isprintable() or set(text) & set("/\\"):
        raise ValueError(t("web.body.file_name"))
    return text


FileName = Annotated[
    str,
    Field(min_length=1, max_length=200, description="The name of the file, without its folder."),
    AfterValidator(_check_file_name),
]


MAX_LINE_MOVES = 300
"""Moves of a line beside a game."""
BranchMove = Annotated[str, Field(min_length=1, max_length=300, examples=["t4c2 +t4f1"])]
PlayedMoves = Annotated[
    list[BranchMove],
    Field(
        max_length=100_000,
        description="The moves of the game up to there, as the client knows them; 409 if they are "
        "others by now.",
    ),
]
LineName = Annotated[
    str,
    Field(min_length=1, max_length=MAX_LINE_NAME, examples=["The other ten"]),
    AfterValidator(check_line_name),
]
Revision = Annotated[
    str,
    Field(max_length=16, pattern="^[0-9a-f]*$", description="Of the lines; 409 if not the latest."),
]


def _config(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [*examples]})


class NewGame(BaseModel):
    """What to deal.

    At most one of `deal_number`, `again`, `date`, `deck`, `record`, `board` and `pasted`.
    """

    model_config = _config(
        {"game": "freecell", "deal_number": 617},
        {"game": "golf-relaxed", "date": "today"},
        {"game": "bakers-game", "level": "hard"},
        {"pasted": '[Winnable "1"]\n[Game "aces-up"]\n[Deal "7"]\n\n1. deal *'},
    )

    game: str | None = Field(
        None, max_length=40, description="The slug of a game; a record names its own."
    )
    deal_number: Annotated[int, Field(ge=1, le=MAX_DEAL, strict=True)] | None = None
    again: str | None = Field(
        None,
        max_length=40,
        description="The key of a game of yours with a deal number: the same deal once more, with "
        "what is known of it.",
    )
    date: Day | None = Field(None, description="The deal of that day, the same for everyone.")
    deck: str | None = Field(None, max_length=400, description="52 cards in dealing order.")
    record: str | None = Field(None, max_length=MAX_RECORD, description="A game as a record.")
    board: str | None = Field(None, max_length=5_000, description="A board in fc-solve's notation.")
    pasted: str | None = Field(
        None,
        max_length=MAX_RECORD,
        description="A record, a deal (FreeCell #617) or a board.",
    )
    winnable: bool = Field(False, description="Only a deal that is proved to be winnable.")
    level: Level | None = Field(None, description="A winnable deal of that difficulty.")
    autoplay: Autoplay | None = Field(
        None, description="Which cards go home automatically; `safe` unless set."
    )

    @property
    def imported(self) -> int:
        """Bytes of what is imported: a record, a board, a deck, or a pasted text."""
        texts = (self.deck, self.record, self.board, self.pasted)
        return sum(len(text.encode(errors="replace")) for text in texts if text is not None)

    @model_validator(mode="after")
    def _check_one_source(self) -> NewGame:
        names = ("deal_number", "again", "date", "deck", "record", "board", "pasted")
        given = [name for name in names if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(t("web.body.not_both", one=given[0], other=given[1]))
        if given and (self.winnable or self.level):
            raise ValueError(t("web.body.not_with_search", field=given[0]))
        return self


class VersionedRequest(BaseModel):
    """A change to a game by a client that has seen this version of it (optimistic locking)."""

    model_config = _config({"version": 3})

    version: Version


class CoachRequest(BaseModel):
    """A request to the coach; without a version it is about the latest."""

    model_config = _config({"version": 3}, {})

    version: Version | None = None


class ReviewRequest(CoachRequest):
    """A request for the review of a game."""

    played: PlayedMoves | None = None


class RequestedMove(BaseModel):
    """A move: as `move`, `typed` in any notation, or cards from `source` to `target`.

    The target may be `home`, for the foundation, or `best`, for where they go if they are tapped.
    """

    move: str | None = Field(None, max_length=20)
    typed: str | None = Field(None, max_length=200)
    source: PlaceName | None = None
    index: Annotated[int, Field(ge=0, le=60, strict=True)] | None = Field(
        None, description="The card of the pile that is picked up, with all on it; 0 is the lowest."
    )
    target: PlaceName | Literal["home", "best"] | None = None

    @model_validator(mode="after")
    def _check_one_form(self) -> RequestedMove:
        is_drag = self.source is not None and self.target is not None
        forms = [self.move is not None, self.typed is not None, is_drag]
        if forms.count(True) != 1 or (self.source is None) != (self.target is None):
            raise ValueError(t("web.body.one_move"))
        if self.index is not None and not is_drag:
            raise ValueError(t("web.body.index_needs_source"))
        return self


class MakeMove(VersionedRequest, RequestedMove):
    """A move: as `move`, `typed` in any notation, or cards from `source` to `target`.

    The target may be `home`, for the foundation, or `best`, for where they go if they are tapped.
    """

    model_config = _config(
        {"version": 3, "move": "t3f1"},
        {"version": 3, "typed": "7h to t3"},
        {"version": 3, "source": "t3", "index": 4, "target": "t5"},
        {"version": 3, "source": "t3", "target": "home"},
        {"version": 3, "source": "t3", "index": 4, "target": "best"},
    )

    by_coach: bool = Field(
        False, description="Whether the coach plays: then the game counts apart in the statistics."
    )


class GoTo(VersionedRequest):
    """Undo or redo until so many moves are made."""

    model_config = _config({"version": 3, "moves_made": 12})

    moves_made: Annotated[int, Field(ge=0, le=100_000, strict=True)]


class Branch(BaseModel):
    """A position beside a game: so many moves of the game, then other moves.

    Each is written as in a record: the move, and the automatic moves after it.
    """

    model_config = _config({"moves_made": 12, "moves": ["t3c1", "t4c2 +t4f1"]})

    moves_made: Annotated[int, Field(ge=0, le=100_000, strict=True)]
    moves: Annotated[list[BranchMove], Field(max_length=MAX_LINE_MOVES)] = []
    played: PlayedMoves | None = None


class TryMove(Branch, RequestedMove):
    """A move after a branch."""

    model_config = _config(
        {"moves_made": 12, "moves": ["t3c1"], "move": "t3f1"},
        {"moves_made": 12, "source": "t3", "index": 4, "target": "t5"},
    )


class KeepLine(Branch):
    """A branch to be kept, with a name, by a client that has seen these lines."""

    model_config = _config(
        {
            "revision": "0f1e2d3c4b5a6978",
            "name": "The other ten",
            "moves_made": 0,
            "moves": ["t3c1"],
        }
    )

    revision: Revision
    name: LineName


class DeleteLine(BaseModel):
    """A line to be deleted, by a client that has seen these lines."""

    model_config = _config({"revision": "0f1e2d3c4b5a6978"})

    revision: Revision


class SetAutoplay(VersionedRequest):
    """Which cards go home automatically from now on."""

    model_config = _config({"version": 3, "autoplay": "safe"})

    autoplay: Autoplay


class RecoverPlayer(BaseModel):
    """A recovery code from another browser."""

    model_config = _config({"code": "0A1B2-C3D4E-5F6G7-H8J9K-MNPQR", "transfer_games": True})

    code: str = Field(max_length=100)
    transfer_games: bool = Field(
        False, description="Whether this browser's games become the recovered player's."
    )


class JudgeRequest(BaseModel):
    """A program to be checked: its name, its text, and perhaps its handout."""

    model_config = _config(
        {"file": "proj10.py", "source": "def main():\n    pass\n"},
        {"file": "proj10.py", "source": "def main():\n    pass\n", "handout": "aces-up-2023"},
    )

    file: FileName
    source: str = Field(description="At most 200,000 bytes in UTF-8.")
    handout: str | None = Field(
        None, max_length=60, description="Its name; null: it is found from the program."
    )


class LocalToken(BaseModel):
    """The token in the URL that `winnable web` printed on the same computer."""

    model_config = _config({"token": "nC6q0bXh4uQjcd2LpW3k0b"})

    token: str = Field(max_length=200)

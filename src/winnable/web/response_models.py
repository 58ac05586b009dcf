"""The bodies of responses, as Pydantic models. None has a field for a hidden card.

The messages of the coach's streams are dataclasses in `coach_messages`, and the steps of a replay
and the view in `replay_steps`, because the workers use them too and load no Pydantic.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from winnable.coach.difficulty import Level
from winnable.deals import DealSource
from winnable.play import Autoplay
from winnable.solver import Verdict
from winnable.store import AidKind, Outcome
from winnable.web.coach_messages import (
    DealMessage,
    ErrorMessage,
    EvaluationMessage,
    FactsMessage,
    HintMessage,
    ProgressMessage,
    QueuedMessage,
    ReviewMessage,
    StoppedMessage,
)
from winnable.web.judge_messages import ChecksMessage, JudgeQueuedMessage, ReportMessage
from winnable.web.replay_steps import ReplayStep, VisibleCards

__all__ = [
    "Aid",
    "Analysis",
    "AnalysisLine",
    "BranchSteps",
    "CardLocation",
    "Catalog",
    "ChangeKind",
    "CoachMessage",
    "DailyDeals",
    "ErrorResponse",
    "EvaluationStream",
    "GameDeal",
    "GameInfo",
    "GameState",
    "GameStatistics",
    "Handout",
    "Health",
    "HintStream",
    "HistoryEntry",
    "HistoryPage",
    "JudgeInfo",
    "JudgeStream",
    "KeptLine",
    "KeptLines",
    "LastChange",
    "LinesChange",
    "NumberedDeal",
    "Player",
    "Ready",
    "RecoveryCode",
    "ReviewStream",
    "ShareLink",
    "SharedGame",
    "StatisticsPage",
    "Steps",
    "UnfinishedGames",
]


class _Model(BaseModel):
    # Docstrings of fields become their descriptions in the API.
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


# -- a game ----------------------------------------------------------------------------------------

ChangeKind = Literal["move", "undo", "redo", "restart", "go-to", "home", "give-up", "autoplay"]


class LastChange(_Model):
    """What the change that was just made did, in words to show and words to speak."""

    kind: ChangeKind
    move: str | None = None
    """The move made, if it was exactly one."""
    automoves: list[str] = Field(default_factory=list)
    """The automatic moves after it."""
    text: str
    spoken: str
    """The text for screen readers: cards by name, no notation of moves."""


class Aid(_Model):
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


class GameState(_Model):
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


class Steps(_Model):
    """All steps of a game from its start: those made, then those undone."""

    steps: list[ReplayStep]


class CardLocation(_Model):
    """Where a card is, in words."""

    card: str
    text: str


class UnfinishedGames(_Model):
    """Games that can be continued, the one played latest first."""

    games: list[HistoryEntry]


class ErrorResponse(_Model):
    """Why a request is refused, in one line."""

    error: str
    problems: list[str] | None = None
    """Every reason, if there are several."""
    state: GameState | None = None
    """The latest state, for a stale change."""
    missing: str | None = None
    """The field that has to be given as well."""


# -- the analysis ----------------------------------------------------------------------------------


class AnalysisLine(_Model):
    """A line that is kept beside a game, or beside another line."""

    number: int | None
    """None if it leaves another line: those come with imported records and cannot be changed."""
    name: str
    """Empty if it has none."""
    moves_made: int
    """How many moves of the game, or of the other line, come first."""
    steps: list[ReplayStep]
    side_lines: list[AnalysisLine] = []
    """The lines that leave this one."""


class KeptLines(_Model):
    """The lines beside a game."""

    revision: str
    """Send it with the next change of the lines; 409 if it is not the latest."""
    lines: list[AnalysisLine]


class KeptLine(_Model):
    """A line as it has just been kept; its moves are known to the client."""

    number: int
    name: str
    moves_made: int
    """How many moves of the game come first: those with which the line began are not its own."""


class LinesChange(_Model):
    """What a change of the lines beside a game has changed."""

    revision: str
    """Send it with the next change."""
    removed: int | None
    """The number of the line that is gone, or was changed; later lines have one less each."""
    line: KeptLine | None
    """The line that is there now; the others from its number on have one more each."""


class BranchSteps(_Model):
    """The moves of a branch after it has left the game."""

    steps: list[ReplayStep]


class Analysis(_Model):
    """A game that its player analyses: its moves, and the lines beside them."""

    key: str
    game: str
    game_name: str
    deal_number: int | None
    outcome: Outcome
    is_won: bool
    moves_made: int
    seconds: float
    coach_moves: int
    is_over: bool
    can_analyse: bool
    """Whether nothing is hidden any more, or the game is over; if not, there are no steps here."""
    share_key: str | None
    steps: list[ReplayStep]
    kept: KeptLines


# -- the coach -------------------------------------------------------------------------------------

EvaluationStream = Annotated[
    QueuedMessage | EvaluationMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
HintStream = Annotated[
    QueuedMessage | HintMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
ReviewStream = Annotated[
    QueuedMessage | ReviewMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
CoachMessage = Annotated[
    QueuedMessage
    | EvaluationMessage
    | HintMessage
    | ReviewMessage
    | ProgressMessage
    | DealMessage
    | FactsMessage
    | StoppedMessage
    | ErrorMessage,
    Field(discriminator="kind"),
]
"""Any message of the coach."""


# -- checking programs -----------------------------------------------------------------------------

JudgeStream = Annotated[
    JudgeQueuedMessage | ChecksMessage | ReportMessage | StoppedMessage | ErrorMessage,
    Field(discriminator="kind"),
]


class Handout(_Model):
    """A course handout that programs are checked by."""

    name: str
    """Such as `aces-up-2023`."""
    title: str


class JudgeInfo(_Model):
    """What can be checked here."""

    handouts: list[Handout]
    max_bytes: int
    """Of a program."""
    problem: str | None
    """Why nothing can be checked from this browser; null if it can."""


# -- the catalog -----------------------------------------------------------------------------------


class GameInfo(_Model):
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


class Catalog(_Model):
    """The games, and the levels of difficulty."""

    games: list[GameInfo]
    levels: list[Level]


class DailyDeals(_Model):
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


class GameDeal(_Model):
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


class NumberedDeal(_Model):
    """A deal number in some games, or in all."""

    model_config = ConfigDict(json_schema_extra={"examples": [_DEAL_EXAMPLE]})

    deal_number: int
    games: list[GameDeal]


# -- what was played -------------------------------------------------------------------------------


class HistoryEntry(_Model):
    """A line of the history."""

    key: str | None
    game: str
    game_name: str
    deal_number: int | None
    outcome: Outcome
    moves_made: int
    seconds: float
    undos: int
    hints: int
    verdicts: int
    coach_moves: int
    """Moves that the coach made by itself: with any, the game counts apart in the statistics."""
    is_unaided: bool
    """Whether it was won without undo, hints, verdicts or moves of the coach."""
    aids: list[Aid]
    """What has helped in it."""
    deal_source: DealSource | None
    """How the deal was found; null if its number was chosen."""
    started: datetime | None
    touched: datetime
    ended: datetime | None
    share_key: str | None
    skill: float | None
    """The average cost of a decision, as a share of games; null if no review has told it."""


class HistoryPage(_Model):
    """Some games, the one played latest first, and the cursor of the next page."""

    games: list[HistoryEntry]
    next: str | None


class GameStatistics(_Model):
    """The player's results at one game; games in which the coach made moves count apart.

    Won, lost and given up games are `played`.
    """

    game: str
    game_name: str
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
    with_coach: int
    """Finished games in which the coach made moves; no other figure has them."""
    last_games: list[HistoryEntry]
    """The last finished games, those with moves of the coach too."""
    reviewed: int
    """Finished games of which a review has told what the decisions cost."""
    decisions: int
    """How many decisions these had."""
    average_cost: float | None
    """What each of these cost on average, as a share of games; null if no game was reviewed."""


class StatisticsPage(_Model):
    """The player's results at every game."""

    games: list[GameStatistics]


class ShareLink(_Model):
    """The address at which anybody can see a finished game."""

    share_key: str
    url: str


class SharedGame(_Model):
    """A finished game that its player has shared."""

    game: str
    game_name: str
    deal_number: int | None
    heading: str
    outcome: Outcome
    moves_made: int
    seconds: float
    is_unaided: bool
    coach_moves: int
    ended: datetime | None
    steps: list[ReplayStep]
    lines: list[AnalysisLine]
    """The lines beside the game that its player has named."""


# -- the player ------------------------------------------------------------------------------------


class Player(_Model):
    """What is known of the player."""

    is_known: bool
    since: datetime | None = None
    is_local: bool
    """Whether it is the player of the terminal."""


class SignedInBrowser(_Model):
    """A browser that plays as the player."""

    number: int
    browser: str
    """Such as "Firefox on Linux"; empty if it is not known."""
    since: datetime
    last_used: date
    """The day, in UTC."""
    is_this: bool
    """Whether it is the browser that asks."""


class SignIns(_Model):
    """All browsers that play as the player, the one used latest first."""

    sign_ins: list[SignedInBrowser]


class SignedOut(_Model):
    """How many browsers were signed out."""

    signed_out: int


class RecoveryCode(_Model):
    """A recovery code; only its hash is kept, so it is shown once."""

    code: str


class Health(_Model):
    """That the server answers."""

    status: Literal["ok"] = "ok"


class Ready(_Model):
    """That the database answers in time."""

    status: Literal["ready"] = "ready"

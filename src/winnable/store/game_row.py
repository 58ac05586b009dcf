"""A row of the games table: what the history shows of a saved game, and its moves as records.

The moves are stored in the format of `docs/record.md`, which can be read without this program.
Those taken back are a second record, so that a game continues exactly as it was left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from math import isfinite
from typing import Any, NamedTuple

from sqlalchemy import RowMapping

from winnable.deals import DealSource
from winnable.errors import GameNotFoundError, StoreError, WinnableError, quote
from winnable.l10n import t
from winnable.play import Record, Session, Variation, parse_record

__all__ = [
    "MAX_DECISIONS",
    "SUMMARY_COLUMNS",
    "Aid",
    "AidKind",
    "GameRow",
    "GameSummary",
    "HistoryCursor",
    "Outcome",
    "find_aids",
    "is_skill",
    "read_row",
    "read_summary",
]

MAX_DECISIONS = 1_000_000_000
"""More than any game has, and few enough that sums do not overflow."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR = re.compile(r"(-?[0-9]{1,18})\.([0-9]{1,9})")


class Outcome(Enum):
    """How a game came out."""

    UNFINISHED = "unfinished"
    WON = "won"
    LOST = "lost"
    """No move is left; undoing one takes that back."""
    GIVEN_UP = "given up"


class HistoryCursor(NamedTuple):
    """A place in the history, for reading it page by page (keyset pagination).

    >>> cursor = HistoryCursor(datetime(2026, 11, 16, tzinfo=UTC), 12)
    >>> str(cursor), HistoryCursor.parse(str(cursor)) == cursor
    ('1794787200000000.12', True)
    """

    touched: datetime
    number: int

    def __str__(self) -> str:
        return f"{(self.touched - _EPOCH) // timedelta(microseconds=1)}.{self.number}"

    @classmethod
    def parse(cls, text: str) -> HistoryCursor:
        """Read what `str` wrote; GameNotFoundError if it is not that."""
        found = _CURSOR.fullmatch(text)
        try:
            if found is not None:
                return cls(_EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))
        except OverflowError:
            pass
        raise GameNotFoundError(t("store.error.no_place", text=quote(text)))


class AidKind(Enum):
    """What can make a win aided."""

    COACH_MOVES = "coach_moves"
    HINTS = "hints"
    UNDOS = "undos"
    VERDICTS = "verdicts"


class Aid(NamedTuple):
    """Something that has helped in a game, and how often."""

    kind: AidKind
    times: int


def find_aids(undos: int, hints: int, verdicts: int, coach_moves: int) -> tuple[Aid, ...]:
    """What has helped in a game; nothing if it is unaided so far.

    Each move that the coach made was a hint too, and is named once.
    """
    hints_asked_for = max(0, hints - coach_moves)
    counts = zip(AidKind, (coach_moves, hints_asked_for, undos, verdicts), strict=True)
    return tuple(Aid(kind, count) for kind, count in counts if count)


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    """A line of the history: everything about a saved game but its moves. Times are in UTC."""

    number: int
    """Its number in the database; never given twice."""
    game: str
    """The game's slug."""
    deal: int | None
    """The deal number; None for a deck or a board of one's own."""
    outcome: Outcome
    moves: int
    """Moves made by hand; those taken back do not count."""
    seconds: float
    """The time played."""
    undos: int
    hints: int
    verdicts: int
    started: datetime | None
    """When the first move was made; None before that, and then the game is in no list."""
    touched: datetime
    """When it last changed."""
    ended: datetime | None
    """When it was won, lost or given up."""
    key: str | None = None
    """What its player's URL of it contains; None where it has no URL."""
    shared: str | None = None
    """What the URL contains under which anybody may see it, once it is over."""
    coach_moves: int = 0
    """How many moves the coach has made by itself, those taken back included. A game with any is
    counted apart in the statistics."""
    decisions: int | None = None
    """How many decisions a review counted, once the game was over; None if there was none."""
    cost: float | None = None
    """What they cost in all: the sum of the shares of games that each of them lost."""
    deal_source: DealSource | None = None
    """How the deal was found; None if its number was chosen, or if nothing is known of it."""

    @property
    def skill(self) -> float | None:
        """The average cost of a decision, as a share of games; None if that is not known."""
        if self.decisions is None or self.cost is None:
            return None
        return self.cost / self.decisions

    @property
    def is_over(self) -> bool:
        """Whether it was won, lost or given up."""
        return self.outcome is not Outcome.UNFINISHED

    @property
    def is_unaided(self) -> bool:
        """Whether it was won without undo, hints, verdicts or moves of the coach."""
        help_used = self.undos or self.hints or self.verdicts or self.coach_moves
        return self.outcome is Outcome.WON and not help_used

    @property
    def aids(self) -> tuple[Aid, ...]:
        """What has helped in it."""
        return find_aids(self.undos, self.hints, self.verdicts, self.coach_moves)

    @property
    def cursor(self) -> HistoryCursor:
        """Its place in the history, from which to read on."""
        return HistoryCursor(self.touched, self.number)


@dataclass(frozen=True, kw_only=True)
class GameRow(GameSummary):
    """A whole row, as it is loaded and saved."""

    version: int
    """How often it has been written: the version column of optimistic locking."""
    record: str
    """The record of the moves made."""
    undone: str
    """A record, without tags, of the moves taken back, the next one first; empty if none are."""

    def read_record(self, database: str) -> tuple[Record, Session]:
        """The record of the moves made, and a session at its end; every move has been checked."""
        try:
            record = parse_record(self.record)
            return record, record.session()
        except WinnableError as error:
            raise self._unreadable(database, error) from None

    def read_session(self, database: str) -> tuple[Session, Record]:
        """The session as it was left, and the record of all its moves, those undone included."""
        record, session = self.read_record(database)
        try:
            undone = parse_record(self.undone).main_line.nodes if self.undone else ()
            for node in undone:
                session.make(node.move, node.automoves)
        except WinnableError as error:
            raise self._unreadable(database, error) from None
        for _ in undone:
            session.undo()
        line = Variation(record.main_line.nodes + undone, record.main_line.comment)
        return session, Record(record.tags, line)

    def _unreadable(self, database: str, error: WinnableError) -> StoreError:
        return StoreError(t("store.error.unreadable", number=self.number, name=database, why=error))


def is_skill(decisions: object, cost: object) -> bool:
    """Whether these can be the decisions of a game and what they cost: a game each at most.

    Text, NaN and infinity cannot.
    """
    if not isinstance(decisions, int) or not isinstance(cost, int | float):
        return False
    return 1 <= decisions <= MAX_DECISIONS and 0 <= cost <= decisions


SUMMARY_COLUMNS = tuple(field.name for field in fields(GameSummary))
"""What the history needs of a row, so that lists are made without reading the moves."""


def read_summary(row: RowMapping) -> GameSummary | None:
    """A line of the history from a row; None if the row is damaged."""
    try:
        return GameSummary(**_values(row))
    except (TypeError, ValueError, OverflowError):
        return None


def read_row(row: RowMapping, database: str) -> GameRow:
    """A whole row; StoreError if the row is damaged."""
    try:
        if not isinstance(row["version"], int):
            raise TypeError
        return GameRow(
            **_values(row),
            version=row["version"],
            record=str(row["record"]),
            undone=str(row["undone"]),
        )
    except (TypeError, ValueError, OverflowError):
        values = {"number": row["number"], "name": database}
        raise StoreError(t("store.error.invalid_value", **values)) from None


def _values(row: RowMapping) -> dict[str, Any]:
    """The values of a summary, checked: a database may hold anything by hand."""
    if row["touched"] is None or not isfinite(row["seconds"]):
        raise ValueError
    has_skill = is_skill(row["decisions"], row["cost"])  # if not, another review will tell
    return {
        "number": row["number"],
        "game": str(row["game"]),
        "deal": None if row["deal"] is None else int(row["deal"]),
        "outcome": Outcome(row["outcome"]),
        "moves": int(row["moves"]),
        "seconds": float(row["seconds"]),
        "undos": int(row["undos"]),
        "hints": int(row["hints"]),
        "verdicts": int(row["verdicts"]),
        "coach_moves": int(row["coach_moves"]),
        "started": row["started"],
        "touched": row["touched"],
        "ended": row["ended"],
        "key": None if row["key"] is None else str(row["key"]),
        "shared": None if row["shared"] is None else str(row["shared"]),
        "deal_source": _read_source(row["deal_source"]),
        "decisions": row["decisions"] if has_skill else None,
        "cost": float(row["cost"]) if has_skill else None,
    }


def _read_source(value: object) -> DealSource | None:
    """How a deal was found; None for what no version of this program has written."""
    try:
        return DealSource(value)
    except ValueError:
        return None

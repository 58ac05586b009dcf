"""Games for the tests of the store, clocks that tests set, and SQL past the store."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from position_builders import endgame
from sqlalchemy import Row, create_engine, text

from winnable import GAMES, Session, find_game
from winnable.store import GameRow, GameSummary, Outcome, SavedGame, Store
from winnable.store.location import find_location

FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]
WINNING = ("t1f1", "t1f1")
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)

SUMMARY = GameSummary(
    number=12, game="freecell", deal=617, outcome=Outcome.WON, moves=99, seconds=225.7,
    undos=0, hints=0, verdicts=0, started=NOON, touched=NOON, ended=NOON,
)  # fmt: skip
ROW = GameRow(**vars(SUMMARY), version=1, record="", undone="")


def nearly_won(game: str = "freecell") -> Session:
    """A game that `WINNING` win."""
    chosen = find_game(game)
    return Session(chosen, endgame(chosen, "KC QC"))


def already_won() -> Session:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    return session


def first_move(game: SavedGame) -> None:
    game.make(next(game.session.legal_moves()))


def begin(store: Store, deal: int = 1, game: str = "freecell") -> SavedGame:
    """A game with its first move made."""
    saved = store.new_game(Session.new(game, deal))
    first_move(saved)
    return saved


def number_of(game: SavedGame) -> int:
    assert game.number
    return game.number


def win(store: Store, *, game: str = "freecell", hints: int = 0, undos: int = 0) -> SavedGame:
    saved = store.new_game(nearly_won(game))
    for _ in range(hints):
        saved.count_hint()
    for _ in range(undos):
        saved.make(WINNING[0])
        saved.undo()
    for move in WINNING:
        saved.make(move)
    return saved


def give_up(store: Store, *, game: str = "freecell") -> SavedGame:
    saved = store.new_game(nearly_won(game))
    saved.make(WINNING[0])
    saved.give_up()
    return saved


def lose(store: Store, deal: int = 7) -> SavedGame:
    """A game of Golf that was played until no move was left, with cards still in the columns."""
    saved = store.new_game(Session.new("golf", deal))
    while not saved.session.is_stuck:
        first_move(saved)
    assert not saved.session.is_won
    return saved


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds


def calendar() -> Callable[[], datetime]:
    """A wall clock that is a second later every time it is read."""
    time = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)

    def now() -> datetime:
        nonlocal time
        time += timedelta(seconds=1)
        return time

    return now


def execute(url: str, *statements: str) -> None:
    """Change a database past the store."""
    engine = create_engine(find_location(url).url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def fetch(url: str, query: str) -> list[Row[Any]]:
    """Read a database past the store."""
    engine = create_engine(find_location(url).url)
    with engine.connect() as connection:
        rows = list(connection.execute(text(query)))
    engine.dispose()
    return rows


def with_outcome(outcome: Outcome, **changes: Any) -> GameSummary:
    """`SUMMARY` with another outcome."""
    ended = None if outcome is Outcome.UNFINISHED else NOON
    return replace(SUMMARY, outcome=outcome, **{"ended": ended} | changes)

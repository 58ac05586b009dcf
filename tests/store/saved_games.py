"""Games for the tests of the store: one that is nearly won, a clock that is set by hand."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from position_builders import endgame

from winnable import GAMES, Session, find_game
from winnable.store import SavedGame, Store

FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]
WINNING = ("t1f1", "t1f1")


def nearly_won(game: str = "freecell") -> Session:
    """A game that `WINNING` wins."""
    chosen = find_game(game)
    return Session(chosen, endgame(chosen, "KC QC"))


class Clock:
    """Time that stands still until somebody waits."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds


def calendar() -> Callable[[], datetime]:
    """A wall clock on which every look is a second later than the one before."""
    at = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)

    def now() -> datetime:
        nonlocal at
        at += timedelta(seconds=1)
        return at

    return now


def win(store: Store, *, game: str = "freecell", hints: int = 0, undos: int = 0) -> SavedGame:
    table = SavedGame(nearly_won(game), store.games)
    for _ in range(hints):
        table.count_hint()
    for _ in range(undos):
        table.make(WINNING[0])
        table.undo()
    for move in WINNING:
        table.make(move)
    return table


def give_up(store: Store, *, game: str = "freecell") -> SavedGame:
    table = SavedGame(nearly_won(game), store.games)
    table.make(WINNING[0])
    table.give_up()
    return table

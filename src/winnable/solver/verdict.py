"""What a solver says, and how long it may think."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from winnable.errors import LimitError
from winnable.moves import Move

__all__ = ["Limit", "Result", "Verdict"]


class Verdict(Enum):
    """Whether a position can be won. There is no guessing among them."""

    WINNABLE = "winnable"
    """There is a line of play that wins, and here it is."""
    LOST = "lost"
    """Every line of play was looked at, and none wins."""
    UNSETTLED = "unsettled"
    """A limit was hit before either was known."""


@dataclass(frozen=True)
class Limit:
    """When to give up. What is None has no limit.

    >>> Limit(states=0)
    Traceback (most recent call last):
    winnable.errors.LimitError: a limit of 0 states leaves nothing to search: give 1 or more
    """

    states: int | None = 500_000
    """How many different positions to look at; the plain solver keeps one to two kB of each."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        for what, amount in (("states", self.states), ("seconds", self.seconds)):
            if amount is not None and not amount > 0:
                raise LimitError(
                    f"a limit of {amount} {what} leaves nothing to search: give 1 or more"
                )


@dataclass(frozen=True)
class Result:
    """A verdict and what it rests on."""

    verdict: Verdict
    moves: tuple[Move, ...]
    """For WINNABLE, legal moves one after the other up to a won position; else none."""
    states: int
    """How many different positions were looked at."""
    seconds: float

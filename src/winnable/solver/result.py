"""What a solver says, and how long it may think."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import Enum
from typing import Protocol

from winnable.errors import LimitError
from winnable.moves import Move

__all__ = ["Limit", "Result", "Verdict"]


class Verdict(Enum):
    """Whether a position can be won. There is no guessing among them."""

    WINNABLE = "winnable"
    """There is a line of play that wins, and here it is."""
    LOST = "lost"
    """No line of play wins, and that is proved."""
    UNSETTLED = "unsettled"
    """A limit was hit before either was known."""


@dataclass(frozen=True)
class Limit:
    """When to give up. What is None has no limit.

    >>> Limit(states=0)
    Traceback (most recent call last):
    winnable.errors.LimitError: a limit of 0 states leaves nothing to search: give more than 0
    """

    states: int | None = None
    """How many positions to look at. A search may look at the few that are one move on before it
    stops."""
    memory: int | None = 2**30
    """How many bytes to hold. In a gigabyte FreeCell's kernel keeps 25 million positions, and the
    solver in plain Python half a million."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        for what, amount in (
            ("states", self.states),
            ("bytes", self.memory),
            ("seconds", self.seconds),
        ):
            if amount is not None and (math.isnan(amount) or amount <= 0):
                raise LimitError(
                    f"a limit of {amount} {what} leaves nothing to search: give more than 0"
                )

    def remaining(self, states: int, seconds: float) -> Limit | None:
        """What is left of it after some work; None if nothing is."""
        left_states = None if self.states is None else self.states - states
        left_seconds = None if self.seconds is None else self.seconds - seconds
        if any(left is not None and left <= 0 for left in (left_states, left_seconds)):
            return None
        return Limit(left_states, self.memory, left_seconds)


class LaterMoves(Protocol):
    """Moves that are worked out when somebody wants them."""

    @property
    def length(self) -> int:
        """How many there are."""

    def moves(self) -> tuple[Move, ...]:
        """The moves."""

    def texts(self) -> tuple[str, ...]:
        """The moves as they are written."""


@dataclass(frozen=True)
class Result:
    """A verdict and what it rests on."""

    verdict: Verdict
    moves: tuple[Move, ...]
    """For WINNABLE, legal moves one after the other up to a won position; else none."""
    states: int
    """How many positions were looked at; each solver has its own way to count them."""
    seconds: float
    minimal: bool = False
    """Whether it is proved that no line wins in fewer moves, cards that go home by themselves not
    counted. Only a search for a short line tries to prove it."""

    @classmethod
    def later(
        cls, verdict: Verdict, line: LaterMoves, states: int, seconds: float, minimal: bool
    ) -> Result:
        """A result whose moves are worked out when somebody asks for them.

        Of a million deals most people want to know which can be won, not how.
        """
        result = cls.__new__(cls)
        result.__dict__.update(
            verdict=verdict, _line=line, states=states, seconds=seconds, minimal=minimal
        )
        return result

    def __getattr__(self, name: str) -> tuple[Move, ...]:
        line = self._later()
        if name != "moves" or line is None:
            raise AttributeError(f"a result has no {name!r}")
        moves = line.moves()
        self.__dict__["moves"] = moves
        return moves

    def _later(self) -> LaterMoves | None:
        return self.__dict__.get("_line")

    @property
    def length(self) -> int:
        """How many moves there are."""
        line = self._later()
        return len(self.moves) if line is None else line.length

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves as they are written; quicker to get than the moves themselves."""
        line = self._later()
        return tuple(map(str, self.moves)) if line is None else line.texts()

    def __getstate__(self) -> dict[str, object]:
        # A copy takes the moves along, not the way to work them out.
        return {field.name: getattr(self, field.name) for field in fields(self)}

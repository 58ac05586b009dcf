"""The handout programs and the library's rules, each held to the other.

They share no code. A program is run as its player runs it, only that its keyboard, its screen and
its setup function are ours: whenever it asks for a command, the cards on its table must lie as the
library says they do, and what it said must be what the library's reasons amount to.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import lines, wander
from tables import GOLF_RELAXED, PROGRAMS, Program

from winnable import (
    DECK,
    Area,
    Card,
    Draw,
    Game,
    Goal,
    Move,
    Position,
    Problem,
    Reason,
    Suit,
    Transfer,
    check_position,
)

SEEDS = st.integers(0, 2**32 - 1)
ODD_NUMBERS = ("0", "-1", "14", "99", "+1", "01", "1.0", "x", "２", "1 1")
each_program = pytest.mark.parametrize("program", PROGRAMS, ids=str)


class Seat:
    """A player's seat: what is typed there, what is seen, and the library's opinion of both."""

    def __init__(self, program: Program, start: Position | None, tally: Counter[object]) -> None:
        self.program = program
        self.start = start
        self.tally = tally
        self.table: Any = None
        self.position: Position | None = None
        self.line = ""
        self.shown = ""

    def play(self, choose: Callable[[Position], str]) -> None:
        """Type what is chosen, position by position, until the program ends."""

        def keyboard(prompt: str = "") -> str:
            self.look()
            assert self.position is not None
            assert not self.is_over(), "the game is over, and the program plays on"
            self.line = choose(self.position)
            self.shown = ""
            return self.line

        self.program.run(keyboard, self.screen, self.set_up)
        self.look()
        assert self.line == "q" or self.is_over(), "the program ends, and the game is not over"

    def set_up(self) -> Any:
        """A game from the position given, or as the program deals it."""
        if self.start is None:
            self.table = self.program.own_setup()
            self.position = check_position(self.program.game, self.program.read(self.table))
        else:
            self.table, self.position = self.program.lay(self.start), self.start
        self.line = ""
        return self.table

    def screen(self, *words: object, end: str = "\n") -> None:
        self.shown += " ".join(map(str, words)) + end

"""What a handout program and the library have to know of each other to be compared.

A position of the library is laid on a program's table and read back from it, and a line typed into
the program becomes a move of the library. `handouts` describes the five programs in these words.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from programs import ENTRIES, RANKS, YEARS, is_face_down, load, name_of, new_card

from winnable import (
    DECK,
    GAMES,
    Area,
    Deal,
    Game,
    Move,
    Pile,
    Place,
    Position,
    Reason,
    Transfer,
)
from winnable.course import top_index

Cards = list[Any]  # of the program's own `cards` module
Setup = Callable[[], Any]


class Parts(NamedTuple):
    """What lies on a table. Where a game has no cells or no stock, they stay empty."""

    columns: list[Cards]
    foundations: list[Cards]
    cells: list[Cards]
    stock: Any


class Command(NamedTuple):
    """What a command's numbers count, and what the program says when it refuses.

    The letters are t, c and f for places and n for a number of cards. Of several reasons against a
    move the program names the one that comes first here; wrong numbers it notices before any.
    """

    operands: str
    complaints: Mapping[Reason, str]


@dataclass(frozen=True, eq=False)
class Program:
    """A handout program, and how it differs from the others."""

    name: str
    setup: str
    pack: Callable[[Parts], Any]
    """Parts to what the setup function returns; `unpack` is the way back."""
    unpack: Callable[[Any], Parts]
    commands: Mapping[str, Command]
    unknown: str
    """The complaint of a word that is no command."""
    wrong_form: str
    """The complaint of numbers that a command cannot take."""
    blank: str
    """The complaint of an empty line."""
    others: tuple[str, ...]
    """The commands that are no moves: help, restart, quit."""
    refusal: str
    """A pattern that is found once in what the program says when it refuses, and never else."""
    winning: str
    is_won: Callable[[ModuleType, Any], bool]
    losing: str = ""
    is_lost: Callable[[ModuleType, Any], bool] | None = None
    """None if it is left to the player to notice."""

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> Game:
        return GAMES[self.name.replace("_", "-")]

    @cached_property
    def module(self) -> ModuleType:
        return load(self.name)

    def run(self, keyboard: object, screen: object, set_up: Callable[[Setup], Any]) -> None:
        """Run the program with our `input` and `print`; `set_up` is handed its setup function."""
        own_setup = getattr(self.module, self.setup)
        ours = {"input": keyboard, "print": screen, self.setup: lambda: set_up(own_setup)}
        vars(self.module).update(ours)
        try:
            getattr(self.module, ENTRIES[self.name])()
        finally:
            vars(self.module)[self.setup] = own_setup

    # -- tables -----------------------------------------------------------------------------------

    def lay(self, position: Position) -> Any:
        """The position on the program's table."""
        columns = [self._pile(column) for column in position.columns]
        for column, down in zip(columns, position.face_down, strict=True):
            for card in column[:down]:
                card.set_hidden(True)
        stock = self.module.cards.Deck()
        stock._cards[:] = self._turned(self._pile(position.stock or ()))
        foundations = [self._pile(pile) for pile in position.foundations]
        cells = [self._pile((card,) if card else ()) for card in position.cells]
        return self.pack(Parts(columns, foundations, cells, stock))

    def _pile(self, pile: Pile) -> Cards:
        return [new_card(self.module.cards, _NAMES[card]) for card in pile]

    def _turned(self, pile: Cards) -> Cards:
        """A pile from the card dealt first to the last, as the deck has it, and the other way."""
        return pile if top_index(YEARS[self.name]) == 0 else pile[::-1]

    def read(self, table: Any) -> Position:
        """The position on the program's table, which stays as it is."""
        parts = self.unpack(table)
        hidden = [[is_face_down(card) for card in column] for column in parts.columns]
        assert all(flags == sorted(flags, reverse=True) for flags in hidden)
        assert not any(is_face_down(card) for pile in parts.foundations for card in pile)
        assert all(len(cell) <= 1 for cell in parts.cells)
        return Position(
            columns=tuple(map(_read_pile, parts.columns)),
            foundations=tuple(map(_read_pile, parts.foundations)),
            cells=tuple((*_read_pile(cell), None)[0] for cell in parts.cells),
            stock=_read_pile(self._turned(parts.stock._cards)) if self.game.has_stock else None,
            face_down=tuple(map(sum, hidden)),
        )

    # -- commands ---------------------------------------------------------------------------------

    def parse(self, line: str) -> tuple[Command, Move] | None:
        """The command in a line and the move it means, however wild the numbers; None if none.

        >>> from handouts import FREECELL as program
        >>> for line in ("t2f 3 1", " C2T 9 0", "t2f 3", "t2f 3 +1"):
        ...     found = program.parse(line)
        ...     print(found and str(found[1]))
        t3f1
        c9t0
        None
        None
        """
        word, *operands = line.lower().split() or [""]
        if word not in self.commands:  # in Golf a row's number is all there is to type
            word, operands = "", [word, *operands]
        command = self.commands.get(word)
        if command is None or len(operands) != len(command.operands):
            return None
        if not all(re.fullmatch("-?(0|[1-9][0-9]*)", operand) for operand in operands):
            return None
        if not operands:
            return command, Deal()
        numbers = list(zip(command.operands, map(int, operands), strict=True))
        places = [Place(Area(letter), number - 1) for letter, number in numbers if letter != "n"]
        counts = [number for letter, number in numbers if letter == "n"]
        return command, Transfer(places[0], [*places, Place(Area.FOUNDATION)][1], *counts)

    def spell(self, move: Move) -> str | None:
        """What to type for a move; None for several cards in a game that moves them one by one."""
        slots = [move.source.slot, move.target.slot] if isinstance(move, Transfer) else []
        for word, command in self.commands.items():
            numbers = [slot + 1 for slot in slots]
            if isinstance(move, Transfer) and "n" in command.operands:
                numbers.insert(0, move.count)
            line = " ".join([word, *map(str, numbers[: len(command.operands)])]).strip()
            found = self.parse(line)
            if found and found[1] == move:
                return line
        return None


def _read_pile(pile: Cards) -> Pile:
    return tuple(_OURS[name_of(card)] for card in pile)


_NAMES = {card: (RANKS[card.rank] + card.suit.letter).replace("T", "10") for card in DECK}
_OURS = {name: card for card, name in _NAMES.items()}

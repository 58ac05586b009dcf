"""What the tests know of each handout program: its table, its commands and its complaints.

With that a position of the library can be laid on a program's table and read back from it, and a
line typed into the program becomes a move of the library.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from programs import ENTRIES, load

from winnable import (
    DECK,
    GAMES,
    Area,
    Deal,
    Draw,
    Game,
    Move,
    Pile,
    Place,
    Position,
    Reason,
    Transfer,
)

Cards = list[Any]  # of the program's own `cards` module


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
    others: str
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

    @cached_property
    def own_setup(self) -> Callable[[], Any]:
        setup: Callable[[], Any] = getattr(self.module, self.setup)
        return setup

    def run(self, keyboard: object, screen: object, setup: object) -> None:
        """Run the program with our own `input`, `print` and setup function."""
        vars(self.module).update({"input": keyboard, "print": screen, self.setup: setup})
        getattr(self.module, ENTRIES[self.name])()

    # -- tables -----------------------------------------------------------------------------------

    def lay(self, position: Position) -> Any:
        """The position on the program's table."""
        columns = [self._pile(column) for column in position.columns]
        for column, down in zip(columns, position.down, strict=True):
            for card in column[:down]:
                card.set_hidden(True)
        stock = self.module.cards.Deck()
        stock.discard(len(DECK))
        for card in self._pile(position.stock or ()):
            stock.add_card_bottom(card)
        foundations = [self._pile(pile) for pile in position.foundations]
        cells = [self._pile((card,) if card else ()) for card in position.cells]
        return self.pack(Parts(columns, foundations, cells, stock))

    def _pile(self, pile: Pile) -> Cards:
        return [self.module.cards.Card(card.rank, card.suit.letter) for card in pile]

    def read(self, table: Any) -> Position:
        """The position on the program's table, which stays as it is."""
        parts = self.unpack(table)
        hidden = [[bool(card.get_hidden()) for card in column] for column in parts.columns]
        assert all(flags == sorted(flags, reverse=True) for flags in hidden)
        assert not any(card.get_hidden() for pile in parts.foundations for card in pile)
        assert all(len(cell) <= 1 for cell in parts.cells)
        return Position(
            columns=tuple(map(_read_pile, parts.columns)),
            foundations=tuple(map(_read_pile, parts.foundations)),
            cells=tuple((*_read_pile(cell), None)[0] for cell in parts.cells),
            stock=None if self.game.draw is Draw.NOTHING else _read_stock(parts.stock),
            down=tuple(map(sum, hidden)),
        )

    # -- commands ---------------------------------------------------------------------------------

    def parse(self, line: str) -> tuple[Command, Move] | None:
        """The command in a line and the move it means, however wild the numbers; None if none.

        >>> for line in ("t2f 3 1", " C2T 9 0", "t2f 3", "t2f 3 +1"):
        ...     found = FREECELL.parse(line)
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
    return tuple(_OURS[card.get_rank(), card.get_suit()] for card in pile)


def _read_stock(stock: Any) -> Pile:
    """The cards in the order they are dealt; each goes back to the bottom, so none is gone."""
    dealt = [stock.deal() for _ in range(stock.cards_left())]
    for card in dealt:
        stock.add_card_bottom(card)
    return _read_pile(dealt)


_OURS = {(card.rank, card.suit.letter): card for card in DECK}

_OPTION, _INVALID = "Error in option: ", "Invalid move"
_FORM, _NO_STOCK = "The form is: ", "There are no cards left in the stock."
_HINT = "Type 1-7 to play the last card of that row, d to deal from the stock, q to quit."

ACES_UP = Program(
    name="aces_up",
    setup="init_game",
    pack=lambda parts: (parts.stock, parts.columns, parts.foundations[0]),
    unpack=lambda table: Parts(table[1], [table[2]], [], table[0]),
    commands={
        "d": Command("", {Reason.STOCK_EMPTY: ""}),
        "f": Command(
            "t",
            {
                Reason.SOURCE_EMPTY: "\nError, empty column: {source}\n",
                Reason.NOT_OUTRANKED: "\nError, cannot move {card:>3}.\n",
            },
        ),
        "t": Command(
            "tt",
            {
                Reason.OCCUPIED: "\nError, target column is not empty: {target}\n",
                Reason.SOURCE_EMPTY: "\nError, no card in column: {source}\n",
            },
        ),
    },
    unknown=_OPTION,
    wrong_form=_OPTION,
    blank=_OPTION,
    others="hrq",
    refusal=r"\nError",
    winning="\nYou won!\n",
    is_won=lambda module, table: module.check_for_win(table[1], table[0]),
)

# fmt: off
_HOME = (Reason.SOURCE_EMPTY, Reason.NOT_ACE, Reason.HOME_SUIT, Reason.HOME_RANK)
_BUILD = (Reason.SAME_PLACE, Reason.SOURCE_EMPTY, Reason.TOO_FEW, Reason.FACE_DOWN,
          Reason.NOT_A_RUN, Reason.SAME_COLOUR, Reason.WRONG_RANK)
# fmt: on
EASTHAVEN = Program(
    name="easthaven",
    setup="setup_game",
    pack=lambda parts: (parts.columns, parts.foundations, parts.stock),
    unpack=lambda table: Parts(table[0], table[1], [], table[2]),
    commands={
        "f": Command("tf", dict.fromkeys(_HOME, _INVALID)),
        "m": Command("ntt", dict.fromkeys(_BUILD, _INVALID)),
        "d": Command("", {Reason.STOCK_EMPTY: _NO_STOCK}),
    },
    unknown="Unknown command: ",
    wrong_form=_FORM,
    blank="",
    others="hq",
    refusal=f"{_INVALID}|{_FORM}|{_NO_STOCK}|Unknown command: ",
    winning="Winning!",
    is_won=lambda module, table: module.is_won(table[1]),
)

_BAKERS_COMPLAINTS = {
    Reason.SAME_PLACE: "Invalid move: Source and destination are the same tableau\n",
    Reason.SOURCE_EMPTY: "Invalid move: Source is empty\n",
    Reason.OCCUPIED: "Invalid move: Cell is not empty\n",
    Reason.NOT_ACE: "Invalid move: Source card is not an Ace\n",
    Reason.HOME_SUIT: "Invalid move: Wrong suit\n",
    Reason.HOME_RANK: "Invalid move: Wrong rank\n",
    Reason.WRONG_SUIT: "Invalid move: Wrong suit\n",
    Reason.WRONG_RANK: "Invalid move: Wrong rank\n",
}
BAKERS_GAME = Program(
    name="bakers_game",
    setup="setup_game",
    pack=lambda parts: (parts.cells, parts.foundations, parts.columns),
    unpack=lambda table: Parts(table[2], table[1], table[0], None),
    commands={word: Command(word, _BAKERS_COMPLAINTS) for word in ("tc", "tf", "tt", "cf", "ct")},
    unknown="Invalid command: ",
    wrong_form="Invalid command: ",
    blank="Invalid command: ",
    others="hrq",
    refusal="Invalid ",
    winning="You won the game!\n",
    is_won=lambda module, table: module.is_winner(table[1]),
)

GOLF_RELAXED = Program(
    name="golf_relaxed",
    setup="setup_game",
    pack=lambda parts: (parts.columns, parts.foundations[0], parts.stock),
    unpack=lambda table: Parts(table[0], [table[1]], [], table[2]),
    commands={
        "": Command(
            "t",
            {
                Reason.SOURCE_EMPTY: "Invalid move: row {source} is empty.\n",
                Reason.NOT_NEIGHBOUR: "Invalid move: {card} is not next in rank to {onto}.\n",
            },
        ),
        "d": Command("", {Reason.STOCK_EMPTY: _NO_STOCK}),
    },
    unknown=_HINT,
    wrong_form=_HINT,
    blank=_HINT,
    others="q",
    refusal=f"{_INVALID}|{_HINT}|{_NO_STOCK}",
    winning="Winning!",
    is_won=lambda module, table: module.is_won(table[0]),
    losing="Loser!",
    is_lost=lambda module, table: module.is_lost(*table),
)

_FREECELL_COMPLAINTS = {
    Reason.SOURCE_EMPTY: "Illegal move: {area} {source} is empty.\n",
    Reason.SAME_PLACE: " lies there already.\n",
    Reason.OCCUPIED: "Illegal move: the cell already holds ",
    Reason.NOT_ACE: "Illegal move: only an ace starts a foundation, not {card}.\n",
    Reason.HOME_SUIT: "Illegal move: {card} is not of the suit of {onto}.\n",
    Reason.HOME_RANK: "Illegal move: {card} is not one rank above {onto}.\n",
    Reason.WRONG_RANK: "Illegal move: {card} is not one rank below {onto}.\n",
    Reason.SAME_COLOUR: "Illegal move: {card} and {onto} are of the same colour.\n",
}
FREECELL = Program(
    name="freecell",
    setup="setup_game",
    pack=lambda parts: {"t": parts.columns, "c": parts.cells, "f": parts.foundations},
    unpack=lambda table: Parts(table["t"], table["f"], table["c"], None),
    commands={
        word: Command(word.replace("2", ""), _FREECELL_COMPLAINTS)
        for word in ("t2f", "t2c", "t2t", "c2t", "c2f")
    },
    unknown="Unknown command: ",
    wrong_form="Invalid operands: ",
    blank="",
    others="hq",
    refusal="Invalid |Illegal |Unknown ",
    winning="You won!\n",
    is_won=lambda module, table: module.is_won(table),
    losing="No move is left",
    is_lost=lambda module, table: not (module.is_won(table) or module.has_move(table)),
)

PROGRAMS = (ACES_UP, EASTHAVEN, BAKERS_GAME, GOLF_RELAXED, FREECELL)

"""Reading typed moves: our notation, handout commands, standard notation, or words.

>>> from winnable import Session
>>> session = Session.new("freecell", 1)
>>> for typed in ("t3c1", "T2C 3 1", "3a", "2h to a cell"):
...     print(read_move(session.game, session.position, typed))
t3c1
t3c1
t3c1
t3c1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from winnable.errors import NotationError, quote
from winnable.l10n import t
from winnable.moves import Deal, Move, Transfer, parse_move
from winnable.play.moves_in_words import parse_move_in_words
from winnable.play.standard_notation import (
    has_standard_notation,
    looks_standard,
    parse_standard_move,
)
from winnable.position import Area, Place, Position
from winnable.rules import Game, RunRule
from winnable.rules.handouts import without_suffix
from winnable.rules.supermove import implied_count

__all__ = [
    "HANDOUT_COMMANDS",
    "Command",
    "handout_commands",
    "places",
    "read_move",
    "split_moves",
    "ways_to_move",
]


class Command(NamedTuple):
    """A command from a course handout: a word, and what each number after it means."""

    word: str
    operands: str
    """One letter per number: t, c or f for a place, n for how many cards."""
    usage: str
    key: str
    """Of the text that says what it does."""

    @property
    def meaning(self) -> str:
        return t(self.key)


HANDOUT_COMMANDS: dict[str, tuple[Command, ...]] = {
    "aces-up": (
        Command("d", "", "D", "play.handout.deal_to_columns"),
        Command("f", "t", "F x", "play.handout.x_to_the_foundation"),
        Command("t", "tt", "T x y", "play.handout.x_to_empty_y"),
    ),
    "easthaven": (
        Command("f", "tf", "f A F", "play.handout.last_of_a_to_f"),
        Command("m", "ntt", "m N A B", "play.handout.n_from_a_to_b"),
        Command("d", "", "d", "play.handout.deal_to_columns"),
    ),
    "bakers-game": (
        Command("tc", "tc", "TC x y", "play.handout.x_to_cell_y"),
        Command("tf", "tf", "TF x y", "play.handout.x_to_foundation_y"),
        Command("tt", "tt", "TT x y", "play.handout.x_to_column_y"),
        Command("cf", "cf", "CF x y", "play.handout.cell_x_to_foundation_y"),
        Command("ct", "ct", "CT x y", "play.handout.cell_x_to_column_y"),
    ),
    "golf-relaxed": (
        Command("", "t", "1 ... 7", "play.handout.that_column"),
        Command("d", "", "d", "play.handout.deal_to_foundation"),
    ),
    "freecell": (
        Command("t2f", "tf", "t2f T F", "play.handout.t_to_f"),
        Command("t2c", "tc", "t2c T C", "play.handout.t_to_c"),
        Command("t2t", "tt", "t2t T1 T2", "play.handout.t1_to_t2"),
        Command("c2t", "ct", "c2t C T", "play.handout.c_to_t"),
        Command("c2f", "cf", "c2f C F", "play.handout.c_to_f"),
    ),
}
"""The commands of the five course handouts, by the game's slug."""

_NUMBER = re.compile("[1-9][0-9]?", re.ASCII)


def handout_commands(game: Game) -> tuple[Command, ...]:
    """The commands of a game's handout, whether or not the game is played strictly by it."""
    return HANDOUT_COMMANDS.get(without_suffix(game.slug), ())


def read_move(game: Game, position: Position, text: str) -> Move:
    """The move that a player typed; NotationError if it is not a move in any notation.

    Between columns the count may be left out: if one card would not fit but a sequence would, the
    sequence moves. A count that is typed is used as it is.
    """
    typed = text.strip().lower()
    # First, because a card's name can be a command too: `tc` in Baker's Game.
    if (move := parse_move_in_words(game, position, typed)) is not None:
        return move
    for move, has_count in (_read_notation(typed), _read_handout(game, typed.split())):
        if move is not None:
            return move if has_count else _with_implied_count(game, position, move)
    if has_standard_notation(game) and looks_standard(typed):
        return parse_standard_move(game, position, typed)
    raise NotationError(t("play.error.not_a_move", typed=quote(text), examples=_examples(game)))


def split_moves(game: Game, text: str) -> list[str]:
    """The moves in a line of text: each word, if every word is a move; otherwise the whole line.

    >>> from winnable import find_game
    >>> split_moves(find_game("freecell"), "26 3a t4f1"), split_moves(find_game("golf"), "t 2 3")
    (['26', '3a', 't4f1'], ['t 2 3'])
    """
    words = text.lower().split()
    return words if all(_stands_alone(game, word) for word in words) else [text]


def _stands_alone(game: Game, word: str) -> bool:
    """Whether a single word is a move, so that a line can have several."""
    if has_standard_notation(game) and looks_standard(word):
        return True
    return _read_notation(word)[0] is not None


def _read_notation(typed: str) -> tuple[Move | None, bool]:
    """The move in our notation, if it is one, and whether it has a count."""
    joined = "".join(typed.split()) if re.match(r"[tcf][0-9]+\s", typed) else typed
    try:
        return parse_move(joined), "x" in joined
    except NotationError:
        return None, False


def _read_handout(game: Game, words: list[str]) -> tuple[Move | None, bool]:
    """The move as a handout command, if it is one, and whether it has a count."""
    for command in handout_commands(game):
        named = [command.word] if command.word else []
        if words[: len(named)] != named or (
            not named and not _NUMBER.fullmatch("".join(words[:1]))
        ):
            continue
        numbers = words[len(named) :]
        if len(numbers) != len(command.operands) or not all(map(_NUMBER.fullmatch, numbers)):
            values = {"usage": command.usage, "meaning": command.meaning}
            raise NotationError(t("play.error.usage", **values))
        return _command_move(command, [int(number) for number in numbers]), "n" in command.operands
    return None, False


def _command_move(command: Command, numbers: list[int]) -> Move:
    if not numbers:
        return Deal()
    pairs = list(zip(command.operands, numbers, strict=True))
    places = [Place(Area(letter), number - 1) for letter, number in pairs if letter != "n"]
    count = next((number for letter, number in pairs if letter == "n"), 1)
    target = places[1] if len(places) > 1 else Place(Area.FOUNDATION, 0)
    return Transfer(places[0], target, count)


def _with_implied_count(game: Game, position: Position, move: Move) -> Move:
    """The move, with the number of cards that fits on the target column."""
    if isinstance(move, Deal):
        return move
    if not (game.has_place(move.source) and game.has_place(move.target)):
        return move  # the rules will reject it
    if move.target.area is Area.COLUMN and position.pile(move.target):
        return replace(move, count=implied_count(game, position, move.source, move.target))
    return move


def _examples(game: Game) -> str:
    commands = handout_commands(game)
    ours = ["t1f1"] + ["deal"] * (game.has_stock)
    return ", ".join([*ours, *(command.usage for command in commands[:3])])


def places(game: Game) -> str:
    """How places are written in a game: ``t1: column 1, f1: foundation 1``."""
    first = [Place(area, 0) for area in Area if game.slots(area)]
    names = [place.name_among(game.foundations) for place in first]
    return ", ".join(
        t("play.place_is", place=place, name=name) for place, name in zip(first, names, strict=True)
    )


def ways_to_move(game: Game) -> Iterator[tuple[str, str]]:
    """Every way to write a move in the game, with its meaning."""
    yield (
        "t3f1",
        t("play.ways.to_foundation", place=Place(Area.FOUNDATION).name_among(game.foundations)),
    )
    if game.cells:
        yield "t3c1, c1t5", t("play.ways.cells")
    if game.run_rule is not RunRule.SINGLE:
        yield "t2t5x4", t("play.ways.run")
    if game.has_stock:
        yield "deal", t("moves.deal")
    for command in handout_commands(game):
        yield command.usage, command.meaning
    if has_standard_notation(game):
        cells = "abcdefg"[game.cells - 1]
        yield "26 3a b5 4h", t("play.ways.standard", columns=game.columns, cells=cells)
    yield "7h to t3", t("play.ways.words")

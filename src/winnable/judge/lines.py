"""What a typed line means by a handout, and what has to follow from it.

The rules come from the library; the handout's words, and what it leaves open, from the profile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

from winnable.judge.conventions import Conventions
from winnable.judge.profile import Command, Profile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules import Game, Reason

__all__ = [
    "LineKind",
    "Meaning",
    "judge_move",
    "legal_lines",
    "malformed_lines",
    "moves_in_range",
    "spell",
    "understand",
]


class LineKind(Enum):
    LEGAL = "a legal move"
    REFUSED = "a move against the rules"
    MALFORMED = "not a command"
    HELP = "help"
    RESTART = "restart"
    QUIT = "quit"


@dataclass(frozen=True)
class Meaning:
    """A line, and the position after it."""

    kind: LineKind
    position: Position
    move: Move | None = None
    command: Command | None = None
    reason: Reason | None = None
    """Why it is refused, if the handout has a word for that."""
    message: str = ""
    """What is said exactly, if that is fixed."""
    is_won: bool = False
    is_lost: bool = False

    @property
    def ends(self) -> bool:
        return self.is_won or self.is_lost or self.kind is LineKind.QUIT


def understand(
    profile: Profile, conventions: Conventions, position: Position, line: str
) -> Meaning:
    """The meaning of a line; a restart's position is up to whoever deals."""
    words = line.split()
    word = words[0] if words else ""
    if profile.ignores_case:
        word = word.lower()
    for kind, name in (
        (LineKind.HELP, profile.help),
        (LineKind.RESTART, profile.restart),
        (LineKind.QUIT, profile.quit),
    ):
        if name and word == name and len(words) == 1:
            return Meaning(kind, position)
    malformed = Meaning(
        LineKind.MALFORMED, position, message=profile.malformed_message.replace("{line}", line)
    )
    command = _command(profile, word)
    if command is None:
        return malformed
    operands = words[1:] if command.word else words
    move = _move(profile.game, command, operands)
    return malformed if move is None else judge_move(profile, conventions, position, command, move)


def _command(profile: Profile, word: str) -> Command | None:
    named = {command.word: command for command in profile.commands}
    if word in named and word:
        return named[word]
    return named.get("") if re.fullmatch("-?[0-9]+", word) else None


def _move(game: Game, command: Command, operands: list[str]) -> Move | None:
    if len(operands) != len(command.operands):
        return None
    if not all(re.fullmatch("[1-9][0-9]?", operand, re.ASCII) for operand in operands):
        return None
    if not operands:
        return Deal()
    numbers = list(zip(command.operands, map(int, operands), strict=True))
    places = [Place(Area(letter), number - 1) for letter, number in numbers if letter != "n"]
    if not all(game.has_place(place) for place in places):
        return None
    counts = [number for letter, number in numbers if letter == "n"]
    return Transfer(places[0], [*places, Place(Area.FOUNDATION)][1], *counts)


def judge_move(
    profile: Profile, conventions: Conventions, position: Position, command: Command, move: Move
) -> Meaning:
    """The meaning of a command that is in its proper form."""
    game = profile.game
    problems = {problem.reason: problem for problem in game.problems(position, move)}
    if not problems:
        if not conventions.allows(game, position, move):
            return Meaning(LineKind.REFUSED, position, move, command)
        after = game.apply(position, move)
        is_won = game.is_won(after)
        is_lost = profile.ends_when_lost and not is_won and is_stuck(game, after)
        return Meaning(LineKind.LEGAL, after, move, command, is_won=is_won, is_lost=is_lost)
    if Reason.SAME_PLACE in problems and Reason.SAME_PLACE not in command.refusals:
        # The library says no more about it; a program looks at the pile.
        same = problems[Reason.SAME_PLACE]
        is_empty = same.place is None or not position.pile(same.place)
        problems[Reason.SOURCE_EMPTY if is_empty else Reason.OCCUPIED] = same
    reason = next((each for each in command.refusals if each in problems), None)
    message = ""
    if reason is not None and isinstance(move, Transfer):
        card, onto = problems[reason].card, problems[reason].onto
        message = command.refusals[reason].format(
            source=move.source.slot + 1,
            target=move.target.slot + 1,
            card=f"{card.sign:>3}" if card else "",
            onto=f"{onto.sign:>3}" if onto else "",
        )
    return Meaning(LineKind.REFUSED, position, move, command, reason, message)


def is_stuck(game: Game, position: Position) -> bool:
    """Whether no move is possible."""
    return next(game.legal_moves(position), None) is None


# -- the other way --------------------------------------------------------------------------------


def spell(profile: Profile, move: Move) -> str | None:
    """What to type for a move; None if no command makes it."""
    slots = [move.source, move.target] if isinstance(move, Transfer) else []
    for command in profile.commands:
        areas = [letter for letter in command.operands if letter != "n"]
        if [place.area.value for place in slots][: len(areas)] != areas:
            continue
        if not areas and slots:
            continue
        if isinstance(move, Transfer) and "n" not in command.operands and move.count != 1:
            continue
        if len(areas) == 1 and len(slots) == 2 and move.target.area is not Area.FOUNDATION:  # type: ignore[union-attr]
            continue
        numbers = [place.slot + 1 for place in slots[: len(areas)]]
        if isinstance(move, Transfer) and "n" in command.operands:
            numbers.insert(command.operands.index("n"), move.count)
        return " ".join([command.word, *map(str, numbers)]).strip()
    return None


def legal_lines(
    profile: Profile, conventions: Conventions, position: Position
) -> list[tuple[str, Move]]:
    """Every legal move that can be typed."""
    moves = profile.game.legal_moves(position)
    spelled = ((spell(profile, move), move) for move in moves)
    return [
        (line, move)
        for line, move in spelled
        if line is not None and conventions.allows(profile.game, position, move)
    ]


def moves_in_range(profile: Profile) -> Iterator[tuple[Command, str, Move]]:
    """Every command with numbers that the game has places for, and the move that it means."""
    sizes = {area.value: profile.game.slots(area) for area in Area} | {"n": 4}
    for command in profile.commands:
        for numbers in product(*(range(1, sizes[letter] + 1) for letter in command.operands)):
            operands = [str(number) for number in numbers]
            move = _move(profile.game, command, operands)
            if move is not None:
                yield command, _line(command, operands), move


def malformed_lines(profile: Profile, kind: str) -> tuple[str, ...]:
    """Lines with one thing wrong in their form, for every command and number where it can be."""
    if kind in ("blank", "spaces"):
        return ("",) if kind == "blank" else ("   ",)
    if kind == "unknown":
        words = {command.word for command in profile.commands}
        return tuple(word for word in ("x", "y", "xyzzy") if word not in words)[:2]
    commands = [command for command in profile.commands if command.operands]
    if kind == "missing":
        return tuple(_line(command, ["1"] * (len(command.operands) - 1)) for command in commands)
    if kind == "extra":
        return tuple(_line(command, ["1"] * (len(command.operands) + 1)) for command in commands)
    sizes = {area.value: profile.game.slots(area) for area in Area}
    wrong = {"letter": "a", "zero": "0", "negative": "-1", "fraction": "1.5", "superscript": "²"}
    lines = []
    for command in commands:
        for place, letter in reversed(list(enumerate(command.operands))):
            if kind == "above" and letter == "n":
                continue  # more cards than there are is against the rules, not the form
            numbers = ["1"] * len(command.operands)
            numbers[place] = wrong.get(kind) or str(sizes[letter] + 1)
            lines.append(_line(command, numbers))
    return tuple(lines)


def _line(command: Command, numbers: list[str]) -> str:
    return " ".join([command.word, *numbers]).strip()

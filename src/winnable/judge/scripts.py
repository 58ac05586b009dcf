"""Scripts: decks and typed lines that bring a program into the situations to be checked.

Everything is found by playing with the library, always in the same way, so that the same program
gets the same report.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from winnable.cards import Card
from winnable.deals import numbered_deck
from winnable.judge.conventions import Conventions
from winnable.judge.lines import LineKind, is_stuck, legal_lines, lines_in_range, spell, understand
from winnable.judge.profile import Profile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Position
from winnable.rules import GAMES, Reason
from winnable.rules.supermove import expand
from winnable.solver import Limit, Verdict, solve

__all__ = ["Goal", "Script", "find_situations", "losing_script", "winning_script"]

DEALS = range(1, 41)
"""The numbered deals that are tried, one after the other."""
LONGEST = 80
"""Moves of a game that is played by chance."""
SOLVER_LIMIT = Limit(states=200_000)


@dataclass(frozen=True)
class Script:
    """A deck in dealing order, and the lines to type."""

    order: tuple[Card, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Goal:
    """A situation to be brought about: a command that is legal, or refused for a reason."""

    word: str
    reason: Reason | None = None


def goals(profile: Profile) -> list[Goal]:
    """Every command that works, and every reason for which it is refused."""
    return [
        Goal(command.word, reason)
        for command in profile.commands
        for reason in (None, *command.refusals)
    ]


class SituationFinder:
    """Plays games by chance and keeps the shortest script for each goal."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        self.missing = set(goals(profile))
        self.found: dict[Goal, Script] = {}
        self.lines = list(lines_in_range(profile))

    def search(self, deals: Iterable[int]) -> dict[Goal, Script]:
        for deal in deals:
            for eager in (0.7, 0.1):
                self._play(deal, eager)
            if not self.missing:
                break
        return self.found

    def _play(self, deal: int, eager: float) -> None:
        rng = random.Random(deal)  # noqa: S311  the same games each time
        order = numbered_deck(deal)
        position = self.conventions.deal(self.profile.game, order)
        typed: list[str] = []
        for _ in range(LONGEST):
            self._look(order, position, typed)
            moves = legal_lines(self.profile, self.conventions, position)
            if not moves:
                break
            home = [each for each in moves if _goes_home(each[1])]
            line, _ = rng.choice(home if home and rng.random() < eager else moves)
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.ends:
                break
            typed.append(line)
            position = meaning.position

    def _look(self, order: tuple[Card, ...], position: Position, typed: list[str]) -> None:
        """Take from this position what is still missing."""
        words = {goal.word for goal in self.missing}
        for command, line in self.lines:
            if command.word not in words:
                continue
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.kind is LineKind.REFUSED and meaning.reason is None:
                continue
            goal = Goal(command.word, meaning.reason)
            if goal not in self.missing or not self._is_clear(position, meaning.move, meaning.reason):
                continue
            if meaning.ends:
                continue
            lines = (*typed, line, *self._follow_up(meaning.position))
            self.found[goal] = Script(order, lines)
            self.missing.discard(goal)

    def _is_clear(self, position: Position, move: Move | None, reason: Reason | None) -> bool:
        """Whether one thing alone speaks against a move: programs look for them in any order."""
        if reason is None or move is None:
            return True
        reasons = [problem.reason for problem in self.profile.game.problems(position, move)]
        return reasons == [reason]

    def _follow_up(self, position: Position) -> tuple[str, ...]:
        """A legal line, after which the table has to be shown."""
        for line, _ in legal_lines(self.profile, self.conventions, position):
            if not understand(self.profile, self.conventions, position, line).ends:
                return (line,)
        return ()


def _goes_home(move: Move) -> bool:
    return isinstance(move, Transfer) and move.target.area is Area.FOUNDATION


@lru_cache(maxsize=64)
def find_situations(profile_key: _Key) -> dict[Goal, Script]:
    """The shortest scripts found for all goals."""
    profile, conventions = profile_key.profile, profile_key.conventions
    return SituationFinder(profile, conventions).search(DEALS)


class _Key:
    """A profile and conventions as a key of a cache: both by what matters for scripts."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        owned = tuple(sorted((conventions.owned or {}).items()))
        self._key = (profile.name, profile.source, conventions.dealing, owned, conventions.stock_waits)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


def situations(profile: Profile, conventions: Conventions) -> dict[Goal, Script]:
    return find_situations(_Key(profile, conventions))


def winning_script(profile: Profile, conventions: Conventions) -> Script | None:
    """A whole game that is won, found by the solver."""
    return _winning_script(_Key(profile, conventions))


@lru_cache(maxsize=64)
def _winning_script(key: _Key) -> Script | None:
    return next(_winning_scripts(key.profile, key.conventions, DEALS), None)


def _winning_scripts(
    profile: Profile, conventions: Conventions, deals: Iterable[int]
) -> Iterator[Script]:
    game = GAMES[profile.game.slug]  # with supermoves, as the kernels have them
    for deal in deals:
        order = numbered_deck(deal)
        position = conventions.deal(game, order)
        result = solve(game, position, SOLVER_LIMIT)
        if result.verdict is not Verdict.WINNABLE:
            continue
        lines: list[str] = []
        start = position
        for move in result.moves or ():
            for single in expand(game, position, move):
                lines.append(spell(profile, _to_own(conventions, position, single)) or "")
                position = game.apply(position, single)
        if all(lines) and _wins(profile, conventions, start, lines):
            yield Script(order, tuple(lines))


def _to_own(conventions: Conventions, position: Position, move: Move) -> Move:
    """The move with the foundation that the program has for the suit."""
    if conventions.owned is None or not isinstance(move, Transfer) or not _goes_home(move):
        return move
    from dataclasses import replace

    from winnable.position import Place

    suit = position.pile(move.source)[-1].suit
    return replace(move, target=Place(Area.FOUNDATION, conventions.owned[suit]))


def _wins(
    profile: Profile, conventions: Conventions, position: Position, lines: Iterable[str]
) -> bool:
    for line in lines:
        meaning = understand(profile, conventions, position, line)
        if meaning.kind is not LineKind.LEGAL:
            return False
        position = meaning.position
    return profile.game.is_won(position)


@lru_cache(maxsize=64)
def _losing_script(key: _Key) -> Script | None:
    profile, conventions = key.profile, key.conventions
    best: Script | None = None
    for deal in range(1, 200):
        rng = random.Random(deal)  # noqa: S311  the same games each time
        order = numbered_deck(deal)
        position = conventions.deal(profile.game, order)
        lines: list[str] = []
        while len(lines) < (len(best.lines) if best else 400):
            moves = legal_lines(profile, conventions, position)
            if not moves:
                break
            line = _worst_line(moves, rng)
            lines.append(line)
            position = understand(profile, conventions, position, line).position
        if is_stuck(profile.game, position) and not profile.game.is_won(position):
            if best is None or len(lines) < len(best.lines):
                best = Script(order, tuple(lines))
        if best is not None and (len(best.lines) < 30 or deal > 40):
            break
    return best


def _worst_line(moves: list[tuple[str, Move]], rng: random.Random) -> str:
    """A move that brings the end nearer: deal while there is a stock, then fill the cells."""
    deals = [line for line, move in moves if isinstance(move, Deal)]
    if deals:
        return deals[0]
    to_cells = [
        line for line, move in moves if isinstance(move, Transfer) and move.target.area is Area.CELL
    ]
    return to_cells[0] if to_cells else rng.choice(moves)[0]


def losing_script(profile: Profile, conventions: Conventions) -> Script | None:
    """A whole game after which no move is possible."""
    return _losing_script(_Key(profile, conventions))

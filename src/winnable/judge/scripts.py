"""Scripts: decks and typed lines that bring a program into the situations to be checked.

Everything is found by playing with the library, always in the same way, so that the same program
gets the same report.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from winnable.cards import ACE, KING, Card
from winnable.deals import numbered_deck
from winnable.judge.conventions import Conventions
from winnable.judge.lines import (
    LineKind,
    Meaning,
    is_stuck,
    legal_lines,
    lines_in_range,
    spell,
    understand,
)
from winnable.judge.profile import Profile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules import BuildRule, Reason
from winnable.solver import Limit, Verdict, solve

__all__ = ["Goal", "Script", "find_situations", "losing_script", "winning_script"]

DEALS = range(1, 41)
"""The numbered deals that are tried, one after the other."""
FEWEST_DEALS = 3
"""So many are played in any case, to find several sorts of cases for a goal."""
SORTS = 4
"""So many sorts of cases are kept for a goal."""
LONGEST_FOR_SORTS = 25
"""After so many moves only what is missing altogether is taken."""
EAGER = 0.7
"""How often a game prefers certain moves."""
LONGEST = 80
"""Moves of a game that is played by chance."""
SOLVER_LIMIT = Limit(states=200_000)
EASY_DEALS = {"aces-up": (18,)}
"""Deals that the solver wins in a second or two without its kernels too: tried before others."""


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
    special: str = ""
    """``empty_column``: a legal move to an empty column; ``king_and_ace``: one on the other."""


def goals(profile: Profile) -> list[Goal]:
    """Every command that works, and every reason for which it is refused."""
    game = profile.game
    wanted = [
        Goal(command.word, reason)
        for command in profile.commands
        for reason in (None, *command.refusals)
    ]
    if game.build_rule is not BuildRule.NOTHING and game.fills_empty_columns:
        to_columns = [command for command in profile.commands if command.operands.endswith("t")]
        wanted += [Goal(command.word, special="empty_column") for command in to_columns]
    if game.wraps:
        wanted += [Goal(profile.commands[0].word, special="king_and_ace")]
    return wanted


Sort = tuple[int, bool, bool]
"""What kind of case of its goal a move is: how far apart the ranks are, and what the suits are."""


class SituationFinder:
    """Plays games by chance and keeps short scripts for each goal, of several sorts."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        self.found: dict[Goal, dict[Sort, Script]] = {goal: {} for goal in goals(profile)}
        self.lines = list(lines_in_range(profile))

    def search(self, deals: Iterable[int]) -> dict[Goal, tuple[Script, ...]]:
        for count, deal in enumerate(deals):
            for prefers in (_goes_home, _empties_column):
                self._play(deal, prefers)
            if count >= FEWEST_DEALS and all(self.found.values()):
                break
        return {goal: tuple(found.values()) for goal, found in self.found.items() if found}

    def _play(self, deal: int, prefers: _Preference) -> None:
        rng = random.Random(deal)  # noqa: S311  the same games each time
        order = numbered_deck(deal)
        position = self.conventions.deal(self.profile.game, order)
        typed: list[str] = []
        for _ in range(LONGEST):
            self._look(order, position, typed)
            moves = legal_lines(self.profile, self.conventions, position)
            if not moves:
                break
            best = [each for each in moves if prefers(position, each[1])]
            line, _ = rng.choice(best if best and rng.random() < EAGER else moves)
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.ends:
                break
            typed.append(line)
            position = meaning.position

    def _look(self, order: tuple[Card, ...], position: Position, typed: list[str]) -> None:
        """Take from this position what is still missing."""
        enough = SORTS if len(typed) < LONGEST_FOR_SORTS else 1
        wanted = {goal for goal, found in self.found.items() if len(found) < enough}
        words = {goal.word for goal in wanted}
        for command, line in self.lines:
            if command.word not in words:
                continue
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.ends or not self._is_clear(position, meaning):
                continue
            for goal in wanted.intersection(self._goals(position, meaning)):
                sort = _sort(position, meaning)
                if len(self.found[goal]) < enough and sort not in self.found[goal]:
                    lines = (*typed, line, *self._follow_up(meaning.position))
                    self.found[goal][sort] = Script(order, lines)

    def _goals(self, position: Position, meaning: Meaning) -> Iterator[Goal]:
        if meaning.command is None:
            return
        word, move = meaning.command.word, meaning.move
        if meaning.kind is LineKind.REFUSED:
            if meaning.reason is not None:
                yield Goal(word, meaning.reason)
            return
        yield Goal(word)
        if isinstance(move, Transfer):
            pile = position.pile(move.target)
            if move.target.area is Area.COLUMN and not pile:
                yield Goal(word, special="empty_column")
            if pile and {position.pile(move.source)[-1].rank, pile[-1].rank} == {ACE, KING}:
                yield Goal(word, special="king_and_ace")

    def _is_clear(self, position: Position, meaning: Meaning) -> bool:
        """Whether one thing alone speaks against a move: programs look for them in any order."""
        if meaning.reason is None or meaning.move is None:
            return meaning.kind is LineKind.LEGAL
        reasons = [each.reason for each in self.profile.game.problems(position, meaning.move)]
        return reasons == [meaning.reason]

    def _follow_up(self, position: Position) -> tuple[str, ...]:
        """A legal line, after which the table has to be shown."""
        for line, _ in legal_lines(self.profile, self.conventions, position):
            if not understand(self.profile, self.conventions, position, line).ends:
                return (line,)
        return ()


def _sort(position: Position, meaning: Meaning) -> Sort:
    move = meaning.move
    if not isinstance(move, Transfer):
        return 0, False, False
    source, target = position.pile(move.source)[-move.count :], position.pile(move.target)
    if not source or not target or position.face_down == ():
        return 0, bool(source), bool(target)
    card, onto = source[0], target[-1]
    apart = max(min(card.rank - onto.rank, 3), -3)
    return apart, card.suit == onto.suit, card.is_red == onto.is_red


def _goes_home(position: Position, move: Move) -> bool:
    return isinstance(move, Transfer) and move.target.area is Area.FOUNDATION


def _empties_column(position: Position, move: Move) -> bool:
    """Whether a move makes the shortest column shorter, so that there will be an empty one."""
    if not isinstance(move, Transfer) or move.source.area is not Area.COLUMN:
        return False
    shortest = min((len(column) for column in position.columns if column), default=0)
    if move.target.area is Area.COLUMN and not position.columns[move.target.slot]:
        return False
    return len(position.columns[move.source.slot]) == shortest


_Preference = Callable[[Position, Move], bool]


@lru_cache(maxsize=64)
def find_situations(profile_key: _Key) -> dict[Goal, tuple[Script, ...]]:
    """Scripts for all goals."""
    profile, conventions = profile_key.profile, profile_key.conventions
    return SituationFinder(profile, conventions).search(DEALS)


class _Key:
    """A profile and conventions as a key of a cache: both by what matters for scripts."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        owned = tuple(sorted((conventions.owned or {}).items()))
        self._key = (
            profile.name,
            profile.source,
            conventions.dealing,
            owned,
            conventions.stock_waits,
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


def situations(profile: Profile, conventions: Conventions) -> dict[Goal, tuple[Script, ...]]:
    return find_situations(_Key(profile, conventions))


def winning_script(profile: Profile, conventions: Conventions) -> Script | None:
    """A whole game that is won, found by the solver."""
    return _winning_script(_Key(profile, conventions))


@lru_cache(maxsize=64)
def _winning_script(key: _Key) -> Script | None:
    deals = (*EASY_DEALS.get(key.profile.slug, ()), *DEALS)
    return next(_winning_scripts(key.profile, key.conventions, deals), None)


def _winning_scripts(
    profile: Profile, conventions: Conventions, deals: Iterable[int]
) -> Iterator[Script]:
    game = profile.game
    for deal in deals:
        order = numbered_deck(deal)
        start = position = conventions.deal(game, order)
        result = solve(game, position, SOLVER_LIMIT)
        if result.verdict is not Verdict.WINNABLE:
            continue
        lines: list[str] = []
        for move in result.moves or ():
            lines.append(spell(profile, _to_own(conventions, position, move)) or "")
            position = game.apply(position, move)
        if all(lines) and _wins(profile, conventions, start, lines):
            yield Script(order, tuple(lines))


def _to_own(conventions: Conventions, position: Position, move: Move) -> Move:
    """The move with the foundation that the program has for the suit."""
    if (
        conventions.owned is None
        or not isinstance(move, Transfer)
        or not _goes_home(position, move)
    ):
        return move
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
        is_lost = is_stuck(profile.game, position) and not profile.game.is_won(position)
        if is_lost and (best is None or len(lines) < len(best.lines)):
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

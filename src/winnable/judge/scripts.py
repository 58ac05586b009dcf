"""Scripts: decks and typed lines that bring a program into the situations to be checked.

Everything is found by playing with the library, always in the same way, so that the same program
gets the same report.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, pairwise

from winnable.cards import ACE, KING, Card
from winnable.deals import numbered_deck
from winnable.judge.conventions import FOUNDATION, Conventions
from winnable.judge.lines import (
    LineKind,
    Meaning,
    judge_move,
    legal_lines,
    moves_in_range,
    understand,
)
from winnable.judge.profile import Profile
from winnable.judge.whole_games import Key, Script, winning_script
from winnable.moves import Move, Transfer
from winnable.position import Area, Position
from winnable.rules import BuildRule, Game, Reason

__all__ = [
    "Goal",
    "Situations",
    "goals",
    "line_goals",
    "prepare_order",
    "situations",
]

TEN = 10

DEALS = range(1, 41)
"""The numbered deals that are tried, one after the other, after those that are prepared."""
FEWEST_DEALS = 2
"""So many of them are played in any case, to find several sorts of cases for a goal."""
SORTS = 16
"""So many sorts of refused moves are kept for a goal."""
LEGAL_SORTS = 4
LONGEST_FOR_SORTS = 14
"""After so many moves only what is missing altogether is taken."""
EAGER = 0.7
"""How often a game prefers certain moves."""
LONGEST = 80
"""Moves of a game that is played by chance."""
EVERY = 2
"""In a whole game, only every second position is looked at."""

_TOPS = {
    "golf-relaxed": (
        "f1: KS | AH KD QC JC 2D 3S TD",
        "f1: AD | KC AS 2H 3C QD QS KH",
        "f1: 7C | 6C 8H 7D 6S 8S 6D 8D",
        "f1: TC | JH QH KC 9S 9D 8C TS",
    ),
    "aces-up": ("2C 3C KC AC", "AD KD QD TD", "2H 3S 2S 3D", "JS TS QS AS"),
    "easthaven": (
        "8H+2C+AC 9S 8S+7H 9D 3C 2S AS",
        "AC KC 2C AD 2D KD QC",
        "7H 8S 8C 8H 7S 6S 6C",
        "QH+JS KS 7D+6C+5H 8C TC+9D JD QC",
        "9C+8C KD TH AH+KH 2H 9H+8S TD",
    ),
    "alternating columns": (
        "AC 2C 2D AD KC KS AH AS",
        "7H 8S 8C 8H 7S 6S 6C 7D",
        "KD AS QS QH JD JC AD 2S",
    ),
}
"""Cards at the ends of the columns in prepared deals, the last of them on top; then f1."""


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


Sort = tuple[object, ...]
"""What kind of case of its goal a move is: how the cards' ranks and suits compare, and so on."""


def prepared_orders(profile: Profile, conventions: Conventions) -> Iterator[tuple[Card, ...]]:
    """Decks that have much to show from the first line on."""
    if conventions.stock_waits and (won := winning_script(profile, conventions)):
        yield won.order
    for number, text in enumerate(_TOPS.get(profile.slug, _TOPS["alternating columns"]), 1):
        yield prepare_order(profile, conventions, text, numbered_deck(number))


def prepare_order(
    profile: Profile, conventions: Conventions, text: str, order: Sequence[Card]
) -> tuple[Card, ...]:
    """An order of the deck like another one, but with certain cards at the ends of the columns."""
    places: list[list[int]] = [[] for _ in range(profile.game.columns)]
    started: list[int] = []
    for index, slot in enumerate(conventions.dealing):
        (started if slot == FOUNDATION else places[slot]).append(index)
    foundation, _, columns = text.rpartition("|")
    wanted: dict[int, Card] = {}
    if foundation and started:
        wanted[started[-1]] = Card.parse(foundation.replace("f1:", "").strip())
    for indices, cards in zip(places, columns.split(), strict=False):
        from_top = indices if conventions.from_front else indices[::-1]
        for index, card in zip(from_top, reversed(cards.split("+")), strict=False):
            wanted[index] = Card.parse(card)
    taken = set(wanted.values())
    others = iter(card for card in order if card not in taken)
    return tuple(wanted[index] if index in wanted else next(others) for index in range(len(order)))


@dataclass(frozen=True)
class Situations:
    """What the finder has found."""

    scripts: Mapping[Goal, tuple[Script, ...]]
    """For each goal some scripts that lead to it, of different sorts."""
    tours: tuple[Script, ...]
    """Games in which moves are refused again and again; together all that were found."""


class SituationFinder:
    """Plays games by chance and keeps short scripts for each goal, of several sorts."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        self.found: dict[Goal, dict[Sort, Script]] = {goal: {} for goal in goals(profile)}
        self.lines = list(moves_in_range(profile))
        self.tours: list[Script] = []

    def search(self) -> Situations:
        seeds = count()
        for order in prepared_orders(self.profile, self.conventions):
            self._play_twice(next(seeds), order)
        won = winning_script(self.profile, self.conventions)
        if won is not None:
            self._walk(won.order, won.lines)
        for tried, order in enumerate(map(numbered_deck, DEALS)):
            if tried >= FEWEST_DEALS and all(self.found.values()):
                break
            self._play_twice(next(seeds), order)
        scripts = {goal: tuple(found.values()) for goal, found in self.found.items() if found}
        return Situations(scripts, tuple(self.tours))

    def _play_twice(self, seed: int, order: tuple[Card, ...]) -> None:
        for prefers in (_goes_home, _empties_column):
            self._play(seed, order, prefers)

    def _play(self, seed: int, order: tuple[Card, ...], prefers: _Preference) -> None:
        rng = random.Random(seed)  # noqa: S311  the same games each time
        position = self.conventions.deal(self.profile.game, order)
        typed: list[str] = []
        tour: list[str] = []
        for _ in range(LONGEST):
            tour += self._look(order, position, typed)
            moves = legal_lines(self.profile, self.conventions, position)
            if not moves:
                break
            best = [each for each in moves if prefers(position, each[1])]
            line, _ = rng.choice(best if best and rng.random() < EAGER else moves)
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.ends:
                break
            typed.append(line)
            tour.append(line)
            position = meaning.position
        self._keep_tour(order, typed, tour)

    def _walk(self, order: tuple[Card, ...], lines: Iterable[str]) -> None:
        """Look at a game that is known, to its end."""
        position = self.conventions.deal(self.profile.game, order)
        typed: list[str] = []
        tour: list[str] = []
        for played, line in enumerate(lines):
            if played % EVERY == 0:
                tour += self._look(order, position, typed, to_the_end=True)
            position = understand(self.profile, self.conventions, position, line).position
            typed.append(line)
            tour.append(line)
        self._keep_tour(order, typed, tour)

    def _keep_tour(self, order: tuple[Card, ...], typed: list[str], tour: list[str]) -> None:
        """Keep a game if anything is refused in it, up to the move after that."""
        if len(tour) == len(typed):
            return
        moves = list(typed)
        last = 0
        for index, line in enumerate(tour):
            if moves and line == moves[0]:
                moves.pop(0)
            else:
                last = index
        self.tours.append(Script(order, tuple(tour[: last + 2])))

    def _look(
        self,
        order: tuple[Card, ...],
        position: Position,
        typed: list[str],
        *,
        to_the_end: bool = False,
    ) -> list[str]:
        """Take from this position what is still missing; return the refused moves among it."""
        played = 0 if to_the_end else len(typed)
        wanted = {goal: self._most(goal, played) for goal in self.found}
        words = {goal.word for goal, most in wanted.items() if len(self.found[goal]) < most}
        refused = []
        for command, line, move in self.lines:
            if command.word not in words:
                continue
            meaning = judge_move(self.profile, self.conventions, position, command, move)
            if meaning.ends or not self._is_clear(position, meaning):
                continue
            for goal in line_goals(position, meaning):
                if goal not in wanted or len(self.found[goal]) >= wanted[goal]:
                    continue
                sort = _sort(self.profile.game, position, meaning)
                if sort not in self.found[goal]:
                    lines = (*typed, line, *self._follow_up(meaning.position))
                    self.found[goal][sort] = Script(order, lines, len(typed))
                    if meaning.kind is LineKind.REFUSED:
                        refused.append(line)
        return refused

    def _most(self, goal: Goal, moves: int) -> int:
        if moves >= LONGEST_FOR_SORTS:
            return 1
        return SORTS if goal.reason is not None else LEGAL_SORTS

    def _is_clear(self, position: Position, meaning: Meaning) -> bool:
        """Whether one thing alone speaks against a move: programs look for them in any order.

        Where the words are free, aces and kings may go wrong in more than one way: programs treat
        them as special.
        """
        if meaning.reason is None or meaning.move is None:
            return meaning.kind is LineKind.LEGAL
        reasons = [each.reason for each in self.profile.game.problems(position, meaning.move)]
        if reasons == [meaning.reason]:
            return True
        if not isinstance(meaning.move, Transfer) or not meaning.command:
            return False
        pile = position.pile(meaning.move.source)
        is_free = not any(meaning.command.refusals.values())
        return is_free and meaning.move.count == 1 and bool(pile) and pile[-1].rank in (ACE, KING)

    def _follow_up(self, position: Position) -> tuple[str, ...]:
        """A legal line, after which the table has to be shown."""
        for line, _ in legal_lines(self.profile, self.conventions, position):
            if not understand(self.profile, self.conventions, position, line).ends:
                return (line,)
        return ()


def line_goals(position: Position, meaning: Meaning) -> Iterator[Goal]:
    """The goals that a line reaches, the most special one last."""
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


def _sort(game: Game, position: Position, meaning: Meaning) -> Sort:
    move = meaning.move
    if not isinstance(move, Transfer):
        left = len(position.stock or ())
        return "deal", all(position.columns), left < game.columns, left == 1
    source, target = position.pile(move.source), position.pile(move.target)
    if not source:
        return "nothing", bool(target)
    if move.count > len(source):
        # A program that takes what there is would make the move.
        return "too few", game.is_legal(position, replace(move, count=len(source)))
    if meaning.reason is Reason.FACE_DOWN:
        # So would one that forgets how the cards lie.
        face_up = replace(position, face_down=(0,) * len(position.columns))
        return "face down", game.is_legal(face_up, move), move.count
    cards = source[-move.count :]
    is_last = move.source.slot + 1 == game.slots(move.source.area)
    if not target or move.target.area is Area.CELL:
        rank = cards[0].rank if cards[0].rank in (ACE, 2, KING) else 0
        return "to empty", rank, move.count, is_last and rank == 0
    onto = target[-1]
    pairs = list(pairwise((onto, *cards)))
    apart = max(min(cards[0].rank - onto.rank, 3), -3)
    return (
        apart,
        cards[0].suit == onto.suit,
        cards[0].is_red == onto.is_red,
        min(cards[0].rank, onto.rank) >= TEN,
        cards[0].rank == ACE,
        {cards[0].rank, onto.rank} == {ACE, KING} and cards[0].rank,
        all(card.rank == above.rank - 1 for above, card in pairs[1:]),
        all(card.is_red != above.is_red for above, card in pairs[1:]),
    )


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


def situations(profile: Profile, conventions: Conventions) -> Situations:
    """Scripts for all goals."""
    return _situations(Key(profile, conventions))


@lru_cache(maxsize=64)
def _situations(key: Key) -> Situations:
    return SituationFinder(key.profile, key.conventions).search()

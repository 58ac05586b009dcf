"""Choosing a move where cards are hidden: the one after which the most samples can be won.

Every move is tried on the same samples. Two things make it more than counting:

- A move that can be taken back by another one loses nothing and gains nothing: whoever could win
  before it can win after it. So what is compared is how to *go on*: moves that cannot be taken
  back, each perhaps after a few that can (a `Way`). A hint is the first move of the best way, and
  the coach remembers the others. That is why hints do not wander: each way ends with a card home, a
  card turned up, a deal, or a card gone from one that it did not fit, and of all these a game has
  only so many.
- Samples tell shares only roughly. Among ways that the samples do not tell apart (`is_noticeable`)
  the one is chosen that makes progress: a card home, then a card turned up, then what most of the
  samples' winning lines begin with; and a deal last. Where all ways in which the cards can lie
  are gone through, every difference counts.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from math import sqrt
from typing import NamedTuple

from winnable.coach.crew import Crew
from winnable.coach.hidden import Hidden
from winnable.coach.line import steps_along
from winnable.coach.patience import Patience
from winnable.moves import Deal, Move, Transfer
from winnable.play import Autoplay
from winnable.play.autoplay import settle
from winnable.position import Position, view
from winnable.rules import Game, Home, IllegalMove
from winnable.rules.home import is_safe, moves_home
from winnable.solver import Result, Verdict
from winnable.views import View

__all__ = ["Choice", "Progress", "Way", "can_be_taken_back", "choose", "is_noticeable", "safe_move"]

_STAGES = (24, 48)
"""After so many samples, and so many more, ways that are clearly worse are dropped."""
_DETOURS = 6
"""Ways of several moves that are tried: those that most winning lines begin with."""
_LONGEST = 8
"""Moves that can be taken back before one that cannot: nobody wants to be told to shuffle on."""
_SOON = 32
"""The same, in a line that has not been straightened."""
_FAR = 200
"""Views to look at for a way to go on, where there is none at hand."""
_SIGMAS = 2.0


class Progress(IntEnum):
    """What a way gets done; the less the better."""

    HOME = 0
    TURNED = 1
    MOVED = 2
    DEALT = 3


@dataclass(frozen=True)
class Way:
    """A way to go on: moves that can be taken back, if any, and then one that cannot."""

    moves: tuple[Move, ...]
    views: tuple[View, ...] = field(compare=False)
    """What is in sight before each of them."""
    progress: Progress = field(compare=False)


@dataclass(frozen=True)
class Choice:
    """The way that was chosen, and against how many others."""

    way: Way
    considered: int
    """How many ways were compared, this one included."""
    samples: int
    """On how many samples."""
    better: int | None
    """How many of the others won more of them, though not noticeably; None: one did noticeably."""


def can_be_taken_back(game: Game, before: Position, move: Move, after: Position) -> bool:
    """Whether a single move leads from the position after a move to the one before it."""
    if isinstance(move, Deal):
        return False
    back = Transfer(move.target, move.source, move.count)
    return game.is_legal(after, back) and game.apply(after, back) == before


def is_noticeable(better: int, worse: int) -> bool:
    """Whether one of two ways is noticeably better, tried on the same samples.

    `better` is the number of samples that it alone wins, `worse` the number that the other alone
    wins. If neither were better, each of these would be as likely the one's as the other's; so the
    difference would hardly ever be more than two standard deviations.
    """
    return better - worse > _SIGMAS * sqrt(better + worse)


def safe_move(game: Game, position: Position) -> Move | None:
    """A move home that loses nothing, whatever lies hidden: see `winnable.rules.home`."""
    if game.home is not Home.SUIT:
        return None
    safe = (move for move, card in moves_home(game, position) if is_safe(game, position, card))
    return next(safe, None)


def choose(
    hidden: Hidden,
    autoplay: Autoplay,
    seen: Set[View],
    crew: Crew,
    patience: Patience,
    seed: int = 0,
) -> Choice | None:
    """The way to go on after which the most samples can be won; None if it was called off.

    A way that comes back to a view that was `seen` already is taken only if it is noticeably better
    than all others, or there are no others. There has to be a legal move.
    """
    return _Race(hidden, autoplay, crew, patience).run(seed, seen)


class _Line(NamedTuple):
    """How the winning line of a sample begins."""

    way: Way | None
    is_certain: bool
    """Whether the sample is won that way for certain."""


class _Race:
    """The ways that are still in it, and which samples each of them wins."""

    def __init__(self, hidden: Hidden, autoplay: Autoplay, crew: Crew, patience: Patience) -> None:
        self.hidden, self.game, self.autoplay = hidden, hidden.game, autoplay
        self.crew, self.patience = crew, patience
        self.any_position = hidden.laid(hidden.unseen)
        """What can be done, up to the end of a way, does not depend on what lies hidden."""
        self.exact = hidden.ways <= patience.chosen_on
        """Whether all ways in which the cards can lie are gone through."""
        self.won: dict[Way, int] = {}
        """For each way, a bit for each of the samples that it wins."""
        self.tried: dict[Way, int] = {}
        """For each way, on how many samples it was tried, the first ones."""
        self.firsts: Counter[Way] = Counter()
        """With which ways the winning lines of samples begin."""

    def run(self, seed: int, seen: Set[View]) -> Choice | None:
        """Try all ways on some samples, and those that are still in it on more."""
        alive, samples, met = self._at_hand(), self._samples(seed), 0
        for size in (*(() if self.exact else _STAGES), self.patience.chosen_on):
            batch = list(islice(samples, size))
            roots = self.crew.solve(batch, self.patience.choosing)
            if roots is None:
                return None
            lines = self._lines(batch, roots)
            if not met:
                alive += [way for way in self._detours(lines) if way not in alive]
                alive = alive or self._far_away(seen)
                self.won = dict.fromkeys(alive, 0)
            if not self._try_out(alive, batch, lines, met):
                return None
            met += len(batch)
            self.tried |= dict.fromkeys(alive, met)
            leader = self._leader(alive)
            alive = [way for way in alive if not self._is_beaten(way, leader)]
        best = self.best(alive, seen)
        apart = [self._apart(way, best) for way in self.won]
        better = sum(more > fewer for more, fewer in apart)
        is_beaten = any(self._is_noticeable(*pair) for pair in apart)
        return Choice(best, len(self.won), met, None if is_beaten else better)

    def _samples(self, seed: int) -> Iterator[Position]:
        samples = self.hidden.every if self.exact else self.hidden.some
        return islice(samples(seed, "choice"), self.patience.chosen_on)

    # -- the ways there are -----------------------------------------------------------------------

    def _at_hand(self) -> list[Way]:
        """The moves that cannot be taken back."""
        moves = self.game.distinct_moves(self.any_position)
        return [way for move in moves if (way := self._way([move])) is not None]

    def _way(self, moves: Sequence[Move]) -> Way | None:
        """The way with these moves, if all but the last can be taken back, and that cannot."""
        position, views = self.any_position, []
        for at, move in enumerate(moves, 1):
            if not self.game.is_legal(position, move):
                return None
            before, position = position, self._after(position, move)
            views.append(view(before))
            if can_be_taken_back(self.game, before, move, position) == (at == len(moves)):
                return None
        return Way(tuple(moves), tuple(views), _progress(before, moves[-1], position))

    def _after(self, position: Position, move: Move) -> Position:
        return settle(self.game, self.game.apply(position, move), self.autoplay)[1]

    def _lines(self, samples: list[Position], roots: list[Result]) -> list[_Line | None]:
        pairs = zip(samples, roots, strict=True)
        return [None if self.crew.is_cancelled else self._first(*pair) for pair in pairs]

    def _first(self, position: Position, root: Result) -> _Line | None:
        """How a sample's winning line begins; None if it has none."""
        if root.verdict is not Verdict.WINNABLE:
            return None
        moves: list[Move] = []
        here = position
        try:
            for step in islice(steps_along(self.game, position, root.moves, self.autoplay), _SOON):
                moves.append(step.move)
                if not can_be_taken_back(self.game, here, step.move, step.position):
                    break
                here = step.position
            else:
                return _Line(None, False)
        except IllegalMove:  # a card went home by itself that the line needed
            return _Line(None, False)
        way = self._straightened(moves)
        # What the table does by itself is harmless only if none but safe cards go home.
        is_whole = way is not None and len(way.moves) == len(moves)
        return _Line(way, is_whole and self.autoplay is not Autoplay.ALL)

    def _straightened(self, moves: list[Move]) -> Way | None:
        """A way like this, without moves that it can do without; None if it stays too long.

        Lines that a search finds have many of them, since it does not care for the shortest.
        """
        *before, last = moves
        for at in range(min(len(before), _LONGEST) + 1):
            way = self._way([*before[:at], last])
            if way is not None:
                break
        else:
            return None
        at = 0
        while at < len(way.moves) - 1:
            shorter = self._way(way.moves[:at] + way.moves[at + 1 :])
            if shorter is None:
                at += 1
            else:
                way = shorter
        return way

    def _detours(self, lines: list[_Line | None]) -> list[Way]:
        """Ways of several moves, those first that many lines begin with."""
        begun = (line.way for line in lines if line is not None)
        ways = Counter(way for way in begun if way is not None and len(way.moves) > 1)
        return [way for way, _ in ways.most_common(_DETOURS)]

    def _far_away(self, seen: Set[View]) -> list[Way]:
        """Where every move at hand can be taken back: the nearest ways to go on, or any move."""
        waiting: deque[tuple[Position, list[Move]]] = deque([(self.any_position, [])])
        met, found = {self.hidden.view}, list[Way]()
        while waiting and len(met) < _FAR and not found:
            position, moves = waiting.popleft()
            for move in self.game.distinct_moves(position):
                way, after = self._way([*moves, move]), self._after(position, move)
                if way is not None:
                    found.append(way)
                elif view(after) not in met:
                    met.add(view(after))
                    waiting.append((after, [*moves, move]))
        if found:
            return found[:_DETOURS]
        moves = list(self.game.distinct_moves(self.any_position))
        new = [move for move in moves if view(self._after(self.any_position, move)) not in seen]
        return [Way((move,), (self.hidden.view,), Progress.MOVED) for move in (new or moves)[:1]]

    # -- trying them out --------------------------------------------------------------------------

    def _try_out(
        self, ways: list[Way], samples: list[Position], lines: list[_Line | None], met: int
    ) -> bool:
        """Try ways on further samples, those that can be won at all; false if it was called off."""
        todo: list[tuple[Way, int]] = []
        for at, line in enumerate(lines):
            if line is None:
                continue
            if line.way is not None:
                self.firsts[line.way] += 1
            for way in ways:
                if way == line.way and line.is_certain:
                    self.won[way] |= 1 << met + at
                else:
                    todo.append((way, at))
        positions = []
        for way, at in todo:
            if self.crew.is_cancelled:
                return False
            positions.append(self._through(samples[at], way))
        results = self.crew.solve(positions, self.patience.choosing)
        if results is None:
            return False
        for (way, at), result in zip(todo, results, strict=True):
            if result.verdict is Verdict.WINNABLE:
                self.won[way] |= 1 << met + at
        return True

    def _through(self, position: Position, way: Way) -> Position:
        for move in way.moves:
            position = self._after(position, move)
        return position

    def _wins(self, way: Way) -> int:
        return self.won[way].bit_count()

    def _leader(self, ways: Iterable[Way]) -> Way:
        return max(ways, key=self._wins)

    def _apart(self, way: Way, other: Way) -> tuple[int, int]:
        """Of the samples both were tried on: how many only the one wins, and only the other."""
        both = (1 << min(self.tried[way], self.tried[other])) - 1
        one, two = self.won[way] & both, self.won[other] & both
        return (one & ~two).bit_count(), (two & ~one).bit_count()

    def _is_noticeable(self, better: int, worse: int) -> bool:
        return better > worse if self.exact else is_noticeable(better, worse)

    def _is_beaten(self, way: Way, by: Way) -> bool:
        return self._is_noticeable(*self._apart(by, way))

    def best(self, ways: list[Way], seen: Set[View]) -> Way:
        """Of the ways that nothing beats noticeably, the one that gets most done."""
        new = [way for way in ways if seen.isdisjoint(way.views[1:])]
        if new and not self._is_beaten(self._leader(new), self._leader(ways)):
            ways = new
        leader = self._leader(ways)
        close = [way for way in ways if not any(self._is_beaten(way, other) for other in self.won)]
        return min(
            close or [leader],
            key=lambda way: (way.progress, -self.firsts[way], -self._wins(way)),
        )


def _progress(before: Position, move: Move, after: Position) -> Progress:
    if isinstance(move, Deal):
        return Progress.DEALT
    if sum(map(len, after.foundations)) > sum(map(len, before.foundations)):
        return Progress.HOME
    return Progress.TURNED if sum(after.down) < sum(before.down) else Progress.MOVED

"""Looking back at a game: where it could still be won, and the move that threw it away.

A review looks at the hidden cards: it tells what could be won *as the cards lay*.

What is won from a later position is won from every earlier one, and what follows a lost position is
lost. So a few verdicts tell all of them: the search is for the place where they change, and a game
that was won needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event

from winnable.coach.effort import effort_for
from winnable.moves import Move
from winnable.play import Session
from winnable.play.autoplay import apply_autoplay
from winnable.play.replay import moves_to_type
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, solve

__all__ = ["Review", "review"]

_PATIENCE = 8
"""So many positions may stay unsettled before the search for the turning point is given up."""


@dataclass(frozen=True)
class Review:
    """What became of a game, position by position."""

    game: Game
    verdicts: tuple[Verdict, ...]
    """At the start, and after each step with all that went home by itself in it."""
    is_won: bool
    mistake: int | None = None
    """The number of the step, counted from 1, that threw the game away: before it the game is known
    to be winnable, after it to be lost. None if there is no such step, or if it is not known which
    of several it was."""
    last_winnable: int | None = None
    """How many steps had been made at the last position that is known to be winnable."""
    kept_by: tuple[Move, ...] = ()
    """Moves there after which it is known to be winnable still; none for a game that was won."""
    best: Result | None = None
    """The shortest win that was found from the start; it may be the one that was played."""
    best_moves: int | None = None
    """How many moves that takes by hand at this table; without autoplay, if that spoils it."""
    rest: Result | None = None
    """The shortest win that was found from `last_winnable`; None for a game that was won."""
    rest_moves: int | None = None

    @property
    def first_lost(self) -> int | None:
        """How many steps had been made at the first position that is known to be lost."""
        return next((at for at, found in enumerate(self.verdicts) if found is Verdict.LOST), None)


def review(
    session: Session,
    *,
    limit: Limit | None = None,
    cancel: Event | None = None,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """Look back at all the steps of a session, hidden cards included.

    `limit` is for each position that has to be solved. `progress` hears what is known so far, and
    `cancel` makes it return that.
    """
    looking = _Looking(session, limit or effort_for(session.game).open_limit, cancel)
    found = Review(session.game, (), session.is_won)
    for found in looking.updates():
        if progress is not None:
            progress(found)
    return found


class _Looking:
    """The positions of a game, and what is known about them so far."""

    def __init__(self, session: Session, limit: Limit, cancel: Event | None) -> None:
        self.session, self.game = session, session.game
        self.limit, self.cancel = limit, cancel
        self.positions = [session.start, *(step.position for step in session.steps)]
        self.last_winnable = len(self.positions) - 1 if session.is_won else -1
        self.first_lost = len(self.positions)

    def updates(self) -> Iterator[Review]:
        """What is known: first the verdicts, then what could have been done, then the best win."""
        is_won = self.session.is_won
        for _ in self._turning_point():
            yield self._so_far()
        found = self._so_far()
        yield found
        if self.last_winnable < 0:
            return
        if not is_won:
            found = self._with_rest(found)
            yield found
            found = replace(found, kept_by=tuple(self._keeping(found.rest)))
            yield found
        yield self._with_best(found)

    def _so_far(self) -> Review:
        last, first, count = self.last_winnable, self.first_lost, len(self.positions)
        return Review(
            self.game,
            tuple(
                Verdict.WINNABLE
                if at <= last
                else Verdict.LOST
                if at >= first
                else Verdict.UNSETTLED
                for at in range(count)
            ),
            self.session.is_won,
            mistake=first if 0 <= last == first - 1 < count - 1 else None,
            last_winnable=last if last >= 0 else None,
        )

    def _turning_point(self) -> Iterator[int]:
        """Narrow down where verdicts change, from the end and then from the middle."""
        unsettled: set[int] = set()
        at = len(self.positions) - 1
        while len(unsettled) < _PATIENCE:
            between = set(range(self.last_winnable + 1, self.first_lost)) - unsettled
            if not between or _is_set(self.cancel):
                return
            if at not in between:
                middle = (self.last_winnable + self.first_lost) / 2
                at = min(between, key=lambda each: (abs(each - middle), each))
            verdict = self._solve(self.positions[at]).verdict
            if verdict is Verdict.WINNABLE:
                self.last_winnable = at
            elif verdict is Verdict.LOST:
                self.first_lost = at
            else:
                unsettled.add(at)
            yield at

    def _solve(self, position: Position, limit: Limit | None = None, short: bool = False) -> Result:
        return solve(self.game, position, limit or self.limit, short=short, cancel=self.cancel)

    def _with_rest(self, found: Review) -> Review:
        """The shortest win from the last winnable position."""
        start = self.positions[self.last_winnable]
        rest = self._solve(start, short=True)
        if rest.verdict is not Verdict.WINNABLE:
            return found
        return replace(found, rest=rest, rest_moves=self._by_hand(start, rest))

    def _keeping(self, rest: Result | None) -> Iterator[Move]:
        """The moves at the last winnable position that keep it winnable, a known one first."""
        start, limit = self.positions[self.last_winnable], effort_for(self.game).review_limit
        first = rest.moves[:1] if rest is not None else ()
        for move in sorted(self.game.distinct_moves(start), key=lambda move: move not in first):
            after = apply_autoplay(self.game, self.game.apply(start, move), self.session.autoplay)[
                1
            ]
            if after in self.positions[self.first_lost :]:
                continue
            if self._solve(after, limit).verdict is Verdict.WINNABLE:
                yield move

    def _with_best(self, found: Review) -> Review:
        """The shortest win from the start: the solver's, or the player's own as far as it went."""
        start, steps = self.session.start, self.session.steps[: self.last_winnable]
        wins: list[tuple[int, Result]] = []
        if found.is_won or found.rest is not None:
            moves = [move for step in steps for move in (step.move, *step.automoves)]
            moves += found.rest.moves if found.rest is not None else ()
            own = Result(Verdict.WINNABLE, tuple(moves), 1, 0.0)
            wins.append((len(steps) + (found.rest_moves or 0), own))
        solved = self._solve(start, short=True)
        if solved.verdict is Verdict.WINNABLE:
            wins.append((self._by_hand(start, solved), solved))
        if not wins:
            return found
        count, best = min(wins, key=lambda win: win[0])
        return replace(found, best=best, best_moves=count)

    def _by_hand(self, start: Position, result: Result) -> int:
        """How many moves of a win a player has to make here."""
        table = Session(self.game, start, autoplay=self.session.autoplay)
        typed = moves_to_type(table, result.moves)
        return len(result.moves if typed is None else typed)


def _is_set(cancel: Event | None) -> bool:
    return cancel is not None and cancel.is_set()

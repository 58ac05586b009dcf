"""Reviewing a game: where it could still be won, and the move that lost it.

A review looks at the hidden cards: it says what could be won *as the cards were dealt*. Only its
part on luck and skill (`winnable.coach.luck`) does not.

If a position can be won, so can every earlier one; if it is lost, so is every later one. So a few
verdicts tell all of them: a binary search finds the turning point, and a game that was won needs no
search at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event

from winnable.coach.effort import effort_for
from winnable.coach.luck import LuckReview, luck_and_skill
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Session
from winnable.play.autoplay import apply_autoplay
from winnable.play.replay import moves_to_type
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, solve
from winnable.solver.cancellation import is_cancelled

__all__ = ["Review", "review", "why_not_reviewable"]

_MAX_UNSETTLED = 8
"""After this many unsettled positions the search for the turning point is given up."""


@dataclass(frozen=True)
class Review:
    """What became of a game, position by position."""

    game: Game
    verdicts: tuple[Verdict, ...]
    """At the start, and after each step, including what autoplay did in it."""
    is_won: bool
    mistake: int | None = None
    """The number of the step, counted from 1, that lost the game: before it the game is known to be
    winnable, after it to be lost. None if there is no such step, or if it is not known which of
    several it was."""
    last_winnable: int | None = None
    """How many steps had been made at the last position that is known to be winnable."""
    kept_by: tuple[Move, ...] = ()
    """Moves there after which the game is known to be still winnable; none for a game won."""
    best: Result | None = None
    """The shortest win found from the start; it may be the one that was played."""
    best_moves: int | None = None
    """How many moves that takes by hand with the session's autoplay, or without if that breaks
    it."""
    rest: Result | None = None
    """The shortest win found from `last_winnable`; None for a game won."""
    rest_moves: int | None = None
    """How many moves that takes by hand."""
    luck: LuckReview | None = None
    """What the moves cost and what was luck, judged by what was in sight; None where nothing was
    hidden, or where there is no player of the game."""

    @property
    def first_lost(self) -> int | None:
        """How many steps had been made at the first position that is known to be lost."""
        return next((at for at, found in enumerate(self.verdicts) if found is Verdict.LOST), None)


def why_not_reviewable(session: Session) -> str:
    """Why there is nothing to review; empty if there is.

    Before the first move nothing can have been lost, and a verdict on the deal would tell of its
    hidden cards.
    """
    return "" if session.steps else t("coach.review.nothing")


def review(
    session: Session,
    *,
    limit: Limit | None = None,
    cancel: Event | None = None,
    progress: Callable[[Review], None] | None = None,
    with_luck: bool = True,
) -> Review:
    """Review all steps of a session, hidden cards included.

    `limit` is for each position that has to be solved. `progress` gets what is known so far, and
    `cancel` makes it return that. Luck and skill come last, and take longest.
    """
    reviewer = _Reviewer(session, limit or effort_for(session.game).open_limit, cancel)
    found = reviewer.verdicts_so_far()
    for found in reviewer.run():
        if progress is not None:
            progress(found)
    if with_luck:
        found = replace(found, luck=luck_and_skill(session, found.verdicts, cancel=cancel))
    return found


class _Reviewer:
    """The positions of a game, and the narrowest bounds known for its turning point."""

    def __init__(self, session: Session, limit: Limit, cancel: Event | None) -> None:
        self.session, self.game = session, session.game
        self.limit, self.cancel = limit, cancel
        self.positions = [session.start, *(step.position for step in session.steps)]
        self.last_winnable = len(self.positions) - 1 if session.is_won else -1
        self.first_lost = len(self.positions)

    def run(self) -> Iterator[Review]:
        """What is known: first the verdicts, then what could have been done, then the best win."""
        for _ in self._narrow_turning_point():
            yield self.verdicts_so_far()
        found = self.verdicts_so_far()
        yield found
        if self.last_winnable < 0:
            return
        if not self.session.is_won:
            found = self._add_rest(found)
            yield found
            found = replace(found, kept_by=tuple(self._winning_moves(found.rest)))
            yield found
        yield self._add_best(found)

    def verdicts_so_far(self) -> Review:
        last, first, count = self.last_winnable, self.first_lost, len(self.positions)
        winnable, unsettled = last + 1, first - last - 1
        return Review(
            self.game,
            (Verdict.WINNABLE,) * winnable
            + (Verdict.UNSETTLED,) * unsettled
            + (Verdict.LOST,) * (count - first),
            self.session.is_won,
            mistake=first if winnable and not unsettled and first < count else None,
            last_winnable=last if winnable else None,
        )

    def _narrow_turning_point(self) -> Iterator[None]:
        """Search for the place where verdicts change: at the end first, then by halving."""
        unsettled: set[int] = set()
        at = len(self.positions) - 1
        while len(unsettled) < _MAX_UNSETTLED:
            between = set(range(self.last_winnable + 1, self.first_lost)) - unsettled
            if not between or is_cancelled(self.cancel):
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
            yield

    def _add_rest(self, found: Review) -> Review:
        """Add the shortest win from the last winnable position."""
        start = self.positions[self.last_winnable]
        rest = self._solve(start, short=True)
        if rest.verdict is not Verdict.WINNABLE:
            return found
        return replace(found, rest=rest, rest_moves=self._moves_by_hand(start, rest))

    def _winning_moves(self, rest: Result | None) -> Iterator[Move]:
        """The moves at the last winnable position that keep it winnable, that of `rest` first."""
        start, limit = self.positions[self.last_winnable], effort_for(self.game).review_limit
        first = rest.moves[:1] if rest is not None else ()
        for move in sorted(self.game.distinct_moves(start), key=lambda move: move not in first):
            moved = self.game.apply(start, move)
            after = apply_autoplay(self.game, moved, self.session.autoplay)[1]
            if after in self.positions[self.first_lost :]:
                continue
            if self._solve(after, limit).verdict is Verdict.WINNABLE:
                yield move

    def _add_best(self, found: Review) -> Review:
        """Add the shortest win from the start: the solver's, or one that begins as the player's."""
        start, steps = self.session.start, self.session.steps[: self.last_winnable]
        wins: list[tuple[int, Result]] = []
        if found.is_won or found.rest is not None:
            moves = [move for step in steps for move in (step.move, *step.automoves)]
            moves += found.rest.moves if found.rest is not None else ()
            played = Result(Verdict.WINNABLE, tuple(moves), 1, 0.0)
            wins.append((len(steps) + (found.rest_moves or 0), played))
        solved = self._solve(start, short=True)
        if solved.verdict is Verdict.WINNABLE:
            wins.append((self._moves_by_hand(start, solved), solved))
        if not wins:
            return found
        count, best = min(wins, key=lambda win: win[0])
        return replace(found, best=best, best_moves=count)

    def _solve(self, position: Position, limit: Limit | None = None, short: bool = False) -> Result:
        return solve(self.game, position, limit or self.limit, short=short, cancel=self.cancel)

    def _moves_by_hand(self, start: Position, result: Result) -> int:
        """How many moves of a win the player has to make."""
        session = Session(self.game, start, autoplay=self.session.autoplay)
        typed = moves_to_type(session, result.moves)
        return len(result.moves if typed is None else typed)

"""Questions to the coach, as a worker gets them: which there are, and how each is answered.

A question is a dict in plain types. What it says about the game is a record (`docs/record.md`), and
`table` names the table, so that the coach remembers what was found out there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from threading import Event
from typing import Any, NamedTuple

from winnable.coach import Coach, Review, review
from winnable.coach.deal_finder import find_daily_deal, find_winnable_deal
from winnable.coach.difficulty import Level
from winnable.coach.visible_history import VisibleHistory
from winnable.errors import NotationError, WinnableError, quote
from winnable.moves import parse_move
from winnable.play import Session, parse_record
from winnable.rules import Game, find_game
from winnable.web.answers import deal_told, hint_told, review_told, search_told, standing_told

__all__ = ["Coaches", "Desk", "Question"]

Question = dict[str, Any]
"""``ask`` says what is asked: standing, hint, review, deal or daily."""
Tell = Callable[[dict[str, Any]], None]

_MOST_COACHES = 50
_MOST_VIEWS = 200_000
"""Views that all coaches together may have been asked about: some hundred megabytes at worst."""


class Coaches:
    """The coaches of the tables asked about lately."""

    def __init__(self, most: int = _MOST_COACHES, most_views: int = _MOST_VIEWS) -> None:
        self._most, self._most_views = most, most_views
        self._at: OrderedDict[str, tuple[Coach, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._at)

    def of(self, table: str, game: Game) -> Coach:
        """The coach of a table; a new one where none is remembered."""
        coach, views = self._at.get(table) or (Coach(game), 0)
        if coach.game != game:
            coach, views = Coach(game), 0
        self._at[table] = coach, views
        self._at.move_to_end(table)
        self._forget()
        return coach

    def note(self, table: str, views: int) -> None:
        """A coach has got to know so many views more; those who know too much are let go."""
        coach, known = self._at[table]
        self._at[table] = coach, known + views
        self._forget()

    def _forget(self) -> None:
        while len(self._at) > self._most or (
            self._at and sum(views for _, views in self._at.values()) > self._most_views
        ):
            self._at.popitem(last=False)


class Desk:
    """Answers one question at a time."""

    def __init__(self, coaches: Coaches | None = None) -> None:
        self.coaches = Coaches() if coaches is None else coaches
        self._asks: dict[str, Callable[[Question, Event, Tell], dict[str, Any]]] = {
            "standing": self._standing,
            "hint": self._hint,
            "review": _review,
            "deal": _deal,
            "daily": _daily,
        }

    def answer(self, question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
        """The last word on a question; `tell` hears what is known before.

        `cancel` makes it come soon, with what is known by then. A WinnableError says why there is
        no answer.
        """
        ask = self._asks.get(_text(question, "ask"))
        if ask is None:
            asks = ", ".join(self._asks)
            raise WinnableError(f"the coach cannot answer that: ask for one of {asks}")
        return ask(question, cancel, tell)

    def _standing(self, question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
        here = self._sit_down(question)
        found = here.coach.evaluate(
            here.moment, cancel=cancel, progress=lambda standing: tell(standing_told(standing))
        )
        return standing_told(found) | self._known(here)

    def _hint(self, question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
        here = self._sit_down(question)
        game, view = here.moment.game, here.moment.view
        found = here.coach.hint(
            here.moment, cancel=cancel, progress=lambda hint: tell(hint_told(game, view, hint))
        )
        return hint_told(game, view, found) | self._known(here)

    def _sit_down(self, question: Question) -> _Here:
        session, table = _session(question), _text(question, "table")
        coach = self.coaches.of(table, session.game)
        _remind(coach, session, question.get("known"))
        return _Here(table, coach, VisibleHistory.of(session))

    def _known(self, here: _Here) -> dict[str, Any]:
        """What another coach should know of a table: the win that this one has in mind.

        So who follows hints wins in as many moves as told, whichever worker gives them.
        """
        moves = [str(move) for move in here.coach.known_win(here.moment)]
        self.coaches.note(here.table, len(here.moment.views) + len(moves))
        return {"known": {"made": len(here.moment.views) - 1, "moves": moves} if moves else None}


class _Here(NamedTuple):
    """A table, its coach, and all that was ever in sight there."""

    table: str
    coach: Coach
    moment: VisibleHistory


def _remind(coach: Coach, session: Session, known: object) -> None:
    """Tell a coach the win that was in mind when the table was last asked about."""
    if not isinstance(known, dict) or coach.known_win(session):
        return
    line, made, moves = session.copy(), known["made"], known["moves"]
    while len(line.steps) > made:
        line.undo()
    if len(line.steps) == made:
        coach.remember_win(line, [parse_move(move) for move in moves])


def _review(question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
    session = _session(question)

    def so_far(found: Review) -> None:
        tell(review_told(session, found, with_lines=False))

    found = review(session, cancel=cancel, progress=so_far)
    return review_told(session, found, with_lines=True)


def _deal(question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
    game, name = find_game(_text(question, "game")), question.get("level")
    level = None if name is None else _level(_text(question, "level"))
    number = find_winnable_deal(
        game, level=level, cancel=cancel, progress=lambda past: tell(search_told(past))
    )
    return deal_told(number)


def _daily(question: Question, cancel: Event, tell: Tell) -> dict[str, Any]:
    game, text = find_game(_text(question, "game")), _text(question, "date")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotationError(f"{quote(text)} is no date: write it like 2026-11-16") from None
    number = find_daily_deal(
        game, day, cancel=cancel, progress=lambda past: tell(search_told(past))
    )
    return deal_told(number)


def _session(question: Question) -> Session:
    return parse_record(_text(question, "record")).session()


def _level(name: str) -> Level:
    try:
        return Level(name)
    except ValueError:
        levels = ", ".join(level.value for level in Level)
        raise NotationError(f"{quote(name)} is no level: choose one of {levels}") from None


def _text(question: Question, name: str) -> str:
    value = question.get(name)
    if not isinstance(value, str):
        raise WinnableError(f"the question has no text for {name}")
    return value

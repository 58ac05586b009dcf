"""The tasks of a worker: evaluate, hint, review, find a deal, find out about a deal.

A task is a JSON object: `task` says which one it is, `record` is the game (docs/record.md), and
`game_key` names it, so that the coach remembers what it found there. Tasks about deals have the
slug of a `game` instead.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from threading import Event
from typing import Any, NamedTuple

from winnable.coach import Coach, Review, luck_and_skill, review
from winnable.coach.atlas import deal_facts
from winnable.coach.deal_finder import find_daily_deal, find_winnable_deal
from winnable.coach.difficulty import Level
from winnable.coach.effort import EffortLevel, effort_for
from winnable.coach.visible_history import VisibleHistory
from winnable.errors import NotationError, WinnableError, quote
from winnable.l10n import known_language, t, use_language
from winnable.moves import parse_move
from winnable.play import Session, parse_record
from winnable.player import has_player
from winnable.rules import Game, find_game
from winnable.web.coach_messages import (
    DealMessage,
    ProgressMessage,
    TaskMessage,
    Wins,
    evaluation_message,
    facts_message,
    hint_message,
    review_message,
)
from winnable.web.luck_messages import LuckStatus

__all__ = ["CoachCache", "Report", "Task", "TaskResult", "TaskRunner"]

Task = dict[str, Any]
Report = Callable[[TaskMessage], None]
"""Takes messages that are not the last."""

_MAX_COACHES = 50
_MAX_VIEWS = 200_000
"""Views that all coaches together may remember: some hundred megabytes at worst."""


class TaskResult(NamedTuple):
    """The last message of a task, and the win that another worker should know of."""

    message: TaskMessage
    known_win: dict[str, Any] | None = None


class CoachCache:
    """The coaches of the games worked on lately: an LRU cache, bounded by views as well."""

    def __init__(self, max_coaches: int = _MAX_COACHES, max_views: int = _MAX_VIEWS) -> None:
        self._max_coaches, self._max_views = max_coaches, max_views
        self._coaches: OrderedDict[str, tuple[Coach, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._coaches)

    def get(self, game_key: str, game: Game, effort_level: EffortLevel = EffortLevel.FULL) -> Coach:
        """The coach of a saved game; a new one if it is not in the cache."""
        coach, views = self._coaches.get(game_key) or (None, 0)
        if coach is None or coach.game != game:
            coach, views = Coach(game, effort=effort_for(game, effort_level)), 0
        self._coaches[game_key] = coach, views
        self._coaches.move_to_end(game_key)
        self._evict()
        return coach

    def add_views(self, game_key: str, views: int) -> None:
        """Count the views that a coach remembers from now on."""
        coach, known = self._coaches[game_key]
        self._coaches[game_key] = coach, known + views
        self._evict()

    def _evict(self) -> None:
        while len(self._coaches) > self._max_coaches or (
            self._coaches and sum(views for _, views in self._coaches.values()) > self._max_views
        ):
            self._coaches.popitem(last=False)


class TaskRunner:
    """Runs one task at a time."""

    def __init__(self, coaches: CoachCache | None = None) -> None:
        self.coaches = CoachCache() if coaches is None else coaches
        self._tasks: dict[str, Callable[[Task, Event, Report], TaskResult]] = {
            "evaluation": self._evaluate,
            "hint": self._hint,
            "review": _review,
            "deal": _find_deal,
            "daily": _find_daily_deal,
            "facts": _find_facts,
        }

    def run(self, task: Task, cancel: Event, report: Report) -> TaskResult:
        """Run a task; WinnableError says why there is no result.

        `cancel` makes it return soon, with what is known by then.
        """
        run = self._tasks.get(_text(task, "task"))
        if run is None:
            raise WinnableError(f"there is no such task: the tasks are {', '.join(self._tasks)}")
        with use_language(known_language(task.get("language"))):
            return run(task, cancel, report)

    def _evaluate(self, task: Task, cancel: Event, report: Report) -> TaskResult:
        at = self._open(task)
        found = at.coach.evaluate(
            at.history, cancel=cancel, progress=lambda found: report(evaluation_message(found))
        )
        return TaskResult(evaluation_message(found), self._known_win(at))

    def _hint(self, task: Task, cancel: Event, report: Report) -> TaskResult:
        at = self._open(task)
        game, view = at.history.game, at.history.view
        found = at.coach.hint(
            at.history, cancel=cancel, progress=lambda hint: report(hint_message(game, view, hint))
        )
        return TaskResult(hint_message(game, view, found), self._known_win(at))

    def _open(self, task: Task) -> _CoachedGame:
        session, game_key = _session(task), _text(task, "game_key")
        level = EffortLevel.QUICK if task.get("quick_hints") else EffortLevel.FULL
        coach = self.coaches.get(game_key, session.game, level)
        _remember_win(coach, session, task.get("known_win"))
        return _CoachedGame(game_key, coach, VisibleHistory.of(session))

    def _known_win(self, at: _CoachedGame) -> dict[str, Any] | None:
        """The win that this coach has found, for a worker that gets the game next.

        So a player who follows hints wins in as many moves as promised, whichever worker gives
        them.
        """
        moves = [str(move) for move in at.coach.known_win(at.history)]
        self.coaches.add_views(at.game_key, len(at.history.views) + len(moves))
        return {"moves_made": len(at.history.views) - 1, "moves": moves} if moves else None


class _CoachedGame(NamedTuple):
    game_key: str
    coach: Coach
    history: VisibleHistory


def _remember_win(coach: Coach, session: Session, known_win: object) -> None:
    """Tell a coach the win that another worker has found."""
    if not isinstance(known_win, dict) or coach.known_win(session):
        return
    line, moves_made = session.copy(), known_win["moves_made"]
    while len(line.steps) > moves_made:
        line.undo()
    if len(line.steps) == moves_made:
        coach.remember_win(line, [parse_move(move) for move in known_win["moves"]])


_LUCK_REPORTS = 20
"""How often a review says how far luck and skill have come."""


def _review(task: Task, cancel: Event, report: Report) -> TaskResult:
    """A review, first without luck and skill; `without_luck` leaves them out.

    `seen_only` leaves out winning lines that show cards which were not seen in the game.
    """
    session = _session(task)
    has_luck = not (task.get("without_luck") or session.start.view.is_open)
    has_luck = has_luck and has_player(session.game)
    status: LuckStatus = "pending" if has_luck else "none"

    def progress(found: Review) -> None:
        report(review_message(session, found, wins="none", luck_status=status))

    found = review(session, cancel=cancel, progress=progress, with_luck=False)
    wins: Wins = "seen" if task.get("seen_only") else "all"
    message = review_message(session, found, wins=wins, luck_status=status)
    if not has_luck:
        return TaskResult(message)
    report(message)

    def luck_progress(moves: int, of_moves: int) -> None:
        # Each message has the whole review so far, so there are not many.
        if moves * _LUCK_REPORTS // of_moves > (moves - 1) * _LUCK_REPORTS // of_moves:
            report(replace(message, luck_moves=moves))

    luck = luck_and_skill(session, found.verdicts, cancel=cancel, progress=luck_progress)
    found, status = replace(found, luck=luck), "out of time" if luck is None else "known"
    return TaskResult(review_message(session, found, wins=wins, luck_status=status))


def _find_deal(task: Task, cancel: Event, report: Report) -> TaskResult:
    level = None if task.get("level") is None else _level(_text(task, "level"))
    number = find_winnable_deal(
        find_game(_text(task, "game")),
        level=level,
        cancel=cancel,
        progress=lambda count: report(ProgressMessage(passed_over=count)),
    )
    return TaskResult(DealMessage(deal_number=number))


def _find_daily_deal(task: Task, cancel: Event, report: Report) -> TaskResult:
    number = find_daily_deal(
        find_game(_text(task, "game")),
        _date(_text(task, "date")),
        cancel=cancel,
        progress=lambda count: report(ProgressMessage(passed_over=count)),
    )
    return TaskResult(DealMessage(deal_number=number))


def _find_facts(task: Task, cancel: Event, report: Report) -> TaskResult:
    """What can be found out about a numbered deal, within a number of positions.

    So it is the same every time, unless the task is cancelled.
    """
    game = find_game(_text(task, "game"))
    found = deal_facts(game, _deal_number(task), effort_for(game).open_limit, cancel=cancel)
    return TaskResult(facts_message(found, cut_short=cancel.is_set()))


# -- the fields of a task --------------------------------------------------------------------------


def _session(task: Task) -> Session:
    return parse_record(_text(task, "record")).session()


def _level(name: str) -> Level:
    try:
        return Level(name)
    except ValueError:
        levels = ", ".join(level.value for level in Level)
        raise NotationError(t("web.body.level", text=quote(name), levels=levels)) from None


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotationError(t("web.body.date")) from None


def _deal_number(task: Task) -> int:
    value = task.get("deal_number")
    if not isinstance(value, int):
        raise WinnableError("the task's field deal_number is missing or not a number")
    return value


def _text(task: Task, name: str) -> str:
    value = task.get(name)
    if not isinstance(value, str):
        raise WinnableError(f"the task's field {name} is missing or not a string")
    return value

"""The tasks of a worker: what each returns, and what the coach remembers of a game."""

import random
from dataclasses import replace
from datetime import date
from threading import Event

import pytest
from hidden_card_search import HIDING, lying_otherwise, shuffled
from requires_kernels import need_kernels

from winnable import GAMES, Game, Record, Session
from winnable.coach import Coach, review
from winnable.coach.atlas import deal_facts
from winnable.coach.deal_finder import find_daily_deal
from winnable.coach.descriptions import describe_review
from winnable.coach.difficulty import Level, level_of
from winnable.coach.effort import EffortLevel, effort_for
from winnable.errors import DealNumberError, LimitError, NotationError, RecordError, WinnableError
from winnable.player import has_player
from winnable.solver import Limit, Verdict
from winnable.web.coach_messages import (
    DealMessage,
    EvaluationMessage,
    FactsMessage,
    HintMessage,
    ReviewMessage,
    TaskMessage,
    evaluation_message,
    facts_message,
    hint_message,
    review_message,
)
from winnable.web.workers.tasks import CoachCache, Task, TaskResult, TaskRunner

PLAYED = [game for game in HIDING if has_player(game)]


def about(session: Session, task: str, **fields: object) -> Task:
    return {"task": task, "game_key": "key", "record": str(Record.of(session)), **fields}


def run(
    task: Task, runner: TaskRunner | None = None, progress: list[TaskMessage] | None = None
) -> TaskResult:
    report = (lambda _: None) if progress is None else progress.append
    return (runner or TaskRunner()).run(task, Event(), report)


def cancelled() -> Event:
    cancel = Event()
    cancel.set()
    return cancel


@pytest.mark.parametrize("slug", ["freecell", "golf-relaxed", "easthaven"])
def test_evaluations_and_hints_are_the_coachs(slug: str) -> None:
    need_kernels()
    session = Session.new(slug, 3)
    session.make(next(session.legal_moves()))
    coach, runner = Coach(session.game), TaskRunner()
    evaluation, hint = coach.evaluate(session), coach.hint(session)
    assert run(about(session, "evaluation"), runner).message == evaluation_message(evaluation)
    expected = hint_message(session.game, session.view, hint)
    assert run(about(session, "hint"), runner).message == expected


def test_progress_is_reported() -> None:
    need_kernels()
    progress: list[TaskMessage] = []
    run(about(Session.new("golf", 1), "evaluation"), progress=progress)
    samples = []
    for message in progress:
        assert isinstance(message, EvaluationMessage)
        assert message.odds is not None
        samples.append(message.odds.won + message.odds.lost + message.odds.unsettled)
    assert len(samples) > 1
    assert samples == sorted(samples)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.slug))
def test_hidden_cards_change_nothing(game: Game) -> None:
    need_kernels()
    rng = random.Random(5)
    session = shuffled(game, rng)
    while len(session.position.stock or ()) > 12:
        session.make("deal")
    other = lying_otherwise(session, rng)
    assert other.position != session.position
    for task in ("evaluation", "hint"):
        found = run(about(session, task))
        assert found == run(about(other, task))
        assert isinstance(found.message, EvaluationMessage | HintMessage)
        if task == "evaluation" and found.message.verdict is not Verdict.LOST:
            assert (found.message.chance is not None) == has_player(game)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: str(game.slug))
def test_luck_does_not_depend_on_cards_hidden_at_the_end(game: Game) -> None:
    """The verdicts of a review do: they look at those cards."""
    need_kernels()
    rng, sessions = random.Random(3), list[Session]()
    sessions.append(shuffled(game, rng))
    deals = 0
    while deals < 4:
        moves = list(sessions[0].legal_moves())
        sessions[0].make(rng.choice(moves))
        deals += str(sessions[0].steps[-1].move) == "deal"
    sessions += [lying_otherwise(sessions[0], rng) for _ in range(2)]
    found = [run(about(session, "review")).message for session in sessions]
    lucks = [message.luck for message in found if isinstance(message, ReviewMessage)]
    assert lucks[0] is not None
    assert lucks == lucks[:1] * len(sessions)
    assert found != found[:1] * len(sessions)


def test_a_review_that_runs_out_of_time_has_no_luck() -> None:
    """What is known by then is given all the same, with the winning lines."""
    need_kernels()
    session, cancel = five_deals(), Event()

    def report(message: TaskMessage) -> None:
        if isinstance(message, ReviewMessage) and message.luck_moves:
            cancel.set()

    message = TaskRunner().run(about(session, "review"), cancel, report).message
    assert isinstance(message, ReviewMessage)
    assert (message.luck, message.luck_status) == (None, "out of time")
    assert message.best
    assert message.text_lines[:-1] == describe_review(review(session, with_luck=False), session)
    assert "no time" in message.text_lines[-1]


@pytest.mark.parametrize("session", [Session.new("freecell", 1), Session.new("golf", 7)])
def test_a_review_without_luck(session: Session) -> None:
    """Nothing is hidden in FreeCell; and a request may leave luck out."""
    need_kernels()
    messages: list[TaskMessage] = []
    options = {"without_luck": True} if session.game.hides_cards else {}
    messages.append(run(about(session, "review", **options), progress=messages).message)
    for message in messages:
        assert isinstance(message, ReviewMessage)
        assert (message.luck, message.luck_status) == (None, "none")


def five_deals() -> Session:
    session = Session.new("golf", 7)
    for _ in range(5):
        session.make("deal")
    return session


def test_a_review() -> None:
    """The verdicts come first, then the winning lines, then luck and skill."""
    need_kernels()
    session = five_deals()
    progress: list[TaskMessage] = []
    found = run(about(session, "review"), progress=progress).message
    assert found == review_message(session, review(session), wins="all")
    assert isinstance(found, ReviewMessage)
    assert found.luck is not None
    stages = []
    for message in progress:
        assert isinstance(message, ReviewMessage)
        assert (message.luck, message.luck_status) == (None, "pending")
        stages.append((message.best is not None, message.luck_moves))
    assert stages == sorted(stages)
    assert {judged for has_wins, judged in stages if has_wins} == {0, 1, 2, 3, 4, 5}
    assert stages[0] == (False, 0)


@pytest.mark.parametrize("level", [None, "easy"])
def test_a_winnable_deal(level: str | None) -> None:
    need_kernels()
    message = run({"task": "deal", "game": "freecell", "level": level}).message
    assert isinstance(message, DealMessage)
    found = level_of(GAMES["freecell"], message.deal_number)
    assert found is not None
    assert level in (None, found.value)


def test_the_deal_of_a_day() -> None:
    message = run({"task": "daily", "game": "aces-up", "date": "2027-01-01"}).message
    number = find_daily_deal(GAMES["aces-up"], date(2027, 1, 1))
    assert message == DealMessage(deal_number=number)
    assert number == 191330


UNKNOWN = 300_001
"""A deal whose verdict does not ship with the package."""


def facts_task(slug: str, deal_number: int = UNKNOWN) -> Task:
    return {"task": "facts", "game": slug, "deal_number": deal_number}


@pytest.mark.parametrize("slug", list(GAMES))
def test_facts_about_a_deal(slug: str) -> None:
    need_kernels()
    game = GAMES[slug]
    facts = deal_facts(game, UNKNOWN, effort_for(game).open_limit)
    assert facts.verdict is not Verdict.UNSETTLED
    assert run(facts_task(slug)).message == facts_message(facts, cut_short=False)


def test_facts_that_a_limit_leaves_unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    effort = replace(effort_for(GAMES["aces-up"]), open_limit=Limit(states=100))
    monkeypatch.setattr("winnable.web.workers.tasks.effort_for", lambda _: effort)
    message = run(facts_task("aces-up", 10_107)).message
    assert message == FactsMessage(
        verdict=Verdict.UNSETTLED,
        moves=None,
        moves_by_hand=None,
        minimal=False,
        level=None,
        cut_short=False,
    )


def test_facts_that_are_cut_short_say_so() -> None:
    found = TaskRunner().run(facts_task("aces-up", 10_107), cancelled(), lambda _: None).message
    assert isinstance(found, FactsMessage)
    assert (found.verdict, found.level, found.cut_short) == (Verdict.UNSETTLED, None, True)


# -- bad tasks and cancelled ones ------------------------------------------------------------------

RECORD = str(Record.of(Session.new("golf", 1)))


@pytest.mark.parametrize(
    ("task", "error", "names"),
    [
        ({"task": "joke"}, WinnableError, "evaluation, hint, review, deal, daily"),
        ({}, WinnableError, "task"),
        ({"task": "hint", "record": RECORD}, WinnableError, "game_key"),
        ({"task": "hint", "game_key": "key"}, WinnableError, "record"),
        ({"task": "hint", "game_key": "key", "record": "golf"}, RecordError, "record"),
        ({"task": "deal", "game": "whist"}, WinnableError, "whist"),
        ({"task": "deal", "game": "golf", "level": "vile"}, NotationError, "easy, medium"),
        ({"task": "daily", "game": "golf", "date": "today"}, NotationError, "2026-11-16"),
        ({"task": "facts", "game": "whist", "deal_number": 1}, WinnableError, "whist"),
        ({"task": "facts", "game": "golf", "deal_number": "1"}, WinnableError, "deal_number"),
        ({"task": "facts", "game": "golf", "deal_number": 0}, DealNumberError, "deal 0"),
    ],
)
def test_bad_tasks(task: Task, error: type[Exception], names: str) -> None:
    with pytest.raises(error, match=names):
        run(task)


@pytest.mark.parametrize("task", ["evaluation", "hint", "review"])
@pytest.mark.parametrize("slug", ["easthaven", "freecell"])
def test_a_cancelled_task_ends_with_what_is_known(slug: str, task: str) -> None:
    result = TaskRunner().run(about(Session.new(slug, 617), task), cancelled(), lambda _: None)
    message = result.message
    assert message.kind == task
    if isinstance(message, ReviewMessage):
        assert Verdict.WINNABLE not in message.verdicts
    else:
        assert isinstance(message, EvaluationMessage | HintMessage)
        assert message.verdict is not Verdict.WINNABLE


def test_a_cancelled_search_for_a_deal_is_an_error() -> None:
    with pytest.raises(LimitError):
        TaskRunner().run(
            {"task": "deal", "game": "golf", "level": "hard"}, cancelled(), lambda _: None
        )


def test_every_level_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[Level | None] = []

    def find(game: object, *, level: Level | None, **_: object) -> int:
        levels.append(level)
        return 1

    monkeypatch.setattr("winnable.web.workers.tasks.find_winnable_deal", find)
    for level in Level:
        run({"task": "deal", "game": "golf", "level": level.value})
    assert levels == list(Level)


# -- what the coach remembers ----------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "deal"), [("freecell", 2001), ("bakers-game", 5)])
@pytest.mark.parametrize("autoplay", ["off", "safe", "all"])
def test_hints_of_two_workers_win_in_as_many_moves_as_promised(
    slug: str, deal: int, autoplay: str
) -> None:
    """The workers take turns, and each is told the win that the other had found."""
    need_kernels()
    session = Session.new(slug, deal, autoplay=autoplay)
    runners, known_win, left = [TaskRunner(), TaskRunner()], None, None
    while not session.is_won:
        task = about(session, "hint", known_win=known_win)
        message, found = run(task, runners[len(session.steps) % 2])
        assert isinstance(message, HintMessage)
        assert message.move is not None
        assert message.moves_to_win is not None
        assert left in (None, message.moves_to_win)
        known_win = found or known_win
        session.make(message.move)
        left = message.moves_to_win - 1
    assert left == 0


def test_a_win_of_another_position_is_ignored() -> None:
    need_kernels()
    session, other = Session.new("freecell", 5), Session.new("freecell", 6)
    known_win = run(about(session, "hint")).known_win
    assert known_win is not None
    assert run(about(other, "hint", known_win=known_win)) == run(about(other, "hint"))
    later = known_win | {"moves_made": 9}  # more than are made: some were undone
    assert run(about(session, "hint", known_win=later)) == run(about(session, "hint"))


def test_without_a_known_win_nothing_is_passed_on() -> None:
    need_kernels()
    for session in (Session.new("freecell", 11982), Session.new("golf", 1)):
        assert run(about(session, "evaluation")).known_win is None


def test_coaches_are_cached_by_game() -> None:
    coaches, golf = CoachCache(max_coaches=2), GAMES["golf-relaxed"]
    first, second = coaches.get("a", golf), coaches.get("b", golf)
    assert first is not second
    assert coaches.get("a", golf) is first
    coaches.get("c", golf)  # so b, used before a, is evicted
    assert len(coaches) == 2
    assert coaches.get("a", golf) is first
    assert coaches.get("b", golf) is not second


def test_a_key_with_another_game_gets_another_coach() -> None:
    coaches = CoachCache()
    coaches.get("a", GAMES["freecell"])
    assert coaches.get("a", GAMES["golf-relaxed"]).game is GAMES["golf-relaxed"]


def test_the_cache_is_bounded_by_views() -> None:
    coaches, golf = CoachCache(max_views=100), GAMES["golf-relaxed"]
    first, second = coaches.get("a", golf), coaches.get("b", golf)
    coaches.add_views("a", 60)
    coaches.add_views("b", 40)
    assert coaches.get("a", golf) is first
    coaches.add_views("a", 1)
    assert len(coaches) == 1
    assert coaches.get("b", golf) is not second
    coaches.add_views("b", 101)
    assert len(coaches) == 0


def test_a_task_counts_the_views_that_its_coach_remembers() -> None:
    need_kernels()
    runner = TaskRunner(CoachCache(max_views=50))
    run(about(Session.new("freecell", 5), "hint"), runner)  # a win of more than fifty moves
    assert len(runner.coaches) == 0
    run(about(Session.new("golf", 1), "evaluation"), runner)
    assert len(runner.coaches) == 1


def test_hints_may_be_quick() -> None:
    need_kernels()
    session = Session.new("golf", 4)

    def effort(**options: bool) -> object:
        runner = TaskRunner()
        run(about(session, "hint", **options), runner)
        return runner.coaches.get("key", session.game).effort

    assert effort() == effort(quick_hints=False) == effort_for(session.game, EffortLevel.FULL)
    assert effort(quick_hints=True) == effort_for(session.game, EffortLevel.QUICK)

"""The coach: what looks at hidden cards, what threads may share, and wins taken over."""

import random
from threading import Thread

from hidden_card_search import HIDING, OPEN, lying_otherwise, with_few_hidden
from requires_kernels import need_kernels

from winnable import GAMES, Session
from winnable.coach import Coach, Evaluation, Hint
from winnable.coach.effort import EffortLevel, effort_for
from winnable.solver import Limit, Verdict, solve

GOLF, ACES_UP, EASTHAVEN = HIDING


def test_as_dealt_looks_at_the_hidden_cards() -> None:
    need_kernels()
    rng = random.Random(2)
    verdicts = set()
    for _ in range(60):
        session = lying_otherwise(with_few_hidden(GOLF, rng, 6), rng)
        result = Coach(GOLF).as_dealt(session)
        assert result.verdict is solve(GOLF, session.position).verdict
        verdicts.add(result.verdict)
    assert verdicts == {Verdict.WINNABLE, Verdict.LOST}


def test_as_dealt_has_no_influence_on_hints() -> None:
    need_kernels()
    session = with_few_hidden(EASTHAVEN, random.Random(5), 8)
    coach = Coach(EASTHAVEN)
    coach.as_dealt(session)
    assert coach.hint(session) == Coach(EASTHAVEN).hint(session)
    assert coach.evaluate(session) == Coach(EASTHAVEN).evaluate(session)


def test_as_dealt_keeps_to_a_limit() -> None:
    session = Session.new("freecell", 11982)
    found = Coach(session.game).as_dealt(session, limit=Limit(states=10))
    assert found.verdict is Verdict.UNSETTLED


def test_threads_may_share_a_coach() -> None:
    need_kernels()
    for game in (*OPEN, GOLF):
        effort = effort_for(game, EffortLevel.QUICK)
        session, coach = Session.new(game, 4), Coach(game, effort=effort)
        answers: list[Evaluation | Hint] = []

        def ask(session: Session = session, coach: Coach = coach) -> None:
            answers.append(coach.evaluate(session))  # noqa: B023 - joined below
            answers.append(coach.hint(session))  # noqa: B023

        threads = [Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 8
        assert len(set(answers)) == 2
        assert Coach(GAMES[game.slug], effort=effort).hint(session) in answers


def test_a_coach_can_take_over_a_win_from_another() -> None:
    need_kernels()
    table = Session.new("freecell", 2001, autoplay="safe")
    coach, other = Coach(table.game), Coach(table.game)
    assert coach.known_win(table) == ()
    coach.hint(table)
    win = coach.known_win(table)
    assert len(win) > len(table.moves)
    assert other.remember_win(table, win)
    assert other.known_win(table) == win
    assert other.hint(table) == coach.hint(table)
    for move in win:
        table.make(move, ())
    assert table.is_won


def test_a_coach_refuses_a_line_that_does_not_win() -> None:
    need_kernels()
    table, other = Session.new("freecell", 1), Session.new("freecell", 2)
    coach = Coach(table.game)
    coach.hint(table)
    win = coach.known_win(table)
    stranger = Coach(table.game)
    assert not stranger.remember_win(other, win)
    assert not stranger.remember_win(table, win[:-1])
    assert stranger.known_win(table) == stranger.known_win(other) == ()
    hiding = Session.new("golf", 1)
    assert not Coach(hiding.game).remember_win(hiding, [])  # nobody knows what wins there

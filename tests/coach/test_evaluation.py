"""Evaluations: nothing is searched twice, and no hidden card is looked at."""

import random
from dataclasses import replace
from threading import Event

import pytest
from hidden_card_search import HIDING, OPEN, with_few_hidden
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Game, Session
from winnable.coach import Coach, Evaluation, Odds, chance, odds, sampled_advice, win_finder
from winnable.coach.hidden_cards import HiddenCards
from winnable.solver import Limit, Verdict, solve

GOLF, ACES_UP, EASTHAVEN = HIDING


def _not_again(*_: object, **__: object) -> None:
    raise AssertionError("that is known already")


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.slug)
def test_where_nothing_is_hidden_it_is_the_solvers_verdict(game: Game) -> None:
    need_kernels()
    for deal in range(1, 6):
        session, coach = Session.new(game, deal, autoplay="safe"), Coach(game)
        rng = random.Random(deal)
        for _ in range(4):
            evaluation = coach.evaluate(session)
            assert evaluation.verdict is solve(game, session.position).verdict
            assert evaluation.odds is None
            assert (evaluation.moves is None) == (evaluation.verdict is Verdict.LOST)
            session.make(rng.choice(list(session.legal_moves())))


def test_after_a_lost_position_everything_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    session = Session.new("bakers-game", 1)
    coach, rng = Coach(session.game), random.Random(3)
    while coach.evaluate(session).verdict is not Verdict.LOST:
        session.make(rng.choice(list(session.legal_moves())))
    monkeypatch.setattr(win_finder, "solve", _not_again)
    for _ in range(5):
        if (move := next(session.legal_moves(), None)) is not None:
            session.make(move)
        assert coach.evaluate(session) == Evaluation(Verdict.LOST)


def test_back_before_the_mistake_it_is_winnable_again() -> None:
    need_kernels()
    session = Session.new("bakers-game", 1)
    coach, rng = Coach(session.game), random.Random(3)
    while coach.evaluate(session).verdict is not Verdict.LOST:
        session.make(rng.choice(list(session.legal_moves())))
    session.undo()
    assert coach.evaluate(session).verdict is Verdict.WINNABLE


def test_won_and_stuck() -> None:
    won = Session(GOLF, endgame(GOLF, stock="KS QS JS"))
    assert Coach(GOLF).evaluate(won) == Evaluation(Verdict.WINNABLE, moves=0)
    stuck = Session(ACES_UP, endgame(ACES_UP, "2S AH AS", "AC", "AD", "3D"))
    while not stuck.is_stuck and not stuck.is_won and len(stuck.steps) < 3:
        stuck.make(next(stuck.legal_moves()))
    assert Coach(ACES_UP).evaluate(stuck).verdict in (Verdict.WINNABLE, Verdict.LOST)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_where_cards_are_hidden_it_is_the_odds(game: Game) -> None:
    need_kernels()
    session = with_few_hidden(game, random.Random(game.slug), 10)
    reported: list[Evaluation] = []
    coach = Coach(game, seed=4)
    evaluation = coach.evaluate(session, progress=reported.append)
    assert evaluation.odds == odds(game, session.view, seed=4)
    assert evaluation.verdict is evaluation.odds.verdict
    assert evaluation.moves is None
    assert reported[-1] == replace(evaluation, chance=None)
    assert evaluation.chance == chance(game, session.view, seed=4)
    assert coach.evaluate(session, progress=_not_again) == evaluation, "it is remembered"


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_a_verdict_holds_for_every_arrangement(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(8):
        session = with_few_hidden(game, rng, 4)
        evaluation = Coach(game).evaluate(session)
        positions = HiddenCards.of(game, session.view).all_positions()
        verdicts = {solve(game, position).verdict for position in positions}
        if len(verdicts) == 1:
            assert {evaluation.verdict} == verdicts
        else:
            assert evaluation.verdict is Verdict.UNSETTLED


def test_a_game_lost_in_every_arrangement_stays_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    rng = random.Random(1)
    coach = Coach(ACES_UP)
    while True:
        session = with_few_hidden(ACES_UP, rng, 4)
        if coach.evaluate(session).verdict is Verdict.LOST:
            break
    monkeypatch.setattr(sampled_advice, "odds", _not_again)
    assert session.make("deal")
    assert coach.evaluate(session) == Evaluation(Verdict.LOST)


def test_a_limit_that_is_too_small_leaves_it_unsettled() -> None:
    session = Session.new("freecell", 11982)
    assert Coach(session.game).evaluate(session, limit=Limit(states=5)) == Evaluation(
        Verdict.UNSETTLED
    )


def test_cancelled_it_says_nothing_and_remembers_nothing() -> None:
    cancel = Event()
    cancel.set()
    golf, freecell = Session.new("golf", 1), Session.new("freecell", 1)
    coach = Coach(GOLF)
    assert coach.evaluate(golf, cancel=cancel) == Evaluation(Verdict.UNSETTLED, Odds(0, 0))
    assert Coach(GAMES["freecell"]).evaluate(freecell, cancel=cancel) == Evaluation(
        Verdict.UNSETTLED
    )
    need_kernels()
    found = coach.evaluate(golf).odds
    assert found is not None
    assert found.examined == 400


def test_the_number_of_moves_is_for_this_autoplay() -> None:
    need_kernels()
    coach = Coach(GAMES["freecell"])
    session = Session.new("freecell", 617)
    off = coach.evaluate(session).moves
    session.autoplay = Autoplay.SAFE
    safe = coach.evaluate(session).moves
    assert off is not None
    assert safe is not None
    assert safe < off

"""How a game stands: what is known is not asked again, and nothing hidden is looked at."""

import random
from threading import Event

import pytest
from hidden_card_search import HIDING, OPEN, with_few_hidden
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Game, Session
from winnable.coach import Coach, Evaluation, Odds, odds
from winnable.coach import coach as coach_module
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
            standing = coach.evaluate(session)
            assert standing.verdict is solve(game, session.position).verdict
            assert standing.odds is None
            assert (standing.moves is None) == (standing.verdict is Verdict.LOST)
            session.make(rng.choice(list(session.legal_moves())))


def test_after_a_lost_position_everything_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    session = Session.new("bakers-game", 1)
    coach, rng = Coach(session.game), random.Random(3)
    while coach.evaluate(session).verdict is not Verdict.LOST:
        session.make(rng.choice(list(session.legal_moves())))
    monkeypatch.setattr(coach_module, "solve", _not_again)
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
    told: list[Evaluation] = []
    coach = Coach(game, seed=4)
    standing = coach.evaluate(session, progress=told.append)
    assert standing.odds == odds(game, session.view, seed=4)
    assert standing.verdict is standing.odds.verdict
    assert standing.moves is None
    assert told[-1] == standing
    assert coach.evaluate(session, progress=_not_again) == standing, "it is remembered"


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_a_verdict_holds_however_the_hidden_cards_lie(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(8):
        session = with_few_hidden(game, rng, 4)
        standing = Coach(game).evaluate(session)
        ways = HiddenCards.of(game, session.view).every()
        verdicts = {solve(game, way).verdict for way in ways}
        if len(verdicts) == 1:
            assert {standing.verdict} == verdicts
        else:
            assert standing.verdict is Verdict.UNSETTLED


def test_a_game_lost_however_the_cards_lie_stays_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    rng = random.Random(1)
    coach = Coach(ACES_UP)
    while True:
        session = with_few_hidden(ACES_UP, rng, 4)
        if coach.evaluate(session).verdict is Verdict.LOST:
            break
    monkeypatch.setattr(coach_module, "odds", _not_again)
    assert session.make("deal")
    assert coach.evaluate(session) == Evaluation(Verdict.LOST)


def test_a_limit_that_is_too_small_leaves_it_unsettled() -> None:
    session = Session.new("freecell", 11982)
    assert Coach(session.game).evaluate(session, limit=Limit(states=5)) == Evaluation(
        Verdict.UNSETTLED
    )


def test_called_off_it_says_nothing_and_remembers_nothing() -> None:
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
    assert found.looked_at == 400


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

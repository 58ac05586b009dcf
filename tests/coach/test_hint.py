"""Hints: they win where nothing is hidden, and elsewhere make progress without peeking."""

import random
from dataclasses import replace
from threading import Event, Timer

import pytest
from hidden_card_search import HIDING, OPEN, lying_otherwise, shuffled, with_few_hidden
from position_builders import endgame
from requires_kernels import need_kernels
from strategies import BARE_EASTHAVEN, wander

from winnable import GAMES, Autoplay, Game, Move, Position, Session, Step
from winnable.coach import Coach, Hint, Odds, win_finder
from winnable.coach.effort import Effort, EffortLevel, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.odds import is_dead_end
from winnable.coach.plan import safe_move
from winnable.coach.plan_comparison import choose_plan
from winnable.coach.solver_pool import SolverPool
from winnable.play.replay import replay_win
from winnable.solver import Limit, Verdict, solve

GOLF, ACES_UP, EASTHAVEN = HIDING
by_slug = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)


def little_effort(game: Game) -> Effort:
    return replace(
        effort_for(game, EffortLevel.QUICK),
        sample_limit=Limit(states=2_000),
        total_states=100_000,
        comparison_samples=24,
        comparison_limit=Limit(states=2_000),
        report_samples=20,
        report_states=1,
        chance_games=20,
    )


# -- nothing hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("autoplay", Autoplay)
@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.slug)
def test_following_hints_wins_in_the_number_of_moves_given(
    game: Game, autoplay: Autoplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_kernels()
    followed = 0
    for deal in (1, 2, 617):
        session = Session.new(game, deal, autoplay=autoplay)
        coach = Coach(game)
        first = coach.hint(session)
        if first.verdict is Verdict.LOST:
            assert first.move is None
            continue
        if first.autoplay_off:
            assert autoplay is Autoplay.ALL
            continue
        followed += 1
        with monkeypatch.context() as patch:
            patch.setattr(win_finder, "solve", _not_again)
            for left in range(first.moves or 0, 0, -1):
                hint = coach.hint(session)
                assert hint.move is not None
                assert (hint.verdict, hint.moves) == (Verdict.WINNABLE, left)
                assert coach.evaluate(session).moves == left
                session.make(hint.move)
        assert session.is_won
        assert coach.hint(session) == Hint(None, Verdict.WINNABLE, 0)
    assert followed


def _not_again(*_: object, **__: object) -> None:
    raise AssertionError("the coach knows a win already")


def test_after_another_move_there_is_a_new_hint() -> None:
    need_kernels()
    session, coach = Session.new("freecell", 617), Coach(GAMES["freecell"])
    hint = coach.hint(session)
    other = next(move for move in session.legal_moves() if move != hint.move)
    session.make(other)
    again = coach.hint(session)
    assert again.move is not None
    assert session.make(again.move)


def test_a_lost_position_gets_no_move() -> None:
    need_kernels()
    session = Session.new("bakers-game", 1)
    coach = Coach(session.game)
    rng = random.Random(3)
    while coach.evaluate(session).verdict is not Verdict.LOST:
        session.make(rng.choice(list(session.legal_moves())))
    assert coach.hint(session) == Hint(None, Verdict.LOST)


@by_slug
def test_once_nothing_is_hidden_hints_win_in_these_games_too(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(3):
        session = with_few_hidden(game, rng, 4)
        line = iter(solve(game, session.position).moves)
        while not session.view.is_open and (move := next(line, None)) is not None:
            session.make(move)
        coach = Coach(game)
        hint = coach.hint(session)
        if hint.move is None or hint.moves is None:
            assert session.is_won or hint.verdict is not Verdict.WINNABLE
            continue
        for _ in range(hint.moves or 0):
            move = coach.hint(session).move
            assert move is not None
            session.make(move)
        assert session.is_won


def test_autoplay_may_change_during_a_game() -> None:
    need_kernels()
    session, coach = Session.new("freecell", 3), Coach(GAMES["freecell"])
    modes = [Autoplay.OFF, Autoplay.SAFE, Autoplay.ALL]
    for number in range(200):
        session.autoplay = modes[number // 7 % 3]
        hint = coach.hint(session)
        if hint.move is None:
            break
        session.make(hint.move)
    assert session.is_won


def test_a_win_that_autoplay_breaks_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    session = Session.new("freecell", 1, autoplay=Autoplay.ALL)

    def broken_by_all(
        game: Game, start: Position, moves: list[Move], autoplay: Autoplay, again: object = None
    ) -> list[Step] | None:
        return None if autoplay is Autoplay.ALL else replay_win(game, start, moves, autoplay)

    monkeypatch.setattr(win_finder, "replay_win", broken_by_all)
    coach = Coach(session.game)
    hint = coach.hint(session)
    assert hint.autoplay_off
    assert hint.verdict is Verdict.WINNABLE
    assert hint.moves == len(solve(session.game, session.position, short=True).moves)
    assert coach.evaluate(session).moves is None


# -- hidden cards ---------------------------------------------------------------------------------


@by_slug
def test_hints_never_peek(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for most in (5, 12):
        session = with_few_hidden(game, rng, most)
        twin = lying_otherwise(session, rng)
        hint = Coach(game, seed=7).hint(session)
        assert hint == Coach(game, seed=7).hint(twin)
        assert hint == Coach(game, seed=7).hint(session)


@by_slug
def test_hints_from_the_deal_on_never_peek(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    session = shuffled(game, rng)
    for move in wander(game, session.position, 6, rng):
        session.make(move)
    session.autoplay = Autoplay.SAFE
    twin = lying_otherwise(session, rng)
    assert twin.position != session.position
    one, two = Coach(game, effort=little_effort(game)), Coach(game, effort=little_effort(game))
    assert one.hint(session) == two.hint(twin)
    assert one.evaluate(session) == two.evaluate(twin)


@by_slug
def test_games_that_follow_hints_end(game: Game) -> None:
    need_kernels()
    for deal in range(1, 6):
        session = Session.new(game, deal, autoplay="safe")
        coach = Coach(game, effort=little_effort(game))
        views = [session.view]
        while (hint := coach.hint(session)).move is not None:
            session.make(hint.move)
            views.append(session.view)
            assert len(views) < 200
        assert len(set(views)) == len(views), "it went in a circle"
        assert session.is_won or hint.verdict is not Verdict.WINNABLE
        if not session.is_won:
            assert hint.verdict is Verdict.LOST
            assert solve(game, session.position).verdict is Verdict.LOST


@by_slug
def test_few_arrangements_give_exact_odds(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(4):
        session = with_few_hidden(game, rng, 4)
        hint = Coach(game).hint(session)
        positions = list(HiddenCards.of(game, session.view).all_positions())
        if hint.move is None:
            assert hint.verdict is Verdict.LOST
            assert all(solve(game, position).verdict is Verdict.LOST for position in positions)
            continue
        assert hint.odds is not None
        after = [solve(game, game.apply(position, hint.move)).verdict for position in positions]
        assert hint.odds == Odds(
            after.count(Verdict.WINNABLE), after.count(Verdict.LOST), exact=True
        )


def test_odds_come_from_other_samples_than_the_choice() -> None:
    session = Session.new("golf", 1)
    hidden = HiddenCards.of(session.game, session.view)
    chosen_on, reported_on = (
        hidden.random_positions(0, "choice"),
        hidden.random_positions(0, "told"),
    )
    assert not {next(chosen_on) for _ in range(50)} & {next(reported_on) for _ in range(50)}


def test_a_safe_card_is_a_hint_that_loses_nothing() -> None:
    session = Session(EASTHAVEN, endgame(EASTHAVEN, "QS", "KS QH", "QC", "KH", stock="KD QD KC"))
    safe = safe_move(EASTHAVEN, session.position)
    hint = Coach(EASTHAVEN).hint(session)
    assert safe is not None
    assert hint.move == safe
    assert hint.is_safe
    assert hint.plans_compared == 0
    assert hint.odds == Odds(6, 0, exact=True)
    assert hint.verdict is Verdict.WINNABLE


def test_a_plan_is_followed_to_its_end() -> None:
    need_kernels()
    rng = random.Random(291)
    session, coach = shuffled(EASTHAVEN, rng), Coach(EASTHAVEN)
    with SolverPool(EASTHAVEN) as pool:
        while True:
            session.make(rng.choice(list(EASTHAVEN.distinct_moves(session.position))))
            hidden = HiddenCards.of(EASTHAVEN, session.view)
            if session.position.stock or is_dead_end(EASTHAVEN, hidden):
                continue
            choice = choose_plan(hidden, Autoplay.OFF, set(), pool, effort_for(EASTHAVEN))
            if choice is not None and len(choice.plan.moves) > 1:
                break
    first, *others = choice.plan.moves
    hint = coach.hint(session)
    assert hint.move == first
    assert hint.plans_compared == choice.plans_compared
    for move in others:
        session.make(hint.move or "deal")
        hint = coach.hint(session)
        assert (hint.move, hint.plans_compared) == (move, 0)


def test_a_hint_is_remembered() -> None:
    need_kernels()
    session, coach = Session.new("easthaven", 3), Coach(EASTHAVEN)
    assert coach.hint(session) is coach.hint(session)


def test_progress_gives_the_move_before_its_odds_are_precise() -> None:
    need_kernels()
    reported: list[Hint] = []
    session = Session.new("golf", 4)
    hint = Coach(GOLF).hint(session, progress=reported.append)
    assert reported[-1] == hint
    assert {each.move for each in reported} == {hint.move}
    looked = [each.odds.examined for each in reported if each.odds]
    assert looked == sorted(looked)
    assert looked[0] < looked[-1]


@by_slug
def test_cancelled_at_once_there_is_no_hint(game: Game) -> None:
    cancel = Event()
    cancel.set()
    session, coach = Session.new(game, 1), Coach(game, effort=little_effort(game))
    assert coach.hint(session, cancel=cancel).move is None
    need_kernels()
    cancel.clear()
    assert coach.hint(session, cancel=cancel).move is not None, "it was not remembered"


def test_cancelled_in_the_middle_it_returns_soon() -> None:
    need_kernels()
    cancel = Event()
    Timer(0.2, cancel.set).start()
    hint = Coach(ACES_UP).hint(Session.new("aces-up", 2), cancel=cancel)
    assert hint.verdict is Verdict.UNSETTLED
    assert hint.move is None or hint.odds is not None


def test_there_are_hints_without_kernels() -> None:
    session = Session.new(BARE_EASTHAVEN, 1)
    hint = Coach(BARE_EASTHAVEN).hint(session)
    assert hint.move is not None
    assert session.make(hint.move)
    assert hint.odds is not None
    assert hint.odds.examined

"""Plans: reversible moves, and at the end an irreversible one."""

import random

import pytest
from hidden_card_search import HIDING, lying_otherwise, shuffled, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame
from requires_kernels import need_kernels
from strategies import examples, wander

from winnable import GAMES, Autoplay, Deal, Game, Position, Session, parse_move
from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.plan import PlanGoal, Planner, is_reversible, safe_move
from winnable.coach.plan_comparison import choose_plan
from winnable.coach.solver_pool import SolverPool
from winnable.solver import Verdict, solve

GOLF, ACES_UP, EASTHAVEN = HIDING


# -- reversible moves -----------------------------------------------------------------------------


def after(game: Game, position: Position, text: str) -> tuple[Position, bool]:
    move = parse_move(text)
    there = game.apply(position, move)
    return there, is_reversible(game, position, move, there)


def test_which_moves_are_reversible() -> None:
    position = endgame(EASTHAVEN, "KS QH", "KC", "<KH> QS", "TD JS", "KD", stock="JD QD JH")
    assert not after(EASTHAVEN, position, "deal")[1]
    assert after(EASTHAVEN, position, "t1t2")[1], "the queen fitted where she lay"
    assert not after(EASTHAVEN, position, "t4t1")[1], "the jack did not"
    assert not after(EASTHAVEN, position, "t3t5")[1], "a card is turned up"
    assert after(EASTHAVEN, position, "t2t6")[1], "alone in its column before and after"
    there, _ = after(EASTHAVEN, position, "t4t1")
    assert not after(EASTHAVEN, there, "t4f2")[1], "what is home stays there"


@given(st.sampled_from(list(GAMES.values())), st.randoms(), st.integers(0, 40))
@examples(60)
def test_a_reversible_move_can_be_reversed(game: Game, rng: random.Random, steps: int) -> None:
    session = shuffled(game, rng)
    for move in wander(game, session.position, steps, rng):
        session.make(move)
    for move in game.distinct_moves(session.position):
        there = game.apply(session.position, move)
        back = any(game.apply(there, each) == session.position for each in game.legal_moves(there))
        assert is_reversible(game, session.position, move, there) == back


# -- plans ----------------------------------------------------------------------------------------


def test_a_safe_card_goes_home() -> None:
    position = endgame(EASTHAVEN, "KS QH", "QS KH", stock="KD QD KC")
    safe = safe_move(EASTHAVEN, position)
    assert safe is not None
    assert safe_move(EASTHAVEN, endgame(EASTHAVEN, "QS KS")) is None
    assert safe_move(GOLF, endgame(GOLF, "QS KS", stock="TS")) is None


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_only_the_last_move_of_a_plan_is_irreversible(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(4):
        session = shuffled(game, rng)
        for move in wander(game, session.position, 12, rng):
            session.make(move)
        if not list(session.legal_moves()) or session.is_won:
            continue
        with SolverPool(game) as pool:
            hidden = HiddenCards.of(game, session.view)
            choice = choose_plan(hidden, Autoplay.OFF, set(), pool, effort_for(game))
        assert choice is not None
        plan = choice.plan
        table = Session(game, session.position)
        for at, (seen, move) in enumerate(zip(plan.views, plan.moves, strict=True), 1):
            assert table.view == seen
            before = table.position
            table.make(move)
            is_last = at == len(plan.moves)
            assert is_reversible(game, before, move, table.position) != is_last
        assert (plan.goal is PlanGoal.DEALT) == isinstance(plan.moves[-1], Deal)


@given(st.sampled_from(HIDING), st.randoms(), st.integers(0, 40))
@examples(40)
def test_plans_do_not_depend_on_what_is_hidden(game: Game, rng: random.Random, steps: int) -> None:
    session = shuffled(game, rng)
    for move in wander(game, session.position, steps, rng):
        session.make(move)
    twin = lying_otherwise(session, rng)
    one, two = (
        Planner(HiddenCards.of(game, each.view), Autoplay.SAFE).single_moves()
        for each in (session, twin)
    )
    assert one == two
    assert [plan.goal for plan in one] == [plan.goal for plan in two]


@pytest.mark.parametrize("autoplay", Autoplay)
@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_the_plan_that_begins_a_winning_line(game: Game, autoplay: Autoplay) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    met = 0
    for _ in range(10):
        session = with_few_hidden(game, rng, 12)
        result = solve(game, session.position)
        planner = Planner(HiddenCards.of(game, session.view), autoplay)
        begun = planner.start_of(session.position, result.moves)
        if begun.plan is None:
            continue
        met += 1
        assert begun.plan.views[0] == session.position.view
        there = planner.apply(begun.plan, session.position)
        if begun.is_certain:
            assert autoplay is not Autoplay.ALL
            assert solve(game, there).verdict is Verdict.WINNABLE
    assert met


def test_the_nearest_plans_where_every_move_is_reversible() -> None:
    rng = random.Random(291)
    session = shuffled(EASTHAVEN, rng)
    while True:
        session.make(rng.choice(list(EASTHAVEN.distinct_moves(session.position))))
        planner = Planner(HiddenCards.of(EASTHAVEN, session.view), Autoplay.OFF)
        if not session.position.stock and not planner.single_moves():
            break
    plans = planner.nearest(set())
    assert plans
    for plan in plans:
        planner.apply(plan, session.position)
        assert len(plan.moves) > 1


def test_where_there_is_no_plan_any_move_will_do() -> None:
    # The queen can be carried to and fro between two kings, and that is all.
    kings = ("<9S> <JC> KS QH", "<9C> KC", "<9H> <TH> KH", "<9D> <TC> KD")
    others = ("<JS> <TS> JH", "<QS> <QC> JD", "<QD> TD")
    seen = endgame(EASTHAVEN, *kings, *others).view
    planner = Planner(HiddenCards.of(EASTHAVEN, seen), Autoplay.OFF)
    assert not planner.single_moves()
    (plan,) = planner.nearest({seen})
    assert [str(move) for move in plan.moves] == ["t1t2"]

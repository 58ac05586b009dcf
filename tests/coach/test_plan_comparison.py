"""Choosing a plan where cards are hidden: all plans are compared on the same samples."""

import random
from dataclasses import replace
from threading import Event
from typing import NamedTuple

import pytest
from hidden_card_search import HIDING, lying_otherwise, shuffled, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from requires_kernels import need_kernels

from winnable import Autoplay, Game, Move, Position, Session, parse_move
from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.plan import Plan, PlanGoal, is_reversible
from winnable.coach.plan_comparison import PlanChoice, PlanComparison, choose_plan, is_significant
from winnable.coach.solver_pool import SolverPool
from winnable.solver import Verdict, solve
from winnable.view import View

GOLF, ACES_UP, EASTHAVEN = HIDING


def chosen(
    game: Game, seen: View, before: frozenset[View] = frozenset(), autoplay: str = "off"
) -> PlanChoice:
    with SolverPool(game) as pool:
        found = choose_plan(
            HiddenCards.of(game, seen), Autoplay(autoplay), before, pool, effort_for(game)
        )
    assert found is not None
    return found


# -- significance ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "wanted"),
    [(0, 0, False), (3, 0, False), (4, 0, False), (5, 0, True), (10, 3, False), (12, 3, True)],
)
def test_two_standard_deviations_are_significant(better: int, worse: int, wanted: bool) -> None:
    assert is_significant(better, worse) is wanted


@given(st.integers(0, 200), st.integers(0, 200))
def test_only_one_of_two_can_be_significantly_better(one: int, two: int) -> None:
    assert not (is_significant(one, two) and is_significant(two, one))


# -- choosing -------------------------------------------------------------------------------------


def winnable_after(game: Game, positions: list[Position], moves: tuple[Move, ...]) -> int:
    """In how many positions the game can be won after some moves."""
    count = 0
    for position in positions:
        for move in moves:
            position = game.apply(position, move)
        count += solve(game, position).verdict is Verdict.WINNABLE
    return count


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_with_all_arrangements_no_other_move_wins_more(game: Game) -> None:
    """Reversible moves are not counted: they change nothing."""
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(6):
        session = with_few_hidden(game, rng, 4)
        choice = chosen(game, session.view)
        positions = list(HiddenCards.of(game, session.view).all_positions())
        here = positions[0]
        assert choice.samples == len(positions)
        assert choice.plans_that_won_more == 0
        ours = winnable_after(game, positions, choice.plan.moves)
        for move in game.distinct_moves(here):
            if not is_reversible(game, here, move, game.apply(here, move)):
                assert ours >= winnable_after(game, positions, (move,))


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_the_choice_never_peeks(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    session = with_few_hidden(game, rng, 10)
    twin = lying_otherwise(session, rng)
    assert chosen(game, session.view) == chosen(game, twin.view)


class Judged(NamedTuple):
    """A plan for a table with one hidden card, with the samples that it is said to have won."""

    plan: Plan
    won: int


def judged(move: str, progress: PlanGoal, won: str, *through: View) -> Judged:
    session = Session.new("golf", 1)
    return Judged(
        Plan((parse_move(move),) * (len(through) + 1), (session.view, *through), progress),
        int(won.replace(" ", ""), 2),
    )


def best_of(*plans: Judged, seen: frozenset[View] = frozenset(), popular: int = -1) -> int:
    """Which of some plans is chosen."""
    session = Session.new("golf", 1)
    with SolverPool(GOLF) as pool:
        comparison = PlanComparison(
            HiddenCards.of(GOLF, session.view), Autoplay.OFF, pool, effort_for(GOLF)
        )
    comparison.won = {each.plan: each.won for each in plans}
    comparison.tried = {each.plan: 12 for each in plans}
    if popular >= 0:
        comparison.line_starts[plans[popular].plan] += 1
    there = [each.plan for each in plans]
    return there.index(comparison.best(there, seen))


FEW, MANY = "0000 0000 1111", "0111 1111 1111"
MOVED, TURNED, HOME, DEALT = PlanGoal.MOVED, PlanGoal.TURNED, PlanGoal.HOME, PlanGoal.DEALT


def test_significantly_more_wins_come_first() -> None:
    assert best_of(judged("t1f1", HOME, FEW), judged("deal", DEALT, MANY)) == 1
    assert best_of(judged("t1f1", HOME, MANY), judged("deal", DEALT, FEW)) == 0


def test_then_comes_progress_and_a_deal_last() -> None:
    moves = [judged("deal", DEALT, MANY), judged("t2t1", MOVED, MANY), judged("t1t2", TURNED, MANY)]
    assert best_of(*moves) == 2
    assert best_of(*moves, judged("t1f1", HOME, MANY.replace("1", "0", 3))) == 3
    assert best_of(*moves[:2]) == 1


def test_then_what_winning_lines_begin_with() -> None:
    moves = [judged("t2t1", MOVED, MANY), judged("t2t3", MOVED, MANY), judged("t2t4", MOVED, MANY)]
    assert [best_of(*moves, popular=number) for number in range(3)] == [0, 1, 2]


def test_an_earlier_view_is_revisited_only_for_more_wins() -> None:
    old = Session.new("golf", 2).view
    back = judged("t1t2", HOME, MANY, old)
    assert best_of(judged("t2t1", MOVED, MANY), back, seen=frozenset()) == 1
    assert best_of(judged("t2t1", MOVED, MANY), back, seen=frozenset([old])) == 0
    assert best_of(judged("t2t1", MOVED, FEW), back, seen=frozenset([old])) == 1
    assert best_of(back, seen=frozenset([old])) == 0


def test_where_every_move_is_reversible() -> None:
    need_kernels()
    rng = random.Random(291)
    session = shuffled(EASTHAVEN, rng)
    while session.position.stock or not _only_reversible_moves(session):
        session.make(rng.choice(list(EASTHAVEN.distinct_moves(session.position))))
    plan = chosen(EASTHAVEN, session.view).plan
    assert len(plan.moves) > 1
    for move in plan.moves:
        session.make(move)
    assert plan.goal in (PlanGoal.TURNED, PlanGoal.HOME, PlanGoal.MOVED)


def _only_reversible_moves(session: Session) -> bool:
    here = session.position
    moves = list(EASTHAVEN.distinct_moves(here))
    return bool(moves) and all(
        is_reversible(EASTHAVEN, here, move, EASTHAVEN.apply(here, move)) for move in moves
    )


def test_cancelled_there_is_no_choice() -> None:
    cancel = Event()
    cancel.set()
    session = Session.new("golf", 1)
    with SolverPool(GOLF, cancel) as pool:
        hidden = HiddenCards.of(GOLF, session.view)
        assert choose_plan(hidden, Autoplay.OFF, frozenset(), pool, effort_for(GOLF)) is None


def test_there_is_a_choice_without_kernels() -> None:
    made_up = replace(
        EASTHAVEN, name="Easthaven with five columns", slug="five", columns=5, tableau_cards=15
    )
    session = Session.new(made_up, 1)
    choice = chosen(made_up, session.view)
    assert choice.samples == effort_for(made_up).comparison_samples < 30
    session.make(choice.plan.moves[0])

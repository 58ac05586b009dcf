"""Luck and skill: they add up, depend on nothing that was hidden, and find a planted blunder."""

import random
import re
from itertools import pairwise
from threading import Event

import pytest
from hidden_card_search import HIDING, OPEN, lying_otherwise, shuffled, with_few_hidden
from hypothesis import given, settings
from hypothesis import strategies as st
from position_builders import endgame
from requires_kernels import need_kernels
from strategies import BARE_EASTHAVEN, wander

from winnable import GAMES, Game, Session, parse_move
from winnable.coach import Coach, LuckReview, luck_and_skill, review
from winnable.coach.descriptions import describe_review
from winnable.coach.effort import effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.luck import StepChance
from winnable.coach.luck_descriptions import (
    chance_scale,
    chance_signs,
    describe_luck,
    describe_step_chance,
    explain_costly_steps,
    explain_luck,
)
from winnable.coach.rollouts import choose_by_playing
from winnable.solver import Verdict

GOLF = GAMES["golf-relaxed"]
by_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)


def played(game: Game, seed: int, autoplay: str = "off", most: int = 120) -> Session:
    """A game played by chance, to its end or not."""
    rng = random.Random(f"{game.slug} {seed}")
    session = shuffled(game, rng, autoplay)
    for _ in range(rng.randrange(most)):
        moves = wander(game, session.position, 1, rng)
        if not moves:
            break
        session.make(moves[0])
    return session


def judged(session: Session, games: int = 24, seed: int = 0) -> LuckReview:
    found = luck_and_skill(session, games=games, seed=seed)
    assert found is not None
    return found


@by_game
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), autoplay=st.sampled_from(["off", "safe", "all"]))
def test_luck_and_cost_are_the_change_of_the_chance(game: Game, seed: int, autoplay: str) -> None:
    need_kernels()
    session = played(game, seed, autoplay)
    found = judged(session)
    assert len(found.steps) == len(session.steps)
    assert found.start + found.luck - found.cost == found.chances[-1]
    for before, step, after in zip(found.chances, found.steps, found.chances[1:], strict=False):
        assert step.before == before
        assert step.before - step.cost + step.luck == step.after == after
        assert 0 <= step.made <= step.before <= found.games
        assert bool(step.better) <= step.is_noticeable <= (step.cost > 0)


@st.composite
def reviews(draw: st.DrawFn) -> LuckReview:
    """The chances along any game."""
    games = draw(st.sampled_from([7, 24, 200, 400, 1000]))
    start = before = draw(st.integers(0, games))
    steps = list[StepChance]()
    for _ in range(draw(st.integers(0, 30))):
        made = draw(st.one_of(st.just(before), st.integers(0, before)))
        after = draw(st.one_of(st.just(made), st.integers(0, games)))
        steps.append(StepChance(before, made, after, 3.0, draw(st.booleans()) and made < before))
        before = after
    return LuckReview(games, start, tuple(steps), len(steps))


@settings(max_examples=300)
@given(found=reviews())
def test_the_figures_that_are_printed_add_up(found: LuckReview) -> None:
    total, shown = found.total_points, found.points(found.start)
    assert total.before == shown
    for number, step in enumerate(found.steps, 1):
        points = found.step_points(number)
        assert points.before == shown
        assert points.before + points.luck - points.cost == points.after
        assert points.cost >= 0
        assert points.luck * step.luck >= 0, "none is printed with the wrong sign"
        for printed, exact in ((points.cost, step.cost), (points.luck, step.luck)):
            assert abs(printed - 100 * exact / found.games) <= 1
            assert exact or not printed
        words = describe_step_chance(found, number)
        cost, luck, shown = (
            int(match[1].replace("−", "-")) if (match := re.search(pattern, words)) else 0
            for pattern in (r"[Cc]ost (\d+)", r"[Ll]uck ([+−]\d+)", r"[Cc]hance (\d+)%")
        )
        assert (cost, luck, shown) == points[1:]
    assert total.before + total.luck - total.cost == total.after == shown
    assert abs(total.cost - 100 * found.cost / found.games) <= 0.5
    assert abs(total.luck - 100 * found.luck / found.games) <= 1.5


def test_luck_and_cost_in_words() -> None:
    steps = (StepChance(168, 168, 180), StepChance(180, 100, 20, 9.0, True), StepChance(20, 19, 19))
    session = Session.new("golf", 4)
    for _ in steps:
        session.make("deal")
    found = LuckReview(200, 168, steps, 3)
    assert list(describe_luck(found, session)) == [
        "Your chance went from about 84% to about 10%: luck −33, your moves −41.",
        "Move 2 cost about 40 points: deal from the stock.",
    ]
    assert list(explain_luck(found)) == [
        "A chance is how often the coach, seeing no more than you did, won in 200 games from "
        "there.",
        "In points of 100: 84 at the start, 33 lost by the cards turned up (luck), 41 lost by your "
        "moves (3 decisions): 84 − 33 − 41 = 10.",
    ]
    assert list(explain_costly_steps(found)) == ["Move 2 cost 40 ± 5 points (95% confidence)."]
    assert [describe_step_chance(found, number) for number in range(4)] == [
        "Chance 84%.",
        "Luck +6: chance 90%.",
        "Cost 40 ± 5, luck −40: chance 10%.",
        "Chance 10%.",
    ]


@pytest.mark.parametrize(
    ("chances", "signs", "scale"),
    [
        ((31, 24, 0), "▅▄▁", "▁ (0%) to █ (5%)"),
        ((50, 50, 50), "███", "▁ (0%) to █ (5%)"),
        ((51, 0, 100), "▅▁█", "▁ (0%) to █ (10%)"),
        ((0, 0, 0), "▁▁▁", "▁ (0%) to █ (5%)"),
        ((500, 501, 1000), "▅▅█", "▁ (0%) to █ (100%)"),
    ],
)
def test_the_strip_has_a_scale_that_suits_the_game(
    chances: tuple[int, ...], signs: str, scale: str
) -> None:
    start, *afters = chances
    steps = tuple(StepChance(start, start, after) for after in afters)
    found = LuckReview(1000, start, steps, 1)
    assert (chance_signs(found), chance_scale(found)) == (signs, scale)


@by_game
def test_there_is_luck_only_where_something_is_revealed(game: Game) -> None:
    need_kernels()
    session = played(game, 3, most=60)
    positions = [session.start, *(step.position for step in session.steps)]
    unseen = [len(HiddenCards.of(game, position.view).unseen) for position in positions]
    for at, step in enumerate(judged(session).steps):
        if unseen[at] == unseen[at + 1]:
            assert step.luck == 0


@by_game
def test_where_the_hidden_cards_lay_makes_no_difference(game: Game) -> None:
    need_kernels()
    for seed in range(3):
        session = played(game, seed, most=40)
        if session.view.is_open:
            continue
        twin = lying_otherwise(session, random.Random(seed))
        assert judged(twin) == judged(session)


@pytest.mark.parametrize("autoplay", ["off", "all"])
@by_game
def test_what_was_hidden_at_a_step_makes_no_difference_up_to_it(game: Game, autoplay: str) -> None:
    """Cut off there, with the cards hidden then lying otherwise, and another game from there on."""
    need_kernels()
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)
        session = played(game, 100 + seed, autoplay)
        cut = session.copy()
        while cut.steps and (cut.view.is_open or len(cut.steps) > len(session.steps) // 2):
            cut.undo()
        twin = lying_otherwise(cut, rng)
        for _ in range(8):
            for move in wander(game, twin.position, 1, rng):
                twin.make(move)
        views = [twin.start.view, *(step.position.view for step in cut.steps)]
        reveals = [
            at
            for at, (one, two) in enumerate(pairwise(views), 1)
            if one.hidden_count != two.hidden_count
        ]
        last = max(reveals, default=0)
        one, two = judged(session).steps[:last], judged(twin).steps[:last]
        compared += last
        # What was in sight after the last of them shows in `after` of this one alone.
        assert [each._replace(after=0) for each in one] == [each._replace(after=0) for each in two]
        assert [each.after for each in one[:-1]] == [each.after for each in two[:-1]]
    assert compared


@by_game
def test_the_same_game_is_judged_the_same_way(game: Game) -> None:
    need_kernels()
    session = played(game, 5, most=40)
    assert judged(session) == judged(session.copy())


@pytest.mark.parametrize("autoplay", ["off", "all"])
@by_game
def test_the_quick_player_s_own_moves_cost_nothing(game: Game, autoplay: str) -> None:
    """Up to where all is in sight: asked again, it does the same."""
    need_kernels()
    session = shuffled(game, random.Random(8), autoplay)
    levels = effort_for(game).player
    while not (session.view.is_open or session.is_won):
        hidden = HiddenCards.of(game, session.view)
        plan = choose_by_playing(hidden, levels, autoplay=session.autoplay)
        if plan is None:
            break
        for move in plan.moves:
            session.make(move)
    assert len(session.steps) > 10
    found = judged(session)
    assert found.decisions > 3
    assert found.cost == 0


def test_a_planted_blunder_is_found() -> None:
    """The queen goes on the king, and on nothing that can still be dealt."""
    need_kernels()
    session = Session(GOLF, endgame(GOLF, "TD JD QD", "7H", stock="2C 3C 4C 6C 8C"))
    assert judged(session).start == 24
    session.make("deal")
    found = judged(session)
    (step,) = found.steps
    assert (step.before, step.made, step.after, step.margin) == (24, 0, 0, 0)
    assert found.costliest(3) == [1]
    assert step.better[0] == parse_move("t1f1")
    assert (found.cost, found.luck, found.skill) == (24, 0, 1.0)
    words = describe_review(review(session), session)
    assert any("cost about 100" in line for line in words)


W, U, L = Verdict.WINNABLE, Verdict.UNSETTLED, Verdict.LOST


def test_a_sample_without_a_win_is_not_called_impossible() -> None:
    session = Session.new("golf", 4)
    session.make("deal")
    found = LuckReview(200, 200, (StepChance(200, 0, 0, 0.0, True),), 1)
    (first, _) = describe_luck(found, session, Verdict.LOST)
    assert first.startswith("Your chance went from over 98% to under 2%: ")
    while not session.is_stuck:
        session.make(next(session.legal_moves()))
    (first, _) = describe_luck(found, session, Verdict.LOST)
    assert first.startswith("Your chance went from over 98% to 0%: "), "no move is left"


@pytest.mark.parametrize(
    ("verdicts", "chances", "costliest"),
    [
        ((L, L, L), (0, 0, 0), []),
        ((W, W, L), (24, 24, 0), [3]),
        ((U, U, L), (0, 0, 0), []),
        ((U, W, L), (24, 24, 0), [3]),
        ((W, U, L), (24, 0, 0), []),
        ((W, W, U), (24, 24, 24), []),
        ((U, U, U), (None, None, None), []),
        ((U, L, U), (0, 0, 0), []),
    ],
)
def test_no_move_is_blamed_where_the_solver_has_not_settled_it(
    verdicts: tuple[Verdict, ...], chances: tuple[int | None, ...], costliest: list[int]
) -> None:
    """The last card is dealt first; what comes then is in sight."""
    need_kernels()
    session = Session(GOLF, endgame(GOLF, "5D 4H 3H", "9S", stock="2C"))
    for move in ("deal", "t1f1", "t1f1"):
        session.make(move)
    found = luck_and_skill(session, (U, *verdicts), games=24)
    assert found is not None
    made = found.steps[0].made
    assert found.chances[1:] == tuple(made if each is None else each for each in chances)
    assert found.start + found.luck - found.cost == found.chances[-1]
    assert found.costliest(9) == costliest
    for step in found.steps[1:]:
        assert step.luck == 0
        assert step.is_noticeable or step.margin == step.cost


@by_game
def test_a_game_that_was_won_ends_with_every_chance(game: Game) -> None:
    need_kernels()
    session = with_few_hidden(game, random.Random(game.slug), 4)
    coach = Coach(game)
    while (move := coach.hint(session).move) is not None:
        session.make(move)
    found = judged(session)
    assert found.chances[-1] == (found.games if session.is_won else 0)


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.slug)
def test_where_nothing_was_hidden_there_is_no_luck(game: Game) -> None:
    session = Session.new(game, 1)
    assert luck_and_skill(session) is None
    assert review(session).luck is None


def test_nor_where_nobody_plays_the_game() -> None:
    assert luck_and_skill(Session.new(BARE_EASTHAVEN, 1)) is None


@by_game
def test_cancelled_there_is_none(game: Game) -> None:
    need_kernels()
    cancel = Event()
    cancel.set()
    session = Session.new(game, 1)
    session.make("deal")
    assert luck_and_skill(session, cancel=cancel) is None


def test_progress_goes_from_decision_to_decision() -> None:
    need_kernels()
    session, reports = played(GOLF, 4), list[tuple[int, int]]()
    luck_and_skill(session, games=8, progress=lambda at, count: reports.append((at, count)))
    assert reports[-1] == (len(session.steps), len(session.steps))
    assert reports == sorted(reports)


@by_game
def test_a_review_has_it(game: Game) -> None:
    need_kernels()
    session = played(game, 2, most=20)
    found = review(session)
    assert found.luck is not None
    assert len(found.luck.chances) == len(found.verdicts)
    words = " ".join(describe_review(found, session))
    for number in found.luck.costliest(3):
        assert f"Move {number} " in words
    assert review(session, with_luck=False).luck is None

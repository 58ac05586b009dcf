"""Odds: counted right, with honest intervals, and without a look at the hidden cards."""

import random
from itertools import pairwise
from math import factorial
from threading import Event, Timer

import pytest
from hidden_card_search import HIDING, lying_otherwise, shuffled, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame
from requires_kernels import need_kernels
from strategies import examples

from winnable import Game, Session
from winnable.coach import Odds, odds
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.odds import BLOCK, immediate_verdict, is_dead_end
from winnable.solver import Limit, Verdict, solve

GOLF, ACES_UP, EASTHAVEN = HIDING


# -- counts ---------------------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500), st.booleans())
def test_the_share_lies_in_its_interval(won: int, lost: int, unsettled: int, exact: bool) -> None:
    found = Odds(won, lost, unsettled, exact and won + lost + unsettled > 0)
    assert 0 <= found.low <= found.share <= found.high <= 1
    if found.exact:
        assert found.low == found.share
        assert found.high == pytest.approx((won + unsettled) / found.examined)
        assert (found.low == found.high) == (not unsettled)
    elif found.examined:
        assert found.low < found.high
        settled = Odds(won, lost + unsettled), Odds(won + unsettled, lost)
        assert (found.low, found.high) == (settled[0].low, settled[1].high)


def test_without_samples_nothing_is_known() -> None:
    assert (Odds(0, 0).low, Odds(0, 0).share, Odds(0, 0).high) == (0, 0, 1)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (Odds(24, 0, 0, exact=True), Verdict.WINNABLE),
        (Odds(0, 24, 0, exact=True), Verdict.LOST),
        (Odds(1, 23, 0, exact=True), Verdict.UNSETTLED),
        (Odds(0, 23, 1, exact=True), Verdict.UNSETTLED),
        (Odds(0, 400), Verdict.UNSETTLED),
        (Odds(400, 0), Verdict.UNSETTLED),
        (Odds(0, 0), Verdict.UNSETTLED),
    ],
)
def test_a_verdict_needs_every_arrangement(found: Odds, verdict: Verdict) -> None:
    assert found.verdict is verdict


# -- all arrangements, or a sample ----------------------------------------------------------------


def exact_odds(game: Game, session: Session) -> Odds:
    """The exact odds, by solving each position with the usual solver."""
    positions = list(HiddenCards.of(game, session.view).all_positions())
    verdicts = [solve(game, position).verdict for position in positions]
    return Odds(
        verdicts.count(Verdict.WINNABLE),
        verdicts.count(Verdict.LOST),
        verdicts.count(Verdict.UNSETTLED),
        exact=True,
    )


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_few_arrangements_are_all_examined(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(8):
        session = with_few_hidden(game, rng, 4)
        found = odds(game, session.view, samples=24)
        assert found == exact_odds(game, session)
        assert found.exact


def test_the_exact_share_lies_in_the_interval_about_95_times_in_100() -> None:
    """200 positions with 4 or 5 unseen cards, whose 24 or 120 arrangements can all be solved.

    The samples are drawn although that could be done. Fixed seeds: this is what comes out, not what
    may come out. Wilson's interval holds 95% on average over all shares, a little less or more for
    each of them, and always where a share is 0 or 1; so shares in between are counted apart.
    """
    need_kernels()
    rng = random.Random("honest")
    sampled, held, between, held_between = 0, 0, 0, 0
    while sampled < 200:
        session = with_few_hidden(HIDING[sampled % 3], rng, 5)
        exact = odds(session.game, session.view, samples=120)
        assert exact.exact
        assert not exact.unsettled
        samples = min(60, exact.examined - 1)
        found = odds(session.game, session.view, samples=samples, seed=sampled)
        if found.exact:  # a dead end, which needs no samples
            assert found == exact
            continue
        assert found.examined == samples
        sampled += 1
        is_held = found.low <= exact.share <= found.high
        held += is_held
        if 0 < exact.share < 1:
            between += 1
            held_between += is_held
    assert held >= 0.92 * sampled
    assert between >= 0.3 * sampled, "the test would say little"
    assert held_between >= 0.9 * between


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_odds_never_peek(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(3):
        session = with_few_hidden(game, rng, 12)
        twin = lying_otherwise(session, rng)
        assert twin.position != session.position
        found = odds(game, session.view, samples=60, seed=3)
        assert found == odds(game, twin.view, samples=60, seed=3)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_the_same_question_gets_the_same_answer(game: Game) -> None:
    need_kernels()
    seen = shuffled(game, random.Random(5)).view
    limit = Limit(states=3_000)
    first = odds(game, seen, samples=50, limit=limit)
    assert first == odds(game, seen, samples=50, limit=limit)
    assert first.examined == 50
    assert any(odds(game, seen, samples=50, seed=seed, limit=limit) != first for seed in (1, 2, 3))


def test_nothing_hidden_is_one_arrangement() -> None:
    session = Session.new("freecell", 1)
    assert odds(session.game, session.view) == Odds(1, 0, exact=True)
    lost = endgame(EASTHAVEN, "QS KS", "KH", "KD QD")
    assert odds(EASTHAVEN, lost.view).examined == 1


def test_unsettled_arrangements_are_counted_as_unsettled() -> None:
    seen = Session.new("aces-up", 1).view
    found = odds(ACES_UP, seen, samples=20, limit=Limit(states=50))
    assert found == Odds(0, 0, 20)
    assert (found.low, found.high) == (0, 1)


def test_a_total_of_positions_ends_it() -> None:
    seen = Session.new("easthaven", 1).view
    found = odds(EASTHAVEN, seen, samples=100, limit=Limit(states=100), total_states=1)
    assert found.examined == BLOCK
    more = odds(EASTHAVEN, seen, samples=100, limit=Limit(states=100), total_states=3_000)
    assert BLOCK < more.examined < 100


# -- progress -------------------------------------------------------------------------------------


def test_progress_grows_into_the_answer() -> None:
    need_kernels()
    reported: list[Odds] = []
    seen = Session.new("easthaven", 3).view
    found = odds(EASTHAVEN, seen, samples=100, progress=reported.append)
    assert reported[0].examined == BLOCK
    assert reported[-1] == found
    for before, after in pairwise(reported):
        assert before.won <= after.won
        assert before.lost <= after.lost
        assert before.examined <= after.examined
        assert not before.exact


def test_progress_towards_every_arrangement() -> None:
    need_kernels()
    reported: list[Odds] = []
    session = with_few_hidden(GOLF, random.Random(8), 5)
    found = odds(GOLF, session.view, samples=120, progress=reported.append)
    assert [each.exact for each in reported] == [each.examined == 120 for each in reported]
    assert reported[-1] == found


def test_cancelled_it_returns_what_it_has() -> None:
    need_kernels()
    cancel = Event()
    reported: list[Odds] = []
    Timer(0.3, cancel.set).start()
    found = odds(ACES_UP, Session.new("aces-up", 1).view, cancel=cancel, progress=reported.append)
    assert found == (reported[-1] if reported else Odds(0, 0))
    cancel.set()
    assert odds(ACES_UP, Session.new("aces-up", 1).view, cancel=cancel) == Odds(0, 0)


# -- what needs no samples ------------------------------------------------------------------------


def test_a_won_game_is_won_in_every_arrangement() -> None:
    won = endgame(GOLF, stock="KS QS JS")
    found = odds(GOLF, won.view)
    assert found == Odds(6, 0, exact=True)
    assert immediate_verdict(GOLF, HiddenCards.of(GOLF, won.view)) is Verdict.WINNABLE


def test_without_a_move_it_is_lost_in_every_arrangement() -> None:
    kings = ("<9S> <TS> KS", "<9C> <TC> KC", "<9H> <TH> KH", "<9D> <TD> KD")
    jacks = ("<JS> <QS> JH", "<QH> JC", "<QC> <QD> JD")
    seen = endgame(EASTHAVEN, *kings, *jacks).view
    assert immediate_verdict(EASTHAVEN, HiddenCards.of(EASTHAVEN, seen)) is Verdict.LOST
    found = odds(EASTHAVEN, seen)
    assert found.verdict is Verdict.LOST
    assert found.lost == factorial(13)


@given(st.integers(0, 10**6))
@examples(30)
def test_a_dead_end_is_lost_in_every_arrangement(seed: int) -> None:
    rng = random.Random(seed)
    session = shuffled(EASTHAVEN, rng)
    while session.position.stock:
        session.make(rng.choice(list(EASTHAVEN.distinct_moves(session.position))))
    for _ in range(20):
        moves = list(EASTHAVEN.distinct_moves(session.position))
        if moves:
            session.make(rng.choice(moves))
    hidden = HiddenCards.of(EASTHAVEN, session.view)
    if hidden.unseen and is_dead_end(EASTHAVEN, hidden):
        for position in (session.position, next(hidden.random_positions(seed))):
            assert solve(EASTHAVEN, position, Limit(states=100_000)).verdict is Verdict.LOST

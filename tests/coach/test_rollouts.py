"""Plans that are played out: with any autoplay, and never in circles, even without a memory."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hidden_card_search import HIDING, shuffled
from requires_kernels import need_kernels
from strategies import wander

from winnable import GAMES, Autoplay, Game, Session
from winnable.coach import Coach
from winnable.coach.effort import EffortLevel, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.rollouts import choose_by_playing, state_after
from winnable.player import Level, Player

EASTHAVEN = GAMES["easthaven"]
QUICK = replace(
    effort_for(EASTHAVEN, EffortLevel.QUICK), report_samples=1, report_states=1, chance_games=1
)
by_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)


def under_way(game: Game, count: int, autoplay: Autoplay) -> Iterator[Session]:
    """Games with hidden cards after some moves by chance."""
    rng = random.Random(f"{game.slug} {autoplay}")
    while count:
        session = shuffled(game, rng, autoplay.value)
        for _ in range(rng.randrange(60)):
            for move in wander(game, session.position, 1, rng):
                session.make(move)
        if not (session.view.is_open or session.is_won):
            count -= 1
            yield session


@pytest.mark.parametrize("coaches", [0, 2], ids=["without memory", "two coaches"])
@pytest.mark.parametrize("deal", [87, 3])
def test_hints_never_go_round_in_circles(deal: int, coaches: int) -> None:
    """Servers forget coaches, and have several: each hint may come from another."""
    need_kernels()
    session = Session.new(EASTHAVEN, deal)
    lasting = [Coach(EASTHAVEN, effort=QUICK) for _ in range(coaches)]
    seen, in_decision = set(), Counter[int]()
    while not session.view.is_open:
        assert session.view not in seen
        seen.add(session.view)
        in_decision[session.view.hidden_count] += 1
        coach = lasting[len(seen) % 2] if lasting else Coach(EASTHAVEN, effort=QUICK)
        if (move := coach.hint(session).move) is None:
            break
        session.make(move)
    assert max(in_decision.values()) < 20


def test_where_all_plans_lead_back_the_least_visited_is_tried() -> None:
    """So no coach is stuck for want of something new."""
    need_kernels()
    session = next(
        each
        for each in under_way(EASTHAVEN, 100, Autoplay.OFF)
        if (plan := _plan(each, Counter())) is not None and len(plan) > 1
    )
    visits, tried = Counter[Session | object](), set()
    for _ in range(40):
        moves = _plan(session, visits)
        assert moves is not None
        tried.add(moves[0])
        visits[EASTHAVEN.apply(session.position, moves[0]).view] += 1
    assert len(tried) > 1


def _plan(session: Session, visits: Counter) -> tuple | None:  # type: ignore[type-arg]
    hidden = HiddenCards.of(session.game, session.view)
    plan = choose_by_playing(hidden, (), seen=visits.elements())
    return None if plan is None else plan.moves


@pytest.mark.parametrize("autoplay", Autoplay)
@by_game
def test_what_a_plan_leads_to_is_what_comes_of_its_moves(game: Game, autoplay: Autoplay) -> None:
    need_kernels()
    cut_short = 0
    for session in under_way(game, 40, autoplay):
        hidden = HiddenCards.of(game, session.view)
        plan = choose_by_playing(hidden, (Level(8, 8),), autoplay=autoplay)
        if plan is None:
            continue
        assert len(plan.views) == len(plan.moves)
        twin = Session(game, hidden.any_position, autoplay=autoplay)
        made = []
        for view, move in zip(plan.views, plan.moves, strict=True):
            assert twin.view == view
            step = twin.make(move)
            made += [step.move, *step.automoves]
        if plan.state is None:
            assert twin.is_won
            continue
        if twin.view.hidden_count == session.view.hidden_count:
            cut_short += 1
        else:
            assert plan.views[-1].hidden_count == session.view.hidden_count
        state = state_after(game, hidden.any_position, made)
        player = Player(game, hidden.any_position)
        one, two = player.play_out([state, plan.state], games=range(30), seed=1)
        assert one == two
    assert cut_short < 20
    assert not cut_short or autoplay is Autoplay.ALL


def test_a_plan_that_autoplay_breaks_ends_there() -> None:
    """It happens to one of fifty plans of the quick player, in its own games."""
    need_kernels()
    broken = games = 0
    while not broken:
        games += 1
        session = Session.new(EASTHAVEN, games, autoplay=Autoplay.ALL)
        while not session.view.is_open:
            hidden = HiddenCards.of(EASTHAVEN, session.view)
            plan = choose_by_playing(hidden, (), autoplay=Autoplay.ALL)
            if plan is None:
                break
            for move in plan.moves:
                session.make(move)
            if session.view.hidden_count == hidden.view.hidden_count:
                broken += 1
                player = Player(EASTHAVEN, session.position)
                assert plan.state is not None
                one, two = player.play_out([player.start, plan.state], games=range(30), seed=1)
                assert one == two
    assert games < 40

"""Choosing where cards are hidden: plans that get somewhere, compared on the same samples."""

import random
from dataclasses import replace
from threading import Event
from typing import NamedTuple

import pytest
from hidden_cards import HIDING, lying_otherwise, shuffled, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from natives import need_kernels
from strategies import examples, wander
from tables import endgame

from winnable import GAMES, Autoplay, Deal, Game, Move, Position, Session, parse_move
from winnable.coach.choice import (
    Choice,
    Progress,
    Way,
    _Race,
    can_be_taken_back,
    choose,
    is_noticeable,
    safe_move,
)
from winnable.coach.crew import Crew
from winnable.coach.hidden import Hidden
from winnable.coach.patience import patience_for
from winnable.solver import Verdict, solve
from winnable.views import View

GOLF, ACES_UP, EASTHAVEN = HIDING


def chosen(
    game: Game, seen: View, before: frozenset[View] = frozenset(), autoplay: str = "off"
) -> Choice:
    with Crew(game) as crew:
        found = choose(Hidden.of(game, seen), Autoplay(autoplay), before, crew, patience_for(game))
    assert found is not None
    return found


# -- moves that can be taken back -----------------------------------------------------------------


def after(game: Game, position: Position, text: str) -> tuple[Position, bool]:
    move = parse_move(text)
    there = game.apply(position, move)
    return there, can_be_taken_back(game, position, move, there)


def test_what_can_be_taken_back() -> None:
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
def test_taken_back_it_is_as_before(game: Game, rng: random.Random, steps: int) -> None:
    session = shuffled(game, rng)
    for move in wander(game, session.position, steps, rng):
        session.make(move)
    for move in game.distinct_moves(session.position):
        there = game.apply(session.position, move)
        back = any(game.apply(there, each) == session.position for each in game.legal_moves(there))
        assert can_be_taken_back(game, session.position, move, there) == back


# -- what is noticeable ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "wanted"),
    [(0, 0, False), (3, 0, False), (4, 0, False), (5, 0, True), (10, 3, False), (12, 3, True)],
)
def test_two_standard_deviations_are_noticeable(better: int, worse: int, wanted: bool) -> None:
    assert is_noticeable(better, worse) is wanted


@given(st.integers(0, 200), st.integers(0, 200))
def test_only_one_of_two_can_be_noticeably_better(one: int, two: int) -> None:
    assert not (is_noticeable(one, two) and is_noticeable(two, one))


# -- choosing -------------------------------------------------------------------------------------


def test_a_safe_card_goes_home() -> None:
    position = endgame(EASTHAVEN, "KS QH", "QS KH", stock="KD QD KC")
    safe = safe_move(EASTHAVEN, position)
    assert safe is not None
    assert safe_move(EASTHAVEN, endgame(EASTHAVEN, "QS KS")) is None
    assert safe_move(GOLF, endgame(GOLF, "QS KS", stock="TS")) is None


def winnable_after(game: Game, ways: list[Position], moves: tuple[Move, ...]) -> int:
    """In how many ways the game can be won after some moves."""
    count = 0
    for way in ways:
        for move in moves:
            way = game.apply(way, move)
        count += solve(game, way).verdict is Verdict.WINNABLE
    return count


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_of_all_ways_the_most_can_be_won_after_it(game: Game) -> None:
    """Where all ways can be gone through no move wins more of them, but for moves to and fro."""
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(6):
        session = with_few_hidden(game, rng, 4)
        choice = chosen(game, session.view)
        ways = list(Hidden.of(game, session.view).every())
        here = ways[0]
        assert choice.samples == len(ways)
        assert choice.better == 0
        ours = winnable_after(game, ways, choice.way.moves)
        for move in game.distinct_moves(here):
            if not can_be_taken_back(game, here, move, game.apply(here, move)):
                assert ours >= winnable_after(game, ways, (move,))


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_a_plan_ends_with_what_cannot_be_taken_back(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(4):
        session = shuffled(game, rng)
        for move in wander(game, session.position, 12, rng):
            session.make(move)
        if not list(session.legal_moves()) or session.is_won:
            continue
        way = chosen(game, session.view).way
        table = Session(game, session.position)
        for at, (seen, move) in enumerate(zip(way.views, way.moves, strict=True), 1):
            assert table.view == seen
            before = table.position
            table.make(move)
            is_last = at == len(way.moves)
            assert can_be_taken_back(game, before, move, table.position) != is_last
        assert (way.progress is Progress.DEALT) == isinstance(way.moves[-1], Deal)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_the_choice_never_peeks(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    session = with_few_hidden(game, rng, 10)
    twin = lying_otherwise(session, rng)
    assert chosen(game, session.view) == chosen(game, twin.view)


class Judged(NamedTuple):
    """A plan for a table with one hidden card, with the samples that it is said to have won."""

    way: Way
    won: int


def plan(move: str, progress: Progress, won: str, *through: View) -> Judged:
    session = Session.new("golf", 1)
    return Judged(
        Way((parse_move(move),) * (len(through) + 1), (session.view, *through), progress),
        int(won.replace(" ", ""), 2),
    )


def best_of(*plans: Judged, seen: frozenset[View] = frozenset(), popular: int = -1) -> int:
    """Which of some plans is chosen."""
    session = Session.new("golf", 1)
    with Crew(GOLF) as crew:
        race = _Race(Hidden.of(GOLF, session.view), Autoplay.OFF, crew, patience_for(GOLF))
    race.won = {each.way: each.won for each in plans}
    race.tried = {each.way: 12 for each in plans}
    if popular >= 0:
        race.firsts[plans[popular].way] += 1
    ways = [each.way for each in plans]
    return ways.index(race.best(ways, seen))


FEW, MANY = "0000 0000 1111", "0111 1111 1111"
MOVED, TURNED, HOME, DEALT = Progress.MOVED, Progress.TURNED, Progress.HOME, Progress.DEALT


def test_noticeably_more_wins_come_first() -> None:
    assert best_of(plan("t1f1", HOME, FEW), plan("deal", DEALT, MANY)) == 1
    assert best_of(plan("t1f1", HOME, MANY), plan("deal", DEALT, FEW)) == 0


def test_then_comes_progress_and_a_deal_last() -> None:
    moves = [plan("deal", DEALT, MANY), plan("t2t1", MOVED, MANY), plan("t1t2", TURNED, MANY)]
    assert best_of(*moves) == 2
    assert best_of(*moves, plan("t1f1", HOME, MANY.replace("1", "0", 3))) == 3
    assert best_of(*moves[:2]) == 1


def test_then_what_winning_lines_begin_with() -> None:
    moves = [plan("t2t1", MOVED, MANY), plan("t2t3", MOVED, MANY), plan("t2t4", MOVED, MANY)]
    assert [best_of(*moves, popular=number) for number in range(3)] == [0, 1, 2]


def test_a_view_that_was_seen_is_gone_back_to_only_for_more_wins() -> None:
    old = Session.new("golf", 2).view
    back = plan("t1t2", HOME, MANY, old)
    assert best_of(plan("t2t1", MOVED, MANY), back, seen=frozenset()) == 1
    assert best_of(plan("t2t1", MOVED, MANY), back, seen=frozenset([old])) == 0
    assert best_of(plan("t2t1", MOVED, FEW), back, seen=frozenset([old])) == 1
    assert best_of(back, seen=frozenset([old])) == 0


def test_where_every_move_at_hand_can_be_taken_back() -> None:
    need_kernels()
    rng = random.Random(291)
    session = shuffled(EASTHAVEN, rng)
    while session.position.stock or not _only_to_and_fro(session):
        session.make(rng.choice(list(EASTHAVEN.distinct_moves(session.position))))
    way = chosen(EASTHAVEN, session.view).way
    assert len(way.moves) > 1
    for move in way.moves:
        session.make(move)
    assert way.progress in (Progress.TURNED, Progress.HOME, Progress.MOVED)


def _only_to_and_fro(session: Session) -> bool:
    here = session.position
    moves = list(EASTHAVEN.distinct_moves(here))
    return bool(moves) and all(
        can_be_taken_back(EASTHAVEN, here, move, EASTHAVEN.apply(here, move)) for move in moves
    )


def test_called_off_there_is_no_choice() -> None:
    cancel = Event()
    cancel.set()
    session = Session.new("golf", 1)
    with Crew(GOLF, cancel) as crew:
        hidden = Hidden.of(GOLF, session.view)
        assert choose(hidden, Autoplay.OFF, frozenset(), crew, patience_for(GOLF)) is None


def test_where_there_are_no_kernels_there_is_a_choice_all_the_same() -> None:
    made_up = replace(
        EASTHAVEN, name="Easthaven with five columns", slug="five", columns=5, dealt=15
    )
    session = Session.new(made_up, 1)
    choice = chosen(made_up, session.view)
    assert choice.samples == patience_for(made_up).chosen_on < 30
    session.make(choice.way.moves[0])

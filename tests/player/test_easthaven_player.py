"""The player of Easthaven: what `test_players.py` asks of all players, and what is its own."""

import random
from dataclasses import replace

import pytest
from hidden_card_search import shuffled
from position_builders import endgame, table
from requires_kernels import need_kernels
from strategies import wander

from winnable import DECK, GAMES, BoardError, Deal, IllegalMoveError, Move, Position, Session
from winnable.coach import Coach
from winnable.coach.effort import EffortLevel, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.play import Autoplay
from winnable.player import Decision, Level, Player
from winnable.rules.foundations import foundation_moves, is_safe
from winnable.solver import Verdict, solve

EASTHAVEN = GAMES["easthaven"]
QUICK = replace(
    effort_for(EASTHAVEN, EffortLevel.QUICK),
    report_samples=2,
    report_states=1_000,
    chance_games=2,
)


def decisions(position: Position, most: int = 32) -> list[Decision]:
    need_kernels()
    return Player(EASTHAVEN, position).decisions(most)


def after(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = EASTHAVEN.apply(position, move)
    return position


def positions(count: int, seed: int, most: int = 60) -> list[Position]:
    """Positions that play by chance reached, with cards hidden."""
    rng, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position = shuffled(EASTHAVEN, rng).position
        position = after(position, tuple(wander(EASTHAVEN, position, rng.randrange(most), rng)))
        if HiddenCards.of(EASTHAVEN, position.view).unseen:
            found.append(position)
    return found


def is_revealing(before: Position, move: Move, later: Position) -> bool:
    return isinstance(move, Deal) or before.face_down != later.face_down


# -- decisions -------------------------------------------------------------------------------------


def test_no_move_of_a_decision_is_needless() -> None:
    """Leave one out, and the rest is illegal, or reveals something else, or achieves less."""
    for start in positions(30, seed=1):
        for decision in decisions(start, 8):
            end = after(start, decision.moves)
            for at in range(len(decision.moves) - 1):
                rest = decision.moves[:at] + decision.moves[at + 1 :]
                try:
                    assert after(start, rest) != end
                except IllegalMoveError:
                    continue


def test_a_safe_card_that_hides_another_goes_home_before_anything_is_decided() -> None:
    need_kernels()
    cards = "<3C> AH", "KS", "KH", "KD", "KC", "QS", "QC"
    named = {word.strip("<>") for text in cards for word in text.split()}
    stock = " ".join(str(card) for card in DECK if str(card) not in named)
    start = table(EASTHAVEN, *cards, stock=stock)
    (only,) = decisions(start)
    (move,) = only.moves
    assert is_safe(EASTHAVEN, start, next(card for _, card in foundation_moves(EASTHAVEN, start)))
    assert EASTHAVEN.apply(start, move).face_down == (0,) * 7
    assert only.state is not None


def test_every_card_that_can_be_turned_up_at_once_is_among_the_decisions() -> None:
    for start in positions(40, seed=2, most=8):
        at_once = {
            later.face_down
            for move in EASTHAVEN.distinct_moves(start)
            if (later := EASTHAVEN.apply(start, move)).face_down != start.face_down
        }
        found = [after(start, decision.moves).face_down for decision in decisions(start)]
        if len(found) == 1 and start.face_down != found[0]:
            continue  # a safe card
        assert at_once <= set(found)


def test_an_open_position_is_won_if_and_only_if_the_solver_wins_it() -> None:
    need_kernels()
    rng = random.Random(3)
    for number in range(200):
        cards = rng.sample(DECK, 52)
        start = table(EASTHAVEN, *(" ".join(map(str, cards[at::7])) for at in range(7)))
        found = decisions(start)
        is_won = EASTHAVEN.is_won(start) or bool(found)
        assert is_won == (solve(EASTHAVEN, start).verdict is Verdict.WINNABLE), number
        if found:
            assert found[0].state is None
            assert EASTHAVEN.is_won(after(start, found[0].moves))


def test_a_win_in_reach_is_found_when_the_last_card_is_turned_up() -> None:
    need_kernels()
    start = endgame(EASTHAVEN, "<QS> KS", "QH KH", "KD", "KC")
    player = Player(EASTHAVEN, start)
    assert player.play_out([player.start], games=range(4), seed=1) == [b"\1" * 4]


def test_a_game_in_which_nothing_can_be_revealed_is_lost() -> None:
    columns = "<AS> KC", "2C KD", "2D KH", "2S KS", "AC 5C", "AD 5D", "AH 5H"
    start = table(EASTHAVEN, *columns)
    assert decisions(start) == []


@pytest.mark.parametrize("columns", [1, 2, 7])
def test_long_columns(columns: int) -> None:
    """All cards on a few columns, in any order: a decision is legal, and games have an end."""
    need_kernels()
    rng = random.Random(columns)
    for _ in range(20):
        cards = rng.sample(DECK, 52)
        piles = [" ".join(map(str, cards[at::columns])) for at in range(columns)]
        stock = ""
        if rng.random() < 0.5:
            stock = " ".join(piles[-1].split()[2:])
            piles[-1] = " ".join(piles[-1].split()[:2])
        try:
            start = table(EASTHAVEN, *piles, stock=stock)
        except BoardError:
            continue
        player = Player(EASTHAVEN, start)
        for decision in player.decisions(8):
            after(start, decision.moves)
        player.play_out([player.start], games=range(3), seed=1, levels=(Level(8, 3),))


# -- the coach -------------------------------------------------------------------------------------


@pytest.mark.parametrize("autoplay", Autoplay)
def test_hints_are_legal_and_come_to_an_end(autoplay: Autoplay) -> None:
    need_kernels()
    for number in (1, 2):
        session = Session.new(EASTHAVEN, number, autoplay=autoplay)
        coach, made = Coach(EASTHAVEN, effort=QUICK), 0
        while not session.view.is_open:
            move = coach.hint(session).move
            if move is None:
                break
            session.make(move)  # IllegalMoveError if it is not legal
            made += 1
            assert made < 300


@pytest.mark.parametrize("autoplay", Autoplay)
def test_hints_after_moves_of_ones_own(autoplay: Autoplay) -> None:
    need_kernels()
    rng = random.Random(autoplay.value)
    session, coach = Session.new(EASTHAVEN, 7, autoplay=autoplay), Coach(EASTHAVEN, effort=QUICK)
    for _ in range(40):
        if session.view.is_open or (move := coach.hint(session).move) is None:
            break
        legal = list(EASTHAVEN.distinct_moves(session.position))
        session.make(rng.choice(legal) if rng.random() < 0.3 else move)


# -- how well it plays -----------------------------------------------------------------------------


def test_how_many_games_it_wins() -> None:
    """By its policy alone more than a third; the margin is for weights that change."""
    need_kernels()
    won = games = 0
    for number in range(40_001, 40_101):
        player = Player(EASTHAVEN, Session.new(EASTHAVEN, number).position)
        won += sum(player.play_out([player.start], games=range(10), seed=number)[0])
        games += 10
    assert won > 0.38 * games, won


def test_no_decision_is_worse_for_being_seen_from_its_view() -> None:
    """A line is found for a view: it ends in the same place wherever the hidden cards are."""
    for start in positions(10, seed=5):
        for decision in decisions(start, 4):
            position = start
            for at, move in enumerate(decision.moves, 1):
                later = EASTHAVEN.apply(position, move)
                assert is_revealing(position, move, later) == (at == len(decision.moves))
                position = later

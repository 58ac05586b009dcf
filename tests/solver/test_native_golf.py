"""Golf's kernel against the Python solver, a naive search and the rules, and its limits."""

import os
import random
import resource
import threading
import time
from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import pytest

from winnable import DECK, GAMES, Card, Deal, Game, Move, Pile, Position, numbered_deck
from winnable.play.board_notation import board_text
from winnable.rules.validation import check_position
from winnable.solver import Limit, Verdict, python_solver
from winnable.solver.packing import PackedLine, pack

if os.environ.get("CI"):
    from winnable.solver.native import control, golf
else:
    control = pytest.importorskip("winnable.solver.native.control")
    golf = pytest.importorskip("winnable.solver.native.golf")

GAME = GAMES["golf-relaxed"]
STRICT = replace(GAME, name="Golf without corners", slug="golf-strict", wraps=False)
LOST, WON, STOPPED = 0, 1, 2
LOST_DEALS = (11, 26, 30, 44, 62)
HARD_DEALS = (8, 17, 135)


def ask(position: Position, game: Game = GAME, *, shortest: bool = False) -> tuple[int, int]:
    """What the kernel says, and how many moves it takes; a line that it gives is played out."""
    packed = pack(game, check_position(game, position, whole=False))
    verdict, line, states = golf.search(packed, control.Control(), game.wraps, shortest)
    moves: tuple[Move, ...] = PackedLine(game, position, line).moves()
    assert verdict in (LOST, WON)
    assert states > 0 or game.is_won(position)
    if verdict == WON:
        for move in moves:
            position = game.apply(position, move)
        assert game.is_won(position)
    else:
        assert not moves
    return verdict, len(moves)


def dealt(number: int) -> Position:
    return GAME.deal(numbered_deck(number))


def laid_out(columns: list[Pile], stock: Pile, last: Card) -> Position:
    return Position(
        columns=tuple(columns), foundations=((last,),), cells=(), stock=stock, face_down=(0,) * 7
    )


def made_up(rng: random.Random) -> Position:
    """Some cards of some ranks anywhere: all in one column, or one in each; a stock of any size."""
    ranks = rng.sample(range(1, 14), rng.choice((3, 5, 8, 13)))
    last, *cards = rng.sample(DECK, len(DECK))
    cards = [card for card in cards if card.rank in ranks]
    used = rng.sample(range(7), rng.randint(1, 7))
    columns: list[Pile] = [()] * 7
    laid = rng.randint(0, 15)
    for card in cards[:laid]:
        columns[rng.choice(used)] += (card,)
    stock = rng.choice((0, 0, 1, 2, 3, 5, 8, 13, 21))
    return laid_out(columns, tuple(cards[laid : laid + stock]), last)


def simple_search(position: Position) -> int | None:
    """The most cards that can be left in the stock at the end, over all there is; None if lost.

    Heights one number of cards after the other, nothing left out; no code in common with us.
    """
    stock = [card.rank for card in position.stock or ()][::-1]
    layer = {tuple(map(len, position.columns)): {position.foundations[0][-1].rank: len(stock)}}
    for _ in range(sum(map(len, position.columns))):
        after: defaultdict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
        for heights, ranks in layer.items():
            for left in range(max(ranks.values())):
                ranks[stock[left]] = max(left, ranks.get(stock[left], 0))
            for slot, height in enumerate(heights):
                if height:
                    rank = position.columns[slot][height - 1].rank
                    lefts = [
                        ranks[near]
                        for near in (rank % 13 + 1, (rank - 2) % 13 + 1)
                        if near in ranks
                    ]
                    if lefts:
                        to = after[(*heights[:slot], height - 1, *heights[slot + 1 :])]
                        to[rank] = max(*lefts, to.get(rank, 0), 0)
        layer = dict(after)
    return max((left for ranks in layer.values() for left in ranks.values()), default=None)


# -- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, STRICT], ids=lambda game: game.slug)
@pytest.mark.parametrize("seed", range(4))
def test_made_up_positions_as_the_python_solver_says(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    told: Counter[int] = Counter()
    for _ in range(300):
        position = made_up(rng)
        expected = python_solver.search(game, position, Limit(states=4000)).verdict
        if expected is Verdict.UNSETTLED:
            continue
        verdict, _ = ask(position, game)
        assert verdict == (WON if expected is Verdict.WINNABLE else LOST)
        assert ask(position, game, shortest=True)[0] == verdict
        told[verdict] += 1
    assert told[WON] > 30
    assert told[LOST] > 100


def test_late_positions_of_real_deals_as_the_python_solver_says() -> None:
    rng = random.Random(52)
    told: Counter[int] = Counter()
    while told.total() < 150:
        position = dealt(rng.randint(1, 1_000_000))
        while sum(map(len, position.columns)) > 10 and (moves := [*GAME.legal_moves(position)]):
            plays = [move for move in moves if not isinstance(move, Deal)]
            position = GAME.apply(position, rng.choice(plays if plays else moves))
        expected = python_solver.search(GAME, position, Limit(states=1500)).verdict
        if expected is not Verdict.UNSETTLED:
            verdict, _ = ask(position)
            assert verdict == (WON if expected is Verdict.WINNABLE else LOST)
            told[verdict] += 1
    assert told[WON] > 20
    assert told[LOST] > 20


def test_the_sweep_as_a_naive_search() -> None:
    rng = random.Random(17)
    told: Counter[int] = Counter()
    for _ in range(60):
        last, *cards = rng.sample(DECK, len(DECK))
        columns = [tuple(cards[3 * slot : 3 * slot + 3]) for slot in range(7)]
        position = laid_out(columns, tuple(cards[21 : 21 + rng.randint(4, 12)]), last)
        best = simple_search(position)
        verdict, length = ask(position, shortest=True)
        assert verdict == (LOST if best is None else WON)
        assert ask(position)[0] == verdict
        if best is not None:
            assert length == 21 + len(position.stock or ()) - best
        told[verdict] += 1
    assert min(told[WON], told[LOST]) > 10


@pytest.mark.heavy
@pytest.mark.parametrize("number", [*LOST_DEALS, *HARD_DEALS, *range(1, 11)])
def test_whole_deals_as_a_naive_search(number: int) -> None:
    position = dealt(number)
    best = simple_search(position)
    verdict, length = ask(position, shortest=True)
    assert verdict == (LOST if best is None else WON)
    assert ask(position)[0] == verdict
    assert best is None or length == 35 + 16 - best


def test_how_many_of_the_first_thousand_deals_can_be_won() -> None:
    told = Counter(ask(dealt(number))[0] for number in range(1, 1001))
    assert told == {WON: 928, LOST: 72}
    assert all(ask(dealt(number))[0] == LOST for number in LOST_DEALS)


def test_no_line_is_shorter_than_the_shortest() -> None:
    for number in (*range(1, 31), *HARD_DEALS):
        verdict, length = ask(dealt(number))
        again, shortest = ask(dealt(number), shortest=True)
        assert verdict == again
        assert shortest <= length


def test_mid_game_positions_are_settled_and_won_lines_stay_won() -> None:
    rng = random.Random(7)
    for number in range(1, 41):
        position = dealt(number)
        won = ask(position)[0] == WON
        for _ in range(rng.randint(1, 40)):
            moves = list(GAME.legal_moves(position))
            if not moves or GAME.is_won(position):
                break
            position = GAME.apply(position, rng.choice(moves))
            now = ask(position)[0] == WON
            assert won or not now
            won = now


# -- odd positions --------------------------------------------------------------------------------


def test_nothing_to_do() -> None:
    assert ask(laid_out([()] * 7, (), DECK[0])) == (WON, 0)
    assert ask(laid_out([()] * 7, DECK[1:20], DECK[0]), shortest=True) == (WON, 0)


def test_one_card_and_the_corner() -> None:
    king, ace = DECK[51], DECK[0]
    position = laid_out([(ace,), *[()] * 6], (), king)
    assert ask(position) == (WON, 1)
    assert ask(position, STRICT) == (LOST, 0)


def test_all_the_cards_in_any_number_of_columns() -> None:
    rng = random.Random(3)
    told: Counter[int] = Counter()
    for used in (1, 2, 3, 5, 6, 7) * 4:
        last, *cards = rng.sample(DECK, len(DECK))
        columns = [tuple(cards[slot::used]) if slot < used else () for slot in range(7)]
        told[ask(laid_out(columns, (), last))[0]] += 1
    assert told[LOST] > 10


def test_a_long_column_that_can_be_played_from_end_to_end() -> None:
    run = tuple(card for suit in range(4) for card in DECK[suit::4])[:0:-1]
    position = laid_out([run, *[()] * 6], (), DECK[0])
    assert ask(position) == (WON, 51)
    assert ask(position, STRICT)[0] == LOST


def test_a_stock_of_fifty() -> None:
    position = laid_out([(DECK[1],), *[()] * 6], DECK[2:], DECK[0])
    assert ask(position, shortest=True)[0] == WON


def test_too_many_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="8 columns"):
        golf.search(bytes([8, *[0, 0] * 8, 0, 0, 0, 0, 0, 0, 0, 0]), control.Control())


# -- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 2, 10, 100, 1000, 10_000])
def test_the_limit_of_states(most: int) -> None:
    verdict, line, states = golf.search(
        pack(GAME, dealt(LOST_DEALS[0])), control.Control(states=most)
    )
    assert (verdict, line) == (STOPPED, b"")
    assert states <= most


@pytest.mark.parametrize("memory", [1, 1000, 100_000, 4_000_000])
def test_the_limit_of_memory(memory: int) -> None:
    verdict, line, _ = golf.search(pack(GAME, dealt(LOST_DEALS[0])), control.Control(memory=memory))
    assert (verdict, line) == (STOPPED, b"")


def test_memory_is_freed() -> None:
    packed = pack(GAME, dealt(LOST_DEALS[0]))
    golf.search(packed, control.Control())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        golf.search(packed, control.Control())
        golf.search(packed, control.Control(states=9000))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_the_limit_of_seconds() -> None:
    verdict, _, _ = golf.search(pack(GAME, dealt(LOST_DEALS[0])), control.Control(seconds=1e-6))
    assert verdict == STOPPED


def test_a_tick_can_stop_it_and_raise() -> None:
    packed = pack(GAME, dealt(LOST_DEALS[0]))
    heard: list[int] = []

    def stop(states: int) -> bool:
        heard.append(states)
        return True

    def fail(states: int) -> bool:
        raise KeyboardInterrupt

    stopping, failing = control.Control(tick=stop), control.Control(tick=fail)
    time.sleep(0.02)  # so that both are asked at the first look at the clock
    verdict, line, states = golf.search(packed, stopping)
    assert (verdict, line) == (STOPPED, b"")
    assert heard == [states]
    with pytest.raises(KeyboardInterrupt):
        golf.search(packed, failing)


def test_a_line_that_may_not_be_the_shortest_says_so() -> None:
    packed = pack(GAME, dealt(1))
    _, _, enough = golf.search(packed, control.Control())
    for limited in (control.Control(states=enough + 1), control.Control(memory=100_000)):
        verdict, line, _ = golf.search(packed, limited, True, True)
        assert verdict == WON
        assert PackedLine(GAME, dealt(1), line).length >= ask(dealt(1), shortest=True)[1]
        assert limited.stopped


def test_threads_do_not_disturb_each_other() -> None:
    numbers = [*LOST_DEALS, *HARD_DEALS, *range(1, 21)]
    expected = [ask(dealt(number)) for number in numbers]
    answers: list[list[tuple[int, int]]] = []

    def work() -> None:
        answers.append([ask(dealt(number)) for number in numbers])

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 3


# -- black-hole-solver ----------------------------------------------------------------------------


def black_hole_solver() -> Any:
    """The peer; PyPI has its wrapper, but the C library under it has to be built by hand."""
    wrapper = pytest.importorskip("black_hole_solver", reason="black-hole-solver is missing")
    try:
        return wrapper.BlackHoleSolver()
    except OSError:
        pytest.skip("black-hole-solver is half there: libblack_hole_solver.so.1 is missing")


@pytest.mark.parametrize("number", [*LOST_DEALS[:2], *range(1, 9)])
def test_the_same_verdict_as_black_hole_solver(number: int) -> None:
    solver = black_hole_solver()
    solver.read_board(board_text(GAME, dealt(number)), "golf", True, True)
    code = solver.resume_solution()
    assert code != solver.BLACK_HOLE_SOLVER__OUT_OF_ITERS
    assert ask(dealt(number))[0] == (WON if code == 0 else LOST)

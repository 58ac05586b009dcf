"""The kernel of FreeCell and Baker's Game against the Python solver and fc-solve; its limits."""

import os
import random
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace

import pytest
from peers import fc_solve
from strategies import wander

from winnable import (
    DECK,
    GAMES,
    Area,
    Card,
    Game,
    Move,
    Pile,
    Position,
    Suit,
    Transfer,
    board_text,
    numbered_deck,
)
from winnable.rules import BuildRule
from winnable.rules.validation import check_position
from winnable.solver import Limit, Verdict, python_solver
from winnable.solver.packing import PackedLine, pack

if not os.environ.get("CI"):
    pytest.importorskip("winnable.solver.native.freecell")
from winnable.solver.native import freecell
from winnable.solver.native.control import Control

FREECELL, BAKERS_GAME = GAMES["freecell"], GAMES["bakers-game"]
LOST, WON, STOPPED = 0, 1, 2
MEBIBYTE = 1 << 20


def variant(game: Game, columns: int, cells: int) -> Game:
    """The game with other numbers of columns and cells."""
    return replace(game, columns=columns, cells=cells)


COLUMNS_AND_CELLS = ((6, 0), (5, 0), (5, 1), (4, 0), (4, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 5))


def ask(game: Game, position: Position) -> tuple[int, tuple[Move, ...], int]:
    """What the kernel says; a line of play that it gives is played to the end."""
    by_suit = game.build_rule is BuildRule.SUIT
    verdict, packed, states = freecell.search(pack(game, position), Control(), by_suit)
    moves = PackedLine(game, position, packed).moves()
    assert verdict in (LOST, WON)
    if verdict == WON:
        assert plays_out(game, position, moves)
    else:
        assert not moves
    return verdict, moves, states


def plays_out(game: Game, position: Position, moves: tuple[Move, ...]) -> bool:
    for move in moves:
        position = game.apply(position, move)
    return game.is_won(position)


def made_up(game: Game, rng: random.Random) -> Position:
    """Some ranks of every suit, the lower ones home, the others anywhere; at times one is short."""
    lowest = rng.randint(0, 10)
    home = [min(13, lowest + rng.choice((0, 0, 1, 2))) for _ in Suit]
    highest = min(13, lowest + rng.randint(2, 3 + game.columns // 2))
    cards = [card for card in DECK if home[card.suit] < card.rank <= highest]
    rng.shuffle(cards)
    if cards and rng.random() < 0.05:
        cards.pop()
    if rng.random() < 0.5:
        cards.sort(key=lambda card: card.rank + rng.random() * 3)
    held = min(rng.choice((rng.randint(0, game.cells), game.cells)), len(cards))
    cards, first = cards[: len(cards) - held], cards[len(cards) - held :]
    cells = [*first, *[None] * (game.cells - held)]
    rng.shuffle(cells)
    columns: list[Pile] = [()] * game.columns
    few = rng.choice((rng.randint(1, game.columns), game.columns))
    for card in cards:
        fitting = [slot for slot in range(few) if game.is_run((*columns[slot][-1:], card))]
        any_of = fitting if fitting and rng.random() < 0.3 else range(few)
        columns[rng.choice(any_of)] += (card,)
    rng.shuffle(columns)
    position = Position(
        columns=tuple(columns),
        foundations=tuple(tuple(Card(r, s) for r in range(1, home[s] + 1)) for s in Suit),
        cells=tuple(cells),
        stock=None,
        face_down=(0,) * game.columns,
    )
    return check_position(game, position, whole=False)


def mid_game(game: Game, rng: random.Random, most: int = 60) -> Position:
    """A deal after some moves by chance."""
    position = game.deal(numbered_deck(rng.randint(1, 1_000_000)))
    for move in wander(game, position, rng.randint(0, most), rng):
        position = game.apply(position, move)
    return position


# -- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [FREECELL, BAKERS_GAME], ids=lambda game: game.slug)
def test_the_same_verdicts_as_the_python_solver(game: Game) -> None:
    """A line that plays out proves a win; so it is what is called lost that has to be checked."""
    rng = random.Random(5)
    told: Counter[str] = Counter()
    for columns, cells in COLUMNS_AND_CELLS:
        small = variant(game, columns, cells)
        lost = []
        for _ in range(300):
            position = made_up(small, rng)
            if ask(small, position)[0] == LOST:
                lost.append(position)
            else:
                told["won"] += 1
        for position in lost[:40]:
            verdict = python_solver.search(small, position, Limit(states=150)).verdict
            assert verdict is not Verdict.WINNABLE, position
            told[verdict.value] += 1
    assert told["won"] > 1000
    assert told["lost"] > 200


@pytest.mark.parametrize("game", [FREECELL, BAKERS_GAME], ids=lambda game: game.slug)
def test_deals_are_won_legally(game: Game) -> None:
    verdicts = [ask(game, game.deal(numbered_deck(number)))[0] for number in range(1, 201)]
    assert verdicts.count(LOST) == (0 if game is FREECELL else 50)


@pytest.mark.parametrize("game", [FREECELL, BAKERS_GAME], ids=lambda game: game.slug)
def test_mid_game_positions_are_settled(game: Game) -> None:
    rng = random.Random(3)
    told = Counter(ask(game, mid_game(game, rng))[0] for _ in range(100))
    assert told[WON] > 10


def test_the_one_lost_deal_of_the_first_32000() -> None:
    verdict, _, states = ask(FREECELL, FREECELL.deal(numbered_deck(11982)))
    assert verdict == LOST
    assert states > 10_000


def test_solutions_are_short() -> None:
    """Moves home are not counted: most of them go without saying."""
    lengths = []
    for number in range(1, 101):
        moves = ask(FREECELL, FREECELL.deal(numbered_deck(number)))[1]
        lengths += [sum(not is_home(move) for move in moves)]
    assert sum(lengths) / len(lengths) < 50


def is_home(move: Move) -> bool:
    return isinstance(move, Transfer) and move.target.area is Area.FOUNDATION


def test_a_won_position_needs_no_moves() -> None:
    full = tuple(tuple(Card(rank, suit) for rank in range(1, 14)) for suit in Suit)
    won = Position(((),) * 8, full, (None,) * 4, None, (0,) * 8)
    assert ask(FREECELL, won) == (WON, (), 0)


def test_an_empty_table_with_a_card_short_is_won_or_lost_by_what_is_left() -> None:
    """No ace of spades anywhere: the two can never go home."""
    two = DECK[7]
    position = Position(((two,), *[()] * 7), ((),) * 4, (None,) * 4, None, (0,) * 8)
    assert ask(FREECELL, position)[0] == LOST
    assert ask(BAKERS_GAME, position)[0] == LOST


# -- Baker's Game, where cards leave the cells of themselves ---------------------------------------


def test_a_sequence_goes_to_cells_together() -> None:
    """The seven and the six of clubs have to make way, one after the other, for the ace below."""
    seven, six, ace = DECK[24], DECK[20], DECK[0]
    low = [DECK[number] for number in (4, 8, 12, 16)]  # two to five
    kings = [DECK[48 + suit] for suit in range(4)]
    game = variant(BAKERS_GAME, 2, 2)
    position = Position(
        ((ace, seven, six), (kings[1], *reversed(low))),
        ((), *(_home(suit, 12) for suit in (1, 2, 3))),
        (None, None),
        None,
        (0, 0),
    )
    check_position(game, position, whole=False)
    assert ask(game, position)[0] == (
        WON if python_solver.search(game, position, Limit()).verdict is Verdict.WINNABLE else LOST
    )


def _home(suit: int, ranks: int) -> Pile:
    return tuple(DECK[4 * rank + suit] for rank in range(ranks))


# -- peers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(20, 60))
def test_bakers_game_agrees_with_a_complete_scan_of_fc_solve(number: int) -> None:
    start = BAKERS_GAME.deal(numbered_deck(number))
    options = ("-g", "bakers_game", "-to", "01ABCDE", "-sp", "r:tf", "-m", "-snx")
    said = fc_solve(board_text(BAKERS_GAME, start), *options)
    assert ("solveable" in said) != ("could not solve" in said)
    assert ask(BAKERS_GAME, start)[0] == (WON if "solveable" in said else LOST)


@pytest.mark.parametrize("number", [*range(610, 640), 11982])
def test_freecell_agrees_with_fc_solve(number: int) -> None:
    start = FREECELL.deal(numbered_deck(number))
    said = fc_solve(board_text(FREECELL, start), "-m", "-snx")
    assert ("solveable" in said) != ("could not solve" in said)
    assert ask(FREECELL, start)[0] == (WON if "solveable" in said else LOST)


@pytest.mark.parametrize("cells", [1, 2])
def test_freecell_with_fewer_cells_agrees_with_fc_solve(cells: int) -> None:
    game = variant(FREECELL, 8, cells)
    told: Counter[int] = Counter()
    rng = random.Random(cells)
    for _ in range(20):
        start = mid_game(game, rng, most=40)
        options = ("--freecells-num", str(cells), "-to", "01ABCDE", "-sp", "r:tf", "-m", "-snx")
        said = fc_solve(board_text(game, start), *options, "-mi", "300000")
        if "Iterations count exceeded" in said:
            continue
        verdict = ask(game, start)[0]
        assert verdict == (WON if "solveable" in said else LOST)
        told[verdict] += 1
    assert told[LOST]


# -- limits ---------------------------------------------------------------------------------------


def hard() -> tuple[bytes, bool]:
    """A lost deal that takes a hundred thousand positions."""
    return pack(FREECELL, FREECELL.deal(numbered_deck(11982))), False


def endless() -> tuple[bytes, bool]:
    """A deal without the ace of clubs: nothing wins it, and nobody has seen all its positions."""
    start = FREECELL.deal(numbered_deck(1))
    columns = tuple(tuple(card for card in pile if card != DECK[0]) for pile in start.columns)
    return pack(FREECELL, replace(start, columns=columns)), False


@pytest.mark.parametrize("most", [1, 10, 1000, 20_000])
def test_a_limit_of_states_stops_it(most: int) -> None:
    verdict, moves, states = freecell.search(hard()[0], Control(states=most), False)
    assert (verdict, moves) == (STOPPED, b"")
    assert most <= states < most + 200


def test_a_limit_of_time_stops_it() -> None:
    control = Control(seconds=0.02)
    assert freecell.search(endless()[0], control, False)[0] == STOPPED
    assert control.stopped


@pytest.mark.parametrize("memory", [1, 100_000, MEBIBYTE, 8 * MEBIBYTE])
def test_a_limit_of_memory_stops_it(memory: int) -> None:
    verdict, moves, _ = freecell.search(endless()[0], Control(memory=memory), False)
    assert (verdict, moves) == (STOPPED, b"")


MEASURE = """
import sys
from winnable.solver.native import freecell
from winnable.solver.native.control import Control
def peak():
    # Not ru_maxrss, which begins with that of the process that started this one.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
packed, memory = bytes.fromhex(sys.argv[1]), int(sys.argv[2])
freecell.search(packed, Control(states=5000), False)
before = peak()
verdict, _, states = freecell.search(packed, Control(memory=memory), False)
print(verdict, peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
@pytest.mark.parametrize("mebibytes", [16, 64])
def test_a_limit_of_memory_is_kept(mebibytes: int) -> None:
    said = subprocess.run(
        [sys.executable, "-c", MEASURE, endless()[0].hex(), str(mebibytes * MEBIBYTE)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    verdict, growth = map(int, said.stdout.split())
    assert verdict == STOPPED
    assert 0.3 * mebibytes * 1024 <= growth <= 1.1 * mebibytes * 1024


def test_the_caller_can_stop_it() -> None:
    ticks: list[int] = []

    def tick(states: int) -> bool:
        ticks.append(states)
        return len(ticks) == 3

    verdict, moves, states = freecell.search(endless()[0], Control(tick=tick), False)
    assert (verdict, moves) == (STOPPED, b"")
    assert len(ticks) == 3
    assert ticks[-1] <= states < ticks[-1] + 200, "it went on after it was told to stop"
    assert ticks == sorted(ticks)


def test_an_exception_in_a_tick_is_raised() -> None:
    def tick(states: int) -> bool:
        raise RuntimeError(f"enough after {states}")

    with pytest.raises(RuntimeError, match="enough after"):
        freecell.search(endless()[0], Control(tick=tick), False)


# -- several at once ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [FREECELL, BAKERS_GAME], ids=lambda game: game.slug)
def test_many_positions_one_after_the_other(game: Game) -> None:
    deals = [pack(game, game.deal(numbered_deck(number))) for number in range(1, 41)]
    by_suit = game.build_rule is BuildRule.SUIT
    alone = [freecell.search(deal, Control(), by_suit) for deal in deals]
    answers = freecell.search_all(deals, Control(), by_suit)
    assert [answer[:3] for answer in answers] == alone


def test_threads_do_not_disturb_each_other() -> None:
    deals = [
        (pack(game, game.deal(numbered_deck(number))), game is BAKERS_GAME)
        for number in range(1, 101)
        for game in (FREECELL, BAKERS_GAME)
    ]
    expected = [freecell.search(deal, Control(), by_suit) for deal, by_suit in deals]
    answers: dict[int, list[tuple[int, bytes, int]]] = {}

    def work(number: int) -> None:
        answers[number] = [freecell.search(deal, Control(), by_suit) for deal, by_suit in deals]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answers[number] for number in range(3)] == [expected] * 3


def test_too_many_columns_or_cells_are_refused() -> None:
    for game in (variant(FREECELL, 9, 4), variant(FREECELL, 8, 9)):
        packed = pack(game, game.deal(numbered_deck(1)))
        with pytest.raises(ValueError, match="eight"):
            freecell.search(packed, Control(), False)


# -- breadth --------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_all_of_freecell_1_to_32000() -> None:
    numbers = range(1, 32_001)
    deals = [pack(FREECELL, FREECELL.deal(numbered_deck(number))) for number in numbers]
    found = freecell.search_all(deals, Control(), False)
    lost = [number for number, answer in zip(numbers, found, strict=True) if answer[0] != WON]
    assert lost == [11982]


@pytest.mark.heavy
def test_bakers_game_1_to_2000() -> None:
    deals = [pack(BAKERS_GAME, BAKERS_GAME.deal(numbered_deck(n))) for n in range(1, 2001)]
    found = freecell.search_all(deals, Control(), True)
    assert Counter(answer[0] for answer in found) == {WON: 1528, LOST: 472}

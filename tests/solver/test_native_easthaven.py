"""Easthaven's kernel against the Python solver and the rules, and its limits."""

import os
import random
import threading
from collections import Counter
from dataclasses import replace

import pytest
from position_builders import table

from winnable import DECK, GAMES, Card, Deal, Move, Pile, Position, Suit, numbered_deck
from winnable.rules.validation import check_position
from winnable.solver import Limit, Verdict, python_solver
from winnable.solver.packing import PackedLine, pack

if os.environ.get("CI"):
    from winnable.solver.native import control, easthaven
else:
    control = pytest.importorskip("winnable.solver.native.control")
    easthaven = pytest.importorskip("winnable.solver.native.easthaven")

GAME = GAMES["easthaven"]
LOST, WON, STOPPED = 0, 1, 2


def ask(position: Position) -> tuple[int, tuple[Move, ...], int]:
    """What the kernel says; a line of play that it gives is played to the end."""
    verdict, packed, states = easthaven.search(pack(GAME, position), control.Control())
    moves = PackedLine(GAME, position, packed).moves()
    assert verdict in (LOST, WON)
    if verdict == WON:
        for move in moves:
            position = GAME.apply(position, move)
        assert GAME.is_won(position)
    else:
        assert not moves
    return verdict, moves, states


def made_up(rng: random.Random) -> Position:
    """Some ranks of some suits, the lower ones home, the others anywhere, some face down.

    With fewer suits there is less to build on, and more of the positions are lost.
    """
    suits = rng.choice(((0, 3), (1, 2), (0, 1, 3), (0, 1, 2), (0, 1, 2, 3)))
    lowest, height = rng.randint(0, 7), rng.randint(2, 20 // len(suits))
    home = [min(13, lowest + rng.choice((0, 0, 1, 2))) for _ in Suit]
    cards = [c for c in DECK if c.suit in suits and home[c.suit] < c.rank <= lowest + height]
    rng.shuffle(cards)
    if rng.random() < 0.5:
        cards.sort(key=lambda card: -card.rank + rng.random() * 9)
    if cards and rng.random() < 0.05:
        cards.pop()
    laid = len(cards) - min(rng.choice((0, 0, 1, 3, 5, 7, 9, 12)), len(cards))
    columns: list[Pile] = [()] * GAME.columns
    order = rng.sample(range(GAME.columns), GAME.columns)
    for at, card in enumerate(cards[:laid]):
        columns[order[at] if at < GAME.columns else rng.randrange(GAME.columns)] += (card,)
    position = Position(
        columns=tuple(columns),
        foundations=tuple(tuple(Card(r, s) for r in range(1, home[s] + 1)) for s in Suit),
        cells=(),
        stock=tuple(cards[laid:]),
        face_down=tuple(rng.randint(0, min(2, max(0, len(pile) - 1))) for pile in columns),
    )
    return check_position(GAME, position, whole=False)


def mid_game(rng: random.Random, haste: float) -> Position:
    """A deal after some moves by chance, the more of them deals the greater the haste."""
    position = GAME.deal(numbered_deck(rng.randint(1, 1_000_000)))
    for _ in range(rng.randint(0, 30)):
        legal = list(GAME.distinct_moves(position))
        if not legal or GAME.is_won(position):
            break
        move = Deal() if position.stock and rng.random() < haste else rng.choice(legal)
        position = GAME.apply(position, move)
    return position


def agree(position: Position, states: int) -> str:
    """The Python solver within a limit; where it has a verdict, the kernel must have the same."""
    expected = python_solver.search(GAME, position, Limit(states=states)).verdict
    verdict, _, _ = ask(position)
    if expected is not Verdict.UNSETTLED:
        assert verdict == (WON if expected is Verdict.WINNABLE else LOST), position
    return expected.value


def test_made_up_positions_get_the_verdict_of_the_python_solver() -> None:
    rng = random.Random(1)
    told = Counter(agree(made_up(rng), 25) for _ in range(1500))
    assert told["winnable"] > 600
    assert told["lost"] > 25


def test_positions_in_the_middle_of_a_game_get_the_verdict_of_the_python_solver() -> None:
    rng = random.Random(2)
    told = Counter(agree(mid_game(rng, haste), 40) for haste in (0.1, 0.3, 0.8) for _ in range(200))
    assert told["lost"] > 350


@pytest.mark.heavy
def test_more_get_the_verdict_of_a_longer_python_search() -> None:
    rng = random.Random(3)
    told: Counter[str] = Counter()
    for _ in range(500):
        told[agree(made_up(rng), 1500)] += 1
        told[agree(mid_game(rng, rng.random()), 500)] += 1
    assert told["winnable"] > 300
    assert told["lost"] > 300


def test_any_position_of_a_game_is_settled() -> None:
    rng = random.Random(4)
    told = Counter(ask(mid_game(rng, rng.random() / 2))[0] for _ in range(400))
    assert set(told) == {LOST, WON}


def test_what_a_winning_line_passes_through_is_winnable() -> None:
    for number in (1, 2, 5, 21, 123):
        position = GAME.deal(numbered_deck(number))
        _, moves, _ = ask(position)
        for move in moves:
            assert ask(position)[0] == WON
            position = GAME.apply(position, move)
        assert ask(position) == (WON, (), 0)


def test_numbered_deals() -> None:
    """The lost ones were confirmed by a search of every single position, without any counting."""
    verdicts = {number: ask(GAME.deal(numbered_deck(number)))[0] for number in range(1, 41)}
    assert [number for number, verdict in verdicts.items() if verdict == LOST] == [
        *(29, 30, 33, 35, 36),
    ]


@pytest.mark.heavy
def test_a_thousand_numbered_deals_are_all_settled() -> None:
    told = Counter(ask(GAME.deal(numbered_deck(number)))[0] for number in range(1, 1001))
    assert told == {WON: 813, LOST: 187}


def test_lines_of_play_are_short() -> None:
    lengths = [len(ask(GAME.deal(numbered_deck(number)))[1]) for number in range(1, 101)]
    assert max(lengths) < 125


@pytest.mark.parametrize(
    ("columns", "home", "stock", "expected"),
    [
        ((), "KC KD KH KS", "", WON),
        ((), "QC KD KH KS", "KC", WON),
        (("KC",), "QC KD KH KS", "", WON),
        (("KC",), "JC KD KH KS", "", LOST),  # the queen is missing
        (("2C AD",), "AC - - -", "", WON),  # an ace that lies on a two goes first
        (("<KD> KC", "KH KS"), "QC QD QH QS", "", WON),
        (("AC 3C", "2C 3D", "2D 3H", "2H 3S", "2S 5H", "AS 5D", "AH AD 5C"), "", "", LOST),
    ],
)
def test_small_positions(columns: tuple[str, ...], home: str, stock: str, expected: int) -> None:
    position = table(GAME, *columns, home=home, stock=stock)
    verdict, _, _ = ask(position)
    assert verdict == expected
    if len(position.stock or ()) < 3:
        assert agree(position, 5000) != "unsettled"


def test_a_run_on_a_hidden_card_does_not_move_with_it() -> None:
    """Both positions have the same cards in the same places; only one card lies face down."""
    rng = random.Random(6)
    seen = 0
    while seen < 60:
        position = made_up(rng)
        for slot, column in enumerate(position.columns):
            if len(column) > 2 and GAME.is_run(column[:2]) and position.face_down[slot] == 1:
                seen += 1
                down = (*position.face_down[:slot], 0, *position.face_down[slot + 1 :])
                agree(position, 30)
                agree(replace(position, face_down=down), 30)


# -- limits ---------------------------------------------------------------------------------------

HARD = pack(GAME, GAME.deal(numbered_deck(955)))
"""Lost, and that takes 180,000 states."""


def test_a_limit_of_states_is_kept() -> None:
    verdict, moves, states = easthaven.search(HARD, control.Control(states=1000))
    assert (verdict, moves) == (STOPPED, b"")
    assert 1000 <= states <= 1010


def test_a_limit_of_time_is_kept() -> None:
    assert easthaven.search(HARD, control.Control(seconds=0.01))[0] == STOPPED


@pytest.mark.parametrize("memory", [0, 1000, 100_000, 500_000, 4_000_000])
def test_a_limit_of_memory_is_kept(memory: int) -> None:
    verdict, moves, states = easthaven.search(HARD, control.Control(memory=memory))
    assert (verdict, moves) == (STOPPED, b"")
    assert 16 * states <= memory


def test_a_little_memory_is_enough_for_most() -> None:
    position = GAME.deal(numbered_deck(1))
    assert easthaven.search(pack(GAME, position), control.Control(memory=1_000_000))[0] == WON


def test_it_can_be_cancelled() -> None:
    called = []

    def tick(states: int) -> bool:
        called.append(states)
        return True

    verdict, moves, states = easthaven.search(HARD, control.Control(tick=tick))
    assert (verdict, moves, len(called)) == (STOPPED, b"", 1)
    assert states >= called[0] > 0


def test_an_exception_in_a_tick_is_raised() -> None:
    def tick(states: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        easthaven.search(HARD, control.Control(tick=tick))


def test_two_threads_do_not_disturb_each_other() -> None:
    results: list[tuple[int, bytes, int]] = []
    threads = [
        threading.Thread(target=lambda: results.append(easthaven.search(HARD, control.Control())))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1]
    assert results[0][0] == LOST

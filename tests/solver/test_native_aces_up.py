"""The kernel of Aces Up against the Python solver and a naive search, and its limits."""

import os
import random
import resource
import threading
from collections import Counter

import pytest
from strategies import wander

from winnable import DECK, GAMES, Card, Pile, Position, Suit, numbered_deck
from winnable.cards import ACE
from winnable.coach.known_verdicts import known_verdict
from winnable.rules.validation import check_position
from winnable.solver import Limit, Verdict, python_solver
from winnable.solver.packing import PackedLine, pack

if os.environ.get("CI"):
    from winnable.solver.native import aces_up, control
else:
    aces_up = pytest.importorskip("winnable.solver.native.aces_up")
    control = pytest.importorskip("winnable.solver.native.control")

GAME = GAMES["aces-up"]
LOST, WON, STOPPED = 0, 1, 2
LOST_DEALS = [3, 5, 7, 8, 9, 12, 14, 15]
"""Of the deals 2 to 15; deal 1 is lost too, but takes seconds."""
HARD = 131
"""A lost deal that takes more than five million states."""


def ask(position: Position) -> int:
    """What the kernel says; a line that it gives is played out."""
    packed = pack(GAME, check_position(GAME, position, whole=False))
    verdict, line, states = aces_up.search(packed, control.Control())
    assert states > 0
    if verdict == WON:
        for move in PackedLine(GAME, position, line).moves():
            position = GAME.apply(position, move)
        assert GAME.is_won(position)
    else:
        assert verdict == LOST
        assert not line
    return int(verdict)


def dealt(number: int) -> Position:
    return GAME.deal(numbered_deck(number))


def laid_out(columns: list[list[Card]], stock: list[Card]) -> Position:
    return Position(
        columns=tuple(map(tuple, columns)),
        foundations=((),),
        cells=(),
        stock=tuple(stock),
        face_down=(0,) * 4,
    )


def short_deck(rng: random.Random, most: int) -> list[Card]:
    """A few cards of some suits, nearly always with their aces."""
    suits = rng.sample(list(Suit), rng.randint(1, 4))
    each = rng.randint(2, max(2, most // len(suits)))
    cards = []
    for suit in suits:
        others = [card for card in DECK if card.suit == suit and card.rank != ACE]
        cards += rng.sample(others, min(each, len(others)))
        cards += [Card(ACE, suit)] * (rng.random() < 0.93)
    return rng.sample(cards, len(cards))[:most]


def made_up(rng: random.Random, most: int) -> Position:
    """Dealt, half dealt or all on the table; the stock need not come out even."""
    cards = short_deck(rng, most)
    laid = min(len(cards), rng.choice([0, 4, 4, 4, rng.randint(0, most), most]))
    in_turn = rng.random() < 0.6
    columns: list[list[Card]] = [[] for _ in range(4)]
    for at, card in enumerate(cards[:laid]):
        columns[at % 4 if in_turn else rng.randrange(4)].append(card)
    return laid_out(columns, cards[laid:])


def without_tricks(columns: tuple[Pile, ...], stock: Pile, most: int) -> int:
    """Whether any line of play wins: no order, no safe cards, no undecided ones.

    Rules written once more, on bare tuples, because it has to look at a great many positions.
    """
    seen = {(columns, stock)}
    waiting = [(columns, stock)]
    while waiting:
        columns, stock = waiting.pop()
        if not stock and all(card.rank == ACE for column in columns for card in column):
            return WON
        if len(seen) > most:
            return STOPPED
        after = []
        for at, column in enumerate(columns):
            if column and any(
                other[-1].suit == column[-1].suit
                and (other[-1].rank - 2) % 13 > (column[-1].rank - 2) % 13
                for other in columns
                if other
            ):
                after.append((with_columns(columns, {at: column[:-1]}), stock))
            after += [
                (with_columns(columns, {at: column[:-1], to: column[-1:]}), stock)
                for to, target in enumerate(columns)
                if column and not target
            ]
        if stock:
            more = {at: columns[at] + stock[at : at + 1] for at in range(4)}
            after.append((with_columns(columns, more), stock[4:]))
        for position in after:
            if position not in seen:
                seen.add(position)
                waiting.append(position)
    return LOST


def with_columns(columns: tuple[Pile, ...], new: dict[int, Pile]) -> tuple[Pile, ...]:
    return tuple(new.get(at, column) for at, column in enumerate(columns))


@pytest.mark.parametrize("hurry", [0, 3000], ids=["exact", "greedy-first"])
def test_the_same_verdict_as_the_python_solver(hurry: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aces_up, "GREEDY_STATES", hurry)
    rng = random.Random(hurry)
    told: Counter[int] = Counter()
    for _ in range(1000):
        position = made_up(rng, rng.randint(1, 12))
        expected = python_solver.search(GAME, position, Limit(states=500)).verdict
        if expected is not Verdict.UNSETTLED:
            told[ask(position)] += 1
            assert ask(position) == (WON if expected is Verdict.WINNABLE else LOST), position
    assert min(told[WON], told[LOST]) > 200


def test_the_same_verdict_as_a_naive_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aces_up, "GREEDY_STATES", 0)
    rng = random.Random(1)
    told: Counter[int] = Counter()
    for _ in range(500):
        position = made_up(rng, rng.randint(12, 22))
        expected = without_tricks(position.columns, position.stock or (), 6000)
        told[expected] += 1
        if expected != STOPPED:
            assert ask(position) == expected, position
    assert min(told[WON], told[LOST]) > 100


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(4))
def test_the_same_verdict_again_and_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aces_up, "GREEDY_STATES", 0)
    rng = random.Random(f"heavy {seed}")
    for _ in range(4000):
        position = made_up(rng, rng.randint(10, 24))
        expected = without_tricks(position.columns, position.stock or (), 30_000)
        if expected != STOPPED:
            assert ask(position) == expected, position


@pytest.mark.parametrize("number", [34, 183])
def test_deals_that_are_won_only_by_keeping_a_card_that_could_go(number: int) -> None:
    assert ask(dealt(number)) == WON


def test_lost_and_won_deals() -> None:
    lost = [number for number in range(2, 16) if ask(dealt(number)) == LOST]
    assert lost == LOST_DEALS


def test_from_the_middle_of_a_game() -> None:
    """A line that wins does so from each of its positions; from a lost deal nothing wins."""
    for number in (2, 4, 183):
        position = dealt(number)
        for move in PackedLine(
            GAME, position, aces_up.search(pack(GAME, position), control.Control())[1]
        ).moves():
            position = GAME.apply(position, move)
            assert ask(position) == WON
    rng = random.Random(2)
    for number in LOST_DEALS[2:5]:
        position = dealt(number)
        for move in wander(GAME, position, 40, rng):
            position = GAME.apply(position, move)
        assert ask(position) == LOST


def test_positions_at_the_edge() -> None:
    aces = [card for card in DECK if card.rank == ACE]
    assert ask(laid_out([[], [], [], []], [])) == WON
    assert ask(laid_out([aces, [], [], []], [])) == WON
    assert ask(laid_out([[], [], [], []], aces)) == WON
    assert ask(laid_out([[DECK[4]], [], [], []], [])) == LOST
    assert ask(laid_out([[DECK[4], DECK[0]], [], [], []], [])) == WON
    assert ask(laid_out([list(DECK), [], [], []], [])) in (WON, LOST)
    assert ask(laid_out([[], [], [], []], list(DECK))) in (WON, LOST)
    assert ask(laid_out([list(DECK[::-1]), [], [], []], [])) in (WON, LOST)


def test_it_stops_at_a_limit_of_states() -> None:
    for most in (1, 2, 100, 5000, 100_000):
        limits = control.Control(states=most)
        verdict, line, states = aces_up.search(pack(GAME, dealt(HARD)), limits)
        assert (verdict, line) == (STOPPED, b"")
        assert states <= most


def test_it_stops_in_time() -> None:
    verdict, _, _ = aces_up.search(pack(GAME, dealt(HARD)), control.Control(seconds=0.1))
    assert verdict == STOPPED


@pytest.mark.parametrize("memory", [0, 1000, 20_000, 300_000, 20_000_000])
def test_it_stops_when_memory_is_short(memory: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    verdict, line, _ = aces_up.search(pack(GAME, dealt(HARD)), control.Control(memory=memory))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert (verdict, line) == (STOPPED, b"")
    assert (after - before) * 1024 <= 1.1 * memory + 1_000_000


def test_it_can_be_cancelled() -> None:
    enough = threading.Event()
    heard: list[int] = []

    def tick(states: int) -> bool:
        heard.append(states)
        return enough.is_set()

    timer = threading.Timer(0.1, enough.set)
    timer.start()
    verdict, _, states = aces_up.search(pack(GAME, dealt(HARD)), control.Control(tick=tick))
    timer.join()
    assert verdict == STOPPED
    assert heard == sorted(heard)
    assert 0 < heard[-1] <= states


def test_an_exception_in_a_tick_is_raised() -> None:
    def tick(states: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        aces_up.search(pack(GAME, dealt(HARD)), control.Control(tick=tick))


def test_threads_do_not_disturb_each_other() -> None:
    numbers = [2, 4, 5, 6, 7, 8, 10, 11]
    alone = [aces_up.search(pack(GAME, dealt(n)), control.Control()) for n in numbers]
    together: dict[int, tuple[int, bytes, int]] = {}

    def work(mine: list[int]) -> None:
        for number in mine:
            together[number] = aces_up.search(pack(GAME, dealt(number)), control.Control())

    threads = [threading.Thread(target=work, args=(numbers[at::2],)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[number] for number in numbers] == alone


@pytest.mark.parametrize(
    "deals",
    [range(20, 60), pytest.param(range(1, 1001), marks=pytest.mark.heavy)],
    ids=["some", "a thousand"],
)
def test_the_verdicts_that_ship_with_the_package(deals: range) -> None:
    for number in deals:
        known = known_verdict(GAME, number)
        assert ask(dealt(number)) == (WON if known is Verdict.WINNABLE else LOST), number


def test_the_same_verdict_in_the_middle_of_games_with_cards_missing() -> None:
    rng = random.Random(4)
    settled: Counter[int] = Counter()
    for _ in range(300):
        position = GAME.deal(rng.sample(DECK, len(DECK)))
        for move in wander(GAME, position, rng.randint(40, 90), rng):
            position = GAME.apply(position, move)
        columns = [list(column) for column in position.columns]
        full = [column for column in columns if column]
        for column in rng.sample(full, min(len(full), rng.randint(0, 2))):
            column.pop(rng.randrange(len(column)))
        position = laid_out(columns, list(position.stock or ()))
        expected = without_tricks(position.columns, position.stock or (), 3000)
        settled[expected] += 1
        if expected != STOPPED:
            assert ask(position) == expected, position
    assert settled[LOST] > 50

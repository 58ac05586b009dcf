"""The player of Aces Up: it does not peek, its decisions are legal, and it plays well enough."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest
from position_builders import table
from requires_kernels import need_kernels

from winnable import Deal, Position, Session, find_game
from winnable.player import Level, Player, has_player

need_kernels()

GAME = find_game("aces-up")
MOST = 1_000_000


def play_some(number: int, deals: int) -> Position:
    """A deal played at random until some more cards are dealt, or few are left."""
    rng, position = random.Random(number), Session.new(GAME, number).position
    while deals and position.stock:
        moves = list(GAME.legal_moves(position))
        thrown = [move for move in moves if not isinstance(move, Deal)]
        move = rng.choice(thrown if thrown and rng.random() < 0.8 else moves)
        deals -= isinstance(move, Deal)
        position = GAME.apply(position, move)
    return position


def shuffled(position: Position, seed: int) -> Position:
    stock = list(position.stock or ())
    random.Random(seed).shuffle(stock)
    return replace(position, stock=tuple(stock))


def within_a_round(position: Position) -> Iterator[Position]:
    """All positions that can be reached without a deal, but for the order of the columns."""
    todo, known = [position], set()
    while todo:
        now = todo.pop()
        # The order matters if the last deal will not come to all columns.
        columns = now.columns if len(now.stock or ()) % 4 else tuple(sorted(now.columns))
        if columns not in known:
            known.add(columns)
            yield now
            moves = (move for move in GAME.legal_moves(now) if not isinstance(move, Deal))
            todo += [GAME.apply(now, move) for move in moves]


@cache
def orders_won(position: Position) -> int:
    """In how many orders of the stock the best player wins who does not peek: expectimax."""
    found = list(within_a_round(position))
    if not position.stock:
        return int(any(map(GAME.is_won, found)))
    best = 0
    for now in found:
        won = 0
        for order in permutations(position.stock):
            after = GAME.apply(replace(now, stock=order), Deal())
            left = tuple(sorted(after.stock or (), key=str))
            if left == (after.stock or ()):  # once for all orders of the cards that are left
                won += orders_won(replace(after, stock=left))
        best = max(best, won)
    return best


POSITIONS = [play_some(number, number % 13) for number in range(1, 40)]


def test_the_game_has_a_player() -> None:
    assert has_player(GAME)
    assert not has_player(find_game("freecell"))


@pytest.mark.parametrize("position", POSITIONS[:13])
def test_the_order_of_the_stock_makes_no_difference(position: Position) -> None:
    answers = []
    for seed in range(3):
        player = Player(GAME, shuffled(position, seed))
        decisions = player.decisions(8)
        states = [decision.state for decision in decisions if decision.state is not None]
        answers.append(
            (
                [decision.moves for decision in decisions],
                player.play_out([player.start], games=range(50), seed=1),
                player.try_out(states, games=range(10), seed=1, levels=(Level(8, 4),)),
            )
        )
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("position", POSITIONS)
def test_decisions_are_legal_and_end_with_the_deal_or_the_win(position: Position) -> None:
    for decision in Player(GAME, position).decisions(32):
        now = position
        for at, move in enumerate(decision.moves):
            assert isinstance(move, Deal) == (
                decision.state is not None and at == len(decision.moves) - 1
            )
            now = GAME.apply(now, move)
        assert GAME.is_won(now) == (decision.state is None)


@pytest.mark.parametrize("position", POSITIONS)
def test_decisions_are_all_that_can_be_reached_but_for_useless_cards(position: Position) -> None:
    """A card that can go, and has nothing left to throw out, goes."""
    decisions = Player(GAME, position).decisions(32)
    if not position.stock or len(decisions) == 32:
        return
    left: set[object] = set()
    for decision in decisions:
        now = position
        for move in decision.moves[:-1]:
            now = GAME.apply(now, move)
        left.add(tuple(sorted(now.columns)))

    def settled(now: Position) -> Position:
        for move in GAME.legal_moves(now):
            if not isinstance(move, Deal) and move.target.area.value == "f":
                card = now.pile(move.source)[-1]
                others = [c for pile in (*now.columns, now.stock or ()) for c in pile]
                if not any(c.suit == card.suit and 1 < c.rank < card.rank for c in others):
                    return settled(GAME.apply(now, move))
        return now

    assert left == {tuple(sorted(settled(now).columns)) for now in within_a_round(position)}


@pytest.mark.parametrize(
    "position",
    [
        table(GAME, "AC", "KC", "AD", "AH"),
        table(GAME, "AC KC", "", "AD", "AH AS"),
        table(GAME, "2C AC", "", "AD 3D", "AH"),
        table(GAME, "AC", "AD", "AH", "AS"),
        table(GAME),
    ],
)
def test_a_win_in_reach_is_found(position: Position) -> None:
    (decision,) = Player(GAME, position).decisions(8)
    assert decision.state is None
    for move in decision.moves:
        position = GAME.apply(position, move)
    assert GAME.is_won(position)


def test_a_lost_game_has_no_decision() -> None:
    player = Player(GAME, table(GAME, "2C AC", "AD", "AH", "AS"))
    assert player.decisions(8) == []
    assert player.play_out([player.start], games=range(3), seed=1) == [bytes(3)]


@pytest.mark.parametrize(
    ("columns", "stock"),
    [
        (("AC", "AD 2D", "", "AH"), "KC"),
        (("AC 3C", "AD 2D", "5D", "AH"), "KC QC"),
        (("AC 3C", "AD", "5D 7H", "AH"), "KC QC 4H"),
        (("AC 3C", "AD", "", "AH 2H"), "KC QC 4H"),
        (("KC 3C", "AD", "2S", "AH"), "AC QC 4D 3S"),
        (("KC 3C", "AD 2S", "", "9H"), "AC QC 4D AH"),
        (("AC", "KC", "", "2D 9D"), "3C AD 4C 5C"),
        (("AC 5D", "KC", "2D 9D", "3D"), "3C AD 4C 5C"),
    ],
)
def test_expectimax_agrees_with_plain_python(columns: tuple[str, ...], stock: str) -> None:
    position = table(GAME, *columns, stock=stock)
    player = Player(GAME, position)
    states = [each.state for each in player.decisions(32) if each.state is not None]
    found = player.expectimax([player.start, *states], MOST)
    assert found is not None
    value, *values = found
    assert value == max(values) == orders_won(position)


def test_expectimax_gives_up_in_good_time() -> None:
    player = Player(GAME, Session.new(GAME, 1).position)
    assert player.expectimax([player.start], MOST) is None
    late = table(GAME, "KC QC JC", "KD", "", "KH", stock="2C 3C 4C 5D 6D 7D 8H 9H")
    player = Player(GAME, late)
    assert player.expectimax([player.start], 50_000) is None
    assert player.positions < 100_000


@pytest.mark.parametrize("position", [table(GAME, stock="2C"), *POSITIONS])
def test_odd_positions_can_be_played(position: Position) -> None:
    """With cards missing, with columns empty, and with less than a deal in the stock."""
    for missing in range(4):
        now = replace(position, stock=(position.stock or ())[missing:])
        player = Player(GAME, now)
        won = player.play_out([player.start], games=range(4), seed=1, levels=(Level(4, 4),))[0]
        assert len(won) == 4
        assert set(won) <= {0, 1}


def test_the_same_seed_gives_the_same_games_however_many_are_played_at_a_time() -> None:
    player, levels = Player(GAME, Session.new(GAME, 3).position), (Level(20, 4),)
    states = [each.state for each in player.decisions(8) if each.state is not None]
    whole = player.try_out(states, games=range(20), seed=7, levels=levels)
    parts = [
        player.try_out(states, games=range(at, at + 5), seed=7, levels=levels)
        for at in range(0, 20, 5)
    ]
    assert whole == [sum(each) for each in zip(*parts, strict=True)]


def test_it_stops_when_called_off() -> None:
    player = Player(GAME, Session.new(GAME, 3).position)
    levels = (Level(1_000, 8), Level(1_000, 8), Level(1_000, 8))
    player.play_out(
        [player.start], games=range(1_000), seed=1, levels=levels, must_stop=lambda: True
    )
    assert player.positions < 1_000_000


def test_rollouts_see_further_than_the_policy() -> None:
    """By exact counts on fixed deals; with other weights they would be others."""
    won = [0, 0]
    for number in range(1, 301):
        player = Player(GAME, Session.new(GAME, number).position)
        for at, levels in enumerate([(), (Level(100, 8),)]):
            won[at] += sum(
                player.play_out([player.start], games=range(2), seed=number, levels=levels)[0]
            )
    assert won[0] >= 10
    assert won[1] >= 12

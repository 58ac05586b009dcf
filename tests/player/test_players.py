"""Players: what they do is legal, depends on nothing that is hidden, and is the same everywhere."""

import os
import random
import signal
from dataclasses import replace
from functools import cache
from math import factorial
from threading import Timer

import pytest
from hidden_card_search import HIDING, OPEN, position_like, shuffled, with_few_hidden
from position_builders import endgame, table
from requires_kernels import need_kernels
from strategies import GOLF_WITHOUT_CORNERS, wander

from winnable import GAMES, Deal, Game, IllegalMoveError, Move, Position, Session
from winnable.coach.hidden_cards import HiddenCards
from winnable.player import Level, Player, has_player

GOLF = GAMES["golf-relaxed"]
by_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
QUICK = (Level(20, 4),)


def reached(game: Game, rng: random.Random, most: int = 30) -> Position:
    """A position that play by chance reached, with cards hidden."""
    while True:
        position = shuffled(game, rng).position
        for move in wander(game, position, rng.randrange(most), rng):
            position = game.apply(position, move)
        if HiddenCards.of(game, position.view).unseen and not game.is_won(position):
            return position


@by_game
def test_there_is_one_of_each_game_that_hides_cards(game: Game) -> None:
    need_kernels()
    assert has_player(game)


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.slug)
def test_there_is_none_where_nothing_is_hidden(game: Game) -> None:
    assert not has_player(game)
    with pytest.raises(ValueError, match=game.name):
        Player(game, Session.new(game, 1).position)


@by_game
def test_decisions_are_legal_and_end_with_what_is_revealed(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(20):
        start = reached(game, rng)
        unseen = len(HiddenCards.of(game, start.view).unseen)
        for decision in Player(game, start).decisions(8):
            position = start
            for move in decision.moves:
                assert len(HiddenCards.of(game, position.view).unseen) == unseen
                position = game.apply(position, move)
            if decision.state is None:
                assert game.is_won(position)
            else:
                assert len(HiddenCards.of(game, position.view).unseen) < unseen


@by_game
def test_it_does_not_matter_where_the_hidden_cards_are(game: Game) -> None:
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(8):
        start = reached(game, rng)
        one, two = (Player(game, each) for each in (start, position_like(game, start, rng)))
        assert one.start == two.start
        assert one.decisions(8) == two.decisions(8)
        states = [decision.state for decision in one.decisions(8) if decision.state]
        games = range(10)
        assert one.play_out(states, games=games, seed=5, levels=QUICK) == two.play_out(
            states, games=games, seed=5, levels=QUICK
        )


@by_game
def test_a_game_has_a_number_and_is_always_the_same(game: Game) -> None:
    need_kernels()
    start = shuffled(game, random.Random(1)).position

    def play(games: range, seed: int = 7) -> bytes:
        player = Player(game, start)
        return player.play_out([player.start], games=games, seed=seed, levels=QUICK)[0]

    whole = play(range(40))
    assert whole == play(range(25)) + play(range(25, 40))
    assert whole != play(range(40), seed=8)
    assert set(whole) <= {0, 1}


@by_game
def test_called_off_it_returns_soon(game: Game) -> None:
    need_kernels()
    player = Player(game, shuffled(game, random.Random(1)).position)
    levels = (Level(2_000, 16), Level(20_000, 16))
    player.play_out(
        [player.start], games=range(100_000), seed=0, levels=levels, must_stop=lambda: True
    )
    assert player.positions < 1_000_000


class CalledOffError(Exception):
    pass


def call_off() -> bool:
    raise CalledOffError


@by_game
def test_an_exception_ends_the_games_and_is_raised_again(game: Game) -> None:
    need_kernels()
    player = Player(game, shuffled(game, random.Random(1)).position)
    levels = (Level(2_000, 16), Level(20_000, 16))
    for play in (player.play_out, player.try_out):
        with pytest.raises(CalledOffError):
            play([player.start], games=range(100_000), seed=0, levels=levels, must_stop=call_off)


def with_much_to_go_through() -> Player:
    """A player with an expectimax that takes more than a million positions."""
    for number in range(113, 400):
        position, rng = Session.new(GOLF, number).position, random.Random(number)
        while len(position.stock or ()) > 8:
            moves = list(GOLF.distinct_moves(position))
            position = GOLF.apply(position, rng.choice(moves))
        player = Player(GOLF, position)
        if not GOLF.is_won(position) and player.expectimax([player.start], 1_000_000) is None:
            return player
    raise AssertionError("there is none")


def test_an_exception_ends_expectimax_and_is_raised_again() -> None:
    need_kernels()
    player = with_much_to_go_through()
    pending = [each.state for each in player.decisions(4) if each.state is not None]
    for states in ([player.start], pending):
        with pytest.raises(CalledOffError):
            player.expectimax(states, 10**12, call_off)
        assert player.expectimax(states, 10**12, lambda: True) is None


def test_ctrl_c_ends_expectimax() -> None:
    need_kernels()
    player = with_much_to_go_through()
    # A shell lets what it starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            player.expectimax([player.start], 10**10)  # minutes, if nothing ends it
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


@by_game
def test_positions_of_all_kinds_can_be_played(game: Game) -> None:
    """With cards missing, columns empty or long, no stock: from there, too, games have an end."""
    need_kernels()
    rng = random.Random(game.slug)
    for _ in range(60):
        start = reached(game, rng, most=150)
        if rng.random() < 0.5:
            start = replace(start, stock=(start.stock or ())[: rng.randrange(12)])
        player = Player(game, start)
        for decision in player.decisions(4):
            for move in decision.moves:
                start = game.apply(start, move)
            break
        player.play_out([player.start], games=range(3), seed=1)


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        pytest.param(GOLF, 25, id="golf-relaxed"),
        pytest.param(GAMES["easthaven"], 1_000, id="easthaven", marks=pytest.mark.heavy),
    ],
)
def test_more_thought_wins_more(game: Game, deals: int) -> None:
    """In Easthaven by three games in a hundred, which takes many games to see.

    In Aces Up it hardly does: so few games can be won without a look at the stock.
    """
    need_kernels()
    rng = random.Random(game.slug)
    thought, won = (Level(200, 16),), [0, 0]
    for _ in range(deals):
        player = Player(game, shuffled(game, rng).position)
        for at, levels in enumerate(((), thought)):
            won[at] += sum(
                player.play_out([player.start], games=range(2), seed=3, levels=levels)[0]
            )
    assert won[1] > won[0], won


def test_too_many_levels() -> None:
    need_kernels()
    player = Player(GOLF, Session.new(GOLF, 1).position)
    with pytest.raises(ValueError, match="4 levels"):
        player.play_out([player.start], games=range(1), seed=1, levels=(Level(1, 1),) * 4)


@by_game
def test_states_of_another_game_and_what_is_no_state(game: Game) -> None:
    need_kernels()
    player = Player(game, Session.new(game, 1).position)
    others = [Player(other, Session.new(other, 1).position) for other in HIDING if other != game]
    wrong = [other.start for other in others]
    wrong += [b"", player.start[:-1], player.start + b"\0", bytes(len(player.start))]
    for state in wrong:
        for play in (player.play_out, player.try_out):
            with pytest.raises(ValueError, match="state"):
                play([player.start, state], games=range(2), seed=1)


@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up"])
def test_expectimax_of_states_of_another_game(slug: str) -> None:
    need_kernels()
    game = GAMES[slug]
    player = Player(game, with_few_hidden(game, random.Random(1), 4).position)
    for other in HIDING:
        if other is not game:
            with pytest.raises(ValueError, match="another game"):
                player.expectimax([Player(other, Session.new(other, 1).position).start], 1_000)
    with pytest.raises(ValueError, match="bytes"):
        player.expectimax([player.start[:50]], 1_000)


@by_game
def test_a_deal_from_an_empty_stock_leads_nowhere(game: Game) -> None:
    need_kernels()
    start = replace(Session.new(game, 1).position, stock=())
    with pytest.raises(IllegalMoveError):
        Player(game, start).after(Deal())


def test_weights_of_another_game() -> None:
    need_kernels()
    with pytest.raises(ValueError, match="16"):
        Player(GOLF, Session.new(GOLF, 1).position, weights=(1, 2, 3))


# -- wins and expectimax ---------------------------------------------------------------------------


def test_a_win_in_reach_is_played() -> None:
    need_kernels()
    start = endgame(GOLF, "QS", "JS", "TS", stock="2H 3H 4H 5H 6H")
    (only,) = Player(GOLF, start).decisions(8)
    assert only.state is None
    for move in only.moves:
        start = GOLF.apply(start, move)
    assert GOLF.is_won(start)


def test_a_lost_game_has_no_decisions() -> None:
    need_kernels()
    start = table(GOLF, "2S", home="9S")
    assert Player(GOLF, start).decisions(8) == []


@pytest.mark.parametrize("game", [GOLF, GOLF_WITHOUT_CORNERS], ids=lambda game: game.slug)
def test_expectimax_is_the_best_of_all_who_do_not_peek(game: Game) -> None:
    need_kernels()
    rng, seen = random.Random(game.slug), set[int]()
    while len(seen) < 4:  # some are won, some are lost, and for others it depends
        start = with_few_hidden(game, rng, 3).position
        player = Player(game, start)
        decisions = [each for each in player.decisions(32) if each.state is not None]
        states = [player.start, *(each.state for each in decisions if each.state)]
        orders = player.expectimax(states, 1_000_000)
        assert orders is not None
        assert orders[0] == best_without_peeking(game, start)
        if decisions:
            assert orders[0] == max(orders[1:])
        seen.add(orders[0])


def best_without_peeking(game: Game, start: Position) -> int:
    """In how many orders of the stock the best player wins who does not see it: plain Python."""

    @cache
    def value(position: Position, unseen: frozenset[int]) -> int:
        if game.is_won(position):
            return factorial(len(unseen))
        plays = [move for move in game.legal_moves(position) if str(move) != "deal"]
        values = [value(game.apply(position, move), unseen) for move in plays]
        if unseen:
            values.append(
                sum(value(dealt(position, card, unseen), unseen - {card}) for card in unseen)
            )
        return max(values, default=0)

    def dealt(position: Position, card: int, unseen: frozenset[int]) -> Position:
        rest = [stock[other] for other in sorted(unseen) if other != card]
        return game.apply(replace(position, stock=(stock[card], *rest)), deal)

    stock, deal = start.stock or (), _deal(game, start)
    return value(start, frozenset(range(len(stock))))


def _deal(game: Game, position: Position) -> Move:
    return next(move for move in game.legal_moves(position) if str(move) == "deal")


def test_expectimax_gives_up_where_there_is_too_much_to_do() -> None:
    need_kernels()
    player = Player(GOLF, Session.new(GOLF, 1).position)
    assert player.expectimax([player.start], 1_000_000) is None
    rng, small = random.Random(1), player
    while not any(decision.state for decision in small.decisions(1)) or small is player:
        small = Player(GOLF, with_few_hidden(GOLF, rng, 5).position)
    assert small.expectimax([small.start], 1) is None
    assert small.expectimax([small.start], 1_000_000) is not None


def test_no_player_wins_more_than_expectimax_says() -> None:
    need_kernels()
    rng = random.Random(3)
    for _ in range(6):
        position = with_few_hidden(GOLF, rng, 6).position
        player = Player(GOLF, position)
        orders = player.expectimax([player.start], 2_000_000)
        assert orders is not None
        share = orders[0] / factorial(len(position.stock or ()))
        games = 4_000
        won = sum(player.play_out([player.start], games=range(games), seed=11, levels=QUICK)[0])
        assert won / games <= share + 4 * (share * (1 - share) / games) ** 0.5

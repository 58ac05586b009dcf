"""Games on threads: the same as those of one player, in the same order."""

import random
from threading import Event

import pytest
from hidden_card_search import HIDING, shuffled
from requires_kernels import need_kernels

from winnable import Game
from winnable.coach import player_pool
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.player_pool import PlayerPool
from winnable.player import Level, Player

by_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
LEVELS = (Level(10, 3),)
GAMES = range(3, 40)


@pytest.mark.parametrize("threads", [1, 3])
@by_game
def test_games_are_the_same_on_any_number_of_threads(
    game: Game, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_kernels()
    monkeypatch.setattr(player_pool, "usable_cores", lambda: threads)
    session = shuffled(game, random.Random(4))
    hidden = HiddenCards.of(game, session.view)
    player = Player(game, session.position)
    states = [each.state for each in player.decisions(3) if each.state is not None]
    played = player.play_out(states, games=GAMES, seed=5, levels=LEVELS)
    tried = player.try_out(states, games=GAMES, seed=5, levels=LEVELS)
    with PlayerPool(hidden) as pool:
        assert pool.play_out(states, LEVELS, GAMES, 5) == played
        assert pool.try_out(states, LEVELS, GAMES, 5) == tried
        assert pool.positions > 0


@by_game
def test_cancelled_there_is_no_answer(game: Game) -> None:
    need_kernels()
    session, cancel = shuffled(game, random.Random(4)), Event()
    start = Player(game, session.position).start
    cancel.set()
    with PlayerPool(HiddenCards.of(game, session.view), cancel) as pool:
        assert pool.play_out([start], LEVELS, GAMES, 5) is None
        assert pool.try_out([start], LEVELS, GAMES, 5) is None

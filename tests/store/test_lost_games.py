"""A game in which no move is left is lost, until one is undone."""

import pytest
from store.saved_games import GOLF, lose, number_of, win

from winnable import GameNotOverError
from winnable.store import Outcome, Store, new_key


def test_a_game_without_a_move_is_lost_at_once(store: Store) -> None:
    game = lose(store)
    assert game.outcome is Outcome.LOST
    assert game.is_over
    [saved] = store.games.history()
    assert saved.outcome is Outcome.LOST
    assert saved.ended is not None
    assert store.games.unfinished() == []
    statistics = store.games.statistics(GOLF)
    assert (statistics.played, statistics.won, statistics.unfinished) == (1, 0, 0)
    seconds = game.seconds
    game.give_up()
    assert store.open_game(number_of(game)).outcome is Outcome.LOST
    assert game.seconds == seconds


def test_undoing_takes_a_loss_back(store: Store) -> None:
    game = lose(store)
    game.undo()
    assert (game.outcome, game.undos) == (Outcome.UNFINISHED, 1)
    [saved] = store.games.unfinished()
    assert saved.ended is None
    assert store.games.statistics(GOLF).played == 0
    game.redo()
    assert game.outcome is Outcome.LOST
    game.restart()
    assert store.open_game(number_of(game)).outcome is Outcome.UNFINISHED


def test_a_loss_ends_a_streak(store: Store) -> None:
    win(store, game="golf")
    assert store.games.statistics(GOLF).streak == 1
    game = lose(store)
    assert (store.games.statistics(GOLF).streak, store.games.statistics(GOLF).played) == (0, 2)
    game.undo()
    assert (store.games.statistics(GOLF).streak, store.games.statistics(GOLF).played) == (1, 1)


def test_a_game_that_is_imported_without_a_move_left_counts_nowhere(store: Store) -> None:
    record = lose(store).to_record()
    game = store.new_game(record.session(), record=record)
    game.save(new_key())
    assert game.outcome is Outcome.LOST
    assert len(store.games.history()) == 1
    with pytest.raises(GameNotOverError):
        store.games.share(number_of(game))
    game.undo()
    assert not game.is_over
    assert len(store.games.history()) == 2

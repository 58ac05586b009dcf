"""What the decisions of a reviewed game cost: kept with the game while it is as it was reviewed."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store.saved_games import (
    GOLF,
    WINNING,
    begin,
    execute,
    fetch,
    first_move,
    give_up,
    nearly_won,
    number_of,
    win,
)

from winnable import Autoplay, GameNotFoundError, Session
from winnable.errors import StaleGameError
from winnable.store import GameRow, SavedGame, Store, new_key

ends = pytest.mark.parametrize("end", [win, give_up])


def row(store: Store, game: SavedGame) -> GameRow:
    return store.games.load(number_of(game))


def figures(store: Store, game: SavedGame) -> tuple[int | None, float | None]:
    found = row(store, game)
    return found.decisions, found.cost


def keep(game: SavedGame, decisions: int = 20, cost: float = 0.26) -> bool:
    return game.keep_skill(game.session, decisions, cost)


# -- when it is kept ------------------------------------------------------------------------------


@ends
def test_the_cost_is_kept_with_a_finished_game(store: Store, end: Callable[..., SavedGame]) -> None:
    game = end(store)
    assert figures(store, game) == (None, None)
    before = row(store, game)
    assert keep(game)
    after = row(store, game)
    assert (after.decisions, after.cost) == (20, 0.26)
    assert after.skill == pytest.approx(0.013)
    for name in vars(before).keys() - {"decisions", "cost"}:
        assert getattr(after, name) == getattr(before, name), name
    assert [saved.skill for saved in store.games.history()] == [after.skill]
    assert keep(game, 21, 0.5)  # reviewed again
    assert figures(store, game) == (21, 0.5)


def test_nobody_who_plays_the_game_is_stale(store: Store) -> None:
    game = give_up(store)
    other = store.open_game(number_of(game))
    assert keep(game)
    assert (other.version, other.state_version) == (game.version, game.state_version)
    assert row(store, game).version == game.version
    other.undo()
    assert other.save_error == ""
    with pytest.raises(StaleGameError):
        game.undo()


def test_an_unfinished_game_keeps_none(store: Store) -> None:
    game = begin(store, game="golf-relaxed")
    assert not keep(game)
    assert figures(store, game) == (None, None)
    assert not SavedGame(nearly_won()).keep_skill(nearly_won(), 1, 0.5)
    assert not keep(store.new_game(Session.new("golf", 1)))


def test_a_win_that_was_imported_keeps_none(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    game = store.new_game(session)
    game.save(new_key())
    assert game.is_over
    assert not keep(game)


def test_only_the_game_as_it_ended_counts(store: Store) -> None:
    game = win(store)
    shorter = game.session.copy()
    shorter.undo()
    assert not game.keep_skill(shorter, 20, 0.26)
    assert not game.keep_skill(Session.new("golf", 1), 20, 0.26)
    game.undo()  # after a win this changes only what is shown
    assert not keep(game)
    game.redo()
    assert keep(game)


def test_the_games_of_others_are_not_found(store: Store) -> None:
    game = win(store)
    other = store.for_player(store.players.create())
    with pytest.raises(GameNotFoundError):
        other.games.keep_skill(number_of(game), game.session, 20, 0.26)
    assert figures(store, game) == (None, None)


@pytest.mark.parametrize(
    ("decisions", "cost"),
    [(0, 0.0), (-1, 0.0), (20, -0.1), (20, 20.1), (20, float("nan")), (20, float("inf"))],
)
def test_what_cannot_be_is_not_kept(store: Store, decisions: int, cost: float) -> None:
    game = win(store)
    assert not keep(game, decisions, cost)
    assert figures(store, game) == (None, None)


def test_a_database_that_fails_is_no_error(store: Store, url: str) -> None:
    game = win(store)
    execute(url, "ALTER TABLE games RENAME TO gone")
    assert not keep(game)
    execute(url, "ALTER TABLE gone RENAME TO games")
    assert keep(game)


# -- how long -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        SavedGame.undo,
        SavedGame.restart,
        first_move,
        lambda game: game.go_to(0),
        lambda game: game.make(WINNING[1]),  # which wins
    ],
)
def test_going_on_clears_it(store: Store, act: Callable[[SavedGame], object]) -> None:
    game = give_up(store)
    assert keep(game)
    act(game)
    assert figures(store, game) == (None, None)
    assert store.games.statistics(game.session.game).average_cost is None


def test_what_is_no_move_does_not_clear_it(store: Store) -> None:
    game = give_up(store)
    other = store.open_game(number_of(game))
    assert keep(game)
    other.count_hint()  # it has not read the figures
    other.count_verdict()
    other.set_autoplay(Autoplay.ALL)
    other.pause()
    store.games.share(number_of(game))
    assert figures(store, game) == (20, 0.26)


ACTS: dict[str, Callable[[SavedGame], object]] = {
    "make": lambda game: None if game.session.is_stuck else first_move(game),
    "undo": SavedGame.undo,
    "redo": SavedGame.redo,
    "give up": SavedGame.give_up,
    "hint": SavedGame.count_hint,
    "restart": SavedGame.restart,
    "reload": SavedGame.reload,
    "review": keep,
}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.sampled_from([*ACTS, "give up", "review"]), max_size=20))
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_it_is_always_that_of_the_game_as_it_is(store: Store, names: list[str]) -> None:
    game = store.new_game(Session.new("golf", 7))
    reviewed = None
    for name in names:
        ACTS[name](game)
        if game.number is None:
            continue
        saved = row(store, game)
        if name == "review" and game.is_over:
            reviewed = game.session.steps
        if saved.skill is not None:
            assert saved.is_over
            assert game.session.steps == reviewed
        elif name == "review":
            assert not game.is_over


# -- what somebody has edited ---------------------------------------------------------------------


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "damage",
    ["cost = 'many'", "cost = -0.1", "cost = 9e999", "cost = NULL", "cost = x'00'", "cost = 21",
     "decisions = 'many'", "decisions = 0", "decisions = -1", "decisions = 1.5",
     "decisions = NULL", "decisions = 4611686018427387904"],
)  # fmt: skip
def test_damaged_figures_are_none(store: Store, url: str, damage: str) -> None:
    good, bad = win(store, game="golf-relaxed"), win(store, game="golf-relaxed")
    assert keep(good)
    assert keep(bad)
    execute(url, f"UPDATE games SET {damage} WHERE number = {bad.number}")
    assert figures(store, bad) == (None, None)
    assert [saved.skill is None for saved in store.games.history()] == [True, False]
    statistics = store.games.statistics(GOLF)
    assert (statistics.played, statistics.reviewed, statistics.decisions) == (2, 1, 20)
    assert store.open_game(number_of(bad)).session.is_won
    assert keep(bad)
    assert store.games.statistics(GOLF).average_cost == pytest.approx(0.013)


def test_they_are_saved_as_they_are(store: Store, url: str) -> None:
    assert keep(win(store))
    assert fetch(url, "SELECT decisions, cost FROM games") == [(20, 0.26)]

"""A strict saved game: a change that cannot be saved is not made."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool
from store.saved_games import WINNING, Clock, execute, nearly_won, number_of

from winnable import Autoplay, GameNotFoundError, Session, StaleGameError, StoreError
from winnable.store import GameRepository, Outcome, SavedGame, Store, new_key
from winnable.store.stopwatch import Stopwatch

Act = Callable[[SavedGame], object]

ACTS: dict[str, Act] = {
    "make": lambda game: game.make("t7c2"),
    "undo": SavedGame.undo,
    "redo": SavedGame.redo,
    "restart": SavedGame.restart,
    "go to": lambda game: game.go_to(1),
    "give up": SavedGame.give_up,
    "autoplay": lambda game: game.set_autoplay(Autoplay.ALL),
    "hint": SavedGame.count_hint,
    "verdict": SavedGame.count_verdict,
}


def every_field(game: SavedGame) -> dict[str, object]:
    """The value of every field; a new one cannot be forgotten here, nor where it is restored."""
    return {field.name: _comparable(getattr(game, field.name)) for field in fields(game)}


def _comparable(value: object) -> object:
    if isinstance(value, Session):
        return value.steps, value.undone, value.position, value.autoplay
    if isinstance(value, Stopwatch):
        return dict(vars(value))
    if callable(value) or isinstance(value, GameRepository):
        return id(value)
    return deepcopy(value)


def refuse(*_: object) -> None:
    raise StoreError("no")


@pytest.fixture
def game(store: Store) -> SavedGame:
    """In the middle of a game: two steps made, one undone, the clock running."""
    clock = Clock()
    game = store.new_game(Session.new("freecell", 1), clock=clock, strict=True)
    for move in ("t3c1", "t3t2", "t7c2"):
        game.make(move)
    game.undo()
    clock.wait(7)
    return game


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_change_that_cannot_be_saved_restores_every_field(
    store: Store, game: SavedGame, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = every_field(game)
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "update", refuse)
        for _ in range(2):
            with pytest.raises(StoreError, match="no"):
                act(game)
            assert every_field(game) == before
    act(game)
    assert every_field(game) != before
    assert game.version == 5
    again = store.open_game(number_of(game))
    assert (again.session.steps, again.outcome) == (game.session.steps, game.outcome)


def test_a_win_that_cannot_be_saved_restores_every_field(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.new_game(nearly_won(), clock=Clock(), strict=True)
    game.make(WINNING[0])
    before = every_field(game)
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "update", refuse)
        with pytest.raises(StoreError, match="no"):
            game.make(WINNING[1])
    assert every_field(game) == before
    assert (game.outcome, game.session.is_won) == (Outcome.UNFINISHED, False)
    game.make(WINNING[1])
    assert store.games.history()[0].outcome is Outcome.WON


@pytest.mark.parametrize("first", [lambda game: game.save(new_key()), lambda g: g.make("t3c1")])
def test_a_game_that_cannot_be_started_restores_every_field(
    store: Store, first: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.new_game(Session.new("freecell", 1), clock=Clock(), strict=True)
    before = every_field(game)
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "insert", refuse)
        with pytest.raises(StoreError, match="no"):
            first(game)
    assert every_field(game) == before
    game.count_hint()  # which is not saved yet
    assert store.games.history() == []
    first(game)
    assert (game.number, game.version) == (1, 1)


def test_there_are_no_attributes_but_the_fields(game: SavedGame) -> None:
    with pytest.raises(AttributeError):
        game.note = "would be forgotten by a rollback"  # type: ignore[attr-defined]
    assert not hasattr(game, "__dict__")


def test_a_pause_raises_nothing(
    store: Store, game: SavedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "set_seconds", refuse)
        game.pause()
    assert (game.save_error, game.seconds) == ("", 7)
    game.count_hint()
    assert store.games.history()[0].seconds == 7


def test_a_stale_game_is_reloaded(store: Store, game: SavedGame) -> None:
    other = store.open_game(number_of(game), strict=True)
    other.redo()
    with pytest.raises(StaleGameError):
        game.undo()
    assert game.session.steps == other.session.steps
    assert (game.version, game.state_version) == (5, 5)


def test_a_stale_game_that_cannot_be_reloaded_restores_every_field(
    store: Store, game: SavedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.open_game(number_of(game)).redo()
    before = every_field(game)
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "load", refuse)
        with pytest.raises(StaleGameError):
            game.undo()
    assert every_field(game) == before


def test_a_game_that_was_deleted_restores_every_field(game: SavedGame, url: str) -> None:
    execute(url, "DELETE FROM games")
    before = every_field(game)
    with pytest.raises(GameNotFoundError):
        game.redo()
    assert every_field(game) == before


def test_a_full_file(tmp_path: Path) -> None:
    def limit_pages(connection: object, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]

    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        event.listen(Pool, "checkout", limit_pages)  # no more pages than there are
        try:
            games = [
                store.new_game(Session.new("golf", deal), strict=True) for deal in range(1, 99)
            ]
            errors = {game: why_not_started(game) for game in games}
        finally:
            event.remove(Pool, "checkout", limit_pages)
        refused = [game for game in games if errors[game]]
        assert set(errors.values()) == {"", f"{store.name} cannot be written: the disk is full"}
        assert len(store.games.history(limit=None)) == len(games) - len(refused)
        for game in refused:
            assert (game.number, game.session.steps, game.save_error) == (None, (), "")


def why_not_started(game: SavedGame) -> str:
    try:
        game.make("deal")
    except StoreError as error:
        return str(error)
    return ""

"""A strict table: what cannot be kept is not done."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from store.saved_games import WINNING, Clock, nearly_won

from winnable import Autoplay, GameNotFoundError, Session, StaleGameError, StoreError
from winnable.store import Outcome, SavedGame, Store, new_key

ACTS: dict[str, Callable[[SavedGame], object]] = {
    "make": lambda table: table.make("t7c2"),
    "undo": SavedGame.undo,
    "redo": SavedGame.redo,
    "restart": SavedGame.restart,
    "go to": lambda table: table.go_to(1),
    "give up": SavedGame.give_up,
    "autoplay": lambda table: table.set_autoplay(Autoplay.ALL),
    "hint": SavedGame.count_hint,
    "verdict": SavedGame.count_verdict,
}


def picture(table: SavedGame) -> tuple[object, ...]:
    """All that can be seen of a table."""
    session = table.session
    return (
        *(session.steps, session.undone, session.position, session.autoplay),
        *(
            table.number,
            table.key,
            table.version,
            table.state_version,
            table.outcome,
            table.save_error,
        ),
        *(table.undos, table.hints, table.verdicts, table.seconds),
    )


def refuse(*_: object) -> None:
    raise StoreError("no")


@pytest.fixture
def table(store: Store) -> SavedGame:
    """In the middle of a game: two steps made, one taken back, the clock running."""
    clock = Clock()
    table = SavedGame(Session.new("freecell", 1), store.games, clock=clock, strict=True)
    for move in ("t3c1", "t3t2", "t7c2"):
        table.make(move)
    table.undo()
    clock.wait(7)
    return table


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_what_cannot_be_kept_is_not_done(
    store: Store,
    table: SavedGame,
    act: Callable[[SavedGame], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = picture(table)
    with monkeypatch.context() as patch:
        patch.setattr(store, "replace", refuse)
        for _ in range(2):
            with pytest.raises(StoreError, match="no"):
                act(table)
            assert picture(table) == before
    act(table)
    assert table.number
    assert table.version == 5
    again = store.open_game(table.number)
    assert (again.session.steps, again.outcome) == (table.session.steps, table.outcome)


def test_a_win_that_cannot_be_kept_is_not_won(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SavedGame(nearly_won(), store.games, strict=True)
    table.make(WINNING[0])
    with monkeypatch.context() as patch:
        patch.setattr(store, "replace", refuse)
        with pytest.raises(StoreError, match="no"):
            table.make(WINNING[1])
    assert (table.outcome, table.session.is_won) == (Outcome.UNFINISHED, False)
    assert len(table.session.steps) == 1
    table.make(WINNING[1])
    assert store.games.history()[0].outcome is Outcome.WON


@pytest.mark.parametrize("first", [lambda table: table.keep(new_key()), lambda t: t.make("t3c1")])
def test_a_game_that_cannot_be_begun(
    store: Store, first: Callable[[SavedGame], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games, clock=Clock(), strict=True)
    before = picture(table)
    with monkeypatch.context() as patch:
        patch.setattr(store, "add", refuse)
        with pytest.raises(StoreError, match="no"):
            first(table)
    assert picture(table) == before
    table.count_hint()  # nothing of it is kept yet, as before
    assert store.games.history() == []
    first(table)
    assert (table.number, table.version) == (1, 1)


def test_a_pause_raises_nothing(
    store: Store, table: SavedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(store, "set_seconds", refuse)
        table.pause()
    assert (table.save_error, table.seconds) == ("", 7)
    table.count_hint()
    assert store.games.history()[0].seconds == 7


def test_stale_it_looks_again(store: Store, table: SavedGame) -> None:
    assert table.number
    other = store.open_game(table.number, strict=True)
    other.redo()
    with pytest.raises(StaleGameError):
        table.undo()
    assert table.session.steps == other.session.steps
    assert (table.version, table.state_version) == (5, 5)


def test_stale_and_not_to_be_read(
    store: Store, table: SavedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.number
    store.open_game(table.number).redo()
    before = picture(table)
    with monkeypatch.context() as patch:
        patch.setattr(store, "fetch", refuse)
        with pytest.raises(StaleGameError):
            table.undo()
    assert picture(table) == before


def test_gone(store: Store, table: SavedGame) -> None:
    with store._database.engine.begin() as connection:
        connection.execute(text("DELETE FROM games"))
    before = picture(table)
    with pytest.raises(GameNotFoundError):
        table.redo()
    assert picture(table) == before


def test_with_a_file_that_is_full(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        with store._database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no more than there are
        tables = [
            SavedGame(Session.new("golf", deal), store.games, strict=True) for deal in range(1, 99)
        ]
        why = {table: begin(table) for table in tables}
        refused = [table for table in tables if why[table]]
        assert set(why.values()) == {"", f"{store.name} cannot be written: the disk is full"}
        assert len(store.games.history(limit=None)) == len(tables) - len(refused)
        for table in refused:
            assert (table.number, table.session.steps, table.save_error) == (None, (), "")


def begin(table: SavedGame) -> str:
    """Make a move; why that was not possible."""
    try:
        table.make("deal")
    except StoreError as error:
        return str(error)
    return ""

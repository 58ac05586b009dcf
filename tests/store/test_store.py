"""Opening and closing a store, and using it from several threads."""

import doctest
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from store.saved_games import begin, execute, win

from winnable import Session, StoreError
from winnable.store import LOCAL_PLAYER, GameSummary, Outcome, SavedGame, Store


def test_what_was_saved_is_found_again(url: str) -> None:
    with Store.open(url) as store:
        begin(store)
        before = store.games.history()
    with Store.open(url) as store:
        assert store.games.history() == before
        assert isinstance(before[0], GameSummary)
        assert before[0].outcome is Outcome.UNFINISHED


def test_new_and_opened_games_take_the_same_options(store: Store) -> None:
    def clock() -> float:
        return 7.0

    game = store.new_game(Session.new("freecell", 1), clock=clock, strict=True)
    game.make("t3c1")
    assert game.number
    again = store.open_game(game.number, clock=clock, strict=True)
    assert isinstance(again, SavedGame)
    assert (again.clock, again.strict) == (game.clock, game.strict) == (clock, True)


def test_a_closed_store_says_so(url: str) -> None:
    with Store.open(url) as store:
        game = begin(store)
    with pytest.raises(StoreError, match="is closed"):
        store.games.history()
    game.undo()
    assert game.save_error.endswith("is closed")
    assert repr(store) == f"<Store {store.name}>"


def test_the_first_store_closes_those_of_all_players(url: str) -> None:
    with Store.open(url) as store:
        with store.for_player(store.players.create()) as other:
            number = win(other).number
            assert repr(other) == f"<Store {store.name} of player {other.player}>"
        assert [saved.number for saved in other.games.history()] == [number]
        assert store.games.history() == []
        assert other.for_player(LOCAL_PLAYER).games.history() == []
        assert other.now is store.now
    with pytest.raises(StoreError, match="is closed"):
        other.games.history()


def test_a_game_that_somebody_deletes_can_still_be_played(store: Store, url: str) -> None:
    game = begin(store)
    execute(url, "DELETE FROM games")
    game.undo()
    assert game.save_error == f"game {game.number} is no longer in {store.name}"
    assert len(game.session.undone) == 1


def test_a_file_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, link = tmp_path / "elsewhere" / "games.db", tmp_path / "link.db"
    link.symlink_to(file)
    for _ in range(2):  # once it is created, and once it exists
        with Store.open(f"sqlite:///{link}") as store:
            assert store.name == str(link)
            win(store)
    assert [found.name for found in tmp_path.iterdir() if found.is_file()] == ["link.db"]
    with Store.open(f"sqlite:///{file}", read_only=True) as store:
        assert len(store.games.history()) == 2


def test_a_file_that_is_moved_away_is_noticed(tmp_path: Path) -> None:
    """SQLite itself would go on writing to a file that nobody can find any more."""
    file = tmp_path / "games.db"
    with Store.open(f"sqlite:///{file}") as store:
        file.rename(tmp_path / "elsewhere.db")
        for use in (store.games.history, lambda: store.settings.set("a", "b")):
            with pytest.raises(StoreError, match="moved or deleted"):
                use()
        (tmp_path / "elsewhere.db").rename(file)
        assert store.games.history() == []


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}"):
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


def test_the_examples_in_the_documentation() -> None:
    document = Path(__file__).parents[2] / "docs" / "store.md"
    results = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


# -- threads --------------------------------------------------------------------------------------


def run_in_threads(act: Callable[[int], None], count: int) -> None:
    with ThreadPoolExecutor(count) as executor:
        barrier = threading.Barrier(count)

        def start(number: int) -> None:
            barrier.wait(30)
            act(number)

        list(executor.map(start, range(1, count + 1)))


def play_in_threads(store: Store) -> None:
    def play(deal: int) -> None:
        game = begin(store, deal)
        for _ in range(5):
            game.undo()
            game.redo()
            store.settings.set("deal", str(deal))
            assert game.save_error == ""
        store.games.history()

    run_in_threads(play, 8)
    assert sorted(saved.deal or 0 for saved in store.games.history()) == list(range(1, 9))
    assert {saved.undos for saved in store.games.history()} == {5}


def test_threads_share_a_store(store: Store) -> None:
    play_in_threads(store)


def test_threads_share_a_store_in_memory() -> None:
    with Store.open("sqlite://") as store:
        play_in_threads(store)


def test_threads_open_stores_at_the_same_moment(tmp_path: Path) -> None:
    def open_one(number: int) -> None:
        with Store.open(f"sqlite:///{tmp_path / str(number)}.db") as store:
            begin(store)
            assert len(store.games.history()) == 1

    run_in_threads(open_one, 6)

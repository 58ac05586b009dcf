import doctest
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from store.saved_games import FREECELL, GOLF, calendar, give_up, nearly_won, win

from winnable import GAMES, GameNotFoundError, Session, StoreError, parse_record
from winnable.store import GameSummary, Outcome, SavedGame, Store
from winnable.store.location import find_location


def spoil(url: str, statement: str) -> None:
    """Do something to the tables by hand."""
    engine = create_engine(find_location(url).url)
    with engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount >= 1
    engine.dispose()


def begin(store: Store, game: str, deal: int = 1) -> SavedGame:
    table = SavedGame(Session.new(game, deal), store.games)
    table.make(next(table.session.legal_moves()))
    return table


# -- lists ----------------------------------------------------------------------------------------


def test_the_latest_comes_first(store: Store) -> None:
    tables = [begin(store, "freecell", deal) for deal in (1, 2, 3)]
    tables[0].make("t1c2")
    assert [kept.deal for kept in store.games.history()] == [1, 3, 2]
    assert [kept.deal for kept in store.games.unfinished()] == [1, 3, 2]
    assert [kept.deal for kept in store.games.history(limit=2)] == [1, 3]
    assert [kept.deal for kept in store.games.unfinished(limit=1)] == [1]
    assert [record.tags["Deal"] for record in store.games.records()] == ["1", "2", "3"]


def test_lists_of_one_game(store: Store) -> None:
    begin(store, "golf")
    begin(store, "freecell")
    win(store)
    give_up(store)
    assert [kept.game for kept in store.games.history(GOLF)] == ["golf-relaxed"]
    assert [kept.outcome.value for kept in store.games.history(FREECELL)] == [
        "given up",
        "won",
        "unfinished",
    ]
    assert len(store.games.unfinished(FREECELL)) == len(store.games.unfinished(GOLF)) == 1
    assert store.games.unfinished(GAMES["easthaven"]) == []
    assert [record.tags["Game"] for record in store.games.records(GOLF)] == ["golf-relaxed"]


def test_the_whole_history(store: Store) -> None:
    for deal in range(1, 24):
        begin(store, "golf", deal)
    assert len(store.games.history()) == 20
    assert len(store.games.history(limit=None)) == 23


def test_numbers_are_not_given_twice(store: Store, url: str) -> None:
    first = begin(store, "freecell")
    spoil(url, "DELETE FROM games")
    assert begin(store, "freecell").number != first.number


def test_there_is_no_such_game(store: Store) -> None:
    for ask in (store.open_table, store.games.record, store.games.load):
        for number in (12, 0, -1):
            with pytest.raises(GameNotFoundError) as error:
                ask(number)
            assert str(error.value) == f"there is no game {number} in {store.name}"
        with pytest.raises(StoreError):
            ask(10**30)


# -- records --------------------------------------------------------------------------------------


def test_a_record_tells_what_the_history_knows(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        table = win(store, hints=1, undos=2)
        assert table.number
        [kept] = store.games.history()
        record = store.games.record(table.number)
        assert record.session().is_won
        assert list(record.tags) == [
            *("Winnable", "Game", "Board", "Date", "Started", "Ended", "Seconds"),
            *("Undos", "Hints", "Verdicts", "Outcome", "Result"),
        ]
        assert record.tags["Started"] == "2026-11-16T09:30:01Z"
        assert kept.ended is not None
        assert record.tags["Ended"] == f"{kept.ended:%Y-%m-%dT%H:%M:%SZ}"
        assert record.tags["Date"] == f"{kept.ended.astimezone():%Y-%m-%d}"
        assert (record.tags["Undos"], record.tags["Hints"]) == ("2", "1")
        assert (record.tags["Outcome"], record.tags["Result"]) == ("won", "won")
        assert parse_record(str(record)) == record
        assert list(store.games.records()) == [record]


def test_a_record_that_is_spoiled_does_not_hide_the_others(store: Store, url: str) -> None:
    for deal in (1, 2, 3, 4):
        begin(store, "freecell", deal)
    spoil(url, "UPDATE games SET record = replace(record, '*', '') WHERE number = 2")
    spoil(url, "UPDATE games SET record = replace(record, '1. t', '1. t9') WHERE number = 3")
    assert [kept.number for kept in store.games.history()] == [4, 3, 2, 1]
    for ask in (store.open_table, store.games.record):
        with pytest.raises(StoreError) as error:
            ask(2)
        assert str(error.value) == (
            f"game 2 in {store.name} cannot be read: the record breaks off: it has to end with *"
        )
        with pytest.raises(StoreError, match=f"game 3 in {store.name} cannot be read: "):
            ask(3)
    found = store.games.records()
    assert [next(found).tags["Deal"] for _ in range(2)] == ["1", "4"]
    with pytest.raises(StoreError, match=r"game 2 in .* \(and 1 more\)"):
        next(found)
    assert store.games.statistics(FREECELL).unfinished == 4


@pytest.mark.parametrize("undone", ["t3c1", '[Winnable "1"] 1. t1f1 *', '[Winnable "1"] 1. t3c1'])
def test_moves_taken_back_that_cannot_be_read(store: Store, url: str, undone: str) -> None:
    begin(store, "freecell").undo()
    spoil(url, f"UPDATE games SET undone = '{undone}'")
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: "):
        store.open_game(1)
    assert store.games.record(1).session().steps == ()


def test_a_game_that_we_do_not_know(store: Store, url: str) -> None:
    begin(store, "freecell")
    spoil(url, "UPDATE games SET game = 'whist', record = replace(record, 'freecell', 'whist')")
    assert [kept.game for kept in store.games.history()] == ["whist"]
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: there is no game 'whist'"):
        store.open_game(1)


@pytest.mark.parametrize(
    "nonsense",
    [
        "moves = 9e999",
        "deal = 9e999",
        "seconds = 9e999",
        "seconds = 'nan'",
        "touched = '0001-01-01 00:00:00+05:00'",
        "touched = '9999-12-31 23:59:59-05:00'",
        "outcome = CAST(x'ff' AS TEXT)",
    ],
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL takes none of them
def test_a_figure_or_time_that_cannot_be_is_no_trouble_for_the_others(
    store: Store, url: str, nonsense: str
) -> None:
    begin(store, "freecell", 1)
    begin(store, "freecell", 2)
    spoil(url, f"UPDATE games SET {nonsense} WHERE number = 1")
    assert [kept.number for kept in store.games.history()] == [2]
    assert [kept.number for kept in store.games.unfinished()] == [2]
    assert store.games.statistics(FREECELL).unfinished == 1


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite has no such time
def test_a_time_that_python_does_not_know(store: Store, url: str) -> None:
    begin(store, "freecell", 1)
    begin(store, "freecell", 2)
    spoil(url, "UPDATE games SET touched = 'infinity' WHERE number = 1")
    assert [kept.number for kept in store.games.history()] == [2]


@pytest.mark.parametrize(
    "nonsense", ["outcome = 'eaten'", "touched = 'then'", "moves = 'many'", "version = 'new'"]
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL would not take the last two
def test_a_line_that_is_spoiled_is_left_out(store: Store, url: str, nonsense: str) -> None:
    begin(store, "freecell", 1)
    begin(store, "freecell", 2)
    spoil(url, f"UPDATE games SET {nonsense} WHERE number = 1")
    if "version" not in nonsense:  # which the history does not tell
        assert [kept.number for kept in store.games.history()] == [2]
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: a figure or a time"):
        store.open_game(1)
    found = store.games.records()
    assert next(found).tags["Deal"] == "2"
    with pytest.raises(StoreError, match="game 1 in "):
        next(found)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_text_that_is_no_text(store: Store, url: str) -> None:
    begin(store, "freecell")
    spoil(url, "UPDATE games SET record = CAST(x'FFFE80' AS TEXT)")
    assert len(store.games.history()) == 1
    with pytest.raises(
        StoreError, match=r"game 1 cannot be read: .* holds a text that is not UTF-8"
    ):
        store.open_game(1)


def test_times_written_by_hand_are_taken_for_utc(store: Store, url: str) -> None:
    begin(store, "freecell")
    spoil(url, "UPDATE games SET touched = '2026-11-16 09:30:00+00:00'")
    assert store.games.history()[0].touched == datetime(2026, 11, 16, 9, 30, tzinfo=UTC)


def test_a_game_that_somebody_deletes_is_played_on(store: Store, url: str) -> None:
    table = begin(store, "freecell")
    spoil(url, "DELETE FROM games")
    table.undo()
    assert table.save_error == f"game {table.number} is gone from {store.name}"
    assert len(table.session.undone) == 1


# -- statistics -----------------------------------------------------------------------------------


def test_statistics(store: Store) -> None:
    SavedGame(nearly_won(), store.games)
    assert store.games.statistics(FREECELL).played == 0
    win(store)
    win(store, hints=1)
    give_up(store)
    last = win(store)
    begin(store, "freecell")
    win(store, game="bakers-game")
    figures = store.games.statistics(FREECELL)
    assert (figures.played, figures.won, figures.unaided) == (4, 3, 2)
    assert (figures.streak, figures.best_streak, figures.unfinished) == (1, 2, 1)
    assert (figures.best_moves, figures.average_moves) == (2, 2)
    assert figures.last[0].number == last.number
    assert len(figures.last) == 4


# -- threads --------------------------------------------------------------------------------------


def test_several_threads(store: Store) -> None:
    failed: list[BaseException] = []

    def play(deal: int) -> None:
        try:
            table = begin(store, "freecell", deal)
            for _ in range(5):
                table.undo()
                table.redo()
                store.settings.set("deal", str(deal))
                assert table.save_error == ""
            store.games.history()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(deal,)) for deal in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(kept.deal or 0 for kept in store.games.history()) == list(range(1, 9))
    assert {kept.undos for kept in store.games.history()} == {5}


def test_several_threads_open_several_stores(tmp_path: Path) -> None:
    failed: list[BaseException] = []

    def open_one(number: int) -> None:
        try:
            with Store.open(f"sqlite:///{tmp_path / str(number)}.db") as store:
                begin(store, "freecell")
                assert len(store.games.history()) == 1
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=open_one, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_threads_share_one_memory() -> None:
    with Store.open("sqlite://") as store:
        test_several_threads(store)


# -- open and closed ------------------------------------------------------------------------------


def test_a_closed_store_says_so(url: str) -> None:
    with Store.open(url) as store:
        table = begin(store, "freecell")
    with pytest.raises(StoreError, match="has been closed"):
        store.games.history()
    table.undo()
    assert "has been closed" in table.save_error
    assert repr(store) == f"<Store {store.name}>"


def test_what_is_kept_is_found_again(url: str) -> None:
    with Store.open(url) as store:
        begin(store, "freecell")
        before = store.games.history()
    with Store.open(url) as store:
        assert store.games.history() == before
        assert isinstance(before[0], GameSummary)
        assert before[0].outcome is Outcome.UNFINISHED


def test_the_document_is_right() -> None:
    document = Path(__file__).parents[2] / "docs" / "store.md"
    results = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_a_file_that_is_taken_away_is_missed(tmp_path: Path) -> None:
    """SQLite itself would go on writing into a file that nobody can find any more."""
    file = tmp_path / "games.db"
    with Store.open(f"sqlite:///{file}") as store:
        file.rename(tmp_path / "elsewhere.db")
        for use in (store.games.history, lambda: store.settings.set("a", "b")):
            with pytest.raises(StoreError, match="was taken away while it was open"):
                use()
        (tmp_path / "elsewhere.db").rename(file)
        assert store.games.history() == []


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}"):
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}

"""Single games in the repository: keys, versions, sharing, and deleting what was never played."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from store.saved_games import (
    WINNING,
    already_won,
    begin,
    calendar,
    execute,
    fetch,
    first_move,
    give_up,
    nearly_won,
    number_of,
    win,
)

from winnable import (
    GameNotFoundError,
    GameNotOverError,
    Record,
    Session,
    StaleGameError,
    StoreError,
    parse_record,
)
from winnable.play.lines import Line, add_line, kept_lines, read_node
from winnable.store import Outcome, SavedGame, Store, new_key

NOT_KEYS = ["", "nothing", "a b", "\x00", "\ud800", "x" * 1000]


def unplayed(store: Store, deal: int = 1) -> SavedGame:
    """A game that has a key and no move yet."""
    game = store.new_game(Session.new("freecell", deal))
    game.save(new_key())
    return game


# -- keys -----------------------------------------------------------------------------------------


def test_a_game_is_found_by_its_key(store: Store) -> None:
    game = unplayed(store)
    assert game.key
    assert store.games.number_for_key(game.key) == game.number
    again = store.open_game(number_of(game))
    assert (again.number, again.key, again.version) == (game.number, game.key, 1)
    again.make("t3c1")
    assert store.games.history()[0].key == game.key
    assert store.games.ensure_key(number_of(game)) == game.key


def test_a_game_without_a_key_is_given_one(store: Store) -> None:
    game = win(store)
    assert store.games.history()[0].key is None
    key = store.games.ensure_key(number_of(game))
    assert store.games.ensure_key(number_of(game)) == key == store.games.history()[0].key
    assert store.games.number_for_key(key) == game.number


def test_saving_a_game_leaves_its_keys_alone(store: Store) -> None:
    game = begin(store)
    game.give_up()
    key = store.games.ensure_key(number_of(game))
    shared = store.games.share(number_of(game))
    game.undo()
    [summary] = store.games.history()
    assert (summary.key, summary.shared) == (key, shared)


@pytest.mark.parametrize("key", NOT_KEYS)
def test_a_key_that_no_game_has(store: Store, key: str) -> None:
    win(store)
    with pytest.raises(GameNotFoundError):
        store.games.number_for_key(key)


def test_two_games_cannot_have_the_same_key(store: Store) -> None:
    game = unplayed(store)
    assert game.key
    other = store.for_player(store.players.create())
    with pytest.raises(StoreError):
        other.new_game(Session.new("freecell", 2), strict=True).save(game.key)
    assert store.open_game(store.games.number_for_key(game.key)).session.deal == 1


# -- versions -------------------------------------------------------------------------------------


def test_every_change_is_a_version(store: Store) -> None:
    game = unplayed(store)
    for version in (1, 2, 3):
        assert store.games.version(number_of(game)) == game.version == version
        game.count_hint()
    with pytest.raises(GameNotFoundError):
        store.games.version(12)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL refuses the value
def test_a_version_that_is_not_a_number(store: Store, url: str) -> None:
    game = win(store)
    execute(url, "UPDATE games SET version = 'new'")
    with pytest.raises(StoreError, match="invalid version"):
        store.games.version(number_of(game))


def test_optimistic_locking(store: Store, url: str) -> None:
    game = win(store)
    row = store.games.load(number_of(game))
    for version in (row.version - 1, row.version, row.version + 2):
        with pytest.raises(StaleGameError):
            store.games.update(replace(row, version=version))
    assert store.games.load(row.number) == row
    store.games.update(replace(row, version=row.version + 1))
    execute(url, "DELETE FROM games")
    with pytest.raises(GameNotFoundError):
        store.games.update(replace(row, version=row.version + 2))


def test_numbers_are_never_used_twice(store: Store, url: str) -> None:
    first = begin(store)
    execute(url, "DELETE FROM games")
    assert begin(store).number != first.number


def test_there_is_no_such_game(store: Store) -> None:
    for ask in (store.games.record, store.games.load, store.games.share, store.games.unshare):
        for number in (12, 0, -1):
            with pytest.raises(GameNotFoundError, match=f"there is no game {number} in"):
                ask(number)
        with pytest.raises(StoreError):
            ask(10**30)


# -- sharing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [win, give_up])
def test_anybody_may_see_a_shared_game(store: Store, end: Callable[[Store], SavedGame]) -> None:
    game = end(store)
    key = store.games.share(number_of(game))
    assert store.games.share(number_of(game)) == key
    for reader in (store, store.for_player(store.players.create()), store.for_player(99)):
        row = reader.games.find_shared(key)
        assert (row.number, row.outcome) == (game.number, game.outcome)
        _, session = row.read_record(reader.name)
        assert session.steps == game.session.steps
    assert store.games.history()[0].shared == key


def test_a_key_that_was_revoked_never_works_again(store: Store) -> None:
    game = win(store)
    key = store.games.share(number_of(game))
    store.games.unshare(number_of(game))
    store.games.unshare(number_of(game))
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(key)
    new = store.games.share(number_of(game))
    assert new != key
    assert store.games.find_shared(new).number == game.number


def test_only_a_finished_game_is_shared(store: Store) -> None:
    game = store.new_game(nearly_won())
    game.make(WINNING[0])
    with pytest.raises(GameNotOverError):
        store.games.share(number_of(game))
    assert store.games.history()[0].shared is None
    game.give_up()
    key = store.games.share(number_of(game))
    game.undo()  # which continues the game
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(key)
    with pytest.raises(GameNotOverError):
        store.games.share(number_of(game))
    game.redo()
    game.make(WINNING[1])
    assert store.games.find_shared(key).outcome is Outcome.WON


def test_a_win_imported_from_a_file_cannot_be_shared(store: Store) -> None:
    session = already_won()
    game = store.new_game(session, record=Record.of(session))
    game.save(new_key())
    with pytest.raises(GameNotOverError):
        store.games.share(number_of(game))


def test_the_players_key_and_the_shared_key_are_different(store: Store) -> None:
    game = win(store)
    key = store.games.ensure_key(number_of(game))
    shared = store.games.share(number_of(game))
    assert key != shared
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(key)
    with pytest.raises(GameNotFoundError):
        store.games.number_for_key(shared)


@pytest.mark.parametrize("key", NOT_KEYS)
def test_a_key_that_no_shared_game_has(store: Store, key: str) -> None:
    begin(store)
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(key)


# -- deleting -------------------------------------------------------------------------------------


def test_only_games_without_a_first_move_are_deleted(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        other = store.for_player(store.players.create())
        old = [unplayed(store, 1), unplayed(store, 2), unplayed(other, 3)]
        first_move(old[1])
        old[1].restart()
        played = [begin(store, 4), begin(other, 5)]
        noon = store.now()
        new = unplayed(other, 6)
        assert store.games.delete_unplayed(noon) == 2
        assert store.games.delete_unplayed(noon) == 0
        for game in (old[0], old[2]):
            with pytest.raises(GameNotFoundError):
                game.reload()
        for game in (old[1], new, *played):
            game.reload()
        assert len(store.games.history()) == 2
        first_move(old[0])
        assert old[0].save_error


@pytest.mark.parametrize("count", [0, 3, 4, 7, 8])
def test_they_are_deleted_in_batches(url: str, count: int) -> None:
    with Store.open(url, now=calendar(), group_commit=True) as store:
        begin(store, 99)
        for deal in range(count):
            unplayed(store, deal + 1)
        assert store.games.delete_unplayed(store.now(), batch_size=4) == count
        assert fetch(url, "SELECT count(*) FROM games") == [(1,)]


def test_only_the_latest_unplayed_games_of_a_player_are_kept(store: Store) -> None:
    other = store.for_player(store.players.create())
    theirs = unplayed(other)
    played = [number_of(begin(store, deal=deal)) for deal in (1, 2)]
    games = [number_of(unplayed(store, deal)) for deal in range(1, 6)]
    assert store.games.delete_oldest_unplayed(keep=5) == 0
    assert store.games.delete_oldest_unplayed(keep=2) == 3
    for number in games[:3]:
        with pytest.raises(GameNotFoundError):
            store.games.load(number)
    for number in (*games[3:], *played):
        store.games.load(number)
    other.games.load(number_of(theirs))


def test_an_imported_game_with_lines_is_not_deleted(store: Store) -> None:
    text = '[Winnable "1"] [Game "freecell"] [Deal "1"] 1. t3c1 *'
    games = []
    for _ in range(2):
        record = parse_record(text)
        games.append(store.new_game(record.session(), record=record))
        games[-1].save(new_key())
    line = Line("Another cell", 0, (read_node("t4c1"),))
    games[0].keep_lines(add_line(games[0].played, line))
    assert store.games.delete_oldest_unplayed(keep=0) == 1
    assert store.games.delete_unplayed(datetime.now(UTC) + timedelta(days=9999)) == 0
    games[0].reload()
    assert kept_lines(games[0].played) == [line]


def test_stored_bytes_are_those_of_one_player(store: Store) -> None:
    other = store.for_player(store.players.create())
    before = store.games.stored_bytes()
    game = begin(store)
    small = store.games.stored_bytes()
    game.make(next(game.session.legal_moves()))
    game.undo()
    assert before < small < store.games.stored_bytes()
    assert other.games.stored_bytes() == 0

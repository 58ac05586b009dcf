"""Tables in memory: as many as there is room for, and the database knows better."""

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest

from winnable import Session
from winnable.store import Store
from winnable.store.url_keys import new_key
from winnable.web.seats import Seat, Seats, idle_clock
from winnable.web.troubles import ApiError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        yield store


def open_seat(seats: Seats, player: int, number: int = 1) -> str:
    key = new_key()
    seats.open(player, key, Session.new("freecell", number), None)
    return key


def make(seats: Seats, player: int, key: str, version: int, move: str) -> int:
    with seats.at(player, key) as seat:
        return seat.change("move", version, lambda table: table.make(move)).version


def test_a_seat_is_its_players_only(store: Store) -> None:
    seats, ann, bob = Seats(store, 10), store.players.create(), store.players.create()
    key = open_seat(seats, ann)
    for somebody in (bob, None, 10**9):
        with pytest.raises(ApiError, match="not yours"), seats.at(somebody, key):
            raise AssertionError
    with seats.at(ann, key) as seat:
        assert seat.player == ann


def test_there_is_room_for_so_many(store: Store) -> None:
    seats, ann = Seats(store, 2), store.players.create()
    keys = [open_seat(seats, ann, number) for number in (1, 2, 3, 4)]
    assert len(seats) == 2
    for key in keys:  # those that were given up are read again
        make(seats, ann, key, 1, "t1c1")
        with seats.at(ann, key) as seat:
            assert len(seat.table.session.steps) == 1
    assert len(seats) == 2


def test_a_seat_that_is_in_use_is_not_given_up(store: Store) -> None:
    seats, ann = Seats(store, 1), store.players.create()
    key = open_seat(seats, ann)
    with seats.at(ann, key) as seat:
        for number in (2, 3):
            open_seat(seats, ann, number)
        seat.change("move", 1, lambda table: table.make("t3c1"))
    with seats.at(ann, key) as again:
        assert again is seat


def test_of_several_threads_one_makes_the_move(store: Store) -> None:
    """They all take the table up anew, and none has a seat of its own."""
    ann = store.players.create()
    key = open_seat(Seats(store, 10), ann)
    seats, made, refused = Seats(store, 10), list[int](), list[int]()
    barrier = Barrier(8)

    def play(cell: int) -> None:
        barrier.wait()
        try:
            made.append(make(seats, ann, key, 1, f"t{cell}c1"))
        except ApiError as trouble:
            refused.append(trouble.status)

    threads = [Thread(target=play, args=(cell,)) for cell in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [2]
    assert refused == [409] * 7
    assert len(seats) == 1


def test_a_table_that_belongs_to_another_by_now(store: Store) -> None:
    """Held here for its old player, while another server gave it to the new one."""
    seats, ann, bob = Seats(store, 10), store.players.create(), store.players.create()
    key = open_seat(seats, ann)
    make(seats, ann, key, 1, "t3c1")
    store.players.transfer_games(ann, bob)
    with pytest.raises(ApiError, match="not yours"), seats.at(ann, key) as seat:
        seat.refresh()
    with pytest.raises(ApiError, match="not yours"):
        make(seats, ann, key, 2, "t3c2")
    assert make(seats, bob, key, 2, "t3c2") == 3
    with pytest.raises(ApiError, match="not yours"), seats.at(ann, key):
        raise AssertionError


def test_players_are_forgotten_with_all_their_tables(store: Store) -> None:
    seats, ann, bob = Seats(store, 10), store.players.create(), store.players.create()
    for player in (ann, ann, bob):
        open_seat(seats, player)
    seats.forget(ann)
    assert len(seats) == 1


def test_who_has_seen_more_than_this_server_is_believed(store: Store) -> None:
    here, there, ann = Seats(store, 10), Seats(store, 10), store.players.create()
    key = open_seat(here, ann)
    assert make(there, ann, key, 1, "t3c1") == 2
    assert make(here, ann, key, 2, "t3c2") == 3
    with pytest.raises(ApiError) as stale:
        make(there, ann, key, 2, "t3c3")
    assert stale.value.status == 409
    assert stale.value.body["state"]["made"] == 2


def test_an_aid_at_a_table_that_went_on_elsewhere(store: Store) -> None:
    here, there, ann = Seats(store, 10), Seats(store, 10), store.players.create()
    key = open_seat(here, ann)
    make(there, ann, key, 1, "t3c1")
    with here.at(ann, key) as seat, pytest.raises(ApiError) as stale:
        seat.note(lambda table: table.count_hint())
    assert stale.value.body["state"]["made"] == 1


def test_nobody_thinks_for_hours() -> None:
    times = iter([0.0, 10.0, 20.0, 5000.0, 5001.0])
    clock = idle_clock(lambda: next(times))
    assert [clock() for _ in range(4)] == [10.0, 20.0, 80.0, 81.0]


def test_a_seat_says_whether_its_game_is_over(store: Store) -> None:
    seats, ann = Seats(store, 10), store.players.create()
    key = open_seat(seats, ann)
    make(seats, ann, key, 1, "t3c1")
    with seats.at(ann, key) as seat:
        assert isinstance(seat, Seat)
        assert not seat.is_over
        seat.table.give_up()
        assert seat.is_over

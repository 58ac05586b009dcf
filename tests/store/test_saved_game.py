from datetime import UTC, datetime

import pytest
from store.saved_games import WINNING, Clock, calendar, nearly_won

from winnable import (
    Autoplay,
    IllegalMoveError,
    Session,
    StaleGameError,
    StoreError,
)
from winnable.store import Outcome, SavedGame, Store


def moves(table: SavedGame) -> str:
    return " ".join(str(step.move) for step in table.session.steps)


# -- what is kept ---------------------------------------------------------------------------------


def test_nothing_is_kept_before_the_first_move(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    assert table.undo() is None
    assert table.redo() is None
    table.restart()
    table.go_to(5)
    table.count_hint()
    table.set_autoplay(Autoplay.SAFE)
    table.give_up()
    table.pause()
    table.resume()
    assert (table.number, table.version, table.seconds) == (None, 0, 0)
    assert store.games.history() == []


def test_with_it_comes_all_that_was_noted_before(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.count_hint()
    table.count_hint()
    table.count_verdict()
    table.make("t3c1")
    [kept] = store.games.history()
    assert (kept.number, kept.game, kept.deal) == (table.number, "freecell", 1)
    assert (kept.moves, kept.undos, kept.hints, kept.verdicts) == (1, 0, 2, 1)
    assert kept.outcome is Outcome.UNFINISHED
    assert kept.started is not None
    assert kept.started <= kept.touched <= datetime.now(UTC)
    assert kept.ended is None


def test_every_change_is_there_at_once(store: Store, url: str) -> None:
    table = SavedGame(Session.new("freecell", 1, autoplay="safe"), store.games)
    table.make("t3c1")
    assert table.number
    with Store.open(url) as other:
        for act, line in (
            (lambda: table.make("t3t2"), ("t3c1 t3t2", 0)),
            (lambda: table.make("t7c2"), ("t3c1 t3t2 t7c2", 0)),
            (table.undo, ("t3c1 t3t2", 1)),
            (table.undo, ("t3c1", 2)),
            (table.redo, ("t3c1 t3t2", 1)),
            (table.restart, ("", 3)),
            (lambda: table.go_to(3), ("t3c1 t3t2 t7c2", 0)),
            (lambda: table.go_to(1), ("t3c1", 2)),
            (lambda: table.make("t4c2"), ("t3c1 t4c2", 0)),
        ):
            act()
            again = other.open_game(table.number)
            assert (moves(again), len(again.session.undone)) == line
            assert again.session.steps == table.session.steps
            assert again.session.undone == table.session.undone
            assert again.session.autoplay is Autoplay.SAFE
            assert again.version == table.version
        assert (again.undos, store.games.history()[0].undos) == (4, 4)


def test_notes_and_autoplay_are_kept_at_once(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.make("t3c1")
    assert table.number
    table.count_hint()
    table.count_verdict()
    table.set_autoplay(Autoplay.ALL)
    again = store.open_game(table.number)
    assert (again.hints, again.verdicts, again.session.autoplay) == (1, 1, Autoplay.ALL)


def test_an_illegal_move_changes_nothing(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    with pytest.raises(IllegalMoveError):
        table.make("t1f1")
    assert store.games.history() == []
    table.make("t3c1")
    with pytest.raises(IllegalMoveError):
        table.make("t3c1")
    assert (table.version, moves(table), store.games.history()[0].moves) == (1, "t3c1", 1)


def test_to_go_where_one_stands_is_no_change(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.make("t3c1")
    table.go_to(1)
    table.go_to(99)
    table.redo()
    assert (table.version, table.undos) == (1, 0)
    table.go_to(-1)
    table.undo()
    table.restart()
    assert (table.version, table.undos) == (2, 1)


def test_decks_and_boards_of_ones_own(store: Store) -> None:
    table = SavedGame(nearly_won(), store.games)
    table.make(WINNING[0])
    assert table.number
    again = store.open_game(table.number)
    assert again.session.start == table.session.start
    assert store.games.history()[0].deal is None


def test_without_a_store_one_can_play(url: str) -> None:
    table = SavedGame(nearly_won())
    for move in WINNING:
        table.make(move)
    table.undo()
    table.count_hint()
    table.pause()
    table.resume()
    table.reload()
    assert (table.number, table.save_error, table.outcome) == (None, "", Outcome.WON)


# -- how a game ends ------------------------------------------------------------------------------


def test_a_won_game_is_closed(store: Store) -> None:
    clock = Clock()
    table = SavedGame(nearly_won(), store.games, clock=clock)
    table.make(WINNING[0])
    clock.wait(7)
    table.make(WINNING[1])
    assert table.number
    assert (table.outcome, table.seconds, table.version) == (Outcome.WON, 7, 2)
    clock.wait(9)
    table.count_hint()
    table.undo()
    table.make("t1t2")
    table.give_up()
    table.pause()
    [kept] = store.games.history()
    assert (kept.outcome, kept.moves, kept.seconds, kept.is_unaided) == (Outcome.WON, 2, 7, True)
    assert kept.ended is not None
    assert (table.undos, table.hints, table.seconds, table.version) == (0, 0, 7, 2)
    assert table.session.is_won is False
    again = store.open_game(table.number)
    assert again.session.is_won
    again.undo()
    again.make("t1c1")
    assert store.games.history() == [kept]


def test_a_game_can_be_given_up_and_taken_up_again(store: Store) -> None:
    clock = Clock()
    table = SavedGame(Session.new("freecell", 1), store.games, clock=clock)
    table.make("t3c1")
    clock.wait(5)
    table.give_up()
    clock.wait(50)
    [kept] = store.games.history()
    assert (kept.outcome, kept.seconds) == (Outcome.GIVEN_UP, 5)
    assert kept.ended is not None
    assert store.games.unfinished() == []
    table.give_up()
    assert store.games.history() == [kept]
    again = store.open_game(kept.number, clock=clock)
    clock.wait(50)
    again.count_hint()
    assert again.outcome is Outcome.GIVEN_UP
    again.make("t3t2")
    assert again.undos == 1, "to go on is to take the giving up back"
    clock.wait(2)
    again.undo()
    [kept] = store.games.unfinished()
    assert (kept.outcome, kept.ended, kept.seconds, kept.hints) == (Outcome.UNFINISHED, None, 7, 1)
    assert kept.undos == 2
    with pytest.raises(StaleGameError):
        table.make("t3t2")


# -- the time -------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_move_and_not_in_pauses(store: Store) -> None:
    clock = Clock()
    table = SavedGame(Session.new("freecell", 1), store.games, clock=clock)
    clock.wait(100)
    assert table.seconds == 0
    table.make("t3c1")
    clock.wait(3)
    assert table.seconds == 3
    table.pause()
    table.pause()
    clock.wait(100)
    assert table.seconds == 3
    assert store.games.history()[0].seconds == 3  # kept, in case the pause never ends
    table.resume()
    table.resume()
    clock.wait(4)
    table.undo()
    assert store.games.history()[0].seconds == 7
    assert table.number
    clock.wait(1000)
    again = store.open_game(table.number, clock=clock)
    clock.wait(2)
    assert again.seconds == 9


def test_the_clock_waits_for_the_end_of_a_pause(store: Store) -> None:
    clock = Clock()
    table = SavedGame(Session.new("freecell", 1), store.games, clock=clock)
    table.pause()
    table.make("t3c1")
    clock.wait(3)
    assert table.seconds == 0
    table.resume()
    clock.wait(3)
    assert table.seconds == 3


def test_time_alone_is_no_change(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.make("t3c1")
    assert table.number
    other = store.open_game(table.number)
    touched = store.games.history()[0].touched
    table.pause()
    assert store.games.history()[0].touched == touched
    other.make("t3t2")
    table.resume()
    table.pause()  # which is not for the newer game, and not an error either
    assert table.save_error == ""
    with pytest.raises(StaleGameError):
        table.undo()


def test_when_it_was(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        table = SavedGame(Session.new("freecell", 1), store.games)
        table.make("t3c1")
        table.make("t3t2")
        table.give_up()
        [kept] = store.games.history()
        assert kept.started == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert kept.ended is not None
        assert kept.started < kept.ended <= kept.touched
        assert {time.tzinfo for time in (kept.started, kept.touched, kept.ended)} == {UTC}


# -- several programs -----------------------------------------------------------------------------


def test_a_stale_table_makes_no_move_and_looks_again(store: Store, url: str) -> None:
    first = SavedGame(Session.new("freecell", 1), store.games)
    first.make("t3c1")
    assert first.number
    with Store.open(url) as other:
        second = other.open_game(first.number)
        second.make("t3t2")
        second.count_hint()
        with pytest.raises(
            StaleGameError, match=f"another program has gone on with game {first.number}"
        ):
            first.make("t7c2")
        assert (moves(first), first.version, first.hints) == ("t3c1 t3t2", 3, 1)
        assert moves(second) == moves(first)
        first.make("t7c2")
        for act in (second.undo, second.restart, second.count_hint, second.give_up):
            with pytest.raises(StaleGameError):
                act()
            assert moves(second) == "t3c1 t3t2 t7c2"
            first.count_verdict()
        assert (second.undos, second.hints, second.outcome) == (0, 1, Outcome.UNFINISHED)
    assert store.games.history()[0].moves == 3


def test_an_illegal_move_at_a_stale_table_is_only_illegal(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.make("t3c1")
    assert table.number
    store.open_game(table.number).make("t3t2")
    with pytest.raises(IllegalMoveError):
        table.make("t1f1")
    assert moves(table) == "t3c1"


def test_stale_and_not_to_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    for move in ("t3c1", "t3t2", "t7c2"):
        table.make(move)
    table.undo()
    assert table.number
    store.open_game(table.number).make("t4c2")

    def fetch(number: int) -> None:
        raise StoreError("the disk does not obey")

    with monkeypatch.context() as patch:
        patch.setattr(store, "fetch", fetch)
        with pytest.raises(StaleGameError):
            table.make("t4c3")
    assert (moves(table), len(table.session.undone), table.undos) == ("t3c1 t3t2", 1, 1)
    assert table.save_error == "the disk does not obey"
    with pytest.raises(StaleGameError):
        table.undo()
    assert (moves(table), table.save_error) == ("t3c1 t3t2 t4c2", "")


def test_two_win_the_same_game(store: Store) -> None:
    table = SavedGame(nearly_won(), store.games)
    table.make(WINNING[0])
    assert table.number
    other = store.open_game(table.number)
    other.make(WINNING[1])
    with pytest.raises(StaleGameError):
        table.make(WINNING[1])
    assert (table.outcome, table.session.is_won) == (Outcome.WON, True)
    table.undo()
    assert [kept.moves for kept in store.games.history()] == [2]

"""A table that is kept before its first move, and which changes a reader has to know of."""

from collections.abc import Callable

import pytest
from store.saved_games import WINNING, Clock, calendar, nearly_won

from winnable import Autoplay, Record, Session, StoreError, parse_record
from winnable.store import Outcome, SavedGame, Store, new_key

BEGUN = """[Winnable "1"]
[Game "freecell"]
[Deal "1"]
[Hints "1"]

1. t3c1 2. t3t2 *
"""


def kept_table(store: Store, *, clock: Clock | None = None) -> SavedGame:
    table = SavedGame(Session.new("freecell", 1), store.games, clock=clock or Clock())
    table.save(new_key())
    return table


# -- before the first move ------------------------------------------------------------------------


def test_it_is_written_at_once(store: Store, url: str) -> None:
    table = kept_table(store)
    assert table.number
    with Store.open(url) as other:
        sheet = other.games.load(table.number)
    assert (sheet.version, sheet.key, sheet.started) == (1, table.key, None)
    assert (sheet.moves, sheet.outcome) == (0, Outcome.UNFINISHED)
    assert (table.version, table.save_error) == (1, "")


def test_it_is_taken_up_as_it_was_left(store: Store) -> None:
    table = kept_table(store)
    table.set_autoplay(Autoplay.SAFE)
    table.count_hint()
    assert table.key
    again = store.open_game(store.games.number_for_key(table.key))
    assert (again.version, again.hints, again.session.autoplay) == (3, 1, Autoplay.SAFE)
    assert again.session.deal == 1
    again.make("t3c1")
    [kept] = store.games.history()
    assert (kept.number, kept.key, kept.hints, kept.moves) == (table.number, table.key, 1, 1)


def test_it_begins_with_the_first_move(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        clock = Clock()
        table = kept_table(store, clock=clock)
        for _ in range(2):
            assert table.key
            table = store.open_game(store.games.number_for_key(table.key), clock=clock)
            clock.wait(60)
            table.pause()
            table.resume()
            table.give_up()  # there is nothing to give up
            assert (table.seconds, table.outcome, table.version) == (0, Outcome.UNFINISHED, 1)
        before = store.now()
        table.make("t3c1")
        clock.wait(5)
        table.undo()
        [kept] = store.games.history()
        assert kept.started is not None
        assert before < kept.started < kept.touched
        assert kept.seconds == 5
        table.give_up()
        assert store.games.history()[0].outcome is Outcome.GIVEN_UP


def test_a_game_from_a_record_does_not_count_before_it_is_gone_on_with(store: Store) -> None:
    record = parse_record(BEGUN)
    table = SavedGame(record.session(), store.games, record=record, clock=Clock())
    table.save(new_key())
    assert store.games.history() == []
    assert table.key
    again = store.open_game(store.games.number_for_key(table.key))
    assert (len(again.session.steps), again.hints) == (2, 1)
    again.make("t7c2")
    assert [kept.moves for kept in store.games.history()] == [3]


def test_a_won_game_from_a_record_has_its_table_and_is_closed(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    table = SavedGame(session, store.games, record=Record.of(session))
    table.save(new_key())
    assert (table.version, table.save_error) == (1, "")
    table.undo()
    assert table.key
    again = store.open_game(store.games.number_for_key(table.key))
    assert (again.outcome, again.session.is_won, again.version) == (Outcome.WON, True, 1)
    again.undo()
    again.make(WINNING[1])
    assert store.games.history() == []


def test_a_table_has_one_key(store: Store) -> None:
    table = kept_table(store)
    with pytest.raises(StoreError, match=f"game {table.number} is kept already"):
        table.save(new_key())


def test_without_a_store_a_key_is_only_a_word() -> None:
    table = SavedGame(Session.new("freecell", 1))
    table.save("word")
    table.make("t3c1")
    assert (table.key, table.number, table.version) == ("word", None, 0)


def test_what_could_not_be_kept_is_kept_with_the_next_change(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(_: object) -> None:
        raise StoreError("no")

    with monkeypatch.context() as patch:
        patch.setattr(store, "add", add)
        table = kept_table(store)
        assert (table.save_error, table.number) == ("no", None)
    table.count_hint()
    assert table.key
    assert table.save_error == ""
    assert store.open_game(store.games.number_for_key(table.key)).hints == 1


# -- since ----------------------------------------------------------------------------------------


def test_since_which_version_the_game_stands_so(store: Store) -> None:
    table = kept_table(store)
    acts: list[tuple[Callable[[], object], bool]] = [
        (table.count_hint, False),
        (lambda: table.make("t3c1"), True),
        (table.count_verdict, False),
        (table.count_hint, False),
        (table.undo, True),
        (table.redo, True),
        (lambda: table.set_autoplay(Autoplay.SAFE), True),
        (lambda: table.set_autoplay(Autoplay.SAFE), False),
        (table.restart, True),
        (lambda: table.go_to(1), True),
        (table.give_up, True),
        (table.count_hint, False),
        (table.undo, True),
    ]
    assert (table.version, table.state_version) == (1, 0)
    for version, (act, is_seen) in enumerate(acts, 2):
        since = table.state_version
        act()
        assert table.version == version
        assert table.state_version == (version if is_seen else since)


def test_after_loading_all_is_new(store: Store) -> None:
    table = kept_table(store)
    table.make("t3c1")
    table.count_hint()
    assert table.number
    assert (table.version, table.state_version) == (3, 2)
    again = store.open_game(table.number)
    assert (again.version, again.state_version) == (3, 3)
    again.count_hint()
    assert again.state_version == 3
    table.reload()
    assert (table.version, table.state_version) == (4, 4)


def test_a_move_that_was_kept_late_is_seen_late(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kept_table(store)

    def refuse(_: object) -> None:
        raise StoreError("no")

    with monkeypatch.context() as patch:
        patch.setattr(store, "replace", refuse)
        table.make("t3c1")
    table.count_hint()
    assert (table.version, table.state_version) == (2, 2)

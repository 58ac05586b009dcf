"""Games saved before their first move, and `state_version`."""

from collections.abc import Callable

import pytest
from store.saved_games import WINNING, Clock, already_won, calendar

from winnable import Autoplay, Record, Session, StoreError, parse_record
from winnable.store import Outcome, SavedGame, Store, new_key

BEGUN = """[Winnable "1"]
[Game "freecell"]
[Deal "1"]
[Hints "1"]

1. t3c1 2. t3t2 *
"""


def saved_game(store: Store, *, clock: Clock | None = None) -> SavedGame:
    game = store.new_game(Session.new("freecell", 1), clock=clock or Clock())
    game.save(new_key())
    return game


# -- before the first move ------------------------------------------------------------------------


def test_it_is_saved_at_once(store: Store, url: str) -> None:
    game = saved_game(store)
    assert game.number
    with Store.open(url) as other:
        row = other.games.load(game.number)
    assert (row.version, row.key, row.started) == (1, game.key, None)
    assert (row.moves, row.outcome) == (0, Outcome.UNFINISHED)
    assert (game.version, game.save_error) == (1, "")


def test_it_is_opened_as_it_was_left(store: Store) -> None:
    game = saved_game(store)
    game.set_autoplay(Autoplay.SAFE)
    game.count_hint()
    assert game.key
    again = store.open_game(store.games.number_for_key(game.key))
    assert (again.version, again.hints, again.session.autoplay) == (3, 1, Autoplay.SAFE)
    assert again.session.deal == 1
    again.make("t3c1")
    [saved] = store.games.history()
    assert (saved.number, saved.key, saved.hints, saved.moves) == (game.number, game.key, 1, 1)


def test_it_starts_with_the_first_move(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        clock = Clock()
        game = saved_game(store, clock=clock)
        for _ in range(2):
            assert game.key
            game = store.open_game(store.games.number_for_key(game.key), clock=clock)
            clock.wait(60)
            game.pause()
            game.resume()
            game.give_up()  # there is nothing to give up
            assert (game.seconds, game.outcome, game.version) == (0, Outcome.UNFINISHED, 1)
        before = store.now()
        game.make("t3c1")
        clock.wait(5)
        game.undo()
        [saved] = store.games.history()
        assert saved.started is not None
        assert before < saved.started < saved.touched
        assert saved.seconds == 5
        game.give_up()
        assert store.games.history()[0].outcome is Outcome.GIVEN_UP


def test_an_imported_game_does_not_count_before_it_is_continued(store: Store) -> None:
    record = parse_record(BEGUN)
    game = store.new_game(record.session(), record=record, clock=Clock())
    game.save(new_key())
    assert store.games.history() == []
    assert game.key
    again = store.open_game(store.games.number_for_key(game.key))
    assert (len(again.session.steps), again.hints) == (2, 1)
    again.make("t7c2")
    assert [saved.moves for saved in store.games.history()] == [3]


def test_an_imported_win_is_saved_and_closed(store: Store) -> None:
    session = already_won()
    game = store.new_game(session, record=Record.of(session))
    game.save(new_key())
    assert (game.version, game.save_error) == (1, "")
    game.undo()
    assert game.key
    again = store.open_game(store.games.number_for_key(game.key))
    assert (again.outcome, again.session.is_won, again.version) == (Outcome.WON, True, 1)
    again.undo()
    again.make(WINNING[1])
    assert store.games.history() == []


def test_a_game_is_saved_with_one_key(store: Store) -> None:
    game = saved_game(store)
    with pytest.raises(StoreError, match=f"game {game.number} is already saved"):
        game.save(new_key())


@pytest.mark.parametrize("session", [Session.new("freecell", 1), already_won()])
def test_without_a_store_a_key_is_only_a_word(session: Session) -> None:
    game = SavedGame(session)
    game.save("word")
    game.undo()
    assert (game.key, game.number, game.version) == ("word", None, 0)


def test_what_could_not_be_saved_is_saved_with_the_next_change(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise StoreError("no")

    with monkeypatch.context() as patch:
        patch.setattr(store.games, "insert", refuse)
        game = saved_game(store)
        assert (game.save_error, game.number) == ("no", None)
    game.count_hint()
    assert game.key
    assert game.save_error == ""
    assert store.open_game(store.games.number_for_key(game.key)).hints == 1


# -- state_version --------------------------------------------------------------------------------


def test_which_changes_are_a_new_state(store: Store) -> None:
    game = saved_game(store)
    acts: list[tuple[Callable[[], object], bool]] = [
        (game.count_hint, False),
        (lambda: game.make("t3c1"), True),
        (game.count_verdict, False),
        (game.count_hint, False),
        (game.undo, True),
        (game.redo, True),
        (lambda: game.set_autoplay(Autoplay.SAFE), True),
        (lambda: game.set_autoplay(Autoplay.SAFE), False),
        (game.restart, True),
        (lambda: game.go_to(1), True),
        (game.give_up, True),
        (game.count_hint, False),
        (game.undo, True),
    ]
    assert (game.version, game.state_version) == (1, 0)
    for version, (act, is_new) in enumerate(acts, 2):
        before = game.state_version
        act()
        assert game.version == version
        assert game.state_version == (version if is_new else before)


def test_a_loaded_game_is_a_new_state(store: Store) -> None:
    game = saved_game(store)
    game.make("t3c1")
    game.count_hint()
    assert game.number
    assert (game.version, game.state_version) == (3, 2)
    again = store.open_game(game.number)
    assert (again.version, again.state_version) == (3, 3)
    again.count_hint()
    assert again.state_version == 3
    game.reload()
    assert (game.version, game.state_version) == (4, 4)


def test_a_move_saved_late_is_a_new_state_late(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = saved_game(store)

    def refuse(_: object) -> None:
        raise StoreError("no")

    with monkeypatch.context() as patch:
        patch.setattr(store.games, "update", refuse)
        game.make("t3c1")
    game.count_hint()
    assert (game.version, game.state_version) == (2, 2)

"""A saved game: every change is saved before the method returns."""

from datetime import UTC, datetime

import pytest
from store.saved_games import WINNING, Clock, calendar, first_move, nearly_won

from winnable import (
    Autoplay,
    IllegalMoveError,
    Session,
    StaleGameError,
    StoreError,
)
from winnable.store import Outcome, SavedGame, Store


def moves(game: SavedGame) -> str:
    return " ".join(str(step.move) for step in game.session.steps)


# -- what is saved --------------------------------------------------------------------------------


def test_nothing_is_saved_before_the_first_move(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    assert game.undo() is None
    assert game.redo() is None
    game.restart()
    game.go_to(5)
    game.count_hint()
    game.set_autoplay(Autoplay.SAFE)
    game.give_up()
    game.pause()
    game.resume()
    assert (game.number, game.version, game.seconds) == (None, 0, 0)
    assert store.games.history() == []


def test_help_taken_before_the_first_move_is_saved_with_it(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.count_hint()
    game.count_hint()
    game.count_verdict()
    game.make("t3c1")
    [saved] = store.games.history()
    assert (saved.number, saved.game, saved.deal) == (game.number, "freecell", 1)
    assert (saved.moves, saved.undos, saved.hints, saved.verdicts) == (1, 0, 2, 1)
    assert saved.outcome is Outcome.UNFINISHED
    assert saved.started is not None
    assert saved.started <= saved.touched <= datetime.now(UTC)
    assert saved.ended is None


def test_every_change_is_saved_at_once(store: Store, url: str) -> None:
    game = store.new_game(Session.new("freecell", 1, autoplay="safe"))
    game.make("t3c1")
    assert game.number
    with Store.open(url) as other:
        for act, line in (
            (lambda: game.make("t3t2"), ("t3c1 t3t2", 0)),
            (lambda: game.make("t7c2"), ("t3c1 t3t2 t7c2", 0)),
            (game.undo, ("t3c1 t3t2", 1)),
            (game.undo, ("t3c1", 2)),
            (game.redo, ("t3c1 t3t2", 1)),
            (game.restart, ("", 3)),
            (lambda: game.go_to(3), ("t3c1 t3t2 t7c2", 0)),
            (lambda: game.go_to(1), ("t3c1", 2)),
            (lambda: game.make("t4c2"), ("t3c1 t4c2", 0)),
        ):
            act()
            again = other.open_game(game.number)
            assert (moves(again), len(again.session.undone)) == line
            assert again.session.steps == game.session.steps
            assert again.session.undone == game.session.undone
            assert again.session.autoplay is Autoplay.SAFE
            assert again.version == game.version
        assert (again.undos, store.games.history()[0].undos) == (4, 4)


def test_help_and_autoplay_are_saved_at_once(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.make("t3c1")
    assert game.number
    game.count_hint()
    game.count_verdict()
    game.set_autoplay(Autoplay.ALL)
    again = store.open_game(game.number)
    assert (again.hints, again.verdicts, again.session.autoplay) == (1, 1, Autoplay.ALL)


def test_a_review_is_a_hint_that_leaves_the_game_in_its_place(store: Store) -> None:
    first, second = (store.new_game(Session.new("freecell", deal)) for deal in (1, 2))
    for game in (first, second):
        first_move(game)
    assert first.number
    before = store.games.load(first.number)
    first.count_review()
    after = store.games.load(first.number)
    assert (after.hints, after.version, after.touched) == (1, 2, before.touched)
    assert [saved.number for saved in store.games.unfinished()] == [second.number, first.number]
    first.count_review()
    assert store.games.load(first.number).hints == 1, "it is the same review"
    again, stale = (store.open_game(first.number) for _ in range(2))
    again.count_review()
    assert store.games.load(first.number).touched == before.touched
    with pytest.raises(StaleGameError):
        stale.count_review()
    again.count_hint()
    assert store.games.load(first.number).touched > before.touched
    assert store.games.load(first.number).hints == 3
    again.go_to(0)
    again.give_up()
    again.count_review()
    assert (again.hints, store.games.load(first.number).hints) == (4, 4)


def test_a_review_before_the_first_move_is_saved_with_it(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.count_review()
    assert game.number is None
    first_move(game)
    assert store.games.history()[0].hints == 1


def test_an_illegal_move_changes_nothing(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    with pytest.raises(IllegalMoveError):
        game.make("t1f1")
    assert store.games.history() == []
    game.make("t3c1")
    with pytest.raises(IllegalMoveError):
        game.make("t3c1")
    assert (game.version, moves(game), store.games.history()[0].moves) == (1, "t3c1", 1)


def test_going_nowhere_is_not_a_change(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.make("t3c1")
    game.go_to(1)
    game.go_to(99)
    game.redo()
    assert (game.version, game.undos) == (1, 0)
    game.go_to(-1)
    game.undo()
    game.restart()
    assert (game.version, game.undos) == (2, 1)


def test_custom_boards(store: Store) -> None:
    game = store.new_game(nearly_won())
    game.make(WINNING[0])
    assert game.number
    again = store.open_game(game.number)
    assert again.session.start == game.session.start
    assert store.games.history()[0].deal is None


def test_a_game_without_a_store_can_be_played() -> None:
    game = SavedGame(nearly_won())
    for move in WINNING:
        game.make(move)
    game.undo()
    game.count_hint()
    game.pause()
    game.resume()
    game.reload()
    assert (game.number, game.save_error, game.outcome) == (None, "", Outcome.WON)


# -- how a game ends ------------------------------------------------------------------------------


def test_a_won_game_is_closed(store: Store) -> None:
    clock = Clock()
    game = store.new_game(nearly_won(), clock=clock)
    game.make(WINNING[0])
    clock.wait(7)
    game.make(WINNING[1])
    assert game.number
    assert (game.outcome, game.seconds, game.version) == (Outcome.WON, 7, 2)
    clock.wait(9)
    game.count_hint()
    game.undo()
    game.make("t1t2")
    game.give_up()
    game.pause()
    [saved] = store.games.history()
    assert (saved.outcome, saved.moves, saved.seconds, saved.is_unaided) == (
        Outcome.WON,
        2,
        7,
        True,
    )
    assert saved.ended is not None
    assert (game.undos, game.hints, game.seconds, game.version) == (0, 0, 7, 2)
    assert game.session.is_won is False
    again = store.open_game(game.number)
    assert again.session.is_won
    again.undo()
    again.make("t1c1")
    assert store.games.history() == [saved]


def test_a_game_can_be_given_up_and_continued(store: Store) -> None:
    clock = Clock()
    game = store.new_game(Session.new("freecell", 1), clock=clock)
    game.make("t3c1")
    clock.wait(5)
    game.give_up()
    clock.wait(50)
    [saved] = store.games.history()
    assert (saved.outcome, saved.seconds) == (Outcome.GIVEN_UP, 5)
    assert saved.ended is not None
    assert store.games.unfinished() == []
    game.give_up()
    assert store.games.history() == [saved]
    again = store.open_game(saved.number, clock=clock)
    clock.wait(50)
    again.count_hint()
    assert again.outcome is Outcome.GIVEN_UP
    again.make("t3t2")
    assert again.undos == 1, "continuing a game that was given up counts as an undo"
    clock.wait(2)
    again.undo()
    [saved] = store.games.unfinished()
    assert (saved.outcome, saved.ended, saved.seconds, saved.hints) == (
        Outcome.UNFINISHED,
        None,
        7,
        1,
    )
    assert saved.undos == 2
    with pytest.raises(StaleGameError):
        game.make("t3t2")


# -- the time -------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_move_but_not_in_pauses(store: Store) -> None:
    clock = Clock()
    game = store.new_game(Session.new("freecell", 1), clock=clock)
    clock.wait(100)
    assert game.seconds == 0
    game.make("t3c1")
    clock.wait(3)
    assert game.seconds == 3
    game.pause()
    game.pause()
    clock.wait(100)
    assert game.seconds == 3
    assert store.games.history()[0].seconds == 3  # saved, in case the pause never ends
    game.resume()
    game.resume()
    clock.wait(4)
    game.undo()
    assert store.games.history()[0].seconds == 7
    assert game.number
    clock.wait(1000)
    again = store.open_game(game.number, clock=clock)
    clock.wait(2)
    assert again.seconds == 9


def test_the_clock_waits_for_the_end_of_a_pause(store: Store) -> None:
    clock = Clock()
    game = store.new_game(Session.new("freecell", 1), clock=clock)
    game.pause()
    game.make("t3c1")
    clock.wait(3)
    assert game.seconds == 0
    game.resume()
    clock.wait(3)
    assert game.seconds == 3


def test_saving_the_time_is_not_a_new_version(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.make("t3c1")
    assert game.number
    other = store.open_game(game.number)
    touched = store.games.history()[0].touched
    game.pause()
    assert store.games.history()[0].touched == touched
    other.make("t3t2")
    game.resume()
    game.pause()  # which must not touch the newer version, and is not an error
    assert game.save_error == ""
    with pytest.raises(StaleGameError):
        game.undo()


def test_times_of_a_game(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        game = store.new_game(Session.new("freecell", 1))
        game.make("t3c1")
        game.make("t3t2")
        game.give_up()
        [saved] = store.games.history()
        assert saved.started == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert saved.ended is not None
        assert saved.started < saved.ended <= saved.touched
        assert {time.tzinfo for time in (saved.started, saved.touched, saved.ended)} == {UTC}


# -- several programs -----------------------------------------------------------------------------


def test_a_stale_game_makes_no_move_and_is_reloaded(store: Store, url: str) -> None:
    first = store.new_game(Session.new("freecell", 1))
    first.make("t3c1")
    assert first.number
    with Store.open(url) as other:
        second = other.open_game(first.number)
        second.make("t3t2")
        second.count_hint()
        with pytest.raises(StaleGameError, match=f"game {first.number}: it has been reloaded"):
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


def test_an_illegal_move_in_a_stale_game_is_only_illegal(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.make("t3c1")
    assert game.number
    store.open_game(game.number).make("t3t2")
    with pytest.raises(IllegalMoveError):
        game.make("t1f1")
    assert moves(game) == "t3c1"


def test_a_stale_game_that_cannot_be_reloaded(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.new_game(Session.new("freecell", 1))
    for move in ("t3c1", "t3t2", "t7c2"):
        game.make(move)
    game.undo()
    assert game.number
    store.open_game(game.number).make("t4c2")

    def fail(number: int) -> None:
        raise StoreError("the disk failed")

    with monkeypatch.context() as patch:
        patch.setattr(store.games, "load", fail)
        with pytest.raises(StaleGameError, match=rf"game {game.number}$"):
            game.make("t4c3")
    assert (moves(game), len(game.session.undone), game.undos) == ("t3c1 t3t2", 1, 1)
    assert game.save_error == "the disk failed"
    with pytest.raises(StaleGameError):
        game.undo()
    assert (moves(game), game.save_error) == ("t3c1 t3t2 t4c2", "")


def test_two_programs_win_the_same_game(store: Store) -> None:
    game = store.new_game(nearly_won())
    game.make(WINNING[0])
    assert game.number
    other = store.open_game(game.number)
    other.make(WINNING[1])
    with pytest.raises(StaleGameError):
        game.make(WINNING[1])
    assert (game.outcome, game.session.is_won) == (Outcome.WON, True)
    game.undo()
    assert [saved.moves for saved in store.games.history()] == [2]


# -- moves of the coach ---------------------------------------------------------------------------


def test_moves_of_the_coach_are_counted_with_the_move(store: Store) -> None:
    game = store.new_game(nearly_won())
    game.make(WINNING[0])
    assert (game.coach_moves, game.used_help) == (0, False)
    game.undo()
    game.make(WINNING[0], by_coach=True)
    game.undo()
    game.redo()
    assert game.coach_moves == 1, "a move that was taken back counts, one that is redone does not"
    with pytest.raises(IllegalMoveError):
        game.make("t3c1", by_coach=True)
    assert game.number
    again = store.open_game(game.number)
    assert (again.coach_moves, again.used_help) == (1, True)
    again.make(WINNING[1], by_coach=True)
    [saved] = store.games.history()
    assert (saved.outcome, saved.coach_moves) == (Outcome.WON, 2), "the winning move counts, too"
    game.reload()
    assert game.coach_moves == 2
    game.undo()
    game.make(WINNING[1], by_coach=True)
    assert game.coach_moves == 2, "a win is closed"
    assert store.games.record(game.number or 0).tags["CoachMoves"] == "2"
    record = game.to_record()
    assert SavedGame(record.session(), record=record).coach_moves == 2


def test_a_game_played_with_the_coach_is_not_the_players_own(store: Store) -> None:
    for by_coach in (False, True):
        game = store.new_game(nearly_won("golf-relaxed"))
        for move in WINNING:
            game.make(move, by_coach=by_coach)
        assert game.keep_skill(game.session, 2, 0.5)
    statistics = store.games.statistics(game.session.game)
    assert (statistics.played, statistics.won, statistics.streak) == (1, 1, 1)
    assert (statistics.with_coach, statistics.reviewed, statistics.cost) == (1, 1, 0.5)
    assert [saved.coach_moves for saved in statistics.last] == [2, 0]


def test_an_imported_game_is_given_up_without_having_begun(store: Store) -> None:
    session = Session.new("golf", 5)
    session.make("deal")
    game = store.new_game(session)
    game.give_up()
    assert game.outcome is Outcome.GIVEN_UP
    assert store.games.history() == []
    game.make("deal")
    assert [each.outcome for each in store.games.history()] == [Outcome.UNFINISHED]

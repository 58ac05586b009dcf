"""Ctrl-C is deferred until a change is saved."""

import os
import signal
from collections.abc import Iterator
from threading import Thread

import pytest
from child_processes import sigint_raises

from winnable import Session, StaleGameError
from winnable.store import GameRow, Store
from winnable.store.sigint import defer_sigint


@pytest.fixture(autouse=True)
def _sigint_raises() -> Iterator[None]:
    with sigint_raises():
        yield


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_is_handled_at_the_end_of_the_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), defer_sigint():  # noqa: PT012 - that is the point
        press_ctrl_c()
        done.append("all")
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_one_is_handled_at_once() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), defer_sigint():  # noqa: PT012 - that is the point
        press_ctrl_c()
        done.append("first")
        press_ctrl_c()
        done.append("second")
    assert done == ["first"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_is_raised() -> None:
    with pytest.raises(ValueError, match="no"), defer_sigint():
        raise ValueError("no")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_the_handler_alone() -> None:
    found: list[object] = []

    def work() -> None:
        with defer_sigint():
            found.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_where_ctrl_c_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_IGN)
    with defer_sigint():
        pass


@pytest.mark.parametrize("method", ["insert", "update"])
def test_a_move_is_saved_and_taken_note_of(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:
        game = store.new_game(Session.new("golf", 7))
        if method == "update":
            game.make("deal")
        usual = getattr(store.games, method)

        def interrupted(row: object) -> object:
            result = usual(row)
            press_ctrl_c()  # after the commit, but before the game knows of it
            return result

        monkeypatch.setattr(store.games, method, interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.make("deal")
        monkeypatch.undo()
        game.make("deal")
        (saved,) = store.games.history()
    assert (saved.number, saved.moves) == (game.number, len(game.session.steps))


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_change_that_was_interrupted_is_reconciled_with_the_database(
    is_saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows where the second Ctrl-C came; what is shown next is what is saved."""
    with Store.open() as store:
        game = store.new_game(Session.new("golf", 7))
        game.make("deal")
        usual = store.games.update

        def interrupted(row: GameRow) -> None:
            if is_saved:
                usual(row)
            press_ctrl_c()
            press_ctrl_c()

        monkeypatch.setattr(store.games, "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.make("deal")
        assert (len(game.session.steps), game.save_error) == (1, "")
        monkeypatch.undo()
        if is_saved:
            with pytest.raises(StaleGameError):
                game.make("deal")
        else:
            game.make("deal")
        (saved,) = store.games.history()
        assert saved.moves == len(game.session.steps) == 2

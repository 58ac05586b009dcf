"""Ctrl-C waits until what is being done is done."""

import os
import signal
from collections.abc import Iterator
from threading import Thread

import pytest
from child_processes import sigint_raises

from winnable import Session
from winnable.store import SavedGame, Store
from winnable.store.signals import defer_sigint


@pytest.fixture(autouse=True)
def _sigint_raises() -> Iterator[None]:
    with sigint_raises():
        yield


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_comes_when_all_is_done() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), defer_sigint():  # noqa: PT012 - that is the matter
        press_ctrl_c()
        done.append("all")
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_comes_through() -> None:
    with pytest.raises(ValueError, match="no"), defer_sigint():
        raise ValueError("no")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_it_alone() -> None:
    found: list[object] = []

    def work() -> None:
        with defer_sigint():
            found.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_where_ctrl_c_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_IGN)
    with defer_sigint():
        pass


@pytest.mark.parametrize("moment", ["add", "replace"])
def test_a_move_is_kept_and_noted_or_neither(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:
        table = SavedGame(Session.new("golf", 7), store.games)
        if moment == "replace":
            table.make("deal")
        usual = getattr(store, moment)

        def interrupted(sheet: object) -> object:
            kept = usual(sheet)
            press_ctrl_c()  # after the commit, and before the table knows of it
            return kept

        monkeypatch.setattr(store, moment, interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.make("deal")
        monkeypatch.undo()
        table.make("deal")
        (kept,) = store.games.history()
    assert (kept.number, kept.moves) == (table.number, len(table.session.steps))

"""The menu of `winnable --lines`; in a real terminal it is tried in test_terminal.py."""

import io
from collections.abc import Iterator

import pytest
from line_driver import Capture, run, screen, shown, type_in
from store.saved_games import win

from winnable import GAMES, Session, StoreError
from winnable.cli.menu import choose_and_play
from winnable.cli.terminal import Keyboard
from winnable.store import SavedGame, Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def typed(text: str, store: Store | None = None) -> str:
    paper = screen()
    choose_and_play(store, paper, Keyboard(paper, io.StringIO(text)))
    return shown(paper)


def leave(store: Store, slug: str, deal: int) -> SavedGame:
    table = SavedGame(Session.new(slug, deal), store.games)
    table.make("deal")
    return table


def test_every_game_has_a_number_and_a_name() -> None:
    for number, game in enumerate(GAMES.values(), 1):
        for name in (str(number), game.slug, game.name.upper()):
            out = typed(f"{name} 617\nquit\n")
            assert f"\n  {number}  {game.name:14}" in out
            assert f"\n{game.name}, deal 617\n" in out
            assert out.endswith("Goodbye.\n")


def test_leaving_deals_nothing() -> None:
    for word in ("q\n", "QUIT\n", "exit\n", "", "\n\n"):
        assert "deal" not in typed(word).partition("Number or name")[2]


def test_without_games_that_were_left_there_is_nothing_to_go_on_with(store: Store) -> None:
    win(store)
    out = typed("c\nq\n", store)
    assert "Go on with" not in out
    assert "There is no game 'c'" in out
    assert "Go on with" not in typed("q\n", None)


def test_the_game_left_last_is_offered(store: Store) -> None:
    leave(store, "aces", 4)
    table = leave(store, "golf", 5)
    for word in ("c", "Continue"):
        out = typed(f"{word}\nquit\n", store)
        assert "\n  c  Go on with    Golf Relaxed, deal 5, after 1 move\n" in out
        assert "\nGolf Relaxed, deal 5, after 1 move\n" in out
    table.make("deal")
    assert "Golf Relaxed, deal 5, after 2 moves\n" in typed("q\n", store)
    table.undo()
    table.undo()
    assert "\n  c  Go on with    Golf Relaxed, deal 5\n" in typed("q\n", store)


def test_what_is_played_from_the_menu_is_kept(store: Store) -> None:
    typed("golf 5\nd\nquit\n", store)
    typed("c\nd\nquit\n", store)
    assert [(kept.deal, kept.moves) for kept in store.games.history()] == [(5, 2)]


def test_a_game_that_cannot_be_read_is_said_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(store, "golf", 5)

    def spoiled(*_: object) -> SavedGame:
        raise StoreError("game 1 cannot be read: it is gone")

    monkeypatch.setattr(Store, "open_table", spoiled)
    out = typed("c\n4 6\nquit\n", store)
    assert "\nGame 1 cannot be read: it is gone.\n" in out
    assert "\nGolf Relaxed, deal 6\n" in out


def test_a_shelf_that_fails_does_not_keep_anybody_from_playing(store: Store) -> None:
    store.close()
    out = typed("golf 6\nd\nquit\n", store)
    assert "\nThis is not kept: :memory: has been closed.\n" in out


def test_lines_through_a_pipe(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "5 617\n8a\nquit\n")
    out = run(capsys, "--lines")
    assert out.startswith("Winnable: which game?\n")
    assert "\nNumber or name: 5 617\n\nFreeCell, deal 617\n" in out
    type_in(monkeypatch, "c\nquit\n")
    assert "\nFreeCell, deal 617, after 1 move\n" in run(capsys, "--lines")
    type_in(monkeypatch, "golf 617\nquit\n")
    assert "\nFoundation 1: 1 card, nine of hearts on top.\n" in run(capsys, "--words")

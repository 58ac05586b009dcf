"""The menu of games in line mode; `test_terminal` tries it in a real terminal."""

import io
from collections.abc import Iterator

import pytest
from line_driver import Capture, run, screen, shown, type_in
from store.saved_games import win

from winnable import GAMES, Session, StoreError
from winnable.cli.menu import choose_and_play
from winnable.cli.terminal import Keyboard
from winnable.store import SavedGame, Store
from winnable.store.settings import WINNABLE_DEALS


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def typed(text: str, store: Store | None = None) -> str:
    memory = screen()
    choose_and_play(store, memory, Keyboard(memory, io.StringIO(text)))
    return shown(memory)


def leave_game(store: Store, slug: str, deal: int) -> SavedGame:
    saved_game = SavedGame(Session.new(slug, deal), store.games)
    saved_game.make("deal")
    return saved_game


def test_every_game_has_a_number_and_a_name() -> None:
    for number, game in enumerate(GAMES.values(), 1):
        for name in (str(number), game.slug, game.name.upper()):
            out = typed(f"{name} 617\nquit\n")
            assert f"\n  {number}  {game.name:14}" in out
            assert f"\n{game.name}, deal 617\n" in out
            assert out.endswith("Goodbye.\n")


def test_quitting_deals_nothing() -> None:
    for word in ("q\n", "QUIT\n", "exit\n", "", "\n\n"):
        assert "deal" not in typed(word).partition("Number or name")[2]


def test_without_unfinished_games_there_is_nothing_to_continue(store: Store) -> None:
    win(store)
    out = typed("c\nq\n", store)
    assert "Continue" not in out
    assert "'c'" in out
    assert "Continue" not in typed("q\n", None)


def test_the_last_unfinished_game_is_offered(store: Store) -> None:
    leave_game(store, "aces", 4)
    saved_game = leave_game(store, "golf", 5)
    for word in ("c", "Continue"):
        out = typed(f"{word}\nquit\n", store)
        assert "\n  c  Continue      Golf Relaxed, deal 5, after 1 move\n" in out
        assert "\nGolf Relaxed, deal 5, after 1 move\n" in out
    saved_game.make("deal")
    assert "Golf Relaxed, deal 5, after 2 moves\n" in typed("q\n", store)
    saved_game.undo()
    saved_game.undo()
    assert "\n  c  Continue      Golf Relaxed, deal 5\n" in typed("q\n", store)


def test_a_game_from_the_menu_is_saved(store: Store) -> None:
    typed("golf 5\nd\nquit\n", store)
    typed("c\nd\nquit\n", store)
    assert [(each.deal, each.moves) for each in store.games.history()] == [(5, 2)]


def test_new_deals_are_winnable_unless_the_player_has_chosen_any(store: Store) -> None:
    assert typed("golf\nnew\nquit\n", store).count("(winnable deal)") == 2
    store.settings.set(WINNABLE_DEALS, "no")
    assert "(winnable deal)" not in typed("golf\nnew\nquit\n", store)


def test_an_unfinished_game_that_cannot_be_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_game(store, "golf", 5)

    def damaged(*_: object) -> SavedGame:
        raise StoreError("game 1 is damaged")

    monkeypatch.setattr(Store, "open_game", damaged)
    out = typed("c\n4 6\nquit\n", store)
    assert "\nGame 1 is damaged.\n" in out
    assert "\nGolf Relaxed, deal 6\n" in out


def test_without_a_working_store_one_can_play_all_the_same(store: Store) -> None:
    store.close()
    out = typed("golf 6\nd\nquit\n", store)
    assert "\nGolf Relaxed, deal 6, after 1 move\n" in out
    assert "\nNot saved: " in out


def test_lines_through_a_pipe(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "1 617\n8a\nquit\n")
    out = run(capsys, "--lines")
    assert out.startswith("Winnable: choose a game\n")
    assert "\nNumber or name: 1 617\n\nFreeCell, deal 617\n" in out
    type_in(monkeypatch, "c\nquit\n")
    assert "\nFreeCell, deal 617, after 1 move\n" in run(capsys, "--lines")
    type_in(monkeypatch, "golf 617\nquit\n")
    assert "\nFoundation: 1 card, nine of hearts on top.\n" in run(capsys, "--words")

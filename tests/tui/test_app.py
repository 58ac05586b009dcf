"""How the app starts and ends, its options, and what it does when the store fails."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tui_driver import (
    Driver,
    drive,
    game_app,
    game_screen,
    message,
    moves_made,
    picture,
    press,
    press_at_once,
    until,
)

from winnable import GAMES, Session
from winnable.errors import StoreError
from winnable.play import Autoplay
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.dialogs import ChoiceDialog
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.replay import ReplayScreen

PLAIN = Options(lamp=False, autoplay="off")


def freecell(*moves: str) -> Session:
    session = Session.new("freecell", 617)
    for move in moves:
        session.make(move)
    return session


def chooser(pilot: Driver) -> GameChooserScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameChooserScreen), screen
    return screen


# -- starting -------------------------------------------------------------------------------------


def test_it_starts_with_the_list_of_games() -> None:
    async def script(pilot: Driver) -> None:
        assert pilot.app.focused is chooser(pilot).games

    drive(WinnableApp(None, PLAIN), script)


def test_it_opens_a_game_or_a_replay() -> None:
    async def play(pilot: Driver) -> None:
        assert game_screen(pilot).session.deal_number == 617
        await press(pilot, "q")
        assert chooser(pilot)

    async def replay(pilot: Driver) -> None:
        assert isinstance(pilot.app.screen, ReplayScreen)

    drive(WinnableApp(None, PLAIN, initial_game=SavedGame(freecell())), play)
    drive(WinnableApp(None, PLAIN, initial_game=SavedGame(freecell()), replay=True), replay)


def test_a_new_game_gets_the_autoplay_of_the_options() -> None:
    async def is_all(pilot: Driver) -> None:
        assert game_screen(pilot).session.autoplay is Autoplay.ALL

    async def is_safe(pilot: Driver) -> None:
        assert game_screen(pilot).session.autoplay is Autoplay.SAFE

    options = Options(lamp=False, autoplay="all")
    fresh = SavedGame(Session.new("freecell", 617, autoplay="safe"))
    drive(WinnableApp(None, options, initial_game=fresh), is_all)
    begun = SavedGame(Session.new("freecell", 617, autoplay="safe"))
    begun.make("t8c1")
    drive(WinnableApp(None, options, initial_game=begun), is_safe)


def test_the_first_screen_loads_no_solver() -> None:
    code = "import sys, winnable.tui.app; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    late: tuple[str, ...] = (
        *("winnable.coach", "winnable.solver"),
        *("winnable.tui.screens.game.", "winnable.tui.screens.replay"),
        *("alembic", "sqlalchemy.orm", "pygments", "psycopg"),
    )
    assert "winnable.tui.screens.game_chooser" in loaded
    assert "winnable.tui.screens.game" not in loaded
    assert not [name for name in loaded if name.startswith(late)]


# -- from screen to screen ------------------------------------------------------------------------


def test_another_deal_replaces_the_game() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            first = game_screen(pilot)
            await press(pilot, "8", "c", "1", "n")
            assert game_screen(pilot) is first
            await press(pilot, "n")
            second = game_screen(pilot)
            assert second is not first
            assert second.game is first.game
            assert len(pilot.app.screen_stack) == 3
            await press(pilot, "n")
            assert game_screen(pilot) is not second, "nothing was begun there"

        drive(game_app(freecell(), store), script)
        assert [summary.outcome for summary in store.games.history()] == [Outcome.GIVEN_UP]


def test_leaving_twice_at_once_leaves_once() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "question_mark")
        await press_at_once(pilot, "q")
        game = game_screen(pilot)
        game.action_leave()
        game.action_leave()
        assert chooser(pilot)

    drive(game_app(freecell()), script)


def test_a_saved_game_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("game 1 cannot be read")

    with Store.open() as store:
        SavedGame(Session.new("golf", 7), store.games).make("deal")
        monkeypatch.setattr(store, "open_game", fail)

        async def script(pilot: Driver) -> None:
            for keys in (["enter"], ["t", "enter"]):
                await press(pilot, *keys)
                await until(
                    pilot, lambda: "Game 1 cannot be read." in picture(pilot), "the message"
                )
                chooser(pilot).message.show("")

        drive(WinnableApp(store, PLAIN), script)


def test_a_list_of_games_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store.games, "unfinished", fail)

        async def script(pilot: Driver) -> None:
            assert chooser(pilot).message.text == "The disk is gone."
            await press(pilot, "enter")
            assert game_screen(pilot).game is next(iter(GAMES.values()))

        drive(WinnableApp(store, PLAIN), script)


def test_statistics_need_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "t")
        assert chooser(pilot).message.text == "The disk is gone."

    drive(WinnableApp(None, PLAIN, store_error="the disk is gone"), script)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store.games, "history", fail)
        drive(WinnableApp(store, PLAIN), script)


# -- options --------------------------------------------------------------------------------------


def test_options_are_changed_and_saved() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            app = pilot.app
            assert isinstance(app, WinnableApp)
            await press(pilot, "o", *["down"] * 3, "enter")
            await until(pilot, lambda: "[x] Four colours" in picture(pilot), "the option")
            await press(pilot, "down", "enter")
            await until(pilot, lambda: "[x] Dark table" in picture(pilot), "the option")
            assert app.theme == "winnable-dark"
            await press(pilot, *["down"] * 2, "enter")
            await until(pilot, lambda: "foundations: all" in picture(pilot), "the choice")
            assert isinstance(app.screen, ChoiceDialog)
            await press(pilot, "escape", "enter")
            assert game_screen(pilot).card_table.palette.name == "dark-four-colour"

        drive(WinnableApp(store, Options.of(store)), script)
        saved = Options.of(store)
        assert (saved.four_colour, saved.dark, saved.autoplay) == (True, True, "all")


def test_options_that_cannot_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with Store.open() as store:
        monkeypatch.setattr(store.settings, "set", fail)

        async def script(pilot: Driver) -> None:
            await press(pilot, "v")
            assert game_screen(pilot).options.lamp
            await until(pilot, lambda: "The options are not saved" in picture(pilot), "the notice")

        drive(game_app(freecell(), store), script)


# -- the store ------------------------------------------------------------------------------------


def test_without_a_store_games_are_played_all_the_same() -> None:
    async def script(pilot: Driver) -> None:
        assert chooser(pilot).message.text == "Games are not saved: the disk is gone."
        await press(pilot, "enter")
        await press(pilot, "1", "c", "1")
        assert moves_made(pilot) == ["t1c1"]
        await press(pilot, "q", "o", "enter", "escape")
        assert not chooser(pilot).options.winnable

    drive(WinnableApp(None, PLAIN, store_error="the disk is gone"), script)

    async def play(pilot: Driver) -> None:
        assert message(pilot).startswith("Games are not saved: the disk is gone.")

    initial_game = SavedGame(Session.new("golf", 7))
    drive(WinnableApp(None, PLAIN, store_error="the disk is gone", initial_game=initial_game), play)


def test_a_database_that_is_damaged_during_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{file}")
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "8", "c", "1")
            assert "NOT SAVED" not in game_screen(pilot).status.text
            with sqlite3.connect(file) as other:
                other.execute("drop table games")
            await press(pilot, "3", "c", "2")
            assert "Not saved: " in message(pilot)
            assert "NOT SAVED" in game_screen(pilot).status.text
            await press(pilot, "u", "r", "n", "n")
            assert moves_made(pilot) == []
            await press(pilot, "q")
            assert chooser(pilot)
            await press(pilot, "t")
            assert chooser(pilot)

        drive(game_app(freecell(), store), script)


def test_a_saved_game_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise StoreError("game 1 is gone")

    with Store.open() as store:
        SavedGame(freecell(), store.games).make("t8c1")

        async def script(pilot: Driver) -> None:
            monkeypatch.setattr(store.games, "update", gone)
            monkeypatch.setattr(store.games, "set_seconds", gone)
            await press(pilot, "n", "n")
            assert moves_made(pilot) == [], "another game is dealt all the same"
            await press(pilot, "q")
            assert chooser(pilot)

        drive(WinnableApp(store, PLAIN, initial_game=store.open_game(1)), script)


def test_two_apps_play_the_same_game() -> None:
    with Store.open() as store:
        SavedGame(freecell(), store.games).make("t8c1")

        async def run() -> None:
            one = WinnableApp(store, PLAIN, initial_game=store.open_game(1))
            two = WinnableApp(store, PLAIN, initial_game=store.open_game(1))
            async with one.run_test(size=(80, 24)) as first, two.run_test(size=(80, 24)) as second:
                await press(first, "1", "c", "2")
                assert moves_made(first) == ["t8c1", "t1c2"]
                await press(second, "2", "c", "3")
                assert moves_made(second) == ["t8c1", "t1c2"]
                table = game_screen(second).card_table
                assert table.view == game_screen(second).session.view
                await press(second, "2", "c", "3")
                assert moves_made(second) == ["t8c1", "t1c2", "t2c3"]

        asyncio.run(run())
        (summary,) = store.games.history()
        assert (summary.moves, summary.outcome) == (3, Outcome.UNFINISHED)


# -- ending ---------------------------------------------------------------------------------------


def test_control_c_has_to_be_pressed_twice() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "colon", "ctrl+c")
        await until(pilot, lambda: "Press Ctrl+C again" in picture(pilot), "the warning")
        assert pilot.app.is_running
        await press(pilot, "ctrl+c")
        await until(pilot, lambda: not pilot.app.is_running, "the end")

    drive(game_app(freecell()), script)


@pytest.mark.parametrize("key", ["", "8", "colon", "question_mark", "s", "e"])
def test_control_q_quits_from_anywhere(key: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, *([key] if key else []), "ctrl+q")
        await until(pilot, lambda: not pilot.app.is_running, "the end")

    drive(game_app(freecell()), script)


def test_sigterm_ends_the_app() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "8", "c", "1")
            os.kill(os.getpid(), signal.SIGTERM)
            await until(pilot, lambda: not pilot.app.is_running, "the end")

        drive(game_app(freecell(), store), script)
        assert store.games.history()[0].moves == 1
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL

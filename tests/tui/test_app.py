"""How the app begins and ends, and what it does when things go wrong around it."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tui_driver import Hand, drive, picture, press, said, table_app, table_screen, until

from winnable import Session
from winnable.cli.saved_games import open_store
from winnable.errors import StoreError
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options
from winnable.tui.walk import WalkScreen

QUIET = Options(lamp=False, autoplay="off")


def test_it_begins_with_the_games() -> None:
    async def script(pilot: Hand) -> None:
        assert isinstance(pilot.app.screen, ChooserScreen)
        assert "Which game shall it be?" in picture(pilot)
        assert pilot.app.focused is pilot.app.screen.query_one("#games")

    drive(WinnableApp(None, QUIET), script)


def test_it_opens_what_it_was_asked_for() -> None:
    async def table(pilot: Hand) -> None:
        assert table_screen(pilot).session.deal == 617
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)

    async def replay(pilot: Hand) -> None:
        assert isinstance(pilot.app.screen, WalkScreen)

    session = Session.new("freecell", 617)
    drive(WinnableApp(None, QUIET, opening=SavedGame(session)), table)
    drive(WinnableApp(None, QUIET, opening=SavedGame(session), replay=True), replay)


def test_a_damaged_database_is_told_of_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(b"this is no database" * 100)
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{file}")
    store, store_error = open_store()
    assert store is None

    async def script(pilot: Hand) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ChooserScreen)
        assert screen.message.said.startswith("Games are not kept: ")
        await press(pilot, "down", "down", "down", "down", "enter")
        await press(pilot, "1", "c", "1")
        assert len(table_screen(pilot).session.steps) == 1
        await press(pilot, "q", "o", "enter", "escape")
        assert pilot.app.options.four_colour  # type: ignore[attr-defined]

    drive(WinnableApp(store, QUIET, store_error=store_error), script)
    assert file.read_bytes() == b"this is no database" * 100

    async def at_a_table(pilot: Hand) -> None:
        assert said(pilot).startswith("Games are not kept: ")

    opening = SavedGame(Session.new("golf", 7))
    drive(WinnableApp(store, QUIET, store_error=store_error, opening=opening), at_a_table)


def test_a_database_that_is_damaged_while_we_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{file}")
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "8", "c", "1")
            assert said(pilot) == "t8c1: Q♥ to cell 1."
            with sqlite3.connect(file) as other:
                other.execute("drop table games")
            await press(pilot, "3", "c", "2")
            assert said(pilot).startswith("t3c2: K♣ to cell 2. Not kept: ")
            assert "NOT KEPT" in table_screen(pilot).status.said
            await press(pilot, "u", "r", "n", "n")
            assert not table_screen(pilot).session.steps
            await press(pilot, "q")
            assert isinstance(pilot.app.screen, ChooserScreen)
            await press(pilot, "t")
            assert isinstance(pilot.app.screen, ChooserScreen)

        drive(table_app(Session.new("freecell", 617), store), script)


def test_two_apps_at_one_game() -> None:
    with Store.open() as store:
        SavedGame(Session.new("freecell", 617), store.games).make("t8c1")

        async def run() -> None:
            one = WinnableApp(store, QUIET, opening=store.open_game(1))
            two = WinnableApp(store, QUIET, opening=store.open_game(1))
            async with one.run_test(size=(80, 24)) as first, two.run_test(size=(80, 24)) as second:
                await press(first, "1", "c", "2")
                assert said(first).startswith("t1c2")
                await press(second, "2", "c", "3")
                assert said(second).startswith("Another program has gone on with game 1")
                moves = [str(step.move) for step in table_screen(second).session.steps]
                assert moves == ["t8c1", "t1c2"]
                await press(second, "2", "c", "3")
                assert said(second).startswith("t2c3")

        asyncio.run(run())
        (kept,) = store.games.history()
        assert (kept.moves, kept.outcome) == (3, Outcome.UNFINISHED)


def test_options_that_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with Store.open() as store:
        monkeypatch.setattr(store, "set_setting", fail)

        async def script(pilot: Hand) -> None:
            await press(pilot, "v")
            assert said(pilot).startswith("The lamp is on")
            await until(
                pilot, lambda: "The options are not kept" in picture(pilot), "the complaint"
            )

        drive(table_app(Session.new("freecell", 617), store), script)


def test_control_c_has_to_be_pressed_twice() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "colon", "ctrl+c")
        await until(pilot, lambda: "Ctrl+C once more" in picture(pilot), "the warning")
        assert pilot.app.is_running
        await press(pilot, "ctrl+c")
        await until(pilot, lambda: not pilot.app.is_running, "the end")

    drive(table_app(Session.new("freecell", 617)), script)


def test_control_q_leaves_from_anywhere() -> None:
    for keys in ([], ["8"], ["colon"], ["question_mark"], ["s"], ["e"]):

        async def script(pilot: Hand, keys: list[str] = keys) -> None:
            await press(pilot, *keys, "ctrl+q")
            await until(pilot, lambda: not pilot.app.is_running, "the end")

        drive(table_app(Session.new("freecell", 617)), script)


def test_being_asked_to_end() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "8", "c", "1")
            os.kill(os.getpid(), signal.SIGTERM)
            await until(pilot, lambda: not pilot.app.is_running, "the end")

        drive(table_app(Session.new("freecell", 617), store), script)
        assert store.games.history()[0].moves == 1
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_the_first_screen_needs_no_solver() -> None:
    code = "import sys, winnable.tui.app; print(*sorted(sys.modules))"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    ours = ("winnable.coach", "winnable.solver", "winnable.tui.table", "winnable.tui.walk")
    late: tuple[str, ...] = (*ours, "alembic", "sqlalchemy.orm", "pygments", "psycopg")
    assert "winnable.tui.chooser" in answer
    assert not [name for name in answer if name.startswith(late)]

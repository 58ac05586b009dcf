"""Pages: rules and keys, statistics and history."""

import pytest
from tui_driver import QUIET, Hand, drive, picture, press, said, table_screen, until

from winnable import GAMES, Session
from winnable.errors import StoreError
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options
from winnable.tui.pages import HelpPage, StatisticsPage
from winnable.tui.walk import WalkScreen


@pytest.mark.parametrize("slug", GAMES)
def test_the_rules_of_the_game_under_the_cursor(slug: str) -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, *["down"] * list(GAMES).index(slug), "f1")
        page = pilot.app.screen
        assert isinstance(page, HelpPage)
        await until(pilot, lambda: GAMES[slug].name.upper() in picture(pilot), "the page")
        lines = str(page.body.content).splitlines()
        assert any(line.startswith("  u Ctrl+Z ") for line in lines)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(WinnableApp(None, QUIET), script)


@pytest.mark.parametrize("size", [(40, 20), (120, 40)])
def test_a_page_scrolls_to_its_end(size: tuple[int, int]) -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "question_mark")
        await until(pilot, lambda: "ACES UP" in picture(pilot), "the page")
        await press(pilot, "end")
        await until(pilot, lambda: "  q Esc" in picture(pilot), "the last line")
        await press(pilot, "home")
        await until(pilot, lambda: "ACES UP" in picture(pilot), "the first line")

    drive(WinnableApp(None, QUIET), script, size)


def test_columns_stay_columns() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "f1")
        page = pilot.app.screen
        assert isinstance(page, HelpPage)
        await until(pilot, lambda: bool(str(page.body.content)), "the page")
        in_rows = str(page.body.content).split("MOVES, AS")[1].splitlines()[1:]
        for line in in_rows:
            assert len(line) <= 56, line
            assert not line or line.startswith("  ") or line.isupper()

    drive(WinnableApp(None, QUIET), script, (60, 24))


def played(store: Store) -> None:
    for number in (1, 2, 3):
        table = SavedGame(Session.new("freecell", number), store.games)
        table.make(next(table.session.legal_moves()))
        if number == 2:
            table.give_up()


def test_statistics_and_history() -> None:
    with Store.open() as store:
        played(store)

        async def script(pilot: Hand) -> None:
            await press(pilot, "t")
            assert isinstance(pilot.app.screen, StatisticsPage)
            shown = picture(pilot)
            assert "How you have fared" in shown
            assert "unaided" in shown
            rows = [line for line in shown.splitlines() if "deal" in line and "move" in line]
            assert [row.split()[0] for row in rows] == ["3", "2", "1"]
            await press(pilot, "enter")
            assert table_screen(pilot).session.deal == 3
            assert said(pilot) == "Here you left it."
            await press(pilot, "q", "t", "down", "enter")
            assert isinstance(pilot.app.screen, WalkScreen), "a game given up is looked back at"
            await press(pilot, "q", "t", "escape")
            assert isinstance(pilot.app.screen, ChooserScreen)

        drive(WinnableApp(store, QUIET), script)


def test_before_the_first_game() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "t")
            assert "No game has been played yet" in picture(pilot)
            await press(pilot, "enter", "q")
            assert isinstance(pilot.app.screen, ChooserScreen)

        drive(WinnableApp(store, QUIET), script)


def test_without_a_store_or_with_one_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, ChooserScreen)
        await until(pilot, lambda: "The disk is gone." in picture(pilot), "the complaint")

    drive(WinnableApp(None, QUIET, store_error="the disk is gone"), script)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store, "history", fail)
        drive(WinnableApp(store, QUIET), script)


def test_a_game_of_the_history_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("game 3 cannot be read")

    with Store.open() as store:
        played(store)
        monkeypatch.setattr(store, "open_table", fail)

        async def script(pilot: Hand) -> None:
            await press(pilot, "t", "enter")
            assert isinstance(pilot.app.screen, ChooserScreen)
            await until(pilot, lambda: "Game 3 cannot be read." in picture(pilot), "the complaint")

        drive(WinnableApp(store, QUIET), script)


def test_in_ascii() -> None:
    with Store.open() as store:
        played(store)

        async def script(pilot: Hand) -> None:
            for key in ("t", "question_mark"):
                await press(pilot, key)
                await pilot.pause()
                assert picture(pilot).isascii()
                await press(pilot, "q")

        drive(WinnableApp(store, Options(lamp=False, ascii=True)), script)

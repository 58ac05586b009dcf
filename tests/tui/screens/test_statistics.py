"""The statistics screen: results, and the games played."""

import pytest
from tui_driver import LAMP_OFF, Driver, drive, game_screen, picture, press, until

from winnable import Session
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.statistics import StatisticsScreen


def play_three_games(store: Store) -> None:
    for number in (1, 2, 3):
        saved_game = SavedGame(Session.new("freecell", number), store.games)
        saved_game.make(next(saved_game.session.legal_moves()))
        if number == 2:
            saved_game.give_up()


def test_a_game_of_the_history_is_continued_or_reviewed() -> None:
    with Store.open() as store:
        play_three_games(store)

        async def script(pilot: Driver) -> None:
            await press(pilot, "t")
            screen = pilot.app.screen
            assert isinstance(screen, StatisticsScreen)
            assert [summary.number for summary in screen.history] == [3, 2, 1]
            assert "unaided" in picture(pilot)
            await press(pilot, "enter")
            assert game_screen(pilot).session.deal_number == 3
            await press(pilot, "q", "t", "down", "enter")
            assert isinstance(pilot.app.screen, ReplayScreen), "a game that is over is reviewed"
            await press(pilot, "q", "t", "escape")
            assert isinstance(pilot.app.screen, GameChooserScreen)

        drive(WinnableApp(store, LAMP_OFF), script)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_all_figures_can_be_read(size: tuple[int, int]) -> None:
    """They have what room they need at 80x24, and are scrolled where there is too little."""
    with Store.open() as store:
        for slug in ("golf", "easthaven", "aces-up"):
            for number in range(1, 4):
                game = SavedGame(Session.new(slug, number), store.games)
                game.make(next(game.session.legal_moves()))
                if number > 1:
                    game.give_up()
                    assert game.keep_skill(game.session, 10, 0.3)

        async def script(pilot: Driver) -> None:
            await press(pilot, "t")
            await pilot.pause()
            last = "(6 reviewed games)."
            assert picture(pilot).count("deal 3") >= 1, "some games are in sight"
            if size == (40, 20):
                assert last not in picture(pilot)
                await press(pilot, "shift+tab", "end")
                await until(pilot, lambda: last in picture(pilot), "the end")
                await press(pilot, "tab")
            assert last in picture(pilot)
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, ReplayScreen), "the list has the keys"

        drive(WinnableApp(store, LAMP_OFF), script, size)


def test_before_the_first_game() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "t", "enter")
            assert isinstance(pilot.app.screen, StatisticsScreen)
            await press(pilot, "q")
            assert isinstance(pilot.app.screen, GameChooserScreen)

        drive(WinnableApp(store, LAMP_OFF), script)


def test_ascii() -> None:
    with Store.open() as store:
        play_three_games(store)

        async def script(pilot: Driver) -> None:
            await press(pilot, "t")
            await pilot.pause()
            assert picture(pilot).isascii()

        drive(WinnableApp(store, Options(lamp=False, ascii=True)), script)

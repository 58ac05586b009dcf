"""The help screen: rules, ways to move, and keys."""

import re

import pytest
from tui_driver import LAMP_OFF, Driver, drive, game_app, picture, press, until

from winnable import GAMES, Session
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.help import HelpScreen


@pytest.mark.parametrize("slug", GAMES)
def test_the_rules_of_the_game_under_the_cursor(slug: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, *["down"] * list(GAMES).index(slug), "f1")
        page = pilot.app.screen
        assert isinstance(page, HelpScreen)
        await until(pilot, lambda: GAMES[slug].name.upper() in picture(pilot), "the page")
        lines = str(page.body.content).splitlines()
        assert any(line.startswith("  u Ctrl+Z ") for line in lines)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(WinnableApp(None, LAMP_OFF), script)


@pytest.mark.parametrize("size", [(40, 20), (120, 40)])
def test_it_scrolls_to_its_end(size: tuple[int, int]) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "question_mark")
        await until(pilot, lambda: "FREECELL" in picture(pilot), "the page")
        await press(pilot, "end")
        await until(
            pilot, lambda: bool(re.search(r"(?m)^  +q( |$)", picture(pilot))), "the last key"
        )
        await press(pilot, "home")
        await until(pilot, lambda: "FREECELL" in picture(pilot), "the first line")

    drive(WinnableApp(None, LAMP_OFF), script, size)


def test_columns_stay_columns() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "f1")
        page = pilot.app.screen
        assert isinstance(page, HelpScreen)
        await until(pilot, lambda: bool(str(page.body.content)), "the page")
        in_rows = str(page.body.content).split("MOVES TO TYPE")[1].splitlines()[1:]
        for line in in_rows:
            assert len(line) <= 56, line
            assert not line or line.startswith("  ") or line.isupper()

    drive(WinnableApp(None, LAMP_OFF), script, (60, 24))


def test_it_shows_the_rules_of_the_game_being_played_or_replayed() -> None:
    async def script(pilot: Driver) -> None:
        for keys in (["question_mark"], ["escape", "e", "question_mark"]):
            await press(pilot, *keys)
            await until(pilot, lambda: "EASTHAVEN" in picture(pilot), "the rules")

    drive(game_app(Session.new("easthaven", 7)), script)


def test_ascii() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "question_mark")
        await pilot.pause()
        assert picture(pilot).isascii()

    drive(WinnableApp(None, Options(lamp=False, ascii=True)), script)

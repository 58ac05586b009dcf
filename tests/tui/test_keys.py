"""Every action has a key of its own, a method, and its place in footer, help and palette."""

from typing import Any

import pytest
from textual.app import App
from textual.keys import Keys as TextualKeys
from textual.screen import Screen
from tui_driver import QUIET, Hand, drive, picture, press, table_app, until

from winnable import GAMES, Session
from winnable.store import Store
from winnable.tui.app import WinnableApp
from winnable.tui.board import ActScreen
from winnable.tui.chooser import ChooserScreen
from winnable.tui.keys import CHOOSER, PAGE, TABLE, WALK, WON, Act
from winnable.tui.pages import HelpPage, StatisticsPage
from winnable.tui.table import TableScreen
from winnable.tui.walk import WalkScreen
from winnable.tui.won import Won

WHERE: list[tuple[type[Screen[Any]], tuple[Act, ...]]] = [
    (TableScreen, TABLE),
    (WalkScreen, WALK),
    (ChooserScreen, CHOOSER),
    (Won, WON),
    (HelpPage, PAGE),
    (StatisticsPage, PAGE),
]

everywhere = pytest.mark.parametrize(("screen", "acts"), WHERE, ids=lambda each: str(each)[-30:])


@everywhere
def test_each_action_is_a_method_with_words(
    screen: type[Screen[Any]], acts: tuple[Act, ...]
) -> None:
    for act in acts:
        assert callable(getattr(screen, f"action_{act.name}"))
        assert act.label
        assert act.meaning[0].islower() or act.meaning[0].isdigit()
        assert not act.meaning.endswith(".")


@everywhere
def test_no_key_means_two_things(screen: type[Screen[Any]], acts: tuple[Act, ...]) -> None:
    bound = [key for act in acts for key in act.keys.split(",")]
    assert len(bound) == len(set(bound))
    if screen is TableScreen:  # these type places, move the cursor, pick up and lay down
        others = [*"123456789tcfhjkl", "left", "right", "up", "down", "enter", "escape"]
        assert not set(bound) & set(others)
        assert set(screen._merged_bindings.key_to_bindings) >= {*bound, *others}  # type: ignore[union-attr]


@pytest.mark.parametrize("acts", [acts for _, acts in WHERE], ids=len)
def test_no_name_or_label_is_used_twice(acts: tuple[Act, ...]) -> None:
    assert len({act.name for act in acts}) == len(acts)
    assert len({act.label for act in acts}) == len(acts)


@pytest.mark.parametrize(
    "act", list(dict.fromkeys(act for _, acts in WHERE for act in acts)), ids=lambda act: act.name
)
def test_keys_are_ones_that_there_are(act: Act) -> None:
    known = {key.value for key in TextualKeys} | {"colon", "slash", "question_mark", "number_sign"}
    assert all(len(key) == 1 or key in known or "+" in key for key in act.keys.split(","))
    assert act.all_keys.split()[0] == act.key


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_of_a_table_is_in_footer_palette_and_help(slug: str) -> None:
    async def script(pilot: Hand) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        due = [act for act in TABLE if screen.check_action(act.name, ())]
        assert len(due) >= len(TABLE) - 3
        for act in due:
            assert f"{act.key} {act.label}" in screen.keys.said
        commands = {command.title for command in pilot.app.get_system_commands(screen)}
        assert {act.title for act in due if act.name != "more"} <= commands
        assert {"Quit", "Dark felt, for the night"} <= commands

    drive(table_app(Session.new(slug, 617)), script)


def test_every_key_is_in_the_help() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "question_mark")
        page = pilot.app.screen
        assert isinstance(page, HelpPage)
        shown = str(page.body.content)
        for act in (*TABLE, *WALK, *CHOOSER):
            assert any(
                act.all_keys in line and act.meaning[:40] in line for line in shown.splitlines()
            ), act

    drive(WinnableApp(None, QUIET), script, (120, 40))


def test_every_action_of_the_list_is_in_footer_and_palette() -> None:
    async def script(pilot: Hand) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ActScreen)
        for act in CHOOSER:
            assert f"{act.key} {act.label}" in screen.keys.said
        commands = {command.title for command in pilot.app.get_system_commands(screen)}
        assert {act.title for act in CHOOSER if act.name != "more"} <= commands

    drive(WinnableApp(None, QUIET), script)


def test_the_palette_runs_an_action() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "8", "c", "1", "ctrl+p")
        assert App.COMMAND_PALETTE_BINDING == "ctrl+p"
        await press(pilot, *"restart")
        await until(pilot, lambda: "back to the start" in picture(pilot), "the command")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen), "the table")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: "Back at the start" in screen.message.said, "the action")
        assert not screen.session.steps

    drive(table_app(Session.new("freecell", 617)), script)


def test_the_palette_switches_an_option() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "ctrl+p", *"four")
            await until(pilot, lambda: "it is off" in picture(pilot), "the command")
            await press(pilot, "enter")
            app = pilot.app
            assert isinstance(app, WinnableApp)
            await until(pilot, lambda: app.options.four_colour, "the option")

        drive(table_app(Session.new("freecell", 617), store), script)
        assert store.settings.get("tui.four_colour") == "yes"

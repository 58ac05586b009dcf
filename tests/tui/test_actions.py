"""Every action has its keys, its method, and its place in key bar, help and command palette."""

from typing import Any

import pytest
from textual.app import App
from textual.command import CommandPalette
from textual.keys import Keys
from textual.screen import Screen
from tui_driver import LAMP_OFF, Driver, drive, game_app, game_screen, picture, press, until

from winnable import GAMES, Session
from winnable.store import Store
from winnable.tui.actions import (
    BRANCH_ACTIONS,
    CHOOSER_ACTIONS,
    GAME_ACTIONS,
    PAGE_ACTIONS,
    PLACE_KEYS,
    REPLAY_ACTIONS,
    WIN_ACTIONS,
    Action,
)
from winnable.tui.app import WinnableApp
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.branch import BranchScreen
from winnable.tui.screens.game import GameScreen
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.help import HelpScreen
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.statistics import StatisticsScreen
from winnable.tui.screens.table_screen import TableScreen
from winnable.tui.screens.win_dialog import WinDialog

SCREENS: list[tuple[type[Screen[Any]], tuple[Action, ...]]] = [
    (GameScreen, GAME_ACTIONS),
    (ReplayScreen, REPLAY_ACTIONS),
    (BranchScreen, BRANCH_ACTIONS),
    (GameChooserScreen, CHOOSER_ACTIONS),
    (WinDialog, WIN_ACTIONS),
    (HelpScreen, PAGE_ACTIONS),
    (StatisticsScreen, PAGE_ACTIONS),
]

every_screen = pytest.mark.parametrize(
    ("screen", "actions"), SCREENS, ids=[screen.__name__ for screen, _ in SCREENS]
)


@every_screen
def test_every_action_has_a_method_and_words(
    screen: type[Screen[Any]], actions: tuple[Action, ...]
) -> None:
    for action in actions:
        assert callable(getattr(screen, f"action_{action.name}"))
        assert action.label
        assert action.meaning[0].isupper()
        assert not action.meaning.endswith(".")


@every_screen
def test_no_key_has_two_meanings(screen: type[Screen[Any]], actions: tuple[Action, ...]) -> None:
    keys = [key for action in actions for key in action.keys.split(",")]
    assert len(keys) == len(set(keys))
    if issubclass(screen, TableScreen):  # these type places, move the cursor, select and deselect
        others = [
            key for each in PLACE_KEYS for alone, *_ in each.calls for key in alone.split(",")
        ]
        assert len(others) == len(set(others))
        assert not set(keys) & set(others)
        bound = {
            key for binding in screen.BINDINGS for key in getattr(binding, "key", "").split(",")
        }
        assert bound >= {*keys, *others}


@pytest.mark.parametrize("actions", [actions for _, actions in SCREENS], ids=len)
def test_no_name_or_label_is_used_twice(actions: tuple[Action, ...]) -> None:
    assert len({action.name for action in actions}) == len(actions)
    assert len({action.label for action in actions}) == len(actions)


@pytest.mark.parametrize(
    "action",
    list(dict.fromkeys(action for _, actions in SCREENS for action in actions)),
    ids=lambda action: action.name,
)
def test_keys_exist(action: Action) -> None:
    known = {key.value for key in Keys} | {"colon", "slash", "question_mark", "number_sign"}
    assert all(len(key) == 1 or key in known or "+" in key for key in action.keys.split(","))
    assert action.all_keys.split()[0] == action.key


# -- where they are shown -------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_of_a_game_is_in_key_bar_and_palette(slug: str) -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        available = [each for each in GAME_ACTIONS if screen.check_action(each.name, ())]
        assert len(available) >= len(GAME_ACTIONS) - 3
        for action in available:
            assert f"{action.key} {action.label}" in screen.keys.text
        commands = {command.title for command in pilot.app.get_system_commands(screen)}
        assert {each.title for each in available if each.name != "more"} <= commands
        assert {"Quit", "Dark table"} <= commands

    drive(game_app(Session.new(slug, 617)), script, (110, 24))


def test_every_action_of_the_chooser_is_in_key_bar_and_palette() -> None:
    async def script(pilot: Driver) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ActionScreen)
        for action in CHOOSER_ACTIONS:
            assert f"{action.key} {action.label}" in screen.keys.text
        commands = {command.title for command in pilot.app.get_system_commands(screen)}
        assert {each.title for each in CHOOSER_ACTIONS if each.name != "more"} <= commands

    drive(WinnableApp(None, LAMP_OFF), script)


def test_every_key_is_in_the_help() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "question_mark")
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        lines = str(screen.body.content).splitlines()
        for action in (*GAME_ACTIONS, *REPLAY_ACTIONS, *CHOOSER_ACTIONS):
            assert any(action.all_keys in line and action.meaning[:40] in line for line in lines), (
                action
            )
        for keys in PLACE_KEYS:
            assert any(keys.shown_keys in line and keys.meaning in line for line in lines), keys

    drive(WinnableApp(None, LAMP_OFF), script, (120, 40))


def test_the_palette_runs_an_action() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "c", "1", "ctrl+p")
        assert App.COMMAND_PALETTE_BINDING == "ctrl+p"
        await press(pilot, *"restart")
        await until(pilot, lambda: "the start of this deal" in picture(pilot), "the command")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen), "the game")
        await until(pilot, lambda: not game_screen(pilot).session.steps, "the action")

    drive(game_app(Session.new("freecell", 617)), script)


def test_the_palette_is_closed_where_its_list_has_no_room() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)
        await pilot.resize_terminal(20, 4)
        await press(pilot, "pagedown", "pagedown")
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "ctrl+p", "pagedown", "pagedown")
        assert isinstance(pilot.app.screen, GameScreen)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)

    drive(game_app(Session.new("freecell", 617)), script)


def test_the_palette_switches_an_option() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "ctrl+p", *"four")
            await until(pilot, lambda: "now off" in picture(pilot), "the command")
            await press(pilot, "enter")
            app = pilot.app
            assert isinstance(app, WinnableApp)
            await until(pilot, lambda: app.options.four_colour, "the option")

        drive(game_app(Session.new("freecell", 617), store), script)
        assert store.settings.get("tui.four_colour") == "yes"

"""The one table of commands, and that line mode, the terminal app and the page are made from it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import winnable.web
from winnable import GAMES
from winnable.cli import line_commands
from winnable.l10n import languages, use_language
from winnable.play.commands import COMMANDS, Face, GameCommand, find_command
from winnable.tui.actions import GAME_ACTIONS
from winnable.tui.screens.game import GameScreen

GOLDEN = Path(__file__).parent / "golden" / "commands.txt"
SCRIPTS = Path(winnable.web.__file__).parent / "static" / "js"

each_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


def side_by_side() -> Iterator[str]:
    """What is typed and pressed for each command in each face, or why not."""
    yield f"{'typed':13} {'in the app':12} {'on the page':22} not in"
    for command in COMMANDS.values():
        if command.is_on(Face.LINE) or command.is_on(Face.APP):
            typed = " ".join([command.usage, *command.aliases])
        else:
            typed = "-"
        app = " ".join(command.app_keys) or ":" if command.is_on(Face.APP) else "-"
        page = "-"
        if command.is_on(Face.PAGE):
            page = " ".join([f"[{command.page_action}]", *command.page_keys])
        missing = "; ".join(f"{face.value}: {why}" for face, why in command.missing.items())
        yield f"{typed:13} {app:12} {page:22} {missing}".rstrip()


def test_the_three_faces_side_by_side() -> None:
    """`WRITE_GOLDEN=1 pytest tests/test_commands.py` writes the table; look at the changes."""
    table = "\n".join(side_by_side()) + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(table)
    assert table == GOLDEN.read_text()


def test_every_command_is_in_each_face_or_has_a_reason_not_to_be() -> None:
    page = {*page_actions(), *ON_PAGE}
    for command in COMMANDS.values():
        assert (command.name in line_commands.COMMANDS) == command.is_on(Face.LINE), command.name
        has_method = hasattr(GameScreen, f"action_{command.name}")
        assert has_method == command.is_on(Face.APP), command.name
        assert (command.page_action in page) == command.is_on(Face.PAGE), command.name
        assert all(command.missing.values())
        assert len(command.missing) < len(Face)


ON_PAGE = ("to-foundation",)
"""What the page has under the cursor of the board: see keyboard.js."""


def page_actions() -> set[str]:
    """What `GameActions.run` of the page knows."""
    code = (SCRIPTS / "actions.js").read_text()
    return set(re.findall(r'^ +"?([a-z-]+)"?: \(\) =>', code, re.MULTILINE))


def test_no_face_has_a_command_of_its_own() -> None:
    assert line_commands.COMMANDS.keys() <= COMMANDS.keys()
    assert {action.name for action in GAME_ACTIONS} <= COMMANDS.keys()
    assert page_actions() <= {command.page_action for command in COMMANDS.values()}


def test_no_word_and_no_key_has_two_meanings() -> None:
    commands = COMMANDS.values()
    words = [word for each in commands for word in (each.name, *each.aliases)]
    app_keys = [key for each in commands for key in each.app_keys]
    page_keys = [key for each in commands for key in each.page_keys]
    actions = [each.page_action for each in commands if each.is_on(Face.PAGE)]
    for values in (words, app_keys, page_keys, actions):
        assert len(values) == len(set(values))


@pytest.mark.parametrize("language", languages())
@each_command
def test_every_command_has_its_texts(command: GameCommand, language: str) -> None:
    with use_language(language):
        for text in (command.label, command.short, command.help, command.typed_help):
            assert text
            assert text[0].isupper()
            assert not text.endswith(".")
        assert len(command.short) <= 15


@pytest.mark.parametrize("slug", GAMES)
@each_command
def test_a_command_is_found_by_its_words(command: GameCommand, slug: str) -> None:
    for word in (command.name, *command.aliases):
        assert find_command(GAMES[slug], word.upper()) is command


@pytest.mark.parametrize("word", ["", "t1f1", "26", "d", "no"])
def test_other_words_are_no_commands(word: str) -> None:
    assert find_command(GAMES["golf-relaxed"], word) is None


def test_r_is_what_the_handout_says() -> None:
    found = {slug: find_command(game, "R") for slug, game in GAMES.items()}
    assert {slug: each.name for slug, each in found.items() if each} == {
        "aces-up": "new",
        "bakers-game": "new",
        "easthaven": "redo",
        "freecell": "redo",
        "golf-relaxed": "redo",
    }

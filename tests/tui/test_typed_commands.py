"""What is typed after a colon means what it means in line mode: played side by side."""

from pathlib import Path

import pytest
from line_driver import Player
from tui_driver import (
    LAMP_OFF,
    Driver,
    drive,
    game_app,
    game_screen,
    message,
    moves_made,
    picture,
    press,
    until,
)

from winnable import GAMES, Autoplay, Session, parse_record
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.screens.dialogs import ChoiceDialog
from winnable.tui.screens.game import GameScreen
from winnable.tui.screens.help import HelpScreen
from winnable.tui.screens.replay import ReplayScreen

KEYS = {" ": "space", "?": "question_mark", "/": "slash"}


async def type_line(pilot: Driver, line: str) -> None:
    await press(pilot, "colon", *(KEYS.get(sign, sign) for sign in line), "enter")


SCRIPTS = [
    ["t8c1", "t8c2", "t8c3", "undo 2", "redo", "UNDO", "u", "u"],
    ["t8c1", "t8c2", "undo 99", "redo 50", "r", "restart", "redo 2"],
    ["26 3a", "undo", "autoplay off", "autoplay all", "auto", "t1c1"],
    ["undo 0", "undo x", "undo 1 2", "redo -1", "hint now", "moves now", "verdict now", "quit now"],
    ["autoplay never", "new 0", "new x", "continue 0", "odds please", "coach many", "save"],
    ["nonsense", "undoo", "t1t2", "restart 5"],
]


@pytest.mark.parametrize("lines", SCRIPTS, ids=lambda lines: lines[0])
def test_the_same_words_do_the_same(lines: list[str]) -> None:
    player = Player(Session.new("freecell", 617, autoplay=Autoplay.OFF))

    async def script(pilot: Driver) -> None:
        for line in lines:
            said = player.type(line).strip().splitlines()[-1]
            screen = game_screen(pilot)
            await type_line(pilot, line)
            session = screen.session
            if line == "auto":  # without an argument the app goes on to the next choice
                player.type(f"autoplay {session.autoplay.value}")
            elif line == "save":  # and asks for the name
                await until(pilot, lambda: "Save this game" in picture(pilot), "the question")
                return
            elif said.startswith(("Undone", "Redone", "Type ")) or "is not a" in said:
                assert message(pilot).startswith(said.split(": did you")[0].rstrip("."))
            assert " ".join(moves_made(pilot)) == player.moves
            assert session.autoplay is player.session.autoplay

    drive(game_app(Session.new("freecell", 617, autoplay=Autoplay.OFF)), script)


def test_new_with_a_number_deals_it() -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, "new 5")
        assert game_screen(pilot).session.deal_number == 5
        await press(pilot, "8", "c", "1")
        await type_line(pilot, "new 7")
        assert "new 7 again" in message(pilot)
        await type_line(pilot, "new 8")
        assert "new 8 again" in message(pilot)
        assert game_screen(pilot).session.deal_number == 5
        await type_line(pilot, "new 8")
        assert game_screen(pilot).session.deal_number == 8

    drive(game_app(Session.new("freecell", 617)), script)


def test_moves_lists_the_cards_and_makes_the_chosen_one() -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, "moves")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        labels = [label for _, label in dialog.choices]
        position = Session.new("freecell", 617).position
        legal = {str(move) for move in GAMES["freecell"].distinct_moves(position)}
        assert {label.split()[0] for label in labels} == legal
        assert all(any(sign in label for sign in "♠♥♦♣") for label in labels)
        await press(pilot, "down", "enter")
        assert moves_made(pilot) == [labels[1].split()[0]]

    drive(game_app(Session.new("freecell", 617)), script)


def test_a_file_is_saved_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "c", "1")
        await type_line(pilot, "save game.txt")
        assert message(pilot) == "Saved to 'game.txt'."
        assert parse_record((tmp_path / "game.txt").read_text()).session().steps
        await type_line(pilot, "save /no/such/folder/x")
        assert message(pilot).startswith("Cannot save")

    drive(game_app(Session.new("freecell", 617)), script)


def test_continue_takes_a_number_or_the_last_game() -> None:
    with Store.open() as store:
        SavedGame(Session.new("freecell", 1), store.games).make("t8c1")
        SavedGame(Session.new("freecell", 2), store.games).make("t8c1")
        SavedGame(Session.new("golf", 3), store.games).make("deal")

        async def script(pilot: Driver) -> None:
            await type_line(pilot, "continue")
            assert game_screen(pilot).session.deal_number == 2
            await type_line(pilot, "continue 1")
            assert game_screen(pilot).session.deal_number == 1
            await type_line(pilot, "continue 99")
            assert "99" in message(pilot)

        drive(game_app(Session.new("freecell", 617), store), script)


def test_verdict_and_odds_are_two_questions() -> None:
    golf = Session.new("golf", 1)

    async def script(pilot: Driver) -> None:
        await type_line(pilot, "verdict")
        await until(pilot, lambda: "hidden cards lie" in message(pilot), "the verdict")
        await type_line(pilot, "odds")
        await until(pilot, lambda: "to win from here" in message(pilot), "the odds")
        assert "hidden cards lie" not in message(pilot)
        assert game_screen(pilot).controller.saved_game.verdicts == 2
        assert not game_screen(pilot).options.lamp

    drive(game_app(golf, options=LAMP_OFF), script)


@pytest.mark.parametrize(
    ("typed", "screen"),
    [("help", HelpScreen), ("?", HelpScreen), ("rules", HelpScreen), ("review", ReplayScreen)],
)
def test_screens_are_opened(typed: str, screen: type) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "c", "1")
        await type_line(pilot, typed)
        assert isinstance(pilot.app.screen, screen)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameScreen)
        await type_line(pilot, "quit")
        assert not isinstance(pilot.app.screen, GameScreen)

    drive(game_app(Session.new("freecell", 617)), script)


@pytest.mark.parametrize("typed", ["table", "read", "share"])
def test_what_the_app_lacks_is_said(typed: str) -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, typed)
        assert message(pilot) == f"The app has no command {typed}."

    drive(game_app(Session.new("freecell", 617)), script)


def test_what_the_game_lacks_is_said() -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, "autoplay off")
        assert message(pilot) == "Golf Relaxed has no autoplay."

    drive(game_app(Session.new("golf", 1)), script)


def test_the_coach_makes_as_many_moves_as_are_typed() -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, "coach quick")
        assert "quick" in message(pilot)
        await type_line(pilot, "coach 2")
        screen = game_screen(pilot)
        await until(pilot, lambda: len(moves_made(pilot)) == 2, "two moves")
        await until(pilot, lambda: not screen.coach.player.is_playing, "the end")
        assert "2 moves" in message(pilot)

    drive(game_app(Session.new("freecell", 617)), script)


def test_options_are_typed() -> None:
    async def script(pilot: Driver) -> None:
        await type_line(pilot, "options")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await press(pilot, "enter")
        app = pilot.app
        assert isinstance(app, WinnableApp)
        assert not app.options.winnable

    drive(game_app(Session.new("freecell", 617)), script)

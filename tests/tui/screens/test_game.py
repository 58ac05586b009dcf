"""The screen of a game: keys, the command line, the mouse, and the terminal."""

from pathlib import Path

import pytest
from position_builders import endgame
from textual import events
from tui_driver import (
    LAMP_OFF,
    Driver,
    click,
    click_at,
    click_text,
    drag,
    drag_move,
    drive,
    game_app,
    game_screen,
    message,
    mouse,
    moves_made,
    picture,
    point_of,
    press,
    press_at_once,
    settle,
    until,
)

from winnable import GAMES, Autoplay, Place, Session, Transfer, parse_record
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.dialogs import TextDialog
from winnable.tui.screens.game_chooser import GameChooserScreen


def freecell(*moves: str) -> Session:
    session = Session.new("freecell", 617)
    for move in moves:
        session.make(move)
    return session


def at(text: str) -> Place:
    return Place.parse(text)


# -- keys -----------------------------------------------------------------------------------------


def test_keys_are_handled_in_their_order_however_fast() -> None:
    async def script(pilot: Driver) -> None:
        await press_at_once(pilot, "8", "c", "1", "u", "8", "c", "2", "1", "c", "1", "u", "r")
        cells = game_screen(pilot).session.position.cells
        assert [card and str(card) for card in cells] == ["JD", "QH", None, None]
        await press_at_once(pilot, "colon", *"t3c3")
        assert game_screen(pilot).command_line.value == "t3c3"

    drive(game_app(freecell()), script)


def test_any_other_key_forgets_half_a_place() -> None:
    async def script(pilot: Driver) -> None:
        controller = game_screen(pilot).controller
        for keys in (["c", "escape"], ["c", "left"]):
            await press(pilot, *keys, "3")
            assert controller.selection is not None
            assert controller.selection.place == at("t3")
            await press(pilot, "escape")
        await press(pilot, "c", "9")
        assert message(pilot) == "There is no cell 9 in this game."

    drive(game_app(freecell()), script)


def test_the_cursor_selects_and_moves() -> None:
    async def script(pilot: Driver) -> None:
        table = game_screen(pilot).card_table
        await press(pilot, "enter")
        assert table.cursor == (at("t1"), 6)
        await press(pilot, "h")
        assert table.cursor == (at("t8"), 5)
        await press(pilot, "enter")
        assert table.selection == (at("t8"), 5)
        assert at("t3") in table.targets
        await press(pilot, *["l"] * 3, "enter")
        assert moves_made(pilot) == ["t8t3"]
        assert not table.selection
        assert not table.targets
        await press(pilot, "k", "j", "up", "down", "left", "right")
        assert table.cursor == (at("t3"), 7)

    drive(game_app(freecell()), script)


def test_home_takes_the_selected_card_or_the_one_at_the_cursor() -> None:
    session = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH QH", "KS", "KC"))

    async def script(pilot: Driver) -> None:
        await press(pilot, "g")
        assert moves_made(pilot) == []
        await press(pilot, "2", "g")
        assert moves_made(pilot) == ["t2f4"]
        await press(pilot, "left", "g")
        assert moves_made(pilot) == ["t2f4", "t1f3"]

    drive(game_app(session), script)


def test_actions_that_a_game_lacks_have_no_key() -> None:
    async def script(pilot: Driver) -> None:
        before = message(pilot)
        await press(pilot, "d", "space")
        assert message(pilot) == before
        assert "Deal" not in game_screen(pilot).keys.text

    drive(game_app(freecell()), script)

    async def golf(pilot: Driver) -> None:
        before = message(pilot)
        await press(pilot, "a", "A")
        assert message(pilot) == before
        await press(pilot, "space")
        assert moves_made(pilot) == ["deal"]

    drive(game_app(Session.new("golf", 7)), golf)


def test_escape_deselects_and_q_leaves() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "escape")
        assert game_screen(pilot).controller.selection is None
        assert message(pilot) == ""
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(game_app(freecell()), script)


def test_giving_up_is_confirmed_by_the_very_next_key() -> None:
    async def script(pilot: Driver) -> None:
        first = game_screen(pilot)
        for keys in (["n"], ["8", "escape", "n"], ["left", "n"]):
            await press(pilot, *keys)
            assert game_screen(pilot) is first
        await press(pilot, "colon", *"new", "enter")
        assert game_screen(pilot) is not first

    drive(game_app(freecell("t8c1")), script)


def test_autoplay_is_saved_as_an_option() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "A", "A")
            assert game_screen(pilot).session.autoplay is Autoplay.ALL

        drive(game_app(freecell(), store), script)
        assert Options.of(store).autoplay == "all"


# -- the command line -----------------------------------------------------------------------------


def test_moves_and_actions_are_typed() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "slash", *"8a 3b", "enter")
        assert moves_made(pilot) == ["t8c1", "t3c2"]
        await press(pilot, "colon", *"Undo", "enter")
        assert moves_made(pilot) == ["t8c1"]
        await press(pilot, "colon", *"jd to a cell", "enter")
        assert moves_made(pilot) == ["t8c1", "t1c2"]
        await press(pilot, "colon", *"t9c1", "enter")
        assert message(pilot) == "There is no column 9 in this game."
        await press(pilot, "colon", "enter")
        assert game_screen(pilot).focused is game_screen(pilot).card_table
        await press(pilot, "colon", *"quit", "enter")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(game_app(freecell()), script)


def test_keys_on_the_command_line_are_text() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "colon", *"u", "escape", "colon", "up")
        assert game_screen(pilot).command_line.value == "u"
        assert moves_made(pilot) == ["t8c1"]

    drive(game_app(freecell("t8c1")), script)


def test_a_click_on_the_table_closes_the_command_line() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "colon", "8")
        await click_at(pilot, at("t3"))
        assert not game_screen(pilot).command_line.display
        assert game_screen(pilot).card_table.selection == (at("t3"), 6)

    drive(game_app(freecell()), script)


# -- the mouse ------------------------------------------------------------------------------------


def test_a_double_click_sends_a_card_home() -> None:
    session = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH QH", "KS"))

    async def script(pilot: Driver) -> None:
        await click_at(pilot, at("t1"), times=2)
        assert moves_made(pilot) == ["t1f3"]

    drive(game_app(session), script)


def test_a_click_that_moves_cards_starts_no_double_click() -> None:
    async def script(pilot: Driver) -> None:
        await click_at(pilot, at("t8"))
        target = point_of(pilot, at("t3"))
        await click(pilot, *target)
        assert moves_made(pilot) == ["t8t3"]
        await click(pilot, *target)
        assert moves_made(pilot) == ["t8t3"]
        assert game_screen(pilot).card_table.selection == (at("t3"), 6)

    drive(game_app(freecell()), script)


def test_a_double_click_on_the_stock_deals_once_to_the_columns() -> None:
    async def script(pilot: Driver) -> None:
        await click_at(pilot, None, times=2)
        assert moves_made(pilot) == ["deal"]
        await click_at(pilot, None)
        assert moves_made(pilot) == ["deal"] * 2

    drive(game_app(Session.new("aces", 7)), script)

    async def golf(pilot: Driver) -> None:
        await click_at(pilot, None, times=3)
        assert moves_made(pilot) == ["deal"] * 3, "there it is one card at a time"

    drive(game_app(Session.new("golf", 7)), golf)


def test_cards_dropped_beside_a_pile_return() -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        await drag(pilot, point_of(pilot, at("t8")), (79, 20))
        assert (screen.controller.selection, screen.card_table.drag) == (None, None)
        assert message(pilot) == ""
        await drag(pilot, point_of(pilot, at("t8")), point_of(pilot, at("t1")))
        assert message(pilot).startswith("Q♥ is of the same colour as J♦;")
        assert moves_made(pilot) == []

    drive(game_app(freecell()), script)


def test_a_key_during_a_drag() -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        for key, text in (("u", "Undone: t1c1."), ("escape", "")):
            await mouse(pilot, events.MouseDown, *point_of(pilot, at("t8")), 1)
            await mouse(pilot, events.MouseMove, 30, 12, 1)
            assert screen.card_table.drag
            await press(pilot, key)
            assert not screen.card_table.drag
            assert (screen.controller.selection, message(pilot)) == (None, text)
            await mouse(pilot, events.MouseUp, 30, 12, 1)
            assert (screen.controller.selection, message(pilot)) == (None, text)

    drive(game_app(freecell("t1c1")), script)


def test_a_new_size_during_a_drag() -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        await mouse(pilot, events.MouseDown, *point_of(pilot, at("t8")), 1)
        await mouse(pilot, events.MouseMove, 30, 12, 1)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: screen.card_table.drag is None, "the end of the drag")
        assert screen.controller.selection is None
        await drag_move(pilot, Transfer(at("t8"), at("c1")))
        assert moves_made(pilot) == ["t8c1"]

    drive(game_app(freecell()), script)


def test_the_key_bar_can_be_clicked() -> None:
    async def script(pilot: Driver) -> None:
        await click_text(pilot, "Undo")
        assert moves_made(pilot) == []
        await click_text(pilot, "Type")
        assert game_screen(pilot).command_line.has_focus
        await click_text(pilot, "Redo")
        assert moves_made(pilot) == ["t8c1"]
        await click_text(pilot, "Leave")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(game_app(freecell("t8c1")), script)


# -- the terminal and the clock -------------------------------------------------------------------


def test_a_terminal_that_is_too_small() -> None:
    async def script(pilot: Driver) -> None:
        await pilot.resize_terminal(39, 24)
        await until(pilot, lambda: "too small" in picture(pilot), "the notice")
        await press(pilot, "8", "c", "1")
        assert moves_made(pilot) == [], "nobody sees what would be played"
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: "too small" not in picture(pilot), "the table")
        await press(pilot, "8", "c", "1")
        assert moves_made(pilot) == ["t8c1"]
        await pilot.resize_terminal(80, 10)
        await until(pilot, lambda: "too small" in picture(pilot), "the notice")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(game_app(freecell()), script)


LONG = "A hint. " + " ".join(f"This is sentence {number} about it." for number in range(1, 15))


def test_a_long_message_is_read_on() -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        screen.controller.say(LONG)
        await settle(pilot)
        read = list[str]()
        bar, heights = screen.message, set()
        while len(" ".join(read)) < len(LONG):
            heights.add(bar.size.height)
            assert bar.text.endswith(" (m: more)")
            assert "(m: more)" in picture(pilot), "all of it is shown"
            read.append(bar.text.removesuffix(" (m: more)"))
            await press(pilot, "m")
        assert " ".join(read) == LONG
        assert len(heights) == 1, "the cards stay where they are"
        assert bar.text.startswith(read[0]), "and from the start again"
        await press(pilot, "m")
        screen.controller.say(f"{LONG} More is known.")
        assert bar.text.startswith(read[1]), "nobody is disturbed while reading"
        screen.controller.say("Another message.")
        assert bar.text == "Another message."
        await press(pilot, "m")
        assert bar.text == "Another message."
        screen.controller.say(LONG[:180])
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert bar.text == LONG[:180]

    drive(game_app(freecell()), script, (40, 20))


def test_the_clock_stops_while_another_screen_is_shown() -> None:
    now = [100.0]
    saved_game = SavedGame(freecell(), clock=lambda: now[0])

    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "c", "1")
        now[0] = 110.0
        assert saved_game.seconds == 10
        await press(pilot, "question_mark")
        now[0] = 200.0
        await press(pilot, "q")
        now[0] = 205.0
        assert saved_game.seconds == 15
        game_screen(pilot).show_status()
        assert "· 0:15" in game_screen(pilot).status.text

    drive(WinnableApp(None, LAMP_OFF, initial_game=saved_game), script)


def test_quitting_saves_the_time_played() -> None:
    now = [100.0]
    with Store.open() as store:
        saved_game = store.new_game(freecell(), clock=lambda: now[0])

        async def script(pilot: Driver) -> None:
            await press(pilot, "8", "c", "1")
            now[0] = 142.0
            pilot.app.exit()
            await settle(pilot)

        drive(WinnableApp(store, LAMP_OFF, initial_game=saved_game), script)
        assert store.games.history()[0].seconds == 42


# -- saving to a file -----------------------------------------------------------------------------


def test_a_game_is_saved_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("Dear aunt", encoding="utf-8")

    async def script(pilot: Driver) -> None:
        await press(pilot, "8", "c", "1", "s")
        assert "freecell-617.txt" in picture(pilot)
        for _ in range(2):
            await press(pilot, *"mine" if "mine" not in picture(pilot) else "", "enter")
            assert isinstance(pilot.app.screen, TextDialog), "not even the second time"
        await press(pilot, "backspace", "enter")
        await until(pilot, lambda: message(pilot) == "Saved to 'min'.", "the file")
        await press(pilot, "s", "backspace", "enter")
        assert isinstance(pilot.app.screen, TextDialog), "a file needs a name"
        await press(pilot, "escape")
        assert game_screen(pilot).focused is game_screen(pilot).card_table
        await press(pilot, "3", "c", "2")
        assert moves_made(pilot) == ["t8c1", "t3c2"], "keys are keys again"

    drive(game_app(freecell()), script)
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "Dear aunt"
    assert len(parse_record((tmp_path / "min").read_text(encoding="utf-8")).session().steps) == 1

"""Moves tried from a position of a game, in its review, and the lines that are kept of them."""

import pytest
from requires_kernels import need_kernels
from tui_driver import (
    LAMP_OFF,
    Driver,
    click_move,
    click_text,
    drag_move,
    drive,
    game_screen,
    key_move,
    picture,
    press,
    until,
)

from winnable import Session, Transfer, parse_move
from winnable.play.lines import Line, add_line, kept_lines, read_node
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.screens.branch import BranchScreen
from winnable.tui.screens.replay import ReplayScreen

PLAYED = ("t4f1", "t8t5", "t3c1", "t3f2")
"""Of deal 6 of Baker's Game."""
OTHER = ("t8c2", "t8t6")
"""What could be played after the third of them instead."""
SIZES = [(80, 24), (40, 20)]


def started(
    store: Store, slug: str = "bakers", deal: int = 6, moves: tuple[str, ...] = PLAYED
) -> int:
    saved_game = store.new_game(Session.new(slug, deal))
    for move in moves:
        saved_game.make(move)
    assert saved_game.number
    return saved_game.number


def branch_screen(pilot: Driver) -> BranchScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BranchScreen), screen
    return screen


def made(pilot: Driver) -> list[str]:
    return [str(step.move) for step in branch_screen(pilot).session.steps]


def names(store: Store) -> list[str]:
    return [line.name for line in kept_lines(store.open_game(1).played)]


async def go_to_branch(pilot: Driver, move_number: int) -> None:
    await press(pilot, "e", "home", *["right"] * move_number, "t")
    branch_screen(pilot)
    await until(pilot, lambda: " q " in picture(pilot), "the keys, after the layout")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("how", ["keys", "clicks", "drags", "typed"])
def test_moves_are_tried_from_any_position_while_the_game_stays(
    how: str, size: tuple[int, int]
) -> None:
    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, 3)
        for move in map(parse_move, OTHER):
            assert isinstance(move, Transfer)
            if how == "keys":
                await key_move(pilot, move)
            elif how == "clicks":
                await click_move(pilot, move)
            elif how == "drags":
                await drag_move(pilot, move)
            else:
                await press(pilot, "colon", *str(move), "enter")
        assert made(pilot) == [*PLAYED[:3], *OTHER]
        await press(pilot, "u")
        assert made(pilot) == [*PLAYED[:3], OTHER[0]]
        await press(pilot, "r")
        assert made(pilot) == [*PLAYED[:3], *OTHER]
        assert "3" in branch_screen(pilot).status.text
        await press(pilot, "q")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.move_number, screen.length) == (3, len(PLAYED))
        await press(pilot, "q")
        assert [str(step.move) for step in game_screen(pilot).session.steps] == [*PLAYED]

    with Store.open() as store:
        number = started(store)
        app = WinnableApp(store, LAMP_OFF, initial_game=store.open_game(number))
        drive(app, script, size)
        assert [str(step.move) for step in store.open_game(number).session.steps] == [*PLAYED]


def test_the_lamp_judges_every_try() -> None:
    """In deal 6 of Baker's Game this last move loses."""
    need_kernels()
    line = (
        "t4f1 t8t5 t3c1 t3f2 t3t5 t8c2 t8t6 t8c3 t8f3 t8f2 t1t8 t1c4 t1f2 t1f2 t1f4 c2f4 t1c2 t1f1 "
        "t4t1 t4t5 t4t6 c3t4 t1t6"
    )

    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, len(line.split()))
        screen = branch_screen(pilot)
        await until(pilot, lambda: "winnable" in screen.status.text, "a verdict")
        assert screen.controller.saved_game.verdicts == 1, "seeing it is help"
        await press(pilot, "2", "c", "3")
        await until(pilot, lambda: "lost" in screen.status.text, "another verdict")
        await press(pilot, "u")
        await until(pilot, lambda: "winnable" in screen.status.text, "the first verdict")

    saved_game = SavedGame(Session.new("bakers", 6))
    for move in line.split():
        saved_game.make(move)
    drive(WinnableApp(None, LAMP_OFF, initial_game=saved_game), script)


def test_a_verdict_on_a_game_that_is_over_is_no_help() -> None:
    need_kernels()

    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, 3)
        screen = branch_screen(pilot)
        await until(pilot, lambda: "winnable" in screen.status.text, "a verdict")
        assert screen.controller.saved_game.verdicts == 0

    saved_game = SavedGame(Session.new("bakers", 6))
    for move in PLAYED:
        saved_game.make(move)
    saved_game.give_up()
    drive(WinnableApp(None, LAMP_OFF, initial_game=saved_game), script)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_line_is_kept_shown_renamed_and_deleted(size: tuple[int, int]) -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await go_to_branch(pilot, 3)
            screen = branch_screen(pilot)
            await press(pilot, "s")
            assert pilot.app.screen is screen, "there is nothing to keep yet"
            for move in map(parse_move, OTHER):
                await key_move(pilot, move)
            await press(pilot, "s")
            assert pilot.app.screen is not screen
            await press(pilot, "ctrl+u", "ctrl+k", *"Two", "enter")
            assert names(store) == ["Two"]
            assert "“Two” is kept." in screen.message.text
            await press(pilot, "q")
            await press(pilot, "v")
            assert "Two · 2 moves after move 3" in " ".join(picture(pilot).split())
            await press(pilot, "enter")
            assert made(pilot) == [*PLAYED[:3]]
            await press(pilot, "r", "r")
            assert made(pilot) == [*PLAYED[:3], *OTHER]
            await press(pilot, "n", "ctrl+u", "ctrl+k", *"Again", "enter")
            assert names(store) == ["Again"]
            await press(pilot, "x", "u", "r", "x")
            assert names(store) == ["Again"], "it has to be confirmed"
            await press(pilot, "x")
            assert names(store) == []
            assert made(pilot) == [*PLAYED[:3], *OTHER], "the moves stay on the table"
            await press(pilot, "v", "n", "x")
            assert isinstance(pilot.app.screen, BranchScreen), "there is no line any more"

        app = WinnableApp(store, LAMP_OFF, initial_game=store.open_game(started(store)))
        drive(app, script, size)


def test_a_line_that_is_played_on_takes_its_own_place() -> None:
    with Store.open() as store:
        saved_game = store.open_game(started(store))
        line = Line("Two", 3, (read_node(OTHER[0]),))
        saved_game.keep_lines(add_line(saved_game.played, line))

        async def script(pilot: Driver) -> None:
            await press(pilot, "e", "v", "enter", "r")
            await key_move(pilot, parse_move(OTHER[1]))
            await press(pilot, "s", "enter")
            assert names(store) == ["Two"]
            await press(pilot, "u")
            await key_move(pilot, parse_move("t8c3"))
            await press(pilot, "s", "end", *"b", "enter")
            assert names(store) == ["Two", "Twob"], "another name is another line"

        drive(WinnableApp(store, LAMP_OFF, initial_game=saved_game), script)
        record = str(store.open_game(1).to_record())
        assert "({Two} 4. t8c2 5. t8t6)" in record
        assert "({Twob} 4. t8c2 5. t8c3)" in record


def test_a_name_is_refused_in_the_dialog() -> None:
    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, 3)
        await key_move(pilot, parse_move(OTHER[0]))
        await press(pilot, "s", "ctrl+u", "ctrl+k", "enter")
        assert "Give the line a name." in picture(pilot)
        await press(pilot, *"x" * 61, "enter")
        assert "A name is one line of at most 60 characters." in picture(pilot)
        await press(pilot, "backspace", "enter")
        assert branch_screen(pilot).controller.line is not None

    with Store.open() as store:
        drive(WinnableApp(store, LAMP_OFF, initial_game=store.open_game(started(store))), script)
        assert names(store) == ["x" * 60]


def test_a_line_is_not_kept_over_what_another_program_has_changed() -> None:
    with Store.open() as store:
        number = started(store)
        store.open_game(number).give_up()  # so that seeing a verdict changes nothing

        async def script(pilot: Driver) -> None:
            await go_to_branch(pilot, 3)
            await key_move(pilot, parse_move(OTHER[0]))
            other = store.open_game(number)
            other.keep_lines(add_line(other.played, Line("Theirs", 0, (read_node("t1c1"),))))
            await press(pilot, "s", "enter")
            assert "Another program has changed" in picture(pilot)
            assert names(store) == ["Theirs"]
            await press(pilot, "enter")
            assert names(store) == ["Theirs", "Line 1"]
            await press(pilot, "v")
            assert "Theirs" in picture(pilot)

        drive(WinnableApp(store, LAMP_OFF, initial_game=store.open_game(number)), script)


# -- hidden cards ---------------------------------------------------------------------------------


def test_no_card_is_shown_that_the_game_has_not_shown() -> None:
    """In Golf the fourth card of the stock has not been dealt."""
    with Store.open() as store:
        number = started(store, "golf", 4, ("deal",) * 3)
        saved_game = store.open_game(number)
        unseen = Line("Unseen", 3, (read_node("deal"),))
        saved_game.keep_lines(add_line(saved_game.played, unseen))
        seen = Session.new("golf", 4)
        move = next(move for move in seen.legal_moves() if str(move) != "deal")
        saved_game.keep_lines(add_line(saved_game.played, Line("Seen", 0, (read_node(str(move)),))))

        async def script(pilot: Driver) -> None:
            await press(pilot, "e", "home", "v")
            assert "Seen ·" in picture(pilot)
            assert "Unseen" not in picture(pilot)
            await press(pilot, "escape", "t", "d", "d", "d")
            screen = branch_screen(pilot)
            before = picture(pilot)
            assert screen.controller.moves_of_game == 3
            await press(pilot, "d")
            assert made(pilot) == ["deal"] * 3
            assert "you have not seen" in screen.message.text
            top = saved_game.session.position.stock
            assert top is not None
            hidden = top[0].sign
            assert picture(pilot).count(hidden) == before.count(hidden)

        drive(WinnableApp(store, LAMP_OFF, initial_game=saved_game), script)


# -- where it cannot be ---------------------------------------------------------------------------


def test_a_won_position_has_nothing_to_try() -> None:
    from line_driver import GOLDEN_GAMES, golden_record

    record = golden_record(next(f for f in GOLDEN_GAMES if f.stem.startswith("golf")))

    async def script(pilot: Driver) -> None:
        await press(pilot, "end", "t")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "left", "t")
        assert isinstance(pilot.app.screen, BranchScreen)
        await press(pilot, "q", "s")

    drive(
        WinnableApp(None, LAMP_OFF, initial_game=SavedGame(record.session()), replay=True), script
    )


def test_a_line_of_a_game_that_is_not_saved_says_so() -> None:
    saved_game = SavedGame(Session.new("bakers", 6))
    for move in PLAYED:
        saved_game.make(move)

    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, 3)
        await key_move(pilot, parse_move(OTHER[0]))
        await press(pilot, "s", "enter")
        assert "not saved" in branch_screen(pilot).message.text
        await press(pilot, "q", "v")
        assert "Line 1" in picture(pilot)

    drive(WinnableApp(None, LAMP_OFF, initial_game=saved_game), script)


def test_the_keys_below_can_be_clicked() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "e", "home", "right", "right", "right")
        await click_text(pilot, "Try moves")
        await key_move(pilot, parse_move(OTHER[0]))
        await click_text(pilot, "Keep")
        await press(pilot, "enter")
        assert "is kept" in picture(pilot)
        await click_text(pilot, "Leave")
        await click_text(pilot, "Leave")
        assert game_screen(pilot)

    with Store.open() as store:
        drive(WinnableApp(store, LAMP_OFF, initial_game=store.open_game(started(store))), script)


def test_other_commands_are_refused() -> None:
    async def script(pilot: Driver) -> None:
        await go_to_branch(pilot, 3)
        await press(pilot, "colon", *"save", "enter")
        assert "no command save" in branch_screen(pilot).message.text
        await press(pilot, "colon", *"moves", "enter")
        await press(pilot, "enter")
        assert len(made(pilot)) == 4

    with Store.open() as store:
        drive(WinnableApp(store, LAMP_OFF, initial_game=store.open_game(started(store))), script)

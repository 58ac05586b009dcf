"""The table: keys, the command line, the mouse, and what a terminal does."""

from position_builders import endgame
from textual import events
from tui_driver import (
    QUIET,
    Hand,
    click,
    click_at,
    click_text,
    drag,
    drag_move,
    drive,
    mouse,
    picture,
    point_of,
    press,
    press_at_once,
    said,
    settle,
    table_app,
    table_screen,
    until,
)

from winnable import GAMES, Place, Session, Transfer
from winnable.store import Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.won import Won


def freecell(*moves: str, autoplay: str = "off") -> Session:
    session = Session.new("freecell", 617, autoplay=autoplay)
    for move in moves:
        session.make(move)
    return session


# -- keys -----------------------------------------------------------------------------------------


def test_keys_are_obeyed_in_their_order_however_fast() -> None:
    async def script(pilot: Hand) -> None:
        await press_at_once(pilot, "8", "c", "1", "u", "8", "c", "2", "1", "c", "1", "u", "r")
        cells = table_screen(pilot).session.position.cells
        assert [card and str(card) for card in cells] == ["JD", "QH", None, None]
        await press_at_once(pilot, "colon", *"t3c3")
        assert table_screen(pilot).prompt.value == "t3c3"

    drive(table_app(freecell()), script)


def test_half_a_place_is_forgotten_with_the_next_key() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "c")
        assert said(pilot) == "c... (a number follows)"
        await press(pilot, "escape", "3")
        assert said(pilot) == "K♣ picked up: where to?"
        await press(pilot, "escape", "c", "left", "3")
        assert said(pilot) == "K♣ picked up: where to?"
        await press(pilot, "c", "9")
        assert said(pilot) == "There is no cell 9 in this game."

    drive(table_app(freecell()), script)


def test_the_cursor_picks_up_and_lays_down() -> None:
    async def script(pilot: Hand) -> None:
        felt = table_screen(pilot).felt
        await press(pilot, "enter")
        assert felt.cursor == (Place.parse("t1"), 6)
        await press(pilot, "h")
        assert felt.cursor == (Place.parse("t8"), 5)
        await press(pilot, "enter")
        assert felt.selection == (Place.parse("t8"), 5)
        assert Place.parse("t3") in felt.targets
        await press(pilot, *["l"] * 3, "enter")
        assert said(pilot).startswith("t8t3: ")
        await press(pilot, "k", "j", "up", "down", "left", "right")
        assert felt.cursor == (Place.parse("t3"), 7)

    drive(table_app(freecell()), script)


def test_what_makes_no_sense_in_a_game_has_no_key() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "d", "V")
        assert said(pilot) == "Type a place, or click; ? tells more."
        assert "deal" not in table_screen(pilot).keys.said

    drive(table_app(freecell()), script)

    async def golf(pilot: Hand) -> None:
        await press(pilot, "a", "A", "c", "1")
        assert said(pilot) == "There is no cell 1 in this game."
        await press(pilot, "space")
        assert said(pilot).startswith("deal: ")

    drive(table_app(Session.new("golf", 7)), golf)


def test_leaving_and_escape() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "8", "escape")
        assert table_screen(pilot).picked is None
        assert said(pilot) == ""
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(table_app(freecell()), script)


# -- the command line -----------------------------------------------------------------------------


def test_words_and_moves_are_typed() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "slash", *"8a 3b u", "enter")
        assert said(pilot).startswith("8a, move 1 of 3") or "8a 3b u" in said(pilot)
        await press(pilot, "colon", *"8a 3b", "enter")
        assert said(pilot) == "t3c2: K♣ to cell 2."
        await press(pilot, "colon", *"Undo", "enter")
        assert said(pilot) == "Taken back: t3c2."
        await press(pilot, "colon", *"t1t2 t3c2", "enter")
        assert said(pilot) == "t1t2, move 1 of 2: No: J♦ is not one lower than K♠."
        await press(pilot, "colon", *"t3c2 t9c1", "enter")
        assert said(pilot).startswith("t9c1, move 2 of 2: No: ")
        await press(pilot, "colon", "enter")
        assert table_screen(pilot).focused is table_screen(pilot).felt
        await press(pilot, "colon", *"quit", "enter")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(table_app(freecell()), script)


def test_what_was_typed_comes_back() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "colon", *"8a", "enter", "colon", *"u", "escape", "colon", "up")
        prompt = table_screen(pilot).prompt
        assert prompt.value == "u"
        await press(pilot, "up", "up")
        assert prompt.value == "8a"
        await press(pilot, "down", "down")
        assert prompt.value == ""
        assert len(table_screen(pilot).session.steps) == 1, "u was typed, not pressed"

    drive(table_app(freecell()), script)


def test_moves_typed_after_a_win_are_left_out() -> None:
    near = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH", "KS"))

    async def script(pilot: Hand) -> None:
        await press(pilot, "colon", *"t1f3 t2f4 t3f1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Won), "the win")
        await press(pilot, "escape")
        assert said(pilot).endswith("Won!")
        await press(pilot, "1")
        assert said(pilot) == "There is no card in column 1."
        await press(pilot, "colon", *"t1f1", "enter")
        assert said(pilot) == "The game is won: n deals another, u takes moves back."
        await press(pilot, "H", "b", "w")
        assert said(pilot) == "The game is won."

    drive(table_app(near), script)


def test_a_click_on_the_table_closes_the_command_line() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "colon", "8")
        await click_at(pilot, Place.parse("t3"))
        assert not table_screen(pilot).prompt.display
        assert said(pilot) == "K♣ picked up: where to?"

    drive(table_app(freecell()), script)


# -- the mouse ------------------------------------------------------------------------------------


def test_a_double_click_sends_a_card_home() -> None:
    session = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH QH", "KS"))

    async def script(pilot: Hand) -> None:
        await click_at(pilot, Place.parse("t1"), times=2)
        assert "Q♥ to foundation" in said(pilot)
        await click_at(pilot, Place.parse("f1"))
        assert said(pilot) == "A card on a foundation stays there."

    drive(table_app(session), script)


def test_a_click_that_lays_down_begins_no_double_click() -> None:
    async def script(pilot: Hand) -> None:
        await click_at(pilot, Place.parse("t8"))
        target = point_of(pilot, Place.parse("t3"))
        await click(pilot, *target)
        assert said(pilot) == "t8t3: Q♥ onto K♣ in column 3."
        await click(pilot, *target)
        assert said(pilot) == "K♣ and 1 more picked up: where to?"

    drive(table_app(freecell()), script)


def test_a_slip_on_the_stock_deals_once() -> None:
    async def script(pilot: Hand) -> None:
        await click_at(pilot, None, times=2)
        assert len(table_screen(pilot).session.steps) == 1
        await click_at(pilot, None)
        assert len(table_screen(pilot).session.steps) == 2

    drive(table_app(Session.new("aces", 7)), script)

    async def golf(pilot: Hand) -> None:
        await click_at(pilot, None, times=3)
        assert len(table_screen(pilot).session.steps) == 3, "there it is one card at a time"

    drive(table_app(Session.new("golf", 7)), golf)


def test_cards_dropped_beside_a_place_go_back() -> None:
    async def script(pilot: Hand) -> None:
        await drag(pilot, point_of(pilot, Place.parse("t8")), (79, 20))
        screen = table_screen(pilot)
        assert (screen.picked, screen.felt.drag, said(pilot)) == (None, None, "")
        await drag(pilot, point_of(pilot, Place.parse("t8")), point_of(pilot, Place.parse("t1")))
        assert said(pilot).startswith("No: Q♥ is of the same colour as J♦")

    drive(table_app(freecell()), script)


def test_a_key_while_cards_are_dragged() -> None:
    async def script(pilot: Hand) -> None:
        screen = table_screen(pilot)
        for key, words in (("u", "Taken back: t1c1."), ("escape", "")):
            await mouse(pilot, events.MouseDown, *point_of(pilot, Place.parse("t8")), 1)
            await mouse(pilot, events.MouseMove, 30, 12, 1)
            assert screen.felt.drag
            await press(pilot, key)
            assert not screen.felt.drag
            assert (screen.picked, said(pilot)) == (None, words)
            await mouse(pilot, events.MouseUp, 30, 12, 1)
            assert (screen.picked, said(pilot)) == (None, words)

    drive(table_app(freecell("t1c1")), script)


def test_a_terminal_that_changes_its_size_while_cards_are_dragged() -> None:
    async def script(pilot: Hand) -> None:
        screen = table_screen(pilot)
        await mouse(pilot, events.MouseDown, *point_of(pilot, Place.parse("t8")), 1)
        await mouse(pilot, events.MouseMove, 30, 12, 1)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: screen.felt.drag is None, "the end of the drag")
        assert screen.picked is None
        await drag_move(pilot, Transfer(Place.parse("t8"), Place.parse("c1")))
        assert said(pilot) == "t8c1: Q♥ to cell 1."

    drive(table_app(freecell()), script)


def test_every_key_of_the_footer_can_be_clicked() -> None:
    async def script(pilot: Hand) -> None:
        await click_text(pilot, "undo")
        assert said(pilot) == "Taken back: t8c1."
        await click_text(pilot, "restart")
        assert said(pilot) == "This is the start of the deal."
        await click_text(pilot, "type")
        assert table_screen(pilot).prompt.has_focus
        await click_text(pilot, "redo")
        assert said(pilot) == "Made again: t8c1."
        await click_text(pilot, "leave")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(table_app(freecell("t8c1")), script)


# -- the terminal ---------------------------------------------------------------------------------


def test_a_terminal_that_is_too_small() -> None:
    async def script(pilot: Hand) -> None:
        await pilot.resize_terminal(39, 24)
        await until(pilot, lambda: "too small" in picture(pilot), "the notice")
        await press(pilot, "8", "c", "1")
        assert not table_screen(pilot).session.steps, "nobody plays what nobody sees"
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: "too small" not in picture(pilot), "the table")
        await press(pilot, "8", "c", "1")
        assert len(table_screen(pilot).session.steps) == 1
        await pilot.resize_terminal(80, 10)
        await until(pilot, lambda: "too small" in picture(pilot), "the notice")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(table_app(freecell()), script)


def test_the_clock_stands_still_while_nobody_plays() -> None:
    async def script(pilot: Hand) -> None:
        table = table_screen(pilot).table
        now = [100.0]
        table._stopwatch._clock = lambda: now[0]
        await press(pilot, "8", "c", "1")
        now[0] = 110.0
        assert table.seconds == 10
        await press(pilot, "question_mark")
        now[0] = 200.0
        await press(pilot, "q")
        now[0] = 205.0
        assert table.seconds == 15
        table_screen(pilot).tell_standing()
        assert "· 0:15" in table_screen(pilot).status.said

    drive(table_app(freecell()), script)


def test_leaving_keeps_the_time_played() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "8", "c", "1")
            table = table_screen(pilot).table
            assert table._stopwatch._since is not None
            then = table._stopwatch._since + 42.0
            table._stopwatch._clock = lambda: then
            pilot.app.exit()
            await settle(pilot)

        drive(table_app(freecell(), store), script)
        assert store.games.history()[0].seconds == 42


def test_without_a_store_the_game_goes_on() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "8", "c", "1", "q")
        assert isinstance(pilot.app.screen, ChooserScreen)
        await press(pilot, "c")
        assert pilot.app.screen.message.said == "There is no game to go on with."

    drive(WinnableApp(None, QUIET, opening=table_app(freecell()).opening), script)

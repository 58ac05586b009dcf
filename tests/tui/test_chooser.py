"""The list of games: what is in it, where its cursor stands, and the doors it opens."""

import pytest
from tui_driver import QUIET, Hand, click_text, drive, picture, press, said, table_screen, until

from winnable import GAMES, Session
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.dialogs import Choose
from winnable.tui.options import Options


def chooser(pilot: Hand) -> ChooserScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ChooserScreen), screen
    return screen


def leave_one(store: Store, slug: str, number: int) -> None:
    table = SavedGame(Session.new(slug, number), store.games)
    table.make(next(table.session.legal_moves()))


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_is_dealt(slug: str) -> None:
    async def script(pilot: Hand) -> None:
        assert GAMES[slug].summary[:30] in picture(pilot)
        await press(pilot, *["down"] * list(GAMES).index(slug), "enter")
        assert table_screen(pilot).session.game is GAMES[slug]
        await press(pilot, "q")
        assert chooser(pilot).game is GAMES[slug], "the cursor is where it was"
        await click_text(pilot, GAMES[slug].summary[:30])
        assert table_screen(pilot).session.game is GAMES[slug]

    drive(WinnableApp(None, QUIET), script)


def test_games_that_were_left_come_first_the_latest_on_top() -> None:
    with Store.open() as store:
        leave_one(store, "golf", 7)
        leave_one(store, "freecell", 617)

        async def script(pilot: Hand) -> None:
            rows = [line.strip() for line in picture(pilot).splitlines() if "Go on" in line]
            assert rows[0].startswith("Go on: FreeCell, deal 617, 1 move, ")
            assert rows[1].startswith("Go on: Golf Relaxed, deal 7, 1 move, ")
            await press(pilot, "enter")
            assert table_screen(pilot).session.deal == 617
            assert said(pilot) == "Here you left it."
            await press(pilot, "q", "down", "enter")
            assert table_screen(pilot).session.deal == 7
            await press(pilot, "q", "c")
            assert table_screen(pilot).session.deal == 7, "the one under the cursor"
            await press(pilot, "q", *["down"] * 5, "c")
            assert table_screen(pilot).session.deal == 617, "one of that kind"
            await press(pilot, "q", *["up"] * 4, "c")
            assert table_screen(pilot).session.deal == 617, "there is none of that kind"

        drive(WinnableApp(store, QUIET), script)


def test_a_game_that_has_just_been_left_is_under_the_cursor() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, *["down"] * 4, "enter")
            first = table_screen(pilot).session.deal
            await press(pilot, "colon", *str(next(table_screen(pilot).session.legal_moves())))
            await press(pilot, "enter", "q", "enter")
            assert table_screen(pilot).session.deal == first

        drive(WinnableApp(store, QUIET), script)


def test_there_is_nothing_to_go_on_with() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "c")
            assert chooser(pilot).message.said == "There is no game to go on with."

        drive(WinnableApp(store, QUIET), script)


def test_a_game_of_a_kind_that_is_not_known_is_left_out() -> None:
    with Store.open() as store:
        leave_one(store, "golf", 7)
        kept = store.games.unfinished()

        async def script(pilot: Hand) -> None:
            screen = chooser(pilot)
            from dataclasses import replace

            strange = [replace(kept[0], game="klondike")]
            screen.house.unfinished = lambda: strange  # type: ignore[method-assign]
            screen.fill()
            assert screen.left == []
            assert screen.games.option_count == len(GAMES)

        drive(WinnableApp(store, QUIET), script)


@pytest.mark.parametrize(
    ("size", "left", "is_shown"),
    [((80, 24), 0, True), ((80, 24), 5, False), ((80, 19), 0, False), ((120, 40), 5, True)],
)
def test_the_banner_makes_way_for_the_games(
    size: tuple[int, int], left: int, is_shown: bool
) -> None:
    with Store.open() as store:
        for number in range(1, left + 1):
            leave_one(store, "golf", number)

        async def script(pilot: Hand) -> None:
            assert chooser(pilot).banner.display is is_shown
            assert "FreeCell" in picture(pilot)

        drive(WinnableApp(store, QUIET), script, size)


def test_another_size() -> None:
    async def script(pilot: Hand) -> None:
        await pilot.resize_terminal(50, 16)
        await until(pilot, lambda: not chooser(pilot).banner.display, "fewer lines")
        await pilot.resize_terminal(100, 40)
        await until(pilot, lambda: chooser(pilot).banner.display, "more lines")

    drive(WinnableApp(None, QUIET), script)


def test_every_door() -> None:
    async def script(pilot: Hand) -> None:
        for key in ("n", "number_sign", "w", "o", "question_mark", "f1", "ctrl+p"):
            await press(pilot, key)
            assert not isinstance(pilot.app.screen, ChooserScreen), key
            await press(pilot, "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, ChooserScreen), "the games")
        await press(pilot, "q")
        await until(pilot, lambda: not pilot.app.is_running, "the end")

    drive(WinnableApp(None, QUIET), script)


def test_options_are_changed_one_after_the_other() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            app = pilot.app
            assert isinstance(app, WinnableApp)
            await press(pilot, "o", "enter")
            await until(pilot, lambda: "[x] Four colours" in picture(pilot), "the option")
            await press(pilot, "down", "enter")
            await until(pilot, lambda: "[x] Dark felt" in picture(pilot), "the option")
            assert app.theme == "winnable-night"
            await press(pilot, *["down"] * 3, "enter")
            await until(pilot, lambda: "by itself: all" in picture(pilot), "the choice")
            assert isinstance(app.screen, Choose)
            await press(pilot, "escape")
            assert (app.options.four_colour, app.options.night) == (True, True)
            assert chooser(pilot).banner.skin.name == "night-four-colour"

        drive(WinnableApp(store, Options.of(store)), script)
        again = Options.of(store)
        assert (again.four_colour, again.night, again.autoplay) == (True, True, "all")

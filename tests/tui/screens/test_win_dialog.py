"""The dialog after a win: the result, the review, the animation, and what comes next."""

from threading import Event

import pytest
from position_builders import endgame
from tui_driver import (
    Driver,
    click_text,
    drive,
    game_app,
    game_screen,
    picture,
    press,
    until,
)

from winnable import GAMES, Session
from winnable.coach import Review
from winnable.errors import StoreError
from winnable.store import Store
from winnable.tui.options import Options
from winnable.tui.screens import win_dialog
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.win_animation import WinAnimation

LAMP_OFF = Options(lamp=False)
FREECELL = GAMES["freecell"]


def near(deal: int | None = None) -> Session:
    """A game that the next move wins."""
    session = Session(FREECELL, endgame(FREECELL, "KH"))
    session.deal = deal
    return session


async def win(pilot: Driver) -> WinDialog:
    await press(pilot, "1", "g")
    await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")
    screen = pilot.app.screen
    assert isinstance(screen, WinDialog)
    return screen


def test_it_shows_the_result_and_a_review() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await win(pilot)
            shown = picture(pilot)
            assert "W O N !" in shown
            assert "FreeCell in 1 move and 0:0" in shown
            assert "Unaided: no hints, undos or looks at the chances." in shown
            assert "1 of 1 won." in shown
            await until(pilot, lambda: "Reviewing" not in picture(pilot), "the review")

        drive(game_app(near(), store), script)


def test_a_win_with_help_is_not_called_unaided() -> None:
    async def script(pilot: Driver) -> None:
        game_screen(pilot).controller.saved_game.count_hint()
        await win(pilot)
        assert "Unaided" not in picture(pilot)

    drive(game_app(near()), script)


@pytest.mark.parametrize("is_all_its_own", [True, False])
def test_a_win_of_the_coach_is_called_that(is_all_its_own: bool) -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, *([] if is_all_its_own else ["1", "c", "1"]), "C")
            await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")
            shown = " ".join(picture(pilot).replace("│", "").split())
            title = "The coach has won" if is_all_its_own else "Won with the coach"
            assert f"♦ {title} ♠" in shown
            assert "Won, with 1 move by the coach: the game is counted separately in the " in shown
            assert "Unaided" not in shown
            assert "in a row" not in shown
            await press(pilot, "e")
            await until(
                pilot,
                lambda: "The coach made 1 move" in " ".join(picture(pilot).split()),
                "the same in the review",
            )

        drive(game_app(near(), store), script)
        statistics = store.games.statistics(FREECELL)
        assert (statistics.played, statistics.with_coach) == (0, 1)


def test_what_comes_next() -> None:
    async def another(pilot: Driver) -> None:
        await win(pilot)
        await press(pilot, "n")
        assert not game_screen(pilot).session.steps
        assert len(pilot.app.screen_stack) == 3

    async def again(pilot: Driver) -> None:
        await win(pilot)
        await press(pilot, "r")
        assert game_screen(pilot).session.deal_number == 617

    async def review(pilot: Driver) -> None:
        await win(pilot)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "q")
        assert game_screen(pilot).session.is_won

    async def games(pilot: Driver) -> None:
        await win(pilot)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    async def table(pilot: Driver) -> None:
        await win(pilot)
        await press(pilot, "escape")
        await press(pilot, "u")
        assert not game_screen(pilot).session.is_won
        await win(pilot)

    for script in (another, again, review, games, table):
        drive(game_app(near(617)), script)


def test_a_deal_without_a_number_cannot_be_played_again() -> None:
    async def script(pilot: Driver) -> None:
        screen = await win(pilot)
        assert "again" not in screen.keys.text
        await press(pilot, "r", "enter", "1")
        assert pilot.app.screen is screen
        await click_text(pilot, "New deal")
        assert not game_screen(pilot).session.steps

    drive(game_app(near()), script)


def test_cards_fly_where_there_is_colour() -> None:
    async def script(pilot: Driver) -> None:
        screen = await win(pilot)
        animation = screen.query_one(WinAnimation)
        await until(pilot, lambda: animation.frame > 3, "some frames")
        assert animation.region == screen.app.screen_stack[-2].query_one(CardTable).region
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not animation.display, "the end of it")

    drive(game_app(near()), script, animated=True)


@pytest.mark.parametrize("why", ["colour", "animations"])
def test_no_animation_without_colour_or_animations(why: str) -> None:
    async def script(pilot: Driver) -> None:
        screen = await win(pilot)
        assert not screen.query(WinAnimation)

    app = game_app(near(), options=Options(lamp=False, colour=why != "colour"))
    drive(app, script, animated=why != "animations")


def test_a_review_that_fails_or_takes_long_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Event] = []

    def slow(session: Session, *, cancel: Event, **_: object) -> Review:
        asked.append(cancel)
        cancel.wait()
        raise MemoryError

    monkeypatch.setattr(win_dialog, "review", slow)

    async def script(pilot: Driver) -> None:
        await win(pilot)
        await until(pilot, lambda: bool(asked), "the question")
        assert "Reviewing the game ..." in picture(pilot)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)
        await until(pilot, asked[0].is_set, "the end of it")

    drive(game_app(near()), script)

    def fail(*_: object, **__: object) -> Review:
        raise MemoryError

    monkeypatch.setattr(win_dialog, "review", fail)

    async def failed(pilot: Driver) -> None:
        await win(pilot)
        await until(pilot, lambda: "Reviewing" not in picture(pilot), "the failure")

    drive(game_app(near()), failed)


def test_statistics_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store.games, "statistics", fail)

        async def script(pilot: Driver) -> None:
            await win(pilot)
            assert "The disk is gone." in picture(pilot)

        drive(game_app(near(), store), script)


def test_a_win_that_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with Store.open() as store:
        monkeypatch.setattr(store.games, "insert", fail)

        async def script(pilot: Driver) -> None:
            await win(pilot)
            assert "Not saved: the disk is full." in picture(pilot)
            assert "in a row" not in picture(pilot)

        drive(game_app(near(), store), script)


def test_ascii() -> None:
    async def script(pilot: Driver) -> None:
        await win(pilot)
        await until(pilot, lambda: "Reviewing" not in picture(pilot), "the review")
        assert picture(pilot).isascii()

    drive(game_app(near(), options=Options(lamp=False, ascii=True, colour=False)), script)

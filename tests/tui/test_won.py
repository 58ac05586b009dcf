"""A game that is won is celebrated, looked back at, and followed by another."""

from threading import Event

import pytest
from position_builders import endgame
from tui_driver import Hand, click_text, drive, picture, press, said, table_app, table_screen, until

from winnable import GAMES, Session
from winnable.coach import Review
from winnable.errors import StoreError
from winnable.store import Store
from winnable.tui import won as winning
from winnable.tui.cascade import Cascade
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options
from winnable.tui.walk import WalkScreen
from winnable.tui.won import Won

QUIET = Options(lamp=False)
FREECELL = GAMES["freecell"]


def near(deal: int | None = None) -> Session:
    """A game that one card is missing from."""
    session = Session(FREECELL, endgame(FREECELL, "KH"))
    session.deal = deal
    return session


async def won(pilot: Hand) -> Won:
    await press(pilot, "1", "g")
    await until(pilot, lambda: isinstance(pilot.app.screen, Won), "the win")
    screen = pilot.app.screen
    assert isinstance(screen, Won)
    return screen


def test_it_tells_how_and_looks_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await won(pilot)
            shown = picture(pilot)
            assert "W O N !" in shown
            assert "FreeCell in 1 move and 0:0" in shown
            assert "Unaided: without hints, undo or verdicts." in shown
            assert "1 of 1 won; 1 in a row." in shown
            await until(pilot, lambda: "No shorter win was found." in picture(pilot), "the review")

        drive(table_app(near(), store), script)


def test_a_win_with_help_is_not_called_unaided() -> None:
    async def script(pilot: Hand) -> None:
        table_screen(pilot).table.count_hint()
        await won(pilot)
        assert "Unaided" not in picture(pilot)

    drive(table_app(near()), script)


def test_what_comes_next() -> None:
    async def another(pilot: Hand) -> None:
        await won(pilot)
        await press(pilot, "n")
        assert not table_screen(pilot).session.steps
        assert len(pilot.app.screen_stack) == 3

    async def again(pilot: Hand) -> None:
        await won(pilot)
        await press(pilot, "r")
        assert table_screen(pilot).session.deal == 617

    async def review(pilot: Hand) -> None:
        await won(pilot)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, WalkScreen)
        await press(pilot, "q")
        assert table_screen(pilot).session.is_won

    async def games(pilot: Hand) -> None:
        await won(pilot)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)

    async def table(pilot: Hand) -> None:
        await won(pilot)
        await press(pilot, "escape")
        assert said(pilot).endswith("Won!")
        await press(pilot, "u")
        assert said(pilot).startswith("Taken back: t1f3. This game is won and kept as it was")
        await won(pilot)

    for script in (another, again, review, games, table):
        drive(table_app(near(617)), script)


def test_a_table_without_a_number_cannot_be_dealt_again() -> None:
    async def script(pilot: Hand) -> None:
        screen = await won(pilot)
        assert "again" not in screen.keys.said
        await press(pilot, "r", "enter", "1")
        assert pilot.app.screen is screen
        await click_text(pilot, "another deal")
        assert not table_screen(pilot).session.steps

    drive(table_app(near()), script)


def test_cards_fly_where_there_is_colour() -> None:
    async def script(pilot: Hand) -> None:
        screen = await won(pilot)
        cascade = screen.query_one(Cascade)
        await until(pilot, lambda: cascade._beat > 3, "some beats")
        await until(pilot, lambda: screen._beat > 0, "the dance")
        assert cascade.region == screen.app.screen_stack[-2].query_one("#felt").region
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not cascade.display, "the end of it")

    drive(table_app(near()), script, animated=True)


@pytest.mark.parametrize("why", ["colour", "animations"])
def test_it_is_quiet_where_it_should_be(why: str) -> None:
    async def script(pilot: Hand) -> None:
        screen = await won(pilot)
        assert screen.cascade is None
        assert not screen.query(Cascade)

    app = table_app(near(), options=Options(lamp=False, colour=why != "colour"))
    drive(app, script, animated=why != "animations")


def test_a_review_that_fails_or_takes_long_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Event] = []

    def slow(session: Session, *, cancel: Event) -> Review:
        asked.append(cancel)
        cancel.wait()
        raise MemoryError

    monkeypatch.setattr(winning, "review", slow)

    async def script(pilot: Hand) -> None:
        await won(pilot)
        await until(pilot, lambda: bool(asked), "the question")
        assert "Looking back at the game ..." in picture(pilot)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ChooserScreen)
        await until(pilot, asked[0].is_set, "the end of it")

    drive(table_app(near()), script)

    def fail(*_: object, **__: object) -> Review:
        raise MemoryError

    monkeypatch.setattr(winning, "review", fail)

    async def failed(pilot: Hand) -> None:
        await won(pilot)
        await until(pilot, lambda: "Looking back" not in picture(pilot), "the failure")

    drive(table_app(near()), failed)


def test_statistics_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store, "statistics", fail)

        async def script(pilot: Hand) -> None:
            await won(pilot)
            assert "The disk is gone." in picture(pilot)

        drive(table_app(near(), store), script)


def test_in_ascii() -> None:
    async def script(pilot: Hand) -> None:
        await won(pilot)
        await until(pilot, lambda: "No shorter" in picture(pilot), "the review")
        assert picture(pilot).isascii()

    drive(table_app(near(), options=Options(lamp=False, ascii=True, colour=False)), script)


def test_the_options_of_the_player_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Hand) -> None:
        screen = await won(pilot)
        assert screen.options.night

    drive(table_app(near(), options=Options(lamp=False, night=True)), script)

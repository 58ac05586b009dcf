"""The doors from one screen to the others: daily deals, deals by number and to order, going on."""

import datetime
from collections.abc import Callable
from threading import Event

import pytest
from tui_driver import (
    Hand,
    drive,
    picture,
    press,
    press_at_once,
    said,
    table_app,
    table_screen,
    until,
)

from winnable import GAMES, Session
from winnable.coach.difficulty import Level
from winnable.errors import LimitError, StoreError
from winnable.rules import Game
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.dialogs import Ask, Wait
from winnable.tui.options import Options

QUIET = Options(lamp=False, autoplay="off")


def test_the_daily_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, datetime.date]] = []

    def daily(game: Game, day: datetime.date, **_: object) -> int:
        asked.append((game.slug, day))
        return 4711

    monkeypatch.setattr("winnable.coach.deal_finder.find_daily_deal", daily)

    async def script(pilot: Hand) -> None:
        await press(pilot, "down", "d")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 3, "the deal")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Wait), "the table")
        screen = table_screen(pilot)
        assert (screen.session.deal, screen.session.game.slug) == (4711, "easthaven")
        assert said(pilot) == f"The deal of {datetime.date.today()}. It can be won."

    drive(WinnableApp(None, QUIET), script)
    assert asked == [("easthaven", datetime.date.today())]


@pytest.mark.parametrize("level", [None, *Level])
def test_a_deal_to_order(level: Level | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def winnable(game: Game, *, level: Level | None, **_: object) -> int:
        return [None, *Level].index(level) + 100

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", winnable)
    at = [None, *Level].index(level)

    async def script(pilot: Hand) -> None:
        await press(pilot, *["down"] * 4, "w", *["down"] * at, "enter")
        await until(pilot, lambda: "deal " in picture(pilot), "the deal")
        assert table_screen(pilot).session.deal == at + 100
        kind = f" ({level.value})" if level else ""
        assert said(pilot) == f"A deal that can be won{kind}."

    drive(WinnableApp(None, QUIET), script)


def test_looking_for_a_deal_can_be_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()

    def slow(game: Game, *, cancel: Event, progress: Callable[[int], None], **_: object) -> int:
        progress(123)
        cancel.wait()
        stopped.set()
        raise LimitError("it was called off")

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", slow)

    async def script(pilot: Hand) -> None:
        await press(pilot, "w", "enter")
        await until(pilot, lambda: "123 deals looked at" in picture(pilot), "how far it is")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ChooserScreen)
        await until(pilot, stopped.is_set, "the end of it")
        await press(pilot, "enter")
        assert table_screen(pilot).session.game is next(iter(GAMES.values()))

    drive(WinnableApp(None, QUIET), script)


def test_a_deal_by_its_number() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "n")
        for nonsense in ("x", "0", "-1", "99999999999", "1.5"):
            await press(pilot, "ctrl+a", "ctrl+k", *nonsense, "enter")
            assert isinstance(pilot.app.screen, Ask), nonsense
        await until(pilot, lambda: "Enter does it" not in picture(pilot), "the complaint")
        await press(pilot, "home", "ctrl+k", *"617", "enter")
        await until(pilot, lambda: "deal 617" in picture(pilot), "the table")
        assert table_screen(pilot).session.deal == 617
        await press(pilot, "q", "n", "enter")
        assert isinstance(pilot.app.screen, Ask)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(WinnableApp(None, QUIET), script)


def test_a_game_that_cannot_be_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("game 1 cannot be read")

    with Store.open() as store:
        SavedGame(Session.new("golf", 7), store.games).make("deal")
        monkeypatch.setattr(store, "open_table", fail)

        async def script(pilot: Hand) -> None:
            await press(pilot, "enter")
            screen = pilot.app.screen
            assert isinstance(screen, ChooserScreen)
            assert screen.message.said == "Game 1 cannot be read."

        drive(WinnableApp(store, QUIET), script)


def test_a_list_of_games_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is gone")

    with Store.open() as store:
        monkeypatch.setattr(store, "unfinished", fail)

        async def script(pilot: Hand) -> None:
            screen = pilot.app.screen
            assert isinstance(screen, ChooserScreen)
            assert screen.message.said == "The disk is gone."
            await press(pilot, "enter")
            assert table_screen(pilot).session.game is next(iter(GAMES.values()))

        drive(WinnableApp(store, QUIET), script)


def test_leaving_twice_leaves_once() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "question_mark")
        await press_at_once(pilot, "q")
        table = table_screen(pilot)
        pilot.app.leave(table)  # type: ignore[attr-defined]
        pilot.app.leave(table)  # type: ignore[attr-defined]
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(table_app(Session.new("freecell", 617)), script)


def test_the_help_of_the_game_at_hand() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "question_mark")
        await until(pilot, lambda: "EASTHAVEN" in picture(pilot), "the rules")
        await press(pilot, "escape", "e", "question_mark")
        await until(pilot, lambda: "EASTHAVEN" in picture(pilot), "the rules")

    drive(table_app(Session.new("easthaven", 7)), script)

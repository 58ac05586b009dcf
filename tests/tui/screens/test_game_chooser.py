"""The list of games: what it shows, its cursor, and the ways to start a game."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest
from tui_driver import (
    LAMP_OFF,
    Driver,
    click_text,
    drive,
    game_screen,
    message,
    picture,
    press,
    until,
)

from winnable import GAMES, Session
from winnable.coach.difficulty import Level
from winnable.deals import DealSource
from winnable.errors import LimitError
from winnable.rules import Game
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.screens.dialogs import TextDialog
from winnable.tui.screens.game import GameScreen
from winnable.tui.screens.game_chooser import GameChooserScreen


def chooser(pilot: Driver) -> GameChooserScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameChooserScreen), screen
    return screen


def leave_unfinished(store: Store, slug: str, number: int) -> None:
    saved_game = SavedGame(Session.new(slug, number), store.games)
    saved_game.make(next(saved_game.session.legal_moves()))


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_is_dealt(slug: str) -> None:
    async def script(pilot: Driver) -> None:
        assert GAMES[slug].summary[:30] in picture(pilot)
        await press(pilot, *["down"] * list(GAMES).index(slug), "enter")
        assert game_screen(pilot).session.game is GAMES[slug]
        await press(pilot, "q")
        assert chooser(pilot).game is GAMES[slug], "the cursor is where it was"
        await click_text(pilot, GAMES[slug].summary[:30])
        assert game_screen(pilot).session.game is GAMES[slug]

    drive(WinnableApp(None, LAMP_OFF), script)


def test_unfinished_games_come_first_latest_on_top() -> None:
    with Store.open() as store:
        leave_unfinished(store, "golf", 7)
        leave_unfinished(store, "freecell", 617)

        async def script(pilot: Driver) -> None:
            rows = [line.strip() for line in picture(pilot).splitlines() if "Continue:" in line]
            assert rows[0].startswith("Continue: FreeCell, deal 617, 1 move, ")
            assert rows[1].startswith("Continue: Golf Relaxed, deal 7, 1 move, ")
            await press(pilot, "enter")
            assert game_screen(pilot).session.deal_number == 617
            await press(pilot, "q", "down", "enter")
            assert game_screen(pilot).session.deal_number == 7
            await press(pilot, "q", "c")
            assert game_screen(pilot).session.deal_number == 7, "the one under the cursor"
            await press(pilot, "q", *["down"] * 5, "c")
            assert game_screen(pilot).session.deal_number == 617, "one of that kind"
            await press(pilot, "q", *["up"] * 4, "c")
            assert game_screen(pilot).session.deal_number == 617, "there is none of that kind"

        drive(WinnableApp(store, LAMP_OFF), script)


def test_the_cursor_goes_to_a_game_that_was_just_left() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, *["down"] * 4, "enter")
            first = game_screen(pilot).session.deal_number
            await press(pilot, "colon", *str(next(game_screen(pilot).session.legal_moves())))
            await press(pilot, "enter", "q", "enter")
            assert game_screen(pilot).session.deal_number == first

        drive(WinnableApp(store, LAMP_OFF), script)


def test_there_is_nothing_to_continue() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "c")
            assert chooser(pilot).message.text == "There is no game to continue."

        drive(WinnableApp(store, LAMP_OFF), script)


def test_a_saved_game_with_unknown_rules_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:
        leave_unfinished(store, "golf", 7)
        strange = [replace(store.games.unfinished()[0], game="klondike")]
        monkeypatch.setattr(store.games, "unfinished", lambda **_: strange)

        async def script(pilot: Driver) -> None:
            assert chooser(pilot).games.option_count == len(GAMES)

        drive(WinnableApp(store, LAMP_OFF), script)


def test_every_action_opens_its_screen() -> None:
    async def script(pilot: Driver) -> None:
        for key in ("n", "number_sign", "w", "o", "question_mark", "f1", "ctrl+p"):
            await press(pilot, key)
            assert not isinstance(pilot.app.screen, GameChooserScreen), key
            await press(pilot, "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, GameChooserScreen), "the games")
        await press(pilot, "q")
        await until(pilot, lambda: not pilot.app.is_running, "the end")

    drive(WinnableApp(None, LAMP_OFF), script)


# -- ways to start a game -------------------------------------------------------------------------


@pytest.mark.parametrize("winnable", [True, False])
def test_new_deals_are_proved_winnable_unless_an_option_says_otherwise(winnable: bool) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "enter")
        source = game_screen(pilot).controller.saved_game.deal_source
        assert source is (DealSource.WINNABLE if winnable else None)
        assert ("winnable deal" in game_screen(pilot).status.text) == winnable

    drive(WinnableApp(None, replace(LAMP_OFF, winnable=winnable)), script)


def test_the_daily_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, datetime.date]] = []

    def find_daily_deal(game: Game, day: datetime.date, **_: object) -> int:
        asked.append((game.slug, day))
        return 4711

    monkeypatch.setattr("winnable.coach.deal_finder.find_daily_deal", find_daily_deal)

    async def script(pilot: Driver) -> None:
        await press(pilot, "down", "d")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen), "the deal")
        session = game_screen(pilot).session
        assert (session.deal_number, session.game.slug) == (4711, "bakers-game")
        assert "Today's deal" in message(pilot)
        assert "daily deal" in game_screen(pilot).status.text

    drive(WinnableApp(None, LAMP_OFF), script)
    assert asked == [("bakers-game", datetime.date.today())]


@pytest.mark.parametrize("level", [None, *Level])
def test_a_winnable_deal(level: Level | None, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [None, *Level]

    def find_winnable_deal(game: Game, *, level: Level | None, **_: object) -> int:
        return levels.index(level) + 100

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", find_winnable_deal)
    at = levels.index(level)

    async def script(pilot: Driver) -> None:
        await press(pilot, *["down"] * 4, "w", *["down"] * at, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen), "the deal")
        assert game_screen(pilot).session.deal_number == at + 100
        kind = "winnable" if level is None else level.value
        assert f"{kind} deal" in game_screen(pilot).status.text

    drive(WinnableApp(None, LAMP_OFF), script)


def test_the_search_for_a_deal_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()

    def slow(game: Game, *, cancel: Event, progress: Callable[[int], None], **_: object) -> int:
        progress(123)
        cancel.wait()
        stopped.set()
        raise LimitError("cancelled")

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", slow)

    async def script(pilot: Driver) -> None:
        await press(pilot, "w", "enter")
        await until(pilot, lambda: "123 deals checked" in picture(pilot), "the progress")
        await press(pilot, "escape")
        assert chooser(pilot)
        await until(pilot, stopped.is_set, "the end of it")
        await press(pilot, "enter")
        assert game_screen(pilot).game is next(iter(GAMES.values()))

    drive(WinnableApp(None, LAMP_OFF), script)


def test_a_deal_by_its_number() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "n")
        for nonsense in ("x", "0", "-1", "99999999999", "1.5"):
            await press(pilot, "ctrl+a", "ctrl+k", *nonsense, "enter")
            assert isinstance(pilot.app.screen, TextDialog), nonsense
        await press(pilot, "home", "ctrl+k", *"617", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen), "the game")
        assert game_screen(pilot).session.deal_number == 617
        await press(pilot, "q", "n", "enter")
        assert isinstance(pilot.app.screen, TextDialog)
        await press(pilot, "escape")
        assert chooser(pilot)

    drive(WinnableApp(None, LAMP_OFF), script)

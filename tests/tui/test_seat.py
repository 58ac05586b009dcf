"""What happens at a table when other programs, or the disk, have a say in it."""

import pytest
from tui_driver import (
    Hand,
    click_at,
    drive,
    press,
    said,
    settle,
    table_app,
    table_screen,
    until,
)

from winnable import GAMES, Place, Session
from winnable.errors import StoreError
from winnable.play import Autoplay
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options

STALE = "Another program has gone on with game 1"
QUIET = Options(lamp=False, autoplay="off")


def begun(store: Store) -> SavedGame:
    table = SavedGame(Session.new("freecell", 617), store.games)
    table.make("t8c1")
    return table


@pytest.mark.parametrize(
    "keys",
    [
        ["1", "c", "2"],
        ["u"],
        ["R"],
        ["A"],
        ["colon", *"3b 4c", "enter"],
        ["n", "n"],
    ],
    ids="-".join,
)
def test_another_program_has_gone_on_with_the_game(keys: list[str]) -> None:
    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            other = store.open_game(1)
            other.make("t3c4")
            await press(pilot, *keys)
            screen = table_screen(pilot)
            assert STALE in said(pilot)
            moves = [str(step.move) for step in screen.session.steps]
            assert moves == ["t8c1", "t3c4"], "it stands as the other program left it"
            assert screen.felt.view == screen.session.view
            assert screen.picked is None
            await press(pilot, "1", "c", "2")
            assert said(pilot).startswith("t1c2"), "and goes on from there"

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)
        assert store.games.history()[0].moves == 3


@pytest.mark.parametrize("key", ["H", "w", "b"])
def test_what_the_coach_found_about_another_line_is_not_told(key: str) -> None:
    with Store.open() as store:
        table = begun(store)
        assert table.session.game is GAMES["freecell"]

        async def script(pilot: Hand) -> None:
            store.open_game(1).make("t3c4")
            await press(pilot, key)
            await until(pilot, lambda: STALE in said(pilot), "the news")
            assert len(table_screen(pilot).session.steps) == 2

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)


def test_the_lamp_at_a_stale_table() -> None:
    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            store.open_game(1).make("t3c4")
            await press(pilot, "v")
            screen = table_screen(pilot)
            await until(pilot, lambda: len(screen.session.steps) == 2, "the news")
            assert STALE in said(pilot)
            await until(pilot, lambda: not screen.counsel.light.long.endswith("..."), "the lamp")

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)


def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            screen = table_screen(pilot)
            with monkeypatch.context() as full:
                full.setattr(store, "replace", fail)
                await press(pilot, "1", "c", "2")
                assert said(pilot) == "t1c2: J♦ to cell 2. Not kept: the disk is full."
                assert screen.status.said.endswith("· NOT KEPT")
                assert len(screen.session.steps) == 2, "play goes on"
            await press(pilot, "2", "c", "3")
            assert said(pilot) == "t2c3: K♠ to cell 3."
            assert "NOT KEPT" not in screen.status.said

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)
        assert store.games.history()[0].moves == 3, "the next move kept everything"


def test_a_game_that_is_gone_from_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            def gone(*_: object) -> None:
                raise StoreError("game 1 is gone")

            monkeypatch.setattr(store, "replace", gone)
            monkeypatch.setattr(store, "set_seconds", gone)
            await press(pilot, "n", "n")
            assert not table_screen(pilot).session.steps, "another game is dealt all the same"
            await press(pilot, "q")
            assert isinstance(pilot.app.screen, ChooserScreen)

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)


def test_a_game_given_up_is_kept_as_such() -> None:
    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            await press(pilot, "n", "n")

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)
        assert [kept.outcome for kept in store.games.history()] == [Outcome.GIVEN_UP]


def test_pointing_at_other_cards_picks_those_up() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "1", "2")
        assert said(pilot).startswith("No: J♦ is not one lower than K♠")
        assert table_screen(pilot).picked is None, "who types means a whole move"
        await press(pilot, "1")
        await click_at(pilot, Place.parse("t2"))
        assert said(pilot).endswith("K♠ picked up: where to?")
        await press(pilot, "2")
        assert table_screen(pilot).picked is None
        await press(pilot, "1", "f", "1")
        assert said(pilot).startswith("No: ")
        assert table_screen(pilot).picked is None

    drive(table_app(Session.new("freecell", 617)), script)


def test_another_screen_tells_a_table_that_it_is_stale() -> None:
    with Store.open() as store:
        begun(store)

        async def script(pilot: Hand) -> None:
            table = table_screen(pilot).table
            await press(pilot, "question_mark")
            store.open_game(1).make("t3c4")
            with pytest.raises(StoreError):
                table.count_hint()
            await press(pilot, "q")
            await settle(pilot)
            assert len(table_screen(pilot).session.steps) == 2
            assert "Another program" in said(pilot)

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)


def test_autoplay_of_the_options_is_that_of_a_fresh_table() -> None:
    async def script(pilot: Hand) -> None:
        assert table_screen(pilot).session.autoplay is Autoplay.ALL

    fresh = SavedGame(Session.new("freecell", 617, autoplay="safe"))
    drive(WinnableApp(None, Options(lamp=False, autoplay="all"), opening=fresh), script)
    begun_already = SavedGame(Session.new("freecell", 617, autoplay="safe"))
    begun_already.make("t8c1")

    async def as_it_was(pilot: Hand) -> None:
        assert table_screen(pilot).session.autoplay is Autoplay.SAFE

    options = Options(lamp=False, autoplay="all")
    drive(WinnableApp(None, options, opening=begun_already), as_it_was)

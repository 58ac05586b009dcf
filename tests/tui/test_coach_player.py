"""The coach plays in the app: on the real game, until it ends or somebody stops it."""

from threading import Event

import pytest
from position_builders import endgame
from requires_kernels import need_kernels
from tui_driver import (
    LAMP_OFF,
    LAMP_ON,
    Driver,
    click_at,
    click_text,
    drive,
    game_app,
    game_screen,
    key_move,
    message,
    moves_made,
    picture,
    press,
    until,
)

from winnable import GAMES, Autoplay, Place, Session, parse_move
from winnable.coach import Chance, Coach, Evaluation, Hint, Odds
from winnable.solver import Verdict
from winnable.store import Outcome, Store
from winnable.tui import coach_player
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.widgets.verdict_label import verdict_label

Patch = pytest.MonkeyPatch
FREECELL = GAMES["freecell"]
LATE = ("KS QH", "KH QS", "KD QC JC", "KC QD")
SO_FAR = Evaluation(Verdict.UNSETTLED, Odds(400, 0))
FINAL = Evaluation(Verdict.UNSETTLED, Odds(399, 1), chance=Chance(41, 100))
WITHOUT_CHANCE = Evaluation(Verdict.UNSETTLED, Odds(399, 1))
STATUS = "the coach plays: Esc stops it"


@pytest.fixture(autouse=True)
def quick_pace(monkeypatch: Patch) -> None:
    monkeypatch.setattr(coach_player, "SECONDS_PER_MOVE", 0.01)


@pytest.fixture
def first_moves(monkeypatch: Patch) -> None:
    """A coach that takes no time: it names the first legal move."""

    def hint(self: Coach, session: Session, **_: object) -> Hint:
        return Hint(next(session.legal_moves(), None), Verdict.UNSETTLED)

    monkeypatch.setattr(Coach, "hint", hint)


@pytest.fixture
def slow_coach(monkeypatch: Patch) -> list[Event]:
    """A coach that thinks until it is cancelled; the events that cancel it."""
    asked: list[Event] = []

    def hint(self: Coach, session: Session, *, cancel: Event, **_: object) -> Hint:
        asked.append(cancel)
        cancel.wait()
        return Hint(next(session.legal_moves(), None), Verdict.UNSETTLED)

    monkeypatch.setattr(Coach, "hint", hint)
    return asked


def is_playing(pilot: Driver) -> bool:
    return game_screen(pilot).coach.player.is_playing


@pytest.mark.parametrize("autoplay", Autoplay)
def test_it_wins_what_can_be_won(autoplay: Autoplay) -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            screen = game_screen(pilot)
            await press(pilot, "C")
            await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")
            await press(pilot, "escape")
            made = len(screen.session.steps)
            assert f"The coach has won the game in {made} move" in message(pilot)
            assert not is_playing(pilot)
            await press(pilot, "C")
            assert message(pilot) == "The game is won."

        session = Session(FREECELL, endgame(FREECELL, *LATE), autoplay=autoplay)
        drive(game_app(session, store), script)
        [summary] = store.games.history()
        assert (summary.outcome, summary.is_unaided) == (Outcome.WON, False)
        assert summary.hints == summary.coach_moves == summary.moves


@pytest.mark.usefixtures("slow_coach")
def test_it_is_said_that_the_game_counts_apart() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "C")
            assert message(pilot) == (
                "The coach plays, seeing only what you see; this game will be counted "
                "separately in the statistics. Press Esc to stop it."
            )

        drive(game_app(Session.new("golf", 5), store), script)

    async def nowhere(pilot: Driver) -> None:
        await press(pilot, "C")
        expected = "The coach plays, seeing only what you see. Press Esc to stop it."
        assert message(pilot) == expected

    drive(game_app(Session.new("golf", 5)), nowhere)


@pytest.mark.usefixtures("first_moves")
def test_it_plays_until_no_move_is_left() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        await until(pilot, lambda: not is_playing(pilot), "the end")
        assert game_screen(pilot).session.is_stuck
        assert "The coach has not won: after " in message(pilot)
        assert "b goes back" in game_screen(pilot).controller.message
        assert STATUS not in game_screen(pilot).status.text
        await press(pilot, "C")
        assert message(pilot) == "No legal move is left."

    drive(game_app(Session.new("golf", 5)), script)


def test_a_lost_game_is_not_played_on(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Coach, "hint", lambda *_, **__: Hint(None, Verdict.LOST))

    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        await until(pilot, lambda: not is_playing(pilot), "the end")
        assert message(pilot) == (
            "The coach has no move to make. Lost: there is no way to win from here."
        )

    drive(game_app(Session.new("golf", 5)), script)


def test_escape_stops_it(slow_coach: list[Event]) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        assert STATUS in game_screen(pilot).status.text
        assert "Press Esc to stop it." in message(pilot)
        await until(pilot, lambda: bool(slow_coach), "the question")
        await press(pilot, "escape")
        assert message(pilot) == "The coach has stopped after 0 moves. You play on."
        assert STATUS not in game_screen(pilot).status.text
        assert slow_coach[0].is_set()
        assert moves_made(pilot) == []

    drive(game_app(Session.new("golf", 5)), script, (120, 30))


@pytest.mark.usefixtures("slow_coach")
@pytest.mark.parametrize(
    "key", ["u", "H", "n", "R", "b", "w", "C", "V", "v", "colon", "question_mark", "1", "t", "e"]
)
def test_any_key_that_does_something_stops_it(key: str) -> None:
    async def script(pilot: Driver) -> None:
        player = game_screen(pilot).coach.player
        await press(pilot, "d", "C")
        assert player.is_playing
        await press(pilot, "left")
        assert player.is_playing, "looking around does not disturb it"
        await press(pilot, key)
        assert not player.is_playing

    drive(game_app(Session.new("golf", 5)), script)


@pytest.mark.usefixtures("slow_coach")
@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("u", "Undone: deal."),
        ("d", "deal: "),
        ("n", "Press n again"),
        ("H", "Thinking about a hint ..."),
        ("t", "t ... now type a number."),
        ("v", "The lamp is on"),
    ],
)
def test_what_stops_it_does_not_hide_that_it_has_stopped(key: str, said: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "d", "C", key)
        assert message(pilot).startswith(f"The coach has stopped. You play on. {said}")
        await press(pilot, "escape", "r")
        assert "coach" not in message(pilot), "it is said once"

    drive(game_app(Session.new("golf", 5)), script)


@pytest.mark.usefixtures("slow_coach")
def test_nor_does_a_move_by_mouse() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        await click_at(pilot, None)
        assert message(pilot).startswith("The coach has stopped. You play on. ")
        assert moves_made(pilot) == ["deal"]
        await click_at(pilot, None)
        assert "coach" not in message(pilot)

    drive(game_app(Session.new("golf", 5)), script)


@pytest.mark.usefixtures("slow_coach")
def test_so_does_any_click() -> None:
    async def script(pilot: Driver) -> None:
        for text in ("", "u Undo", "C Coach", "deal 5"):
            await press(pilot, "C")
            assert is_playing(pilot)
            if text:
                await click_text(pilot, text)
            else:
                await click_at(pilot, Place.parse("t1"))
            await pilot.pause()
            assert not is_playing(pilot)
        await click_text(pilot, "C Coach")
        await pilot.pause()
        assert is_playing(pilot)

    drive(game_app(Session.new("golf", 5)), script)


@pytest.mark.usefixtures("slow_coach")
def test_leaving_stops_it() -> None:
    async def script(pilot: Driver) -> None:
        player = game_screen(pilot).coach.player
        await press(pilot, "C", "q")
        assert isinstance(pilot.app.screen, GameChooserScreen)
        assert not player.is_playing

    drive(game_app(Session.new("golf", 5)), script)


@pytest.mark.usefixtures("first_moves")
def test_another_program_stops_it(monkeypatch: Patch) -> None:
    monkeypatch.setattr(coach_player, "SECONDS_PER_MOVE", 1)
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "d", "C")
            store.open_game(1).make("deal")
            await until(pilot, lambda: not is_playing(pilot), "the end")
            assert "nother program" in message(pilot)
            assert "The coach has stopped. You play on." in message(pilot)
            assert moves_made(pilot) == ["deal", "deal"]

        drive(game_app(Session.new("golf", 5), store), script)


def test_a_coach_that_fails_says_so(monkeypatch: Patch) -> None:
    def fail(*_: object, **__: object) -> Hint:
        raise MemoryError

    monkeypatch.setattr(Coach, "hint", fail)

    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        await until(pilot, lambda: message(pilot) == "The coach failed: MemoryError.", "the end")
        assert not is_playing(pilot)

    drive(game_app(Session.new("golf", 5)), script)


def test_autoplay_that_would_break_the_win_is_turned_off(monkeypatch: Patch) -> None:
    def hint(self: Coach, session: Session, **_: object) -> Hint:
        return Hint(parse_move("t8c1"), Verdict.WINNABLE, 50, autoplay_off=True)

    monkeypatch.setattr(Coach, "hint", hint)
    monkeypatch.setattr(coach_player, "SECONDS_PER_MOVE", 0.3)

    async def script(pilot: Driver) -> None:
        session = game_screen(pilot).session
        await press(pilot, "C")
        await until(pilot, lambda: bool(session.steps), "a move")
        assert session.autoplay is Autoplay.OFF
        assert "Auto-move is now off" in message(pilot)
        await press(pilot, "escape")

    drive(game_app(Session.new("freecell", 617, autoplay=Autoplay.ALL)), script)


def test_the_real_coach_plays_golf_beside_the_lamp() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "C")
        await until(pilot, lambda: len(moves_made(pilot)) >= 2, "two moves")
        await press(pilot, "escape")
        made = len(moves_made(pilot))
        assert f"The coach has stopped after {made} moves." in message(pilot)
        assert game_screen(pilot).controller.saved_game.hints == made
        await key_move(pilot, parse_move("deal"))
        assert len(moves_made(pilot)) == made + 1

    need_kernels()
    drive(game_app(Session.new("golf", 5), options=LAMP_ON), script)


@pytest.mark.usefixtures("slow_coach")
@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("evaluation", [None, SO_FAR, FINAL, WITHOUT_CHANCE])
def test_the_status_line_says_how_to_stop_it(width: int, evaluation: Evaluation | None) -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        await press(pilot, "C")
        if evaluation is not None:
            screen.coach.label = verdict_label(evaluation, is_final=evaluation is not SO_FAR)
        screen.show_status()
        await pilot.pause()
        status = picture(pilot).splitlines()[0]
        assert "Esc stops" in status
        assert evaluation is not FINAL or "chance about 41%" in status

    drive(game_app(Session.new("golf", 5), options=LAMP_OFF), script, (width, 24))

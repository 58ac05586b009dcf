"""The screens as text: at three sizes, in colour, without colour and in ASCII.

`WRITE_GOLDEN=1 pytest tests/tui/test_snapshots.py` writes the golden files; look at the changes.
"""

import os
from pathlib import Path

import pytest
from position_builders import endgame
from rich.color import Color
from tui_driver import LAMP_OFF, Driver, drive, game_app, game_screen, picture, press, until

from winnable import GAMES, Session
from winnable.coach import Chance, Evaluation, Odds, Review
from winnable.play.lines import Line, add_line, read_node
from winnable.solver import Result, Verdict
from winnable.store import SavedGame
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.branch import BranchScreen
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.widgets.verdict_label import verdict_label

GOLDEN = Path(__file__).parent.parent / "golden" / "tui"

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x20": (40, 20)}
LOOKS = {
    "colour": LAMP_OFF,
    "no-colour": Options(one_click=False, colour=False),
    "ascii": Options(one_click=False, colour=False, ascii=True),
}

GERMAN = Options(language="de", one_click=False)

every_size = pytest.mark.parametrize("size", SIZES)
every_look = pytest.mark.parametrize("look", LOOKS)


async def check(pilot: Driver, name: str, size: str, look: str) -> None:
    """Compare the screen with its golden file."""
    await pilot.pause()
    shown = picture(pilot) + "\n"
    assert len(shown.splitlines()) <= SIZES[size][1]
    assert look != "ascii" or shown.isascii(), [sign for sign in shown if not sign.isascii()]
    file = GOLDEN / f"app-{name}-{size}-{look}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


@every_size
@every_look
@pytest.mark.parametrize("slug", GAMES)
def test_a_game(slug: str, look: str, size: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "1" if slug != "golf-relaxed" else "j")
        await check(pilot, slug, size, look)

    drive(game_app(Session.new(slug, 617), options=LOOKS[look]), script, SIZES[size])


@every_size
@every_look
def test_the_list_of_games(size: str, look: str) -> None:
    async def script(pilot: Driver) -> None:
        await check(pilot, "games", size, look)

    drive(WinnableApp(None, LOOKS[look]), script, SIZES[size])


@pytest.mark.parametrize("look", ["colour", "ascii"])
@pytest.mark.parametrize(
    ("name", "keys"),
    [("help", "?"), ("options", "o"), ("number", "n12x\r"), ("level", "w")],
)
def test_help_and_dialogs(name: str, keys: str, look: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, *("enter" if key == "\r" else key for key in keys))
        await check(pilot, name, "80x24", look)

    drive(WinnableApp(None, LOOKS[look]), script)


@pytest.mark.parametrize("size", ["80x24", "40x20"])
@pytest.mark.parametrize("slug", ["easthaven", "golf-relaxed"])
def test_a_game_in_german(slug: str, size: str) -> None:
    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        odds = Evaluation(Verdict.UNSETTLED, Odds(248, 152), chance=Chance(41, 100))
        screen.coach.label = verdict_label(odds, is_final=True)
        screen.show_status()
        await check(pilot, f"{slug}-de", size, "colour")
        assert len(screen.keys.text.splitlines()) <= 2 or size == "40x20"

    drive(game_app(Session.new(slug, 617), options=GERMAN), script, SIZES[size])


@pytest.mark.parametrize(
    ("name", "keys"), [("games", ""), ("help", "?"), ("options", "o"), ("level", "w")]
)
def test_other_screens_in_german(name: str, keys: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, *keys)
        await check(pilot, f"{name}-de", "80x24", "colour")

    drive(WinnableApp(None, GERMAN), script)


@every_look
def test_a_win(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "winnable.tui.screens.win_dialog.describe_review", lambda *_: ["No shorter win was found."]
    )
    near = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH"))

    async def script(pilot: Driver) -> None:
        await press(pilot, "1", "g")
        await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")
        await until(pilot, lambda: "No shorter" in picture(pilot), "the review")
        await check(pilot, "won", "80x24", look)

    drive(game_app(near, options=LOOKS[look]), script)


@every_look
@pytest.mark.parametrize("size", ["80x24", "120x40"])
def test_a_review(look: str, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.new("freecell", 617)
    for move in ("t8c1", "t3c2", "t2c3", "t1c4"):
        session.make(move)
    won, lost = Verdict.WINNABLE, Verdict.LOST
    first = tuple(session.legal_moves())[:1]
    found = Review(
        session.game,
        (won, won, won, Verdict.UNSETTLED, lost),
        is_won=False,
        last_winnable=2,
        rest=Result(won, first, 1, 0.0),
    )
    monkeypatch.setattr("winnable.tui.review_controller.review", lambda *_, **__: found)
    monkeypatch.setattr(
        "winnable.tui.review_controller.describe_review", lambda *_: ["It was lost.", "♠ it was."]
    )

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await until(pilot, lambda: "It was lost" in screen.message.text, "the review")
        await press(pilot, "left")
        await check(pilot, "review", size, look)

    drive(game_app(session, options=LOOKS[look]), script, SIZES[size])


@every_look
@every_size
def test_a_branch(size: str, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("winnable.tui.lamp.Lamp.evaluate", lambda *_: None)
    saved_game = SavedGame(Session.new("freecell", 617))
    for move in ("t8c1", "t3c2"):
        saved_game.make(move)
    saved_game.keep_lines(
        add_line(saved_game.played, Line("Another ten", 1, (read_node("t4c2"), read_node("t4c3"))))
    )
    lost = Evaluation(Verdict.LOST)

    async def script(pilot: Driver) -> None:
        await press(pilot, "e", "v", "enter", "r")
        screen = pilot.app.screen
        assert isinstance(screen, BranchScreen)
        screen.lamp_label = verdict_label(lost, is_final=True)
        screen.show_status()
        await check(pilot, "branch", size, look)

    drive(WinnableApp(None, LOOKS[look], initial_game=saved_game), script, SIZES[size])


def test_no_color_shows_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Driver) -> None:
        await press(pilot, "1")
        for strip in pilot.app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                assert style is None or all(
                    colour is None or colour.is_default or _is_grey(colour)
                    for colour in (style.color, style.bgcolor)
                ), segment

    drive(game_app(Session.new("freecell", 617), options=Options.of(None)), script)


def _is_grey(colour: Color) -> bool:
    red, green, blue = colour.get_truecolor()
    return max(red, green, blue) - min(red, green, blue) < 3

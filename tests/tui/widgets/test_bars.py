"""The lines around the card table."""

import asyncio

import pytest
from textual.app import App, ComposeResult

from winnable.coach import Chance, Evaluation, Odds
from winnable.solver import Verdict
from winnable.tui.actions import GAME_ACTIONS, REPLAY_ACTIONS, Action
from winnable.tui.options import Options
from winnable.tui.widgets.bars import KeyBar, MessageBar, StatusBar, StatusPart
from winnable.tui.widgets.verdict_label import verdict_label


class BarsApp(App[None]):
    def __init__(self, options: Options) -> None:
        super().__init__()
        self.status = StatusBar(options)
        self.message = MessageBar(options)
        self.keys = KeyBar(options)

    def compose(self) -> ComposeResult:
        yield self.status
        yield self.message
        yield self.keys


def shown(
    app: BarsApp, width: int, parts: list[StatusPart], actions: tuple[Action, ...] = ()
) -> tuple[str, str]:
    """What the status bar and the key bar show in a terminal of that width."""

    async def run() -> None:
        async with app.run_test(size=(width, 10)) as pilot:
            app.status.show_parts(parts)
            app.keys.show_actions(actions)
            await pilot.pause()

    asyncio.run(run())
    return app.status.text, app.keys.text


PARTS = [
    StatusPart("FreeCell", "FreeCell"),
    StatusPart("deal 617", "#617"),
    StatusPart("0:00"),
    StatusPart(""),
]


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (80, "FreeCell · deal 617 · 0:00"),
        (20, "FreeCell · deal 617"),
        (16, "FreeCell · #617"),
        (14, "FreeCell #617"),
        (10, "#617"),
        (3, "#61"),
    ],
)
def test_a_narrow_status_bar_is_short(width: int, text: str) -> None:
    assert shown(BarsApp(Options()), width, PARTS)[0] == text


LAMP = verdict_label(
    Evaluation(Verdict.UNSETTLED, Odds(399, 1), chance=Chance(28, 100)), is_final=True
)


@pytest.mark.parametrize("width", [18, 26, 38, 46, 60, 70, 78, 98])
def test_your_chance_is_never_cut(width: int) -> None:
    """In a line too short for both numbers it is the one that is shown."""
    parts = [StatusPart("Golf Relaxed", "Golf Relaxed"), StatusPart("deal 12345", "#12345")]
    parts += [StatusPart("12 moves", "12"), StatusPart("0:12")]
    for more in ([], [StatusPart("the coach plays: Esc stops it", "coach: Esc stops")]):
        text, _ = shown(BarsApp(Options()), width, [*parts, *more, LAMP])
        assert "chance about 28%" in text
        assert ("winnable in" in text) is ("winnable" in text) is text.endswith("% of cases")
        if width >= 38:
            assert "12" in text
            assert ("Esc stops" in text) is bool(more)


def test_the_status_bar_adapts_to_a_new_width() -> None:
    app = BarsApp(Options())

    async def run() -> None:
        async with app.run_test(size=(80, 10)) as pilot:
            app.status.show_parts(PARTS)
            await pilot.resize_terminal(20, 10)
            await pilot.pause()
            assert app.status.text == "FreeCell · deal 617"

    asyncio.run(run())


def test_ascii() -> None:
    app = BarsApp(Options(ascii=True))
    parts = [StatusPart("10♠ · 7♥"), StatusPart("lost", "lost", "#ff0000")]
    text, keys = shown(app, 80, parts, REPLAY_ACTIONS)
    assert text == "TS - 7H - lost"
    assert keys.isascii()
    assert "Right Next" in keys


def test_colour_only_where_the_options_allow_it() -> None:
    for colour in (True, False):
        app = BarsApp(Options(colour=colour))
        shown(app, 80, [StatusPart("lost", "lost", "#ff0000")])
        assert bool(getattr(app.status.content, "spans", None)) is colour


@pytest.mark.parametrize("width", [20, 40, 60, 80, 90, 120])
def test_keys_and_labels_stay_together(width: int) -> None:
    app = BarsApp(Options())
    _, keys = shown(app, width, [], GAME_ACTIONS)
    lines = keys.splitlines()
    assert len(lines) <= 2 or width == 20
    assert all(len(line) <= width for line in lines)
    offered = [entry for line in lines for entry in line.split("  ")]
    assert set(offered) <= {f"{action.key} {action.label}" for action in GAME_ACTIONS}
    assert {": Type", "? Help", "^P More", "q Leave"} <= set(offered)
    assert app.keys.styles.height is not None
    assert app.keys.styles.height.value == len(lines)
    assert (len(offered) == len(GAME_ACTIONS)) is (width >= 120)


def test_messages_are_not_markup() -> None:
    app = BarsApp(Options())

    async def run() -> None:
        async with app.run_test():
            app.message.show("[b]not bold[/b]")

    asyncio.run(run())
    assert app.message.text == "[b]not bold[/b]"

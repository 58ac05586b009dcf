"""The strip of verdicts: a sign for each position, and marks that say which is which."""

import asyncio

import pytest
from textual.app import App, ComposeResult

from winnable import GAMES
from winnable.coach import Review
from winnable.solver import Verdict
from winnable.tui.strip import Strip

WON, OPEN, LOST = Verdict.WINNABLE, Verdict.UNSETTLED, Verdict.LOST


class Strips(App[None]):
    """A terminal with a strip in it."""

    def __init__(self) -> None:
        super().__init__()
        self.strip = Strip()

    def compose(self) -> ComposeResult:
        yield self.strip


def drawn(
    verdicts: tuple[Verdict, ...],
    made: int,
    *,
    mistake: int | None = None,
    width: int = 40,
    ascii_only: bool = False,
) -> list[str]:
    app = Strips()
    review = Review(GAMES["freecell"], verdicts, is_won=False, mistake=mistake)

    async def run() -> str:
        async with app.run_test(size=(width, 10)) as pilot:
            app.strip.show(review, made, colour=True, ascii_only=ascii_only)
            await pilot.pause()
            assert app.strip.styles.height is not None
            assert app.strip.styles.height.value == len(str(app.strip.content).splitlines())
            return str(app.strip.content)

    return asyncio.run(run()).splitlines()


def test_there_are_four_columns_for_a_position_at_most() -> None:
    assert drawn((WON, WON, LOST), 0, mistake=2) == [
        "◆███████×░░░",
        "█ winnable  ░ lost  ◆ here  × the mistake",
    ]


def test_in_ascii() -> None:
    assert drawn((WON, OPEN, LOST), 2, ascii_only=True) == [
        "++++????*---",
        "+ winnable  ? not settled  - lost  * here",
    ]


def test_a_long_game_takes_more_lines() -> None:
    rows = drawn((WON,) * 50, 45, width=40)
    assert rows[:2] == ["█" * 40, "█" * 5 + "◆" + "█" * 4]


@pytest.mark.parametrize("width", [20, 41, 80, 120])
def test_no_line_is_too_wide(width: int) -> None:
    for length in (1, 20, 39, 40, 41, 100):
        rows = drawn((WON,) * length, 0, width=width)
        assert all(len(row) <= width for row in rows[:-1])


def test_nothing_is_drawn_before_there_is_something() -> None:
    app = Strips()

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.click(Strip)
            assert str(app.strip.content) == ""
            assert app.strip.wide == 4

    asyncio.run(run())

"""The verdict strip: a sign for each position, and marks."""

import asyncio

import pytest
from textual.app import App, ComposeResult

from winnable import GAMES
from winnable.coach import Review
from winnable.solver import Verdict
from winnable.tui.options import Options
from winnable.tui.widgets.verdict_strip import VerdictStrip

WON, OPEN, LOST = Verdict.WINNABLE, Verdict.UNSETTLED, Verdict.LOST


class StripApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.strip = VerdictStrip()

    def compose(self) -> ComposeResult:
        yield self.strip


def drawn(
    verdicts: tuple[Verdict, ...],
    move_number: int,
    *,
    mistake: int | None = None,
    width: int = 40,
    ascii_only: bool = False,
) -> list[str]:
    app = StripApp()
    review = Review(GAMES["freecell"], verdicts, is_won=False, mistake=mistake)

    async def run() -> str:
        async with app.run_test(size=(width, 10)) as pilot:
            app.strip.show(review, move_number, Options(ascii=ascii_only))
            await pilot.pause()
            assert app.strip.styles.height is not None
            assert app.strip.styles.height.value == len(str(app.strip.content).splitlines())
            return str(app.strip.content)

    return asyncio.run(run()).splitlines()


def test_a_position_has_at_most_four_columns() -> None:
    assert drawn((WON, WON, LOST), 0, mistake=2) == [
        "◆███████×░░░",
        "█ winnable  ░ lost  ◆ here  × mistake",
    ]


def test_ascii() -> None:
    assert drawn((WON, OPEN, LOST), 2, ascii_only=True) == [
        "++++????*---",
        "+ winnable  ? unsettled  - lost  * here",
    ]


def test_a_long_game_takes_more_lines() -> None:
    rows = drawn((WON,) * 50, 45, width=40)
    assert rows[:2] == ["█" * 40, "█" * 5 + "◆" + "█" * 4]


@pytest.mark.parametrize("width", [20, 41, 80, 120])
def test_no_line_is_too_wide(width: int) -> None:
    for length in (1, 20, 39, 40, 41, 100):
        rows = drawn((WON,) * length, 0, width=width)
        assert all(len(row) <= width for row in rows[:-1])


def test_it_is_empty_before_there_is_a_review() -> None:
    app = StripApp()

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.click(VerdictStrip)
            assert str(app.strip.content) == ""
            assert app.strip.cell_width == 4

    asyncio.run(run())

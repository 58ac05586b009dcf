"""The verdict strip: a sign for each position, and marks."""

import asyncio

import pytest
from textual.app import App, ComposeResult

from winnable import GAMES
from winnable.coach import Review
from winnable.coach.luck import LuckReview, StepChance
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
    luck: LuckReview | None = None,
) -> list[str]:
    app = StripApp()
    review = Review(GAMES["golf-relaxed"], verdicts, is_won=False, mistake=mistake, luck=luck)

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


def lucky(length: int) -> LuckReview:
    """The first step is costly, and all is lost by the last one."""
    steps = [StepChance(200, 100, 100, 12.0, True), *[StepChance(100, 100, 100)] * (length - 3)]
    return LuckReview(200, 200, (*steps, StepChance(100, 100, 0)), length - 1)


def test_the_chances_stand_below() -> None:
    assert drawn((WON,) * 4, 3, luck=lucky(4), width=80) == [
        "████████████◆███",
        "████▾▅▅▅▅▅▅▅▁▁▁▁",
        "█ winnable  ◆ here  chance ▁ (0%) to █ (100%)  ▾ costly",
    ]
    assert drawn((WON,) * 4, 3, luck=lucky(4), width=80, ascii_only=True) == [
        "++++++++++++*+++",
        "9999v55555550000",
        "+ winnable  * here  chance 0 (0%) to 9 (100%)  v costly",
    ]


def test_a_narrow_legend_has_two_lines() -> None:
    rows = drawn((WON, LOST, LOST, LOST), 3, luck=lucky(4), mistake=1, width=40)
    assert rows[2:] == [
        "█ winnable  ░ lost  ◆ here  × mistake",
        "chance ▁ (0%) to █ (100%)  ▾ costly",
    ]


def test_each_row_of_a_long_game_has_its_chances_below() -> None:
    rows = drawn((WON,) * 50, 0, luck=lucky(50), width=40)
    assert [len(row) for row in rows[:4]] == [40, 40, 10, 10]
    assert [row[-1] for row in rows[:4]] == ["█", "▅", "█", "▁"]


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

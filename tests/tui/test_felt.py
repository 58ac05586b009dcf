"""What is done to the felt with the mouse: clicks, double clicks and drags."""

from __future__ import annotations

import pytest
from card_table_app import SavedGame, at, lines, run, where
from textual import events
from textual.pilot import Pilot

from winnable import Session
from winnable.tui.canvas import Drag

# -- clicks ---------------------------------------------------------------------------------------


def test_a_click_presses_what_is_there() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        for place, index in (("t1", -1), ("t1", 2), ("c3", -1), ("f4", -1)):
            await pilot.click(table.felt, offset=where(table.felt, place, index))

    assert run(play) == ["pressed t1.6", "pressed t1.2", "pressed c3.-1", "pressed f4.-1"]


def test_the_stock_can_be_pressed() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "stock"))

    assert run(play, Session.new("easthaven", 1).view) == ["pressed stock.-1"]


def test_below_a_column_and_on_its_name_is_the_column() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        x, _ = where(table.felt, "t5")
        await pilot.click(table.felt, offset=(x, table.felt.size.height - 1))
        label = next(label for label in table.felt.plan.labels if label.text == "t5")
        await pilot.click(table.felt, offset=(label.x, label.y))

    assert run(play) == ["pressed t5.5", "pressed t5.5"]


def test_a_click_that_hits_nothing_is_left_to_the_screen() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=(0, 10))
        await pilot.click(table.felt, offset=where(table.felt, "t1"), button=3)

    assert run(play) == ["click 1", "click 3"]


def test_a_double_click_is_one_press_and_one_double_click() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "t1"), times=2)

    assert run(play) == ["pressed t1.6", "double t1.6"]


def test_four_clicks_are_two_double_clicks() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "t1"), times=4)

    assert run(play) == ["pressed t1.6", "double t1.6"] * 2


def test_two_clicks_are_no_double_click_if_the_first_changed_the_card() -> None:
    """As in Golf, where a click plays a card: the next one lies where it lay."""

    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        x, y = where(table.felt, "t1")
        session = Session.new("freecell", 1)
        session.make("t1c1")
        for _ in range(2):
            for kind in (events.MouseDown, events.MouseUp):
                table.post_message(_mouse(kind, x, y + 1))
            await pilot.pause()
            table.felt.view = session.view
            await pilot.pause()

    assert run(play) == ["pressed t1.6", "pressed t1.5"]


def test_real_clicks_one_after_the_other_make_a_double_click() -> None:
    """Through the app's own event handling, as a terminal's driver sends them."""

    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        x, y = where(table.felt, "t2")
        for _ in range(2):
            for kind in (events.MouseDown, events.MouseUp):
                table.post_message(_mouse(kind, x, y + 1))
            await pilot.pause()

    assert run(play) == ["pressed t2.6", "double t2.6"]


# -- drags ----------------------------------------------------------------------------------------


def _mouse(
    kind: type[events.MouseEvent], x: int, y: int, button: int = 1, **more: int
) -> events.MouseEvent:
    """An event as a driver makes it."""
    return kind(None, x, y, 0, 0, button, False, False, False, x, y, **more)  # type: ignore[arg-type]


async def drag(
    table: SavedGame, pilot: Pilot[None], start: tuple[int, int], *stops: tuple[int, int]
) -> None:
    """Hold the button down and move from stop to stop; it is not let go."""
    await pilot.mouse_down(table.felt, offset=start)
    for stop in stops:
        await pilot.hover(table.felt, offset=stop)


def test_cards_are_dragged_from_pile_to_pile() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        start, end = where(felt, "t1", 5), where(felt, "t4")
        await drag(table, pilot, start, (start[0] + 5, start[1] + 3), end)
        assert felt.drag == Drag(at("t1"), 5, end[0] - start[0], end[1] - start[1])
        assert table.mouse_captured is felt
        await pilot.mouse_up(felt, offset=end)
        assert felt.drag is None
        assert table.mouse_captured is None

    assert run(play) == ["started t1.5", "dragged t1.5 to t4.6"]


def test_dragged_cards_are_drawn_where_the_pointer_is() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        before = lines(felt)
        start = where(felt, "t1")
        await drag(table, pilot, start, (start[0] + 4, start[1] + 3))
        spot = felt.plan.last(at("t1"))
        assert lines(felt)[spot.y + 3][spot.x + 4 :].startswith("▔6♠▔▔●▔")
        await pilot.mouse_up(felt, offset=(start[0] + 4, start[1] + 3))
        await pilot.pause()
        assert lines(felt) == before

    assert run(play) == ["started t1.6", "dragged t1.6 to nowhere"]


def test_who_drags_too_many_is_given_those_that_are_picked_up() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        start = where(felt, "t1", 3)
        await drag(table, pilot, start, (start[0] + 4, start[1] + 3))
        felt.selection = (at("t1"), 6)
        assert felt.marks.drag == Drag(at("t1"), 6, 4, 3)

    assert run(play) == ["started t1.3"]


@pytest.mark.parametrize(
    "end", ["nothing", "itself", "outside", "the stock"], ids=lambda end: end.replace(" ", "-")
)
def test_cards_let_go_elsewhere_are_dragged_nowhere(end: str) -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        stops = {
            "nothing": (0, felt.size.height - 1),
            "itself": where(felt, "t3", 1),
            "outside": (5, felt.size.height),
            "the stock": where(felt, "stock"),
        }
        start = where(felt, "t3")
        await drag(table, pilot, start, (start[0] + 7, start[1] + 2), stops[end])
        await pilot.mouse_up(felt, offset=stops[end])
        assert felt.drag is None
        assert table.mouse_captured is None

    told = run(play, Session.new("easthaven", 1).view)
    assert told == ["started t3.2", "dragged t3.2 to nowhere"]


def test_a_hand_may_miss_a_pile_by_a_little() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        spot = table.felt.plan.last(at("t4"))
        end = (spot.x + spot.width, spot.y)
        await drag(table, pilot, where(table.felt, "t1"), (50, 15), end)
        await pilot.mouse_up(table.felt, offset=end)

    assert run(play) == ["started t1.6", "dragged t1.6 to t4.6"]


def test_another_button_gives_a_drag_up() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.mouse_down(table.felt, offset=where(table.felt, "t4"), button=3)
        assert table.mouse_captured is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["started t1.6", "dragged t1.6 to nowhere"]


def test_escape_gives_a_drag_up_and_otherwise_is_the_screens() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        table.felt.focus()
        await pilot.press("escape")
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.press("escape")
        assert table.felt.drag is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["escape", "started t1.6", "dragged t1.6 to nowhere"]


def test_the_screen_can_end_a_drag_silently() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        assert not table.felt.cancel_drag()
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        assert table.felt.cancel_drag()
        assert table.mouse_captured is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["started t1.6"]


def test_a_new_view_or_a_new_size_gives_a_drag_up() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        table.felt.view = Session.new("freecell", 2).view
        await pilot.pause()
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.resize_terminal(100, 40)

    nowhere = ["started t1.6", "dragged t1.6 to nowhere"]
    assert run(play) == nowhere * 2


def test_a_slip_of_the_hand_is_still_a_click() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        x, y = where(table.felt, "t1")
        table.post_message(_mouse(events.MouseDown, x, y + 1))
        table.post_message(_mouse(events.MouseMove, x + 1, y + 1))
        table.post_message(_mouse(events.MouseUp, x + 1, y + 1))
        await pilot.pause()

    assert run(play) == ["pressed t1.6"]


def test_a_terminal_without_motion_can_drag_and_click() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        (x, y), (to_x, to_y) = where(table.felt, "t1"), where(table.felt, "t4")
        table.post_message(_mouse(events.MouseDown, x, y + 1))
        table.post_message(_mouse(events.MouseUp, to_x, to_y + 1))
        await pilot.pause()
        await pilot.click(table.felt, offset=(x, y))
        await pilot.click(table.felt, offset=(to_x, to_y))

    told = run(play)
    assert told == ["started t1.6", "dragged t1.6 to t4.6", "pressed t1.6", "pressed t4.6"]


def test_a_release_that_nobody_told_of_is_noticed() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        x, y = where(table.felt, "t1")
        table.post_message(_mouse(events.MouseDown, x, y + 1))
        table.post_message(_mouse(events.MouseMove, x + 9, y + 1, button=1))
        table.post_message(_mouse(events.MouseMove, x + 19, y + 1, button=0))
        await pilot.pause()
        assert table.felt.drag is None
        assert table.mouse_captured is None

    assert run(play) == ["started t1.6", "dragged t1.6 to nowhere"]


def test_only_cards_can_be_dragged() -> None:
    """Neither an empty place, nor the stock, nor a card that lies face down."""

    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        for place, index in (("f1", -1), ("stock", -1), ("t1", 0)):
            start = where(table.felt, place, index)
            await drag(table, pilot, start, (40, 15))
            assert table.felt.drag is None
            await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play, Session.new("easthaven", 1).view) == []


def test_motion_without_a_button_does_nothing() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        await pilot.hover(table.felt, offset=where(table.felt, "t1"))
        await pilot.hover(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == []

"""The card table and the mouse: clicks, double clicks and drags."""

from __future__ import annotations

import pytest
from card_table_app import CardTableApp, at, lines, run, where
from textual import events
from textual.pilot import Pilot

from winnable import Session
from winnable.tui.drawing.painter import Drag

# -- clicks ---------------------------------------------------------------------------------------


def test_a_click_is_posted() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        for place, index in (("t1", -1), ("t1", 2), ("c3", -1), ("f4", -1)):
            await pilot.click(app.table, offset=where(app.table, place, index))

    assert run(script) == ["clicked t1.6", "clicked t1.2", "clicked c3.-1", "clicked f4.-1"]


def test_the_stock_can_be_clicked() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await pilot.click(app.table, offset=where(app.table, "stock"))

    assert run(script, Session.new("easthaven", 1).view) == ["clicked stock.-1"]


def test_below_a_column_and_on_its_name_is_the_column() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        x, _ = where(app.table, "t5")
        await pilot.click(app.table, offset=(x, app.table.size.height - 1))
        label = next(label for label in app.table.table_layout.labels if label.text == "t5")
        await pilot.click(app.table, offset=(label.x, label.y))

    assert run(script) == ["clicked t5.5", "clicked t5.5"]


def test_a_click_that_hits_nothing_is_left_to_the_screen() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await pilot.click(app.table, offset=(0, 10))
        await pilot.click(app.table, offset=where(app.table, "t1"), button=3)

    assert run(script) == ["click 1", "click 3"]


def test_a_double_click_is_a_click_and_a_double_click() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await pilot.click(app.table, offset=where(app.table, "t1"), times=2)

    assert run(script) == ["clicked t1.6", "double-clicked t1.6"]


def test_four_clicks_are_two_double_clicks() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await pilot.click(app.table, offset=where(app.table, "t1"), times=4)

    assert run(script) == ["clicked t1.6", "double-clicked t1.6"] * 2


def test_two_clicks_are_no_double_click_if_the_first_changed_the_card() -> None:
    """As in Golf, where a click plays a card and uncovers the next."""

    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        x, y = where(app.table, "t1")
        session = Session.new("freecell", 1)
        session.make("t1c1")
        for _ in range(2):
            for kind in (events.MouseDown, events.MouseUp):
                app.post_message(_mouse(kind, x, y + 1))
            await pilot.pause()
            app.table.view = session.view
            await pilot.pause()

    assert run(script) == ["clicked t1.6", "clicked t1.5"]


def test_real_clicks_one_after_the_other_make_a_double_click() -> None:
    """Through the app's own event handling, as a terminal's driver sends them."""

    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        x, y = where(app.table, "t2")
        for _ in range(2):
            for kind in (events.MouseDown, events.MouseUp):
                app.post_message(_mouse(kind, x, y + 1))
            await pilot.pause()

    assert run(script) == ["clicked t2.6", "double-clicked t2.6"]


# -- drags ----------------------------------------------------------------------------------------


def _mouse(
    kind: type[events.MouseEvent], x: int, y: int, button: int = 1, **more: int
) -> events.MouseEvent:
    """An event as a driver makes it."""
    return kind(None, x, y, 0, 0, button, False, False, False, x, y, **more)  # type: ignore[arg-type]


async def drag(
    app: CardTableApp, pilot: Pilot[None], start: tuple[int, int], *stops: tuple[int, int]
) -> None:
    """Press the button and move from stop to stop, without releasing it."""
    await pilot.mouse_down(app.table, offset=start)
    for stop in stops:
        await pilot.hover(app.table, offset=stop)


def test_cards_are_dragged_from_pile_to_pile() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        start, end = where(table, "t1", 5), where(table, "t4")
        await drag(app, pilot, start, (start[0] + 5, start[1] + 3), end)
        assert table.drag == Drag(at("t1"), 5, end[0] - start[0], end[1] - start[1])
        assert app.mouse_captured is table
        await pilot.mouse_up(table, offset=end)
        assert table.drag is None
        assert app.mouse_captured is None

    assert run(script) == ["dragging t1.5", "dropped t1.5 on t4.6"]


def test_dragged_cards_are_drawn_where_the_pointer_is() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        before = lines(table)
        start = where(table, "t1")
        await drag(app, pilot, start, (start[0] + 4, start[1] + 3))
        spot = table.table_layout.last(at("t1"))
        assert lines(table)[spot.y + 3][spot.x + 4 :].startswith("▔6♠▔▔●▔")
        await pilot.mouse_up(table, offset=(start[0] + 4, start[1] + 3))
        await pilot.pause()
        assert lines(table) == before

    assert run(script) == ["dragging t1.6", "dropped t1.6 on nothing"]


def test_only_the_selected_cards_are_dragged() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        start = where(table, "t1", 3)
        await drag(app, pilot, start, (start[0] + 4, start[1] + 3))
        table.selection = (at("t1"), 6)
        assert table.marks.drag == Drag(at("t1"), 6, 4, 3)

    assert run(script) == ["dragging t1.3"]


@pytest.mark.parametrize(
    "end", ["nothing", "itself", "outside", "the stock"], ids=lambda end: end.replace(" ", "-")
)
def test_cards_dropped_elsewhere_are_dropped_on_nothing(end: str) -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        stops = {
            "nothing": (0, table.size.height - 1),
            "itself": where(table, "t3", 1),
            "outside": (5, table.size.height),
            "the stock": where(table, "stock"),
        }
        start = where(table, "t3")
        await drag(app, pilot, start, (start[0] + 7, start[1] + 2), stops[end])
        await pilot.mouse_up(table, offset=stops[end])
        assert table.drag is None
        assert app.mouse_captured is None

    posted = run(script, Session.new("easthaven", 1).view)
    assert posted == ["dragging t3.2", "dropped t3.2 on nothing"]


def test_a_drop_may_miss_a_pile_by_a_little() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        spot = app.table.table_layout.last(at("t4"))
        end = (spot.x + spot.width, spot.y)
        await drag(app, pilot, where(app.table, "t1"), (50, 15), end)
        await pilot.mouse_up(app.table, offset=end)

    assert run(script) == ["dragging t1.6", "dropped t1.6 on t4.6"]


def test_another_button_cancels_a_drag() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await drag(app, pilot, where(app.table, "t1"), where(app.table, "t4"))
        await pilot.mouse_down(app.table, offset=where(app.table, "t4"), button=3)
        assert app.mouse_captured is None
        await pilot.mouse_up(app.table, offset=where(app.table, "t4"))

    assert run(script) == ["dragging t1.6", "dropped t1.6 on nothing"]


def test_escape_cancels_a_drag_and_otherwise_belongs_to_the_screen() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        app.table.focus()
        await pilot.press("escape")
        await drag(app, pilot, where(app.table, "t1"), where(app.table, "t4"))
        await pilot.press("escape")
        assert app.table.drag is None
        await pilot.mouse_up(app.table, offset=where(app.table, "t4"))

    assert run(script) == ["escape", "dragging t1.6", "dropped t1.6 on nothing"]


def test_the_screen_can_end_a_drag_silently() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        assert not app.table.end_drag()
        await drag(app, pilot, where(app.table, "t1"), where(app.table, "t4"))
        assert app.table.end_drag()
        assert app.mouse_captured is None
        await pilot.mouse_up(app.table, offset=where(app.table, "t4"))

    assert run(script) == ["dragging t1.6"]


def test_a_new_view_or_a_new_size_cancels_a_drag() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await drag(app, pilot, where(app.table, "t1"), where(app.table, "t4"))
        app.table.view = Session.new("freecell", 2).view
        await pilot.pause()
        await drag(app, pilot, where(app.table, "t1"), where(app.table, "t4"))
        await pilot.resize_terminal(100, 40)

    cancelled = ["dragging t1.6", "dropped t1.6 on nothing"]
    assert run(script) == cancelled * 2


def test_a_click_may_slip_by_a_cell() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        x, y = where(app.table, "t1")
        app.post_message(_mouse(events.MouseDown, x, y + 1))
        app.post_message(_mouse(events.MouseMove, x + 1, y + 1))
        app.post_message(_mouse(events.MouseUp, x + 1, y + 1))
        await pilot.pause()

    assert run(script) == ["clicked t1.6"]


def test_a_terminal_without_motion_can_drag_and_click() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        (x, y), (to_x, to_y) = where(app.table, "t1"), where(app.table, "t4")
        app.post_message(_mouse(events.MouseDown, x, y + 1))
        app.post_message(_mouse(events.MouseUp, to_x, to_y + 1))
        await pilot.pause()
        await pilot.click(app.table, offset=(x, y))
        await pilot.click(app.table, offset=(to_x, to_y))

    posted = run(script)
    assert posted == ["dragging t1.6", "dropped t1.6 on t4.6", "clicked t1.6", "clicked t4.6"]


def test_a_release_that_was_not_reported_is_noticed() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        x, y = where(app.table, "t1")
        app.post_message(_mouse(events.MouseDown, x, y + 1))
        app.post_message(_mouse(events.MouseMove, x + 9, y + 1, button=1))
        app.post_message(_mouse(events.MouseMove, x + 19, y + 1, button=0))
        await pilot.pause()
        assert app.table.drag is None
        assert app.mouse_captured is None

    assert run(script) == ["dragging t1.6", "dropped t1.6 on nothing"]


def test_only_cards_can_be_dragged() -> None:
    """Not an empty place, the stock or a face-down card."""

    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        for place, index in (("f1", -1), ("stock", -1), ("t1", 0)):
            start = where(app.table, place, index)
            await drag(app, pilot, start, (40, 15))
            assert app.table.drag is None
            await pilot.mouse_up(app.table, offset=where(app.table, "t4"))

    assert run(script, Session.new("easthaven", 1).view) == []


def test_motion_without_a_button_does_nothing() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        await pilot.hover(app.table, offset=where(app.table, "t1"))
        await pilot.hover(app.table, offset=where(app.table, "t4"))

    assert run(script) == []

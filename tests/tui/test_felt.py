"""The table as a widget, with a real mouse: what it says was done, and what it draws."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from felt_drawings import SCENES
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from winnable import Place, Session, view
from winnable.tui.canvas import Drag
from winnable.tui.felt import Felt
from winnable.tui.inks import THEMES
from winnable.tui.layout import Spot
from winnable.tui.options import Options
from winnable.views import View


def at(text: str) -> Place:
    return Place.parse(text)


class Table(App[None]):
    """A table with a line above and below it, which remembers what it was told."""

    BINDINGS = [Binding("escape", "note_escape")]  # noqa: RUF012 - as Textual has it

    def __init__(self, shown: View | None = None) -> None:
        super().__init__()
        self.felt = Felt(shown or Session.new("freecell", 1).view)
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("above", id="above")
        yield self.felt
        yield Static("below", id="below")

    def action_note_escape(self) -> None:
        self.told.append("escape")

    def on_felt_pressed(self, event: Felt.Pressed) -> None:
        self.told.append(f"pressed {name(event.spot)}")

    def on_felt_double_clicked(self, event: Felt.DoubleClicked) -> None:
        self.told.append(f"double {name(event.spot)}")

    def on_felt_drag_started(self, event: Felt.DragStarted) -> None:
        self.told.append(f"started {name(event.spot)}")

    def on_felt_dragged(self, event: Felt.Dragged) -> None:
        self.told.append(f"dragged {name(event.start)} to {name(event.end)}")

    def on_click(self, event: events.Click) -> None:
        self.told.append(f"click {event.button}")


def name(spot: Spot | None) -> str:
    """``t1.6``: the card at index 6 of the first column."""
    return f"{spot.place or 'stock'}.{spot.index}" if spot else "nowhere"


Play = Callable[[Table, Pilot[None]], Awaitable[None]]


def run(play: Play, shown: View | None = None, size: tuple[int, int] = (80, 22)) -> list[str]:
    """Play at a table, and hear what it was told."""

    async def session() -> list[str]:
        table = Table(shown)
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await play(table, pilot)
            await pilot.pause()
        return table.told

    return asyncio.run(session())


def where(felt: Felt, place: str, index: int = -1) -> tuple[int, int]:
    """A cell of a card, from the corner of the felt."""
    spot = felt.plan.spot(None if place == "stock" else at(place), index)
    return spot.x + 2, spot.y


def lines(felt: Felt) -> list[str]:
    return [felt.render_line(y).text for y in range(felt.size.height)]


# -- clicks ---------------------------------------------------------------------------------------


def test_a_click_presses_what_is_there() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        for place, index in (("t1", -1), ("t1", 2), ("c3", -1), ("f4", -1)):
            await pilot.click(table.felt, offset=where(table.felt, place, index))

    assert run(play) == ["pressed t1.6", "pressed t1.2", "pressed c3.-1", "pressed f4.-1"]


def test_the_stock_can_be_pressed() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "stock"))

    assert run(play, Session.new("easthaven", 1).view) == ["pressed stock.-1"]


def test_below_a_column_and_on_its_name_is_the_column() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        x, _ = where(table.felt, "t5")
        await pilot.click(table.felt, offset=(x, table.felt.size.height - 1))
        label = next(label for label in table.felt.plan.labels if label.text == "t5")
        await pilot.click(table.felt, offset=(label.x, label.y))

    assert run(play) == ["pressed t5.5", "pressed t5.5"]


def test_a_click_that_hits_nothing_is_left_to_the_screen() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=(0, 10))
        await pilot.click(table.felt, offset=where(table.felt, "t1"), button=3)

    assert run(play) == ["click 1", "click 3"]


def test_a_double_click_is_one_press_and_one_double_click() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "t1"), times=2)

    assert run(play) == ["pressed t1.6", "double t1.6"]


def test_four_clicks_are_two_double_clicks() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await pilot.click(table.felt, offset=where(table.felt, "t1"), times=4)

    assert run(play) == ["pressed t1.6", "double t1.6"] * 2


def test_two_clicks_are_no_double_click_if_the_first_changed_the_card() -> None:
    """As in Golf, where a click plays a card: the next one lies where it lay."""

    async def play(table: Table, pilot: Pilot[None]) -> None:
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

    async def play(table: Table, pilot: Pilot[None]) -> None:
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
    table: Table, pilot: Pilot[None], start: tuple[int, int], *stops: tuple[int, int]
) -> None:
    """Hold the button down and move from stop to stop; it is not let go."""
    await pilot.mouse_down(table.felt, offset=start)
    for stop in stops:
        await pilot.hover(table.felt, offset=stop)


def test_cards_are_dragged_from_pile_to_pile() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
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
    async def play(table: Table, pilot: Pilot[None]) -> None:
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
    async def play(table: Table, pilot: Pilot[None]) -> None:
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
    async def play(table: Table, pilot: Pilot[None]) -> None:
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
    async def play(table: Table, pilot: Pilot[None]) -> None:
        spot = table.felt.plan.last(at("t4"))
        end = (spot.x + spot.width, spot.y)
        await drag(table, pilot, where(table.felt, "t1"), (50, 15), end)
        await pilot.mouse_up(table.felt, offset=end)

    assert run(play) == ["started t1.6", "dragged t1.6 to t4.6"]


def test_another_button_gives_a_drag_up() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.mouse_down(table.felt, offset=where(table.felt, "t4"), button=3)
        assert table.mouse_captured is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["started t1.6", "dragged t1.6 to nowhere"]


def test_escape_gives_a_drag_up_and_otherwise_is_the_screens() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        table.felt.focus()
        await pilot.press("escape")
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.press("escape")
        assert table.felt.drag is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["escape", "started t1.6", "dragged t1.6 to nowhere"]


def test_the_screen_can_end_a_drag_silently() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        assert not table.felt.cancel_drag()
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        assert table.felt.cancel_drag()
        assert table.mouse_captured is None
        await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == ["started t1.6"]


def test_a_new_view_or_a_new_size_gives_a_drag_up() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        table.felt.view = Session.new("freecell", 2).view
        await pilot.pause()
        await drag(table, pilot, where(table.felt, "t1"), where(table.felt, "t4"))
        await pilot.resize_terminal(100, 40)

    nowhere = ["started t1.6", "dragged t1.6 to nowhere"]
    assert run(play) == nowhere * 2


def test_a_slip_of_the_hand_is_still_a_click() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        x, y = where(table.felt, "t1")
        table.post_message(_mouse(events.MouseDown, x, y + 1))
        table.post_message(_mouse(events.MouseMove, x + 1, y + 1))
        table.post_message(_mouse(events.MouseUp, x + 1, y + 1))
        await pilot.pause()

    assert run(play) == ["pressed t1.6"]


def test_a_terminal_without_motion_can_drag_and_click() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        (x, y), (to_x, to_y) = where(table.felt, "t1"), where(table.felt, "t4")
        table.post_message(_mouse(events.MouseDown, x, y + 1))
        table.post_message(_mouse(events.MouseUp, to_x, to_y + 1))
        await pilot.pause()
        await pilot.click(table.felt, offset=(x, y))
        await pilot.click(table.felt, offset=(to_x, to_y))

    told = run(play)
    assert told == ["started t1.6", "dragged t1.6 to t4.6", "pressed t1.6", "pressed t4.6"]


def test_a_release_that_nobody_told_of_is_noticed() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
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

    async def play(table: Table, pilot: Pilot[None]) -> None:
        for place, index in (("f1", -1), ("stock", -1), ("t1", 0)):
            start = where(table.felt, place, index)
            await drag(table, pilot, start, (40, 15))
            assert table.felt.drag is None
            await pilot.mouse_up(table.felt, offset=where(table.felt, "t4"))

    assert run(play, Session.new("easthaven", 1).view) == []


def test_motion_without_a_button_does_nothing() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        await pilot.hover(table.felt, offset=where(table.felt, "t1"))
        await pilot.hover(table.felt, offset=where(table.felt, "t4"))

    assert run(play) == []


# -- drawing --------------------------------------------------------------------------------------


def test_it_draws_what_is_assigned() -> None:
    position, marks = SCENES["freecell"]

    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.view = view(position)
        felt.selection, felt.targets, felt.cursor = marks.selection, marks.targets, marks.cursor
        felt.skin = THEMES["no-colour"]
        await pilot.pause()
        assert any("►╭7♠──●╮◄" in line for line in lines(felt))
        felt.hint = (at("t1"), 5, at("t3"))
        await pilot.pause()
        assert any("╭2♥──↑╮" in line for line in lines(felt))

    run(play)


def test_only_the_lines_that_change_are_drawn_anew() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.cursor = (at("t1"), 6)
        await pilot.pause()
        redrawn: list[Region] = []
        refresh = felt.refresh

        def spy(*regions: Region, **how: bool) -> Felt:
            redrawn.extend(regions or [Region(0, 0, *felt.size)])
            return refresh(*regions, **how)

        felt.refresh = spy  # type: ignore[method-assign]
        felt.cursor = (at("t1"), 2)
        await pilot.pause()
        spots = [felt.plan.spot(at("t1"), index) for index in (2, 6)]
        rows = {spot.y + down for spot in spots for down in range(spot.height)}
        assert {region.y for region in redrawn} == rows
        assert {region.height for region in redrawn} == {1}

    run(play)


def test_what_is_on_the_screen_is_what_is_drawn() -> None:
    """Through the compositor, line by line, after many small changes."""

    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.focus()
        for step in ((0, -1), (1, 0), (1, 0), (0, -1), (-1, 0), (0, 1)) * 3:
            felt.move_cursor(*step)
            felt.targets = frozenset({at(f"t{abs(step[0]) + 2}")})
            await pilot.pause()
        screen = [strip.text for strip in table.screen._compositor.render_strips()]
        assert screen[felt.region.y : felt.region.bottom] == lines(felt)

    run(play)


def test_a_resize_lays_the_table_out_anew() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        assert (felt.plan.card_width, felt.plan.card_height) == (7, 3)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert (felt.plan.card_width, felt.plan.card_height) == (11, 7)
        assert all(len(line) == 120 for line in lines(felt))
        await pilot.click(felt, offset=where(felt, "t8"))
        await pilot.resize_terminal(20, 6)
        await pilot.pause()
        assert all(len(line) == 20 for line in lines(felt))

    assert run(play) == ["pressed t8.5"]


def test_it_is_dressed_as_the_player_likes() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        assert felt.skin.name == "green"
        felt.dress(Options(four_colour=True, left_handed=True))
        await pilot.pause()
        assert felt.skin.name == "four-colour"
        assert felt.plan.last(at("f1")).x < felt.plan.last(at("c1")).x
        felt.dress(Options(colour=False, ascii=True))
        await pilot.pause()
        assert all(line.isascii() for line in lines(felt))
        styles = [segment.style for y in range(20) for segment in felt.render_line(y)]
        assert None not in styles
        assert {(style.color, style.bgcolor) for style in styles if style} <= {(None, None)}

    run(play)


def test_a_felt_without_a_view_is_bare() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        table.felt.view = None
        await pilot.pause()
        assert not "".join(lines(table.felt)).strip()
        table.felt.move_cursor(1, 0)
        assert table.felt.cursor is None

    run(play)


# -- the cursor -----------------------------------------------------------------------------------


def test_the_first_step_shows_the_cursor() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.move_cursor(1, 0)
        assert felt.cursor == (at("t1"), 6)
        felt.move_cursor(1, 0)
        assert felt.cursor == (at("t2"), 6)
        felt.cursor_to(at("c2"))
        assert felt.cursor == (at("c2"), -1)
        felt.cursor_to(at("t9"))
        assert felt.cursor == (at("c2"), -1)

    run(play)


def test_the_cursor_stays_on_the_table() -> None:
    async def play(table: Table, pilot: Pilot[None]) -> None:
        felt = table.felt
        session = Session.new("freecell", 1)
        session.make("t3c1")
        felt.cursor = (at("t3"), 6)
        felt.view = session.view
        await pilot.pause()
        assert felt.cursor == (at("t3"), 5)
        felt.view = Session.new("aces-up", 1).view
        felt.cursor = (at("t8"), 3)
        await pilot.pause()
        assert felt.marks.cursor == (at("t1"), 0)

    run(play)

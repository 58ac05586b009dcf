"""The card table as a widget: it draws a view and posts what the player does with the mouse.

It knows no rules. What happens is posted as messages about spots:

- a click (button down and up on the same card): `CardTable.Clicked`;
- a second click at once on the same card: `CardTable.DoubleClicked`. So a double click is one
  Clicked and one DoubleClicked, in this order; if the first click changed the card there, the
  second is an ordinary Clicked;
- a drag: `CardTable.DragStarted`, and at its end always one `CardTable.Dropped` with the pile where
  the cards were dropped, or None if that is no other pile or the drag was cancelled (Escape,
  another mouse button, a new view, a new size). Only `end_drag` ends a drag without a message.

Where the terminal does not report motion, a drag is only seen when it ends, and clicks work as
usual. Clicks on nothing, and other buttons, bubble to the screen as Textual's own events.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from winnable.position import Place
from winnable.tui.drawing.card_art import Drawing
from winnable.tui.drawing.cursor import Cursor, first_cursor, kept_cursor, moved_cursor
from winnable.tui.drawing.layout import Layout, Spot, make_layout
from winnable.tui.drawing.painter import Drag, Marks, MoveMark, paint
from winnable.tui.drawing.palette import PALETTES, Colours, Palette, find_palette
from winnable.tui.options import Options
from winnable.view import View

__all__ = ["CardTable", "rich_style"]


class CardTable(Widget, can_focus=True):
    """A card table. Assign what it shows; only the lines that change are redrawn."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "CardTable { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel_drag", show=False)]

    class Clicked(Message):
        """A card, an empty place or the stock was clicked."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class DoubleClicked(Clicked):
        """The card that was just clicked was clicked again."""

    class DragStarted(Clicked):
        """A card, and the cards on it, are being dragged."""

    class Dropped(Message):
        """Dragged cards were dropped on another pile, or nowhere."""

        def __init__(self, start: Spot, end: Spot | None) -> None:
            super().__init__()
            self.start, self.end = start, end

    view: reactive[View | None] = reactive(None, repaint=False)
    selection: reactive[tuple[Place, int] | None] = reactive(None, repaint=False)
    """A pile, and the first of its selected cards."""
    targets: reactive[frozenset[Place]] = reactive(frozenset(), repaint=False)
    cursor: reactive[Cursor | None] = reactive(None, repaint=False)
    hint: reactive[MoveMark | None] = reactive(None, repaint=False)
    drag: reactive[Drag | None] = reactive(None, repaint=False)
    palette: reactive[Palette] = reactive(find_palette(), repaint=False)
    left_handed: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, view: View | None = None) -> None:
        super().__init__(id="card-table")
        self._layout: Layout | None = None
        self._rows: Drawing | None = None
        self._drawn: Drawing = ()
        self._is_redraw_scheduled = False
        self._down: tuple[Spot, int, int] | None = None
        """While the button is down: the spot and the cell where it went down."""
        self._has_moved_held = False
        """Whether the terminal has reported motion with the button held."""
        self._up: Spot | None = None
        """The spot the button went down and up on, until Textual's click event follows."""
        self._is_no_click = False
        """Whether the coming click event is the end of a drag."""
        self._clicked: Spot | None = None
        """The last spot clicked, if a second click may follow."""
        self.view = view

    def apply_options(self, options: Options) -> None:
        self.palette = options.palette
        self.left_handed = options.left_handed

    def on_mount(self) -> None:
        for name in ("selection", "targets", "cursor", "hint", "drag"):
            self.watch(self, name, self._schedule_redraw, init=False)
        for name in ("view", "left_handed"):
            self.watch(self, name, self._layout_changed, init=False)
        self.watch(self, "palette", self._palette_changed, init=False)

    # -- drawing ----------------------------------------------------------------------------------

    @property
    def table_layout(self) -> Layout:
        """Where everything is now."""
        if self._layout is None:
            view = self.view or View((), (), (), None)
            self._layout = make_layout(view, *self.size, left_handed=self.left_handed)
        return self._layout

    @property
    def marks(self) -> Marks:
        """What is highlighted now."""
        drag, selection = self.drag, self.selection
        if drag and selection and selection[0] == drag.place:
            # The cards that can be moved, even if the drag started at another card of the pile.
            drag = Drag(drag.place, selection[1], drag.dx, drag.dy)
        cursor = self.cursor and kept_cursor(self.table_layout, self.cursor)
        return Marks(selection, self.targets, cursor, self.hint, drag)

    @property
    def drawing(self) -> Drawing:
        """The table as it is drawn now."""
        if self._rows is None:
            self._rows = paint(self.table_layout, self.marks, self.palette)
        return self._rows

    def render_line(self, y: int) -> Strip:
        rows = self.drawing
        if y >= len(rows):
            return Strip.blank(self.size.width, Style())
        name = self.palette.name
        segments = [Segment(text, rich_style(name, colours)) for text, colours in rows[y]]
        return Strip(segments, self.table_layout.width)

    def _schedule_redraw(self) -> None:
        """Redraw once, after everything that is assigned together has been assigned."""
        self._rows = None
        if self.is_attached and not self._is_redraw_scheduled:
            self._is_redraw_scheduled = True
            self.call_next(self._redraw)

    def _redraw(self) -> None:
        self._is_redraw_scheduled = False
        before, self._drawn = self._drawn, self.drawing
        if len(before) != len(self._drawn):
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before, self._drawn, strict=True)):
            if old != new:
                self.refresh(Region(0, y, self.table_layout.width, 1))

    def _layout_changed(self) -> None:
        before, self._layout = self._layout, None
        self.cancel_drag()  # its start may be elsewhere now
        if self.cursor:
            self.cursor = kept_cursor(self.table_layout, self.cursor, before)
        self._schedule_redraw()

    def _palette_changed(self) -> None:
        self._drawn = ()  # the same characters may have other colours
        self._schedule_redraw()

    def on_resize(self) -> None:
        self._drawn = ()
        self._layout_changed()

    # -- the cursor -------------------------------------------------------------------------------

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor one step; the first step shows it."""
        here = self.cursor and kept_cursor(self.table_layout, self.cursor)
        layout = self.table_layout
        self.cursor = moved_cursor(layout, here, dx, dy) if here else first_cursor(layout)

    def move_cursor_to(self, place: Place | None) -> None:
        """Move the cursor to the last card of a place; None is the stock."""
        if place in self.table_layout.piles:
            self.cursor = (place, self.table_layout.last(place).index)

    # -- the mouse --------------------------------------------------------------------------------

    def _hit(self, event: events.MouseEvent) -> tuple[Spot | None, int, int]:
        """The spot under the pointer, and the cell."""
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        is_inside = 0 <= x < self.size.width and 0 <= y < self.size.height
        return (self.table_layout.hit(x, y) if is_inside else None), x, y

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._up, self._is_no_click = None, False
        if self.drag:  # another button, or the release of the first was never reported
            self.cancel_drag()
            self._is_no_click = True
            event.stop()
        elif event.button == 1:
            spot, x, y = self._hit(event)
            self._down = (spot, x, y) if spot else None
            self._has_moved_held = False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._down is None:
            return
        if self._has_moved_held and not event.button:
            self.cancel_drag()  # the button was released outside the terminal
            self._down = None
            return
        self._has_moved_held |= event.button > 0
        start, x, y = self._down
        _, to_x, to_y = self._hit(event)
        dx, dy = to_x - x, to_y - y
        # One cell sideways is still a click: hands are not that steady.
        if start.place and start.card and (self.drag or dy or abs(dx) > 1):
            if not self.drag:
                self.capture_mouse()
                self.post_message(self.DragStarted(start))
            self.drag = Drag(start.place, start.index, dx, dy)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        down, self._down = self._down, None
        if down is None:
            return
        start, end = down[0], self._drop_spot(event)
        target = end if end and end.place and end.place != start.place else None
        if self.end_drag():
            self._is_no_click = True
            self.post_message(self.Dropped(start, target))
        elif end and _is_same(start, end):
            self._up = end
        else:
            self._is_no_click = True
            if start.place and start.card and target:
                self.post_message(self.DragStarted(start))
                self.post_message(self.Dropped(start, target))

    def _drop_spot(self, event: events.MouseEvent) -> Spot | None:
        """The spot where cards are dropped; up to two cells beside it will do."""
        spot, x, y = self._hit(event)
        if spot or not (0 <= x < self.size.width and 0 <= y < self.size.height):
            return spot
        near = (self.table_layout.hit(x + dx, y) for dx in (-1, 1, -2, 2))
        return next((spot for spot in near if spot), None)

    def on_click(self, event: events.Click) -> None:
        spot, self._up = self._up, None
        if spot or self._is_no_click:
            event.stop()
        if not spot:
            return
        if event.chain > 1 and self._clicked and _is_same(spot, self._clicked):
            self._clicked = None
            self.post_message(self.DoubleClicked(spot))
        else:
            self._clicked = spot
            self.post_message(self.Clicked(spot))

    def end_drag(self) -> bool:
        """End a drag without a message; returns whether there was one."""
        if self.drag is None:
            return False
        self.drag = self._down = self._clicked = None
        self.release_mouse()
        return True

    def cancel_drag(self) -> None:
        """Return dragged cards to their pile, and post it like any other end of a drag."""
        down = self._down
        if self.end_drag() and down:
            self.post_message(self.Dropped(down[0], None))

    def action_cancel_drag(self) -> None:
        self.cancel_drag()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape belongs to the table only during a drag."""
        return self.drag is not None if action == "cancel_drag" else True


def _is_same(one: Spot, other: Spot) -> bool:
    """Whether two spots show the same card, or the same empty place."""
    return (one.place, one.index, one.card) == (other.place, other.index, other.card)


@lru_cache(maxsize=1024)
def rich_style(palette: str, colours: Colours) -> Style:
    """The Rich style of colours in the palette of that name."""
    style = PALETTES[palette].style(colours)
    return Style(
        color=style.fg,
        bgcolor=style.bg,
        bold=style.bold or None,
        reverse=style.reverse or None,
        underline=style.underline or None,
    )

"""The table as a widget: it draws a view, and tells what is done to it with the mouse.

There are no rules in it. What happens reaches the screen as messages about spots:

- a click (button down and up on the same card): `Felt.Pressed`;
- a second click at once on that card: `Felt.DoubleClicked` instead. So a double click is one
  Pressed and one DoubleClicked, in this order; if the first click changed what lies there, the
  second is a click like any other, and Pressed;
- cards dragged away: `Felt.DragStarted`, then, whatever happens, one `Felt.Dragged` with the place
  where they were let go, or None if that is no other pile, or if the drag was given up (escape,
  another mouse button, a new view, a new size). Only `cancel_drag` ends a drag without a message.

Where a terminal tells of no motion a drag is seen when it ends, and a click works as ever. A click
that hits nothing, and other buttons, are left to the screen as Textual's own events.
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
from winnable.tui.canvas import Drag, Marks, Row, paint
from winnable.tui.cursor import Cursor, first_cursor, kept_cursor, moved_cursor
from winnable.tui.inks import THEMES, Ink, Theme, find_theme
from winnable.tui.layout import Layout, Spot, lay_out
from winnable.tui.options import Options
from winnable.tui.themes import felt_theme
from winnable.view import View

__all__ = ["Felt", "ink_style"]


class Felt(Widget, can_focus=True):
    """A card table. Assign what it shows; the lines that change are drawn anew."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Felt { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up_drag", "Let the cards go", show=False)
    ]

    class Pressed(Message):
        """A card, an empty place or the stock was clicked."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class DoubleClicked(Message):
        """What was just pressed was clicked once more."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class DragStarted(Message):
        """A card, and what lies on it, is dragged away."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Dragged(Message):
        """Cards were dragged to another pile, or to nowhere."""

        def __init__(self, start: Spot, end: Spot | None) -> None:
            super().__init__()
            self.start, self.end = start, end

    view: reactive[View | None] = reactive(None, repaint=False)
    selection: reactive[tuple[Place, int] | None] = reactive(None, repaint=False)
    """A pile, and the first of its cards that are picked up."""
    targets: reactive[frozenset[Place]] = reactive(frozenset(), repaint=False)
    cursor: reactive[Cursor | None] = reactive(None, repaint=False)
    hint: reactive[tuple[Place | None, int, Place | None] | None] = reactive(None, repaint=False)
    """A pile (None is the stock), the first of its cards to move, and where to."""
    drag: reactive[Drag | None] = reactive(None, repaint=False)
    skin: reactive[Theme] = reactive(find_theme(), repaint=False)
    left_handed: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, view: View | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plan: Layout | None = None
        self._rows: tuple[Row, ...] | None = None
        self._drawn: tuple[Row, ...] = ()
        self._is_due = False
        self._down: tuple[Spot, int, int] | None = None
        """What the button went down on, and where, while it is down."""
        self._has_moved_held = False
        """Whether the terminal has told of motion with a button held."""
        self._up: Spot | None = None
        """What the button went up on, if that is what it went down on: the click is to come."""
        self._is_no_click = False
        """Whether the click to come is the end of a drag."""
        self._clicked: Spot | None = None
        """What was pressed last, if a second click may follow."""
        self.view = view

    def dress(self, options: Options) -> None:
        """Draw as a player wants it."""
        self.skin = felt_theme(options)
        self.left_handed = options.left_handed

    def on_mount(self) -> None:
        """From now on, whatever is assigned shows."""
        for name in ("selection", "targets", "cursor", "hint", "drag"):
            self.watch(self, name, self._changed, init=False)
        for name in ("view", "left_handed"):
            self.watch(self, name, self._relaid, init=False)
        self.watch(self, "skin", self._reskinned, init=False)

    # -- what is drawn ----------------------------------------------------------------------------

    @property
    def plan(self) -> Layout:
        """Where everything lies now."""
        if self._plan is None:
            view = self.view or View((), (), (), None)
            self._plan = lay_out(view, *self.size, left_handed=self.left_handed)
        return self._plan

    @property
    def marks(self) -> Marks:
        """What is pointed out now."""
        drag, selection = self.drag, self.selection
        if drag and selection and selection[0] == drag.place:
            # Who drags at a card that cannot be lifted is given those of its pile that can.
            drag = Drag(drag.place, selection[1], drag.dx, drag.dy)
        cursor = self.cursor and kept_cursor(self.plan, self.cursor)
        return Marks(selection, self.targets, cursor, self.hint, drag)

    def render_line(self, y: int) -> Strip:
        """A line of the table."""
        rows = self.painted()
        if y >= len(rows):
            return Strip.blank(self.size.width, Style())
        skin = self.skin.name
        segments = [Segment(text, ink_style(skin, ink)) for text, ink in rows[y]]
        return Strip(segments, self.plan.width)

    def painted(self) -> tuple[Row, ...]:
        """The table as it is drawn now."""
        if self._rows is None:
            self._rows = paint(self.plan, self.marks, self.skin)
        return self._rows

    def _changed(self) -> None:
        """Paint anew, once, when all that is assigned together has been assigned."""
        self._rows = None
        if self.is_attached and not self._is_due:
            self._is_due = True
            self.call_next(self._refresh_changed)

    def _refresh_changed(self) -> None:
        self._is_due = False
        before, self._drawn = self._drawn, self.painted()
        if len(before) != len(self._drawn):
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before, self._drawn, strict=True)):
            if old != new:
                self.refresh(Region(0, y, self.plan.width, 1))

    def _relaid(self) -> None:
        """Something lies elsewhere: what is being dragged would not know where from."""
        before, self._plan = self._plan, None
        self.give_up_drag()
        if self.cursor:
            self.cursor = kept_cursor(self.plan, self.cursor, before)
        self._changed()

    def _reskinned(self) -> None:
        self._drawn = ()  # the same characters may have other colours
        self._changed()

    def on_resize(self) -> None:
        """Lay the table out anew."""
        self._drawn = ()
        self._relaid()

    # -- the cursor -------------------------------------------------------------------------------

    def move_cursor(self, dx: int, dy: int) -> None:
        """One step; the first step shows the cursor."""
        here = self.cursor and kept_cursor(self.plan, self.cursor)
        self.cursor = moved_cursor(self.plan, here, dx, dy) if here else first_cursor(self.plan)

    def cursor_to(self, place: Place | None) -> None:
        """To the last card of a place; None is the stock."""
        if place in self.plan.piles:
            self.cursor = (place, self.plan.last(place).index)

    # -- the mouse --------------------------------------------------------------------------------

    def _hit(self, event: events.MouseEvent) -> tuple[Spot | None, int, int]:
        """What a pointer points at, and where it is."""
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        is_inside = 0 <= x < self.size.width and 0 <= y < self.size.height
        return (self.plan.hit(x, y) if is_inside else None), x, y

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Perhaps a click begins, perhaps a drag."""
        self._up, self._is_no_click = None, False
        if self.drag:  # the first button is still down, or its release was never told
            self.give_up_drag()
            self._is_no_click = True
            event.stop()
        elif event.button == 1:
            spot, x, y = self._hit(event)
            self._down = (spot, x, y) if spot else None
            self._has_moved_held = False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """With the button down, cards follow the pointer."""
        if self._down is None:
            return
        if self._has_moved_held and not event.button:
            self.give_up_drag()  # the button was let go where nobody told us
            self._down = None
            return
        self._has_moved_held |= event.button > 0
        start, x, y = self._down
        _, to_x, to_y = self._hit(event)
        dx, dy = to_x - x, to_y - y
        # A hand that clicks may slip by a cell sideways.
        if start.place and start.card and (self.drag or dy or abs(dx) > 1):
            if not self.drag:
                self.capture_mouse()
                self.post_message(self.DragStarted(start))
            self.drag = Drag(start.place, start.index, dx, dy)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Cards that were dragged are let go."""
        down, self._down = self._down, None
        if down is None:
            return
        start, end = down[0], self._let_go_at(event)
        target = end if end and end.place and end.place != start.place else None
        if self.cancel_drag():
            self._is_no_click = True
            self.post_message(self.Dragged(start, target))
        elif end and _is_same(start, end):
            self._up = end
        else:
            self._is_no_click = True
            if start.place and start.card and target:
                self.post_message(self.DragStarted(start))
                self.post_message(self.Dragged(start, target))

    def _let_go_at(self, event: events.MouseEvent) -> Spot | None:
        """The pile that cards are let go over; a hand may miss it a little."""
        spot, x, y = self._hit(event)
        if spot or not (0 <= x < self.size.width and 0 <= y < self.size.height):
            return spot
        near = (self.plan.hit(x + dx, y) for dx in (-1, 1, -2, 2))
        return next((spot for spot in near if spot), None)

    def on_click(self, event: events.Click) -> None:
        """The button went down and up on the same card, if this is not the end of a drag."""
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
            self.post_message(self.Pressed(spot))

    def cancel_drag(self) -> bool:
        """Let dragged cards lie where they were; says whether there were any, and posts nothing."""
        if self.drag is None:
            return False
        self.drag = self._down = self._clicked = None
        self.release_mouse()
        return True

    def give_up_drag(self) -> None:
        """The same, but the screen is told, as of any other end of a drag."""
        down = self._down
        if self.cancel_drag() and down:
            self.post_message(self.Dragged(down[0], None))

    def action_give_up_drag(self) -> None:
        """Escape, while cards are dragged."""
        self.give_up_drag()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing is dragged, escape means what the screen says."""
        return self.drag is not None if action == "give_up_drag" else True


def _is_same(one: Spot, other: Spot) -> bool:
    """Whether two spots show the same card, or the same place without one."""
    return (one.place, one.index, one.card) == (other.place, other.index, other.card)


@lru_cache(maxsize=1024)
def ink_style(skin: str, ink: Ink) -> Style:
    """What an ink looks like in a theme of that name, as Rich writes it."""
    look = THEMES[skin].look(ink)
    return Style(
        color=look.fg,
        bgcolor=look.bg,
        bold=look.bold or None,
        reverse=look.reverse or None,
        underline=look.underline or None,
    )

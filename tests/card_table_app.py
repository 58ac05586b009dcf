"""A card table in an app of its own, which records the messages that the table posts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Static

from winnable import Place, Session
from winnable.tui.drawing.layout import Spot
from winnable.tui.widgets.card_table import CardTable
from winnable.view import View


def at(text: str) -> Place:
    return Place.parse(text)


class CardTableApp(App[None]):
    """A card table with a line above and below it."""

    BINDINGS = [Binding("escape", "record_escape")]  # noqa: RUF012 - as Textual has it

    def __init__(self, view: View | None = None) -> None:
        super().__init__()
        self.table = CardTable(view or Session.new("freecell", 1).view)
        self.events: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("above", id="above")
        yield self.table
        yield Static("below", id="below")

    def action_record_escape(self) -> None:
        self.events.append("escape")

    def on_card_table_clicked(self, event: CardTable.Clicked) -> None:
        self.events.append(f"clicked {name(event.spot)}")

    def on_card_table_double_clicked(self, event: CardTable.DoubleClicked) -> None:
        self.events.append(f"double-clicked {name(event.spot)}")

    def on_card_table_drag_started(self, event: CardTable.DragStarted) -> None:
        self.events.append(f"dragging {name(event.spot)}")

    def on_card_table_dropped(self, event: CardTable.Dropped) -> None:
        self.events.append(f"dropped {name(event.start)} on {name(event.end)}")

    def on_click(self, event: events.Click) -> None:
        self.events.append(f"click {event.button}")


def name(spot: Spot | None) -> str:
    """``t1.6``: the card at index 6 of the first column."""
    return f"{spot.place or 'stock'}.{spot.index}" if spot else "nothing"


Script = Callable[[CardTableApp, Pilot[None]], Awaitable[None]]


def run(script: Script, view: View | None = None, size: tuple[int, int] = (80, 22)) -> list[str]:
    """Run a script in the app, and return what the table posted."""

    async def session() -> list[str]:
        app = CardTableApp(view)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)
            await pilot.pause()
        return app.events

    return asyncio.run(session())


def where(table: CardTable, place: str, index: int = -1) -> tuple[int, int]:
    """A cell of a card, from the corner of the table."""
    spot = table.table_layout.spot(None if place == "stock" else at(place), index)
    return spot.x + 2, spot.y


def lines(table: CardTable) -> list[str]:
    return [table.render_line(y).text for y in range(table.size.height)]

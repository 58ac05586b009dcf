"""The win animation: cards leap off the foundations, bounce, and leave a trail behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rich.segment import Segment
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from winnable.cards import Card
from winnable.position import Area
from winnable.tui.drawing.card_art import CardStyle, Row, draw_face
from winnable.tui.drawing.palette import Colours
from winnable.tui.widgets.card_table import CardTable, rich_style

__all__ = ["FlyingCard", "WinAnimation", "flying_cards"]

_FRAMES_PER_SECOND = 12
_FRAMES = 9 * _FRAMES_PER_SECOND
_FRAMES_PER_CARD = 5
_MAX_CARD_HEIGHT = 5
_GRAVITY, _BOUNCE = 0.45, 0.8


@dataclass
class FlyingCard:
    """A card in the air: its cell, and its speed in cells per frame."""

    card: Card
    x: float
    y: float
    dx: float
    dy: float = 0.0

    def move(self, floor: int) -> None:
        self.x += self.dx
        self.dy += _GRAVITY
        self.y += self.dy
        if self.y >= floor:
            self.y, self.dy = float(floor), -_BOUNCE * self.dy


def flying_cards(table: CardTable, random: Random) -> Iterator[FlyingCard]:
    """The cards of the foundations in turn, the top cards first."""
    foundations = [
        (spots[-1], [*table.view.foundations[place.slot]])
        for place, spots in table.table_layout.piles.items()
        if table.view and place and place.area is Area.FOUNDATION
    ]
    while any(pile for _, pile in foundations):
        for spot, pile in foundations:
            if pile:
                dx = random.choice((-1, -1, -1, 1)) * random.uniform(0.8, 2.6)
                yield FlyingCard(pile.pop(), spot.x, spot.y, dx, random.uniform(-1.2, 0.0))


class WinAnimation(Widget):
    """A copy of the card table, over which cards fly for a few seconds."""

    DEFAULT_CSS = "WinAnimation { layer: below; position: absolute; }"

    def __init__(self, table: CardTable, seed: int = 0) -> None:
        super().__init__(id="win-animation")
        self._palette, self._origin = table.palette, table.region.offset
        layout = table.table_layout
        self._table_size = (layout.width, layout.height)
        self._card_size = (layout.card_width, min(layout.card_height, _MAX_CARD_HEIGHT))
        self._cells = [_cells(row) for row in table.drawing]
        self._waiting = flying_cards(table, Random(seed))  # noqa: S311 - not for secrets
        self._flying: list[FlyingCard] = []
        self.frame = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self.styles.width, self.styles.height = self._table_size
        self.styles.offset = self._origin
        self._timer = self.set_interval(1 / _FRAMES_PER_SECOND, self.advance, repeat=_FRAMES)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self.display = False

    def advance(self) -> None:
        """Draw the next frame."""
        if self.frame % _FRAMES_PER_CARD == 0 and (card := next(self._waiting, None)):
            self._flying.append(card)
        self.frame += 1
        width, height = self._card_size
        for card in self._flying:
            card.move(self._table_size[1] - height)
            self._draw(card)
        self._flying = [card for card in self._flying if -width < card.x < self._table_size[0]]
        self.refresh()

    def _draw(self, card: FlyingCard) -> None:
        style = CardStyle(self._palette.unicode, boxed=True)  # borders make the trail visible
        for y, row in enumerate(draw_face(card.card, *self._card_size, style), round(card.y)):
            for x, cell in enumerate(_cells(row), round(card.x)):
                if 0 <= y < self._table_size[1] and 0 <= x < self._table_size[0]:
                    self._cells[y][x] = cell

    def render_line(self, y: int) -> Strip:
        cells = self._cells[y] if y < len(self._cells) else []
        return Strip(
            Segment(sign, rich_style(self._palette.name, colours)) for sign, colours in cells
        ).simplify()


def _cells(row: Row) -> list[tuple[str, Colours]]:
    return [(sign, colours) for text, colours in row for sign in text]

"""The name of the program, a letter a card, where a terminal has room for it."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from winnable.cards import Suit
from winnable.tui.felt import ink_style
from winnable.tui.inks import Ink, find_theme, suit_pen
from winnable.tui.options import Options
from winnable.tui.themes import felt_theme

__all__ = ["Banner"]

_NAME = "WINNABLE"
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_WIDE, _HIGH = 5, 3
_FELT = Ink("felt", "label")


class Banner(Widget):
    """Eight cards in a row."""

    DEFAULT_CSS = "Banner { height: 5; }"

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.skin = find_theme()

    def dress(self, options: Options) -> None:
        """Draw as a player wants it."""
        self.skin = felt_theme(options)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of it: a row of air above and below the cards."""
        pieces = [(" ", _FELT)]
        for at, letter in enumerate(_NAME):
            pieces += [*self._card(letter, _SUITS[at % 4], y - 1), (" ", _FELT)]
        width = sum(len(text) for text, _ in pieces)
        room = self.size.width
        if not 0 < y <= _HIGH or width > room:
            pieces, width = [], 0
        before = (room - width) // 2
        pieces = [(" " * before, _FELT), *pieces, (" " * (room - width - before), _FELT)]
        return Strip([Segment(text, ink_style(self.skin.name, ink)) for text, ink in pieces])

    def _card(self, letter: str, suit: Suit, row: int) -> list[tuple[str, Ink]]:
        sign = suit.sign if self.skin.unicode else suit.letter
        pen, rule = Ink("card", suit_pen(suit)), Ink("card", "rule")
        edges = "╭─╮│╰╯" if self.skin.unicode else "+-+|++"
        if not self.skin.boxed:
            edges = " " * len(edges)
        inner = _WIDE - 2
        if row == 1:
            return [(edges[3], rule), (letter.center(inner), pen), (edges[3], rule)]
        left, right = (edges[0], edges[2]) if row == 0 else (edges[4], edges[5])
        line = edges[1] * (inner - 1)
        if row == 0:
            return [(left, rule), (sign, pen), (line + right, rule)]
        return [(left + line, rule), (sign, pen), (right, rule)]

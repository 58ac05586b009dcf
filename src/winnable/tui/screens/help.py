"""The help screen: the rules of a game, the ways to move, and every key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from winnable.play.move_parser import ways_to_move
from winnable.rules import Game
from winnable.tui.actions import (
    CHOOSER_ACTIONS,
    GAME_ACTIONS,
    GAME_KEYS,
    PAGE_ACTIONS,
    PLACE_KEYS,
    REPLAY_ACTIONS,
)
from winnable.tui.bindings import make_bindings
from winnable.tui.navigator import Navigator
from winnable.tui.screens.action_screen import ActionScreen

__all__ = ["HelpScreen"]

_INDENT, _MAX_WIDTH = 23, 100

_MOUSE = {
    "drag": "move cards; the places where they may go light up",
    "click, click": "select cards, then click where they should go",
    "double click": "send a card home; in Golf one click does",
    "click on the stock": "deal",
}
_ACTIONS = {
    "IN A GAME": GAME_ACTIONS,
    "IN THE LIST OF GAMES": CHOOSER_ACTIONS,
    "IN A REPLAY OR REVIEW": REPLAY_ACTIONS,
}


class HelpScreen(ActionScreen[None]):
    ACTIONS = PAGE_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(PAGE_ACTIONS)]

    def __init__(self, navigator: Navigator, game: Game | None) -> None:
        super().__init__(navigator)
        self._game = game
        self.body = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self.status
        with VerticalScroll(classes="page"):
            yield self.body
        yield self.keys

    def on_mount(self) -> None:
        self.status.show(f"{self._game.name}: rules and keys" if self._game else "Rules and keys")
        self.show_actions()

    def on_resize(self) -> None:
        self.body.update(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        if self._game is not None:
            yield self._text(self._game.name.upper(), "bold")
            for paragraph in self._game.rules.split("\n\n"):
                yield self._text(" ".join(paragraph.split()) + "\n")
            title = f"MOVES TO TYPE ON THE COMMAND LINE ({GAME_KEYS['command']})"
            yield from self._section(title, ways_to_move(self._game))
            yield from self._section("\nMOUSE", _MOUSE.items())
        places = ((keys.shown_keys, keys.meaning) for keys in PLACE_KEYS)
        yield from self._section("\nPLACES AND THE CURSOR", places)
        for title, actions in _ACTIONS.items():
            yield from self._section(
                f"\n{title}", ((action.all_keys, action.meaning) for action in actions)
            )

    def _section(self, title: str, rows: Iterable[tuple[str, str]]) -> Iterator[Content]:
        yield self._text(title, "bold")
        width = max(min(self.size.width, _MAX_WIDTH) - _INDENT - 6, 12)
        for term, meaning in rows:
            first, *rest = wrap(meaning, width)
            head = self._text(f"  {self.options.encode(term)}".ljust(_INDENT - 1) + " ", "bold")
            body = self._text(f"\n{' ' * _INDENT}".join([first, *rest]))
            yield Content.assemble(head, body)

    def _text(self, words: str, style: str = "") -> Content:
        return Content.styled(self.options.encode(words), style)

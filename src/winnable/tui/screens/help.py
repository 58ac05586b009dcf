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

from winnable.l10n import t
from winnable.play.commands import COMMANDS, Face
from winnable.play.move_parser import ways_to_move
from winnable.rules import Game
from winnable.rules.prose import game_rules
from winnable.tui.actions import (
    BRANCH_ACTIONS,
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
_NARROW, _NARROW_INDENT = 60, 4
"""Below this width the meanings stand under the keys."""

_MOUSE = ("click", "drag", "double", "stock")
_ACTIONS = {
    "game": GAME_ACTIONS,
    "chooser": CHOOSER_ACTIONS,
    "replay": REPLAY_ACTIONS,
    "branch": BRANCH_ACTIONS,
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
        name = self._game.name if self._game else ""
        self.status.show(t("app.help.of_game", game=name) if name else t("app.help.title"))
        self.show_actions()

    def on_resize(self) -> None:
        self.body.update(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        if self._game is not None:
            yield self._text(self._game.name.upper(), "bold")
            for paragraph in game_rules(self._game).split("\n\n"):
                yield self._text(" ".join(paragraph.split()) + "\n")
            title = t("app.help.moves", key=GAME_KEYS["type"])
            yield from self._section(title, ways_to_move(self._game))
            title = t("app.help.commands", key=GAME_KEYS["type"])
            yield from self._section(f"\n{title}", self._commands(self._game))
            mouse = (
                (t(f"app.help.mouse_{how}"), t(f"app.help.mouse_{how}_help")) for how in _MOUSE
            )
            yield from self._section("\n" + t("app.help.mouse"), mouse)
        places = ((keys.shown_keys, keys.meaning) for keys in PLACE_KEYS)
        yield from self._section("\n" + t("app.help.places"), places)
        for where, actions in _ACTIONS.items():
            rows = ((action.all_keys, action.meaning) for action in actions)
            yield from self._section("\n" + t(f"app.help.in_{where}"), rows)

    @staticmethod
    def _commands(game: Game) -> Iterator[tuple[str, str]]:
        """What can be typed, with its argument."""
        for command in COMMANDS.values():
            if command.is_on(Face.APP) and command.is_on(Face.LINE) and command.is_in(game):
                yield command.usage, command.typed_help

    def _section(self, title: str, rows: Iterable[tuple[str, str]]) -> Iterator[Content]:
        yield self._text(title, "bold")
        is_narrow = self.size.width < _NARROW
        indent = _NARROW_INDENT if is_narrow else _INDENT
        width = max(min(self.size.width, _MAX_WIDTH) - indent - 6, 12)
        below = f"\n{' ' * indent}"
        for term, meaning in rows:
            head = f"  {self.options.encode(term)}"
            head = head + below if is_narrow else head.ljust(indent - 1) + " "
            body = below.join(wrap(meaning, width))
            yield Content.assemble(self._text(head, "bold"), self._text(body))

    def _text(self, words: str, style: str = "") -> Content:
        return Content.styled(self.options.encode(words), style)

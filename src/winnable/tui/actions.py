"""Every action of the app with its keys: the place to look up or change a key.

What can be done in a game is in the one table of commands (`winnable.play.commands`), from which
its actions are made. The bindings, the key bar, the help screen, the command palette and the
messages that name a key are made from these tables. Only keys that mean the same in every program
are bound where they act: Esc to close a window or cancel a drag, up and down in the command line,
Ctrl+C.
"""

from __future__ import annotations

from typing import NamedTuple

from winnable.l10n import t
from winnable.play.commands import COMMANDS, Face, GameCommand

__all__ = [
    "BRANCH_ACTIONS",
    "BRANCH_KEYS",
    "CHOOSER_ACTIONS",
    "GAME_ACTIONS",
    "GAME_KEYS",
    "PAGE_ACTIONS",
    "PLACE_KEYS",
    "REPLAY_ACTIONS",
    "REPLAY_KEYS",
    "WIN_ACTIONS",
    "Action",
    "PlaceKeys",
]

_TEXTUAL_NAMES = {
    ":": "colon",
    "/": "slash",
    "#": "number_sign",
    "?": "question_mark",
    "←": "left",
    "→": "right",
    "Esc": "escape",
}
_SHOWN_KEYS = {"Ctrl+P": "^P"}
"""Where the key bar has little room."""


class Action(NamedTuple):
    """An action: the screen's method `action_NAME`, and its keys."""

    name: str
    shown_keys: tuple[str, ...]
    """As people write them; the first one is shown."""
    section: str = ""
    """Where its texts are: ``app.actions.SECTION.NAME``; none: it is a command of a game."""

    @property
    def keys(self) -> str:
        """As Textual names them, separated by commas."""
        return ",".join(map(_textual_name, self.shown_keys))

    @property
    def label(self) -> str:
        """Its name in the key bar."""
        return self._text("short")

    @property
    def title(self) -> str:
        """Its name in the command palette."""
        return self._text("label")

    @property
    def meaning(self) -> str:
        """What it does."""
        return self._text("help")

    def _text(self, part: str) -> str:
        if not self.section:
            return t(f"commands.{self.name}.{part}")
        return t(f"app.actions.{self.section}.{self.name}.{part}")

    @property
    def key(self) -> str:
        """The first key, as the key bar shows it."""
        return _SHOWN_KEYS.get(self.shown_keys[0], self.shown_keys[0])

    @property
    def all_keys(self) -> str:
        """All keys, as people write them."""
        return " ".join([self.key, *self.shown_keys[1:]])


def _textual_name(key: str) -> str:
    """``Ctrl+Z`` as Textual names it: ``ctrl+z``."""
    return key if key.isalpha() and len(key) == 1 else _TEXTUAL_NAMES.get(key, key.lower())


def _of_command(command: GameCommand) -> Action:
    return Action(command.name, command.app_keys)


_HELP, _MORE = _of_command(COMMANDS["help"]), _of_command(COMMANDS["more"])

GAME_ACTIONS = tuple(
    _of_command(command)
    for command in COMMANDS.values()
    if command.is_on(Face.APP) and command.app_keys
)

GAME_KEYS = {action.name: action.key for action in GAME_ACTIONS}
"""The key to name in a message, by the action's name."""


class PlaceKeys(NamedTuple):
    """Keys that name a place or move the cursor: as the help screen shows them, and each alone."""

    name: str
    calls: tuple[tuple[str, str, tuple[object, ...]], ...]
    """Keys as Textual names them, the action they run, and its arguments."""

    @property
    def shown_keys(self) -> str:
        return t(f"app.place_keys.{self.name}.keys")

    @property
    def meaning(self) -> str:
        return t(f"app.place_keys.{self.name}.help")


PLACE_KEYS = (
    PlaceKeys("number", tuple((str(number), "number", (number,)) for number in range(1, 10))),
    PlaceKeys("area", tuple((letter, "area", (letter,)) for letter in "tcf")),
    PlaceKeys(
        "cursor",
        (
            ("left,h", "cursor", (-1, 0)),
            ("right,l", "cursor", (1, 0)),
            ("up,k", "cursor", (0, -1)),
            ("down,j", "cursor", (0, 1)),
        ),
    ),
    PlaceKeys("enter", (("enter", "select", ()),)),
    PlaceKeys("escape", (("escape", "deselect", ()),)),
)
"""Where cards are moved."""


def _actions(section: str, **keys: str) -> tuple[Action, ...]:
    return tuple(Action(name, tuple(each.split()), section) for name, each in keys.items())


REPLAY_ACTIONS = (
    *_actions(
        "replay",
        next="→ l Space n",
        previous="← h",
        **{"try": "t"},
        lines="v",
        run="Enter w",
        mistake="m",
        costly="c",
        solution="s",
        summary="e",
        play="p",
        again="a",
        start="Home g",
        end="End G",
    ),
    _HELP,
    _MORE,
    *_actions("page", leave="q Esc"),
)
"""In a replay, in a review, and while the solver plays."""

REPLAY_KEYS = {action.name: action.key for action in REPLAY_ACTIONS}

BRANCH_ACTIONS = (
    _of_command(COMMANDS["undo"]),
    _of_command(COMMANDS["redo"]),
    *_actions("branch", keep="s", rename="n", delete="x", lines="v"),
    *map(_of_command, map(COMMANDS.__getitem__, ("deal", "foundation", "type", "read_on"))),
    _HELP,
    _MORE,
    *_actions("branch", leave="q"),
)
"""While moves are tried, and in a kept line."""

BRANCH_KEYS = {action.name: action.key for action in BRANCH_ACTIONS}

CHOOSER_ACTIONS = (
    *_actions(
        "chooser",
        play="Enter",
        resume="c",
        daily="d",
        number="n #",
        level="w",
        statistics="t",
        options="o",
    ),
    _HELP,
    _MORE,
    *_actions("chooser", leave="q Ctrl+Q"),
)
"""In the list of games."""

WIN_ACTIONS = _actions("win", new="n", review="e", again="r", games="q", close="Esc")

PAGE_ACTIONS = _actions("page", leave="q Esc")
"""On the help and the statistics screen."""

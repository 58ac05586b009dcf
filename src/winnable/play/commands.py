"""The commands of a game, once for its three faces: line mode, the terminal app and the page.

What a command is called, what is typed and pressed for it, and which games have it, is said here
alone; its texts are the strings ``commands.NAME`` of `winnable.l10n`. What a face does not have, it
says with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from winnable.errors import NotationError
from winnable.l10n import t
from winnable.play.move_parser import handout_commands
from winnable.rules import Game
from winnable.rules.handouts import without_suffix

__all__ = ["COMMANDS", "Face", "GameCommand", "find_command"]


class Face(Enum):
    LINE = "line mode"
    APP = "terminal app"
    PAGE = "page"


class GameCommand(NamedTuple):
    """A command, with what is typed in line mode and, after a colon, in the app."""

    name: str
    argument: str = ""
    """What can be typed after it, in brackets if it need not be: ``[N]``, ``FILE``."""
    aliases: tuple[str, ...] = ()
    app_keys: tuple[str, ...] = ()
    """As people write them; the first one is shown."""
    page_keys: tuple[str, ...] = ()
    page_name: str = ""
    """What the page's scripts call it, if not by its name."""
    missing: Mapping[Face, str] = MappingProxyType({})
    """Why faces do not have it."""
    needs: str = ""
    """The property of a `Game` without which the game does not have it."""
    in_handouts: bool = True
    """Whether a game that is played strictly by its handout has it."""

    @property
    def usage(self) -> str:
        argument = t("commands.file") if self.argument == "FILE" else self.argument
        return f"{self.name} {argument}".rstrip()

    @property
    def page_action(self) -> str:
        """What the page's scripts call it."""
        return self.page_name or self.name

    @property
    def label(self) -> str:
        """Its name for people."""
        return t(f"commands.{self.name}.label")

    @property
    def short(self) -> str:
        """Its name where there is little room."""
        return t(f"commands.{self.name}.short")

    @property
    def help(self) -> str:
        """What it does."""
        return t(f"commands.{self.name}.help")

    @property
    def typed_help(self) -> str:
        """What it does where it is typed, with its argument."""
        return t(f"commands.{self.name}.typed") if self.argument else self.help

    def is_on(self, face: Face) -> bool:
        return face not in self.missing

    def is_in(self, game: Game) -> bool:
        return not self.needs or bool(getattr(game, self.needs))

    def check_argument(self, argument: str) -> None:
        """NotationError where something follows a command that takes nothing."""
        if argument and not self.argument:
            raise NotationError(t("commands.error.alone", command=self.name))


_LINE, _APP, _PAGE = Face.LINE, Face.APP, Face.PAGE
_SAVED_BY_SERVER = "the server keeps every game; its record can be downloaded from the history"
_FOR_READING = "for screen readers, which read line mode and the page"

COMMANDS: Mapping[str, GameCommand] = MappingProxyType(
    {
        command.name: command
        for command in (
            GameCommand("undo", "[N]", ("u",), ("u", "Ctrl+Z"), ("U", "Ctrl+Z"), in_handouts=False),
            GameCommand(
                "redo",
                "[N]",
                (),  # r, where it is not short for new: see `find_command`
                ("r", "Ctrl+Y", "Ctrl+Shift+Z"),
                ("Shift+U", "Ctrl+Y", "Ctrl+Shift+Z"),
                in_handouts=False,
            ),
            GameCommand("hint", "[more]", app_keys=("H", "F2"), page_keys=("H",)),
            GameCommand(
                "lamp",
                app_keys=("v",),
                missing={_LINE: "line mode says nothing unasked: odds, verdict"},
            ),
            GameCommand(
                "deal",
                app_keys=("d", "Space"),
                page_keys=("D", "Space"),
                missing={_LINE: "it is typed as a move"},
                needs="has_stock",
            ),
            GameCommand(
                "foundation",
                app_keys=("g",),
                page_keys=("G",),
                page_name="to-foundation",
                missing={_LINE: "it is typed as a move: 7h home"},
            ),
            GameCommand(
                "finish",
                app_keys=("a",),
                page_keys=("A",),
                page_name="auto-finish",
                missing={_LINE: "autoplay all does it"},
                needs="has_autoplay",
            ),
            GameCommand("new", "[N]", ("n",), ("n",), ("N",)),
            GameCommand("restart", app_keys=("R",), in_handouts=False),
            GameCommand(
                "again",
                missing={
                    _LINE: "new N, with the number of the deal",
                    _APP: "a key after a win and in a review",
                },
            ),
            GameCommand(
                "back",
                app_keys=("b",),
                page_name="last-winnable",
                in_handouts=False,
            ),
            GameCommand("review", "[more]", app_keys=("e",)),
            GameCommand("coach", "[N]", ("watch",), ("C",), ("C",), page_name="watch"),
            GameCommand(
                "verdict",
                app_keys=("V",),
                missing={_PAGE: "only its review looks at hidden cards; without any, odds says it"},
            ),
            GameCommand("odds", "[more]", page_keys=("V",)),
            GameCommand(
                "solve", app_keys=("w",), missing={_PAGE: "its review shows how it can be won"}
            ),
            GameCommand("moves", page_keys=("M",)),
            GameCommand(
                "autoplay", "[A]", ("auto",), ("A",), needs="has_autoplay", in_handouts=False
            ),
            GameCommand(
                "continue",
                "[N]",
                missing={_PAGE: "its first page and its history list the games"},
                in_handouts=False,
            ),
            GameCommand(
                "save",
                "FILE",
                app_keys=("s",),
                missing={_PAGE: _SAVED_BY_SERVER},
                in_handouts=False,
            ),
            GameCommand(
                "share", missing={_LINE: "a link needs a server", _APP: "a link needs a server"}
            ),
            GameCommand("table", missing=dict.fromkeys((_APP, _PAGE), "the table is in sight")),
            GameCommand(
                "read", page_keys=("Shift+R",), page_name="read-board", missing={_APP: _FOR_READING}
            ),
            GameCommand(
                "read_pile",
                page_keys=("R",),
                page_name="read-pile",
                missing={_LINE: "read reads all piles", _APP: _FOR_READING},
            ),
            GameCommand(
                "where",
                page_keys=("W",),
                missing={_LINE: "read reads all piles", _APP: _FOR_READING},
            ),
            GameCommand(
                "give_up",
                page_name="give-up",
                missing=dict.fromkeys((_LINE, _APP), "new gives the game up"),
            ),
            GameCommand(
                "type",
                app_keys=(":", "/"),
                page_keys=("/", ":"),
                missing={_LINE: "everything is typed"},
            ),
            GameCommand(
                "read_on",
                app_keys=("m",),
                missing=dict.fromkeys((_LINE, _PAGE), "a message is shown whole"),
            ),
            GameCommand("options", missing={_LINE: "they are options of the command"}),
            GameCommand("rules"),
            GameCommand("help", "", ("h", "?"), ("?", "F1"), ("?", "F1")),
            GameCommand(
                "more",
                app_keys=("Ctrl+P",),
                missing={
                    _LINE: "help lists everything",
                    _PAGE: "a button, which opens the other buttons",
                },
            ),
            GameCommand(
                "quit", "", ("q", "exit"), ("q",), missing={_PAGE: "its links lead elsewhere"}
            ),
        )
    }
)

_BY_ALIAS = {alias: command.name for command in COMMANDS.values() for alias in command.aliases}
_R_IS_NEW = ("aces-up", "bakers-game")
"""In the handouts of these games `R` shuffles and deals anew; elsewhere it is short for redo."""


def find_command(game: Game, word: str) -> GameCommand | None:
    """The command that a typed word names; None where it is a move in the handout of the game.

    >>> from winnable import GAMES
    >>> [find_command(GAMES["freecell"], word).name for word in ("undo", "Q", "r")]
    ['undo', 'quit', 'redo']
    >>> find_command(GAMES["aces-up"], "r").name, find_command(GAMES["aces-up"], "d")
    ('new', None)
    """
    word = word.lower()
    if word in [command.word for command in handout_commands(game)]:
        return None
    if word == "r":
        word = "new" if r_is_new(game) else "redo"
    return COMMANDS.get(_BY_ALIAS.get(word, word))


def r_is_new(game: Game) -> bool:
    """Whether `r` is short for new, not for redo."""
    return without_suffix(game.slug) in _R_IS_NEW

"""Every action of the app with its keys: the place to look up or change a key.

The bindings, the key bar, the help screen, the command line, the command palette and the messages
that name a key are made from these tables. Only keys that mean the same in every program are bound
where they act: Esc to close a window or cancel a drag, up and down in the command line, Ctrl+C.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
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
    "find_game_action",
]


class Action(NamedTuple):
    """An action: the screen's method `action_NAME`, its keys, its label and what it does."""

    name: str
    keys: str
    """As Textual names them, separated by commas; the first one is shown."""
    label: str
    meaning: str
    shown_key: str = ""
    """How the first key is written, if not by its own name."""

    @property
    def title(self) -> str:
        """Its name in the command palette."""
        return self.name.replace("_", " ").capitalize()

    @property
    def key(self) -> str:
        """The first key, as people write it."""
        return self.shown_key or self.keys.split(",")[0]

    @property
    def all_keys(self) -> str:
        """All keys, as people write them."""
        _, *others = self.keys.split(",")
        return " ".join([self.key, *(_KEY_NAMES.get(key, key) for key in others)])


_KEY_NAMES = {
    "ctrl+z": "Ctrl+Z",
    "ctrl+y": "Ctrl+Y",
    "ctrl+shift+z": "Ctrl+Shift+Z",
    "ctrl+q": "Ctrl+Q",
    "space": "Space",
    "escape": "Esc",
    "slash": "/",
    "number_sign": "#",
    "f1": "F1",
    "f2": "F2",
}

_MORE = Action("more", "ctrl+p", "more", "list everything you can do here", "^P")
_HELP = Action("help", "question_mark,f1", "help", "show the rules and the keys", "?")

GAME_ACTIONS = (
    Action("undo", "u,ctrl+z", "undo", "undo the last move"),
    Action("redo", "r,ctrl+y,ctrl+shift+z", "redo", "redo the move undone last"),
    Action("hint", "H,f2", "hint", "suggest the move most likely to keep the game winnable"),
    Action("deal", "d,space", "deal", "deal from the stock"),
    Action("home", "g", "home", "send the selected card to its foundation (or double-click it)"),
    Action("collect", "a", "all", "send every card home that can go"),
    Action("autoplay", "A", "auto", "choose which cards go home automatically: off, safe or all"),
    Action("new", "n", "new", "deal another game; this one counts as given up"),
    Action("restart", "R", "restart", "go back to the start of this deal"),
    Action("back", "b", "back", "go back to the last position that could be won"),
    Action("review", "e", "review", "see where the game was won or lost"),
    Action("watch", "w", "solver", "watch the solver play from here, hidden cards included"),
    Action("watch_the_coach", "C", "coach", "watch the coach play on, seeing what you see"),
    Action("as_dealt", "V", "peek", "whether it can be won as dealt, hidden cards included"),
    Action("lamp", "v", "lamp", "turn the verdict or the odds after every move on or off"),
    Action("save", "s", "save", "save the game to a file (it is also saved automatically)"),
    Action("read_on", "m", "read on", "read on in a message that is too long for the terminal"),
    Action("command", "colon,slash", "type", "type a move or a command", ":"),
    _HELP,
    _MORE,
    Action("leave", "q", "leave", "go back to the list of games; this one is saved"),
)

GAME_KEYS = {action.name: action.key for action in GAME_ACTIONS}
"""The key to name in a message, by the action's name."""


class PlaceKeys(NamedTuple):
    """Keys that name a place or move the cursor: as the help screen shows them, and each alone."""

    shown_keys: str
    meaning: str
    calls: tuple[tuple[str, str, tuple[object, ...]], ...]
    """Keys as Textual names them, the action they run, and its arguments."""


PLACE_KEYS = (
    PlaceKeys(
        "1 to 9",
        "select the last cards of that column, or move the selected cards there",
        tuple((str(number), "number", (number,)) for number in range(1, 10)),
    ),
    PlaceKeys(
        "t1 c1 f1",
        "a column, a cell, a foundation",
        tuple((letter, "area", (letter,)) for letter in "tcf"),
    ),
    PlaceKeys(
        "arrows, hjkl",
        "move the cursor",
        (
            ("left,h", "cursor", (-1, 0)),
            ("right,l", "cursor", (1, 0)),
            ("up,k", "cursor", (0, -1)),
            ("down,j", "cursor", (0, 1)),
        ),
    ),
    PlaceKeys(
        "Enter",
        "select the cards at the cursor, or move the selected cards there",
        (("enter", "select", ()),),
    ),
    PlaceKeys(
        "Esc",
        "deselect the cards, close the command line",
        (("escape", "deselect", ()),),
    ),
)
"""In a game."""

REPLAY_ACTIONS = (
    Action("next", "right,l,space,n", "next", "go to the next move", "→"),
    Action("previous", "left,h", "back", "go to the move before", "←"),
    Action("start", "home,g", "start", "go to the start", "Home"),
    Action("end", "end,G", "end", "go to the end", "End"),
    Action("run", "enter,w", "run", "run through the moves, or stop", "Enter"),
    Action("mistake", "m", "mistake", "go to the move that lost the game"),
    Action("costly", "c", "costly", "go to the next move that cost much of the chance to win"),
    Action("solution", "s", "solution", "step through a win from there"),
    Action("summary", "e", "summary", "show the review of the whole game"),
    Action("play", "p", "play on", "play on from this position"),
    _HELP,
    _MORE,
    Action("leave", "q,escape", "leave", "go back"),
)
"""In a replay, in a review, and while the solver plays."""

REPLAY_KEYS = {action.name: action.key for action in REPLAY_ACTIONS}

CHOOSER_ACTIONS = (
    Action("play", "enter", "play", "play the game under the cursor, with a random deal", "Enter"),
    Action("continue", "c", "continue", "continue the game you left last"),
    Action("daily", "d", "daily", "play the daily deal: the same for everyone, and winnable"),
    Action("number", "n,number_sign", "deal number", "play a deal by its number"),
    Action("winnable", "w", "winnable", "play a deal that can be won, from easy to fiendish"),
    Action("statistics", "t", "statistics", "show your results and the games you played"),
    Action("options", "o", "options", "change colours, the lamp and automatic moves"),
    _HELP,
    _MORE,
    Action("leave", "q,ctrl+q", "quit", "quit Winnable"),
)
"""In the list of games."""

WIN_ACTIONS = (
    Action("new", "n", "another deal", "deal another game"),
    Action("review", "e", "review", "review the game"),
    Action("again", "r", "this deal again", "play the same deal again"),
    Action("games", "q", "the games", "go back to the list of games"),
    Action("close", "escape", "the table", "look at the table", "Esc"),
)

PAGE_ACTIONS = (Action("leave", "q,escape", "leave", "go back"),)
"""On the help and the statistics screen."""

_ALIASES = {
    "quit": "leave",
    "exit": "leave",
    "games": "leave",
    "odds": "verdict",
    "auto": "autoplay",
    "rules": "help",
    "solve": "watch",
}


_TYPED_ONLY = ("verdict",)
"""Actions of a game that have no key: the lamp shows the verdict without being asked."""


def find_game_action(typed: str) -> str | None:
    """The name of a game's action, by its name, its label or an alias.

    >>> find_game_action("As dealt"), find_game_action("quit"), find_game_action("t1f1")
    ('as_dealt', 'leave', None)
    """
    word = "_".join(typed.lower().split())
    word = _ALIASES.get(word, word)
    by_label = {action.label.replace(" ", "_"): action.name for action in GAME_ACTIONS}
    return word if word in GAME_KEYS or word in _TYPED_ONLY else by_label.get(word)

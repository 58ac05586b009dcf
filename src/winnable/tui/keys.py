"""Every action of the app, with its keys: the one place to look a key up or to change it.

Footer, help, command line and command palette are all made from these tables.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding

__all__ = ["CHOOSER", "PAGE", "TABLE", "WALK", "WON", "Act", "bindings"]


class Act(NamedTuple):
    """An action: its name, its keys (the first is the one shown), its label and what it does."""

    name: str
    keys: str
    label: str
    meaning: str
    shown: str = ""
    """How the first key is written, where its own name would not do."""

    @property
    def title(self) -> str:
        """The action as the command palette lists it."""
        return self.name.replace("_", " ").capitalize()

    @property
    def key(self) -> str:
        """The first key, as people write it."""
        return self.shown or self.keys.split(",")[0]

    @property
    def all_keys(self) -> str:
        """All its keys, as people write them."""
        first, *others = self.keys.split(",")
        return " ".join([self.shown or first, *(_WRITTEN.get(key, key) for key in others)])


_WRITTEN = {
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

_MORE = Act("more", "ctrl+p", "more", "a list of everything that can be done here", "^P")
_HELP = Act("help", "question_mark,f1", "help", "rules and keys", "?")

TABLE = (
    Act("undo", "u,ctrl+z", "undo", "take back the last move"),
    Act("redo", "r,ctrl+y,ctrl+shift+z", "redo", "make again what was taken back"),
    Act("hint", "H,f2", "hint", "a move that keeps the game winnable, or the likeliest one"),
    Act("deal", "d,space", "deal", "deal from the stock"),
    Act("home", "g", "home", "the picked card to its foundation (or double-click it)"),
    Act("collect", "a", "all", "every card that can go home does"),
    Act("autoplay", "A", "auto", "which cards go home by themselves: off, safe or all"),
    Act("new", "n", "new", "deal another game; this one counts as given up"),
    Act("restart", "R", "restart", "back to the start of this deal"),
    Act("back", "b", "back", "back to the last position that could be won"),
    Act("review", "e", "review", "look back: where the game was won or lost"),
    Act("watch", "w", "watch", "watch the solver play from here, hidden cards included"),
    Act("as_dealt", "V", "peek", "whether it can be won as dealt, hidden cards included"),
    Act("lamp", "v", "lamp", "the verdict or the odds after every move, on or off"),
    Act("save", "s", "save", "write the game to a file (it is kept anyway)"),
    Act("command", "colon,slash", "type", "type a move or a word on a command line", ":"),
    _HELP,
    _MORE,
    Act("leave", "q", "leave", "back to the games; this one is kept"),
)
"""At the table."""

WALK = (
    Act("forth", "right,l,space,n", "next", "a move forth", "→"),
    Act("back", "left,h", "before", "a move back", "←"),
    Act("start", "home,g", "start", "to the start", "Home"),
    Act("end", "end,G", "end", "to the end", "End"),
    Act("run", "enter,w", "run", "let it run, or stop it", "Enter"),
    Act("mistake", "m", "mistake", "to the move that threw the game away"),
    Act("solution", "s", "solution", "step through a win from there"),
    Act("story", "e", "story", "what there is to say about the game as a whole"),
    Act("play", "p", "play on", "play on from the position that is shown"),
    _HELP,
    _MORE,
    Act("leave", "q,escape", "leave", "back"),
)
"""Looking at a game: a replay, a review, or the solver at play."""

CHOOSER = (
    Act("pick", "enter", "play", "play the game under the cursor: any deal", "Enter"),
    Act("continue", "c", "continue", "go on with the game you left"),
    Act("daily", "d", "daily", "today's deal, the same for everyone, and it can be won"),
    Act("number", "n,number_sign", "deal number", "a deal by its number"),
    Act("order", "w", "winnable", "a deal that is proved winnable, easy to fiendish"),
    Act("statistics", "t", "statistics", "how you have fared, and the games you played"),
    Act("options", "o", "options", "colours, the lamp, what goes home by itself"),
    _HELP,
    _MORE,
    Act("leave", "q,ctrl+q", "quit", "leave Winnable"),
)
"""In the list of games."""

WON = (
    Act("new", "n", "another deal", "deal another game"),
    Act("review", "e", "review", "look back at the game"),
    Act("again", "r", "this deal again", "deal the same once more"),
    Act("games", "q", "the games", "back to the list of games"),
    Act("away", "escape", "the table", "look at the table", "Esc"),
)
"""When a game is won."""

PAGE = (Act("leave", "q,escape", "leave", "back"),)
"""On a page to read."""


def bindings(acts: tuple[Act, ...]) -> list[Binding]:
    """The actions as Textual binds them; our own footer shows them."""
    return [
        Binding(act.keys, act.name, act.label.capitalize(), show=False, tooltip=act.meaning)
        for act in acts
    ]

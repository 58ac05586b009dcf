"""The games we have, one file each, and how to find one by name."""

from difflib import get_close_matches
from importlib import import_module

from winnable.errors import UnknownGameError, quote
from winnable.l10n import t
from winnable.rules.game import Game

__all__ = ["GAMES", "find_game", "nearest_game"]

_FILES = (
    "freecell",
    "bakers_game",
    "easthaven",
    "golf_relaxed",
    "aces_up",
)
"""A line a game: the file in this folder whose `GAME` it is.

Everything lists them in this order: first the game that most players come for.
"""

GAMES: dict[str, Game] = {
    game.slug: game for game in (import_module(f"{__name__}.{file}").GAME for file in _FILES)
}
"""Every registered game by its slug."""


def find_game(name: str) -> Game:
    """The game of that name; an unambiguous beginning will do.

    >>> find_game("FreeCell").slug, find_game("golf").slug, find_game("baker's").slug
    ('freecell', 'golf-relaxed', 'bakers-game')
    >>> find_game("freecel1")
    Traceback (most recent call last):
    winnable.errors.UnknownGameError: there is no game 'freecel1': did you mean freecell?
    """
    wanted = _slug(name)
    if wanted in GAMES:
        return GAMES[wanted]
    found = [slug for slug in GAMES if wanted and slug.startswith(wanted)]
    if len(found) == 1:
        return GAMES[found[0]]
    if found:
        raise UnknownGameError(t("rules.game.several", text=quote(name), games=" / ".join(found)))
    near = nearest_game(name)
    if near:
        raise UnknownGameError(t("rules.game.near", text=quote(name), game=near.slug))
    raise UnknownGameError(t("rules.game.unknown", text=quote(name), games=", ".join(GAMES)))


def nearest_game(name: str) -> Game | None:
    """The game whose name, or one of its words, is most like the one given; None if none is.

    >>> [nearest_game(name).slug for name in ("frecell", "gulf", "relaxed golf")]
    ['freecell', 'golf-relaxed', 'golf-relaxed']
    """
    known: dict[str, str] = {}
    for slug in GAMES:
        words = slug.split("-")
        known |= dict.fromkeys([slug, "-".join(reversed(words)), *words], slug)
    near = get_close_matches(_slug(name), known, n=1, cutoff=0.7)
    return GAMES[known[near[0]]] if near else None


def _slug(name: str) -> str:
    return "-".join(name.lower().replace("'", "").replace("’", "").replace("_", " ").split())

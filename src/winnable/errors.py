"""Every error that Winnable raises on purpose, in one hierarchy.

::

    ValueError
    └── WinnableError                    catch this one to catch them all
        ├── CardError                    a text that names no card
        ├── DeckError                    a deck with a card missing, doubled or too many
        ├── DealNumberError              a number outside 1 ... 8,589,934,591
        ├── UnknownGameError             a name that is none of our games
        ├── NotationError                a text that is no move
        ├── BoardError                   not a board of the game, or an impossible position
        ├── RecordError                  a text that is no record of a game
        ├── IllegalMoveError             a move that the rules of the game refuse (winnable.rules)
        ├── LimitError                   a limit that allows no search, or that was reached
        ├── StoreError                   saved games that cannot be opened, read or written
        │   ├── StaleGameError           a game that another program has gone on with
        │   ├── GameNotFoundError        a game that is not kept, or not for whoever asks
        │   └── GameNotOverError         a game that is not over, and has to be
        ├── FileError                    a file that cannot be read or written
        ├── AppUnavailableError          a terminal that cannot show the app (winnable.cli)
        ├── WebUnavailableError          a web page that is not installed (winnable.cli)
        ├── ServerStartError             an address that cannot be listened at (winnable.web)
        ├── ApiError                     a request that is refused (winnable.web)
        ├── QueueFullError               too many questions for the coach (winnable.web)
        └── TooManyRequestsError         too many questions of one player (winnable.web)

A message is always one line, says what is wrong and what would be right, and can be shown to a
player as it stands. Text of theirs that it repeats goes through :func:`quote` first.
"""

__all__ = [
    "BoardError",
    "CardError",
    "DealNumberError",
    "DeckError",
    "FileError",
    "GameNotFoundError",
    "GameNotOverError",
    "LimitError",
    "NotationError",
    "RecordError",
    "StaleGameError",
    "StoreError",
    "UnknownGameError",
    "WinnableError",
    "quote",
    "sentence",
]


class WinnableError(ValueError):
    """The root of the hierarchy."""


class CardError(WinnableError):
    """A text that names no card."""


class DeckError(WinnableError):
    """A deck that is not the 52 cards."""


class DealNumberError(WinnableError):
    """A deal number outside the known range."""


class UnknownGameError(WinnableError):
    """A name that is none of our games."""


class NotationError(WinnableError):
    """A text that is no move."""


class BoardError(WinnableError):
    """A text that is no board of the game, or a position that cannot be."""


class FileError(WinnableError):
    """A file that cannot be read or written."""


class LimitError(WinnableError):
    """A limit that leaves nothing to search, or that a search came to."""


class RecordError(WinnableError):
    """A text that is no record of a game."""


class StoreError(WinnableError):
    """Saved games that cannot be opened, read or written."""


class StaleGameError(StoreError):
    """A game that another program has gone on with."""


class GameNotFoundError(StoreError):
    """A game that is not kept, or not for whoever asks."""


class GameNotOverError(StoreError):
    """A game that is not over, and has to be."""


def quote(text: str, limit: int = 40) -> str:
    r"""What a person wrote, fit to stand inside a one-line message.

    >>> quote("t9\n\x1b[2J")
    "'t9\\n\\x1b[2J'"
    >>> quote("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return repr(text)


def sentence(message: str) -> str:
    """An error's message as a sentence of its own.

    >>> sentence("t9 is no place"), sentence("did you mean undo?")
    ('T9 is no place.', 'Did you mean undo?')
    """
    stop = "" if message.endswith("?") else "."
    return message[:1].upper() + message[1:] + stop

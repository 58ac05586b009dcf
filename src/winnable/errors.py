"""Every error that Winnable raises on purpose, in one hierarchy.

::

    ValueError
    └── WinnableError                    catch this one to catch them all
        ├── CardError                    a text that names no card
        ├── DeckError                    a deck with a card missing, doubled or too many
        ├── DealNumberError              a number outside 1 ... 8,589,934,591
        ├── UnknownGameError             a name that is not one of our games
        ├── NotationError                a text that is not a move
        ├── BoardError                   not a board of the game, or an impossible position
        ├── RecordError                  a text that is not a game record
        ├── BranchError                  a branch of a game that cannot be played, shown or kept
        ├── IllegalMoveError             a move that the rules of the game refuse (winnable.rules)
        ├── LimitError                   a limit that allows no search, or that was reached
        ├── StoreError                   saved games that cannot be opened, read or written
        │   ├── StaleGameError           a game that another program has changed meanwhile
        │   ├── GameNotFoundError        a game that is not saved, or not for this player
        │   ├── GameNotOverError         a game that would have to be over
        │   └── UnfinishedCallError      a database that does not answer at all (winnable.web)
        ├── FileError                    a file that cannot be read or written
        ├── ProfileError                 a profile of a handout that is wrong (winnable.judge)
        ├── CourseTestError              a handout that no test can be made for (winnable.judge)
        ├── SandboxError                 a system that cannot run programs apart (winnable.judge)
        ├── StudyError                   a study that cannot be run or read (winnable.study)
        │   ├── WorkerMismatchError      a worker whose Winnable is not that of the study
        │   └── DamagedShardError        a file of results that is cut off or was changed
        ├── StudyUnavailableError        studies are not installed (winnable.cli)
        ├── AppUnavailableError          a terminal that cannot show the app (winnable.cli)
        ├── WebUnavailableError          a web page that is not installed (winnable.cli)
        ├── ServerStartError             an address that cannot be listened at (winnable.web)
        ├── SettingsFileError            a settings file that is wrong (winnable.web)
        ├── ApiError                     a request that is refused (winnable.web)
        ├── QueueFullError               too many jobs for the coach (winnable.web)
        └── TooManyRequestsError         too many jobs of one player (winnable.web)

A message is always one line, says what is wrong and what would be right, and can be shown to a
player as it is. Text from a user goes through :func:`quote` first.
"""

__all__ = [
    "BoardError",
    "BranchError",
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
    """A name that is not one of our games."""


class NotationError(WinnableError):
    """A text that is not a move."""


class BoardError(WinnableError):
    """A text that is not a board of the game, or an impossible position."""


class FileError(WinnableError):
    """A file that cannot be read or written."""


class LimitError(WinnableError):
    """A limit that allows no search, or that was reached."""


class RecordError(WinnableError):
    """A text that is not a game record."""


class BranchError(WinnableError):
    """A branch of a game that cannot be played, shown or kept."""


class StoreError(WinnableError):
    """Saved games that cannot be opened, read or written."""


class StaleGameError(StoreError):
    """A game that another program has changed meanwhile."""


class GameNotFoundError(StoreError):
    """A game that is not saved, or not for this player."""


class GameNotOverError(StoreError):
    """A game that would have to be over."""


def quote(text: str, limit: int = 40) -> str:
    r"""Text from a user, made fit for a one-line message.

    >>> quote("t9\n\x1b[2J")
    "'t9\\n\\x1b[2J'"
    >>> quote("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return repr(text)


def sentence(message: str) -> str:
    """An error message as a sentence.

    >>> sentence("t9 is not a place"), sentence("did you mean undo?")
    ('T9 is not a place.', 'Did you mean undo?')
    """
    stop = "" if message.endswith("?") else "."
    return message[:1].upper() + message[1:] + stop

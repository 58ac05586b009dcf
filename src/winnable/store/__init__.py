"""Saved games, history, statistics and settings, in a database.

>>> from winnable import GAMES, Session
>>> with Store.open("sqlite://") as store:  # in memory; without a URL it is the player's own file
...     game = store.new_game(Session.new("freecell", 1))
...     step = game.make("t3c1")  # when this returns, the move is saved
...     again = store.open_game(game.number)
...     [str(step.move) for step in again.session.steps]
['t3c1']
"""

from winnable.store.game_row import Aid, AidKind, GameRow, GameSummary, HistoryCursor, Outcome
from winnable.store.recovery_codes import new_recovery_code
from winnable.store.repository import GameRepository
from winnable.store.saved_game import SavedGame
from winnable.store.schema import LOCAL_PLAYER
from winnable.store.sign_ins import SIGN_IN_LASTS, SignIn, SignIns
from winnable.store.statistics import Statistics
from winnable.store.store import Store
from winnable.store.url_keys import new_key

__all__ = [
    "LOCAL_PLAYER",
    "SIGN_IN_LASTS",
    "Aid",
    "AidKind",
    "GameRepository",
    "GameRow",
    "GameSummary",
    "HistoryCursor",
    "Outcome",
    "SavedGame",
    "SignIn",
    "SignIns",
    "Statistics",
    "Store",
    "new_key",
    "new_recovery_code",
]

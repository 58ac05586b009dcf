"""Saved games, history, statistics and settings, in a database.

>>> from winnable import GAMES, Session
>>> with Store.open("sqlite://") as store:  # in memory; without a URL it is the player's own file
...     table = Table(Session.new("freecell", 1), store)
...     step = table.make("t3c1")  # when this returns, the move is kept
...     again = store.open_table(table.number)
...     [str(step.move) for step in again.session.steps], store.statistics(GAMES["freecell"]).won
(['t3c1'], 0)
"""

from winnable.store.codes import new_code
from winnable.store.kept import Bookmark, Kept, Outcome
from winnable.store.keys import new_key
from winnable.store.schema import LOCAL
from winnable.store.sheet import Sheet
from winnable.store.statistics import Statistics
from winnable.store.store import Store
from winnable.store.table import Table

__all__ = [
    "LOCAL",
    "Bookmark",
    "Kept",
    "Outcome",
    "Sheet",
    "Statistics",
    "Store",
    "Table",
    "new_code",
    "new_key",
]

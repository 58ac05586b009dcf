"""The rules that games are made of. A rule that none of our games needs is not here."""

from enum import Enum

__all__ = ["BuildRule", "DealOrder", "FoundationRule", "Goal", "RunRule", "StockRule"]


class DealOrder(Enum):
    """In which order the deck goes to its places at the start; what is left is the stock."""

    TURNS = "one card to each column in turn, then the foundation"
    COLUMNS = "the foundation, then one column after the other, each at once"


class BuildRule(Enum):
    """What may go on the last card of a column; see `Game.fills_empty_columns` for empty ones."""

    NOTHING = "nothing"
    SUIT = "the next lower card of the same suit"
    ALTERNATE = "the next lower card of the other colour"


class RunRule(Enum):
    """How many cards of a column may move to another column at once, if they are in sequence."""

    SINGLE = "one"
    SUPERMOVE = "as many as could go one by one by way of the empty cells and empty columns"
    WHOLE = "any number"


class FoundationRule(Enum):
    """What a foundation takes."""

    SUIT = "one suit from the ace up"
    NEIGHBOUR = "a neighbour in rank of its last card"
    OUTRANKED = "a card outranked by the last card of another column, in its suit, aces high"


class StockRule(Enum):
    """What a deal from the stock does."""

    NOTHING = "there is no stock"
    COLUMNS = "a card on each column in turn, while the stock lasts"
    FOUNDATION = "a card on the foundation"


class Goal(Enum):
    """When the game is won."""

    HOME = "every card is on a foundation"
    CLEARED = "the columns are empty"
    ACES = "the stock is empty and only aces are left in the columns"

"""Winnable: five patience games, and the truth about them.

>>> import winnable
>>> session = winnable.Session.new("freecell", 617)
>>> session.game.name, sum(1 for _ in session.game.legal_moves(session.position))
('FreeCell', 35)

The nouns from the ground up: `Card`, `Position`, `Move`, `Game`, `Session`. See ARCHITECTURE.md.
Importing this loads nothing but the standard library.
"""

from importlib import import_module
from types import ModuleType

from winnable.cards import DECK, Card, Deck, Pile, Suit
from winnable.deals import MAX_DEAL, numbered_deck, parse_deck, random_number, shuffled_deck
from winnable.errors import (
    BoardError,
    BranchError,
    CardError,
    DealNumberError,
    DeckError,
    FileError,
    GameNotFoundError,
    GameNotOverError,
    LimitError,
    NotationError,
    RecordError,
    StaleGameError,
    StoreError,
    UnknownGameError,
    WinnableError,
)
from winnable.moves import Deal, Move, Transfer, parse_move
from winnable.play import (
    Autoplay,
    MoveNode,
    Record,
    Session,
    Step,
    Variation,
    board_text,
    parse_board,
    parse_record,
    parse_standard,
    read_move,
    standard_text,
)
from winnable.position import Area, Place, Position
from winnable.rules import (
    GAMES,
    HANDOUTS,
    BuildRule,
    DealOrder,
    FoundationRule,
    Game,
    Goal,
    Handout,
    IllegalMoveError,
    Problem,
    Reason,
    RunRule,
    StockRule,
    find_game,
)
from winnable.rules.supermove import expand
from winnable.rules.validation import check_position
from winnable.view import View

__version__ = "0.1.0"


def __getattr__(name: str) -> ModuleType:
    """Pictures and the solver are loaded when they are first used."""
    if name in ("solver", "svg", "text"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "DECK",
    "GAMES",
    "HANDOUTS",
    "MAX_DEAL",
    "Area",
    "Autoplay",
    "BoardError",
    "BranchError",
    "BuildRule",
    "Card",
    "CardError",
    "Deal",
    "DealNumberError",
    "DealOrder",
    "Deck",
    "DeckError",
    "FileError",
    "FoundationRule",
    "Game",
    "GameNotFoundError",
    "GameNotOverError",
    "Goal",
    "Handout",
    "IllegalMoveError",
    "LimitError",
    "Move",
    "MoveNode",
    "NotationError",
    "Pile",
    "Place",
    "Position",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "RunRule",
    "Session",
    "StaleGameError",
    "Step",
    "StockRule",
    "StoreError",
    "Suit",
    "Transfer",
    "UnknownGameError",
    "Variation",
    "View",
    "WinnableError",
    "board_text",
    "check_position",
    "expand",
    "find_game",
    "numbered_deck",
    "parse_board",
    "parse_deck",
    "parse_move",
    "parse_record",
    "parse_standard",
    "random_number",
    "read_move",
    "shuffled_deck",
    "standard_text",
]

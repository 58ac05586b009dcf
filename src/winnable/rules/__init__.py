"""What is legal: games as data, and one engine that reads them."""

from winnable.rules.game import Game
from winnable.rules.games import GAMES, find_game
from winnable.rules.handouts import HANDOUTS, Handout
from winnable.rules.illegal_moves import IllegalMoveError, Problem, Reason
from winnable.rules.vocabulary import (
    BuildRule,
    DealOrder,
    FoundationRule,
    Goal,
    RunRule,
    StockRule,
)

__all__ = [
    "GAMES",
    "HANDOUTS",
    "BuildRule",
    "DealOrder",
    "FoundationRule",
    "Game",
    "Goal",
    "Handout",
    "IllegalMoveError",
    "Problem",
    "Reason",
    "RunRule",
    "StockRule",
    "find_game",
]

"""What is legal: games as data, and one engine that reads them."""

from winnable.rules.game import Game
from winnable.rules.games import GAMES, find_game
from winnable.rules.problems import IllegalMoveError, Problem, Reason
from winnable.rules.words import Build, Draw, Goal, Home, Runs

__all__ = [
    "GAMES",
    "Build",
    "Draw",
    "Game",
    "Goal",
    "Home",
    "IllegalMoveError",
    "Problem",
    "Reason",
    "Runs",
    "find_game",
]

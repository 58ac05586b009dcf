"""The menu of a bare `winnable` in a terminal."""

from __future__ import annotations

from winnable.cli.line import LineMode
from winnable.cli.terminal import Screen
from winnable.errors import UnknownGame
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, Game, find_game

__all__ = ["choose_and_play"]


def choose_and_play() -> None:
    """Ask which game, and play it."""
    screen = Screen()
    screen.say("Winnable: which game?\n")
    for number, game in enumerate(GAMES.values(), 1):
        screen.say(f"  {number}  {game.name:13} {game.summary}")
    screen.say("\n  q  leave\n")
    chosen = _choose(screen)
    if chosen is not None:
        LineMode(Session.new(chosen, autoplay=Autoplay.SAFE), screen).run()


def _choose(screen: Screen) -> Game | None:
    games = {str(number): game for number, game in enumerate(GAMES.values(), 1)}
    while True:
        try:
            typed = input("Number or name: ").strip()
        except (EOFError, KeyboardInterrupt):
            screen.say()
            return None
        if typed.lower() in ("q", "quit", "exit"):
            return None
        try:
            if typed:
                return games.get(typed) or find_game(typed)
        except UnknownGame as error:
            screen.say(f"{error}.")

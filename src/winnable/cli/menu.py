"""The menu of a bare `winnable` in a terminal."""

from __future__ import annotations

from winnable.cli.line import LineMode, sentence
from winnable.cli.terminal import Keyboard, Screen
from winnable.deals import parse_deal_number
from winnable.errors import WinnableError
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, Game, find_game

__all__ = ["choose_and_play"]


def choose_and_play(screen: Screen | None = None, keyboard: Keyboard | None = None) -> None:
    """Ask which game, and play it."""
    screen = screen or Screen()
    keyboard = keyboard or Keyboard(screen)
    screen.say("Winnable: which game?\n")
    for number, game in enumerate(GAMES.values(), 1):
        screen.tell(game.summary, " " * 19, f"  {number}  {game.name:14}")
    screen.say("  q  leave\n")
    screen.tell("A deal number may follow: 5 617 is FreeCell, deal 617.")
    try:
        session = _choose(screen, keyboard)
    except KeyboardInterrupt:
        screen.say()
        return
    if session is not None:
        LineMode(session, screen, keyboard).run()


def _choose(screen: Screen, keyboard: Keyboard) -> Session | None:
    """The game that somebody asked for, or None if they would rather leave."""
    while (typed := keyboard.ask("Number or name: ")) is not None:
        words = typed.split()
        if not words:
            continue
        if [word.lower() for word in words] in (["q"], ["quit"], ["exit"]):
            return None
        try:
            deal = parse_deal_number(words.pop()) if _ends_in_number(words) else None
            return Session.new(_game(" ".join(words)), deal, autoplay=Autoplay.SAFE)
        except WinnableError as error:
            screen.say(sentence(str(error)))
    return None


def _ends_in_number(words: list[str]) -> bool:
    return len(words) > 1 and words[-1].isdigit()


def _game(name: str) -> Game:
    games = {str(number): game for number, game in enumerate(GAMES.values(), 1)}
    return games.get(name) or find_game(name)

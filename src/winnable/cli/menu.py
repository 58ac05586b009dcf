"""The menu of `winnable --lines`, and of a terminal that cannot show the app."""

from __future__ import annotations

from winnable.cli.line import LineMode
from winnable.cli.terminal import Keyboard, Screen
from winnable.deals import parse_deal_number
from winnable.errors import StoreError, WinnableError, sentence
from winnable.play import Autoplay, Session
from winnable.play.descriptions import counted
from winnable.rules import GAMES, Game, find_game
from winnable.store import GameSummary, SavedGame, Store
from winnable.store.formatting import deal_text

__all__ = ["choose_and_play"]


def choose_and_play(
    store: Store | None,
    screen: Screen | None = None,
    keyboard: Keyboard | None = None,
    *,
    in_words: bool = False,
) -> None:
    """Ask which game, and play it."""
    screen = screen or Screen()
    keyboard = keyboard or Keyboard(screen)
    left = _left(store)
    screen.say("Winnable: which game?\n")
    for number, game in enumerate(GAMES.values(), 1):
        screen.tell(game.summary, " " * 19, f"  {number}  {game.name:14}")
    if left is not None:
        words = f"{GAMES[left.game].name}, {deal_text(left)}"
        words += f", after {counted(left.moves, 'move')}" * bool(left.moves)
        screen.tell(words, " " * 19, f"  c  {'Go on with':14}")
    screen.say("  q  leave\n")
    screen.tell("A deal number may follow: 5 617 is FreeCell, deal 617.")
    try:
        table = _choose(store, left, screen, keyboard)
    except KeyboardInterrupt:
        screen.say()
        return
    if table is not None:
        LineMode(table, screen, keyboard, store=store, in_words=in_words).run()


def _left(store: Store | None) -> GameSummary | None:
    """The game left last, if it is one that we know."""
    try:
        left = store.games.unfinished(limit=1) if store else []
    except StoreError:
        return None  # which will be said as soon as a move is to be kept
    return left[0] if left and left[0].game in GAMES else None


def _choose(
    store: Store | None, left: GameSummary | None, screen: Screen, keyboard: Keyboard
) -> SavedGame | None:
    """The table that somebody asked for, or None if they would rather leave."""
    while (typed := keyboard.ask("Number or name: ")) is not None:
        words = typed.split()
        if not words:
            continue
        wish = [word.lower() for word in words]
        if wish in (["q"], ["quit"], ["exit"]):
            return None
        try:
            if wish in (["c"], ["continue"]) and left is not None and store is not None:
                return store.open_game(left.number)
            deal = parse_deal_number(words.pop()) if _ends_in_number(words) else None
            session = Session.new(_game(" ".join(words)), deal, autoplay=Autoplay.SAFE)
            return SavedGame(session, store.games if store else None)
        except WinnableError as error:
            screen.say(sentence(str(error)))
    return None


def _ends_in_number(words: list[str]) -> bool:
    return len(words) > 1 and words[-1].isdigit()


def _game(name: str) -> Game:
    games = {str(number): game for number, game in enumerate(GAMES.values(), 1)}
    return games.get(name) or find_game(name)

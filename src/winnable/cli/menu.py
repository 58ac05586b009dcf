"""The menu of games in line mode: `winnable --lines`, and terminals that cannot show the app."""

from __future__ import annotations

from winnable.cli.line_mode import LineMode
from winnable.cli.new_deals import new_deal, wants_any_deal
from winnable.cli.optional_store import new_game
from winnable.cli.terminal import Keyboard, Screen
from winnable.deals import parse_deal_number
from winnable.errors import StoreError, WinnableError, sentence
from winnable.l10n import t
from winnable.play import Autoplay, Session
from winnable.rules import GAMES, Game, find_game
from winnable.rules.prose import game_summary
from winnable.store import GameSummary, SavedGame, Store
from winnable.store.formatting import deal_text

__all__ = ["choose_and_play"]

_INDENT = " " * 19


def choose_and_play(
    store: Store | None,
    screen: Screen | None = None,
    keyboard: Keyboard | None = None,
    *,
    in_words: bool = False,
) -> None:
    """Ask which game to play, and play it."""
    screen = screen or Screen()
    keyboard = keyboard or Keyboard(screen)
    unfinished = _last_unfinished(store)
    screen.print(t("line.menu.title") + "\n")
    for number, game in enumerate(GAMES.values(), 1):
        screen.print_wrapped(game_summary(game), _INDENT, f"  {number}  {game.name:14}")
    if unfinished is not None:
        key = "line.menu.unfinished_after" if unfinished.moves else "line.menu.unfinished"
        name, deal = GAMES[unfinished.game].name, deal_text(unfinished)
        text = t(key, game=name, deal=deal, count=unfinished.moves)
        screen.print_wrapped(text, _INDENT, f"  c  {t('line.menu.continue'):14}")
    screen.print(f"  q  {t('line.menu.quit')}\n")
    first = next(iter(GAMES.values()))
    screen.print_wrapped(t("line.menu.deal_hint", typed="1 617", game=first.name))
    try:
        saved_game = _choose(store, unfinished, screen, keyboard)
    except KeyboardInterrupt:
        screen.print()
        return
    if saved_game is not None:
        any_deal = wants_any_deal(store)
        LineMode(
            saved_game, screen, keyboard, store=store, in_words=in_words, any_deal=any_deal
        ).run()


def _last_unfinished(store: Store | None) -> GameSummary | None:
    """The last unfinished game, if this version knows its rules."""
    try:
        found = store.games.unfinished(limit=1) if store else []
    except StoreError:
        return None  # the first move will say why nothing can be saved
    return found[0] if found and found[0].game in GAMES else None


def _choose(
    store: Store | None, unfinished: GameSummary | None, screen: Screen, keyboard: Keyboard
) -> SavedGame | None:
    """The game that was chosen; None to quit."""
    while (typed := keyboard.ask(t("line.menu.prompt"))) is not None:
        words = typed.split()
        if not words:
            continue
        choice = [word.lower() for word in words]
        if choice in (["q"], ["quit"], ["exit"]):
            return None
        try:
            if choice in (["c"], ["continue"]) and unfinished is not None and store is not None:
                return store.open_game(unfinished.number)
            has_number = len(words) > 1 and words[-1].isdigit()
            deal = parse_deal_number(words.pop()) if has_number else None
            return _deal(store, _find_game(" ".join(words)), deal, screen)
        except WinnableError as error:
            screen.print(sentence(str(error)))
    return None


def _deal(store: Store | None, game: Game, number: int | None, screen: Screen) -> SavedGame:
    """A new game with a deal of that number, or with a new one."""
    source = None
    if number is None:
        number, source, warning = new_deal(game, any_deal=wants_any_deal(store))
        if warning:
            screen.print_wrapped(warning)
    return new_game(store, Session.new(game, number, autoplay=Autoplay.SAFE), deal_source=source)


def _find_game(name: str) -> Game:
    games = {str(number): game for number, game in enumerate(GAMES.values(), 1)}
    return games.get(name) or find_game(name)

"""Every word a player may type in line mode that is not a move: see `COMMANDS`.

The docstring of each is what `help` says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from winnable import text
from winnable.cli.guide import explain, in_columns, move_rows
from winnable.cli.numbers import parse_number
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, quote
from winnable.play import Autoplay, Session, Step
from winnable.play.descriptions import describe_move
from winnable.play.files import lost_by_saving, save_record
from winnable.play.move_parser import places, ways_to_move
from winnable.store import SavedGame

if TYPE_CHECKING:
    from winnable.cli.line import LineMode

__all__ = ["ALIASES", "COMMANDS", "R_SHUFFLES", "Order"]


def undo(mode: LineMode, rest: str) -> None:
    """Take back the last move, or the last N."""
    if not rest and mode.before and not mode.has_begun:
        before, mode.before, mode.to_give_up = mode.before, None, None
        mode.sit_down(before)
        mode.show("Back at the game you left.")
        return
    made = mode.session.steps
    gone = made[::-1][: _count(rest)]
    if not gone:
        raise NotationError("there is no move to take back")
    mode.table.go_to(len(made) - len(gone))
    mode.show(f"Taken back: {_named(gone)}.")


def redo(mode: LineMode, rest: str) -> None:
    """Make again what was taken back, or N of it."""
    again = mode.session.undone[: _count(rest)]
    if not again:
        raise NotationError("there is no move to make again")
    mode.table.go_to(len(mode.session.steps) + len(again))
    mode.show(f"Made again: {_named(again)}.")


def _count(rest: str) -> int:
    return parse_number(rest, 1, 10_000, "number of moves") if rest else 1


def _named(steps: Sequence[Step]) -> str:
    if len(steps) > 10:
        return f"{len(steps)} moves"
    return ", ".join(str(step.move) for step in steps)


def moves(mode: LineMode, rest: str) -> None:
    """List the legal moves; of like empty places only the first."""
    _no_more(rest)
    if mode.session.is_won:
        raise NotationError("the game is won: there is nothing left to move")
    view = mode.session.view
    entries = [
        f"{move!s:6} {describe_move(view, move)}"
        for move in mode.session.game.distinct_moves(mode.session.position)
    ]
    for line in in_columns(entries, 0 if mode.in_words else mode.screen.width):
        mode.screen.say(text.spoken(line) if mode.in_words else line)
    if not entries:
        mode.screen.say("There is no legal move.")


def hint(mode: LineMode, rest: str) -> None:
    """Offer a move; where cards are hidden, without peeking at them."""
    _no_more(rest)
    from winnable.cli.advice import hinted  # the solver is loaded for those who ask

    hinted(mode)


def odds(mode: LineMode, rest: str) -> None:
    """Say how the game stands, without peeking at hidden cards."""
    _no_more(rest)
    from winnable.cli.advice import stands

    stands(mode)


def verdict(mode: LineMode, rest: str) -> None:
    """Say whether it can be won from here, hidden cards included."""
    _no_more(rest)
    _solve(mode)


def solve(mode: LineMode, rest: str) -> None:
    """Show moves that win from here, hidden cards included."""
    _no_more(rest)
    _solve(mode, with_moves=True)


def _solve(mode: LineMode, *, with_moves: bool = False) -> None:
    """Ask the solver; Ctrl-C calls it off, and the game goes on."""
    if mode.session.is_won:
        raise NotationError("the game is won already")
    from winnable.cli.advice import solved

    answer = solved(mode)
    if answer is None:
        return
    words, found = answer
    if with_moves:
        mode.table.count_hint()
    else:
        mode.table.count_verdict()
    mode.say(words)
    if with_moves:
        for row in move_rows([*map(str, found)], mode.screen.width):
            mode.screen.say(row)


def review(mode: LineMode, rest: str) -> None:
    """Look back: where it was won or lost, hidden cards included."""
    _no_more(rest)
    from winnable.cli.advice import reviewed

    reviewed(mode)


def new(mode: LineMode, rest: str) -> None:
    """Deal another game: by chance, or deal number N."""
    number = parse_deal_number(rest) if rest else None
    session = Session.new(mode.session.game, number, autoplay=mode.session.autoplay)
    note = ""
    if mode.has_begun and not mode.session.is_won:
        note = f"You left {mode.name}; undo goes back to it."
        # It counts as given up when the next game has begun, and not before.
        mode.before = mode.to_give_up = mode.table
    elif mode.has_begun:
        mode.before = mode.to_give_up = None  # a won game is not left by a slip
    mode.sit_down(SavedGame(session, mode.store.games if mode.store else None))
    mode.show(note)


def go_on(mode: LineMode, rest: str) -> None:
    """Go on with another game you left, or game N of the history."""
    if mode.store is None:
        raise NotationError("games are not kept, so there is none to go on with")
    if rest:
        number = parse_number(rest, 1, 10**9, "number of a game")
    else:
        left = mode.unfinished()
        if not left:
            raise NotationError(f"no other game of {mode.session.game.name} was left unfinished")
        number = left[0].number
    table = mode.store.open_game(number)
    if mode.has_begun:
        mode.before = mode.table
    mode.to_give_up = None
    mode.sit_down(table)
    mode.show("Here you left it.")


def restart(mode: LineMode, rest: str) -> None:
    """Go back to the start of this deal; redo N brings moves back."""
    _no_more(rest)
    mode.table.restart()
    mode.show("Back at the start.")


def save(mode: LineMode, rest: str) -> None:
    """Keep the game in a file; winnable play --resume FILE goes on."""
    if len(rest) > 1 and rest[0] == rest[-1] and rest[0] in "'\"":
        rest = rest[1:-1]  # somebody is used to a shell
    if not rest:
        raise NotationError("write save and the name of a file")
    record = mode.table.to_record()
    if rest != mode.to_replace and (lost := lost_by_saving(rest, record)):
        mode.to_replace = rest
        raise NotationError(
            f"{quote(rest, 80)} holds {lost}: save again to replace it, or choose another name"
        )
    save_record(rest, str(record))
    mode.to_replace = ""
    mode.screen.say(f"Saved in {quote(rest, 80)}.")


def autoplay(mode: LineMode, rest: str) -> None:
    """See or set which cards go home by themselves: off, safe or all."""
    if not mode.session.game.has_autoplay:
        raise NotationError(f"no card goes home by itself in {mode.session.game.name}")
    if rest:
        try:
            choice = Autoplay(rest.lower())
        except ValueError:
            raise NotationError("write autoplay off, autoplay safe or autoplay all") from None
        mode.table.set_autoplay(choice)
    current = mode.session.autoplay
    mode.screen.say(f"Autoplay is {current.value}: {current.description}.")


def table(mode: LineMode, rest: str) -> None:
    """Show the table once more."""
    _no_more(rest)
    mode.show()


def read(mode: LineMode, rest: str) -> None:
    """Read the table out in words, pile by pile."""
    _no_more(rest)
    mode.list_piles()


def rules(mode: LineMode, rest: str) -> None:
    """Tell the rules of the game."""
    _no_more(rest)
    mode.screen.tell(f"{mode.session.game.name}\n\n{mode.session.game.rules}")


def tell_help(mode: LineMode, rest: str) -> None:
    """Show this."""
    _no_more(rest)
    say, game = mode.screen.say, mode.session.game
    say(f"Moves, where {places(game)}:")
    explain(mode.screen, list(ways_to_move(game)))
    say("Other words:")
    for_this = [name for name in COMMANDS if name != "autoplay" or game.has_autoplay]
    uses = [(COMMANDS[name].obey.__doc__ or "").strip(". ") for name in for_this]
    rows = zip((COMMANDS[name].usage for name in for_this), uses, strict=True)
    explain(mode.screen, [(usage, use[0].lower() + use[1:]) for usage, use in rows])
    again = "r or n new" if game.slug in R_SHUFFLES else "r redo, n new"
    mode.say(f"For short: u is undo, {again}, h or ? help, q or exit quit.")


def leave(mode: LineMode, rest: str) -> None:
    """Leave; the game is kept."""
    _no_more(rest)
    mode.is_over = True


def _no_more(rest: str) -> None:
    if rest:
        raise NotationError("nothing follows that word")


class Order(NamedTuple):
    """What a word does, and how it is written."""

    obey: Callable[[LineMode, str], None]
    usage: str


COMMANDS = {
    "undo": Order(undo, "undo [N]"),
    "redo": Order(redo, "redo [N]"),
    "moves": Order(moves, "moves"),
    "hint": Order(hint, "hint"),
    "odds": Order(odds, "odds"),
    "verdict": Order(verdict, "verdict"),
    "solve": Order(solve, "solve"),
    "review": Order(review, "review"),
    "new": Order(new, "new [N]"),
    "continue": Order(go_on, "continue [N]"),
    "restart": Order(restart, "restart"),
    "save": Order(save, "save FILE"),
    "autoplay": Order(autoplay, "autoplay [A]"),
    "table": Order(table, "table"),
    "read": Order(read, "read"),
    "rules": Order(rules, "rules"),
    "help": Order(tell_help, "help"),
    "quit": Order(leave, "quit"),
}

ALIASES = {"u": "undo", "n": "new", "h": "help", "?": "help", "q": "quit", "exit": "quit"}

R_SHUFFLES = {"aces-up", "bakers-game"}
"""In these handouts `R` shuffles and deals anew; elsewhere it is short for redo."""

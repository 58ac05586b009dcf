"""The commands of line mode: everything a player can type that is not a move. See `COMMANDS`.

The docstring of each is its line in `help`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from winnable import text
from winnable.cli.coaching import EFFORTS
from winnable.cli.line_context import LineContext
from winnable.cli.optional_store import new_game
from winnable.cli.parsing import parse_game_number, parse_number
from winnable.cli.text_layout import arrange_in_columns, print_definitions
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, quote
from winnable.play import Autoplay, Session, Step
from winnable.play.descriptions import describe_move
from winnable.play.move_parser import handout_commands, places, ways_to_move
from winnable.rules import Game
from winnable.rules.handouts import without_suffix

__all__ = ["ALIASES", "COMMANDS", "LineCommand", "find_command"]


def undo(context: LineContext, argument: str) -> None:
    """Undo the last move, or the last N."""
    if not argument and context.previous and not context.has_begun:
        previous, context.previous, context.to_give_up = context.previous, None, None
        context.switch_to(previous)
        context.show("Back to the game you left.")
        return
    made = context.session.steps
    undone = made[::-1][: _count(argument)]
    if not undone:
        raise NotationError("there is no move to undo")
    context.saved_game.go_to(len(made) - len(undone))
    context.show(f"Undone: {_name_moves(undone)}.")


def redo(context: LineContext, argument: str) -> None:
    """Redo the move undone last, or N of them."""
    again = context.session.undone[: _count(argument)]
    if not again:
        raise NotationError("there is no move to redo")
    context.saved_game.go_to(len(context.session.steps) + len(again))
    context.show(f"Redone: {_name_moves(again)}.")


def _count(argument: str) -> int:
    return parse_number(argument, 1, 10_000, "number of moves") if argument else 1


def _name_moves(steps: Sequence[Step]) -> str:
    if len(steps) > 10:
        return f"{len(steps)} moves"
    return ", ".join(str(step.move) for step in steps)


def moves(context: LineContext, _: str) -> None:
    """List the legal moves; of several empty places only the first."""
    if context.session.is_won:
        raise NotationError("the game is won: there is nothing left to move")
    view = context.session.view
    entries = [
        f"{move!s:6} {describe_move(view, move)}"
        for move in context.session.game.distinct_moves(context.session.position)
    ]
    for line in arrange_in_columns(entries, 0 if context.in_words else context.screen.width):
        context.screen.print(text.spoken(line) if context.in_words else line)
    if not entries:
        context.screen.print("There are no legal moves.")


def hint(context: LineContext, _: str) -> None:
    """Suggest a move, without looking at hidden cards."""
    from winnable.cli.line_coach import print_hint  # the solver is loaded only when it is needed

    print_hint(context)


def coach(context: LineContext, argument: str) -> None:
    """Let the coach play on, or N moves (coach deep: think harder)."""
    from winnable.cli.line_coach import let_coach_play

    word = argument.lower()
    if word in EFFORTS:
        context.set_effort(word)
        context.say(f"The coach's effort is now {word}, for its hints and when it plays.")
    elif word in ("", "auto"):
        let_coach_play(context)
    else:
        try:
            most = _count(argument)
        except NotationError as error:
            raise NotationError(f"{error}, or {', '.join(EFFORTS)} or auto") from None
        let_coach_play(context, most)


def odds(context: LineContext, _: str) -> None:
    """Your chance, and how often you could win if you saw every card."""
    from winnable.cli.line_coach import print_odds

    print_odds(context)


def verdict(context: LineContext, _: str) -> None:
    """Say whether it can be won from here, hidden cards included."""
    from winnable.cli.line_coach import print_verdict

    print_verdict(context)


def solve(context: LineContext, _: str) -> None:
    """Show the moves that win from here, hidden cards included."""
    from winnable.cli.line_coach import print_solution

    print_solution(context)


def review(context: LineContext, _: str) -> None:
    """Show where the game was won or lost, hidden cards included."""
    from winnable.cli.line_coach import print_review

    print_review(context)


def new(context: LineContext, argument: str) -> None:
    """Start a new game: a random deal, or deal number N."""
    number = parse_deal_number(argument) if argument else None
    session = Session.new(context.session.game, number, autoplay=context.session.autoplay)
    note = ""
    if context.has_begun and not context.session.is_won and COMMANDS["undo"].is_in(context):
        note = f"You left {context.name}. Type undo to go back to it."
        # It is given up with the first move of the new game, not before.
        context.previous = context.to_give_up = context.saved_game
    elif context.has_begun:
        context.previous = context.to_give_up = None
    context.switch_to(new_game(context.store, session))
    context.show(note)


def continue_game(context: LineContext, argument: str) -> None:
    """Continue another unfinished game, or saved game N."""
    if context.store is None:
        raise NotationError("games are not being saved, so there is none to continue")
    if argument:
        number = parse_game_number(argument)
    elif unfinished := context.unfinished():
        number = unfinished[0].number
    else:
        raise NotationError(f"there is no other unfinished game of {context.session.game.name}")
    saved_game = context.store.open_game(number)
    if context.has_begun:
        context.previous = context.saved_game
    context.to_give_up = None
    context.switch_to(saved_game)
    context.show("This is where you left off.")


def restart(context: LineContext, _: str) -> None:
    """Go back to the start of this deal; redo N brings moves back."""
    context.saved_game.restart()
    context.show("Back to the start.")


def save(context: LineContext, argument: str) -> None:
    """Save to a file; winnable play --resume FILE continues it."""
    name = argument
    if len(name) > 1 and name[0] == name[-1] and name[0] in "'\"":
        name = name[1:-1]  # quoted, as in a shell
    if not name:
        raise NotationError("type save and a file name")
    context.saver.save(name, context.saved_game.to_record())
    context.screen.print(f"Saved to {quote(name, 80)}.")


def autoplay(context: LineContext, argument: str) -> None:
    """Show or set what goes home automatically: off, safe or all."""
    if not context.session.game.has_autoplay:
        raise NotationError(f"{context.session.game.name} has no autoplay")
    if argument:
        try:
            choice = Autoplay(argument.lower())
        except ValueError:
            raise NotationError("type autoplay off, autoplay safe or autoplay all") from None
        context.saved_game.set_autoplay(choice)
    current = context.session.autoplay
    context.screen.print(f"Autoplay is {current.value}: {current.description}.")


def table(context: LineContext, _: str) -> None:
    """Show the table again."""
    context.show()


def read(context: LineContext, _: str) -> None:
    """Read the table out in words, pile by pile."""
    context.print_piles()


def rules(context: LineContext, _: str) -> None:
    """Print the rules of the game."""
    game = context.session.game
    context.screen.print_wrapped(f"{game.name}\n\n{game.rules}")


def show_help(context: LineContext, _: str) -> None:
    """Show this list."""
    game = context.session.game
    context.screen.print(f"Moves, where {places(game)}:")
    print_definitions(context.screen, ways_to_move(game))
    context.screen.print("Commands:")
    available = [each for each in COMMANDS.values() if each.is_in(context)]
    print_definitions(context.screen, [(each.usage, each.help) for each in available])
    context.say(f"Short forms: {_short_forms(context)}, h or ? help, q or exit quit.")


def _short_forms(context: LineContext) -> str:
    """Those that differ from game to game."""
    r_is_new = _r_is_new(context.session.game)
    if not COMMANDS["undo"].is_in(context):
        return "r or n new" if r_is_new else "n new"
    return f"u undo, {'r or n new' if r_is_new else 'r redo, n new'}"


def quit_game(context: LineContext, _: str) -> None:
    """Quit; a saved game stays saved."""
    context.has_quit = True


class LineCommand(NamedTuple):
    """A command: the function that runs it, and how it is typed."""

    run: Callable[[LineContext, str], None]
    usage: str
    in_handouts: bool = True
    """Whether a game that is played strictly by its handout has it."""

    @property
    def name(self) -> str:
        return self.usage.split()[0]

    @property
    def help(self) -> str:
        """What it does, for `help`."""
        description = (self.run.__doc__ or "").rstrip(".")
        return description[:1].lower() + description[1:]

    def is_in(self, context: LineContext) -> bool:
        """Whether the game being played has it."""
        if context.handout is not None:
            return self.in_handouts
        return self.run != autoplay or context.session.game.has_autoplay

    def __call__(self, context: LineContext, argument: str) -> None:
        if context.handout is not None and not self.in_handouts:
            raise NotationError(f"a game by the handout has no {self.name}")
        if argument and self.usage == self.name:
            raise NotationError(f"type {self.name} alone")
        self.run(context, argument)


COMMANDS = {
    command.name: command
    for command in (
        LineCommand(undo, "undo [N]", in_handouts=False),
        LineCommand(redo, "redo [N]", in_handouts=False),
        LineCommand(moves, "moves"),
        LineCommand(hint, "hint"),
        LineCommand(coach, "coach [N]"),
        LineCommand(odds, "odds"),
        LineCommand(verdict, "verdict"),
        LineCommand(solve, "solve"),
        LineCommand(review, "review"),
        LineCommand(new, "new [N]"),
        LineCommand(continue_game, "continue [N]", in_handouts=False),
        LineCommand(restart, "restart", in_handouts=False),
        LineCommand(save, "save FILE", in_handouts=False),
        LineCommand(autoplay, "autoplay [A]", in_handouts=False),
        LineCommand(table, "table"),
        LineCommand(read, "read"),
        LineCommand(rules, "rules"),
        LineCommand(show_help, "help"),
        LineCommand(quit_game, "quit"),
    )
}

ALIASES = {"u": "undo", "n": "new", "h": "help", "?": "help", "q": "quit", "exit": "quit"}
_R_IS_NEW = ("aces-up", "bakers-game")
"""In the handouts of these games `R` shuffles and deals anew; elsewhere it is short for redo."""


def find_command(game: Game, word: str) -> LineCommand | None:
    """The command that a word names; None where it is a move in the handout of the game."""
    word = word.lower()
    if word in [command.word for command in handout_commands(game)]:
        return None
    if word == "r":
        word = "new" if _r_is_new(game) else "redo"
    return COMMANDS.get(ALIASES.get(word, word))


def _r_is_new(game: Game) -> bool:
    return without_suffix(game.slug) in _R_IS_NEW

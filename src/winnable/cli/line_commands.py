"""The commands of line mode: what a player can type that is not a move.

What they are called and what `help` says of them is in `winnable.play.commands`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from winnable import text
from winnable.cli.coaching import EFFORTS
from winnable.cli.line_context import LineContext
from winnable.cli.new_deals import new_deal
from winnable.cli.optional_store import new_game
from winnable.cli.parsing import parse_game_number
from winnable.cli.text_layout import arrange_in_columns, print_definitions
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, quote
from winnable.l10n import t
from winnable.play import Session, commands
from winnable.play.commands import GameCommand
from winnable.play.descriptions import describe_move
from winnable.play.move_parser import places, ways_to_move
from winnable.play.typed_commands import (
    name_moves,
    read_autoplay,
    read_count,
    read_file_name,
    wants_more,
)
from winnable.rules import Game
from winnable.rules.prose import game_rules

__all__ = ["COMMANDS", "LineCommand", "find_command"]


def undo(context: LineContext, argument: str) -> None:
    if not argument and context.previous and not context.has_begun:
        previous, context.previous, context.to_give_up = context.previous, None, None
        context.switch_to(previous)
        context.show(t("line.undo.left_game"))
        return
    made = context.session.steps
    undone = made[::-1][: read_count(argument)]
    if not undone:
        raise NotationError(t("line.undo.nothing"))
    context.saved_game.go_to(len(made) - len(undone))
    context.show(t("line.undo.done", moves=name_moves(undone)))


def redo(context: LineContext, argument: str) -> None:
    again = context.session.undone[: read_count(argument)]
    if not again:
        raise NotationError(t("line.redo.nothing"))
    context.saved_game.go_to(len(context.session.steps) + len(again))
    context.show(t("line.redo.done", moves=name_moves(again)))


def moves(context: LineContext, _: str) -> None:
    if context.session.is_won:
        raise NotationError(t("line.moves.won"))
    view = context.session.view
    entries = [
        f"{move!s:6} {describe_move(view, move)}"
        for move in context.session.game.distinct_moves(context.session.position)
    ]
    for line in arrange_in_columns(entries, 0 if context.in_words else context.screen.width):
        context.screen.print(text.spoken(line) if context.in_words else line)
    if not entries:
        context.screen.print(t("line.moves.none"))


def hint(context: LineContext, argument: str) -> None:
    from winnable.cli.line_coach import print_hint  # the solver is loaded only when it is needed

    print_hint(context, more=wants_more("hint", argument))


def coach(context: LineContext, argument: str) -> None:
    from winnable.cli.line_coach import let_coach_play

    word = argument.lower()
    if word in EFFORTS:
        context.set_effort(word)
        context.say(t(f"coach.effort.{word}"))
    elif word in ("", "auto"):
        let_coach_play(context)
    else:
        try:
            most = read_count(argument)
        except NotationError as error:
            raise NotationError(t("commands.error.effort", error=error)) from None
        let_coach_play(context, most)


def odds(context: LineContext, argument: str) -> None:
    from winnable.cli.line_coach import print_odds

    print_odds(context, more=wants_more("odds", argument))


def verdict(context: LineContext, _: str) -> None:
    from winnable.cli.line_coach import print_verdict

    print_verdict(context)


def solve(context: LineContext, _: str) -> None:
    from winnable.cli.line_coach import print_solution

    print_solution(context)


def review(context: LineContext, argument: str) -> None:
    from winnable.cli.line_coach import print_review

    print_review(context, more=wants_more("review", argument))


def new(context: LineContext, argument: str) -> None:
    game = context.session.game
    if argument:
        number, source, warning = parse_deal_number(argument), None, ""
    else:
        any_deal = context.any_deal or context.handout is not None
        number, source, warning = new_deal(game, any_deal=any_deal)
    session = Session.new(game, number, autoplay=context.session.autoplay)
    note = ""
    if context.has_begun and not context.session.is_won and COMMANDS["undo"].is_in(context):
        note = t("line.new.left", name=context.name)
        # It is given up with the first move of the new game, not before.
        context.previous = context.to_give_up = context.saved_game
    elif context.has_begun:
        context.previous = context.to_give_up = None
    context.switch_to(new_game(context.store, session, deal_source=source))
    context.show(f"{note} {warning}".strip())


def continue_game(context: LineContext, argument: str) -> None:
    if context.store is None:
        raise NotationError(t("line.continue.no_store"))
    if argument:
        number = parse_game_number(argument)
    elif unfinished := context.unfinished():
        number = unfinished[0].number
    else:
        raise NotationError(t("line.continue.none", game=context.session.game.name))
    saved_game = context.store.open_game(number)
    if context.has_begun:
        context.previous = context.saved_game
    context.to_give_up = None
    context.switch_to(saved_game)
    context.show(t("line.continue.done"))


def restart(context: LineContext, _: str) -> None:
    made = len(context.session.steps)
    if not made:
        raise NotationError(t("line.at_start"))
    context.saved_game.restart()
    context.show(t("line.restart", count=made))


def back(context: LineContext, _: str) -> None:
    from winnable.cli.line_coach import go_back

    go_back(context)


def save(context: LineContext, argument: str) -> None:
    name = read_file_name(argument)
    context.saver.save(name, context.saved_game.to_record())
    context.screen.print(t("line.saved", file=quote(name, 80)))


def autoplay(context: LineContext, argument: str) -> None:
    if not context.session.game.has_autoplay:
        raise NotationError(
            t("commands.error.none", game=context.session.game.name, command="autoplay")
        )
    if argument:
        context.saved_game.set_autoplay(read_autoplay(argument))
    current = context.session.autoplay
    what = current.description
    context.screen.print(t("line.autoplay", choice=current.value, what=what))


def table(context: LineContext, _: str) -> None:
    context.show()


def read(context: LineContext, _: str) -> None:
    context.print_piles()


def rules(context: LineContext, _: str) -> None:
    game = context.session.game
    context.screen.print_wrapped(f"{game.name}\n\n{game_rules(game)}")


def show_help(context: LineContext, _: str) -> None:
    game = context.session.game
    context.screen.print(t("line.help.moves", places=places(game)))
    print_definitions(context.screen, ways_to_move(game))
    context.screen.print(t("line.help.commands"))
    available = [each for each in COMMANDS.values() if each.is_in(context)]
    print_definitions(context.screen, [(each.usage, each.help) for each in available])
    context.say(_short_forms(context))


def _short_forms(context: LineContext) -> str:
    """They differ from game to game."""
    r_is_new = commands.r_is_new(context.session.game)
    if not COMMANDS["undo"].is_in(context):
        return t("line.help.short_new" if r_is_new else "line.help.short_none")
    return t("line.help.short_undo_new" if r_is_new else "line.help.short_undo_redo")


def quit_game(context: LineContext, _: str) -> None:
    context.has_quit = True


class LineCommand(NamedTuple):
    """A command of the one table of commands, with the function that runs it here."""

    command: GameCommand
    run: Callable[[LineContext, str], None]

    @property
    def name(self) -> str:
        return self.command.name

    @property
    def usage(self) -> str:
        return self.command.usage

    @property
    def help(self) -> str:
        return self.command.typed_help

    def is_in(self, context: LineContext) -> bool:
        """Whether the game being played has it."""
        if context.handout is not None:
            return self.command.in_handouts
        return self.command.is_in(context.session.game)

    def __call__(self, context: LineContext, argument: str) -> None:
        if context.handout is not None and not self.command.in_handouts:
            raise NotationError(t("line.error.handout", command=self.name))
        self.command.check_argument(argument)
        self.run(context, argument)


_FUNCTIONS = {
    "continue": continue_game,
    "help": show_help,
    "quit": quit_game,
    **{
        function.__name__: function
        for function in (
            *(undo, redo, back, moves, hint, coach, odds, verdict, solve, review, new, restart),
            *(save, autoplay, table, read, rules),
        )
    },
}
COMMANDS = {
    name: LineCommand(command, _FUNCTIONS[name])
    for name, command in commands.COMMANDS.items()
    if command.is_on(commands.Face.LINE)
}


def find_command(game: Game, word: str) -> LineCommand | None:
    """The command that a word names; None where it is a move in the handout of the game."""
    command = commands.find_command(game, word)
    return None if command is None else COMMANDS.get(command.name)

"""What players are told: how to write moves, and which ones there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnable.cli.terminal import Screen
from winnable.moves import Transfer
from winnable.play import Step
from winnable.play.commands import HANDOUT_COMMANDS
from winnable.play.standard import has_standard_notation
from winnable.play.words import move_words
from winnable.position import Area
from winnable.rules import Draw, Game, Runs
from winnable.views import View

__all__ = ["explain", "in_columns", "move_rows", "places", "step_words", "ways_to_move"]


def places(game: Game) -> str:
    """How the places of a game are written: ``t1 is column 1, f1 foundation 1``."""
    first, *others = (f"{area.noun} 1" for area in Area if game.slots(area))
    letters = [area.value for area in Area if game.slots(area)]
    named = [f"{letter}1 {name}" for letter, name in zip(letters[1:], others, strict=True)]
    return ", ".join([f"{letters[0]}1 is {first}", *named])


def ways_to_move(game: Game) -> Iterator[tuple[str, str]]:
    """Every way to write a move of the game, with what it means."""
    yield "t3f1", "the last card of column 3 to foundation 1"
    if game.cells:
        yield "t3c1, c1t5", "the last card of column 3 to cell 1; from there to column 5"
    if game.runs is not Runs.SINGLE:
        yield "t2t5x4", "4 cards of column 2 to column 5; onto a card nobody need count"
    if game.draw is not Draw.NOTHING:
        yield "deal", "deal from the stock"
    for command in HANDOUT_COMMANDS.get(game.slug, ()):
        yield command.usage, command.meaning
    if has_standard_notation(game):
        cells = "abcdefg"[game.cells - 1]
        spelled = f"columns 1-{game.columns}, cells a-{cells}, home h"
        yield "26 3a b5 4h", f"standard notation: {spelled}"


def explain(screen: Screen, rows: list[tuple[str, str]]) -> None:
    """Print words and their meanings, the meanings one below the other."""
    wide = max((len(word) for word, _ in rows), default=0)
    for word, meaning in rows:
        screen.tell(meaning, indent=" " * (wide + 4), first=f"  {word:{wide}}  ")


def in_columns(entries: list[str], width: int) -> Iterator[str]:
    """Entries side by side in as many columns as fit, to be read down each column in turn."""
    wide = max(map(len, entries), default=0) + 4
    rows = -(-len(entries) // max(1, (width - 1) // wide))
    for row in range(rows):
        yield "  " + "".join(f"{entry:{wide}}" for entry in entries[row::rows]).rstrip()


def move_rows(moves: Sequence[str], width: int) -> Iterator[str]:
    r"""Moves one beside the other, each row with the number of its first move.

    >>> print(*move_rows(["t3c1", "t2t5x4", "deal"], 20), sep="\n")
      1  t3c1   t2t5x4
      3  deal
    """
    label = len(str(len(moves))) + 2
    wide = max(map(len, moves), default=0)
    room = max(1, (width - label - 2) // (wide + 1))
    a_row = 10 if room >= 10 else 5 if room >= 5 else room
    for at in range(0, len(moves), a_row):
        row = " ".join(f"{move:{wide}}" for move in moves[at : at + a_row])
        yield f"{at + 1:{label}}  {row}".rstrip()


def step_words(before: View, step: Step, after: View) -> str:
    """A step as a sentence: what the player moved, and what went home by itself after it."""
    what = (
        move_words(before, step.move) if isinstance(step.move, Transfer) else _dealt(before, after)
    )
    left = [list(pile) for pile in after.foundations]
    slots = [move.target.slot for move in step.automoves if isinstance(move, Transfer)]
    gone = [left[slot].pop().sign for slot in reversed(slots)]
    if gone:
        itself = "itself" if len(gone) == 1 else "themselves"
        what += f"; {', '.join(reversed(gone))} went home by {itself}"
    return f"{step.move}: {what}."


def _dealt(before: View, after: View) -> str:
    if before.columns == after.columns:
        return f"{after.foundations[0][-1].sign} to foundation 1"
    count = (before.stock or 0) - (after.stock or 0)
    return f"{count} cards to the columns"

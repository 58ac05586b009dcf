"""Moves and games in words.

>>> from winnable import Session, parse_move
>>> view = Session.new("freecell", 1).view
>>> describe_move(view, parse_move("t3c1")), describe_move(view, parse_move("t1f1"))
('2♥ to cell 1', '6♠ to foundation 1')
"""

from __future__ import annotations

from winnable.cards import Card
from winnable.moves import Deal, Move, Transfer
from winnable.play.session import Session, Step
from winnable.position import Area, Place
from winnable.view import View
from winnable.wording import counted

__all__ = ["counted", "describe_move", "describe_session", "describe_step", "status"]


def describe_move(view: View, move: Move) -> str:
    """What a legal move does: ``J♠ and 2 more onto Q♥ in column 3``."""
    if isinstance(move, Deal):
        return "deal from the stock"
    moved, onto = _pile(view, move.source)[-move.count :], _pile(view, move.target)
    what = moved[0].sign if moved[0] else "a card"
    if move.count > 1:
        what += f" and {move.count - 1} more"
    if move.target.area is Area.COLUMN and onto and onto[-1]:
        return f"{what} onto {onto[-1].sign} in {move.target.name}"
    kind = "empty " if move.target.area is Area.COLUMN else ""
    return f"{what} to {kind}{move.target.name}"


def _pile(view: View, place: Place) -> tuple[Card | None, ...]:
    if place.area is Area.COLUMN:
        return view.columns[place.slot]
    if place.area is Area.FOUNDATION:
        return view.foundations[place.slot]
    return (view.cells[place.slot],)


def describe_step(before: View, step: Step, after: View) -> str:
    """A step as a sentence: what the player moved, and what went home by itself after it."""
    what = (
        describe_move(before, step.move)
        if isinstance(step.move, Transfer)
        else _dealt(before, after)
    )
    piles = [list(pile) for pile in after.foundations]
    slots = [move.target.slot for move in step.automoves if isinstance(move, Transfer)]
    went_home = [piles[slot].pop().sign for slot in reversed(slots)]
    if went_home:
        itself = "itself" if len(went_home) == 1 else "themselves"
        what += f"; {', '.join(reversed(went_home))} went home by {itself}"
    return f"{step.move}: {what}."


def _dealt(before: View, after: View) -> str:
    if before.columns == after.columns:
        return f"{after.foundations[0][-1].sign} to foundation 1"
    count = (before.stock or 0) - (after.stock or 0)
    return f"{count} cards to the columns"


def describe_session(session: Session) -> str:
    """A game in one line: ``FreeCell, deal 617, after 12 moves``."""
    if session.deal_number is not None:
        dealt = f"deal {session.deal}"
    else:
        dealt = "custom deck" if session.deal else "custom position"
    made = len(session.steps)
    after = f", after {counted(made, 'move')}" if made else ""
    return f"{session.game.name}, {dealt}{after}"


def status(session: Session) -> str:
    """How the game has ended; empty while it goes on."""
    if session.is_won:
        return "Won!"
    return "No legal move is left." if session.is_stuck else ""

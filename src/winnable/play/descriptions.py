"""Moves and games in words.

>>> from winnable import Session, parse_move
>>> view = Session.new("freecell", 1).view
>>> describe_move(view, parse_move("t3c1")), describe_move(view, parse_move("t1f1"))
('2♥ to cell 1', '6♠ to foundation 1')
"""

from __future__ import annotations

from winnable.cards import Card
from winnable.l10n import t
from winnable.moves import Deal, Move, Transfer
from winnable.play.session import Session, Step
from winnable.position import Area, Place
from winnable.view import View

__all__ = ["describe_move", "describe_session", "describe_step", "status"]


def describe_move(view: View, move: Move) -> str:
    """What a legal move does: ``J♠ and 2 more onto Q♥ in column 3``."""
    if isinstance(move, Deal):
        return t("moves.deal")
    moved, onto = _pile(view, move.source)[-move.count :], _pile(view, move.target)
    cards = moved[0].sign if moved[0] else t("moves.a_card")
    if move.count > 1:
        cards = t("moves.run", card=cards, others=move.count - 1)
    place = move.target.name_among(len(view.foundations))
    if move.target.area is Area.COLUMN and onto and onto[-1]:
        return t("moves.onto", cards=cards, onto=onto[-1].sign, place=place)
    if move.target.area is Area.CELL:
        return t("moves.to_cell", cards=cards, place=place)
    key = "moves.to_empty" if move.target.area is Area.COLUMN else "moves.to"
    return t(key, cards=cards, place=place)


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
        cards = ", ".join(reversed(went_home))
        what = t("moves.went_home", what=what, cards=cards, count=len(went_home))
    return t("moves.made", move=step.move, what=what)


def _dealt(before: View, after: View) -> str:
    if before.columns == after.columns:
        place = Place(Area.FOUNDATION).name_among(len(after.foundations))
        return t("moves.to", cards=after.foundations[0][-1].sign, place=place)
    return t("moves.dealt_to_columns", count=(before.stock or 0) - (after.stock or 0))


def describe_session(session: Session) -> str:
    """A game in one line: ``FreeCell, deal 617, after 12 moves``."""
    if session.deal_number is not None:
        deal = t("moves.deal_number", number=str(session.deal_number))
    else:
        deal = t("moves.custom_deck" if session.deal else "moves.custom_position")
    game, made = session.game.name, len(session.steps)
    return t("moves.game_after" if made else "moves.game", game=game, deal=deal, count=made)


def status(session: Session) -> str:
    """How the game has ended; empty while it goes on."""
    if session.is_won:
        return t("moves.won")
    return t("moves.stuck") if session.is_stuck else ""

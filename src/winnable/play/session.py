"""A game in progress: moves made, undone and redone.

>>> session = Session.new("freecell", 1)
>>> for move in ("t3c1", "t3t2", "t7c2"):
...     step = session.make(move)
>>> str(session.undo().move), len(session.steps), len(session.undone)
('t7c2', 2, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple

from winnable.cards import Card, Deck
from winnable.deals import numbered_deck, parse_deal_number, parse_deck, random_number
from winnable.errors import BoardError
from winnable.moves import Move, parse_move
from winnable.play.autoplay import Autoplay, apply_autoplay
from winnable.position import Position
from winnable.rules import Game, find_game
from winnable.rules.validation import check_position
from winnable.view import View

__all__ = ["Session", "Step"]


class Step(NamedTuple):
    """A player's move, the automatic moves after it, and the position they lead to."""

    move: Move
    automoves: tuple[Move, ...]
    position: Position


class Session:
    """A game, its deal, the steps made, and those undone that can be redone."""

    def __init__(
        self,
        game: Game,
        start: Position | None = None,
        *,
        deal: int | Deck | None = None,
        autoplay: Autoplay | str = Autoplay.OFF,
    ) -> None:
        if (start is None) == (deal is None):
            raise BoardError("a session starts from a position or from a deal: give one of them")
        self.game = game
        self.deal = deal
        """The deal number, the deck, or None if it started from a position."""
        if start is not None:
            self.start = check_position(game, start)
        elif isinstance(deal, int):
            self.start = game.deal(numbered_deck(deal))
        else:
            self.start = game.deal(deal or ())
        self.autoplay = Autoplay(autoplay)
        self._line: list[Step] = []
        self._made = 0

    @classmethod
    def new(
        cls,
        game: Game | str,
        deal: int | Iterable[Card] | str | None = None,
        *,
        autoplay: Autoplay | str = Autoplay.OFF,
    ) -> Session:
        """A new game: of a deal number, a deck, the text of either, or a random number."""
        if isinstance(game, str):
            game = find_game(game)
        if deal is None:
            deal = random_number()
        elif isinstance(deal, str):
            deal = parse_deal_number(deal) if deal.isdigit() else parse_deck(deal)
        elif not isinstance(deal, int):
            deal = tuple(deal)
        return cls(game, deal=deal, autoplay=autoplay)

    @property
    def deal_number(self) -> int | None:
        """The number of the deal; None for a custom deck or position."""
        return self.deal if isinstance(self.deal, int) else None

    @property
    def position(self) -> Position:
        """Where every card is now. For solvers; user interfaces show `view`."""
        return self._line[self._made - 1].position if self._made else self.start

    @property
    def view(self) -> View:
        """What the player may see now."""
        return self.position.view

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps made, without undone ones."""
        return tuple(self._line[: self._made])

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that can be redone, the next one first."""
        return tuple(self._line[self._made :])

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move made, automatic ones included."""
        return tuple(move for step in self.steps for move in (step.move, *step.automoves))

    def legal_moves(self) -> Iterator[Move]:
        """Every move that can be made now."""
        return self.game.legal_moves(self.position)

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.game.is_won(self.position)

    @property
    def is_stuck(self) -> bool:
        """Whether it is not won and no legal move is left."""
        return not self.is_won and next(self.legal_moves(), None) is None

    def make(self, move: Move | str, automoves: Iterable[Move] | None = None) -> Step:
        """Make a move and the automatic moves after it: those of the autoplay, or those given.

        The same step as the one undone last keeps the rest that can be redone; another one drops
        it. An illegal move raises IllegalMoveError and changes nothing.
        """
        if isinstance(move, str):
            move = parse_move(move)
        step = self._step(move, automoves)
        if self._line[self._made : self._made + 1] != [step]:
            self._line[self._made :] = [step]
        self._made += 1
        return step

    def _step(self, move: Move, given: Iterable[Move] | None) -> Step:
        position = self.game.apply(self.position, move)
        if given is None:
            return Step(move, *apply_autoplay(self.game, position, self.autoplay))
        given = tuple(given)
        for automove in given:
            position = self.game.apply(position, automove)
        return Step(move, given, position)

    def undo(self) -> Step | None:
        """Undo the last step with its automatic moves; None at the start."""
        if not self._made:
            return None
        self._made -= 1
        return self._line[self._made]

    def redo(self) -> Step | None:
        """Redo the step undone last; None if there is none."""
        if self._made == len(self._line):
            return None
        self._made += 1
        return self._line[self._made - 1]

    def restart(self) -> None:
        """Undo all steps; they can be redone."""
        self._made = 0

    def copy(self) -> Session:
        """An independent copy."""
        twin = copy(self)  # everything but the line is immutable
        twin._line = list(self._line)
        return twin

    def __repr__(self) -> str:
        deal = "custom deal" if self.deal_number is None else f"deal {self.deal_number}"
        return f"<Session of {self.game.name}, {deal}, {len(self.steps)} steps made>"

    def _repr_svg_(self) -> str:
        from winnable import svg  # loaded only if a picture is drawn

        return svg.table(self.view)

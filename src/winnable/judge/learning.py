"""Finding out what a program does where its handout leaves it open; see `conventions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from winnable.cards import ACE, Card, Suit
from winnable.deals import numbered_deck
from winnable.judge.conventions import (
    FOUNDATION,
    Conventions,
    learn_dealing,
    learn_wrong_dealing,
    shown_cards,
    standard_conventions,
)
from winnable.judge.lines import legal_lines, spell, understand
from winnable.judge.profile import Profile
from winnable.judge.report import Finding
from winnable.judge.runs import FIRST_ORDER, Step, Transcript
from winnable.judge.screen import outline
from winnable.moves import Transfer
from winnable.position import Area, Place
from winnable.wording import counted

__all__ = ["Learned", "learn"]

LEGAL_MOVES = 3
"""So many moves are made to see what is printed after any move."""

Run = Callable[[Sequence[Sequence[Card]], Sequence[str]], Transcript]
"""Runs a session with these decks and lines."""


@dataclass(frozen=True)
class Learned:
    conventions: Conventions
    notes: tuple[str, ...] = ()
    wrong_start: Finding | None = None
    """What is wrong with the start of the game, if that is known already."""
    blocked: str = ""
    """Why nothing beyond the start can be looked at; empty: it can."""
    is_readable: bool = True


def learn(profile: Profile, opening: Transcript, run: Run) -> Learned:
    """What a program has chosen, from its opening of `FIRST_ORDER` and a few sessions."""
    standard = standard_conventions(profile.game)
    if not opening.steps or opening.ended:
        return Learned(standard, blocked="the program does not get as far as asking for a command")
    return _Learner(profile, run).learn(opening.steps[0])


class _Learner:
    def __init__(self, profile: Profile, run: Run) -> None:
        self.profile, self.game, self.run = profile, profile.game, run
        self.notes: list[str] = []
        self.conventions = standard_conventions(profile.game)

    def learn(self, step: Step) -> Learned:
        wrong_start = None
        if self.profile.display:
            if self.conventions.read(self.profile, step) is None:
                reason = f"{self.profile.display} is missing, or is not called with the table"
                return Learned(self.conventions, blocked=reason)
        else:
            learned = learn_dealing(self.profile, step, FIRST_ORDER)
            if learned is None:
                learned = learn_wrong_dealing(self.profile, step, FIRST_ORDER)
                wrong_start = self._wrong_start(step, learned)
            if learned is None:
                return self._unreadable(wrong_start)
            self.conventions = learned
        if self.profile.suits_may_own_foundations:
            self.conventions = replace(self.conventions, owned=self._foundations())
        if self.profile.stock_may_wait and self._stock_waits():
            self.conventions = replace(self.conventions, stock_waits=True)
            self.notes.append(
                "The program deals only if no other move is possible, as the handout may be read."
            )
        self.conventions = replace(self.conventions, usual_lines=self._usual_lines())
        return Learned(self.conventions, tuple(self.notes), wrong_start)

    # -- the start --------------------------------------------------------------------------------

    def _wrong_start(self, step: Step, learned: Conventions | None) -> Finding | None:
        """What is wrong with an opening that is not the right one; None if it cannot be read."""
        game = self.game
        shown = shown_cards(step)
        cards = [card for card in shown if card is not None]
        down = game.face_down * game.columns
        total = game.tableau_cards + game.foundation_cards
        expected = f"{game.columns} columns, {counted(game.tableau_cards, 'card')} in all"
        if down:
            expected += f", {down} of them face down"
        if game.foundation_cards:
            expected += f"; {counted(game.foundation_cards, 'card')} on the foundation"
        doubled = next((card for card in cards if cards.count(card) > 1), None)
        if learned is not None:
            sizes = [learned.dealing.count(slot) for slot in range(game.columns)]
            actual = f"columns of {', '.join(map(str, sizes))} cards"
            if down or learned.face_down:
                actual += f", {learned.face_down or 'none'} of each face down"
            if game.foundation_cards:
                started = learned.dealing.count(FOUNDATION)
                actual += f"; {counted(started, 'card')} on the foundation"
            return Finding(expected, actual)
        if len(shown) < total / 3:
            return None
        if doubled is not None and len(cards) >= total - down:
            return Finding(expected, f"{doubled.sign} is there twice")
        actual = f"{counted(len(cards), 'card')} face up"
        if down or len(shown) > len(cards):
            actual += f" and {len(shown) - len(cards)} face down"
        return Finding(expected, actual)

    def _unreadable(self, wrong_start: Finding | None) -> Learned:
        if wrong_start is not None:
            return Learned(
                self.conventions,
                wrong_start=wrong_start,
                blocked="the start of the game is not right yet",
            )
        note = (
            "The table could not be read from the screen, so the sessions are not scored. It can "
            "be read if every card is there by its rank and suit, and the columns are lines or "
            "stand side by side."
        )
        return Learned(
            self.conventions, (note,), blocked="the table could not be read", is_readable=False
        )

    # -- what the handout leaves open -------------------------------------------------------------

    def _foundations(self) -> dict[Suit, int] | None:
        """The foundation that takes each suit's ace; None if any takes any."""
        owned: dict[Suit, int] = {}
        for suit in (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS):
            slot = self._foundation_of(suit)
            if slot is None:
                return None
            owned[suit] = slot
            if len(owned) == 2 and set(owned.values()) == {0}:
                return None
        if sorted(owned.values()) != list(range(len(owned))):
            return None
        self.notes.append(
            "Each foundation of the program belongs to a suit, as the handout may be read."
        )
        return owned

    def _foundation_of(self, suit: Suit) -> int | None:
        order = list(FIRST_ORDER)
        places = [index for index, slot in enumerate(self.conventions.dealing) if slot == 0]
        last = places[0] if self.conventions.from_front else places[-1]
        ace = order.index(Card(ACE, suit))
        order[last], order[ace] = order[ace], order[last]
        source = Place(Area.COLUMN, 0)
        moves = [
            Transfer(source, Place(Area.FOUNDATION, slot)) for slot in range(self.game.foundations)
        ]
        lines = [spell(self.profile, move) or "" for move in moves]
        for typed in (lines[:1], lines):  # most programs need no more than the first
            transcript = self.run([order], typed)
            for slot in range(len(typed)):
                step = transcript.after(slot)
                table = step and self.conventions.read(self.profile, step)
                if table and Card(ACE, suit) not in table.columns[0]:
                    return slot
            if transcript.ended:
                break
        return None

    def _stock_waits(self) -> bool:
        """Whether a deal is refused while another move is possible."""
        for deal in range(1, 20):
            order = numbered_deck(deal)
            position = self.conventions.deal(self.game, order)
            lines = legal_lines(self.profile, self.conventions, position)
            deals = [line for line, move in lines if not isinstance(move, Transfer)]
            if deals and len(lines) > 1:
                transcript = self.run([order], deals[:1])
                step = transcript.after(0)
                if step is None or transcript.ended:
                    return False
                table = self.conventions.read(self.profile, step)
                if table is None:
                    return bool(self._words(step))
                return self.conventions.difference(table, position) is None
        return False

    def _words(self, step: Step) -> list[str]:
        return [line for line in step.output.split("\n") if line.strip() != step.prompt.strip()]

    def _usual_lines(self) -> frozenset[str]:
        """The outlines of all lines that are printed after moves that are made."""
        position = self.conventions.deal(self.game, FIRST_ORDER)
        typed: list[str] = []
        positions = []
        for _ in range(LEGAL_MOVES):
            moves = legal_lines(self.profile, self.conventions, position)
            if not moves:
                break
            typed.append(moves[len(typed) % len(moves)][0])
            position = understand(self.profile, self.conventions, position, typed[-1]).position
            positions.append(position)
        steps = self.run([FIRST_ORDER], typed).steps[1:]
        usual: set[str] = set()
        for step, position in zip(steps, positions, strict=False):
            table = self.conventions.read(self.profile, step)
            if table is not None and self.conventions.difference(table, position) is None:
                usual.update(outline(line) for line in step.output.split("\n"))
        return frozenset(usual)

"""Whole games that are won or lost, as scripts to be typed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from winnable.cards import Card
from winnable.deals import numbered_deck
from winnable.errors import BoardError
from winnable.judge.conventions import Conventions
from winnable.judge.lines import LineKind, is_stuck, legal_lines, spell, understand
from winnable.judge.profile import Profile
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.solver import Limit, Verdict, solve

__all__ = ["Key", "Script", "losing_scripts", "winning_script"]

WON_DEALS = range(1, 41)
"""The numbered deals among which one is looked for that can be won."""
LOST_DEALS = range(1, 200)
LONGEST_LOST = 150
SOLVER_LIMIT = Limit(states=200_000)
EASY_DEALS = {"aces-up": (18,)}
"""Deals that the solver wins in a second or two without its kernels too: tried before others."""
_WAITING = (
    "KC KD KH KS QC QD QH QS JC JD JH JS 3C AH",
    "TC TD TH TS 8C 8D 8H",
    "9C 9D 9H 9S 7C 7D 7H",
    "8S 6C 6D 6H 6S 4C 4S",
    "7S 5C 5D 5S 3D 3H 3S",
    "5H 4D 4H 2C 2D 2H 2S",
    "AC AD AS",
)
"""Cards of Easthaven that are dealt together: those that lie face down, the first row and so on."""
MOST_WAITING = 400


@dataclass(frozen=True)
class Script:
    """A deck in dealing order, and the lines to type."""

    order: tuple[Card, ...]
    lines: tuple[str, ...]
    start: int = 0
    """The line that the script is about; those before lead to it."""


class Key:
    """A profile and conventions as a key of a cache: both by what matters for scripts."""

    def __init__(self, profile: Profile, conventions: Conventions) -> None:
        self.profile, self.conventions = profile, conventions
        owned = tuple(sorted((conventions.owned or {}).items()))
        self._key = (
            profile.name,
            profile.source,
            conventions.dealing,
            conventions.from_front,
            owned,
            conventions.stock_waits,
            conventions.face_down,
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._key == other._key


def winning_script(profile: Profile, conventions: Conventions) -> Script | None:
    """A whole game that is won, found by the solver."""
    return _winning_script(Key(profile, conventions))


@lru_cache(maxsize=64)
def _winning_script(key: Key) -> Script | None:
    profile, conventions = key.profile, key.conventions
    deals = (*EASY_DEALS.get(profile.slug, ()), *WON_DEALS)
    orders: Iterable[tuple[Card, ...]] = map(numbered_deck, deals)
    if conventions.stock_waits:
        orders = (_waiting_order(conventions, seed) for seed in range(MOST_WAITING))
    return next(_winning_scripts(profile, conventions, orders), None)


def _waiting_order(conventions: Conventions, seed: int) -> tuple[Card, ...]:
    """A deck of Easthaven in which there is usually nothing to do until all cards are dealt.

    The cards that are dealt together are far enough apart in rank; aces come last.
    """
    rng = random.Random(seed)  # noqa: S311  the same decks each time
    layers = []
    for text in _WAITING:
        cards = [Card.parse(card) for card in text.split()]
        rng.shuffle(cards)
        layers.append(cards)
    hidden, first, *stock = layers
    columns = tuple((*hidden[slot::7], first[slot]) for slot in range(7))
    rest = tuple(card for layer in stock for card in layer)
    return conventions.arrange(Position(columns, ((),), (), rest, (0,) * 7))


def _winning_scripts(
    profile: Profile, conventions: Conventions, orders: Iterable[tuple[Card, ...]]
) -> Iterator[Script]:
    game = profile.game
    for order in orders:
        start = position = conventions.deal(game, order)
        dealt: list[str] = []
        if conventions.stock_waits:
            while position.stock and conventions.allows(game, position, Deal()):
                position = game.apply(position, Deal())
                dealt.append(spell(profile, Deal()) or "")
            if position.stock:
                continue
        try:
            result = solve(game, position, SOLVER_LIMIT)
        except BoardError:
            return  # the program deals in a way in which no position of the game can come about
        if result.verdict is not Verdict.WINNABLE:
            continue
        lines = dealt
        for move in result.moves or ():
            lines.append(spell(profile, _to_own(conventions, position, move)) or "")
            position = game.apply(position, move)
        if all(lines) and _wins(profile, conventions, start, lines):
            yield Script(order, tuple(lines), len(lines) - 1)


def _to_own(conventions: Conventions, position: Position, move: Move) -> Move:
    """The move with the foundation that the program has for the suit."""
    if (
        conventions.owned is None
        or not isinstance(move, Transfer)
        or move.target.area is not Area.FOUNDATION
    ):
        return move
    suit = position.pile(move.source)[-1].suit
    return replace(move, target=Place(Area.FOUNDATION, conventions.owned[suit]))


def _wins(
    profile: Profile, conventions: Conventions, position: Position, lines: Iterable[str]
) -> bool:
    for line in lines:
        meaning = understand(profile, conventions, position, line)
        if meaning.kind is not LineKind.LEGAL:
            return False
        position = meaning.position
    return profile.game.is_won(position)


def losing_scripts(profile: Profile, conventions: Conventions) -> tuple[Script, ...]:
    """Whole games after which no move is possible: a short one, and one with an empty column."""
    return _losing_scripts(Key(profile, conventions))


@lru_cache(maxsize=64)
def _losing_scripts(key: Key) -> tuple[Script, ...]:
    short = _lost_game(key, _worst_line, lambda position: True)
    empty = None
    if key.profile.game.has_stock and key.profile.ends_when_lost:
        empty = _lost_game(key, _busy_line, lambda position: not all(position.columns))
    return tuple(script for script in (short, empty) if script is not None)


def _lost_game(
    key: Key,
    choose: Callable[[list[tuple[str, Move]], random.Random], str],
    accepts: Callable[[Position], bool],
) -> Script | None:
    profile, conventions = key.profile, key.conventions
    best: Script | None = None
    for deal in LOST_DEALS:
        rng = random.Random(deal)  # noqa: S311  the same games each time
        order = numbered_deck(deal)
        position = conventions.deal(profile.game, order)
        lines: list[str] = []
        while len(lines) < (len(best.lines) if best else LONGEST_LOST):
            moves = legal_lines(profile, conventions, position)
            if not moves:
                break
            lines.append(choose(moves, rng))
            position = understand(profile, conventions, position, lines[-1]).position
        is_lost = is_stuck(profile.game, position) and not profile.game.is_won(position)
        if is_lost and accepts(position) and (best is None or len(lines) < len(best.lines)):
            best = Script(order, tuple(lines), len(lines) - 1)
        if best is not None and (len(best.lines) < 30 or deal > 40):
            break
    return best


def _worst_line(moves: list[tuple[str, Move]], rng: random.Random) -> str:
    """A move that brings the end nearer: deal while there is a stock, then fill the cells."""
    deals = [line for line, move in moves if isinstance(move, Deal)]
    if deals:
        return deals[0]
    to_cells = [
        line for line, move in moves if isinstance(move, Transfer) and move.target.area is Area.CELL
    ]
    return to_cells[0] if to_cells else rng.choice(moves)[0]


def _busy_line(moves: list[tuple[str, Move]], rng: random.Random) -> str:
    """Any move but a deal, as long as there is one."""
    others = [line for line, move in moves if not isinstance(move, Deal)]
    return rng.choice(others) if others else moves[0][0]

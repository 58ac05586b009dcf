"""A second opinion on the rules: the five games once more, as plainly as they can be written.

Cards are strings, a table is a tuple, and nothing here comes from the library; even the deals come
from pysol-cards. A face-down card is in lower case.
"""

from collections.abc import Callable, Iterator

from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

Piles = tuple[tuple[str, ...], ...]
Table = tuple[Piles, Piles, tuple[str, ...], tuple[str, ...]]
"""Columns, foundations, cells (``""`` is empty) and stock."""

RANKS = "A23456789TJQK"


def layout(name: str, number: int) -> str:
    """A Microsoft deal as pysol-cards lays it out for a game, in board text."""
    game = PysolGame(name, number, RandomBase.DEALS_MS)
    text: str = game.calc_layout_string(CardRenderer(print_ts=True))
    return text


def deck(number: int) -> list[str]:
    """The cards of a Microsoft deal, in dealing order."""
    columns = [line.split() for line in layout("freecell", number).splitlines()]
    return [column[row] for row in range(7) for column in columns if row < len(column)]


def start(slug: str, number: int) -> Table:
    """A deal laid out for a game."""
    cards = deck(number)
    if slug == "aces-up":
        return tuple((card,) for card in cards[:4]), ((),), (), tuple(cards[4:])
    if slug == "golf-relaxed":
        return _layout(cards[:35], 7), ((cards[35],),), (), tuple(cards[36:])
    if slug == "easthaven":
        hidden = [card.lower() for card in cards[:14]] + cards[14:21]
        return _layout(hidden, 7), ((),) * 4, (), tuple(cards[21:])
    return _layout(cards, 8), ((),) * 4, ("",) * 4, ()


def after(slug: str, table: Table) -> Iterator[Table]:
    """Every table that one move makes of this one."""
    return _MOVES[slug](table)


def _layout(cards: list[str], columns: int) -> Piles:
    return tuple(tuple(cards[i::columns]) for i in range(columns))


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def _with(piles: Piles, index: int, pile: tuple[str, ...]) -> Piles:
    """The piles with another one at the index; a face-down card at its end turns up."""
    if pile:
        pile = (*pile[:-1], pile[-1].upper())
    return (*piles[:index], pile, *piles[index + 1 :])


def _dealt(columns: Piles, stock: tuple[str, ...]) -> Piles:
    return tuple(column + stock[i : i + 1] for i, column in enumerate(columns))


def _aces_up(table: Table) -> Iterator[Table]:
    columns, homes, cells, stock = table
    for i, column in enumerate(columns):
        for j, other in enumerate(columns):
            if column and not other:
                moved = _with(_with(columns, i, column[:-1]), j, column[-1:])
                yield moved, homes, cells, stock
        lasts = [c[-1] for j, c in enumerate(columns) if c and column and j != i]
        if any(
            last[1] == column[-1][1] and (_rank(last) - 1) % 13 > (_rank(column[-1]) - 1) % 13
            for last in lasts
        ):
            yield _with(columns, i, column[:-1]), (homes[0] + column[-1:],), cells, stock
    if stock:
        yield _dealt(columns, stock), homes, cells, stock[4:]


def _golf(table: Table) -> Iterator[Table]:
    columns, homes, cells, stock = table
    for i, column in enumerate(columns):
        if column and (_rank(column[-1]) - _rank(homes[0][-1])) % 13 in (1, 12):
            yield _with(columns, i, column[:-1]), (homes[0] + column[-1:],), cells, stock
    if stock:
        yield columns, (homes[0] + stock[:1],), cells, stock[1:]


def _fits(card: str, onto: str, by_suit: bool) -> bool:
    if onto.islower() or _rank(onto) != _rank(card) + 1:
        return False
    return card[1] == onto[1] if by_suit else (card[1] in "DH") != (onto[1] in "DH")


def _homes_for(card: str, homes: Piles) -> list[int]:
    return [
        i
        for i, home in enumerate(homes)
        if (_rank(card) == len(home)) and (not home or home[0][1] == card[1])
    ]


def _easthaven(table: Table) -> Iterator[Table]:
    columns, homes, cells, stock = table
    yield from _packing(table, lambda empty, onto_empty: 52, by_suit=False)
    if stock:
        yield _dealt(columns, stock), homes, cells, stock[7:]


def _freecell(table: Table, by_suit: bool = False) -> Iterator[Table]:
    columns, homes, cells, stock = table
    free = cells.count("")
    yield from _packing(table, lambda empty, onto: (free + 1) * 2 ** (empty - onto), by_suit)
    for i, column in enumerate(columns):
        for j, cell in enumerate(cells):
            if column and not cell:
                held = (*cells[:j], column[-1], *cells[j + 1 :])
                yield _with(columns, i, column[:-1]), homes, held, stock
    for j, card in enumerate(cells):
        if not card:
            continue
        held = (*cells[:j], "", *cells[j + 1 :])
        for i, column in enumerate(columns):
            if not column or _fits(card, column[-1], by_suit):
                yield _with(columns, i, (*column, card)), homes, held, stock
        for h in _homes_for(card, homes):
            yield columns, _with(homes, h, (*homes[h], card)), held, stock


def _packing(table: Table, room: Callable[[int, bool], int], by_suit: bool) -> Iterator[Table]:
    """What can be done with the cards of the columns alone."""
    columns, homes, cells, stock = table
    empty = columns.count(())
    for i, column in enumerate(columns):
        if not column:
            continue
        for h in _homes_for(column[-1], homes):
            rest = _with(columns, i, column[:-1])
            yield rest, _with(homes, h, homes[h] + column[-1:]), cells, stock
        longest = 1
        while longest < len(column) and _fits(column[-longest], column[-longest - 1], by_suit):
            longest += 1
        for j, target in enumerate(columns):
            for count in range(1, min(longest, room(empty, not target)) + 1):
                if j != i and (not target or _fits(column[-count], target[-1], by_suit)):
                    rest = _with(columns, i, column[:-count])
                    yield _with(rest, j, target + column[-count:]), homes, cells, stock


_MOVES: dict[str, Callable[[Table], Iterator[Table]]] = {
    "aces-up": _aces_up,
    "easthaven": _easthaven,
    "bakers-game": lambda table: _freecell(table, by_suit=True),
    "golf-relaxed": _golf,
    "freecell": _freecell,
}

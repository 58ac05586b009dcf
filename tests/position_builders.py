"""Positions made by hand for the tests: a column is written as its cards, the deepest first."""

from winnable import (
    DECK,
    Card,
    FoundationRule,
    Game,
    Pile,
    Position,
    Suit,
    check_position,
)


def pile(cards: str) -> Pile:
    """The cards of a text; angle brackets (face down) make no difference here."""
    return tuple(Card.parse(word.strip("<>")) for word in cards.split())


def table(
    game: Game, *columns: str, cells: str = "", home: str = "", stock: str = "", whole: bool = False
) -> Position:
    """Just these cards. `home` has the last card of each foundation, or `-`; `<7C>` is face down.

    A foundation that is not built by suit is written in full. Columns left out are empty.
    """
    wanted = [*columns, *[""] * (game.columns - len(columns))]
    held = [None if word == "-" else Card.parse(word) for word in cells.split()]
    if game.foundation_rule is FoundationRule.SUIT:
        piles = [() if word == "-" else _up_to(Card.parse(word)) for word in home.split()]
    else:
        piles = [pile(home)]
    position = Position(
        columns=tuple(map(pile, wanted)),
        foundations=(*piles, *[()] * (game.foundations - len(piles))),
        cells=(*held, *[None] * (game.cells - len(held))),
        stock=None if not game.has_stock else pile(stock),
        face_down=tuple(column.count("<") for column in wanted),
    )
    return check_position(game, position, whole=whole)


def endgame(game: Game, *columns: str, cells: str = "", stock: str = "") -> Position:
    """A whole position: the cards that are not named are on the foundations already."""
    named = {card for text in (*columns, cells.replace("-", ""), stock) for card in pile(text)}
    if game.foundation_rule is FoundationRule.SUIT:
        lowest = {suit: min((c.rank for c in named if c.suit == suit), default=14) for suit in Suit}
        home = [str(Card(lowest[suit] - 1, suit)) if lowest[suit] > 1 else "-" for suit in Suit]
    else:
        home = [str(card) for card in DECK if card not in named]
    return table(game, *columns, cells=cells, home=" ".join(home), stock=stock, whole=True)


def _up_to(card: Card) -> Pile:
    return tuple(Card(rank, card.suit) for rank in range(1, card.rank + 1))

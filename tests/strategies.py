"""Strategies that the tests share: decks, positions reached by play, moves of any kind."""

import random
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from winnable import (
    DECK,
    GAMES,
    Area,
    Card,
    Deal,
    FoundationRule,
    Game,
    Goal,
    Move,
    Place,
    Position,
    StockRule,
    Suit,
    Transfer,
    check_position,
)
from winnable.cards import KING

FREECELL_WITH_TWO_CELLS = replace(
    GAMES["freecell"], name="FreeCell with two cells", slug="two-cells", cells=2
)
GOLF_WITHOUT_CORNERS = replace(
    GAMES["golf-relaxed"], name="Golf without corners", slug="golf-strict", wraps=False
)
BARE_EASTHAVEN = replace(
    GAMES["easthaven"],
    name="Bare Easthaven",
    slug="bare",
    fills_empty_columns=False,
    goal=Goal.CLEARED,
)

ALL_GAMES: tuple[Game, ...] = (
    *GAMES.values(),
    FREECELL_WITH_TWO_CELLS,
    GOLF_WITHOUT_CORNERS,
    BARE_EASTHAVEN,
)
"""The registered games, and some that recombine their words: the rules hold for those too."""


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """Any order of the 52 cards."""
    return st.permutations(DECK).map(tuple)


def wander(game: Game, position: Position, steps: int, rng: random.Random) -> list[Move]:
    """Legal moves by chance; moves home are taken more often, so that play gets somewhere."""
    moves: list[Move] = []
    for _ in range(steps):
        legal = list(game.distinct_moves(position))
        if not legal or game.is_won(position):
            break
        home = [m for m in legal if isinstance(m, Transfer) and m.target.area is Area.FOUNDATION]
        move = rng.choice(home if home and rng.random() < 0.7 else legal)
        position = game.apply(position, move)
        moves.append(move)
    return moves


@st.composite
def lines(draw: st.DrawFn, game: Game, most: int = 60) -> tuple[Position, list[Move]]:
    """A start and legal moves from it."""
    seed = draw(st.integers(0, 2**32 - 1))
    rng = random.Random(seed)
    deck = list(DECK)
    rng.shuffle(deck)
    start = game.deal(deck)
    return start, wander(game, start, draw(st.integers(0, most)), rng)


@st.composite
def positions(draw: st.DrawFn, game: Game, most: int = 60) -> Position:
    """A position that play by chance reached."""
    position, moves = draw(lines(game, most))
    for move in moves:
        position = game.apply(position, move)
    return position


def places() -> st.SearchStrategy[Place]:
    """Any place that can be written, be it in no game."""
    return st.builds(Place, st.sampled_from(Area), st.integers(0, 12))


def moves() -> st.SearchStrategy[Move]:
    """Any move that can be written, legal or not."""
    transfers = st.builds(Transfer, places(), places(), st.integers(1, 14))
    return st.one_of(transfers, transfers, st.just(Deal()))


def examples(count: int) -> settings:
    """So many examples and no deadline: a busy machine is not a bug."""
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def endgames(draw: st.DrawFn, game: Game, most: int = 32) -> Position:
    """A whole position with few cards left, built rather than reached: empty places, long runs."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    return built_position(game, rng, rng.randint(0, most))


def built_position(
    game: Game,
    rng: random.Random,
    count: int,
    *,
    used_columns: int | None = None,
    cells_full: bool = False,
) -> Position:
    """A whole position with so many cards outside the foundations, in some of the columns."""
    left, foundations = _cards_left(game, count, rng)
    stock: list[Card] = []
    if game.has_stock:
        full = len(DECK) - game.tableau_cards - game.foundation_cards
        step = game.columns if game.stock_rule is StockRule.COLUMNS else 1
        size = rng.choice([0, *(n for n in range(full, 0, -step) if n <= len(left))])
        stock, left = left[:size], left[size:]
    most_held = min(game.cells, len(left))
    held = most_held if cells_full else rng.randint(0, most_held)
    cells = [*left[:held], *[None] * (game.cells - held)]
    rng.shuffle(cells)
    columns = _columns(game, left[held:], rng, used_columns or rng.randint(1, game.columns))
    position = Position(
        columns=tuple(map(tuple, columns)),
        foundations=foundations,
        cells=tuple(cells),
        stock=None if not game.has_stock else tuple(stock),
        face_down=tuple(rng.randint(0, min(game.face_down, max(len(c) - 1, 0))) for c in columns),
    )
    return check_position(game, position)


def _cards_left(
    game: Game, count: int, rng: random.Random
) -> tuple[list[Card], tuple[tuple[Card, ...], ...]]:
    """Cards for the table, and the foundations with all the others."""
    if game.foundation_rule is not FoundationRule.SUIT:
        deck = rng.sample(DECK, len(DECK))
        if game.goal is Goal.ACES:  # aces never leave the table
            deck.sort(key=lambda card: card.rank != 1)
            count = max(count, 4)
        return deck[:count], (tuple(deck[count:]),)
    home = dict.fromkeys(Suit, KING)
    for _ in range(count):
        suit = rng.choice(list(Suit))
        home[suit] = max(home[suit] - 1, 0)
    piles = [tuple(Card(rank, suit) for rank in range(1, home[suit] + 1)) for suit in Suit]
    rng.shuffle(piles)
    left = [card for card in DECK if card.rank > home[card.suit]]
    return rng.sample(left, len(left)), tuple(piles)


def _columns(game: Game, cards: list[Card], rng: random.Random, count: int) -> list[list[Card]]:
    """The cards over so many of the columns, most of them where they fit."""
    columns: list[list[Card]] = [[] for _ in range(game.columns)]
    used = rng.sample(columns, count)
    if rng.random() < 0.7:
        cards = sorted(cards, key=lambda card: -card.rank)
    for card in cards:
        fitting = [column for column in used if column and game.is_run((column[-1], card))]
        rng.choice(fitting if fitting and rng.random() < 0.8 else used).append(card)
    return columns

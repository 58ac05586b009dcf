"""Ten thousand random games of each kind, played to the end without an error.

An eighth of them with every run of the tests, the others with `make test-all`.

The player never returns to a position of the same game, so every game ends: won, or stuck with no
legal move to anywhere new.
"""

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from winnable import DECK, GAMES, Area, Deal, Game, Move, Place, Position, Transfer
from winnable.rules.supermove import implied_count

GAMES_EACH, CHUNKS = 10_000, 20
GUESSES, DEALS = 8, 0.05


def guesses(game: Game, position: Position, rng: random.Random) -> Iterator[Move]:
    """Moves off the top of one's head; listing all the legal ones to choose from takes longer."""
    sources = [Place(Area.COLUMN, slot) for slot, pile in enumerate(position.columns) if pile]
    sources += [Place(Area.CELL, slot) for slot, card in enumerate(position.cells) if card]
    areas = [area for area in Area if game.slots(area)]
    for _ in range(GUESSES):
        if position.stock and rng.random() < DEALS:
            yield Deal()
        elif sources:
            source, area = rng.choice(sources), rng.choice(areas)
            target = Place(area, rng.randrange(game.slots(area)))
            yield Transfer(source, target, implied_count(game, position, source, target))


def play_by_chance(game: Game, rng: random.Random) -> tuple[Position, set[Position]]:
    """The last position of a game, and all it passed through.

    Where no guess is any good, the first new legal move is made.
    """
    position = game.deal(rng.sample(DECK, len(DECK)))
    seen = {position}
    while not game.is_won(position):
        for move in chain(guesses(game, position, rng), game.legal_moves(position)):
            if game.is_legal(position, move):
                after = game.apply(position, move)
                if after not in seen:
                    break
        else:
            break
        seen.add(after)
        position = after
    return position, seen


@pytest.mark.parametrize(
    "chunk",
    [pytest.param(chunk, marks=[pytest.mark.heavy] * (chunk > 0)) for chunk in range(CHUNKS)],
)
@pytest.mark.parametrize("slug", GAMES)
def test_random_play_ends_won_or_stuck(slug: str, chunk: int) -> None:
    game = GAMES[slug]
    rng = random.Random(f"{slug} {chunk}")
    for _ in range(GAMES_EACH // CHUNKS):
        last, seen = play_by_chance(game, rng)
        assert sorted(last.cards()) == list(DECK)
        if not game.is_won(last):
            assert not last.stock  # a deal always leads to somewhere new
            assert all(game.apply(last, move) in seen for move in game.legal_moves(last))

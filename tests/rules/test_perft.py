"""The positions a few moves away from five deals of each game, against the golden numbers.

`python tests/perft.py` writes the numbers anew. They are no mere echo of our own rules: `naive` has
the five games once more, written without the library, and has to count the same.
"""

import json

import naive_rules
import pytest
from hypothesis import given
from hypothesis import strategies as st
from perft import DEALS, DEEPEST, GOLDEN, perft, reachable
from strategies import endgames, examples, positions

from winnable import GAMES, Game, Position

TABLE: dict[str, dict[str, list[int]]] = json.loads(GOLDEN.read_text(encoding="ascii"))
CASES = [(slug, deal) for slug in GAMES for deal in DEALS]
LARGE = [(slug, deal) for slug, deal in CASES if TABLE[slug][str(deal)][-1] > 1000]


def test_the_table_is_complete() -> None:
    assert TABLE.keys() == GAMES.keys()
    for rows in TABLE.values():
        assert [*rows] == [str(deal) for deal in DEALS]
        assert {len(counts) for counts in rows.values()} == {DEEPEST}


@pytest.mark.parametrize(("slug", "deal"), CASES)
def test_our_rules_count_what_is_written(slug: str, deal: int) -> None:
    most = DEEPEST - 1 if (slug, deal) in LARGE else DEEPEST
    assert perft(GAMES[slug], deal, most) == TABLE[slug][str(deal)][:most]


@pytest.mark.heavy
@pytest.mark.parametrize(("slug", "deal"), LARGE)
def test_our_rules_count_what_is_written_to_the_end(slug: str, deal: int) -> None:
    assert perft(GAMES[slug], deal) == TABLE[slug][str(deal)]


@pytest.mark.parametrize(("slug", "deal"), CASES)
def test_the_second_opinion_counts_the_same(slug: str, deal: int) -> None:
    counts = reachable(naive_rules.start(slug, deal), lambda table: naive_rules.after(slug, table))
    assert counts == TABLE[slug][str(deal)]


def as_naive(position: Position) -> naive_rules.Table:
    columns = zip(position.columns, position.face_down, strict=True)
    return (
        tuple(
            tuple(str(card).lower() if row < down else str(card) for row, card in enumerate(column))
            for column, down in columns
        ),
        tuple(tuple(map(str, pile)) for pile in position.foundations),
        tuple(str(card or "") for card in position.cells),
        tuple(map(str, position.stock or ())),
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(60)
@given(data=st.data())
def test_the_second_opinion_agrees_everywhere(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    ours = {as_naive(game.apply(position, move)) for move in game.legal_moves(position)}
    assert ours == set(naive_rules.after(game.slug, as_naive(position)))

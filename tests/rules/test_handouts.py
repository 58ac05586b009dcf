"""The games by their handouts: what they share with ours, and where they are stricter."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import pile
from strategies import endgames, examples, positions

from winnable import (
    DECK,
    GAMES,
    HANDOUTS,
    Deal,
    DealOrder,
    Game,
    Move,
    Position,
    Reason,
    Record,
    Session,
    UnknownGameError,
    parse_move,
    parse_record,
)
from winnable.rules.handouts import find_handout

SINGLE = ("bakers-game", "freecell")
each_handout = pytest.mark.parametrize("slug", HANDOUTS)


def is_single(move: Move) -> bool:
    return isinstance(move, Deal) or move.count == 1


def all_positions(game: Game) -> st.SearchStrategy[Position]:
    """Positions early and late; sequences and empty columns are to be had late."""
    return st.one_of(positions(game), endgames(game))


@each_handout
def test_what_is_legal_by_the_handout(slug: str) -> None:
    ours, strict = GAMES[slug], HANDOUTS[slug].game

    @examples(60)
    @given(all_positions(strict))
    def check(position: Position) -> None:
        allowed, here = set(ours.legal_moves(position)), set(strict.legal_moves(position))
        if slug in SINGLE:
            allowed = {move for move in allowed if is_single(move)}
        assert here == allowed
        assert strict.is_won(position) == ours.is_won(position)
        # So a game is stuck by the handout exactly where ours is.
        assert bool(here) == (next(ours.legal_moves(position), None) is not None)

    check()


def test_every_game_has_a_handout() -> None:
    assert HANDOUTS.keys() == GAMES.keys()


@each_handout
def test_a_game_by_the_handout_is_not_registered(slug: str) -> None:
    handout = HANDOUTS[slug]
    assert handout.game.slug not in GAMES
    assert find_handout(handout.game) is handout
    assert find_handout(GAMES[slug]) is None
    assert find_handout(replace(handout.game, columns=2)) is None


@each_handout
def test_a_record_is_not_mistaken_for_one_of_ours(slug: str) -> None:
    session = Session.new(HANDOUTS[slug].game, 617)
    record = parse_record(str(Record.of(session)))
    with pytest.raises(UnknownGameError):
        record.session()
    assert record.session(HANDOUTS[slug].game).position == session.position


# The new deck AC AD AH AS 2C ... KS, dealt by hand.
COLUMN_BY_COLUMN = {
    "easthaven": [
        "AC AD AH", "AS 2C 2D", "2H 2S 3C", "3D 3H 3S", "4C 4D 4H", "4S 5C 5D", "5H 5S 6C",
    ],
    "golf-relaxed": [
        "AD AH AS 2C 2D", "2H 2S 3C 3D 3H", "3S 4C 4D 4H 4S", "5C 5D 5H 5S 6C", "6D 6H 6S 7C 7D",
        "7H 7S 8C 8D 8H", "8S 9C 9D 9H 9S",
    ],
}  # fmt: skip


@pytest.mark.parametrize("slug", COLUMN_BY_COLUMN)
def test_dealt_column_by_column(slug: str) -> None:
    position = HANDOUTS[slug].game.deal(DECK)
    assert list(position.columns) == [pile(column) for column in COLUMN_BY_COLUMN[slug]]
    golf = slug == "golf-relaxed"
    assert position.foundations[0] == DECK[: int(golf)]
    assert position.stock == DECK[36 if golf else 21 :]
    assert position.face_down == (0 if golf else 2,) * 7


@pytest.mark.parametrize("slug", ["aces-up", "bakers-game", "freecell"])
def test_dealt_as_ours(slug: str) -> None:
    assert HANDOUTS[slug].game.deal(DECK) == GAMES[slug].deal(DECK)


def test_columns_of_different_lengths_dealt_one_after_the_other() -> None:
    game = replace(GAMES["freecell"], deal_order=DealOrder.COLUMNS)
    columns = game.deal(DECK).columns
    assert [len(column) for column in columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert sum(columns, ()) == DECK


def test_which_handouts_have_a_loss() -> None:
    ends = {slug for slug, handout in HANDOUTS.items() if handout.ends_when_stuck}
    assert ends == {"golf-relaxed", "freecell"}


@each_handout
def test_the_end_of_a_game(slug: str) -> None:
    handout = HANDOUTS[slug]

    @examples(60)
    @given(all_positions(handout.game))
    def check(position: Position) -> None:
        won = handout.game.is_won(position)
        stuck = not won and next(handout.game.legal_moves(position), None) is None
        assert handout.is_over(position) == (won or (stuck and handout.ends_when_stuck))

    check()


@pytest.mark.parametrize("slug", SINGLE)
def test_a_supermove_is_one_card_too_many(slug: str) -> None:
    start = HANDOUTS[slug].game.deal(DECK)
    reasons = [
        problem.reason for problem in HANDOUTS[slug].game.problems(start, parse_move("t1t2x2"))
    ]
    assert Reason.ONE_AT_A_TIME in reasons

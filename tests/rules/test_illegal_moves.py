"""Every reason against a move, with a position and its message."""

from typing import NamedTuple

import pytest
from position_builders import table
from strategies import BARE_EASTHAVEN, GOLF_WITHOUT_CORNERS

from winnable import (
    GAMES,
    Game,
    IllegalMoveError,
    Place,
    Position,
    Problem,
    Reason,
    Transfer,
    WinnableError,
    parse_move,
)

ACES, EAST, BAKERS, GOLF, FREE = (
    GAMES[slug] for slug in ("aces-up", "easthaven", "bakers-game", "golf-relaxed", "freecell")
)


class Case(NamedTuple):
    """A move that is refused, and all that is said against it."""

    game: Game
    position: Position
    move: str
    problems: dict[Reason, str]


def case(game: Game, position: Position, move: str, **problems: str) -> Case:
    return Case(game, position, move, {Reason[name]: words for name, words in problems.items()})


CASES = [
    case(FREE, table(FREE, "5H"), "t9c1", NO_SUCH_PLACE="there is no column 9 in this game"),
    case(FREE, table(FREE, "5H"), "t1c5", NO_SUCH_PLACE="there is no cell 5 in this game"),
    case(GOLF, table(GOLF, "5H", home="6S"), "t1f2",
         NO_SUCH_PLACE="there is no foundation 2 in this game"),
    case(EAST, table(EAST, "5H"), "c1t1", NO_SUCH_PLACE="there is no cell 1 in this game"),
    case(FREE, table(FREE, "5H"), "t1t1", SAME_PLACE="the cards are in column 1 already"),
    case(FREE, table(FREE, "5H", cells="2C"), "c1c1",
         SAME_PLACE="the cards are in cell 1 already"),
    case(FREE, table(FREE), "t2c1", SOURCE_EMPTY="column 2 is empty"),
    case(FREE, table(FREE, "5H"), "c3t1", SOURCE_EMPTY="cell 3 is empty"),
    case(FREE, table(FREE, "5H"), "t2t1x3", SOURCE_EMPTY="column 2 is empty"),
    case(FREE, table(FREE, home="3S"), "f1c1",
         FOUNDATION_STAYS="a card on a foundation stays there"),
    case(FREE, table(FREE, cells="5H"), "c1c2",
         CELL_TO_CELL="a card in a cell can go to a column or a foundation, not to another cell"),
    case(FREE, table(FREE, cells="5H 6C"), "c1c2", OCCUPIED="cell 2 is not empty",
         CELL_TO_CELL="a card in a cell can go to a column or a foundation, not to another cell"),
    case(FREE, table(FREE, "5H", "6C 5D"), "t1t3x2", TOO_FEW="column 1 has only 1 card"),
    case(EAST, table(EAST, "7S 6H"), "t1t2x3", TOO_FEW="column 1 has only 2 cards"),
    case(EAST, table(EAST, "<9C> 8D 7S", "9S"), "t1t3x3",
         FACE_DOWN="column 1 has only 2 cards face up"),
    case(EAST, table(EAST, "<9C> 8D", "10H"), "t1t2x2",
         FACE_DOWN="column 1 has only 1 card face up"),
    case(FREE, table(FREE, "6C 5D"), "t1c1x2",
         ONE_AT_A_TIME="only one card at a time can move to cell 1"),
    case(ACES, table(ACES, "6C 5C", "9C"), "t1f1x2",
         ONE_AT_A_TIME="only one card at a time can move to the foundation"),
    case(EAST, table(EAST, "7S 6S"), "t1t2x2",
         NOT_A_RUN="the last 2 cards of column 1 are not in sequence"),
    case(BAKERS, table(BAKERS, "7S 6H"), "t1t2x2",
         NOT_A_RUN="the last 2 cards of column 1 are not in sequence"),
    case(FREE, table(FREE, "7S 6H 5S", "8D", "2C", "3C", "4C", "5C", "6C", "7C",
                     cells="2D 3D 4D"), "t1t2x3",
         TOO_MANY="there is room to move only 2 cards to column 2"),
    case(FREE, table(FREE, "7S 6H 5S", "8D", "2C", "3C", "4C", "5C", "6C", "7C",
                     cells="2D 3D 4D 5D"), "t1t2x3",
         TOO_MANY="there is room to move only 1 card to column 2"),
    case(EAST, table(EAST, "<9C> <8C> 8D", "10H"), "t1t2x9",
         TOO_FEW="column 1 has only 3 cards", FACE_DOWN="column 1 has only 1 card face up"),
    case(EAST, table(EAST, "<9C> 8D", home="7S"), "t1f1x2",
         ONE_AT_A_TIME="only one card at a time can move to foundation 1",
         FACE_DOWN="column 1 has only 1 card face up"),
    case(FREE, table(FREE, "7S", cells="2D"), "t1c1", OCCUPIED="cell 1 is not empty"),
    case(ACES, table(ACES, "6C", "9C"), "t1t2", OCCUPIED="column 2 is not empty"),
    case(BARE_EASTHAVEN, table(BARE_EASTHAVEN, "6C"), "t1t2",
         STAYS_EMPTY="an empty column stays empty in this game"),
    case(GOLF, table(GOLF, "6C", home="9H"), "t1t2",
         COLUMNS_CLOSED="cards do not move to columns in this game"),
    case(GOLF, table(GOLF, "6C", "7H", home="9H"), "t1t2",
         COLUMNS_CLOSED="cards do not move to columns in this game"),
    case(FREE, table(FREE, "2S"), "t1f1",
         NOT_ACE="2♠ is not an ace, and a foundation starts with one"),
    case(FREE, table(FREE, "4S", home="- 3H"), "t1f2",
         FOUNDATION_SUIT="4♠ is not of the suit of foundation 2, which is at 3♥"),
    case(BAKERS, table(BAKERS, "9S", home="3S"), "t1f1",
         FOUNDATION_RANK="9♠ is not one higher than 3♠"),
    case(EAST, table(EAST, "10S", home="3H"), "t1f1",
         FOUNDATION_SUIT="10♠ is not of the suit of foundation 1, which is at 3♥",
         FOUNDATION_RANK="10♠ is not one higher than 3♥"),
    case(FREE, table(FREE, "QS", home="KH"), "t1f1",
         FOUNDATION_SUIT="Q♠ is not of the suit of foundation 1, which is at K♥",
         FOUNDATION_RANK="foundation 1 is complete"),
    case(GOLF, table(GOLF, "6C", home="9H"), "t1f1",
         NOT_NEIGHBOUR="6♣ is not next in rank to 9♥"),
    case(GOLF, table(GOLF, "9C", home="9H"), "t1f1",
         NOT_NEIGHBOUR="9♣ is not next in rank to 9♥"),
    case(GOLF_WITHOUT_CORNERS, table(GOLF_WITHOUT_CORNERS, "AC", home="KH"), "t1f1",
         NOT_NEIGHBOUR="A♣ is not next in rank to K♥"),
    case(ACES, table(ACES, "9C", "8C", "KH"), "t1f1",
         NOT_OUTRANKED="no other column ends in a higher club than 9♣ (aces are high)"),
    case(ACES, table(ACES, "AH", "KH"), "t1f1",
         NOT_OUTRANKED="no other column ends in a higher heart than A♥ (aces are high)"),
    case(ACES, table(ACES, "9S", "KS 2H"), "t1f1",
         NOT_OUTRANKED="no other column ends in a higher spade than 9♠ (aces are high)"),
    case(BAKERS, table(BAKERS, "5H", "6S"), "t1t2", WRONG_SUIT="5♥ is not of the suit of 6♠"),
    case(BAKERS, table(BAKERS, "5H", "6D"), "t1t2", WRONG_SUIT="5♥ is not of the suit of 6♦"),
    case(FREE, table(FREE, "5H", "6D"), "t1t2", SAME_COLOUR="5♥ is of the same colour as 6♦"),
    case(FREE, table(FREE, "9H", "JS"), "t1t2", WRONG_RANK="9♥ is not one lower than J♠"),
    case(BAKERS, table(BAKERS, "5H", "4S"), "t1t2", WRONG_SUIT="5♥ is not of the suit of 4♠",
         WRONG_RANK="5♥ is not one lower than 4♠"),
    case(FREE, table(FREE, "KH", "AS"), "t1t2", WRONG_RANK="nothing can go on A♠"),
    case(FREE, table(FREE), "deal", NO_STOCK="there is no stock to deal from in this game"),
    case(ACES, table(ACES, "5H"), "deal", STOCK_EMPTY="the stock is empty"),
    case(FREE, table(FREE, "2H", cells="7D 7C 8C 9C", home="AS"), "f1c1",
         FOUNDATION_STAYS="a card on a foundation stays there", OCCUPIED="cell 1 is not empty"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game.slug} {case.move}")
def test_messages(case: Case) -> None:
    problems = list(case.game.problems(case.position, parse_move(case.move)))
    assert {problem.reason: str(problem) for problem in problems} == case.problems
    assert len(problems) == len(case.problems)
    with pytest.raises(IllegalMoveError) as caught:
        case.game.apply(case.position, parse_move(case.move))
    assert caught.value.why == "; ".join(map(str, problems))
    assert str(caught.value) == f"{case.move}: {caught.value.why}"


def test_every_reason_is_shown() -> None:
    shown = {reason for case in CASES for reason in case.problems}
    assert shown | {Reason.NO_CARDS} == set(Reason)  # no text can ask for less than one card


@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        (ACES, table(ACES, "9C", "AC"), "t1f1"),  # the ace is high
        (ACES, table(ACES, "9C 8C", "10C"), "t1f1"),
        (ACES, table(ACES, "9C"), "t1t4"),
        (GOLF, table(GOLF, "AC", home="KH"), "t1f1"),
        (GOLF, table(GOLF, "KC", home="AH"), "t1f1"),
        (GOLF, table(GOLF, "2C", home="AH"), "t1f1"),
        (GOLF_WITHOUT_CORNERS, table(GOLF_WITHOUT_CORNERS, "AC", home="2H"), "t1f1"),
        (EAST, table(EAST, "9D 8S 7D 6S 5D 4S 3D", "10C"), "t1t2x7"),  # room for any number
        (EAST, table(EAST, "<2C> 9D"), "t1t7"),
        (BAKERS, table(BAKERS, "7S 6S 5S", "8S"), "t1t2x3"),
        (FREE, table(FREE, cells="- 5H", home="- - 4H"), "c2f3"),
        (FREE, table(FREE, "AS", home="- - 4H"), "t1f4"),  # any empty foundation
    ],
)
def test_what_is_not_refused(game: Game, position: Position, move: str) -> None:
    assert not list(game.problems(position, parse_move(move)))


@pytest.mark.parametrize("count", [0, -1, -20])
def test_no_count_below_one_is_legal(count: int) -> None:
    position = table(FREE, "7S 6H")
    move = Transfer(Place.parse("t1"), Place.parse("t2"), count)
    (problem,) = FREE.problems(position, move)
    assert (problem.reason, str(problem)) == (Reason.NO_CARDS, "a move takes at least one card")


def test_an_illegal_move_is_one_of_our_errors() -> None:
    error = IllegalMoveError(
        parse_move("deal"), [Problem(Reason.NO_STOCK), Problem(Reason.STOCK_EMPTY)]
    )
    assert isinstance(error, WinnableError)
    assert len(error.problems) == 2
    assert str(error) == ("deal: there is no stock to deal from in this game; the stock is empty")

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from winnable.cards import Card, Suit
from winnable.deals import numbered_deck
from winnable.judge import load_profile
from winnable.judge.conventions import (
    FOUNDATION,
    Conventions,
    learn_dealing,
    learn_wrong_dealing,
    standard_conventions,
)
from winnable.judge.runs import FIRST_ORDER, Step
from winnable.moves import Deal, Transfer
from winnable.position import Area, Place

GOLF = load_profile("golf")
EASTHAVEN = load_profile("easthaven")
FREECELL = load_profile("freecell")


def rows(columns: Sequence[Sequence[Card]], down: int = 0) -> str:
    return "\n".join(
        f"Row {number}: "
        + " ".join("XX" if index < down else card.sign for index, card in enumerate(column))
        for number, column in enumerate(columns, 1)
    )


@pytest.mark.parametrize("from_front", [False, True])
@pytest.mark.parametrize("way", ["in turn", "one after the other", "from the right"])
def test_any_way_of_dealing_is_learned(way: str, from_front: bool) -> None:
    dealing = {
        "in turn": [index % 8 for index in range(52)],
        "one after the other": [0] * 7 + [1] * 7 + [2] * 7 + [3] * 7 + [4] * 6 + [5] * 6
        + [6] * 6 + [7] * 6,
        "from the right": [7 - index % 8 for index in range(52)],
    }[way]  # fmt: skip
    conventions = Conventions(tuple(dealing), from_front)
    position = conventions.deal(FREECELL.game, FIRST_ORDER)
    learned = learn_dealing(FREECELL, Step("Hello\n" + rows(position.columns)), FIRST_ORDER)
    assert learned is not None
    assert learned.deal(FREECELL.game, FIRST_ORDER) == position
    other = learned.deal(FREECELL.game, numbered_deck(7))
    assert learned.arrange(other) == numbered_deck(7)


def test_the_foundation_may_be_dealt_first_or_last() -> None:
    for dealing in ((FOUNDATION, *(i // 5 for i in range(35))), (*[i % 7 for i in range(35)], -1)):
        position = Conventions(dealing).deal(GOLF.game, FIRST_ORDER)
        screen = rows(position.columns) + f"\nFoundation: {position.foundations[0][0].sign}"
        learned = learn_dealing(GOLF, Step(screen), FIRST_ORDER)
        assert learned is not None
        assert learned.dealing == dealing


def test_face_down_cards() -> None:
    conventions = Conventions(tuple(index // 3 for index in range(21)))
    position = conventions.deal(EASTHAVEN.game, FIRST_ORDER)
    learned = learn_dealing(EASTHAVEN, Step(rows(position.columns, 2)), FIRST_ORDER)
    assert learned is not None
    assert learned.dealing == conventions.dealing
    assert learn_dealing(EASTHAVEN, Step(rows(position.columns)), FIRST_ORDER) is None
    shown = learn_wrong_dealing(EASTHAVEN, Step(rows(position.columns)), FIRST_ORDER)
    assert shown is not None
    assert shown.face_down == 0


def test_too_few_cards() -> None:
    columns = [FIRST_ORDER[1 + 4 * row : 5 + 4 * row] for row in range(7)]
    step = Step(rows(columns) + f"\nFoundation: {FIRST_ORDER[0].sign}")
    assert learn_dealing(GOLF, step, FIRST_ORDER) is None
    learned = learn_wrong_dealing(GOLF, step, FIRST_ORDER)
    assert learned is not None
    assert [learned.dealing.count(slot) for slot in range(7)] == [4] * 7
    assert learn_wrong_dealing(GOLF, Step("no cards"), FIRST_ORDER) is None


def test_what_a_program_allows() -> None:
    game = EASTHAVEN.game
    conventions = standard_conventions(game)
    position = conventions.deal(game, FIRST_ORDER)
    assert conventions.allows(game, position, Deal())
    blocked = any(not isinstance(move, Deal) for move in game.legal_moves(position))
    assert replace(conventions, stock_waits=True).allows(game, position, Deal()) is not blocked
    suit = position.columns[0][-1].suit
    owned = replace(conventions, owned={each: slot for slot, each in enumerate(Suit)})
    for slot in range(4):
        move = Transfer(Place(Area.COLUMN, 0), Place(Area.FOUNDATION, slot))
        assert owned.allows(game, position, move) is (list(Suit)[slot] == suit)

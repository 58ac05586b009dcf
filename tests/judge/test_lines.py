from __future__ import annotations

import pytest

from winnable.cards import Card
from winnable.deals import numbered_deck
from winnable.judge import load_profile, shipped_profiles
from winnable.judge.conventions import standard_conventions
from winnable.judge.lines import (
    LineKind,
    Meaning,
    legal_lines,
    malformed_lines,
    moves_in_range,
    spell,
    understand,
)
from winnable.judge.scripts import prepare_order
from winnable.moves import Deal
from winnable.rules import Reason


def meaning(handout: str, line: str, tops: str = "", deal: int = 1) -> Meaning:
    """What a line means in an opening whose columns end in these cards."""
    profile = load_profile(handout)
    conventions = standard_conventions(profile.game)
    order = prepare_order(profile, conventions, tops, numbered_deck(deal))
    return understand(profile, conventions, conventions.deal(profile.game, order), line)


def test_legal_and_refused() -> None:
    assert meaning("aces-up-2023", "F 1", "2C 3C KD AH").kind is LineKind.LEGAL
    refused = meaning("aces-up-2023", "f 2", "2C 3C KD AH")
    assert (refused.kind, refused.reason) == (LineKind.REFUSED, Reason.NOT_OUTRANKED)
    assert refused.message == "Error, cannot move  3♣."


def test_the_first_reason_of_the_profile_is_given() -> None:
    onto_itself = meaning("aces-up-2023", "t 1 1")
    assert onto_itself.message == "Error, target column is not empty: 1"


@pytest.mark.parametrize(
    ("handout", "line", "kind"),
    [
        ("golf", "q", LineKind.QUIT),
        ("golf", "8", LineKind.MALFORMED),
        ("golf", "0", LineKind.MALFORMED),
        ("golf", "d", LineKind.LEGAL),
        ("easthaven", "h", LineKind.HELP),
        ("easthaven", "f 1", LineKind.MALFORMED),
        ("easthaven", "F 1 1", LineKind.MALFORMED),
        ("bakers-game-2017", "R", LineKind.RESTART),
        ("freecell", "t2c 1 4", LineKind.LEGAL),
        ("freecell", "t2c 1 5", LineKind.MALFORMED),
        ("freecell", "t2c 1 ²", LineKind.MALFORMED),
    ],
)
def test_kinds(handout: str, line: str, kind: LineKind) -> None:
    assert meaning(handout, line).kind is kind


def test_an_ace_lies_next_to_a_king() -> None:
    assert meaning("golf", "1", "f1: KS | AH 5C").kind is LineKind.LEGAL
    assert meaning("golf", "1", "f1: AS | KH 5C").kind is LineKind.LEGAL
    assert meaning("golf", "2", "f1: AS | KH 5C").reason is Reason.NOT_NEIGHBOUR


@pytest.mark.parametrize("handout", shipped_profiles())
def test_every_move_in_range_is_spelled_as_it_is_read(handout: str) -> None:
    profile = load_profile(handout)
    lines = list(moves_in_range(profile))
    assert len({line for _, line, _ in lines}) == len(lines)
    for _, line, move in lines:
        assert spell(profile, move) == line
    assert spell(profile, Deal()) == ("d" if profile.game.has_stock else None)


@pytest.mark.parametrize("handout", shipped_profiles())
def test_malformed_lines_are_malformed_and_legal_ones_legal(handout: str) -> None:
    profile = load_profile(handout)
    conventions = standard_conventions(profile.game)
    position = conventions.deal(profile.game, numbered_deck(1))
    for kind in profile.malformed:
        assert malformed_lines(profile, kind)
        for line in malformed_lines(profile, kind):
            assert understand(profile, conventions, position, line).kind is LineKind.MALFORMED
    for line, _ in legal_lines(profile, conventions, position):
        assert understand(profile, conventions, position, line).kind is LineKind.LEGAL


def test_prepared_cards_are_where_they_should_be() -> None:
    profile = load_profile("easthaven")
    conventions = standard_conventions(profile.game)
    order = prepare_order(profile, conventions, "AC 2C+3C 4C", numbered_deck(5))
    columns = conventions.deal(profile.game, order).columns
    assert len(set(order)) == 52
    assert columns[0][-1] == Card.parse("AC")
    assert columns[1][-2:] == (Card.parse("2C"), Card.parse("3C"))
    assert columns[2][-1] == Card.parse("4C")

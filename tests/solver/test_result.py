"""Results: moves are decoded late, and it makes no difference to anybody."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from winnable import GAMES, numbered_deck
from winnable.solver import Result, Verdict, solve

FREECELL = GAMES["freecell"]


@pytest.fixture
def packed() -> Result:
    """A result whose moves have not been decoded, where there are kernels."""
    return replace(solve(FREECELL, FREECELL.deal(numbered_deck(1))), seconds=0.5)


def test_packed_and_unpacked_results_are_equal(packed: Result) -> None:
    unpacked = Result(Verdict.WINNABLE, packed.moves, packed.states, 0.5, memory=packed.memory)
    assert packed == unpacked
    assert hash(packed) == hash(unpacked)
    assert repr(packed) == repr(unpacked)
    assert "moves=(Transfer(" in repr(packed)
    assert packed != replace(packed, states=1)
    assert packed != "a result"


def test_lengths_and_texts_need_no_decoding(packed: Result) -> None:
    unpacked = Result(Verdict.WINNABLE, packed.moves, packed.states, 0.5, memory=packed.memory)
    for result in (packed, unpacked):
        assert result.texts == tuple(map(str, packed.moves))
        assert result.length == len(packed.moves)


def test_copies_and_pickles_are_equal(packed: Result) -> None:
    assert copy.copy(packed) == packed
    assert copy.deepcopy(packed) == packed
    assert pickle.loads(pickle.dumps(packed)) == packed


def test_moves_are_decoded_once(packed: Result) -> None:
    assert packed.moves is packed.moves


def test_a_result_cannot_be_changed(packed: Result) -> None:
    with pytest.raises(FrozenInstanceError):
        packed.states = 0  # type: ignore[misc]
    with pytest.raises(AttributeError, match="size"):
        packed.size  # type: ignore[attr-defined]  # noqa: B018

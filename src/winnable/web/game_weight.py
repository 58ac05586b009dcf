"""About how many bytes of memory an open game takes.

The figures are measured (`python -m benchmarks.web_memory`); a test compares the estimates with
what Python allocates. They are rather too large than too small.
"""

from __future__ import annotations

from sys import getsizeof

from winnable.play import Record, Variation
from winnable.store import SavedGame

__all__ = ["record_weight", "session_weight"]

_GAME = 4_200
"""A game without a move: its position, its session, its saved game."""
_STEP = 700
"""A step: its position shares most columns with the one before. Moves are shared by all games."""
_AUTOMOVE = 20
_TAG = 100
"""A tag's place in its dictionary, besides its two strings."""
_NODE = 130
"""A move of a record, besides its comment."""
_VARIATION = 110


def session_weight(game: SavedGame) -> int:
    """The weight of a saved game without the record it was loaded from."""
    session = game.session
    line = (*session.steps, *session.undone)
    return _GAME + _STEP * len(line) + _AUTOMOVE * sum(len(step.automoves) for step in line)


def record_weight(record: Record | None) -> int:
    """The weight of a record: its tags, and its moves with their comments and side lines."""
    if record is None:
        return 0
    tags = sum(_TAG + getsizeof(name) + getsizeof(value) for name, value in record.tags.items())
    return tags + _variation_weight(record.main_line)


def _variation_weight(line: Variation) -> int:
    return (
        _VARIATION
        + _text_weight(line.comment)
        + sum(
            _NODE
            + _AUTOMOVE * len(node.automoves)
            + _text_weight(node.comment)
            + sum(map(_variation_weight, node.variations))
            for node in line.nodes
        )
    )


def _text_weight(text: str) -> int:
    return getsizeof(text) if text else 0

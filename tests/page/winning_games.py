"""Short won games to play on the page, one of each game, with the default auto-moves."""

from __future__ import annotations

from dataclasses import dataclass

from api_client import GOLDEN
from line_driver import golden_record

from winnable import Record
from winnable.play import Variation

__all__ = ["WINS", "Win", "record_of_start"]


@dataclass(frozen=True)
class Win:
    """A deal and the moves that win it."""

    slug: str
    deal: int
    moves: tuple[str, ...]


def _golden(name: str) -> Win:
    """One of the games in tests/golden."""
    record = golden_record(GOLDEN[name])
    moves = tuple(str(entry.move) for entry in record.main_line.nodes)
    return Win(record.game.slug, int(record.tags["Deal"]), moves)


def record_of_start(name: str, moves: int) -> str:
    """The record of a golden game after so many moves."""
    record = golden_record(GOLDEN[name])
    tags = {tag: said for tag, said in record.tags.items() if tag != "Result"}
    return str(Record(tags, Variation(record.main_line.nodes[:moves])))


_FREECELL = """
    t7c1 t7c2 t5t3 t5f1 t4t5 t8t3 t1t8 t4t1 t4t8 t3t8x3 t2t4 t2t4x2 t7c3 t2t7 t6t3 t6c4 t6t7 c2t7
    t6c2 t1t2x2 t1t5 t4f1 t8t7 t8t4x2 t7t1x2
"""
_BAKERS_GAME = """
    t1f1 t3c1 t5c2 t6t4 t6c1 t5t4 t4t8x3 t4c2 t4c3 t8c4 t4t2 t1c1 t1t4 t1t5 t2t1x2 t3c4 t7c3 t6c3
"""
_EASTHAVEN = """
    t2f1 t7t6 t7t2 t1t7 t1t2 t6t5x2 t3t1 t3t5 t4t3 t7t6 deal t7t4 deal t3t7 t5f1 t2t7 deal t1f1
    t1f1 t5t3 t5t7x4 t3t5x2 deal deal t4t6x2 t3f1 t1t3 t7t1x6 t2t7 t2t4 t2t7x3 t2t4 t1t2x7 t4t3x4
    t6t5
"""

WINS = {
    win.slug: win
    for win in (
        _golden("aces-up-162"),
        Win("easthaven", 21, tuple(_EASTHAVEN.split())),
        Win("bakers-game", 33, tuple(_BAKERS_GAME.split())),
        _golden("golf-relaxed-16"),
        Win("freecell", 46, tuple(_FREECELL.split())),
    )
}

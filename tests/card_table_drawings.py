"""The positions whose drawings are golden files, and how they are drawn.

    PYTHONPATH=tests python tests/card_table_drawings.py

writes tests/golden/tui/table-GAME-SIZE-PALETTE.txt. Look at the changes before you commit them.
"""

from pathlib import Path

from position_builders import endgame

from winnable import GAMES, Place, Position, Session
from winnable.tui.drawing.layout import make_layout
from winnable.tui.drawing.painter import Drag, Marks, MoveMark, paint, plain_text
from winnable.tui.drawing.palette import PALETTES

GOLDEN = Path(__file__).parent / "golden" / "tui"
SIZES = ((40, 15), (80, 20), (120, 36))
PALETTES_DRAWN = ("green", "no-colour", "no-colour-ascii")


def at(text: str) -> Place:
    return Place.parse(text)


def position_after(game: str, deal: int, moves: str) -> Position:
    session = Session.new(game, deal)
    for move in moves.split():
        session.make(move)
    return session.position


SCENES: dict[str, tuple[Position, Marks]] = {
    # A selected run, its targets, and the cursor on it.
    "freecell": (
        position_after(
            "freecell",
            1,
            "t3c1 t1c2 t3c3 t6c4 c4t3 t4c4 t6t3 t6f1 t6f2 t3f1 c3t2 t1c3 c1t1 t8c1 c2t8 t8t7x2 "
            "t3c2 c2t3 t1c2 t8t2 t8f1 c4t2 c2t1 t7c2 t3c4 c2t7 t4c2 c4t3 t1c4 c4t1",
        ),
        Marks(
            selection=(at("t2"), 8),
            targets=frozenset({at("f3"), at("t7")}),
            cursor=(at("t2"), 8),
        ),
    ),
    # A column that is too long for any terminal of a usual size; empty columns as targets.
    "bakers-game": (
        endgame(
            GAMES["bakers-game"],
            "",
            "KS QS JS TS 9S 8S 7S 6S 5S 4S KH QH JH TH 9H 8H 7H 6H 5H 4H",
            "KC QC JC TC",
            "9C",
            "KD QD",
            "",
            "7C 8C JD",
            "TD 9D",
        ),
        Marks(selection=(at("t4"), 0), targets=frozenset({at("t1"), at("t3"), at("t6"), at("c1")})),
    ),
    # A hint, face-down cards, and the cursor on the stock.
    "easthaven": (
        position_after(
            "easthaven",
            2,
            "t3t4 t2t4 deal t3t6 deal t5f1 t3f2 t4t6 t4t6 t6t4x2 t7t3 t4t6x2 deal t7f3 t5f1 t6f1 "
            "t5t3 t5t4 t5t6 deal t7f4 t7t4 t1t7 t1f4 t1t7 t1t3 t1f3 t2t3 t7t6 t3f3 t2f4 t3f4 t2f1",
        ),
        Marks(hint=MoveMark(at("t6"), 9, at("t7")), cursor=(None, -1)),
    ),
    # A long row of cards on the foundation, an empty column, and a hint to deal.
    "golf-relaxed": (
        position_after(
            "golf-relaxed",
            3,
            "t7f1 deal t6f1 t6f1 deal t1f1 t1f1 deal t7f1 t1f1 deal t1f1 t3f1 deal deal t3f1 t1f1 "
            "deal deal t6f1",
        ),
        Marks(hint=MoveMark(None, -1, None), cursor=(at("t1"), -1)),
    ),
    # A card being dragged to the foundation.
    "aces-up": (
        position_after(
            "aces-up",
            4,
            "t4f1 t3t4 deal t1f1 t4f1 t3f1 t4f1 deal t4f1 t1f1 t2t4 deal deal deal t1f1 t2f1 t4f1 "
            "deal t2f1 t2f1 t1f1 t1f1 t4f1 t4f1 deal t4f1",
        ),
        Marks(drag=Drag(at("t2"), 3, 9, -2), targets=frozenset({at("f1")})),
    ),
}


def drawing(game: str, width: int, height: int, palette: str) -> str:
    """A scene as plain text."""
    position, marks = SCENES[game]
    return plain_text(paint(make_layout(position.view, width, height), marks, PALETTES[palette]))


def drawings() -> dict[str, str]:
    """Every golden drawing by its file's name."""
    return {
        f"table-{game}-{width}x{height}-{palette}.txt": drawing(game, width, height, palette)
        for game in SCENES
        for width, height in SIZES
        for palette in PALETTES_DRAWN
    }


def main() -> None:
    """Write the golden drawings."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("table-*.txt"):
        old.unlink()
    for name, text in drawings().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

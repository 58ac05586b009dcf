"""The tables whose drawings are kept as golden files, and how they are drawn.

    PYTHONPATH=tests python tests/felt_drawings.py

writes tests/golden/tui/felt-GAME-SIZE-THEME.txt anew. Look at what has changed before keeping it.
"""

from pathlib import Path

from position_builders import endgame

from winnable import GAMES, Place, Position, Session
from winnable.tui.canvas import Drag, Marks, paint, plain_text
from winnable.tui.inks import THEMES
from winnable.tui.layout import lay_out

GOLDEN = Path(__file__).parent / "golden" / "tui"
SIZES = ((40, 15), (80, 20), (120, 36))
THEMES_DRAWN = ("green", "no-colour", "no-colour-ascii")


def at(text: str) -> Place:
    return Place.parse(text)


def played(game: str, deal: int, moves: str) -> Position:
    """The position after these moves."""
    session = Session.new(game, deal)
    for move in moves.split():
        session.make(move)
    return session.position


SCENES: dict[str, tuple[Position, Marks]] = {
    # A run picked up, the places where it may go, and the cursor on it.
    "freecell": (
        played(
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
    # A hint, cards that lie face down, and the cursor on the stock.
    "easthaven": (
        played(
            "easthaven",
            2,
            "t3t4 t2t4 deal t3t6 deal t5f1 t3f2 t4t6 t4t6 t6t4x2 t7t3 t4t6x2 deal t7f3 t5f1 t6f1 "
            "t5t3 t5t4 t5t6 deal t7f4 t7t4 t1t7 t1f4 t1t7 t1t3 t1f3 t2t3 t7t6 t3f3 t2f4 t3f4 t2f1",
        ),
        Marks(hint=(at("t6"), 9, at("t7")), cursor=(None, -1)),
    ),
    # A long row of cards on the foundation, an empty column, and a hint to deal.
    "golf-relaxed": (
        played(
            "golf-relaxed",
            3,
            "t7f1 deal t6f1 t6f1 deal t1f1 t1f1 deal t7f1 t1f1 deal t1f1 t3f1 deal deal t3f1 t1f1 "
            "deal deal t6f1",
        ),
        Marks(hint=(None, -1, None), cursor=(at("t1"), -1)),
    ),
    # A card on its way to the foundation.
    "aces-up": (
        played(
            "aces-up",
            4,
            "t4f1 t3t4 deal t1f1 t4f1 t3f1 t4f1 deal t4f1 t1f1 t2t4 deal deal deal t1f1 t2f1 t4f1 "
            "deal t2f1 t2f1 t1f1 t1f1 t4f1 t4f1 deal t4f1",
        ),
        Marks(drag=Drag(at("t2"), 3, 9, -2), targets=frozenset({at("f1")})),
    ),
}


def drawing(game: str, width: int, height: int, theme: str) -> str:
    """A scene as plain text."""
    position, marks = SCENES[game]
    return plain_text(paint(lay_out(position.view, width, height), marks, THEMES[theme]))


def drawings() -> dict[str, str]:
    """Every golden drawing by its file's name."""
    return {
        f"felt-{game}-{width}x{height}-{theme}.txt": drawing(game, width, height, theme)
        for game in SCENES
        for width, height in SIZES
        for theme in THEMES_DRAWN
    }


def main() -> None:
    """Write the golden drawings."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("felt-*.txt"):
        old.unlink()
    for name, text in drawings().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

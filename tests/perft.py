"""How many positions there are a few moves away, and the table of it that is kept as golden data.

    python tests/perft.py

writes tests/golden/perft.json anew (it takes a minute or so). A number that changes there means
that a rule has changed: find out which before keeping it.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from winnable import GAMES, Game, Position, numbered_deck

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
DEALS, DEEPEST = range(1, 6), 4

State = TypeVar("State")


def reachable(
    start: State, after: Callable[[State], Iterable[State]], most: int = DEEPEST
) -> list[int]:
    """The number of different positions after exactly 1, 2, ... moves."""
    counts = []
    front = {start}
    for _ in range(most):
        front = {state for before in front for state in after(before)}
        counts.append(len(front))
    return counts


def perft(game: Game, deal: int, most: int = DEEPEST) -> list[int]:
    """The numbers for a deal of a game, by our rules."""

    def after(position: Position) -> Iterable[Position]:
        return (game.apply(position, move) for move in game.legal_moves(position))

    return reachable(game.deal(numbered_deck(deal)), after, most)


def main() -> None:
    """Write the golden table."""
    lines = []
    for slug, game in GAMES.items():
        rows = ",\n    ".join(f'"{deal}": {json.dumps(perft(game, deal))}' for deal in DEALS)
        lines.append(f'  "{slug}": {{\n    {rows}\n  }}')
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()

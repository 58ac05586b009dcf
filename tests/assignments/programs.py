"""The five handout programs, to be loaded or run by the tests beside this file.

A transcript is a text file under `tests/transcripts/<program>/`:

    deal: unshuffled            or `deal: seed N`, for random.seed(N)
    --- input
    d                           what the player types, line by line, to the end of the input
    q
    --- output
    ...                         all that the program prints, to the last byte
"""

import contextlib
import copy
import importlib.util
import io
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Self
from unittest import mock

TESTS = Path(__file__).resolve().parents[1]
ASSIGNMENTS = TESTS.parent / "assignments"
TRANSCRIPTS = TESTS / "transcripts"
COURSE_CARDS = TESTS / "course_cards"

FILES = {
    "aces_up": "proj10.py",
    "bakers_game": "proj10.py",
    "easthaven": "proj09.py",
    "freecell": "freecell.py",
    "golf_relaxed": "proj09.py",
}
YEARS = {
    "aces_up": "2023",
    "bakers_game": "2017",
    "easthaven": "2009",
    "freecell": "cs162",
    "golf_relaxed": "2008",
}
ENTRIES = {
    "aces_up": "main",
    "bakers_game": "main",
    "easthaven": "play",
    "freecell": "main",
    "golf_relaxed": "play",
}


RANKS = " A23456789TJQK"
SUITS = " CDHS"


def program_file(program: str) -> Path:
    """Where the program lies."""
    return ASSIGNMENTS / program / FILES[program]


def load(program: str) -> ModuleType:
    """The program as a module, with the `cards` that lies beside it.

    Five modules are called `cards`: each is known by that name only while its program loads.
    """
    file = program_file(program)
    others = sys.modules.pop("cards", None)
    try:
        sys.modules["cards"] = _module("cards", file.with_name("cards.py"))
        return _module(f"{program}_program", file)
    finally:
        del sys.modules["cards"]
        if others is not None:
            sys.modules["cards"] = others


def new_card(cards: ModuleType, name: str) -> Any:
    """A card of any year's module by its name, such as '10H'."""
    rank = RANKS.index(name[:-1].replace("10", "T"))
    blank = cards.Card()
    has_letters = hasattr(blank, "get_suit") and blank.get_suit() == ""
    return cards.Card(rank, name[-1] if has_letters else SUITS.index(name[-1]))


def pile_of(cards: ModuleType, names: str) -> list[Any]:
    """Cards of any year's module by their names, such as '3H 10S'."""
    return [new_card(cards, name) for name in names.split()]


def name_of(card: Any) -> str:
    """The name of a card of any year's module, face up or not."""
    rank = card.rank() if hasattr(card, "rank") else card.get_rank()
    suit = card.suit() if hasattr(card, "suit") else card.get_suit()
    letter = suit if isinstance(suit, str) else SUITS[suit]
    return (RANKS[rank] + letter).replace("T", "10")


def names_in(piles: Any) -> Any:
    """Piles of cards as texts, so that they can be compared in every year."""
    if isinstance(piles, dict):
        return {area: names_in(inside) for area, inside in piles.items()}
    if any(isinstance(each, list) for each in piles):
        return [names_in(pile) for pile in piles]
    return " ".join(map(name_of, piles))


def is_face_down(card: Any) -> bool:
    """Whether a card of any year's module lies face down."""
    if hasattr(card, "is_face_up"):
        return not card.is_face_up()
    return bool(hasattr(card, "get_hidden") and card.get_hidden())


def _module(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Transcript:
    """A deal, what was typed, and what was shown."""

    deal: str
    typed: str
    shown: str

    @classmethod
    def read(cls, file: Path) -> Self:
        """The transcript in a file; one that still lacks its output has an empty one."""
        with file.open(encoding="utf-8", newline="") as lines:
            deal, _, rest = lines.read().partition("--- input\n")
        typed, _, shown = rest.partition("--- output\n")
        return cls(deal.strip().removeprefix("deal:").strip(), typed, shown)

    def write(self, file: Path) -> None:
        """Write the transcript as `read` reads it."""
        text = f"deal: {self.deal}\n--- input\n{self.typed}--- output\n{self.shown}"
        file.write_text(text, encoding="utf-8", newline="")


def run(file: Path, deal: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a file with a fixed deal, typing the lines given."""
    runner = Path(__file__).with_name("fixed_deal.py")
    return subprocess.run(
        [sys.executable, "-X", "utf8", str(runner), deal, str(file)],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
    )


def play_at(program: ModuleType, entry: str, typed: Iterable[str], table: Any = None) -> str:
    """What a game prints when lines are typed, on a table of one's own if need be."""
    start = mock.patch.object(program, "setup_game", return_value=copy.deepcopy(table))
    out = io.StringIO()
    with contextlib.ExitStack() as stack:
        if table is not None:
            stack.enter_context(start)
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(mock.patch("builtins.input", side_effect=[*typed, EOFError]))
        assert getattr(program, entry)() is None
    return out.getvalue()


def run_unread(command: Iterable[str], typed: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose output nobody reads: the other end of the pipe has been closed."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            [*command],
            input=typed,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)

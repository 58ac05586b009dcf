"""`winnable assignment --deal` and `--deck`: the handout programs on a given deck."""

import os
import re
import subprocess
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import Capture, refused

from winnable import GAMES, HANDOUTS, Card, Position, numbered_deck, parse_deck

CARD = re.compile("(?:10|[2-9AJQK])[♣♦♥♠]")
each_game = pytest.mark.parametrize("slug", GAMES)
DECK_TEXT = " ".join(map(str, numbered_deck(99)))


def shown_by(typed: str, *words: str) -> str:
    result = subprocess.run(
        [*COMMAND, "assignment", *words],
        input=typed.encode(),
        capture_output=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode()


def cards_in(text: str) -> list[Card]:
    return [Card.parse(sign) for sign in CARD.findall(text)]


def on_the_screen(slug: str, position: Position) -> Iterator[Card]:
    """The cards that the program shows at the start, in the order in which it shows them."""
    if slug in ("easthaven", "golf-relaxed"):  # a row in a line
        for column, down in zip(position.columns, position.face_down, strict=True):
            yield from column[down:]
        yield from position.foundations[0]
    else:
        for line in zip_longest(*position.columns):
            yield from (card for card in line if card)


def table(slug: str, deck: tuple[Card, ...]) -> list[Card]:
    return list(on_the_screen(slug, HANDOUTS[slug].game.deal(deck)))


@each_game
@pytest.mark.parametrize("deal", [5, 617])
def test_a_numbered_deal_is_laid_out_by_the_handout(slug: str, deal: int) -> None:
    shown = shown_by("q\n", slug, "--deal", str(deal))
    assert cards_in(shown) == table(slug, numbered_deck(deal))


@each_game
def test_a_deck_from_a_file(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(DECK_TEXT.replace(" ", ",\n"), encoding="utf-8")
    shown = shown_by("q\n", slug, "--deck", str(file))
    assert cards_in(shown) == table(slug, parse_deck(DECK_TEXT))


@pytest.mark.parametrize("slug", ["easthaven", "golf-relaxed"])
def test_the_stock_comes_in_the_order_of_the_deck(slug: str) -> None:
    """The first deal of Easthaven, and all of Golf's: the foundation shows every card."""
    deck, golf = numbered_deck(5), slug == "golf-relaxed"
    shown = cards_in(shown_by("d\n" * (16 if golf else 1) + "q\n", slug, "--deal", "5"))
    if golf:
        assert shown[-17:] == [deck[0], *deck[36:]]
    else:
        last = shown[-14:]  # each row's third card, and the one dealt on it
        assert last[1::2] == list(deck[21:28])


@pytest.mark.parametrize("slug", ["aces-up", "bakers-game"])
def test_a_restart_deals_the_same_deck(slug: str) -> None:
    shown = cards_in(shown_by("r\nq\n", slug, "--deal", "5"))
    assert shown == table(slug, numbered_deck(5)) * 2


def test_without_options_the_program_shuffles() -> None:
    assert len({shown_by("q\n", "golf") for _ in range(3)}) == 3


def test_both_at_once(capsys: Capture) -> None:
    error = refused(capsys, "assignment", "golf", "--deal", "5", "--deck", "x.txt")
    assert error == "--deal and --deck cannot be combined (see winnable assignment --help)"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--deal 0", "'0' is not a deal number: write 1 to 8589934591"),
        ("--deal x", "'x' is not a deal number: write 1 to 8589934591"),
        (
            "--deck -",
            "a deck cannot come from standard input, which the program reads: use a file",
        ),
        ("--deck none.txt", "cannot read 'none.txt': no such file or directory"),
        ("--deck short.txt", "'short.txt' has 1 card: the deck has no ace of clubs, "
         "no ace of diamonds, no ace of hearts and 48 more faults"),
        ("--deck wrong.txt", "line 2 of 'wrong.txt': '1S' is not a card: "
         "write rank and suit, such as AS, 10H or 7♦"),
    ],
)  # fmt: skip
def test_wrong_decks(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, error: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.txt").write_text("AS", encoding="utf-8")
    Path("wrong.txt").write_text("AS 2S\n1S", encoding="utf-8")
    assert refused(capsys, "assignment", "golf", *words.split()) == error

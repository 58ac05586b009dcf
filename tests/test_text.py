"""Tables as text: aligned, narrow enough, in plain ASCII where asked, and without stray escapes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import text
from winnable.cards import DECK, Card, Suit
from winnable.view import View

GOLDEN = Path(__file__).parent / "golden" / "text"
COLOURED = re.compile("\x1b\\[38;5;[0-9]+m[0-9AJQKT]{1,2}[♣♦♥♠CDHS]\x1b\\[39m")
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def pile(cards: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, cards.split()))


def column(cards: str) -> tuple[Card | None, ...]:
    """Cards from the deepest on; ``?`` lies face down."""
    return tuple(None if card == "?" else Card.parse(card) for card in cards.split())


VIEWS = {
    "freecell": View(
        columns=(
            column("JD KD 2S 4C 3S 6D 6S"),
            column("2D KC KS 5C TD 8S 9C"),
            column("9H 9S 9D TS 4S 8D 2H"),
            column("JC 5S QD QH TH QS 6H"),
            column("5D AD JS 4H 8H 6C"),
            column("7H QC AH AS 2C 3D"),
            column("7C KH AC 4D JH 8C"),
            column("5H 3H 3C 7S 7D TC"),
        ),
        foundations=((), (), (), ()),
        cells=(None, None, None, None),
        stock=None,
    ),
    "bakers-game": View(
        columns=(
            column(""),
            column("KS QS JS TS 9S 8S 7S 6S 5S 4S KH QH JH TH 9H 8H 7H 6H 5H 4H"),
            column("KC QC JC TC"),
            column("9C"),
            column("KD QD"),
            column(""),
            column("7C 8C JD"),
            column("TD 9D"),
        ),
        foundations=(
            pile("AC 2C 3C 4C 5C 6C"),
            pile("AS 2S 3S"),
            pile("AD 2D 3D 4D 5D 6D 7D"),
            pile("AH 2H 3H"),
        ),
        cells=(Card.parse("8D"), None, None, None),
        stock=None,
    ),
    "easthaven": View(
        columns=(
            column("? ? 7S"),
            column("? ? 9D"),
            column("? ? QH JS 10D 9C"),
            column("? KC"),
            column(""),
            column("? ? 3H 10H"),
            column("? ? 6C"),
        ),
        foundations=(pile("AH 2H"), (), (), pile("AS")),
        cells=(),
        stock=24,
    ),
    "golf-relaxed": View(
        columns=(
            column("5D TS 8S 3H JC"),
            column("3S AC 5S 4H"),
            column("5C 3C TH QC 9D"),
            column("QD 7C 8D 6H 4C"),
            column("6D JS"),
            column(""),
            column("AD TC JH 4S QH"),
        ),
        foundations=(pile("2H 3D 4D 5H 6S 7D 8C 9H 10D"),),
        cells=(),
        stock=12,
    ),
    "aces-up": View(
        columns=(column("2C 6D KH"), column(""), column("AS"), column("10S 5H 5D QC")),
        foundations=(pile("3C 2D 10H"),),
        cells=(),
        stock=0,
    ),
}


@pytest.mark.parametrize("game", VIEWS)
def test_golden(game: str) -> None:
    view = VIEWS[game]
    parts = (text.table(view), text.table(view, unicode=False), text.listing(view))
    golden = GOLDEN / f"{game}.txt"
    assert "\n\n".join(parts) + "\n" == golden.read_text(encoding="utf-8")


def test_every_golden_file_has_its_view() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VIEWS)


SHAPES = {
    (len(v.columns), len(v.foundations), len(v.cells), v.stock is not None) for v in VIEWS.values()
}


@st.composite
def views(draw: st.DrawFn) -> View:
    """Random cards on a table laid out as one of the five games."""
    deck = list(draw(st.permutations(DECK)))
    columns, foundations, cells, has_stock = draw(st.sampled_from(sorted(SHAPES)))

    def take(most: int) -> tuple[Card, ...]:
        return tuple(deck.pop() for _ in range(min(len(deck), draw(st.integers(0, most)))))

    in_cells = tuple(deck.pop() if draw(st.booleans()) else None for _ in range(cells))
    home = tuple(take(13) for _ in range(foundations))
    tableau = tuple((None,) * draw(st.integers(0, 2)) + take(20) for _ in range(columns))
    return View(tableau, home, in_cells, draw(st.integers(0, len(deck))) if has_stock else None)


@given(views(), st.booleans())
def test_columns_are_aligned(view: View, unicode: bool) -> None:
    """Each column stands in a text column of its own, from its name down to its last card."""
    lines = text.table(view, unicode=unicode).splitlines()
    names, *rows = lines[lines.index("") + 1 :]
    for slot, cards in enumerate(view.columns):
        at = names.index(f"t{slot + 1}")
        expected = [
            text.card_text(card, unicode) if card else ("▒▒" if unicode else "##") for card in cards
        ] or ["··" if unicode else "--"]
        following = names.find("t", at + 1)
        found = [row[at : following if following > 0 else None].strip() for row in rows]
        assert found == expected + [""] * (len(rows) - len(expected))


@given(views())
def test_the_upper_row_is_aligned(view: View) -> None:
    names, places = text.table(view).splitlines()[:2]
    for slot, held in enumerate(view.cells, 1):
        assert places[names.index(f"c{slot}") :].startswith(held.sign if held else "··")
    if len(view.foundations) > 1:
        for slot, home in enumerate(view.foundations, 1):
            assert places[names.index(f"f{slot}") :].startswith(home[-1].sign if home else "··")
    elif view.foundations[0]:
        assert places.endswith(" ".join(card.sign for card in view.foundations[0][-3:]))
        assert names.endswith(f"f1 ({len(view.foundations[0])})")
    if view.stock is not None:
        assert names.startswith("stock")
        assert places.startswith(f"▒▒ {view.stock} " if view.stock else "·· 0 ")


@given(views(), st.booleans(), st.booleans(), st.booleans())
def test_lines_are_narrow_and_clean(view: View, unicode: bool, colour: bool, four: bool) -> None:
    table = text.table(view, unicode=unicode, colour=colour, four_colour=four)
    for line in ESCAPE.sub("", table).split("\n"):
        assert len(line) <= 80
        assert line == line.rstrip()
    assert unicode or table.isascii()
    assert colour or "\x1b" not in table


@given(views(), st.booleans(), st.booleans())
def test_colour_changes_nothing_but_colour(view: View, unicode: bool, four: bool) -> None:
    coloured = text.table(view, unicode=unicode, colour=True, four_colour=four)
    assert ESCAPE.sub("", coloured) == text.table(view, unicode=unicode)
    # A colour never lasts beyond the card that it is for.
    assert "\x1b" not in COLOURED.sub("", coloured)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("suit", Suit)
def test_suit_colours(suit: Suit, four: bool) -> None:
    view = View(((Card(7, suit),),), (), (), None)
    codes = ESCAPE.findall(text.table(view, colour=True, four_colour=four))
    red, green, blue = "\x1b[38;5;196m", "\x1b[38;5;28m", "\x1b[38;5;27m"
    wanted = {
        Suit.CLUBS: green if four else None,
        Suit.DIAMONDS: blue if four else red,
        Suit.HEARTS: red,
        Suit.SPADES: None,
    }[suit]
    assert codes == ([wanted, "\x1b[39m"] if wanted else [])


@given(views())
def test_nothing_hidden_is_told(view: View) -> None:
    """What the text names is in the view; a table of several foundations shows their tops only."""
    seen = {
        card for pile in (*view.columns, *view.foundations, view.cells) for card in pile if card
    }
    told = {Card.parse(sign) for sign in re.findall("(?:10|[2-9AJQK])[♣♦♥♠]", text.table(view))}
    assert told <= seen
    said = text.listing(view)
    assert {card for card in DECK if re.search(rf"\b{card.name}\b", said)} <= seen


@given(views())
def test_the_listing_has_a_line_for_every_pile(view: View) -> None:
    lines = text.listing(view).splitlines()
    piles = len(view.columns) + len(view.foundations) + len(view.cells) + (view.stock is not None)
    assert len(lines) == piles
    foundation = "Foundation" if len(view.foundations) == 1 else r"Foundation \d"
    for line in lines:
        assert re.fullmatch(rf"(Stock|(Column|Cell) \d|{foundation}): [a-z0-9 ,]+\.", line)


def test_listing_words() -> None:
    view = View((column("? ?"), column("? QH"), column("QS JH")), (pile("AS"),), (), stock=1)
    assert text.listing(view).splitlines() == [
        "Stock: 1 card.",
        "Foundation: 1 card, ace of spades on top.",
        "Column 1: 2 face down.",
        "Column 2: 1 face down, then queen of hearts.",
        "Column 3: queen of spades, jack of hearts.",
    ]


def test_a_bare_table_is_no_text() -> None:
    assert text.table(View((), (), (), None)) == ""
    assert text.listing(View((), (), (), None)) == ""


@pytest.mark.parametrize("card", DECK, ids=str)
def test_cards_in_plain_text(card: Card) -> None:
    assert text.plain(text.card_text(card)) == text.card_text(card, unicode=False) == str(card)


@pytest.mark.parametrize(
    ("ours", "ascii_text"),
    [
        ("7♥ to t3", "7H to t3"),
        ("10♠, J♥", "TS, JH"),
        ("deal 10 of 110 cards", "deal 10 of 110 cards"),
        ("▒▒ ··", "## --"),
        ("deals 1–100 — “easy” … it’s", 'deals 1-100 -- "easy" ... it\'s'),
        ("Dvořák plays naïvely", "Dvorak plays naively"),
        ("Größe über Öl, Ø", "Groesse ueber Oel, O"),
        ("62% ± 5%", "62% +/- 5%"),
        ("札", "?"),
    ],
)
def test_plain(ours: str, ascii_text: str) -> None:
    assert text.plain(ours) == ascii_text


@given(st.text())
def test_plain_is_ascii_and_leaves_ascii_alone(ours: str) -> None:
    once = text.plain(ours)
    assert once.isascii()
    assert text.plain(once) == once
    if ours.isascii():
        assert once == ours


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("unicode", [True, False])
def test_a_narrow_screen_brings_everything_closer(view: View, unicode: bool) -> None:
    drawn = text.table(view, unicode=unicode, width=40)
    assert max(map(len, drawn.splitlines())) <= 40
    assert drawn.split() == text.table(view, unicode=unicode).split()

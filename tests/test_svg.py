"""Pictures: well-formed, self-contained, and showing just the cards that lie open on the table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import svg
from winnable.cards import DECK, Card, Suit
from winnable.svg import Style
from winnable.view import View

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {card.name: card for card in DECK}
STYLES = [Style(*flags) for flags in product((False, True), repeat=5)]


@st.composite
def views(draw: st.DrawFn) -> View:
    """Random cards on a table of random shape."""
    deck = list(draw(st.permutations(DECK)))

    def take(most: int) -> tuple[Card, ...]:
        return tuple(deck.pop() for _ in range(min(len(deck), draw(st.integers(0, most)))))

    cells = tuple(
        deck.pop() if draw(st.booleans()) else None for _ in range(draw(st.integers(0, 4)))
    )
    foundations = tuple(take(13) for _ in range(draw(st.integers(0, 4))))
    columns = tuple(
        (None,) * draw(st.integers(0, 3)) + take(20) for _ in range(draw(st.integers(0, 10)))
    )
    stock = draw(st.none() | st.integers(0, 52))
    return View(columns, foundations, cells, stock)


styles = st.sampled_from(STYLES)


def parse(picture: str) -> Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def suffixes(root: Element) -> list[str]:
    """The ids in a picture without their prefix, which all must share."""
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len({name.split("-")[0] for name in ids}) == 1
    assert len(ids) == len(set(ids))
    return [name.split("-", 1)[1] for name in ids]


def titles(root: Element) -> list[str]:
    """What the pieces of a table are called."""
    return [
        found.text or "" for piece in root.iter(f"{SVG}g") for found in piece.findall(f"{SVG}title")
    ]


def cards_at(root: Element) -> list[tuple[str, float, float]]:
    """Each card drawn, face-down ones too, with its corner."""
    found = []
    for piece in root.findall(f"{SVG}g"):
        name = piece.findtext(f"{SVG}title", "")
        if name in NAMES or name == "face-down card":
            corner = re.fullmatch(r"translate\((\S+) (\S+)\)", piece.attrib["transform"])
            assert corner
            found.append((name, float(corner[1]), float(corner[2])))
    return found


def drawn(root: Element, element: Element) -> Counter[str]:
    """How often each shared shape is drawn inside an element, seen through ``<use>``."""
    shapes = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
    counts: Counter[str] = Counter()
    for inner in element.iter(f"{SVG}use"):
        name = inner.attrib["href"].removeprefix("#")
        counts[name.split("-", 1)[1]] += 1
        counts += drawn(root, shapes[name])
    return counts


def visible(view: View) -> Counter[str]:
    """The names of the cards that a picture of a view shows."""
    last = 5 if len(view.foundations) == 1 else 1
    piles = (*view.columns, *(pile[-last:] for pile in view.foundations), view.cells)
    return Counter(card.name for pile in piles for card in pile if card)


@given(views(), styles)
def test_a_table_shows_every_open_card_once_and_no_other(view: View, style: Style) -> None:
    root = parse(svg.table(view, style=style))
    assert Counter(name for name in titles(root) if name in NAMES) == visible(view)
    down = sum(card is None for column in view.columns for card in column) + bool(view.stock)
    assert titles(root).count("face-down card") == down
    empty = sum(not pile for pile in (*view.columns, *view.foundations, *view.cells))
    assert sum(name.endswith(": empty") for name in titles(root)) == empty + (view.stock == 0)


@given(views(), styles)
def test_nothing_hidden_is_in_the_file(view: View, style: Style) -> None:
    picture = svg.table(view, style=style)
    told = {card for card in DECK if re.search(rf"\b{card.name}\b", picture)}
    marked = {card for card in DECK if str(card) in suffixes(parse(picture))}
    assert told == marked == {NAMES[name] for name in visible(view)}


@given(views(), styles)
def test_a_picture_needs_nothing_else(view: View, style: Style) -> None:
    picture = svg.table(view, style=style)
    root = parse(picture)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    wanted = {e.attrib["href"].removeprefix("#") for e in root.iter() if "href" in e.attrib}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", picture))
    assert wanted <= ids
    assert picture.count("http") == 1, "the namespace and no other address"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"script", "style", "image", "text", "foreignObject", "a"}
    suffixes(root)


@given(views())
def test_cards_lie_on_the_table(view: View) -> None:
    root = parse(svg.table(view))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for _, x, y in cards_at(root):
        assert 0 < x < x + 100 < width
        assert 0 < y < y + 140 < height
    assert height < 900


@given(views())
def test_pictures_are_the_same_every_time_and_ids_differ_between_them(view: View) -> None:
    pictures = [svg.table(view, style=style) for style in STYLES]
    assert pictures == [svg.table(view, style=style) for style in STYLES]
    pictures.append(svg.table(replace(view, stock=(view.stock or 0) + 1)))
    prefixes = {re.findall(r'id="(\w+)-', picture)[0] for picture in pictures}
    assert len(prefixes) == len(pictures)


def test_columns_are_fanned() -> None:
    """Down the table, face-down cards closer together, long columns closer still."""
    column = (None, None, *DECK[:5])
    view = View((column, DECK[5:25], ()), (), (), None)
    places = cards_at(parse(svg.table(view)))
    short, long = places[: len(column)], places[len(column) :]
    assert len({x for _, x, _ in short}) == len({x for _, x, _ in long}) == 1
    down, *_ = gaps = [below - above for (_, _, above), (_, _, below) in pairwise(short)]
    assert gaps == [down] * 2 + [gaps[-1]] * 4
    assert down < gaps[-1]
    squeezed = {round(below - above, 2) for (_, _, above), (_, _, below) in pairwise(long)}
    assert len(squeezed) == 1
    assert 20 < squeezed.pop() < gaps[-1], "closer, but the corners can still be read"


def test_places_of_the_upper_row() -> None:
    """Stock and cells from the left, foundations to the right edge, in the order of their slots."""
    ace, two, king, ten = map(Card.parse, ("AS", "2H", "KC", "TD"))
    columns = tuple((card,) for card in DECK[20:28])
    places = cards_at(parse(svg.table(View(columns, ((ace,), (two,)), (king, ten), 3))))
    stock, first, second, left, right = (x for _, x, y in places[:5])
    assert stock < first < second < left < right
    assert stock == places[5][1], "flush with the first column"
    assert right == places[-1][1], "flush with the last"


def test_a_lone_foundation_shows_its_last_cards() -> None:
    pile = DECK[:9]
    root = parse(svg.table(View(((),) * 7, (pile,), (), 16)))
    places = [place for place in cards_at(root) if place[0] in NAMES]
    assert [name for name, _, _ in places] == [card.name for card in pile[-5:]]
    assert [x for _, x, _ in places] == sorted(x for _, x, _ in places), "the last one on top"
    assert {"9 cards", "16 cards"} <= set(titles(root))


def test_an_empty_foundation_waits_for_an_ace() -> None:
    several = parse(svg.table(View(((),), ((),) * 4, (), None)))
    assert drawn(several, several)["rA"] == 4
    lone = parse(svg.table(View(((),), ((),), (), None)))
    assert drawn(lone, lone)["rA"] == 0


def test_a_bare_table_is_a_picture_too() -> None:
    parse(svg.table(View((), (), (), None)))


def test_a_table_says_what_it_is() -> None:
    view = View(((None, DECK[0]), ()), ((DECK[1],),), (None, DECK[2]), 1)
    root = parse(svg.table(view, title="Me & <you>"))
    assert root.attrib["role"] == "img"
    title, desc = root.attrib["aria-labelledby"].split()
    said = {e.attrib["id"]: e.text for e in root if "id" in e.attrib}
    assert said[title] == "Me & <you>"
    assert said[desc] == (
        "2 columns; 2 cells, 1 in use; 1 foundation with 1 card; a stock of 1 card."
    )


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_has_its_signs(card: Card) -> None:
    root = parse(svg.card(card))
    counts = drawn(root, root)
    pips = {1: 1, 11: 2, 12: 2, 13: 2}.get(card.rank, card.rank)
    assert {suit: counts[suit.letter] for suit in Suit if counts[suit.letter]} == {
        card.suit: pips + 2  # and one in each of two corners
    }
    assert all(counts[f"r{letter}"] == 2 for letter in card.rank_label)
    assert root.findtext(f"{SVG}title") == card.name
    assert titles(root) == [card.name]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_back_names_no_card(style: Style) -> None:
    root = parse(svg.card(None, style=style))
    assert titles(root) == ["face-down card"]
    assert suffixes(root) == ["title", "back", "blank"]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_small_card_is_read_at_a_glance(card: Card, large: bool) -> None:
    """Rank and suit once, side by side in the part of a card that a fan leaves in sight."""
    root = parse(svg.card(card, style=Style(small=True, large_index=large)))
    counts = drawn(root, root)
    assert counts[card.suit.letter] == (1 if card.rank > 10 else 2)
    assert all(counts[f"r{letter}"] == 1 for letter in card.rank_label)
    assert not any(counts[suit.letter] for suit in Suit if suit != card.suit)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_large_index_leaves_the_signs_on_the_card(card: Card) -> None:
    pictures = [parse(svg.card(card, style=Style(large_index=large))) for large in (False, True)]
    usual, large = (drawn(root, root) for root in pictures)
    assert usual == large


INDEX = re.compile(r'translate\(\S+ \S+\) scale\((\S+?)\)"><use href="#\w+-r')


@pytest.mark.parametrize("small", [False, True])
def test_a_large_index_is_larger(small: bool) -> None:
    def scale(large: bool) -> float:
        style = Style(small=small, large_index=large)
        found = INDEX.search(svg.card(Card.parse("7H"), style=style))
        assert found
        return float(found[1])

    assert scale(True) >= 1.3 * scale(False)


def test_columns_of_cards_with_larger_corners_are_spread_wider() -> None:
    view = View((DECK[:6],), (), (), None)
    looks = (
        Style(),
        Style(large_index=True),
        Style(small=True),
        Style(small=True, large_index=True),
    )
    fans = [cards_at(parse(svg.table(view, style=style))) for style in looks]
    steps = [fan[1][2] - fan[0][2] for fan in fans]
    assert steps == sorted(set(steps))


# -- the deck as a sheet ---------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_sheet_has_every_card_and_every_back_once(style: Style) -> None:
    root = parse(svg.deck(style))
    symbols = [symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")]
    backs = ["back", *(f"back-{name}" for name in svg.BACKS)]
    assert sorted(symbols) == sorted([*map(str, DECK), *backs])
    assert {symbol.attrib["viewBox"] for symbol in root.iter(f"{SVG}symbol")} == {"0 0 100 140"}


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_sheet_needs_nothing_else_and_says_nothing(style: Style) -> None:
    """A page names its cards itself; titles would show up as tooltips."""
    sheet = svg.deck(style)
    root = parse(sheet)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    wanted = {e.attrib["href"].removeprefix("#") for e in root.iter() if "href" in e.attrib}
    assert wanted <= set(ids)
    assert sheet.count("http") == 1, "the namespace and no other address"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"script", "style", "image", "text", "title", "foreignObject", "a"}
    assert "style=" not in sheet, "a page that allows no inline style can hold it"
    assert root.attrib["aria-hidden"] == "true"


def test_the_backs_differ() -> None:
    pictures = [
        ElementTree.tostring(symbol[1])
        for symbol in parse(svg.deck()).iter(f"{SVG}symbol")
        if symbol.attrib["id"].startswith("back-")
    ]
    assert len(set(pictures)) == len(svg.BACKS) >= 3


def test_sheets_of_different_styles_differ() -> None:
    looks = [style for style in STYLES if style.felt]
    assert len({svg.deck(style) for style in looks}) == len(looks)
    assert svg.deck() == svg.deck(Style())


def test_a_sheet_is_small_enough_to_fetch() -> None:
    assert max(len(svg.deck(style)) for style in STYLES) < 60_000


def paint(suit: Suit, style: Style) -> str:
    """The colour a suit is drawn in."""
    found = re.search(r'<g fill="(#\w+)"><g id', svg.card(Card(7, suit), style=style))
    assert found
    return found[1]


@pytest.mark.parametrize("dark", [False, True])
def test_colours(dark: bool) -> None:
    two = [paint(suit, Style(dark=dark)) for suit in Suit]
    four = [paint(suit, Style(dark=dark, four_colour=True)) for suit in Suit]
    assert two[Suit.CLUBS] == two[Suit.SPADES] == four[Suit.SPADES]
    assert two[Suit.DIAMONDS] == two[Suit.HEARTS] == four[Suit.HEARTS]
    assert len(set(two)) == 2
    assert len(set(four)) == 4
    assert not set(four) & {paint(suit, Style(dark=not dark, four_colour=True)) for suit in Suit}


def brightness(colour: str) -> float:
    """The relative luminance of a colour, as the accessibility guidelines reckon it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("dark", [False, True])
def test_every_suit_stands_out_from_the_paper(dark: bool, suit: Suit) -> None:
    style = Style(dark=dark, four_colour=True)
    paper = re.search(r'rx="7" fill="(#\w+)"', svg.card(None, style=style))
    assert paper
    low, high = sorted((brightness(paper[1]), brightness(paint(suit, style))))
    assert (high + 0.05) / (low + 0.05) > 4.5


def test_without_felt_the_page_shows_through() -> None:
    view = View(((),), (), (), None)
    assert "url(" in svg.table(view)
    assert "url(" not in svg.table(view, style=Style(felt=False))


def test_a_full_table_stays_small() -> None:
    view = View(tuple(DECK[slot::8] for slot in range(8)), ((),) * 4, (None,) * 4, None)
    assert len(svg.table(view)) < 50_000

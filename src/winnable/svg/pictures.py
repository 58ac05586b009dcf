"""The pictures: one card, the whole deck as a sheet of symbols, a table.

A picture is made from a `View`, so it cannot show more than the player may see. Cards carry their
names as titles. There are no fonts, scripts, style sheets or image files in it, and all its ids
begin with a prefix of its own, so any number of pictures can stand in one web page.

>>> from winnable.cards import Card
>>> picture = card(Card.parse("QH"), style=Style(dark=True))
>>> picture.startswith("<svg xmlns="), "<title>queen of hearts</title>" in picture
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from winnable.cards import DECK, Card
from winnable.l10n import t
from winnable.svg.artist import Artist, Style, card_name
from winnable.svg.card_backs import BACKS, USUAL_BACK
from winnable.svg.card_faces import HEIGHT, WIDTH
from winnable.view import View

__all__ = ["card", "deck", "table"]

_MARGIN, _GAP, _GROUP_GAP = 20, 14, 6
_STEP_UP, _STEP_DOWN = 25, 11
_STEP_LARGE, _STEP_SMALL, _STEP_BOTH = 32, 41, 53  # for cards with larger corners
_LONGEST_FAN = 19 * 24  # a longer column is pushed together, so that a table fits a screen
_SHOWN, _STEP_ACROSS = 5, 42  # of a lone foundation, the last few cards are spread out to be read

_USUAL = Style()


def card(card: Card | None, *, style: Style = _USUAL) -> str:
    """One card as an SVG document; ``None`` is the back of a card."""
    artist = Artist(style, f"{card!r} {style}")
    return artist.document(artist.card(card, 1, 1), WIDTH + 2, HEIGHT + 2, card_name(card))


def deck(style: Style = _USUAL) -> str:
    """All cards as symbols in one sheet, from which a web page draws each by its name.

    A symbol's id is the card's own, ``7H``, the usual back's is ``back``, and that of each design
    ``back-NAME``: unlike pictures, of which a page may hold any number, there is one sheet to a
    page.
    """
    artist = Artist(style, f"deck {style}")
    backs = [artist.back_symbol(USUAL_BACK, "back")]
    backs += [artist.back_symbol(name, f"back-{name}") for name in BACKS]
    return artist.sheet("\n".join([*map(artist.symbol, DECK), *backs]))


def table(view: View, *, style: Style = _USUAL, title: str = "") -> str:
    """A whole table as an SVG document: stock, cells and foundations above, columns below."""
    title = title or t("picture.table")
    artist = Artist(style, f"{view} {style} {title}")
    left = _across(len(view.cells), _GROUP_GAP)
    if view.stock is not None:
        left += WIDTH + (_GAP if left else 0)
    right = _across(len(view.foundations), _GROUP_GAP) + _spread(view) * _STEP_ACROSS
    inner = max(_across(len(view.columns), _GAP), left + right + (_GAP if left and right else 0))
    width = inner + 2 * _MARGIN
    y = _MARGIN + (HEIGHT + 2 * _GAP if left or right else 0)
    x = (width - _across(len(view.columns), _GAP)) / 2
    depth = max((_fan(column, style)[-1] for column in view.columns), default=-HEIGHT)
    height = y + depth + HEIGHT + _MARGIN
    parts = (_left(artist, view), _right(artist, view, width), _columns(artist, view, x, y))
    drawing = "\n".join(piece for part in parts for piece in part)
    return artist.document(
        artist.felt(width, height) + drawing, width, height, title, _sum_up(view)
    )


def _left(artist: Artist, view: View) -> Iterator[str]:
    """The stock and the cells."""
    x = _MARGIN
    if view.stock is not None:
        yield artist.stock(view.stock, x, _MARGIN)
        x += WIDTH + _GAP
    for slot, held in enumerate(view.cells, 1):
        yield artist.place(
            held, x, _MARGIN, t("picture.empty", place=t("places.cell", number=slot))
        )
        x += WIDTH + _GROUP_GAP


def _right(artist: Artist, view: View, width: float) -> Iterator[str]:
    """The foundations; a lone one also shows the cards that came last, and how many it holds."""
    x = width - _MARGIN - _across(len(view.foundations), _GROUP_GAP)
    for slot, pile in enumerate(view.foundations, 1):
        # Only where there are several is a foundation sure to begin with an ace.
        sign = "" if _spread(view) else "A"
        if not pile:
            yield artist.place(
                None,
                x,
                _MARGIN,
                t("picture.empty", place=view.foundation_label(slot - 1)),
                sign,
            )
        shown = pile[-1 - _spread(view) :]
        if len(pile) > len(shown):
            yield artist.pile_edge(x - _STEP_ACROSS * (len(shown) - 1), _MARGIN)
        for back, one in zip(range(len(shown) - 1, -1, -1), shown, strict=True):
            yield artist.card(one, x - _STEP_ACROSS * back, _MARGIN)
        if pile and _spread(view):
            yield artist.badge(len(pile), x, _MARGIN)
        x += WIDTH + _GROUP_GAP


def _columns(artist: Artist, view: View, x: float, y: float) -> Iterator[str]:
    for slot, column in enumerate(view.columns, 1):
        if not column:
            yield artist.place(
                None, x, y, t("picture.empty", place=t("places.column", number=slot))
            )
        for one, down in zip(column, _fan(column, artist.style), strict=False):
            yield artist.card(one, x, y + down)
        x += WIDTH + _GAP


def _across(places: int, gap: float) -> float:
    """The width of a row of places."""
    return max(places * (WIDTH + gap) - gap, 0)


def _spread(view: View) -> int:
    """How many earlier cards a foundation shows beside its last one."""
    return _SHOWN - 1 if len(view.foundations) == 1 else 0


def _fan(column: Sequence[Card | None], style: Style) -> list[float]:
    """How far down each card of a column lies; an empty column has one place."""
    usual, large = (_STEP_SMALL, _STEP_BOTH) if style.small else (_STEP_UP, _STEP_LARGE)
    step_up = large if style.large_index else usual
    steps = [step_up if one else _STEP_DOWN for one in column[:-1]]
    squeeze = min(1.0, _LONGEST_FAN / max(sum(steps), 1))
    return list(accumulate((step * squeeze for step in steps), initial=0.0))


def _sum_up(view: View) -> str:
    """The table in a sentence, for screen readers."""
    parts = [t("picture.columns", count=len(view.columns))]
    if view.cells:
        taken = sum(held is not None for held in view.cells)
        parts.append(t("picture.cells", count=len(view.cells), taken=taken))
    if view.foundations:
        home = sum(map(len, view.foundations))
        cards = t("rules.cards", count=home)
        parts.append(t("picture.foundations", count=len(view.foundations), cards=cards))
    if view.stock is not None:
        parts.append(t("picture.stock", cards=t("rules.cards", count=view.stock)))
    return "; ".join(parts) + "."

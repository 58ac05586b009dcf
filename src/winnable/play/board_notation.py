"""Board text: positions as fc-solve, PySol and other programs write them.

::

    Foundations: H-0 C-0 D-2 S-A        how far each suit is home; the order is the slots' order
    Freecells: 3H - QC -                a dash is an empty cell
    4C 2C 9C 8C QS                      one line per column, the deepest card first
    :                                   an empty column; a leading colon is always allowed

Games with a stock add `Talon:`, the next card first, as PySol and black-hole-solver do; games whose
foundation is not built by suit list its cards (`Foundations: TH 9C`); and a face-down card
is in angle brackets (`<7C> <QC> JS`). A line that starts with `#` is a comment.
"""

from __future__ import annotations

import re

from winnable.cards import Card, Pile, Suit
from winnable.errors import BoardError, CardError, quote
from winnable.l10n import t
from winnable.position import Position
from winnable.rules import FoundationRule, Game
from winnable.rules.validation import check_position

__all__ = ["board_text", "is_board", "parse_board"]

_SUIT_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)  # as fc-solve prints them
_HEADING = re.compile(r"\s*(foundations|founds|freecells|fc|talon|stock)\s*:(.*)", re.IGNORECASE)
_SUIT_HOME = re.compile(r"([HCDS])-(0|10|[A2-9TJQK])", re.IGNORECASE)
_CARD = re.compile(r"<?(?:10|[A2-9TJQK])[CDHS♣♦♥♠]>?", re.IGNORECASE)
_MAX_TEXT = 10_000


def board_text(game: Game, position: Position) -> str:
    """Write a position as board text, one line per pile."""
    lines = []
    if position.stock is not None:
        lines.append(_line("Talon:", position.stock))
    if game.foundation_rule is not FoundationRule.SUIT:
        lines.append(_line("Foundations:", position.foundations[0]))
    elif any(position.foundations):
        lines.append("Foundations: " + " ".join(_suits_home(position)))
    if any(position.cells):
        lines.append("Freecells: " + " ".join(str(card or "-") for card in position.cells))
    for column, down in zip(position.columns, position.face_down, strict=True):
        words = [f"<{card}>" for card in column[:down]] + [str(card) for card in column[down:]]
        lines.append(" ".join(words) or ":")
    return "\n".join(lines) + "\n"


def _line(heading: str, cards: Pile) -> str:
    return " ".join([heading, *map(str, cards)])


def _suits_home(position: Position) -> list[str]:
    """`S-A` for each slot; empty slots get the remaining suits in fc-solve's order."""
    claimed = [pile[0].suit for pile in position.foundations if pile]
    unclaimed = iter([suit for suit in _SUIT_ORDER if suit not in claimed])
    return [
        f"{pile[0].suit.letter}-{str(pile[-1])[0]}" if pile else f"{next(unclaimed).letter}-0"
        for pile in position.foundations
    ]


def is_board(text: str) -> bool:
    """Whether a text is meant as a board, even a wrong one: it has a heading, or is half cards.

    >>> is_board("Freecells: 3H - QC"), is_board("the quick brown fox")
    (True, False)
    """
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    words = [word for line in lines for word in line.split()]
    cards = [word for word in words if _CARD.fullmatch(word)]
    return any(map(_HEADING.fullmatch, lines)) or 2 * len(cards) >= len(words) > 0


def parse_board(game: Game, text: str) -> Position:
    """Read board text as a position of the game; BoardError says what is wrong.

    >>> from winnable import find_game
    >>> parse_board(find_game("freecell"), "4C 2C")
    Traceback (most recent call last):
    winnable.errors.BoardError: the board has 1 column, but FreeCell has 8 (write an empty one as :)
    """
    if len(text) > _MAX_TEXT:
        raise BoardError(t("notation.board.too_long", count=_MAX_TEXT))
    headed: dict[str, list[str]] = {}
    columns: list[list[str]] = []
    for line in text.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            name = {"founds": "foundations", "fc": "freecells", "stock": "talon"}
            key = name.get(heading[1].lower(), heading[1].lower())
            if key in headed:
                raise BoardError(t("notation.board.two_lines", heading=key))
            headed[key] = heading[2].split()
        elif line.strip() and not line.lstrip().startswith("#"):
            columns.append(line.strip().removeprefix(":").split())
    if len(columns) != game.columns:
        raise BoardError(
            t("notation.board.columns", count=len(columns), game=game.name, wanted=game.columns)
        )
    for key, wanted in (
        ("talon", game.has_stock),
        ("freecells", game.cells > 0),
    ):
        if key in headed and not wanted:
            raise BoardError(t("notation.board.not_in_game", heading=key, game=game.name))
    try:
        position = Position(
            columns=tuple(tuple(_parse_column_card(word) for word in line) for line in columns),
            foundations=_parse_foundations(game, headed.get("foundations", [])),
            cells=_parse_cells(game, headed.get("freecells", [])),
            stock=None
            if not game.has_stock
            else tuple(Card.parse(word) for word in headed.get("talon", [])),
            face_down=tuple(_count_face_down(line) for line in columns),
        )
    except CardError as error:
        raise BoardError(t("notation.board.unreadable", why=error)) from None
    return check_position(game, position)


def _parse_column_card(word: str) -> Card:
    """A card of a column, in angle brackets if it is face down."""
    return Card.parse(word[1:-1] if _is_face_down(word) else word)


def _is_face_down(word: str) -> bool:
    return word.startswith("<") and word.endswith(">")


def _count_face_down(words: list[str]) -> int:
    down = [_is_face_down(word) for word in words]
    if sorted(down, reverse=True) != down:
        raise BoardError(t("notation.board.face_down"))
    return sum(down)


def _parse_cells(game: Game, words: list[str]) -> tuple[Card | None, ...]:
    if len(words) > game.cells:
        raise BoardError(
            t("notation.board.cells", count=len(words), game=game.name, wanted=game.cells)
        )
    cells = [None if word in ("-", "--") else Card.parse(word) for word in words]
    return tuple(cells + [None] * (game.cells - len(cells)))


def _parse_foundations(game: Game, words: list[str]) -> tuple[Pile, ...]:
    if game.foundation_rule is not FoundationRule.SUIT:
        return (tuple(Card.parse(word) for word in words),) + ((),) * (game.foundations - 1)
    piles: list[Pile] = []
    for word in words:
        match = _SUIT_HOME.fullmatch(word)
        if match is None:
            raise BoardError(t("notation.board.foundation", text=quote(word)))
        if match[2] == "0":
            piles.append(())
            continue
        last = Card.parse(match[2] + match[1])
        piles.append(tuple(Card(rank, last.suit) for rank in range(1, last.rank + 1)))
    if len(piles) > game.foundations:
        raise BoardError(
            t(
                "notation.board.foundations",
                count=len(piles),
                game=game.name,
                wanted=game.foundations,
            )
        )
    return tuple(piles + [()] * (game.foundations - len(piles)))

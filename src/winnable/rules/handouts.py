"""The five games exactly as their course handouts have them, for play strictly by the handout.

Each is the game of `winnable.rules.games` with what its handout says otherwise: FreeCell and
Baker's Game move one card at a time, Easthaven and Golf Relaxed deal column by column. What is
legal in such a game is legal in ours, too, but not the other way round; and a deal number can be
another layout. So each has a slug of its own, which is not registered: a record of such a game
cannot be mistaken for one of ours. `docs/handouts.md` says what the handouts leave open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from winnable.position import Position
from winnable.rules.game import Game
from winnable.rules.games import GAMES
from winnable.rules.vocabulary import DealOrder, RunRule

__all__ = ["HANDOUTS", "Handout", "find_handout", "without_suffix"]

_SUFFIX = "-handout"


@dataclass(frozen=True)
class Handout:
    """A game by its handout, and how it ends."""

    game: Game
    """The rules. The summary says how play differs from our game of that name."""
    ends_when_stuck: bool = False
    """Whether the handout calls the game lost, and over, when no move is left."""

    def is_over(self, position: Position) -> bool:
        """Whether the game is won, or lost by its handout."""
        if self.game.is_won(position):
            return True
        return self.ends_when_stuck and next(self.game.legal_moves(position), None) is None


def find_handout(game: Game) -> Handout | None:
    """The handout by which a game is played; None for any other game."""
    handout = HANDOUTS.get(without_suffix(game.slug))
    return handout if handout is not None and handout.game == game else None


def without_suffix(slug: str) -> str:
    """The slug of our game of that name.

    >>> without_suffix("freecell-handout"), without_suffix("freecell")
    ('freecell', 'freecell')
    """
    return slug.removesuffix(_SUFFIX)


def _by_handout(
    slug: str,
    summary: str,
    rules: str,
    *,
    run_rule: RunRule | None = None,
    deal_order: DealOrder = DealOrder.TURNS,
    ends_when_stuck: bool = False,
) -> Handout:
    ours = GAMES[slug]
    game = replace(
        ours,
        name=f"{ours.name} by the handout",
        slug=slug + _SUFFIX,
        summary=summary,
        rules=rules,
        run_rule=run_rule or ours.run_rule,
        deal_order=deal_order,
    )
    return Handout(game, ends_when_stuck)


HANDOUTS: dict[str, Handout] = {
    "aces-up": _by_handout(
        "aces-up",
        "no move can be undone",
        """\
Four cards are dealt face up, one to each of four columns. The rest is the stock.

Only the last card of a column moves. It may go to the foundation if the last card of another column
is higher and of the same suit; aces are high. It may go to an empty column.

At any time, while the stock lasts, you may deal: one card on each column. The game is won when the
stock is empty and the four aces are all that is left in the columns.
""",
    ),
    "easthaven": _by_handout(
        "easthaven",
        "three cards at a time are dealt to each column, no card goes home by itself, and no move "
        "can be undone",
        """\
Three cards are dealt to the first column, then three to the next, and so on for seven columns, two
face down and one face up. The rest is the stock.

Bring every card home: the four foundations are built up by suit from ace to king, each claimed by
the first ace that comes to it. Cards on a foundation stay there.

The last card of a column may go to its foundation, to an empty column, or onto the last card of a
column that is one higher and of the other colour. Cards that lie face up in such a sequence may
move together, any number of them. A card that a move uncovers is turned up.

At any time you may deal from the stock: one card, face up, on each column from the left. The last
deal reaches only three columns.
""",
        deal_order=DealOrder.COLUMNS,
    ),
    "bakers-game": _by_handout(
        "bakers-game",
        "one card moves at a time, none goes home by itself, and no move can be undone",
        """\
All 52 cards are dealt face up into eight columns. Four cells hold one card each.

Bring every card home: the four foundations are built up by suit from ace to king, each claimed by
the first ace that comes to it. Cards on a foundation stay there.

One card moves at a time. The last card of a column, or a card in a cell, may go to its foundation,
to an empty cell (from a column), to an empty column, or onto the last card of a column that is one
higher and of the same suit.
""",
        run_rule=RunRule.SINGLE,
    ),
    "golf-relaxed": _by_handout(
        "golf-relaxed",
        "the foundation's card is dealt first, then five at a time to each column; no move can be "
        "undone; and with no move left the game is lost and over",
        """\
One card is dealt to the foundation, then five to the first column, five to the next, and so on for
seven columns, all face up. The other 16 cards are the stock.

Clear the columns: the last card of any column may go to the foundation if it is one higher or one
lower than the foundation's last card, whatever the suits. Ace and king are neighbours, and so are
ace and two. Nothing is ever laid on a column.

At any time, while the stock lasts, you may deal one card from it to the foundation. With the stock
gone and no card to play the game is lost, and over.
""",
        deal_order=DealOrder.COLUMNS,
        ends_when_stuck=True,
    ),
    "freecell": _by_handout(
        "freecell",
        "one card moves at a time, none goes home by itself, no move can be undone, and with no "
        "move left the game is lost and over",
        """\
All 52 cards are dealt face up into eight columns. Four cells hold one card each.

Bring every card home: the four foundations are built up by suit from ace to king, each claimed by
the first ace that comes to it. Cards on a foundation stay there.

One card moves at a time. The last card of a column, or a card in a cell, may go to its foundation,
to an empty cell (from a column), to an empty column, or onto the last card of a column that is one
higher and of the other colour. When no move is left the game is lost, and over.
""",
        run_rule=RunRule.SINGLE,
        ends_when_stuck=True,
    ),
}
"""The five games by their handouts, by the slug of our game of that name."""

"""All 52 cards are dealt face up into eight columns. Four cells hold one card each.

Bring every card home: the four foundations are built up by suit from ace to king, each claimed by
the first ace that comes to it. Cards on a foundation stay there.

The last card of a column, or a card in a cell, may go to its foundation, to an empty cell (from a
column), to an empty column, or onto the last card of a column that is one higher and of the same
suit. Cards that lie in such a sequence move together when they could have gone one by one by way
of the empty cells and columns.
"""

from winnable.rules.game import Game
from winnable.rules.vocabulary import BuildRule, RunRule

GAME = Game(
    name="Baker's Game",
    slug="bakers-game",
    summary="like FreeCell, but build down by suit, which is harder",
    rules=__doc__,
    columns=8,
    tableau_cards=52,
    cells=4,
    build_rule=BuildRule.SUIT,
    run_rule=RunRule.SUPERMOVE,
)

"""Four cards are dealt face up, one to each of four columns. The rest is the stock.

Throw away all but the aces: the last card of a column may go to the foundation if the last card of
another column is higher and of the same suit. Aces are high. An empty column may be filled with the
last card of any other column. No other card moves.

At any time, while the stock lasts, you may deal: one card on each column. The game is won when the
stock is empty and the four aces are all that is left in the columns.
"""

from winnable.rules.game import Game
from winnable.rules.vocabulary import FoundationRule, Goal, StockRule

GAME = Game(
    name="Aces Up",
    slug="aces-up",
    summary="four columns; the higher card throws out the lower; only aces stay",
    rules=__doc__,
    columns=4,
    tableau_cards=4,
    foundations=1,
    foundation_rule=FoundationRule.OUTRANKED,
    stock_rule=StockRule.COLUMNS,
    goal=Goal.ACES,
)

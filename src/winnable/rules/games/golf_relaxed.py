"""Seven columns of five cards are dealt face up, and one card starts the foundation.

Clear the columns: the last card of any column may go to the foundation if it is one higher or one
lower than the foundation's last card, whatever the suits. Ace and king are neighbours, and so are
ace and two. Nothing is ever laid on a column.

At any time, while the stock of 16 cards lasts, you may deal one card from it to the foundation.
"""

from winnable.rules.game import Game
from winnable.rules.vocabulary import FoundationRule, Goal, StockRule

GAME = Game(
    name="Golf Relaxed",
    slug="golf-relaxed",
    summary="clear the columns by going up and down the ranks, from king to ace too",
    rules=__doc__,
    columns=7,
    tableau_cards=35,
    foundations=1,
    foundation_cards=1,
    foundation_rule=FoundationRule.NEIGHBOUR,
    wraps=True,
    fills_empty_columns=False,
    stock_rule=StockRule.FOUNDATION,
    goal=Goal.CLEARED,
)

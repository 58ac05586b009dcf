"""Seven columns of three cards are dealt, two face down and one face up. The rest is the stock.

Bring every card home: the four foundations are built up by suit from ace to king, each claimed by
the first ace that comes to it. Cards on a foundation stay there.

The last card of a column may go to its foundation, to an empty column, or onto the last card of a
column that is one higher and of the other colour. Cards that lie face up in such a sequence may
move together, any number of them. A card that a move uncovers is turned up.

At any time you may deal from the stock: one card, face up, on each column from the left. The last
deal reaches only three columns.
"""

from winnable.rules.game import Game
from winnable.rules.vocabulary import BuildRule, RunRule, StockRule

GAME = Game(
    name="Easthaven",
    slug="easthaven",
    summary="like Klondike, but each deal puts a card on every column",
    rules=__doc__,
    columns=7,
    tableau_cards=21,
    face_down=2,
    build_rule=BuildRule.ALTERNATE,
    run_rule=RunRule.WHOLE,
    stock_rule=StockRule.COLUMNS,
)

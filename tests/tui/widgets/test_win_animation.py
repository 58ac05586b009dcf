"""The win animation: cards start at their foundations, bounce, and stay within the table."""

from random import Random

from card_table_app import CardTableApp, run
from position_builders import endgame
from textual.pilot import Pilot

from winnable import GAMES, Card, Session
from winnable.tui.widgets.win_animation import FlyingCard, WinAnimation, flying_cards


def test_a_card_falls_and_bounces_lower_each_time() -> None:
    card = FlyingCard(Card.parse("KH"), 10, 0, -1)
    heights = []
    for _ in range(200):
        card.move(floor=15)
        heights.append(card.y)
    assert max(heights) == 15
    assert card.x == -190
    tops = [
        here
        for before, here, after in zip(heights, heights[1:], heights[2:], strict=False)
        if before > here < after
    ]
    assert tops == sorted(tops)


def test_every_card_of_the_foundations_flies_the_top_cards_first() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        cards = list(flying_cards(app.table, Random(1)))
        assert len({each.card for each in cards}) == len(cards) == 52 - 2
        assert [str(each.card) for each in cards[:4]] == ["KC", "KD", "JH", "KS"]
        assert len({(each.x, each.y) for each in cards}) == 4
        assert all(each.dx for each in cards)

    run(script, endgame(GAMES["freecell"], "KH QH").view)


def test_the_drawing_always_fits_the_table() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        animation = WinAnimation(app.table)
        layout = app.table.table_layout
        before = [animation.render_line(y).text for y in range(layout.height)]
        for _ in range(120):
            animation.advance()
            for y in range(layout.height + 2):
                width = animation.render_line(y).cell_length
                assert width == (layout.width if y < layout.height else 0)
        after = [animation.render_line(y).text for y in range(layout.height)]
        assert app.table.view is not None
        assert before != after or not any(app.table.view.foundations)

    for slug in GAMES:
        run(script, Session.new(slug, 617).view)

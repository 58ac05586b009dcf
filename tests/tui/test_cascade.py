"""Cards that fly: they start at their foundations, bounce, and stay in the picture."""

from random import Random

from position_builders import endgame
from tui_driver import Hand, drive, table_app, table_screen

from winnable import GAMES, Card, Session
from winnable.tui.cascade import Cascade, Flight, launches


def test_a_card_falls_and_bounces_lower_each_time() -> None:
    flight = Flight(Card.parse("KH"), 10, 0, -1)
    heights = []
    for _ in range(200):
        flight.beat(floor=15)
        heights.append(flight.y)
    assert max(heights) == 15
    assert flight.x == -190
    tops = [
        here
        for before, here, after in zip(heights, heights[1:], heights[2:], strict=False)
        if before > here < after
    ]
    assert tops == sorted(tops), "each time it rises less high"


def test_all_cards_that_are_home_fly_the_highest_first() -> None:
    async def script(pilot: Hand) -> None:
        felt = table_screen(pilot).felt
        flights = list(launches(felt, Random(1)))
        assert len({flight.card for flight in flights}) == len(flights) == 52 - 2
        assert [str(flight.card) for flight in flights[:4]] == ["KC", "KD", "JH", "KS"]
        starts = {(flight.x, flight.y) for flight in flights}
        assert len(starts) == 4
        assert all(flight.dx for flight in flights)

    near = endgame(GAMES["freecell"], "KH QH")
    drive(table_app(Session(GAMES["freecell"], near)), script)


def test_what_is_drawn_fits_the_felt_whatever_happens() -> None:
    for slug in GAMES:

        async def script(pilot: Hand) -> None:
            felt = table_screen(pilot).felt
            cascade = Cascade(felt)
            wide = felt.plan.width
            before = [cascade.render_line(y).text for y in range(felt.plan.height)]
            for _ in range(120):
                cascade.beat()
                for y in range(felt.plan.height + 2):
                    strip = cascade.render_line(y)
                    assert strip.cell_length == (wide if y < felt.plan.height else 0)
            after = [cascade.render_line(y).text for y in range(felt.plan.height)]
            assert before != after or not any(felt.view.foundations)  # type: ignore[union-attr]

        session = Session.new(slug, 617)
        drive(table_app(session), script)

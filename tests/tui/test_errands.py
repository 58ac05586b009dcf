"""What can be asked for at a table, besides moving cards about."""

from position_builders import endgame
from tui_driver import Hand, drive, picture, press, said, table_app, table_screen, until

from winnable import GAMES, Autoplay, Session
from winnable.store import Outcome, Store
from winnable.tui.options import Options
from winnable.tui.won import Won


def freecell() -> Session:
    return Session.new("freecell", 617)


def test_home_takes_the_picked_card_or_the_one_at_the_cursor() -> None:
    session = Session(GAMES["freecell"], endgame(GAMES["freecell"], "KH QH", "KS", "KC"))

    async def script(pilot: Hand) -> None:
        await press(pilot, "g")
        assert said(pilot) == "No: there is no card to send home."
        await press(pilot, "2", "g")
        assert "K♠ to foundation" in said(pilot)
        await press(pilot, "left", "g")
        assert "Q♥ to foundation" in said(pilot)

    drive(table_app(session), script)


def test_collecting_counts_the_cards_and_may_win() -> None:
    near = endgame(GAMES["freecell"], "KH QH", "KS QS", "KC")
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "a")
            await until(pilot, lambda: isinstance(pilot.app.screen, Won), "the win")
            assert "in 5 moves" in picture(pilot)

        drive(table_app(Session(GAMES["freecell"], near), store), script)
        assert store.games.history()[0].outcome is Outcome.WON

    async def none(pilot: Hand) -> None:
        await press(pilot, "a")
        assert said(pilot) == "No cards went home."

    drive(table_app(freecell()), none)
    blocked = endgame(GAMES["freecell"], "KH QS", "KS JH QH", "KC QC")

    async def some(pilot: Hand) -> None:
        await press(pilot, "a")
        assert said(pilot) == "3 cards went home."

    drive(table_app(Session(GAMES["freecell"], blocked)), some)


def test_another_deal_has_to_be_asked_for_twice() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            first = table_screen(pilot)
            await press(pilot, "8", "c", "1", "n")
            assert "n once more" in said(pilot)
            await press(pilot, "H", "escape", "n")
            assert "n once more" in said(pilot), "something else was done in between"
            await press(pilot, "escape", "left", "n")
            assert table_screen(pilot) is first
            await press(pilot, "n")
            assert table_screen(pilot) is not first
            assert table_screen(pilot).session.game is first.session.game
            second = table_screen(pilot)
            await press(pilot, "n")
            assert table_screen(pilot) is not second, "nothing was begun there"
            await press(pilot, "8", "c", "1", "colon", *"new", "enter", "colon", *"new", "enter")
            assert not table_screen(pilot).session.steps

        drive(table_app(freecell(), store), script)
        assert [kept.outcome for kept in store.games.history()] == [Outcome.GIVEN_UP] * 2


def test_autoplay_goes_round_and_is_kept() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "A")
            assert said(pilot).startswith("Autoplay is safe: ")
            await press(pilot, "A")
            assert said(pilot) == "Autoplay is all: every card that can go home does."
            assert table_screen(pilot).session.autoplay is Autoplay.ALL

        drive(table_app(freecell(), store), script)
        assert Options.of(store).autoplay == "all"

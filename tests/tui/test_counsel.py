"""The coach at the table: hints, the lamp, the way back, and never a frozen screen."""

from collections.abc import Callable
from threading import Event

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from position_builders import endgame
from requires_kernels import need_kernels
from tui_driver import (
    LIT,
    QUIET,
    Hand,
    drive,
    key_move,
    light,
    press,
    said,
    settle,
    table_app,
    table_screen,
    until,
)

from winnable import GAMES, Deal, Place, Session, Transfer
from winnable.coach import Evaluation, Odds
from winnable.solver import Result, Verdict
from winnable.store import Outcome, Store
from winnable.tui.counsel import pointed_out
from winnable.tui.options import Options
from winnable.tui.walk import WalkScreen
from winnable.tui.won import Won


async def lamp(pilot: Hand) -> None:
    """Wait until the lamp has thought it over."""
    await until(pilot, lambda: bool(light(pilot)) and not light(pilot).endswith("..."), "the lamp")


async def answer(pilot: Hand) -> None:
    """Wait for the answer to what was asked."""
    await until(pilot, lambda: not said(pilot).endswith("..."), "the answer")


def near_the_end(slug: str, left: int) -> Session:
    """A golden game without its last moves."""
    played = golden_record(next(f for f in GOLDEN_GAMES if f.stem.startswith(slug))).session()
    session = Session(played.game, deal=played.deal, autoplay=played.autoplay)
    for step in played.steps[: len(played.steps) - left]:
        session.make(step.move)
    return session


BEFORE = (
    "t4f1 t8t5 t3c1 t3f2 t3t5 t8c2 t8t6 t8c3 t8f3 t8f2 t1t8 t1c4 t1f2 t1f2 t1f4 c2f4 t1c2 t1f1 "
    "t4t1 t4t5 t4t6 c3t4 t1t6"
)
MISTAKE = "t2c3"


def can_be_lost() -> Session:
    """A game of Baker's Game that can be won, but not after that move."""
    session = Session.new("bakers", 6)
    for move in BEFORE.split():
        session.make(move)
    return session


def going_on(session: Session) -> str:
    """A move after which there is another one."""
    for move in session.legal_moves():
        after = session.copy()
        after.make(move)
        if not after.is_stuck:
            return str(move)
    raise AssertionError("there is none")


# -- hints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_is_shown_on_the_felt_and_in_words(slug: str) -> None:
    session = near_the_end(slug, 8)

    async def script(pilot: Hand) -> None:
        screen = table_screen(pilot)
        await press(pilot, "H")
        await answer(pilot)
        assert screen.felt.hint is not None
        source, first, target = screen.felt.hint
        assert screen.table.hints == 1
        if source is None:
            assert said(pilot).startswith("Deal from the stock")
        else:
            assert first < len(session.position.pile(source))
            assert target is not None
            assert session.position.pile(source)[first].sign in said(pilot)
            assert target.name in said(pilot)
        await press(pilot, "escape", "2")
        assert screen.felt.hint is None or slug == "golf-relaxed", "the hand comes before the hint"

    drive(table_app(session), script)


def test_whoever_follows_hints_wins() -> None:
    session = near_the_end("freecell", 20)
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            for _ in range(60):
                screen, felt = table_screen(pilot), table_screen(pilot).felt
                await press(pilot, "f2")
                await until(pilot, lambda felt=felt: felt.hint is not None, "the hint")  # type: ignore[misc]
                hint = screen.counsel.coach.hint(screen.session)
                assert hint.move is not None
                await key_move(pilot, hint.move)
                if isinstance(pilot.app.screen, Won):
                    return
            raise AssertionError("the hints do not lead to a win")

        drive(table_app(session, store), script)
        kept = store.games.history()[0]
        assert (kept.outcome, kept.is_unaided) == (Outcome.WON, False)


# -- the lamp -------------------------------------------------------------------------------------


def test_the_lamp_tells_winnable_and_lost_and_the_way_back() -> None:
    session = can_be_lost()
    before = len(session.steps)

    async def script(pilot: Hand) -> None:
        await lamp(pilot)
        assert light(pilot).startswith("winnable in ")
        assert light(pilot) in table_screen(pilot).status.said
        assert table_screen(pilot).table.verdicts == 1
        await press(pilot, "colon", *MISTAKE, "enter")
        await lamp(pilot)
        assert light(pilot) == "lost"
        assert "This game is lost" in said(pilot)
        assert "b looks for the last position that could be won" in said(pilot)
        await press(pilot, "H")
        await until(pilot, lambda: said(pilot).startswith("This game is lost: no"), "the hint")
        assert "b looks for" in said(pilot)
        await press(pilot, "colon", *going_on(session), "enter")
        await lamp(pilot)
        assert "Still lost. b looks for" in said(pilot)
        await press(pilot, "b")
        await until(pilot, lambda: said(pilot).startswith("Back 2 moves"), "the way back")
        assert len(table_screen(pilot).session.steps) == before
        assert len(table_screen(pilot).session.undone) == 2
        await lamp(pilot)
        assert light(pilot).startswith("winnable in ")
        await press(pilot, "b")
        await until(pilot, lambda: "can still be won" in said(pilot), "the answer")

    drive(table_app(session, options=LIT), script)


def test_a_deal_that_cannot_be_won_has_no_way_back() -> None:
    lost = can_be_lost()
    lost.make(MISTAKE)

    async def script(pilot: Hand) -> None:
        await press(pilot, "b")
        await until(pilot, lambda: "cannot be won at all" in said(pilot), "the answer")
        assert table_screen(pilot).table.verdicts == 1

    drive(table_app(Session(lost.game, lost.position)), script)


def test_no_move_is_left() -> None:
    session = Session.new("golf", 1)
    while not session.is_stuck:
        session.make(next(session.legal_moves()))
    session.undo()
    last = session.undone[0].move

    async def script(pilot: Hand) -> None:
        await press(pilot, "colon", *str(last), "enter")
        assert "No legal move is left. b looks for" in said(pilot)
        await press(pilot, "b")
        await until(pilot, lambda: said(pilot).startswith(("Back ", "This deal ")), "the answer")
        assert "(hidden cards included)" in said(pilot)

    need_kernels()
    drive(table_app(session), script)


def test_odds_are_shown_while_they_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def evaluate(
        session: object, *, cancel: Event, progress: Callable[[Evaluation], None], **_: object
    ) -> Evaluation:
        progress(Evaluation(Verdict.UNSETTLED, Odds(5, 5)))
        go_on.wait(60)
        return Evaluation(Verdict.UNSETTLED, Odds(250, 150))

    async def script(pilot: Hand) -> None:
        screen = table_screen(pilot)
        monkeypatch.setattr(screen.counsel.coach, "evaluate", evaluate)
        await press(pilot, "v")
        await until(pilot, lambda: light(pilot) == "5 of 10 ways so far ...", "a first idea")
        go_on.set()
        await until(pilot, lambda: light(pilot) == "winnable about 57-68%", "the odds")
        assert screen.status.said.endswith("· winnable about 57-68%")

    drive(table_app(Session.new("aces", 7)), script)


def test_a_lamp_that_fails_says_so_and_burns_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(*_: object, **__: object) -> Evaluation:
        raise MemoryError("too much")

    async def script(pilot: Hand) -> None:
        screen = table_screen(pilot)
        right = screen.counsel.coach.evaluate
        monkeypatch.setattr(screen.counsel.coach, "evaluate", evaluate)
        await press(pilot, "v")
        await until(pilot, lambda: light(pilot) == "no verdict", "the failure")
        assert "too much" in said(pilot)
        assert screen.table.verdicts == 0
        monkeypatch.setattr(screen.counsel.coach, "evaluate", right)
        await press(pilot, "v", "v")
        await lamp(pilot)
        assert light(pilot).startswith("winnable")

    drive(table_app(near_the_end("freecell", 8)), script)


def test_without_lamp_hints_and_undo_a_win_is_unaided() -> None:
    near = endgame(GAMES["freecell"], "KH QH", "KS")
    for options, is_unaided in ((QUIET, True), (LIT, False)):
        with Store.open() as store:

            async def script(pilot: Hand, options: Options = options) -> None:
                if options.lamp:
                    await lamp(pilot)
                await press(pilot, "2", "g", "1", "g", "1", "g")
                await until(pilot, lambda: isinstance(pilot.app.screen, Won), "the win")

            drive(table_app(Session(GAMES["freecell"], near), store, options), script)
            assert store.games.history()[0].is_unaided is is_unaided


def test_the_lamp_is_switched_and_the_choice_is_kept() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await lamp(pilot)
            await press(pilot, "v")
            assert said(pilot).startswith("The lamp is off")
            assert light(pilot) == ""
            await press(pilot, "8", "c", "1")
            await settle(pilot)
            assert light(pilot) == ""

        drive(table_app(Session.new("freecell", 617), store, LIT), script)
        assert not Options.of(store).lamp


# -- hidden cards, and the solver at play ---------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict.WINNABLE, "As dealt, hidden cards included, this game can still be won."),
        (Verdict.LOST, "As dealt, hidden cards included, this game is lost."),
        (Verdict.UNSETTLED, "Whether it can be won could not be settled in time."),
    ],
)
def test_as_dealt_is_told_when_asked_for(
    verdict: Verdict, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Hand) -> None:
        coach = table_screen(pilot).counsel.coach
        monkeypatch.setattr(coach, "as_dealt", lambda *_, **__: Result(verdict, (), 1, 0.0))
        await press(pilot, "V")
        await until(pilot, lambda: said(pilot).startswith(words), "the verdict")
        assert table_screen(pilot).table.verdicts == 1
        if verdict is not Verdict.WINNABLE:
            await press(pilot, "w")
            await until(pilot, lambda: said(pilot).startswith(words), "the verdict")

    drive(table_app(Session.new("golf", 7)), script)


def test_watching_the_solver() -> None:
    session = near_the_end("easthaven", 6)

    async def script(pilot: Hand) -> None:
        await press(pilot, "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WalkScreen), "the solver")
        walk = pilot.app.screen
        assert isinstance(walk, WalkScreen)
        assert "the solver plays from here" in walk.status.said
        await until(pilot, lambda: len(walk.line.steps) >= 1, "the first move by itself")
        await press(pilot, "end")
        assert walk.session.is_won
        await press(pilot, "q")
        assert table_screen(pilot).table.hints == 1
        assert not table_screen(pilot).session.is_won, "it was only watched"

    need_kernels()
    drive(table_app(session), script)


def test_a_coach_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Result:
        raise MemoryError

    async def script(pilot: Hand) -> None:
        monkeypatch.setattr(table_screen(pilot).counsel.coach, "hint", fail)
        await press(pilot, "H")
        await until(pilot, lambda: said(pilot) == "The coach gave up: MemoryError.", "the answer")

    drive(table_app(Session.new("golf", 7)), script)


def test_what_is_pointed_out() -> None:
    session = Session.new("freecell", 617)
    assert pointed_out(session.position, None) is None
    assert pointed_out(session.position, Deal()) == (None, -1, None)
    column, cell = Place.parse("t8"), Place.parse("c1")
    assert pointed_out(session.position, Transfer(column, cell)) == (column, 5, cell)

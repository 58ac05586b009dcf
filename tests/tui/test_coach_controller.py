"""The coach of a game: hints, the lamp, the way back, and never a blocked screen."""

import threading
from collections.abc import Callable
from threading import Event

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from position_builders import endgame
from requires_kernels import need_kernels
from tui_driver import (
    LAMP_OFF,
    LAMP_ON,
    Driver,
    click_at,
    drive,
    game_app,
    game_screen,
    key_move,
    lamp,
    message,
    moves_made,
    press,
    settle,
    until,
)

from winnable import GAMES, Place, Session
from winnable.coach import Coach, Evaluation, Hint, Odds, Review, way_back
from winnable.solver import Result, Verdict
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.win_dialog import WinDialog


async def final_verdict(pilot: Driver) -> None:
    """Wait for the lamp's final verdict."""
    await until(pilot, lambda: bool(lamp(pilot)) and not lamp(pilot).endswith("..."), "the lamp")


async def answer(pilot: Driver) -> None:
    """Wait for the answer to a question."""
    await until(pilot, lambda: not message(pilot).endswith("..."), "the answer")


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
    """A session of Baker's Game that can be won, but not after `MISTAKE`."""
    session = Session.new("bakers", 6)
    for move in BEFORE.split():
        session.make(move)
    return session


def move_that_leaves_another(session: Session) -> str:
    for move in session.legal_moves():
        after = session.copy()
        after.make(move)
        if not after.is_stuck:
            return str(move)
    raise AssertionError("there is none")


# -- hints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_is_shown_on_the_table_and_in_words(slug: str) -> None:
    session = near_the_end(slug, 8)

    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        await press(pilot, "H")
        await answer(pilot)
        mark = screen.card_table.hint
        assert mark is not None
        assert message(pilot)
        assert screen.controller.saved_game.hints == 1
        if mark.source is not None:
            assert mark.target is not None
            assert session.position.pile(mark.source)[mark.first].sign in message(pilot)
        await press(pilot, "escape", "2")
        assert screen.card_table.hint is None or slug == "golf-relaxed"

    drive(game_app(session), script)


def test_following_hints_wins() -> None:
    session = near_the_end("freecell", 20)
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            for _ in range(60):
                controller = game_screen(pilot).controller
                await press(pilot, "f2")
                await until(pilot, lambda game=controller: game.hint is not None, "the hint")  # type: ignore[misc]
                assert controller.hint is not None
                await key_move(pilot, controller.hint)
                if isinstance(pilot.app.screen, WinDialog):
                    return
            raise AssertionError("the hints do not lead to a win")

        drive(game_app(session, store), script)
        summary = store.games.history()[0]
        assert (summary.outcome, summary.is_unaided) == (Outcome.WON, False)


# -- the lamp -------------------------------------------------------------------------------------


def test_the_lamp_shows_winnable_and_lost_and_the_way_back() -> None:
    session = can_be_lost()
    before = len(session.steps)

    async def script(pilot: Driver) -> None:
        await final_verdict(pilot)
        assert lamp(pilot).startswith("winnable (")
        assert lamp(pilot) in game_screen(pilot).status.text
        assert game_screen(pilot).controller.saved_game.verdicts == 1
        await press(pilot, "colon", *MISTAKE, "enter")
        await final_verdict(pilot)
        assert lamp(pilot) == "lost"
        assert message(pilot).startswith(f"{MISTAKE}: ")
        assert "b goes back to the last winnable position" in message(pilot)
        await press(pilot, "H")
        await answer(pilot)
        assert "b goes back to the last winnable position" in message(pilot)
        await press(pilot, "colon", *move_that_leaves_another(session), "enter")
        await final_verdict(pilot)
        assert "Still lost. b goes back" in message(pilot)
        await press(pilot, "b")
        await until(pilot, lambda: message(pilot).startswith("2 moves undone"), "the way back")
        assert len(game_screen(pilot).session.steps) == before
        assert len(game_screen(pilot).session.undone) == 2
        await final_verdict(pilot)
        assert lamp(pilot).startswith("winnable (")
        await press(pilot, "b")
        await until(pilot, lambda: "can still be won" in message(pilot), "the answer")

    drive(game_app(session, options=LAMP_ON), script)


def test_a_deal_that_cannot_be_won_has_no_way_back() -> None:
    lost = can_be_lost()
    lost.make(MISTAKE)

    async def script(pilot: Driver) -> None:
        await press(pilot, "b")
        await until(pilot, lambda: "impossible from the start" in message(pilot), "the answer")
        assert game_screen(pilot).controller.saved_game.verdicts == 1

    drive(game_app(Session(lost.game, lost.position)), script)


def test_going_back_when_no_move_is_left() -> None:
    session = Session.new("golf", 1)
    while not session.is_stuck:
        session.make(next(session.legal_moves()))

    async def script(pilot: Driver) -> None:
        await press(pilot, "b")
        await answer(pilot)
        assert "undone: this is the last winnable position" in message(pilot)

    need_kernels()
    drive(game_app(session), script)


def test_the_way_back_tells_of_no_hidden_cards() -> None:
    """In mid-game it is open only where the game is known to be lost however the cards lie."""
    session = Session.new("golf", 1)
    for _ in range(4):
        session.make(next(session.legal_moves()))

    async def script(pilot: Driver) -> None:
        await press(pilot, "b")
        await answer(pilot)
        assert "would tell you of hidden cards" in message(pilot)
        assert len(game_screen(pilot).session.steps) == 4

    need_kernels()
    drive(game_app(session), script)


def test_odds_are_shown_while_they_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def evaluate(
        session: object, *, cancel: Event, progress: Callable[[Evaluation], None], **_: object
    ) -> Evaluation:
        progress(Evaluation(Verdict.UNSETTLED, Odds(5, 5)))
        go_on.wait(60)
        return Evaluation(Verdict.UNSETTLED, Odds(248, 152))

    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        monkeypatch.setattr(screen.coach.coach, "evaluate", evaluate)
        await press(pilot, "v")
        await until(pilot, lambda: lamp(pilot) == "5 of 10 cases so far ...", "the first odds")
        go_on.set()
        await until(pilot, lambda: lamp(pilot) == "winnable in about 62% of cases", "the odds")
        assert screen.status.text.endswith("· winnable in about 62% of cases")

    drive(game_app(Session.new("aces", 7)), script)


def test_a_lamp_that_fails_says_so_and_works_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(*_: object, **__: object) -> Evaluation:
        raise MemoryError("too much")

    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        with monkeypatch.context() as failing:
            failing.setattr(screen.coach.coach, "evaluate", evaluate)
            await press(pilot, "v")
            await until(pilot, lambda: lamp(pilot) == "no verdict", "the failure")
            assert "too much" in message(pilot)
            assert screen.controller.saved_game.verdicts == 0
        await press(pilot, "v", "v")
        await final_verdict(pilot)
        assert lamp(pilot).startswith("winnable")

    drive(game_app(near_the_end("freecell", 8)), script)


@pytest.mark.parametrize(("options", "is_unaided"), [(LAMP_OFF, True), (LAMP_ON, False)])
def test_a_win_with_the_lamp_is_not_unaided(options: Options, is_unaided: bool) -> None:
    near = endgame(GAMES["freecell"], "KH QH", "KS")
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            if options.lamp:
                await final_verdict(pilot)
            await press(pilot, "2", "g", "1", "g", "1", "g")
            await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")

        drive(game_app(Session(GAMES["freecell"], near), store, options), script)
        assert store.games.history()[0].is_unaided is is_unaided


def test_the_lamp_is_switched_off_and_stays_off() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await final_verdict(pilot)
            await press(pilot, "v")
            assert lamp(pilot) == ""
            await press(pilot, "8", "c", "1")
            await settle(pilot)
            assert lamp(pilot) == ""

        drive(game_app(near_the_end("freecell", 8), store, LAMP_ON), script)
        assert not Options.of(store).lamp


@pytest.mark.parametrize(
    ("typed", "said"), [("verdict", "can still be won"), ("odds", "Winnable (")]
)
@pytest.mark.parametrize("options", [LAMP_OFF, LAMP_ON], ids=["off", "on"])
def test_a_typed_question_leaves_the_lamp_as_it_is(typed: str, said: str, options: Options) -> None:
    async def script(pilot: Driver) -> None:
        for _ in range(2):
            await press(pilot, "colon", *typed, "enter")
            await until(pilot, lambda: said in message(pilot), "the answer")
            assert game_screen(pilot).options.lamp is options.lamp
            assert game_screen(pilot).controller.saved_game.verdicts
            game_screen(pilot).controller.say("")

    drive(game_app(near_the_end("freecell", 8), options=options), script)


# -- hidden cards, and the solver at play ---------------------------------------------------------


@pytest.mark.parametrize("verdict", Verdict)
def test_whether_a_deal_can_be_won(verdict: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {
        Verdict.WINNABLE: "As the hidden cards lie, this game can still be won.",
        Verdict.LOST: "As the hidden cards lie, this game cannot be won.",
        Verdict.UNSETTLED: (
            "The solver could not settle in time whether this can be won as the hidden cards lie."
        ),
    }

    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        result = Result(verdict, (), 1, 0.0)
        monkeypatch.setattr(screen.coach.coach, "as_dealt", lambda *_, **__: result)
        for key in ("V",) if verdict is Verdict.WINNABLE else ("V", "w"):
            await press(pilot, key)
            await until(pilot, lambda: message(pilot) == answers[verdict], "the verdict")
        assert screen.controller.saved_game.verdicts

    drive(game_app(Session.new("golf", 7)), script)


def test_watching_the_solver() -> None:
    session = near_the_end("easthaven", 6)

    async def script(pilot: Driver) -> None:
        await press(pilot, "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen), "the solver")
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        await until(pilot, lambda: replay.move_number >= 1, "the first move")
        await press(pilot, "end")
        assert replay.session.is_won
        await press(pilot, "q")
        assert game_screen(pilot).controller.saved_game.hints == 1
        assert not game_screen(pilot).session.is_won, "it was only watched"

    need_kernels()
    drive(game_app(session), script)


def test_a_coach_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Result:
        raise MemoryError

    async def script(pilot: Driver) -> None:
        monkeypatch.setattr(game_screen(pilot).coach.coach, "hint", fail)
        await press(pilot, "H")
        await until(pilot, lambda: message(pilot) == "The coach failed: MemoryError.", "the answer")

    drive(game_app(Session.new("golf", 7)), script)


def test_a_game_that_is_won_needs_no_coach() -> None:
    won = near_the_end("freecell", 0)

    async def script(pilot: Driver) -> None:
        for key in ("H", "b", "w"):
            await press(pilot, "escape", key)
            assert message(pilot) == "The game is won."
        assert lamp(pilot) == ""

    drive(game_app(won, options=LAMP_ON), script)


# -- another program ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["H", "w", "b", "v"])
def test_answers_about_an_outdated_position_are_not_shown(key: str) -> None:
    with Store.open() as store:
        SavedGame(Session.new("freecell", 617), store.games).make("t8c1")

        async def script(pilot: Driver) -> None:
            store.open_game(1).make("t3c4")
            await press(pilot, key)
            await until(pilot, lambda: moves_made(pilot) == ["t8c1", "t3c4"], "the new position")
            assert game_screen(pilot).card_table.hint is None

        options = Options(lamp=False, autoplay="off")
        drive(WinnableApp(store, options, initial_game=store.open_game(1)), script)


# -- a slow coach ---------------------------------------------------------------------------------


def slow_coach(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """A coach that works until it is cancelled; returns the cancel events it was given."""
    cancels: list[Event] = []

    def wait(cancel: Event) -> None:
        cancels.append(cancel)
        cancel.wait()

    def evaluate(coach: Coach, session: object, *, cancel: Event, **_: object) -> Evaluation:
        wait(cancel)
        return Evaluation(Verdict.UNSETTLED)

    def hint(coach: Coach, session: object, *, cancel: Event, **_: object) -> Hint:
        wait(cancel)
        return Hint(None, Verdict.UNSETTLED)

    def as_dealt(coach: Coach, session: object, *, cancel: Event, **_: object) -> Result:
        wait(cancel)
        return Result(Verdict.UNSETTLED, (), 0, 0.0)

    def review(session: Session, *, cancel: Event, **_: object) -> Review:
        wait(cancel)
        return Review(session.game, (), is_won=False)

    for method in (evaluate, hint, as_dealt):
        monkeypatch.setattr(Coach, method.__name__, method)
    monkeypatch.setattr(way_back, "review", review)
    return cancels


def test_a_slow_coach_blocks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    cancels = slow_coach(monkeypatch)

    async def script(pilot: Driver) -> None:
        for number, keys in enumerate((["8", "c", "1"], ["3", "c", "2"], ["u"]), 1):
            await until(pilot, lambda number=number: len(cancels) >= number, "the coach")  # type: ignore[misc]
            before = cancels[-1]
            assert lamp(pilot) == "thinking ..."
            await press(pilot, *keys)
            assert before.is_set(), "the move cancels it"
        assert moves_made(pilot) == ["t8c1"]
        await press(pilot, "b")
        assert message(pilot).endswith("...")
        await click_at(pilot, Place.parse("t2"))
        assert game_screen(pilot).controller.selection is not None
        await press(pilot, "escape", "w")
        assert message(pilot).endswith("...")
        await press(pilot, "question_mark", "q", "q", "q")

    drive(game_app(Session.new("freecell", 617), options=LAMP_ON), script)
    assert all(cancel.is_set() for cancel in cancels)


def test_the_app_does_not_wait_for_a_coach_that_ignores_cancel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release, begun = Event(), Event()

    def deaf(*_: object, **__: object) -> Evaluation:
        begun.set()
        release.wait()
        return Evaluation(Verdict.WINNABLE)

    monkeypatch.setattr(Coach, "evaluate", deaf)

    async def script(pilot: Driver) -> None:
        await until(pilot, begun.is_set, "the coach")
        await press(pilot, "q", "q")

    before = set(threading.enumerate())
    drive(game_app(Session.new("freecell", 617), options=LAMP_ON), script)
    assert not release.is_set(), "the app has ended before the coach"
    release.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)


def test_a_late_evaluation_is_never_shown_for_another_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The evaluation is on its way to the main thread when the position changes."""

    def evaluate(session: object, *, cancel: Event, **_: object) -> Evaluation:
        return Evaluation(Verdict.LOST)

    async def script(pilot: Driver) -> None:
        screen = game_screen(pilot)
        monkeypatch.setattr(screen.coach.coach, "evaluate", evaluate)
        screen.coach.set_lamp(True)
        for _ in range(30):
            threading.Event().wait(0.002)  # the evaluator reports; this thread handles nothing
            screen.coach.restart()
        screen.coach.set_lamp(False)
        await settle(pilot)
        assert lamp(pilot) == ""
        assert "lost" not in message(pilot)

    drive(game_app(Session.new("freecell", 617)), script)


def test_a_hint_is_cancelled_by_whatever_the_player_does(monkeypatch: pytest.MonkeyPatch) -> None:
    cancels = slow_coach(monkeypatch)

    async def script(pilot: Driver) -> None:
        for keys in (["8"], ["escape", "u"], ["8", "c", "1"], ["question_mark", "q"], ["q"]):
            asked = len(cancels)
            await press(pilot, "escape", "H")
            await until(pilot, lambda asked=asked: len(cancels) > asked, "the coach")  # type: ignore[misc]
            await press(pilot, *keys)
            await until(pilot, lambda: all(each.is_set() for each in cancels), "the end of it")

    session = Session.new("freecell", 617)
    session.make("t3c4")
    drive(game_app(session), script)


def test_a_question_is_dropped_when_another_screen_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    cancels = slow_coach(monkeypatch)

    async def script(pilot: Driver) -> None:
        await press(pilot, "w")
        await until(pilot, lambda: bool(cancels), "the solver")
        await press(pilot, "question_mark")
        await until(pilot, cancels[0].is_set, "the end of it")
        await press(pilot, "q")
        assert message(pilot) == ""

    drive(game_app(Session.new("freecell", 617)), script)

"""Replays and reviews: step by step, running, by the strip, and back to playing."""

from collections.abc import Callable
from threading import Event

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from requires_kernels import need_kernels
from tui_driver import (
    Driver,
    click,
    drive,
    game_screen,
    message,
    moves_made,
    picture,
    press,
    until,
)

from winnable import Session, parse_move
from winnable.coach import Review
from winnable.coach.luck import LuckReview, StepChance
from winnable.solver import Verdict
from winnable.store import Outcome, SavedGame, Store
from winnable.tui import review_controller
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.review_controller import ReviewController
from winnable.tui.screens import replay
from winnable.tui.screens.game import GameScreen
from winnable.tui.screens.game_chooser import GameChooserScreen
from winnable.tui.screens.replay import ReplayScreen

LAMP_OFF = Options(lamp=False, autoplay="off")
LINE = (
    "t4f1 t8t5 t3c1 t3f2 t3t5 t8c2 t8t6 t8c3 t8f3 t8f2 t1t8 t1c4 t1f2 t1f2 t1f4 c2f4 t1c2 t1f1 "
    "t4t1 t4t5 t4t6 c3t4 t1t6 t2c3"
)
"""Of deal 6 of Baker's Game; the last move loses it."""
MOVES = LINE.split()


def lost_by_the_last_move() -> Session:
    session = Session.new("bakers", 6)
    for move in MOVES:
        session.make(move)
    return session


def golden(slug: str) -> Session:
    return golden_record(next(f for f in GOLDEN_GAMES if f.stem.startswith(slug))).session()


def replay_screen(pilot: Driver) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen), screen
    return screen


def move_number(pilot: Driver) -> int:
    return replay_screen(pilot).move_number


async def reviewed(pilot: Driver) -> ReplayScreen:
    """Wait for the review."""
    screen = replay_screen(pilot)
    await until(pilot, lambda: screen.check_action("summary", ()) is True, "the review")
    return screen


# -- replay ---------------------------------------------------------------------------------------


def test_a_record_is_replayed_step_by_step() -> None:
    session = golden("golf")
    length = len(session.steps)

    async def script(pilot: Driver) -> None:
        screen = replay_screen(pilot)
        assert f"replay · move 0 of {length}" in screen.status.text
        for number, step in enumerate(session.steps, 1):
            await press(pilot, ("right", "l", "space", "n")[number % 4])
            assert move_number(pilot) == number
            assert screen.message.text.startswith(f"{number}. {step.move}: ")
            assert screen.card_table.view is not None
        await press(pilot, "right")
        assert move_number(pilot) == length
        await press(pilot, "left", "h")
        assert move_number(pilot) == length - 2
        await press(pilot, "home", "left")
        assert move_number(pilot) == 0
        await press(pilot, "G")
        assert move_number(pilot) == length
        assert screen.keys.text.count("mistake") == screen.keys.text.count("summary") == 0
        await press(pilot, "m", "s", "e", "p")
        assert move_number(pilot) == length, "what has no key here does nothing"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameChooserScreen)

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session), replay=True), script)


def test_a_replay_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "SECONDS_PER_MOVE", 0.01)
    session = golden("golf")

    async def script(pilot: Driver) -> None:
        screen = replay_screen(pilot)
        await press(pilot, "enter")
        assert screen.is_auto_advancing
        await until(pilot, lambda: move_number(pilot) > 3, "some moves")
        await press(pilot, "enter")
        stopped = move_number(pilot)
        assert not screen.is_auto_advancing
        await press(pilot, "enter")
        await until(pilot, lambda: move_number(pilot) == screen.length, "the end")
        await until(pilot, lambda: not screen.is_auto_advancing, "the rest")
        assert stopped < screen.length
        assert "running" not in screen.status.text
        await press(pilot, "w")
        await until(pilot, lambda: 0 < move_number(pilot) < screen.length, "the start again")
        await press(pilot, "end")
        assert not screen.is_auto_advancing

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session), replay=True), script)


def test_a_replay_can_be_played_on() -> None:
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            await press(pilot, "right", "right", "p")
            assert moves_made(pilot) == MOVES[:2]
            await press(pilot, "r")
            assert moves_made(pilot) == MOVES[:3]
            await press(pilot, "q")
            assert isinstance(pilot.app.screen, GameChooserScreen)

        saved_game = SavedGame(lost_by_the_last_move(), store.games)
        drive(WinnableApp(store, LAMP_OFF, initial_game=saved_game, replay=True), script)
        (summary,) = store.games.history()
        assert (summary.moves, summary.outcome, summary.is_unaided) == (
            3,
            Outcome.UNFINISHED,
            False,
        )


# -- review ---------------------------------------------------------------------------------------


def test_a_review_of_a_lost_game() -> None:
    last = len(MOVES) - 1

    async def script(pilot: Driver) -> None:
        saved_game = game_screen(pilot).controller.saved_game
        await press(pilot, "e")
        screen = await reviewed(pilot)
        assert saved_game.hints == 1, "playing on after a review is not unaided"
        assert screen.review is not None
        assert screen.review.verdicts == (*[Verdict.WINNABLE] * (last + 1), Verdict.LOST)
        legend = "█ winnable  ░ lost  ◆ here  × mistake"
        await until(pilot, lambda: legend in picture(pilot), "the legend")
        # At first there is room for a page of it.
        await until(pilot, lambda: not screen.message.text.endswith(" more)"), "all of it")
        summary = screen.message.text
        assert str(last + 1) in summary
        await press(pilot, "m")
        assert move_number(pilot) == last
        assert screen.message.text == summary
        assert screen.card_table.hint is not None, "a move that keeps the game winnable is marked"
        await press(pilot, "left")
        assert screen.card_table.hint is None
        assert screen.message.text.startswith(f"{last - 1}. ")
        await press(pilot, "e")
        assert screen.message.text == summary
        await press(pilot, "s")
        solved = replay_screen(pilot)
        assert solved is not screen
        assert f"a win from move {last}" in solved.status.text
        assert solved.check_action("play", ()) is False
        await press(pilot, "end")
        assert solved.session.is_won
        await press(pilot, "q")
        assert replay_screen(pilot) is screen
        await press(pilot, "m", "p")
        assert game_screen(pilot).controller.saved_game is saved_game
        assert len(game_screen(pilot).session.steps) == last
        assert len(game_screen(pilot).session.undone) == 1

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(lost_by_the_last_move())), script)


def test_a_click_on_the_strip_goes_there() -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = await reviewed(pilot)
        await until(pilot, lambda: screen.strip.region.height == 2, "the strip")
        corner, wide = screen.strip.content_region.offset, screen.strip.cell_width
        assert wide > 1
        for point in (0, 7, len(MOVES)):
            for x in (point * wide, point * wide + wide - 1):
                await click(pilot, corner.x + x, corner.y)
                assert move_number(pilot) == point
                await pilot.pause()
                assert screen.strip.content_region.offset == corner, "it stays where it is"
        await click(pilot, corner.x + (len(MOVES) + 1) * wide, corner.y)
        assert move_number(pilot) == len(MOVES), "there is nothing there"
        await click(pilot, corner.x, corner.y + 1)
        assert move_number(pilot) == len(MOVES), "nor are the explanations a position"

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(lost_by_the_last_move())), script)


def test_a_review_of_a_won_game() -> None:
    session = golden("golf")
    with Store.open() as store:
        saved_game = SavedGame(Session(session.game, deal=session.deal), store.games)
        for step in session.steps:
            saved_game.make(step.move)

        async def script(pilot: Driver) -> None:
            await press(pilot, "t", "enter")
            screen = await reviewed(pilot)
            assert screen.message.text
            assert screen.check_action("play", ()) is False, "a game that is won is closed"
            await press(pilot, "s")
            assert "a win from the deal" in replay_screen(pilot).status.text
            await press(pilot, "q", "q")
            assert isinstance(pilot.app.screen, GameChooserScreen)

        need_kernels()
        drive(WinnableApp(store, LAMP_OFF), script)
        assert store.games.history()[0].is_unaided, "a review after the win does not count"


def test_the_cost_of_a_finished_games_decisions_is_kept() -> None:
    need_kernels()
    with Store.open() as store:
        saved_game = store.new_game(Session.new("golf", 7))
        for _ in range(2):
            saved_game.make(next(saved_game.session.legal_moves()))
        saved_game.give_up()

        async def script(pilot: Driver) -> None:
            await press(pilot, "t", "enter")
            await reviewed(pilot)
            await until(pilot, lambda: store.games.history()[0].skill is not None, "the cost")
            await press(pilot, "q", "t")
            assert "Average cost of a decision at Golf Relaxed: 16.0 points" in picture(pilot)

        drive(WinnableApp(store, LAMP_OFF), script)


def test_a_review_is_shown_while_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    session = lost_by_the_last_move()
    some = Review(session.game, (Verdict.UNSETTLED,) * (len(MOVES) + 1), is_won=False)

    def review(session: Session, *, cancel: Event, progress: object, **_: object) -> Review:
        assert len(session.steps) == len(MOVES)
        assert callable(progress)
        progress(some)
        go_on.wait(60)
        return some

    monkeypatch.setattr(review_controller, "review", review)
    monkeypatch.setattr(review_controller, "describe_review", lambda *_: ["Nobody knows."])

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = replay_screen(pilot)
        await until(pilot, lambda: screen.review is some, "the first verdicts")
        assert screen.message.text == "Reviewing the game ..."
        await press(pilot, "left")
        assert move_number(pilot) == len(MOVES) - 1
        go_on.set()
        await until(pilot, lambda: screen.message.text == "Nobody knows.", "the summary")

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session)), script)


def test_a_review_that_ends_before_the_layout_uses_all_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And so does one whose window is made larger."""
    session = lost_by_the_last_move()
    found = Review(session.game, (Verdict.UNSETTLED,) * (len(MOVES) + 1), is_won=False)
    sentences = [f"This is sentence number {number} of a long review." for number in range(7)]
    monkeypatch.setattr(review_controller, "describe_review", lambda *_: sentences)
    monkeypatch.setattr(review_controller, "luck_and_skill", lambda *_, **__: None)

    def at_once(controller: ReviewController) -> None:
        controller._finish(found)

    monkeypatch.setattr(ReviewController, "start", at_once)

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = replay_screen(pilot)
        await until(pilot, lambda: screen.message.text == " ".join(sentences), "all of it")
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: sentences[-1] not in screen.message.text, "a page")
        await press(pilot, "left")
        described = screen.message.text
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.message.content_size.height == 5, "the layout")
        assert screen.message.text == described, "what is shown instead of the review stays"

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session)), script)


# -- luck and skill -------------------------------------------------------------------------------


def thrown_away() -> Session:
    """Golf, played badly: every card of the stock is dealt at once."""
    session = Session.new("golf", 4)
    for _ in range(16):
        session.make("deal")
    return session


def some_luck(session: Session) -> LuckReview:
    """Moves 3 and 9 are costly."""
    steps = [StepChance(100, 100, 104)] * len(session.steps)
    for number in (3, 9):
        steps[number - 1] = StepChance(100, 66, 74, 11.5, True, (parse_move("t1f1"),))
    return LuckReview(200, 100, tuple(steps), len(steps))


def test_luck_and_skill_come_after_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    session = thrown_away()

    def slow(
        session: Session, *_: object, progress: Callable[[int, int], None], **__: object
    ) -> LuckReview:
        progress(4, 16)
        go_on.wait(60)
        return some_luck(session)

    monkeypatch.setattr(review_controller, "luck_and_skill", slow)

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = await reviewed(pilot)
        await until(pilot, lambda: "luck and skill 4/16" in screen.status.text, "the progress")
        await until(pilot, lambda: not screen.message.text.endswith(" more)"), "all of it")
        first = screen.message.text
        assert screen.check_action("costly", ()) is False
        await press(pilot, "left")
        assert screen.message.text == "15. deal: 10♣ to the foundation." or move_number(pilot) == 15
        await press(pilot, "e")
        assert screen.message.text == first
        go_on.set()
        await until(pilot, lambda: screen.check_action("costly", ()) is True, "luck and skill")
        assert "luck and skill" not in screen.status.text
        seen = [screen.message.text]
        while True:
            await press(pilot, "e")
            if screen.message.text in seen:
                break
            seen.append(screen.message.text)
        said = " ".join(seen)
        assert "Your chance went from about 50% to " in said
        assert "Move 9 cost about 17 points: deal from the stock" in said
        assert all(len(page) < 5 * 78 for page in seen)

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session)), script)


def test_costly_moves_are_named_and_can_be_gone_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        review_controller, "luck_and_skill", lambda session, *_, **__: some_luck(session)
    )

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = replay_screen(pilot)
        await until(pilot, lambda: screen.check_action("costly", ()) is True, "luck and skill")
        for number in (3, 9, 3):
            await press(pilot, "c")
            assert move_number(pilot) == number - 1
            assert screen.message.text.startswith(
                f"Move {number} cost about 17 points: deal from the stock; better: "
            )
            assert screen.card_table.hint is not None, "the better move is marked"
        await press(pilot, "right")
        assert screen.message.text.endswith(" Cost 17 ± 6, luck +4: chance 37%.")
        await press(pilot, "right")
        assert screen.message.text.endswith(" Luck +2: chance 52%.")
        await press(pilot, "home")
        assert screen.message.text == "The start. Chance 50%."

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(thrown_away())), script)


def test_the_real_luck_of_a_short_game() -> None:
    session = Session.new("golf", 4)
    for _ in range(3):
        session.make("deal")

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = replay_screen(pilot)
        await until(
            pilot, lambda: bool(screen.review and screen.review.luck is not None), "the luck"
        )
        await pilot.pause()
        assert "chance ▁ (0%) to █ (" in picture(pilot)

    need_kernels()
    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(session)), script)


@pytest.mark.parametrize("part", ["review", "luck_and_skill"])
def test_a_review_that_fails_says_so(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def fail(*_: object, progress: Callable[[int, int], None], **__: object) -> Review:
        if part == "luck_and_skill":
            progress(4, 16)
        raise MemoryError

    monkeypatch.setattr(review_controller, part, fail)

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        screen = replay_screen(pilot)
        error = "The coach failed: MemoryError."
        await until(pilot, lambda: screen.message.text == error, "the failure")
        assert "luck" not in screen.status.text

    need_kernels()
    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(thrown_away())), script)


@pytest.mark.parametrize("slug", ["freecell", "easthaven"])
def test_no_review_before_the_first_move(slug: str) -> None:
    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        assert message(pilot) == "There is nothing to review before the first move."
        assert isinstance(pilot.app.screen, GameScreen)

    saved_game = SavedGame(Session.new(slug, 1))
    drive(WinnableApp(None, LAMP_OFF, initial_game=saved_game), script)
    assert not saved_game.used_help


def test_leaving_cancels_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Event] = []

    def slow(session: Session, *, cancel: Event, progress: object, **_: object) -> Review:
        asked.append(cancel)
        cancel.wait()
        return Review(session.game, (), is_won=False)

    monkeypatch.setattr(review_controller, "review", slow)
    monkeypatch.setattr(review_controller, "luck_and_skill", slow)

    async def script(pilot: Driver) -> None:
        await press(pilot, "e")
        await until(pilot, lambda: bool(asked), "the question")
        await press(pilot, "left", "q")
        assert isinstance(pilot.app.screen, GameScreen)
        await until(pilot, asked[0].is_set, "the end of it")

    drive(WinnableApp(None, LAMP_OFF, initial_game=SavedGame(lost_by_the_last_move())), script)


def test_a_review_while_another_program_changes_the_game() -> None:
    with Store.open() as store:
        saved_game = SavedGame(Session.new("bakers", 6), store.games)
        for move in MOVES:
            saved_game.make(move)

        async def script(pilot: Driver) -> None:
            other = store.open_game(1)
            other.undo()
            await press(pilot, "e")
            screen = await reviewed(pilot)
            assert screen.length == len(MOVES), "the review is of the game as it was"
            await press(pilot, "q")
            assert len(game_screen(pilot).session.steps) == len(MOVES) - 1

        drive(WinnableApp(store, LAMP_OFF, initial_game=store.open_game(1)), script)

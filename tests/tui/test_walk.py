"""Replays and reviews: step by step, by itself, from the strip, and on to playing again."""

from threading import Event

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from requires_kernels import need_kernels
from tui_driver import Hand, click, drive, picture, press, said, table_screen, until

from winnable import Session
from winnable.coach import Review
from winnable.solver import Verdict
from winnable.store import Outcome, SavedGame, Store
from winnable.tui import walk as walking
from winnable.tui.app import WinnableApp
from winnable.tui.chooser import ChooserScreen
from winnable.tui.options import Options
from winnable.tui.table import TableScreen
from winnable.tui.walk import WalkScreen

QUIET = Options(lamp=False, autoplay="off")
LINE = (
    "t4f1 t8t5 t3c1 t3f2 t3t5 t8c2 t8t6 t8c3 t8f3 t8f2 t1t8 t1c4 t1f2 t1f2 t1f4 c2f4 t1c2 t1f1 "
    "t4t1 t4t5 t4t6 c3t4 t1t6 t2c3"
)
"""Of deal 6 of Baker's Game; the last move throws it away."""
MOVES = LINE.split()


def thrown_away() -> Session:
    session = Session.new("bakers", 6)
    for move in MOVES:
        session.make(move)
    return session


def golden(slug: str) -> Session:
    return golden_record(next(f for f in GOLDEN_GAMES if f.stem.startswith(slug))).session()


def walk_screen(pilot: Hand) -> WalkScreen:
    screen = pilot.app.screen
    assert isinstance(screen, WalkScreen), screen
    return screen


def made(pilot: Hand) -> int:
    return len(walk_screen(pilot).line.steps)


async def reviewed(pilot: Hand) -> WalkScreen:
    """Wait for the review that is being worked out."""
    screen = walk_screen(pilot)
    await until(pilot, lambda: screen.check_action("story", ()) is True, "the review")
    return screen


# -- replay ---------------------------------------------------------------------------------------


def test_a_record_is_replayed_step_by_step() -> None:
    session = golden("golf")
    length = len(session.steps)

    async def script(pilot: Hand) -> None:
        screen = walk_screen(pilot)
        assert screen.message.said == "The start."
        assert f"replay · move 0 of {length}" in screen.status.said
        for number, step in enumerate(session.steps, 1):
            await press(pilot, ("right", "l", "space", "n")[number % 4])
            assert made(pilot) == number
            assert screen.message.said.startswith(f"{number}. {step.move}: ")
            assert screen.felt.view is not None
        assert screen.message.said.endswith("Won!")
        await press(pilot, "right")
        assert made(pilot) == length
        await press(pilot, "left", "h")
        assert made(pilot) == length - 2
        await press(pilot, "home", "left")
        assert made(pilot) == 0
        await press(pilot, "G")
        assert made(pilot) == length
        assert screen.keys.said.count("mistake") == screen.keys.said.count("story") == 0
        await press(pilot, "m", "s", "e", "p")
        assert made(pilot) == length, "what has no key here does nothing"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ChooserScreen)

    drive(WinnableApp(None, QUIET, opening=SavedGame(session), replay=True), script)


def test_a_replay_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "_PACE", 0.01)
    session = golden("golf")

    async def script(pilot: Hand) -> None:
        screen = walk_screen(pilot)
        await press(pilot, "enter")
        assert screen.runs
        await until(pilot, lambda: made(pilot) > 3, "some moves")
        await press(pilot, "enter")
        stopped = made(pilot)
        assert not screen.runs
        await press(pilot, "enter")
        await until(pilot, lambda: made(pilot) == screen.length, "the end")
        await until(pilot, lambda: not screen.runs, "the rest")
        assert stopped < screen.length
        assert "running" not in screen.status.said
        await press(pilot, "w")
        await until(pilot, lambda: 0 < made(pilot) < screen.length, "the start again")
        await press(pilot, "end")
        assert not screen.runs

    drive(WinnableApp(None, QUIET, opening=SavedGame(session), replay=True), script)


def test_a_replay_can_be_played_on() -> None:
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            await press(pilot, "right", "right", "p")
            assert [str(step.move) for step in table_screen(pilot).session.steps] == MOVES[:2]
            assert said(pilot) == "From move 2 on."
            await press(pilot, "r")
            assert said(pilot) == f"Made again: {MOVES[2]}."
            await press(pilot, "q")
            assert isinstance(pilot.app.screen, ChooserScreen)

        table = SavedGame(thrown_away(), store.games)
        drive(WinnableApp(store, QUIET, opening=table, replay=True), script)
        (kept,) = store.games.history()
        assert (kept.moves, kept.outcome, kept.is_unaided) == (3, Outcome.UNFINISHED, False)


# -- review ---------------------------------------------------------------------------------------


def test_a_review_of_a_game_that_was_thrown_away() -> None:
    last = len(MOVES) - 1

    async def script(pilot: Hand) -> None:
        table = table_screen(pilot).table
        await press(pilot, "e")
        screen = await reviewed(pilot)
        assert table.hints == 1, "whoever goes on after that is not unaided"
        assert screen.looked is not None
        assert screen.looked.verdicts == (*[Verdict.WINNABLE] * (last + 1), Verdict.LOST)
        story = screen.message.said
        assert f"move {last + 1}" in story
        legend = "█ winnable  ░ lost  ◆ here  × the mistake"
        await until(pilot, lambda: legend in picture(pilot), "the legend")
        await press(pilot, "m")
        assert made(pilot) == last
        assert screen.message.said == story
        assert screen.felt.hint is not None, "a move that would have kept it is pointed out"
        await press(pilot, "left")
        assert screen.felt.hint is None
        assert screen.message.said.startswith(f"{last - 1}. ")
        await press(pilot, "e")
        assert screen.message.said == story
        await press(pilot, "s")
        solved = walk_screen(pilot)
        assert solved is not screen
        assert f"a win from move {last} on" in solved.status.said
        assert solved.check_action("play", ()) is False
        await press(pilot, "end")
        assert solved.session.is_won
        await press(pilot, "q")
        assert walk_screen(pilot) is screen
        await press(pilot, "m", "p")
        assert table_screen(pilot).table is table
        assert len(table_screen(pilot).session.steps) == last
        assert len(table_screen(pilot).session.undone) == 1

    drive(WinnableApp(None, QUIET, opening=SavedGame(thrown_away())), script)


def test_a_click_on_the_strip_goes_there() -> None:
    async def script(pilot: Hand) -> None:
        await press(pilot, "e")
        screen = await reviewed(pilot)
        await until(pilot, lambda: screen.strip.region.height == 2, "the strip")
        corner, wide = screen.strip.content_region.offset, screen.strip.wide
        assert wide > 1
        for point in (0, 7, len(MOVES)):
            for x in (point * wide, point * wide + wide - 1):
                await click(pilot, corner.x + x, corner.y)
                assert made(pilot) == point
                await pilot.pause()
                assert screen.strip.content_region.offset == corner, "it stays where it is"
        await click(pilot, corner.x + (len(MOVES) + 1) * wide, corner.y)
        assert made(pilot) == len(MOVES), "there is nothing there"
        await click(pilot, corner.x, corner.y + 1)
        assert made(pilot) == len(MOVES), "nor are the explanations a position"

    drive(WinnableApp(None, QUIET, opening=SavedGame(thrown_away())), script)


def test_a_review_of_a_game_that_was_won() -> None:
    session = golden("golf")
    with Store.open() as store:
        table = SavedGame(Session(session.game, deal=session.deal), store.games)
        for step in session.steps:
            table.make(step.move)

        async def script(pilot: Hand) -> None:
            await press(pilot, "t", "enter")
            screen = await reviewed(pilot)
            assert "won in" in screen.message.said
            assert screen.check_action("play", ()) is False, "a game that is won is closed"
            await press(pilot, "s")
            assert "a win from the deal" in walk_screen(pilot).status.said
            await press(pilot, "q", "q")
            assert isinstance(pilot.app.screen, ChooserScreen)

        need_kernels()
        drive(WinnableApp(store, QUIET), script)
        assert store.games.history()[0].is_unaided, "looking back afterwards takes nothing away"


def test_what_is_known_so_far_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    session = thrown_away()
    some = Review(session.game, (Verdict.UNSETTLED,) * (len(MOVES) + 1), is_won=False)

    def review(line: Session, *, cancel: Event, progress: object) -> Review:
        assert len(line.steps) == len(MOVES)
        assert callable(progress)
        progress(some)
        go_on.wait(60)
        return some

    monkeypatch.setattr(walking, "review", review)
    monkeypatch.setattr(walking, "describe_review", lambda *_: ["Nobody knows."])

    async def script(pilot: Hand) -> None:
        await press(pilot, "e")
        screen = walk_screen(pilot)
        await until(pilot, lambda: screen.looked is some, "what is known so far")
        assert screen.message.said == "Looking back at the game ..."
        await press(pilot, "left")
        assert made(pilot) == len(MOVES) - 1
        go_on.set()
        await until(pilot, lambda: screen.message.said == "Nobody knows.", "the story")

    drive(WinnableApp(None, QUIET, opening=SavedGame(session)), script)


def test_a_review_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Review:
        raise MemoryError

    monkeypatch.setattr(walking, "review", fail)

    async def script(pilot: Hand) -> None:
        await press(pilot, "e")
        screen = walk_screen(pilot)
        words = "The coach gave up: MemoryError."
        await until(pilot, lambda: screen.message.said == words, "the failure")

    drive(WinnableApp(None, QUIET, opening=SavedGame(thrown_away())), script)


def test_a_review_that_is_left_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Event] = []

    def slow(line: Session, *, cancel: Event, progress: object) -> Review:
        asked.append(cancel)
        cancel.wait()
        return Review(line.game, (), is_won=False)

    monkeypatch.setattr(walking, "review", slow)

    async def script(pilot: Hand) -> None:
        await press(pilot, "e")
        await until(pilot, lambda: bool(asked), "the question")
        await press(pilot, "left", "q")
        assert isinstance(pilot.app.screen, TableScreen)
        await until(pilot, asked[0].is_set, "the end of it")

    drive(WinnableApp(None, QUIET, opening=SavedGame(thrown_away())), script)


def test_a_review_of_a_game_that_another_program_goes_on_with() -> None:
    with Store.open() as store:
        table = SavedGame(Session.new("bakers", 6), store.games)
        for move in MOVES:
            table.make(move)

        async def script(pilot: Hand) -> None:
            other = store.open_game(1)
            other.undo()
            await press(pilot, "e")
            screen = await reviewed(pilot)
            assert screen.length == len(MOVES), "the review is of the game as it was"
            await press(pilot, "q")
            assert "Another program has gone on" in said(pilot)
            assert len(table_screen(pilot).session.steps) == len(MOVES) - 1

        drive(WinnableApp(store, QUIET, opening=store.open_game(1)), script)

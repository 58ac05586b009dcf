"""Whole games played in the app: by keys, by clicks and by dragging, to a win and back again."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from tui_driver import (
    Hand,
    click_move,
    drag_move,
    drive,
    key_move,
    picture,
    press,
    said,
    table_app,
    table_screen,
    until,
)

from winnable import GAMES, Move, Session, Transfer
from winnable.store import Outcome, Store
from winnable.tui.won import Won

How = Callable[[Hand, Move], Awaitable[None]]

ONE_EACH = [next(file for file in GOLDEN_GAMES if file.stem.startswith(slug)) for slug in GAMES]
"""A game of each kind that was won."""

each_game = pytest.mark.parametrize("file", ONE_EACH, ids=lambda file: file.stem)


def moves_of(file: Path, made: int = 0) -> tuple[Session, list[Move]]:
    """A golden game after some moves, and the moves that a player made from there."""
    played = golden_record(file).session()
    moves = [step.move for step in played.steps]
    session = Session(played.game, played.start, autoplay=played.autoplay)
    session.deal = played.deal
    for move in moves[:made]:
        session.make(move)
    return session, moves[made:]


async def type_move(pilot: Hand, move: Move) -> None:
    await press(pilot, "colon", *str(move), "enter")


async def drag_or_click(pilot: Hand, move: Move) -> None:
    if isinstance(move, Transfer):
        await drag_move(pilot, move)
    else:
        await click_move(pilot, move)


def win(file: Path, how: How, size: tuple[int, int], part: float = 1.0) -> None:
    """Play the last part of a golden game, and see that it is kept as won."""
    length = len(golden_record(file).session().steps)
    before = round(length * (1 - part))
    session, moves = moves_of(file, before)
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            for number, move in enumerate(moves, before + 1):
                await how(pilot, move)
                if number < length:
                    made = len(table_screen(pilot).session.steps)
                    assert made == number, f"{number}. {move}: {picture(pilot)}"
            await until(pilot, lambda: isinstance(pilot.app.screen, Won), "the win")
            assert f"in {length} moves" in picture(pilot)
            await press(pilot, "escape")
            assert table_screen(pilot).session.is_won
            assert table_screen(pilot).table.save_error == ""

        drive(table_app(session, store), script, size)
        (kept,) = store.games.history()
        assert (kept.outcome, kept.moves, kept.is_unaided) == (Outcome.WON, length, True)


@each_game
def test_a_game_is_won_by_keys(file: Path) -> None:
    win(file, key_move, (80, 24))


@each_game
def test_a_game_is_won_by_clicks(file: Path) -> None:
    win(file, click_move, (80, 24), 0.2)


@each_game
def test_a_game_is_won_by_dragging(file: Path) -> None:
    win(file, drag_or_click, (120, 40), 0.2)


@each_game
def test_a_game_is_won_on_the_command_line(file: Path) -> None:
    win(file, type_move, (60, 24), 0.1)


@pytest.mark.heavy
@pytest.mark.parametrize("how", [click_move, drag_or_click, type_move])
@pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: file.stem)
def test_any_golden_game_is_won_any_way(file: Path, how: How) -> None:
    win(file, how, (100, 30))


@each_game
def test_undo_all_the_way_and_redo(file: Path) -> None:
    session, moves = moves_of(file)
    for move in moves[:-1]:
        session.make(move)
    start, end = session.start, session.position

    async def script(pilot: Hand) -> None:
        for count in range(len(moves) - 1):
            await press(pilot, "ctrl+z" if count % 2 else "u")
        assert table_screen(pilot).session.position == start
        await press(pilot, "u")
        assert said(pilot) == "There is no move to take back."
        for count in range(len(moves) - 1):
            await press(pilot, "ctrl+y" if count % 2 else "r")
        assert table_screen(pilot).session.position == end
        await press(pilot, "r")
        assert said(pilot) == "There is no move to make again."
        await press(pilot, "R", "u")
        assert table_screen(pilot).session.position == start
        await press(pilot, "R")
        assert said(pilot) == "This is the start of the deal."

    drive(table_app(session), script)


REFUSED = {
    "freecell": (["1", "2"], "J♦ is not one lower than K♠"),
    "bakers-game": (["1", "f", "1"], "J♦ is not an ace"),
    "easthaven": (["1", "2"], "is not one lower than"),
    "golf-relaxed": (["2"], "is not next in rank to"),
    "aces-up": (["1", "2"], "column 2 is not empty"),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_refused_move_says_why(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, why = REFUSED[slug]
    session = Session.new(slug, 617)
    start = session.position

    async def script(pilot: Hand) -> None:
        monkeypatch.setattr(pilot.app, "bell", lambda: pytest.fail("it beeps"))
        await press(pilot, *keys)
        assert said(pilot).startswith("No: ")
        assert why in said(pilot)
        screen = table_screen(pilot)
        assert screen.session.position == start
        assert screen.table.number is None

    drive(table_app(session), script)

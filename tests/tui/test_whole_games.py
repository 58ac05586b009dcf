"""Whole games played in the app, by keys, clicks and drags, to a win and back again."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from tui_driver import (
    Driver,
    click_move,
    drag_move,
    drive,
    game_app,
    game_screen,
    key_move,
    moves_made,
    picture,
    press,
    until,
)

from winnable import GAMES, Move, Session, Transfer
from winnable.store import Outcome, Store
from winnable.tui.screens.win_dialog import WinDialog

How = Callable[[Driver, Move], Awaitable[None]]

ONE_EACH = [next(file for file in GOLDEN_GAMES if file.stem.startswith(slug)) for slug in GAMES]
"""A won game of each kind."""

each_game = pytest.mark.parametrize("file", ONE_EACH, ids=lambda file: file.stem)


def moves_of(file: Path, made: int = 0) -> tuple[Session, list[Move]]:
    """A golden game after some moves, and the player's moves from there."""
    played = golden_record(file).session()
    moves = [step.move for step in played.steps]
    session = Session(played.game, played.start, autoplay=played.autoplay)
    session.deal = played.deal
    for move in moves[:made]:
        session.make(move)
    return session, moves[made:]


async def type_move(pilot: Driver, move: Move) -> None:
    await press(pilot, "colon", *str(move), "enter")


async def drag_or_click(pilot: Driver, move: Move) -> None:
    if isinstance(move, Transfer):
        await drag_move(pilot, move)
    else:
        await click_move(pilot, move)


def win(file: Path, how: How, size: tuple[int, int], part: float = 1.0) -> None:
    """Play the last part of a golden game, and check that it is saved as won."""
    length = len(golden_record(file).session().steps)
    before = round(length * (1 - part))
    session, moves = moves_of(file, before)
    with Store.open() as store:

        async def script(pilot: Driver) -> None:
            for number, move in enumerate(moves, before + 1):
                await how(pilot, move)
                if number < length:
                    made = len(moves_made(pilot))
                    assert made == number, f"{number}. {move}: {picture(pilot)}"
            await until(pilot, lambda: isinstance(pilot.app.screen, WinDialog), "the win")
            assert f"in {length} moves" in picture(pilot)
            await press(pilot, "escape")
            assert game_screen(pilot).session.is_won
            assert game_screen(pilot).controller.saved_game.save_error == ""

        drive(game_app(session, store), script, size)
        (summary,) = store.games.history()
        assert (summary.outcome, summary.moves, summary.is_unaided) == (Outcome.WON, length, True)


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
def test_undo_and_redo_a_whole_game(file: Path) -> None:
    session, moves = moves_of(file)
    for move in moves[:-1]:
        session.make(move)
    start, end = session.start, session.position

    async def script(pilot: Driver) -> None:
        for count in range(len(moves) - 1):
            await press(pilot, "ctrl+z" if count % 2 else "u")
        assert game_screen(pilot).session.position == start
        await press(pilot, "u")
        assert moves_made(pilot) == []
        for count in range(len(moves) - 1):
            await press(pilot, "ctrl+y" if count % 2 else "r")
        assert game_screen(pilot).session.position == end
        await press(pilot, "r")
        assert game_screen(pilot).session.position == end
        await press(pilot, "R", "u")
        assert game_screen(pilot).session.position == start

    drive(game_app(session), script)

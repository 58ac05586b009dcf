"""Whole games played in the app: by keys, by clicks and by dragging, to a win and back again."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pilots import (
    Hand,
    click_move,
    drag_move,
    drive,
    key_move,
    picture,
    table_app,
    table_screen,
)
from playing import GOLDEN_GAMES, golden_record

from winnable import GAMES, Move, Session, Transfer
from winnable.store import Outcome, Store
from winnable.tui.dialogs import Won

ONE_EACH = [next(file for file in GOLDEN_GAMES if file.stem.startswith(slug)) for slug in GAMES]
"""A game of each kind that was won."""

each_game = pytest.mark.parametrize("file", ONE_EACH, ids=lambda file: file.stem)


def moves_of(file: Path) -> tuple[Session, list[Move]]:
    """A golden game at its start, and the moves that a player made."""
    session = golden_record(file).session()
    moves = [step.move for step in session.steps]
    return Session(session.game, deal=session.deal, autoplay=session.autoplay), moves


async def drag_or_click(pilot: Hand, move: Move) -> None:
    if isinstance(move, Transfer):
        await drag_move(pilot, move)
    else:
        await click_move(pilot, move)


def win(file: Path, how: Callable[[Hand, Move], Awaitable[None]], size: tuple[int, int]) -> None:
    session, moves = moves_of(file)
    with Store.open() as store:

        async def script(pilot: Hand) -> None:
            for number, move in enumerate(moves, 1):
                await how(pilot, move)
                await pilot.pause()
                if number < len(moves):
                    made = len(table_screen(pilot).session.steps)
                    assert made == number, f"{number}. {move}: {picture(pilot)}"
            assert isinstance(pilot.app.screen, Won), picture(pilot)
            assert f"in {len(moves)} moves" in picture(pilot)
            await pilot.press("escape")
            assert table_screen(pilot).session.is_won
            assert table_screen(pilot).table.trouble == ""

        drive(table_app(session, store), script, size)
        (kept,) = store.history()
        assert (kept.outcome, kept.moves, kept.is_unaided) == (Outcome.WON, len(moves), True)


@each_game
def test_a_game_is_won_by_keys(file: Path) -> None:
    win(file, key_move, (80, 24))


@each_game
def test_a_game_is_won_by_clicks(file: Path) -> None:
    win(file, click_move, (80, 24))


@each_game
def test_a_game_is_won_by_dragging(file: Path) -> None:
    win(file, drag_or_click, (120, 40))


@each_game
def test_a_game_is_won_on_the_command_line(file: Path) -> None:
    async def typed(pilot: Hand, move: Move) -> None:
        await pilot.press("colon", *str(move), "enter")

    win(file, typed, (60, 24))


@each_game
def test_undo_all_the_way_and_redo(file: Path) -> None:
    session, moves = moves_of(file)
    for move in moves[:-1]:
        session.make(move)
    start, end = session.start, session.position

    async def script(pilot: Hand) -> None:
        for _ in moves[:-1]:
            await pilot.press("u")
        assert table_screen(pilot).session.position == start
        await pilot.press("u")
        assert "There is no move to take back." in picture(pilot)
        for count in range(len(moves) - 1):
            await pilot.press("ctrl+y" if count % 2 else "r")
        assert table_screen(pilot).session.position == end
        await pilot.press("r")
        assert "There is no move to make again." in picture(pilot)
        await pilot.press("R", "ctrl+z")
        assert table_screen(pilot).session.position == start

    drive(table_app(session), script)


REFUSED = {
    "freecell": (["1", "2"], "J♦ is not one lower than K♠"),
    "bakers-game": (["1", "f", "1"], "J♦ is not an ace"),
    "easthaven": (["1", "2"], "is not one lower than"),
    "golf-relaxed": (["1"], "is not next in rank to"),
    "aces-up": (["1", "2"], "column 2 is not empty"),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_refused_move_says_why(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, why = REFUSED[slug]
    session = Session.new(slug, 617)
    start = session.position

    async def script(pilot: Hand) -> None:
        monkeypatch.setattr(pilot.app, "bell", lambda: pytest.fail("it beeps"))
        await pilot.press(*keys)
        screen = table_screen(pilot)
        assert screen.message.said.startswith("No: ")
        assert why in screen.message.said
        assert screen.session.position == start
        assert screen.table.number is None

    drive(table_app(session), script)

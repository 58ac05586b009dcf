"""What line mode and `winnable review` ask the coach and the solver."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from winnable.cli.bar import Ticker
from winnable.cli.terminal import Screen
from winnable.cli.verdicts import verdict_words
from winnable.coach import Review, review
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    describe_review,
    strip,
    verdict_sign,
)
from winnable.errors import NotationError
from winnable.moves import Move
from winnable.play import Session
from winnable.play.descriptions import counted, describe_session
from winnable.play.replay import moves_to_type
from winnable.solver import Limit, Verdict, solve

if TYPE_CHECKING:
    from winnable.cli.line import LineMode

__all__ = ["LIMIT", "hinted", "reviewed", "show_review", "solved", "stands"]

LIMIT = Limit(seconds=20)
"""As long as a player would wait."""

Answer = TypeVar("Answer")


def hinted(mode: LineMode) -> None:
    """Offer a move."""
    _check_going_on(mode)
    hint = _thought(mode, lambda cancel, _: mode.coach.hint(mode.session, cancel=cancel))
    if hint is not None:
        mode.table.count_hint()
        mode.say(describe_hint(mode.session.game, mode.session.view, hint))
        if hint.move is not None:
            mode.say(f"Type {hint.move}.")


def stands(mode: LineMode) -> None:
    """Say how the game stands, without peeking."""
    _check_going_on(mode)
    standing = _thought(mode, lambda cancel, _: mode.coach.evaluate(mode.session, cancel=cancel))
    if standing is not None:
        mode.table.count_verdict()
        mode.say(describe_evaluation(standing))


def solved(mode: LineMode) -> tuple[str, list[Move]] | None:
    """The verdict on a game as it stands, in words, and moves that win it, as they are typed."""
    session = mode.session

    def work(cancel: Event, ticker: Ticker) -> tuple[str, list[Move]]:
        game, position = session.game, session.position
        result = solve(game, position, LIMIT, short=True, cancel=cancel, progress=ticker)
        how, moves = "", list(result.moves)
        if moves:
            typed = moves_to_type(session, moves)
            by_itself = typed is not None and len(typed) < len(moves)
            moves = moves if typed is None else typed
            how = f", in {counted(len(moves), 'move')}"
            how += " and what goes home by itself" if by_itself else ""
            how += " with autoplay off" if typed is None else ""
        return verdict_words("This game", session.game, result, LIMIT, how), moves

    return _thought(mode, work)


def reviewed(mode: LineMode) -> None:
    """Look back at the game so far."""
    if not mode.session.steps:
        raise NotationError("there is nothing to look back at before the first move")
    looked = _thought(mode, lambda cancel, _: review(mode.session, cancel=cancel))
    if looked is not None:
        mode.table.count_hint()  # it names moves that win
        if not mode.in_words:
            mode.say(_legend(looked, mode.screen.unicode))
            mode.say(strip(looked, mode.screen.unicode))
        for line in describe_review(looked, mode.session):
            mode.say(line)


def show_review(session: Session, screen: Screen) -> None:
    """Look back at a game that is kept or saved."""
    ticker = Ticker()
    ticker.note("Looking back ...")
    try:
        looked = review(session)
    finally:
        ticker.clear()
    screen.tell(describe_session(session))
    screen.tell(_legend(looked, screen.unicode))
    screen.tell(strip(looked, screen.unicode))
    for line in describe_review(looked, session):
        screen.tell(line)


def _legend(looked: Review, unicode: bool) -> str:
    """What the signs of the strip mean, those that are in it."""
    found = [verdict for verdict in Verdict if verdict in looked.verdicts]
    signs = ", ".join(f"{verdict_sign(each, unicode)} {each.value}" for each in found)
    return f"The verdict at the start and after each move: {signs}."


def _check_going_on(mode: LineMode) -> None:
    if mode.session.is_won:
        raise NotationError("the game is won already")


def _thought(mode: LineMode, work: Callable[[Event, Ticker], Answer]) -> Answer | None:
    """What comes of some thinking; Ctrl-C calls it off, and the game goes on."""
    cancel, ticker = Event(), Ticker()
    try:
        ticker.note("Thinking; Ctrl-C calls it off ...")
        return work(cancel, ticker)
    except KeyboardInterrupt:
        cancel.set()
        ticker.clear()
        mode.screen.say()
        mode.say("Called off before there was an answer.")
        return None
    finally:
        ticker.clear()

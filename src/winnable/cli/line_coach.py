"""Line mode commands with the coach or the solver: hint, coach, odds, verdict, solve, review."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

from winnable.cli.line_context import LineContext
from winnable.cli.progress import ProgressLine
from winnable.cli.review_command import (
    add_luck,
    check_reviewable,
    coach_moves_text,
    review_lines,
)
from winnable.cli.text_layout import number_moves
from winnable.cli.verdict_text import describe_verdict
from winnable.coach import Hint, Review, review
from winnable.coach.at_play import CoachAtPlay, needs_autoplay_off
from winnable.coach.descriptions import describe_evaluation, describe_hint
from winnable.errors import NotationError
from winnable.moves import Move
from winnable.play import Autoplay, Session
from winnable.play.replay import moves_to_type
from winnable.solver import Limit, solve
from winnable.store import Outcome
from winnable.wording import counted

__all__ = [
    "LIMIT",
    "let_coach_play",
    "print_hint",
    "print_odds",
    "print_review",
    "print_solution",
    "print_verdict",
]

LIMIT = Limit(seconds=20)
"""As long as a player would wait."""

Answer = TypeVar("Answer")


def print_hint(context: LineContext) -> None:
    _check_not_won(context)
    hint = _run_cancellable(
        context, lambda cancel, _: context.coach.hint(context.session, cancel=cancel)
    )
    if hint is not None:
        context.saved_game.count_hint()
        context.say(describe_hint(context.session.game, context.session.view, hint))
        if hint.move is not None:
            context.say(f"Type {hint.move}.")


def let_coach_play(context: LineContext, most: int | None = None) -> None:
    """Let the coach play by its hints, at most so many moves, until Ctrl-C or the end."""
    _check_not_won(context)
    if context.session.is_stuck:
        raise NotationError("no legal move is left")
    saved_game = context.saved_game
    apart = "; this game will count apart in the statistics"
    if saved_game.repository is None or saved_game.coach_moves or saved_game.outcome is Outcome.WON:
        apart = ""
    context.say(f"The coach plays, seeing only what you see{apart}. Ctrl-C stops it.")
    play = CoachAtPlay(most)
    last: Hint | None = None
    begun = shown = len(context.session.steps)
    try:
        with ProgressLine() as progress:
            while last is None and not context.is_over and play.goes_on(context.session):
                last = _make_hinted_move(context, progress)
                shown = len(context.session.steps)
                play.made = shown - begun
    except KeyboardInterrupt:
        context.screen.print()
        play.made = len(context.session.steps) - begun
        stopped = f"The coach has stopped after {counted(play.made, 'move')}. You play on."
        if len(context.session.steps) == shown:
            context.say(stopped)
        else:
            context.show(stopped)
        return
    ending = play.ending(context.session, last)
    if context.ending:
        context.say_ending(ending)
    else:
        context.say(ending)


def _make_hinted_move(context: LineContext, progress: ProgressLine) -> Hint | None:
    """Show a move of the coach after a pause; returns the hint if it names no move."""
    pause = context.coaching.pause if context.screen.is_terminal else 0
    begin = time.monotonic()
    progress.show("The coach is thinking (Ctrl-C stops it) ...")
    cancel = Event()
    try:
        hint = context.coach.hint(context.session, cancel=cancel)
    finally:
        cancel.set()
    if hint.move is None:
        return hint
    progress.show("The coach plays (Ctrl-C stops it) ...")
    time.sleep(max(0, pause - (time.monotonic() - begin)))
    context.saved_game.count_hint()
    note = ""
    if needs_autoplay_off(context.session, hint):
        context.saved_game.set_autoplay(Autoplay.OFF)
        note = " Autoplay is now off: it would break the win that the coach follows."
    described = context.make(hint.move, by_coach=True)
    progress.hide()
    context.show(described + note, with_ending=False)
    return None


def print_odds(context: LineContext) -> None:
    _check_not_won(context)
    evaluation = _run_cancellable(
        context, lambda cancel, _: context.coach.evaluate(context.session, cancel=cancel)
    )
    if evaluation is not None:
        context.saved_game.count_verdict()
        context.say(describe_evaluation(evaluation))


def print_verdict(context: LineContext) -> None:
    solution = _solve(context)
    if solution is not None:
        context.saved_game.count_verdict()
        context.say(solution[0])


def print_solution(context: LineContext) -> None:
    solution = _solve(context)
    if solution is not None:
        context.saved_game.count_hint()
        description, moves = solution
        context.say(description)
        for row in number_moves([*map(str, moves)], context.screen.width):
            context.screen.print(row)


def _solve(context: LineContext) -> tuple[str, list[Move]] | None:
    """The verdict in words, and the moves to type; None if it was cancelled."""
    _check_not_won(context)
    session = context.session
    result = _run_cancellable(
        context,
        lambda cancel, progress: solve(
            session.game,
            session.position,
            LIMIT,
            short=True,
            cancel=cancel,
            progress=progress.count,
        ),
    )
    if result is None:
        return None
    how, moves = _moves_by_hand(session, result.moves) if result.moves else ("", [])
    dealt = not session.steps
    return describe_verdict("This game", session.game, result, LIMIT, how, dealt=dealt), moves


def _moves_by_hand(session: Session, solution: tuple[Move, ...]) -> tuple[str, list[Move]]:
    """How many moves a player makes, in words, and which."""
    moves = moves_to_type(session, solution)
    if moves is None:
        return f", in {counted(len(solution), 'move')} with autoplay off", list(solution)
    automatic = " and automatic moves home" if len(moves) < len(solution) else ""
    return f", in {counted(len(moves), 'move')}{automatic}", moves


def print_review(context: LineContext) -> None:
    session = context.session
    check_reviewable(session)
    reviewed = _run_cancellable(
        context, lambda cancel, _: review(session, cancel=cancel, with_luck=False)
    )
    if reviewed is None:
        return
    reviewed = _with_luck(context, reviewed)
    context.saved_game.count_review()
    if (luck := reviewed.luck) is not None:
        context.saved_game.keep_skill(session, luck.decisions, luck.cost / luck.games)
    if context.saved_game.coach_moves:
        context.say(coach_moves_text(context.saved_game.coach_moves))
    unicode, with_strip = context.screen.unicode, not context.in_words
    for line in review_lines(reviewed, session, unicode=unicode, with_strip=with_strip):
        context.say(line)


def _with_luck(context: LineContext, reviewed: Review) -> Review:
    """The review with luck and skill; Ctrl-C leaves them out."""
    cancel = Event()
    try:
        with ProgressLine() as progress:
            return add_luck(reviewed, context.session, progress, cancel)
    except KeyboardInterrupt:
        cancel.set()
        context.screen.print()
        return reviewed


def _check_not_won(context: LineContext) -> None:
    if context.session.is_won:
        raise NotationError("the game is already won")


def _run_cancellable(
    context: LineContext, work: Callable[[Event, ProgressLine], Answer]
) -> Answer | None:
    """Do some work, with a progress line; None if the player cancels it with Ctrl-C."""
    cancel = Event()
    try:
        with ProgressLine() as progress:
            progress.show("Thinking (Ctrl-C cancels) ...")
            return work(cancel, progress)
    except KeyboardInterrupt:
        cancel.set()
        context.screen.print()
        context.say("Cancelled.")
        return None

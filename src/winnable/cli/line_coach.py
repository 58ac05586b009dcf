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
from winnable.coach import Hint, Review, review
from winnable.coach.at_play import CoachAtPlay, needs_autoplay_off
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    explain_evaluation,
    explain_hint,
    explain_review,
)
from winnable.coach.way_back import describe_way_back, find_way_back
from winnable.errors import NotationError
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Autoplay, Session
from winnable.play.replay import moves_to_type
from winnable.solver import Limit, Verdict, solve
from winnable.store import Outcome

__all__ = [
    "LIMIT",
    "go_back",
    "let_coach_play",
    "print_hint",
    "print_odds",
    "print_review",
    "print_solution",
    "print_verdict",
]

LIMIT = Limit(seconds=20)
"""As long as a player would wait."""

T = TypeVar("T")


def print_hint(context: LineContext, *, more: bool = False) -> None:
    """Print a hint; `more` adds its details, alone where the hint itself was printed already."""
    _check_not_won(context)
    if more and _print_details(context, "hint"):
        return
    hint = _run_cancellable(
        context, lambda cancel, _: context.coach.hint(context.session, cancel=cancel)
    )
    if hint is not None:
        context.saved_game.count_hint()
        game, view = context.session.game, context.session.view
        context.say(describe_hint(game, view, hint))
        details = explain_hint(game, view, hint)
        if hint.move is None:
            _offer_details(context, "hint", details, now=more)
            return
        context.keep_details("hint", details)
        if more and details:
            context.say(details)
        has_more = bool(details) and not more
        context.say(t("line.hint.type_or_more" if has_more else "line.type", typed=hint.move))


def _print_details(context: LineContext, command: str) -> bool:
    """Print what a command has left out, if it was given in this position."""
    details = context.details_of(command)
    if details is None:
        return False
    for line in details.splitlines() or [t("line.no_details")]:
        context.say(line)
    return True


def let_coach_play(context: LineContext, most: int | None = None) -> None:
    """Let the coach play by its hints, at most so many moves, until Ctrl-C or the end."""
    _check_not_won(context)
    if context.session.is_stuck:
        raise NotationError(t("line.error.stuck"))
    saved_game = context.saved_game
    is_saved = saved_game.repository is not None
    is_told = bool(saved_game.coach_moves) or saved_game.outcome is Outcome.WON
    context.say(t("line.coach.plays_apart" if is_saved and not is_told else "line.coach.plays"))
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
        stopped = t("line.coach.stopped", count=play.made)
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
    progress.show(t("line.coach.thinking"))
    cancel = Event()
    try:
        hint = context.coach.hint(context.session, cancel=cancel)
    finally:
        cancel.set()
    if hint.move is None:
        return hint
    progress.show(t("line.coach.playing"))
    time.sleep(max(0, pause - (time.monotonic() - begin)))
    context.saved_game.count_hint()
    turns_off = needs_autoplay_off(context.session, hint)
    if turns_off:
        context.saved_game.set_autoplay(Autoplay.OFF)
    described = context.make(hint.move, by_coach=True)
    if turns_off:
        described = t("line.coach.autoplay_off", move=described)
    progress.hide()
    context.show(described, with_ending=False)
    return None


def print_odds(context: LineContext, *, more: bool = False) -> None:
    _check_not_won(context)
    if more and _print_details(context, "odds"):
        return
    evaluation = _run_cancellable(
        context, lambda cancel, _: context.coach.evaluate(context.session, cancel=cancel)
    )
    if evaluation is not None:
        context.saved_game.count_verdict()
        context.say(describe_evaluation(evaluation))
        _offer_details(context, "odds", explain_evaluation(evaluation), now=more)


def _offer_details(context: LineContext, command: str, details: str, *, now: bool) -> None:
    """Print the details, or how to get them."""
    context.keep_details(command, details)
    if now:
        _print_details(context, command)
    elif details:
        context.say(t("line.more", command=command))


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
    moves, autoplay_off = _moves_by_hand(session, result.moves)
    return _describe_verdict(session, result.verdict, len(moves), autoplay_off), moves


def _moves_by_hand(session: Session, solution: tuple[Move, ...]) -> tuple[list[Move], bool]:
    """The moves that a player makes, and whether autoplay would break them."""
    moves = moves_to_type(session, solution) if solution else []
    return (list(solution), True) if moves is None else (moves, False)


def _describe_verdict(session: Session, verdict: Verdict, moves: int, autoplay_off: bool) -> str:
    """A verdict that looks at the hidden cards, which it says where there are any in the game."""
    cards = "hidden" if session.game.hides_cards else "open"
    if verdict is Verdict.UNSETTLED:
        return t("line.verdict.unsettled")
    if verdict is Verdict.WINNABLE:
        return t(f"line.verdict.winnable_{'autoplay_off' if autoplay_off else cards}", count=moves)
    if not session.steps and session.deal is not None:
        return t("line.verdict.impossible")
    return t(f"line.verdict.lost_{cards}")


def print_review(context: LineContext, *, more: bool = False) -> None:
    session = context.session
    check_reviewable(session)
    if more and _print_details(context, "review"):
        return
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
    _offer_details(context, "review", "\n".join(explain_review(reviewed, session)), now=more)


def go_back(context: LineContext) -> None:
    """Go back to the last winnable position, unless that would tell of hidden cards."""
    _check_not_won(context)
    session, saved_game = context.session, context.saved_game
    answer = _run_cancellable(
        context,
        lambda cancel, _: (
            find_way_back(context.coach, session, is_over=saved_game.is_over, cancel=cancel),
        ),
    )
    if answer is None:
        return
    (found,) = answer
    said = describe_way_back(found, session)
    if found is not None:
        saved_game.count_verdict()
    if found is None or found.last_winnable in (None, len(session.steps)):
        context.say(said)
    else:
        saved_game.go_to(found.last_winnable)
        context.show(said)


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
        raise NotationError(t("line.error.won"))


def _run_cancellable(context: LineContext, work: Callable[[Event, ProgressLine], T]) -> T | None:
    """Do some work, with a progress line; None if the player cancels it with Ctrl-C."""
    cancel = Event()
    try:
        with ProgressLine() as progress:
            progress.show(t("line.thinking"))
            return work(cancel, progress)
    except KeyboardInterrupt:
        cancel.set()
        context.screen.print()
        context.say(t("line.cancelled"))
        return None

"""What `winnable solve` does: one deal, board or saved game, or a range of deals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass

from winnable.cli.progress import ProgressBar, ProgressLine
from winnable.cli.results_file import ResultsFile, result_line
from winnable.cli.solve_summary import SolveSummary
from winnable.cli.terminal import Screen, print_error
from winnable.cli.text_layout import number_moves
from winnable.cli.verdict_text import describe_length, describe_verdict
from winnable.deals import numbered_deck
from winnable.errors import NotationError
from winnable.play import Autoplay, Session, parse_board, parse_record, standard_text
from winnable.play.descriptions import describe_session
from winnable.play.record import is_record
from winnable.play.replay import moves_to_type
from winnable.play.standard_notation import check_has_standard_notation
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, has_kernel, solve
from winnable.solver.batch import DealResult, solve_batches

__all__ = ["SLOW_WARNING", "SolveRequest", "read_session", "solve_one", "solve_range"]

_EXIT_STATUS = {Verdict.WINNABLE: 0, Verdict.LOST: 1, Verdict.UNSETTLED: 3}
_INTERRUPTED = 130
SLOW_WARNING = "the solver's kernels were not compiled: using pure Python, which is much slower"


@dataclass(frozen=True)
class SolveRequest:
    """What to solve, how hard to try, and the format of the answer: text, standard or json."""

    game: Game
    limit: Limit
    form: str = "text"
    short: bool = False

    def __post_init__(self) -> None:
        if self.form == "standard":
            check_has_standard_notation(self.game)


# -- one deal -------------------------------------------------------------------------------------


def read_session(game: Game, text: str) -> Session:
    """The game in a text, which is a record or a board."""
    if not text.strip():
        raise NotationError("the text is empty: give a record or a board")
    if not is_record(text):
        return Session(game, parse_board(game, text))
    session = parse_record(text).session()
    if session.game is not game:
        raise NotationError(f"that is a game of {session.game.name}, not of {game.name}")
    return session


def solve_one(request: SolveRequest, session: Session) -> int:
    """Print whether a game can be won from its position, and how; the exit status."""
    game = request.game
    _warn_if_slow(game)
    try:
        with ProgressLine() as progress:
            result = solve(
                game,
                session.position,
                request.limit,
                short=request.short,
                progress=progress.count,
            )
    except KeyboardInterrupt:
        print_error("interrupted before there was an answer")
        return _INTERRUPTED
    how = _describe_length(game, session.position, result) if result.length else ""
    number = None if session.steps else session.deal_number
    verdict = describe_verdict(
        f"{describe_session(session)},", game, result, request.limit, how, dealt=number is not None
    )
    screen = Screen()
    if request.form == "json":
        screen.print(result_line(game, number, result, short=request.short))
    elif request.form == "text":
        screen.print_wrapped(verdict)
        if result.moves:
            screen.print()
        for row in number_moves([*map(str, result.moves)], screen.width):
            screen.print(row)
    elif result.verdict is Verdict.WINNABLE:
        written = standard_text(game, session.position, result.moves)
        screen.print(written, end="\n" * bool(written))
    else:
        Screen(sys.stderr).print_wrapped(verdict)  # standard output is for moves alone
    return _EXIT_STATUS[result.verdict]


def _describe_length(game: Game, position: Position, result: Result) -> str:
    """How many moves the solution has, and how many a player makes with safe autoplay."""
    by_hand = None
    if game.has_autoplay:
        by_hand = moves_to_type(Session(game, position, autoplay=Autoplay.SAFE), result.moves)
    typed = None if by_hand is None else len(by_hand)
    return f", in {describe_length(game, result.length, typed, minimal=result.minimal)}"


def _warn_if_slow(game: Game) -> None:
    if not has_kernel(game):
        print_error(SLOW_WARNING)


# -- a range --------------------------------------------------------------------------------------


def solve_range(
    request: SolveRequest,
    deals: range,
    jobs: int | None = None,
    resume: str | None = None,
    *,
    retry: bool = False,
) -> int:
    """Solve a range of deals, print a line for each and a summary; the exit status.

    With `resume` the lines go to that file, and deals that it already has are skipped; with
    `retry`, only those that are settled.
    """
    summary = SolveSummary()
    status = 0
    with nullcontext() if resume is None else ResultsFile(resume, request.game) as file:
        for stored in file.read_and_repair() if file else ():
            if stored.deal in deals:
                summary.add(stored.verdict, stored.states, stored.previous)
        _warn_if_slow(request.game)
        try:
            _solve_remaining(request, deals, jobs, file, summary, retry)
        except KeyboardInterrupt:
            status = _INTERRUPTED
    screen = Screen(sys.stdout if request.form == "text" else sys.stderr)
    if request.form == "text" and file is None:
        screen.print()
    for sentence in summary.sentences(request.game):
        screen.print_wrapped(sentence)
    if status == _INTERRUPTED:
        advice = "run the same command to continue" if file else "use --resume FILE to keep results"
        print_error(f"interrupted: {advice}")
    return status


def _solve_remaining(
    request: SolveRequest,
    deals: range,
    jobs: int | None,
    file: ResultsFile | None,
    summary: SolveSummary,
    retry: bool,
) -> None:
    """Solve what the file does not have; lines go to the file, or else to standard output."""
    format_line = _line_formatter(request, deals, "json" if file else request.form)
    summary.began = time.monotonic()
    known = summary.deals - (summary.counts[Verdict.UNSETTLED] if retry else 0)
    remaining = _remaining(deals, file, retry) if file else deals
    batches = solve_batches(request.game, remaining, request.limit, short=request.short, jobs=jobs)
    with ProgressBar(len(deals), known) as bar, closing(batches):
        for batch in batches:
            lines = "".join(map(format_line, batch))
            for deal, result in batch:
                previous = file.verdict(deal) if file else None
                summary.add(result.verdict, result.states, previous)
            summary.solved += len(batch)
            # Last, because this is where Ctrl-C arrives: what is written is in the summary.
            if file is None:
                bar.write(lines)
            else:
                file.append(lines)
            bar.advance(len(batch), summary.verdicts)


def _remaining(deals: range, file: ResultsFile, retry: bool) -> Iterator[int]:
    wanted = (None, Verdict.UNSETTLED) if retry else (None,)
    return (deal for deal in deals if file.verdict(deal) in wanted)


def _line_formatter(request: SolveRequest, deals: range, form: str) -> Callable[[DealResult], str]:
    """The function that writes the line about a deal."""
    game, wide = request.game, len(str(deals[-1]))
    fewest = ", no line has fewer" + " by hand" * game.has_autoplay

    def as_json(solved: DealResult) -> str:
        return result_line(game, solved.deal, solved.result, short=request.short) + "\n"

    def as_standard(solved: DealResult) -> str:
        deal, result = solved
        if result.verdict is not Verdict.WINNABLE:
            return f"{deal} {result.verdict.value}\n"
        written = standard_text(game, game.deal(numbered_deck(deal)), result.moves)
        return " ".join([str(deal), *written.split()]) + "\n"

    def as_text(solved: DealResult) -> str:
        deal, result = solved
        moves = f"  {result.length:3} moves" if result.verdict is Verdict.WINNABLE else ""
        moves += fewest * result.minimal
        return f"{deal:{wide}}  {result.verdict.value:9}  {result.states:9} positions{moves}\n"

    return {"json": as_json, "standard": as_standard, "text": as_text}[form]

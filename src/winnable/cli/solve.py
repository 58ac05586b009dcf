"""`winnable solve`: the verdict on a deal, a board or a saved game, and on a range of deals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass

from winnable.cli.bar import Bar, Ticker
from winnable.cli.guide import move_rows
from winnable.cli.ledger import Ledger, result_line
from winnable.cli.tally import Tally
from winnable.cli.terminal import Screen, complain
from winnable.cli.verdicts import verdict_words
from winnable.deals import numbered_deck
from winnable.errors import NotationError
from winnable.play import Autoplay, Session, parse_board, parse_record, standard_text
from winnable.play.descriptions import counted, describe_session
from winnable.play.record import is_record
from winnable.play.replay import moves_to_type
from winnable.play.standard_notation import has_standard_notation
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import Limit, Result, Verdict, is_native, solve
from winnable.solver.batch import DealResult, solve_batches

__all__ = ["INTERRUPTED", "STATUS", "Question", "read_session", "solve_one", "solve_range"]

STATUS = {Verdict.WINNABLE: 0, Verdict.LOST: 1, Verdict.UNSETTLED: 3}
"""The exit status for one deal: yes, no, and nobody knows."""

INTERRUPTED = 130

SLOW = "the native solver was not built here: plain Python answers, far more slowly"


@dataclass(frozen=True)
class Question:
    """What is to be found out, and the form of the answer: text, standard or json."""

    game: Game
    limit: Limit
    form: str = "text"
    short: bool = False

    def __post_init__(self) -> None:
        if self.form == "standard" and not has_standard_notation(self.game):
            raise NotationError(
                f"standard notation is for FreeCell's kin, not for {self.game.name}"
            )


# -- one deal -------------------------------------------------------------------------------------


def read_session(game: Game, text: str) -> Session:
    """The game of a text, a record or a board; it has to be of the kind that was asked for."""
    if not text.strip():
        raise NotationError("there is nothing in it: a record or a board is wanted")
    if not is_record(text):
        return Session(game, parse_board(game, text))
    session = parse_record(text).session()
    if session.game is not game:
        raise NotationError(f"that is a game of {session.game.name}, not of {game.name}")
    return session


def solve_one(question: Question, session: Session) -> int:
    """Tell whether a game can be won from where it stands, and how; the exit status."""
    game, ticker = question.game, Ticker()
    _say_if_slow(game)
    try:
        result = solve(
            game, session.position, question.limit, short=question.short, progress=ticker
        )
    except KeyboardInterrupt:
        ticker.clear()
        complain("interrupted before there was an answer")
        return INTERRUPTED
    ticker.clear()
    how = _length_words(game, session.position, result) if result.length else ""
    number = None if session.steps else session.deal_number
    words = verdict_words(
        f"{describe_session(session)},", game, result, question.limit, how, dealt=number is not None
    )
    is_winnable = result.verdict is Verdict.WINNABLE
    screen = Screen()
    if question.form == "json":
        screen.say(result_line(game, number, result, short=question.short))
    elif question.form == "text":
        screen.tell(words)
        if result.moves:
            screen.say()
        for row in move_rows([*map(str, result.moves)], screen.width):
            screen.say(row)
    elif is_winnable:
        written = standard_text(game, session.position, result.moves)
        screen.say(written, end="\n" * bool(written))
    else:
        Screen(sys.stderr).tell(words)  # what reads the moves would stumble over it
    return STATUS[result.verdict]


def _length_words(game: Game, position: Position, result: Result) -> str:
    """How many moves there are, how many a player makes where safe cards go home by themselves."""
    words = f", in {counted(result.length, 'move')}"
    if not game.has_autoplay:
        return words + (", and no line has fewer" if result.minimal else "")
    by_hand = moves_to_type(Session(game, position, autoplay=Autoplay.SAFE), result.moves)
    if by_hand is None:
        return words
    words += f", {len(by_hand)} of them by hand" if len(by_hand) < result.length else ""
    return words + (", and no line has fewer by hand" if result.minimal else "")


def _say_if_slow(game: Game) -> None:
    if not is_native(game):
        complain(SLOW)


# -- a range --------------------------------------------------------------------------------------


def solve_range(
    question: Question,
    deals: range,
    jobs: int | None = None,
    resume: str | None = None,
    *,
    retry: bool = False,
) -> int:
    """Solve a range of deals, a line each, and sum it up; the exit status.

    The lines go to the file `resume` if there is one, and deals that it has already are left out:
    with `retry`, only those that are settled.
    """
    tally = Tally()
    with nullcontext() if resume is None else Ledger(resume, question.game) as ledger:
        if ledger is not None:
            for deal, verdict, states, before in ledger.read():
                if deal in deals:
                    tally.add(verdict, states, before)
        _say_if_slow(question.game)
        status = 0
        try:
            _solve_rest(question, deals, jobs, ledger, tally, retry)
        except KeyboardInterrupt:
            status = INTERRUPTED
    screen = Screen(sys.stdout if question.form == "text" else sys.stderr)
    if question.form == "text" and ledger is None:
        screen.say()
    for sentence in tally.told(question.game):
        screen.tell(sentence)
    if status == INTERRUPTED:
        kept = "the same command goes on from here"
        complain(f"interrupted: {kept if ledger else '--resume FILE would have kept the results'}")
    return status


def _solve_rest(
    question: Question,
    deals: range,
    jobs: int | None,
    ledger: Ledger | None,
    tally: Tally,
    retry: bool,
) -> None:
    """Solve what the ledger does not have yet; lines go there, or else to standard output."""
    line = _line_writer(question, deals, question.form if ledger is None else "json")
    tally.began = time.monotonic()
    known = tally.deals - (tally.counts[Verdict.UNSETTLED] if retry else 0)
    rest = deals if ledger is None else _rest(deals, ledger, retry)
    batches = solve_batches(question.game, rest, question.limit, short=question.short, jobs=jobs)
    with Bar(len(deals), known) as bar, closing(batches):
        for batch in batches:
            lines = "".join(map(line, batch))
            for deal, result in batch:
                before = None if ledger is None else ledger.verdicts.get(deal)
                tally.add(result.verdict, result.states, before)
            tally.solved += len(batch)
            if ledger is None:  # only now: Ctrl-C finds us writing, and what is written counts
                bar.write(lines)
            else:
                ledger.add(lines)
            bar.advance(len(batch), tally.found)


def _rest(deals: range, ledger: Ledger, retry: bool) -> Iterator[int]:
    wanted = (None, Verdict.UNSETTLED) if retry else (None,)
    return (deal for deal in deals if ledger.verdicts.get(deal) in wanted)


def _line_writer(question: Question, deals: range, form: str) -> Callable[[DealResult], str]:
    """What writes the line about a deal."""
    game, wide = question.game, len(str(deals[-1]))
    fewest = ", no line has fewer" + " by hand" * (game.has_autoplay)

    def as_json(solved: DealResult) -> str:
        return result_line(game, solved.deal, solved.result, short=question.short) + "\n"

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

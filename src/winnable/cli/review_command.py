"""`winnable review`: where a game was won or lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from winnable.cli.options import load_record, read_game_number
from winnable.cli.progress import ProgressLine
from winnable.cli.terminal import Screen
from winnable.errors import StoreError
from winnable.play import Session
from winnable.play.descriptions import describe_session

if TYPE_CHECKING:
    from winnable.coach import LuckReview, Review

__all__ = ["review", "review_lines"]


@click.command(short_help="Review a game: where it was won or lost.")
@click.argument("file", required=False)
@click.option("--saved", callback=read_game_number, metavar="N",
              help="Saved game N; winnable history lists them.")  # fmt: skip
def review(file: str | None, saved: int | None) -> None:
    """Review a game: the verdict after each move, the losing mistake, and what would have won.

    FILE is a record; - is standard input. The review looks at hidden cards, too.

    \b
    Examples:
      winnable review game.txt
      winnable review --saved 12
      winnable export 12 | winnable review -
    """
    if file is not None and saved is None:
        _, session = load_record(file)
    elif file is None and saved is not None:
        session = _load_saved(saved)
    else:
        raise click.UsageError("which game? give either FILE or --saved N")

    from winnable.coach import review as review_session  # the solver is loaded only when needed

    with ProgressLine() as progress:
        progress.show("Reviewing ...")
        reviewed = review_session(session)
    screen = Screen()
    screen.print_wrapped(describe_session(session))
    for line in review_lines(reviewed, session, unicode=screen.unicode):
        screen.print_wrapped(line)
    if saved is not None and (luck := reviewed.luck) is not None:
        _keep_skill(saved, session, luck)


def _keep_skill(number: int, session: Session, luck: LuckReview) -> None:
    from winnable.store import Store

    # The review has been printed, and the next one finds the same.
    with suppress(StoreError), Store.open() as store:
        store.games.keep_skill(number, session, luck.decisions, luck.cost / luck.games)


def _load_saved(number: int) -> Session:
    from winnable.store import Outcome, Store

    with Store.open() as store:
        saved_game = store.open_game(number)
        if saved_game.outcome is Outcome.UNFINISHED:
            saved_game.count_hint()  # the review names moves that win
        return saved_game.session


def review_lines(
    reviewed: Review, session: Session, *, unicode: bool, with_strip: bool = True
) -> Iterator[str]:
    """The verdicts along the game as a strip of signs, then what it came to in sentences."""
    from winnable.coach.descriptions import describe_review, strip, verdict_sign
    from winnable.solver import Verdict

    if with_strip:
        found = [verdict for verdict in Verdict if verdict in reviewed.verdicts]
        signs = ", ".join(f"{verdict_sign(each, unicode)} {each.value}" for each in found)
        yield f"The verdict at the start and after each move: {signs}."
        yield strip(reviewed, unicode)
    yield from describe_review(reviewed, session)

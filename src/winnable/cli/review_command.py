"""`winnable review`: where a game was won or lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

import click

from winnable.cli.options import load_record, read_game_number
from winnable.cli.progress import ProgressLine
from winnable.cli.terminal import Screen
from winnable.errors import NotationError, StoreError
from winnable.l10n import t
from winnable.play import Session
from winnable.play.descriptions import describe_session

if TYPE_CHECKING:
    from winnable.coach import LuckReview, Review

__all__ = ["add_luck", "check_reviewable", "coach_moves_text", "review", "review_lines"]


@click.command(short_help="Review a game: where it was won or lost.")
@click.argument("file", required=False)
@click.option("--saved", callback=read_game_number, metavar="N",
              help="Saved game N; winnable history lists them.")  # fmt: skip
@click.option("--more", is_flag=True, help="Also say what it rests on, and how sure it is.")
@click.option("--no-luck", is_flag=True, help="Leave out luck and skill, which take longest.")
def review(file: str | None, saved: int | None, no_luck: bool, more: bool) -> None:
    """Review a game: the verdict after each move, the losing mistake, and what would have won.

    FILE is a record; - is standard input. The review looks at hidden cards, too. Only its part on
    luck and skill does not: that judges each move by what was in sight, and takes some seconds.

    \b
    Examples:
      winnable review game.txt
      winnable review game.txt --no-luck
      winnable review --saved 12
      winnable export 12 | winnable review -
    """
    coach_moves = 0
    if file is not None and saved is None:
        _, session = load_record(file)
        check_reviewable(session)
    elif file is None and saved is not None:
        session, coach_moves = _load_saved(saved)
    else:
        raise click.UsageError(t("line.review.which"))

    from winnable.coach import review as review_session  # the solver is loaded only when needed

    with ProgressLine() as progress:
        progress.show(t("line.review.working"))
        reviewed = review_session(session, with_luck=False)
        if not no_luck:
            reviewed = add_luck(reviewed, session, progress)
    screen = Screen()
    screen.print_wrapped(describe_session(session))
    if coach_moves:
        screen.print_wrapped(coach_moves_text(coach_moves))
    for line in review_lines(reviewed, session, unicode=screen.unicode):
        screen.print_wrapped(line)
    if more:
        from winnable.coach.descriptions import explain_review

        for line in explain_review(reviewed, session):
            screen.print_wrapped(line)
    if saved is not None and (luck := reviewed.luck) is not None:
        _keep_skill(saved, session, luck)


def _keep_skill(number: int, session: Session, luck: LuckReview) -> None:
    from winnable.store import Store

    # The review has been printed, and the next one finds the same.
    with suppress(StoreError), Store.open() as store:
        store.games.keep_skill(number, session, luck.decisions, luck.cost / luck.games)


def _load_saved(number: int) -> tuple[Session, int]:
    """A saved game, and how many moves the coach has made in it."""
    from winnable.store import Outcome, Store

    with Store.open() as store:
        saved_game = store.open_game(number)
        check_reviewable(saved_game.session)
        if saved_game.outcome is Outcome.UNFINISHED:
            saved_game.count_review()
        return saved_game.session, saved_game.coach_moves


def check_reviewable(session: Session) -> None:
    from winnable.coach import why_not_reviewable

    if reason := why_not_reviewable(session):
        raise NotationError(reason)


def coach_moves_text(coach_moves: int) -> str:
    """Whose game it is that is reviewed, where not all moves were the player's."""
    return t("line.review.coach_moves", count=coach_moves)


def add_luck(
    reviewed: Review, session: Session, progress: ProgressLine, cancel: Event | None = None
) -> Review:
    """The review with its part on luck and skill, where there is one."""
    from winnable.coach.luck import luck_and_skill

    def show(done: int, steps: int) -> None:
        key = "line.review.luck" if cancel is None else "line.review.luck_cancel"
        progress.show(t(key, done=done, count=steps))

    luck = luck_and_skill(session, reviewed.verdicts, cancel=cancel, progress=show)
    return replace(reviewed, luck=luck)


def review_lines(
    reviewed: Review, session: Session, *, unicode: bool, with_strip: bool = True
) -> Iterator[str]:
    """The verdicts and the chances as strips of signs, then what it came to in sentences."""
    from winnable.coach.descriptions import describe_review, strip, verdict_sign
    from winnable.coach.luck_descriptions import chance_scale, chance_signs
    from winnable.solver import Verdict

    if with_strip:
        found = [verdict for verdict in Verdict if verdict in reviewed.verdicts]
        signs = ", ".join(
            f"{verdict_sign(each, unicode)} {t(f'line.review.{each.value}')}" for each in found
        )
        yield t("line.review.strip", signs=signs)
        yield strip(reviewed, unicode)
        if reviewed.luck is not None:
            scale = chance_scale(reviewed.luck, unicode)
            yield t("line.review.chances", scale=scale)
            yield chance_signs(reviewed.luck, unicode)
    yield from describe_review(reviewed, session)

"""What `winnable study` does: it runs a study on an engine, and says how it ended."""

from __future__ import annotations

import shlex
import sys
from contextlib import AbstractContextManager

from winnable.cli.study_progress import StudyProgress, time_text, winnable_share
from winnable.cli.terminal import Screen, discard_output, print_error
from winnable.solver import Verdict
from winnable.study import Part, Study, StudyError, StudyRequest, StudyResults, parse_game
from winnable.study.begin import begin_or_continue
from winnable.study.engine import Engine
from winnable.study.lock import locked
from winnable.study.runner import Outcome, Stop, run_study
from winnable.wording import counted, figure_text, size_text

__all__ = ["report_command", "run_command", "verify_command"]

_DIFFERENT, _OPEN, _SET_ASIDE, _INTERRUPTED = 1, 3, 3, 130


def run_command(
    name: str,
    request: StudyRequest,
    *,
    jobs: int | None,
    dask: str | None,
    part: Part | None,
    retry_set_aside: bool,
    any_version: bool,
    check: bool,
) -> int:
    """Begin or continue a study; the exit status."""
    status = _INTERRUPTED
    try:
        with _engine(jobs, dask) as engine:  # first, so that nothing is begun if there is none
            study = begin_or_continue(name, request, any_version=any_version)
            progress = StudyProgress(engine.workers())
            with locked(study, part), progress.watching():
                progress.note(f"solving on {engine.description}")
                if engine.dashboard:
                    progress.note(f"Dask's dashboard is at {engine.dashboard}")
                _note_memory(progress, study, None if dask else engine)
                outcome = run_study(
                    study, engine, progress, part=part, retry_set_aside=retry_set_aside, check=check
                )
        if outcome.stopped is Stop.NOT:
            status = _SET_ASIDE if outcome.set_aside else 0
        _print_outcome(study, name, outcome, part)
    except BrokenPipeError:  # the run ends if nobody reads what it says, but that is not success
        discard_output()
    return status


def _engine(jobs: int | None, dask: str | None) -> AbstractContextManager[Engine]:
    if dask is not None:
        from winnable.study.dask_engine import dask_engine

        return dask_engine(dask)
    from winnable.study.local_engine import local_engine

    return local_engine(jobs)


def _note_memory(progress: StudyProgress, study: Study, local: Engine | None) -> None:
    """Say so if all processes of this machine could want more memory than it has."""
    machine = local and local.memory()
    if local and machine and local.workers() * study.manifest.memory[0] > machine:
        progress.note(
            f"{local.description} may need {size_text(study.manifest.memory[0])} each, which is "
            f"more than the {size_text(machine)} that there are: --jobs N starts fewer"
        )


def _print_outcome(study: Study, name: str, outcome: Outcome, part: Part | None) -> None:
    screen = Screen()
    for game in study.manifest.games if outcome.verdicts else ():
        counts, missing = outcome.verdicts[game.slug], outcome.missing_deals[game.slug]
        words = ", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in Verdict)
        of = f"part {part.index}/{part.count} of " if part else ""
        sentence = f"{of[:1].upper()}{of[1:]}{game.game.name}: {words}"
        if counts.total():
            sentence += f"; {winnable_share(counts)} winnable"
        sentence += f"; {counted(missing, 'deal')} not solved yet" if missing else ""
        screen.print_wrapped(f"{sentence}.")
    if outcome.solved_deals:
        rate = outcome.solved_deals / max(outcome.seconds, 1e-6)
        screen.print_wrapped(
            f"This run solved {counted(outcome.solved_deals, 'deal')} in "
            f"{time_text(outcome.seconds)}: {figure_text(rate)} per second."
        )
    if outcome.set_aside:
        named = ", ".join(map(str, outcome.set_aside[:3])) + ", …" * (len(outcome.set_aside) > 3)
        Screen(sys.stderr).print_wrapped(
            f"Set aside, so that their deals are unsettled: {named}. To try again: winnable study "
            f"run {shlex.quote(name)} --retry-set-aside"
        )
    if outcome.stopped is not Stop.NOT:
        print_error("interrupted: what is finished is stored; run the same command to continue")
    elif part is None:
        screen.print_wrapped(f"Report: winnable study report {shlex.quote(name)}")


def report_command(name: str, out: str | None, published: str | None) -> None:
    """Write the report of a study."""
    from winnable.study.report import write_report
    from winnable.study.report.published import find_published

    if published is None and find_published() is None:
        print_error("there are no published figures to compare with: name a file with --published")
    paths = write_report(StudyResults(Study.open(name)), out, published)
    Screen().print_wrapped(f"Written: {paths.html} and {paths.markdown}")


def verify_command(name: str, lost: str, game: str | None, deals: range | None) -> int:
    """Compare a study with a list of lost deals; the exit status."""
    from winnable.study.report.lost_list import read_lost_list, verify_lost

    study = Study.open(name)
    slug = study.manifest.game(parse_game(game).slug).slug if game else _only_game(study)
    span = None if deals is None else (deals[0], deals[-1])
    result = verify_lost(StudyResults(study), slug, read_lost_list(lost), span)
    for sentence in result.sentences():
        Screen().print_wrapped(sentence)
    if result.agrees:
        return 0
    return _DIFFERENT if result.differences else _OPEN


def _only_game(study: Study) -> str:
    slugs = [game.slug for game in study.manifest.games]
    if len(slugs) > 1:
        raise StudyError(f"the study has {', '.join(slugs)}: say which with --game")
    return slugs[0]

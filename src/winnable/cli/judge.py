"""What `winnable judge` does: one program, many, a list of checks, a bundle, tests."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from winnable.cli.progress import ProgressBar, ProgressLine
from winnable.cli.terminal import Screen, print_error
from winnable.errors import FileError, NotationError, WinnableError, quote
from winnable.judge import Report, judge_program, load_profile, shipped_profiles
from winnable.judge.batch import Outcome, check_file, judge_many
from winnable.judge.formats import FormatOptions, format_report
from winnable.judge.formats.grades import grades_csv, grades_table, outcomes_json
from winnable.judge.formats.text import points_text
from winnable.judge.plan import plan
from winnable.judge.report import CheckResult, Status, share_points
from winnable.play.files import check_can_write, file_path, why, write_file
from winnable.solver.thread_pool import usable_cores
from winnable.wording import counted

__all__ = [
    "JudgeRequest",
    "judge_one",
    "judge_programs",
    "show_handouts",
    "write_bundle",
    "write_tests",
]

_INTERRUPTED = 130


@dataclass(frozen=True)
class JudgeRequest:
    """How to judge, and the format of the answer."""

    handout: str | None = None
    form: str = "text"
    hide_expected: bool = False
    verbose: bool = False
    case: int | None = None
    visibility: str = "visible"


# -- one program ----------------------------------------------------------------------------------


def judge_one(request: JudgeRequest, file: str) -> int:
    """Judge a program and print the report; the exit status.

    A program that cannot be judged is an error. Where an autograder reads the report it gets one
    all the same, since it would refuse an empty file.
    """
    profile = load_profile(request.handout) if request.handout is not None else None
    screen = Screen()
    try:
        path = check_file(file)
        with ProgressLine() as line:
            report = judge_program(
                path,
                profile,
                only=request.case,
                progress=lambda done, total: line.show(f"{done} of {total} checks done"),
            )
    except Exception as error:
        if request.form == "text":
            raise
        said = str(error) if isinstance(error, WinnableError) else f"the judge failed: {error!r}"
        name = profile.name if profile else ""
        report = Report(Path(file).name, name, profile.title if profile else "", (), unscored=said)
        screen.write(format_report(report, request.form, _options(request, file, ())))
        print_error(said)
        return 2
    profile = profile or load_profile(report.handout)
    if request.case is not None and request.case > (most := len(plan(profile))):
        raise NotationError(f"{profile.name} has checks 1 to {most}: there is no {request.case}")
    screen.write(format_report(report, request.form, _options(request, file, profile.hidden)))
    if request.case is not None:
        return int(report.count(Status.PASSED) < 1)
    return int(not report.has_full_points)


def _options(request: JudgeRequest, file: str, hidden: tuple[str, ...]) -> FormatOptions:
    command = ["winnable", "judge", file]
    if request.handout is not None:
        command += ["--handout", request.handout]
    return FormatOptions(
        hide_expected=request.hide_expected,
        list_passed=request.verbose,
        one_check=request.case is not None,
        command=shlex.join(command),
        visibility=request.visibility,
        hidden=hidden,
        environment=os.environ,
        now=datetime.now(UTC),
    )


# -- many programs --------------------------------------------------------------------------------


def judge_programs(
    request: JudgeRequest, files: Sequence[str], csv: str | None, jobs: int | None
) -> int:
    """Judge programs in parallel; the exit status."""
    if request.handout is not None:
        load_profile(request.handout)  # a mistake in it is said once, and at once
    if csv not in (None, "-"):
        check_can_write(str(csv))
    outcomes: dict[int, Outcome] = {}
    try:
        _judge_all(request, files, jobs or usable_cores(), outcomes)
    except KeyboardInterrupt:
        written = f": {quote(csv, 80)} was not written" if csv not in (None, "-") else ""
        print_error(f"interrupted after {len(outcomes)} of {len(files)} programs{written}")
        return _INTERRUPTED
    in_order = [outcomes[index] for index in range(len(files))]
    full = sum(outcome.has_full_points for outcome in in_order)
    screen = Screen()
    if csv is not None and csv != "-":
        write_file(csv, grades_csv(in_order).encode())
        unscored = sum(not outcome.report or bool(outcome.report.unscored) for outcome in in_order)
        more = f", {unscored} without a score" if unscored else ""
        judged = f"{counted(len(files), 'program')} judged"
        screen.print(f"{judged}: {full} with full points{more}. See {csv}.")
    elif csv == "-":
        screen.write(grades_csv(in_order))
    elif request.form == "json":
        screen.write(outcomes_json(in_order, FormatOptions(hide_expected=request.hide_expected)))
    else:
        screen.write(grades_table(in_order))
    return int(full < len(files))


def _judge_all(
    request: JudgeRequest, files: Sequence[str], jobs: int, outcomes: dict[int, Outcome]
) -> None:
    full = 0
    with (
        closing(judge_many(files, request.handout, jobs=jobs)) as judged,
        ProgressBar(len(files), 0) as bar,
    ):
        for index, outcome in judged:
            outcomes[index] = outcome
            full += outcome.has_full_points
            bar.advance(1, f"{full} with full points")


# -- what is judged -------------------------------------------------------------------------------


def show_handouts(handout: str | None) -> None:
    """List the handouts, or the checks of one with what they count."""
    screen = Screen()
    if handout is None:
        names = shipped_profiles()
        width = max(map(len, names))
        for name in names:
            profile = load_profile(name)
            points = f"{points_text(profile.points)} points"
            screen.print(
                f"{name:<{width}}  {points:>9}, {len(plan(profile)):>3} checks  {profile.title}"
            )
        return
    profile = load_profile(handout)
    results = share_points(
        (
            CheckResult(each.number, each.id, each.name, each.kind, Status.PASSED,
                        group=profile.item(each.id))
            for each in plan(profile)
        ),
        [(item.name, item.points) for item in profile.rubric],
    )  # fmt: skip
    screen.print(f"{profile.title}: {points_text(profile.points)} points")
    for result in results:
        points = points_text(result.max_points) if result.max_points else "-"
        screen.print(f"{result.number:>3} {points:>5}  {result.name} [{result.kind.value}]")


# -- for instructors ------------------------------------------------------------------------------


def write_bundle(file: str, handout: str | None, hide_expected: bool, visibility: str) -> None:
    """Write an autograder for Gradescope."""
    from winnable.judge.bundle import gradescope_bundle

    check_can_write(file)
    data = gradescope_bundle(handout, hide_expected=hide_expected, visibility=visibility)
    write_file(file, data)
    Screen().print(f"{file} is written: upload it in Gradescope under Configure Autograder.")


def write_tests(handout: str, seed: int, count: int, out: str | None) -> None:
    """Write tests into a folder; files that are there already are not replaced."""
    from winnable.judge.course_tests import course_tests, files_of

    profile = load_profile(handout)
    name = out if out is not None else f"{profile.name}-tests"
    try:
        folder = file_path(name)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileError(f"{quote(name, 80)} is not an empty folder: choose another with --out")
        with ProgressLine() as line:
            tests = []
            for test in course_tests(profile, seed, count):
                tests.append(test)
                line.show(f"{len(tests)} of {count} tests made")
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files_of(profile, seed, tests).items():
            (folder / file).write_text(text, "utf-8", newline="\n")
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot write to {quote(name, 80)}: {why(error)}") from None
    Screen().print(f"{counted(count, 'test')} for {profile.title}: see {name}/README.txt.")

"""Judging one program: all checks of its handout, each by itself, and the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from winnable.judge.detection import detect_profile
from winnable.judge.function_checks import check_function
from winnable.judge.plan import PlannedCheck, plan
from winnable.judge.profile import Function, Profile
from winnable.judge.report import CheckResult, Crash, Finding, Kind, Report, Status, share_points
from winnable.judge.runs import Program
from winnable.judge.sandbox import Sandbox
from winnable.judge.session_judging import ON_THE_WAY, SessionJudge
from winnable.judge.style_checks import check_style

__all__ = ["judge_program", "judge_source"]


def judge_program(
    path: Path,
    profile: Profile | None = None,
    *,
    only: int | None = None,
    use_bubblewrap: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Judge the program in a file. Without a profile the handout is found from the program.

    `only` is the number of a check: the others are left out. `progress` gets how many checks are
    done, and how many there are.
    """
    program = Program.read(path)
    return _judge(program, profile, only, use_bubblewrap, progress)


def judge_source(
    file: str,
    data: bytes,
    profile: Profile | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Judge a program that is in no file: its text and the name that it is to have."""
    return _judge(Program.from_bytes(file, data), profile, None, True, progress)


def _judge(
    program: Program,
    profile: Profile | None,
    only: int | None,
    use_bubblewrap: bool,
    progress: Callable[[int, int], None] | None,
) -> Report:
    with Sandbox(use_bubblewrap=use_bubblewrap) as sandbox:
        facts = program.facts(sandbox)
        profile = profile or detect_profile(program.file, facts, program.source)
        report = Report(program.file, profile.name, profile.title, sandbox.layers)
        if facts["is_python_2"]:
            why = "this is a program for Python 2: it has to be translated to Python 3 first"
            return replace(report, unscored=why)
        return _Judge(sandbox, program, profile, facts, only, progress).report(report)


class _Judge:
    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        profile: Profile,
        facts: dict[str, Any],
        only: int | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.sandbox = sandbox
        self.program, self.profile, self.facts = program, profile, facts
        self.checks = [check for check in plan(profile) if only in (None, check.number)]
        self.progress = progress
        self.results: dict[int, CheckResult] = {}
        self.notes: list[str] = []
        self.is_readable = True

    def report(self, report: Report) -> Report:
        if self.facts["syntax_error"] is not None:
            place = Crash(
                f"SyntaxError: {self.facts['syntax_error']}", self.facts["line"], self.facts["text"]
            )
            for check in self.checks:
                self._fail(
                    check, Finding("a program that Python can read", "it cannot", crash=place)
                )
        else:
            self._judge_functions()
            if any(check.topic.startswith("session.") for check in self.checks):
                self._judge_sessions()
            self._judge_style()
        results = [self.results[check.number] for check in self.checks]
        items = [(item.name, item.points) for item in self.profile.rubric]
        unscored = ""
        if not self.is_readable:
            results, items = _without_sessions(results, items)
            unscored = "the table could not be read from the screen"
        shared = share_points(_without_dependants(results), items)
        most = sum(points for name, points in items if any(each.group == name for each in results))
        if self.profile.points and not most:
            unscored = "nothing could be scored"
        return replace(
            report, results=shared, notes=tuple(self.notes), max_points=most, unscored=unscored
        )

    # -- results ----------------------------------------------------------------------------------

    def _record(
        self, check: PlannedCheck, status: Status, finding: Finding | None = None, reason: str = ""
    ) -> None:
        sentence = check.function.sentence if check.function else self.profile.sentence(check.topic)
        self.results[check.number] = CheckResult(
            check.number,
            check.id,
            check.name,
            check.kind,
            status,
            group=self.profile.item(check.id),
            sentence=sentence,
            reason=reason,
            finding=finding,
        )
        if self.progress:
            self.progress(len(self.results), len(self.checks))

    def _fail(self, check: PlannedCheck, finding: Finding) -> None:
        self._record(check, Status.FAILED, finding)

    def _pass_or_fail(self, check: PlannedCheck, finding: Finding | None) -> None:
        self._record(check, Status.FAILED if finding else Status.PASSED, finding)

    def _skip(self, check: PlannedCheck, reason: str) -> None:
        self._record(check, Status.SKIPPED, reason=reason)

    # -- functions --------------------------------------------------------------------------------

    def _judge_functions(self) -> None:
        """Each function with our own in place of those before it that failed."""
        for function in self.profile.functions:
            checks = [check for check in self.checks if check.function is function]
            verdict = check_function(self.sandbox, self.program, self.profile, function)
            for check in checks:
                self._pass_or_fail(check, verdict.findings[check.kind])
            if any(verdict.findings.values()) and _may_stand_in(self.profile, function):
                failed = self.program.stand_ins | {function.name}
                self.program = replace(self.program, stand_ins=failed)

    # -- sessions ---------------------------------------------------------------------------------

    def _judge_sessions(self) -> None:
        """The program as it is; and if functions of it failed, with ours in their place as well.

        What is right in either way is right: a function that failed has cost its points. What is
        reported is what the program itself does.
        """
        judges = [self._play(replace(self.program, stand_ins=frozenset()))]
        checks = [check for check in self.checks if check.topic.startswith("session.")]
        if self.program.stand_ins and not all(judges[0].has_passed(check) for check in checks):
            judges.append(self._play(self.program))
        learned = next((each for each in judges if not each.learned.blocked), judges[0]).learned
        self.notes += learned.notes
        self.is_readable = learned.is_readable
        for check in checks:
            findings = [judge.findings[check.id] for judge in judges if check.id in judge.findings]
            if any(judge.has_passed(check) for judge in judges):
                self._record(check, Status.PASSED)
            elif findings:
                self._fail(check, findings[0])
            else:
                self._skip(check, judges[-1].skipped_reason(check))

    def _play(self, program: Program) -> SessionJudge:
        judge = SessionJudge(self.sandbox, program, self.profile, plan(self.profile))
        judge.judge()
        return judge

    # -- style ------------------------------------------------------------------------------------

    def _judge_style(self) -> None:
        for check in self.checks:
            if check.kind is Kind.STYLE:
                name = check.topic.removeprefix("style.")
                self._pass_or_fail(check, check_style(name, self.profile, self.facts))


def _may_stand_in(profile: Profile, function: Function) -> bool:
    """Whether our own function can be put in place of the program's.

    Ours returns options with columns counted from 0, and an empty list for what is none.
    """
    is_ours = profile.first_column == 0 and profile.wrong_option == "empty list"
    return function.role != "read option" or is_ours


def _without_sessions(
    results: list[CheckResult], items: list[tuple[str, float]]
) -> tuple[list[CheckResult], list[tuple[str, float]]]:
    """Leave out the points of what could not be seen."""
    kept = [replace(each, group="") if each.id.startswith("session.") else each for each in results]
    groups = {each.group for each in kept}
    return kept, [(name, points) for name, points in items if name in groups]


def _without_dependants(results: list[CheckResult]) -> list[CheckResult]:
    """Leave out what could not be reached because of another check: one mistake costs once.

    An item of the rubric of which nothing at all was reached keeps its checks, and gets no points.
    """
    if not any(each.status is Status.FAILED and each.group for each in results):
        return results  # then it has cost nothing yet
    judged = {each.group for each in results if each.status is not Status.SKIPPED}
    return [
        replace(each, group="")
        if each.status is Status.SKIPPED
        and each.reason.endswith(ON_THE_WAY)
        and each.group in judged
        else each
        for each in results
    ]

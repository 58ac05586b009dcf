"""Checks of the functions that a handout names, each by itself.

Cases are the handout's examples, edge cases and generated ones, smallest first; what is expected
comes from the library's rules, or from our own program where its very words are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from winnable.judge import aces_up_cases, bakers_game_cases
from winnable.judge.cases import ANY_WORDS, ANYTHING, Case, is_equal, show, to_json
from winnable.judge.profile import Function, Profile
from winnable.judge.report import Finding, Kind
from winnable.judge.runs import Answer, FunctionRunner, Program
from winnable.judge.sandbox import Sandbox
from winnable.judge.text import has_line, normalise, same_text

__all__ = ["FunctionVerdict", "check_function", "kinds_of"]

MOST_SHRINKING = 150
"""Calls in all, after which no smaller case is looked for."""
MOST_RESTARTS = 2
"""How often a function may hang or end its process before it is given up."""


@dataclass(frozen=True)
class FunctionVerdict:
    """What was found about a function: for each kind of check a finding, or None if it passed."""

    findings: Mapping[Kind, Finding | None]


def kinds_of(profile: Profile, function: Function) -> tuple[Kind, ...]:
    """The kinds of checks that a function has."""
    if function.role == "display":
        return (Kind.RULES, Kind.LAYOUT)
    if function.role in ("move to foundation", "move to column", "is every foundation complete"):
        return (Kind.RULES,)
    says = ("is foundation move valid", "is column move valid", "read option")
    if function.role in says and not profile.exact_text:
        return (Kind.RULES,)  # who says it, this function or its caller, is not known
    return (Kind.RULES, Kind.MESSAGES)


def check_function(
    sandbox: Sandbox, program: Program, profile: Profile, function: Function
) -> FunctionVerdict:
    """Judge one function."""
    cases = sorted(_cases(sandbox, profile, function), key=lambda case: case.size)
    kinds = kinds_of(profile, function)
    runner = FunctionRunner(sandbox, program, profile)
    check = _FunctionCheck(sandbox, program, runner, profile, function)
    try:
        if runner.load_error is not None and function.name not in runner.names:
            finding = Finding(
                f"a function {function.name}",
                "the program cannot be loaded",
                crash=runner.load_error,
            )
            return FunctionVerdict(dict.fromkeys(kinds, finding))
        if function.name not in runner.names:
            finding = Finding(f"a function {function.name}", "there is none")
            return FunctionVerdict(dict.fromkeys(kinds, finding))
        return check.run(cases, kinds)
    finally:
        check.runner.close()


class _FunctionCheck:
    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        runner: FunctionRunner,
        profile: Profile,
        function: Function,
    ) -> None:
        self.sandbox, self.program, self.runner = sandbox, program, runner
        self.profile, self.function = profile, function
        self.calls = self.restarts = 0
        self.prompt: str | None = None
        """What is printed before an option is read, whether `input` prints it or `print`."""

    def run(self, cases: list[Case], kinds: Sequence[Kind]) -> FunctionVerdict:
        findings: dict[Kind, Finding | None] = dict.fromkeys(kinds)
        evaluated = dict.fromkeys(kinds, 0)
        crash: Finding | None = None
        left = list(cases)
        while left and not all(findings.values()):
            case = left.pop(0)
            answer = self.ask(case)
            if self.is_crash(case, answer):
                if self.runner.is_gone:
                    crash = crash or Finding(
                        self.expectation(case),
                        "an error",
                        case.typed,
                        self.describe(case),
                        crash=answer.crash,
                    )
                    if self.restarts == MOST_RESTARTS:
                        break
                    self.restart()
                    left.reverse()  # cases like this one would hang as well
                elif crash is None:
                    crash = self.finding(self.shrink(case, None), None)
                continue
            for kind in kinds:
                if _looks_at(case, kind):
                    evaluated[kind] += 1
                    if findings[kind] is None and self.fault(case, answer, kind):
                        findings[kind] = self.finding(self.shrink(case, kind), kind)
        if crash is not None:
            first = Kind.RULES if Kind.RULES in kinds else kinds[0]
            findings[first] = findings[first] or crash
            for kind in kinds:  # what was never seen has not passed
                findings[kind] = findings[kind] or (None if evaluated[kind] else crash)
        return FunctionVerdict(findings)

    def restart(self) -> None:
        """Go on in a new process after one that hung or ended itself."""
        self.restarts += 1
        self.runner.close()
        self.runner = FunctionRunner(self.sandbox, self.program, self.profile)

    def ask(self, case: Case) -> Answer:
        answer = self.ask_once(case, case.arguments)
        for name, values in case.instead.items():
            for value in values:
                if not self.has_fault(case, answer) or self.runner.is_gone:
                    break
                other = self.ask_once(case, {**case.arguments, name: value})
                answer = answer if self.has_fault(case, other) else other
        return answer

    def has_fault(self, case: Case, answer: Answer) -> bool:
        return self.is_crash(case, answer) or bool(self.rules_fault(case, answer))

    def ask_once(self, case: Case, arguments: Mapping[str, Any]) -> Answer:
        self.calls += 1
        values = [to_json(arguments[name]) for name in self.function.parameters]
        order = list(self.function.parameters)
        given = [order.index(name) for name in case.arguments if name in order]
        same = [(given[index], given[other]) for index, other in case.same]
        return self.runner.call(self.function.name, values, case.typed, same)

    def is_crash(self, case: Case, answer: Answer) -> bool:
        if answer.crash is None:
            return False
        return case.raises is None or not answer.raised or "RuntimeError" not in answer.raised

    def fault(self, case: Case, answer: Answer, kind: Kind) -> tuple[str, str] | None:
        """What was expected and what came, if they differ."""
        if kind is Kind.RULES:
            return self.rules_fault(case, answer)
        if kind is Kind.MESSAGES:
            return self.message_fault(case, answer)
        return self.layout_fault(case, answer)

    def rules_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.raises is not None and case.raises != bool(answer.raised):
            wanted = "a RuntimeError" if case.raises else "no error"
            return wanted, f"RuntimeError: {answer.message}" if answer.raised else "no error"
        if case.shuffles is not None and (answer.shuffles > 0) != (case.shuffles > 0):
            return "the deck is shuffled", "the deck is not shuffled"
        if case.returned is not ANYTHING and not answer.raised:
            wanted = to_json(case.returned)
            if not is_equal(answer.returned, wanted):
                return f"returns {show(wanted)}", f"returns {show(answer.returned)}"
        after = dict(zip(self.function.parameters, answer.arguments, strict=True))
        for name, value in case.after.items():
            if not is_equal(after[name], to_json(value)):
                return f"{name} is then {show(to_json(value))}", f"{name} is {show(after[name])}"
        return None

    def message_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.raises:
            return None if answer.message.strip() else ("an error with a message", "no message")
        if case.message is None:
            return None
        printed = self.without_prompt(answer)
        if case.message == ANY_WORDS:
            return None if printed.strip() else ("prints a message", "prints nothing")
        if not case.message:
            return ("prints nothing", f"prints {_quoted(printed)}") if printed.strip() else None
        if has_line(printed, case.message, self.profile.whitespace):
            return None
        return f"prints {_quoted(case.message)}", f"prints {_quoted(printed)}"

    def without_prompt(self, answer: Answer) -> str:
        if self.function.role != "read option":
            return answer.printed
        if self.prompt is None:
            option = Case({}, typed=(self.profile.commands[0].word,))
            self.prompt = self.ask_once(option, {}).printed
        return answer.printed.removeprefix(self.prompt)

    def layout_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.layout is not None:
            if same_text(answer.printed, case.layout, self.profile.whitespace):
                return None
            return case.layout.strip("\n"), answer.printed.strip("\n")
        for card in case.shown:
            if card.sign not in answer.printed:
                return f"{card.sign} is shown", normalise(answer.printed, "trailing")
        return None

    def finding(self, case: Case, kind: Kind | None) -> Finding:
        answer = self.ask(case)
        call = self.describe(case)
        if kind is None or self.is_crash(case, answer):
            expected = self.expectation(case)
            return Finding(expected, "an error", typed=case.typed, call=call, crash=answer.crash)
        expected, actual = self.fault(case, answer, kind) or ("", "")
        return Finding(expected, actual, typed=case.typed, call=call)

    def expectation(self, case: Case) -> str:
        if case.raises is not None:
            return "a RuntimeError with a message" if case.raises else "no error"
        if case.returned is not ANYTHING:
            return f"returns {show(to_json(case.returned))}"
        return "no error"

    def describe(self, case: Case) -> str:
        shown = [f"{name} = {show(to_json(value))}" for name, value in case.arguments.items()]
        names = ", ".join(self.function.parameters)
        call = f"{self.function.name}({names})"
        return call + (f" with {'; '.join(shown)}" if shown else "")

    def shrink(self, case: Case, kind: Kind | None) -> Case:
        """A smaller case that shows the same: cards are taken away while it still does."""
        derive = _SHRINKABLE.get(self.function.role)
        if derive is None or self.runner.is_gone:
            return case
        smaller = True
        while smaller and self.calls < MOST_SHRINKING:
            smaller = False
            for arguments in _without_one_card(case.arguments):
                candidate = derive(self.profile, self.function, arguments)
                if candidate is None:
                    continue
                answer = self.ask(candidate)
                if self.runner.is_gone:
                    return case
                crashed = self.is_crash(candidate, answer)
                shows = (
                    crashed if kind is None else not crashed and self.fault(candidate, answer, kind)
                )
                if shows:
                    case, smaller = candidate, True
                    break
        return case


def _looks_at(case: Case, kind: Kind) -> bool:
    if kind is Kind.RULES:
        return (
            case.returned is not ANYTHING
            or bool(case.after)
            or case.raises is not None
            or case.shuffles is not None
        )
    if kind is Kind.MESSAGES:
        return case.message is not None or bool(case.raises)
    return kind is Kind.LAYOUT and (case.layout is not None or bool(case.shown))


def _quoted(text: str) -> str:
    stripped = text.strip("\n")
    return f'"{stripped}"' if stripped else "nothing"


def _without_one_card(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same arguments with one card less in one column."""
    for name, value in arguments.items():
        if name in ("tableau", "tableaus") and isinstance(value, tuple):
            for slot, column in enumerate(value):
                for index in range(len(column)):
                    shorter = column[:index] + column[index + 1 :]
                    yield {**arguments, name: (*value[:slot], shorter, *value[slot + 1 :])}
        if name == "foundation" and value:
            yield {**arguments, name: value[1:]}


# -- cases ----------------------------------------------------------------------------------------


def _cases(sandbox: Sandbox, profile: Profile, function: Function) -> list[Case]:
    games = bakers_game_cases if profile.game.cells else aces_up_cases
    if function.role == "set up":
        return list(games.setup_cases(profile, function))
    if function.role != "display":
        return list(_CASES[function.role](profile, function))
    cases = list(games.display_cases(profile, function))
    return _with_layouts(sandbox, profile, function, cases) if profile.exact_text else cases


def _with_layouts(
    sandbox: Sandbox, profile: Profile, function: Function, cases: list[Case]
) -> list[Case]:
    """The cases with what our own display prints for them."""
    program = Program(profile.file, "", frozenset([function.name]))
    runner = FunctionRunner(sandbox, program, profile)
    try:
        texts = [
            runner.call(
                function.name, [to_json(case.arguments[name]) for name in function.parameters]
            ).printed
            for case in cases
        ]
    finally:
        runner.close()
    return [replace(case, layout=text) for case, text in zip(cases, texts, strict=True)]


_CASES: dict[str, Callable[[Profile, Function], Iterator[Case]]] = {
    "deal": aces_up_cases.deal_cases,
    "is foundation move valid": aces_up_cases.foundation_cases,
    "move to foundation": aces_up_cases.foundation_cases,
    "is column move valid": aces_up_cases.column_cases,
    "move to column": aces_up_cases.column_cases,
    "is won": aces_up_cases.win_cases,
    "read option": aces_up_cases.option_cases,
    "check foundation move": bakers_game_cases.rule_cases,
    "check column move": bakers_game_cases.rule_cases,
    "move card": bakers_game_cases.move_cases,
    "is every foundation complete": bakers_game_cases.complete_cases,
}

_Derive = Callable[[Profile, Function, Mapping[str, Any]], Case]
_SHRINKABLE: dict[str, _Derive] = {
    "is foundation move valid": aces_up_cases.foundation_case,
    "move to foundation": aces_up_cases.foundation_case,
    "is column move valid": aces_up_cases.column_case,
    "move to column": aces_up_cases.column_case,
}

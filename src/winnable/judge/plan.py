"""Which checks a handout has, in a fixed order: a check's number is its place in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from winnable.errors import quote
from winnable.judge.function_checks import kinds_of
from winnable.judge.lines import LineKind, Meaning
from winnable.judge.profile import MALFORMED, STYLE, Function, Profile, ProfileError
from winnable.judge.report import Kind
from winnable.judge.runs import reference_source
from winnable.judge.scripts import Goal, goals, line_goals
from winnable.position import Position
from winnable.rules import Reason

__all__ = ["PlannedCheck", "line_topic", "plan"]

_REASONS = {
    Reason.SAME_PLACE: "onto the pile it lies on",
    Reason.SOURCE_EMPTY: "from an empty pile",
    Reason.TOO_FEW: "more cards than there are",
    Reason.FACE_DOWN: "cards that lie face down",
    Reason.NOT_A_RUN: "cards that are not in sequence",
    Reason.OCCUPIED: "onto a pile that is not empty",
    Reason.NOT_ACE: "a card other than an ace onto an empty foundation",
    Reason.FOUNDATION_SUIT: "onto a foundation of another suit",
    Reason.FOUNDATION_RANK: "a card that is not next on the foundation",
    Reason.NOT_NEIGHBOUR: "a card that is not next in rank",
    Reason.NOT_OUTRANKED: "a card that no other column outranks",
    Reason.WRONG_SUIT: "onto a card of another suit",
    Reason.SAME_COLOUR: "onto a card of the same color",
    Reason.WRONG_RANK: "onto a card that is not one higher",
    Reason.STOCK_EMPTY: "when the stock is empty",
}
_ROLES = {
    "set up": "the start of a game",
    "deal": "one card to each column while the stock lasts",
    "is foundation move valid": "which moves are valid",
    "move to foundation": "moves the card only if the move is valid",
    "is column move valid": "which moves are valid",
    "move to column": "moves the card only if the move is valid",
    "is won": "when the game is won",
    "display": "the game is left as it is",
    "read option": "what it returns for each input",
    "check foundation move": "an error for moves that are not valid, and for no others",
    "check column move": "an error for moves that are not valid, and for no others",
    "move card": "moves the card only if the move is valid, and otherwise raises an error",
    "is every foundation complete": "when the game is won",
}
"""What a function is for, by its role."""
_PRINTED = {
    Kind.MESSAGES: "what it prints",
    Kind.LAYOUT: "how the table is shown",
}
_SEEN = {Kind.MESSAGES: "what is said", Kind.LAYOUT: "what is shown"}
_RAISED = "the error has a message"


@dataclass(frozen=True)
class PlannedCheck:
    number: int
    id: str
    name: str
    kind: Kind
    topic: str
    """The id without the kind: checks of one topic come from the same session or function."""
    function: Function | None = None
    goal: Goal | None = None


@cache
def plan(profile: Profile) -> tuple[PlannedCheck, ...]:
    """The checks of a profile; ProfileError if it does not fit our own program or its checks."""
    _check_functions(profile)
    planned = _planned_checks(profile)
    for item in profile.rubric:
        if not any(profile.item(check.id) == item.name for check in planned):
            raise ProfileError(f"{profile.source.name}, rubric: {quote(item.name)} has no checks")
    return planned


def _check_functions(profile: Profile) -> None:
    """Hold functions and constants against our own program, which stands in for them."""
    if not profile.functions and not profile.constants:
        return
    body = ast.parse(reference_source(profile.slug)).body
    ours = {
        node.name: {each.arg for each in node.args.args}
        for node in body
        if isinstance(node, ast.FunctionDef)
    }
    constants = {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    where = profile.source.name
    for function in profile.functions:
        if function.reference not in ours:
            raise ProfileError(f"{where}: our own program has no function {function.reference}")
        names = ours[function.reference]
        if set(function.parameters) != names:
            asked = ", ".join(sorted(names)) or "none"
            raise ProfileError(f"{where}: the parameters of {function.name} are called {asked}")
    for name in profile.constants:
        if name not in constants:
            near = get_close_matches(name, sorted(constants), n=1)
            hint = f": did you mean {near[0]}?" if near else ""
            raise ProfileError(f"{where}: our own program has no text {quote(name)}{hint}")


def _planned_checks(profile: Profile) -> tuple[PlannedCheck, ...]:
    checks = (*_function_checks(profile), *_session_checks(profile), *_style_checks(profile))
    return tuple(
        PlannedCheck(
            number,
            f"{topic}.{kind.value}" if kind is not Kind.STYLE else topic,
            name,
            kind,
            topic,
            function,
            goal,
        )
        for number, (topic, kind, name, function, goal) in enumerate(checks, 1)
    )


_Entry = tuple[str, Kind, str, Function | None, Goal | None]


def _function_checks(profile: Profile) -> Iterator[_Entry]:
    for function in profile.functions:
        for kind in kinds_of(profile, function):
            what = _ROLES[function.role] if kind is Kind.RULES else _PRINTED[kind]
            if kind is Kind.MESSAGES and function.role.startswith(("check", "move card")):
                what = _RAISED
            name = f"{function.name}: {what}"
            yield f"function.{function.name}", kind, name, function, None


def _session_checks(profile: Profile) -> Iterator[_Entry]:
    for topic, kinds, name, goal in _topics(profile):
        for kind in kinds:
            said = name if kind is kinds[0] else f"{name} ({_SEEN[kind]})"
            yield f"session.{topic}", kind, said, None, goal


def _topics(profile: Profile) -> Iterator[tuple[str, tuple[Kind, ...], str, Goal | None]]:
    rules, messages, layout = (Kind.RULES,), (Kind.MESSAGES,), (Kind.LAYOUT,)
    texts = layout if profile.exact_text else ()
    yield "opening", rules + texts, "the start of the game", None
    yield "shuffle", rules, "the deck is shuffled", None
    for command in profile.commands:
        usage = command.word or "1 to " + str(profile.game.columns)
        goal = Goal(command.word)
        yield goal_topic(goal), rules + layout, f"{usage}: a legal move", goal
        for reason in command.refusals:
            goal = Goal(command.word, reason)
            what = f"{usage}: refused {_REASONS.get(reason, reason.name.lower())}"
            yield goal_topic(goal), rules + messages, what, goal
    for goal in goals(profile):
        if goal.special:
            name = "a king on an ace, an ace on a king"
            if goal.special == "empty_column":
                name = f"{goal.word}: a move to an empty column"
            yield goal_topic(goal), rules, name, goal
    for kind in profile.malformed:
        yield f"malformed.{kind}", rules + messages, MALFORMED[kind], None
    if profile.ignores_case:
        yield "case", rules, "commands in capitals and in small letters", None
    if profile.help:
        yield "help", messages + texts, f"{profile.help}: help", None
    if profile.restart:
        yield "restart", rules + texts, f"{profile.restart}: a new game", None
    yield "quit", rules + (messages if profile.exact_text else ()), f"{profile.quit}: quit", None
    yield "won", rules + messages, "a whole game that is won", None
    if profile.ends_when_lost:
        yield "lost", rules + messages, "a whole game that is lost", None
    else:
        yield "stuck", rules, "a game without any move left goes on", None
    if profile.function("deal") is not None:
        yield "short", rules, "a stock that runs short", None
    yield "end_of_input", rules, "the end of the input (advice, no points)", None


def goal_topic(goal: Goal) -> str:
    """The topic of the checks that a goal is for."""
    word = goal.word or "number"
    if goal.special == "empty_column":
        return f"empty_column.{word}"
    if goal.special:
        return goal.special
    return f"refused.{word}.{goal.reason.name.lower()}" if goal.reason else f"legal.{word}"


def line_topic(position: Position, meaning: Meaning) -> str:
    """The topic that a line in a session belongs to; empty if it does not tell."""
    if meaning.is_won or meaning.is_lost:
        return "won" if meaning.is_won else "lost"
    if meaning.kind in (LineKind.HELP, LineKind.RESTART, LineKind.QUIT):
        return str(meaning.kind.value)
    found = list(line_goals(position, meaning))
    return goal_topic(found[-1]) if found else ""


def _style_checks(profile: Profile) -> Iterator[_Entry]:
    for name in profile.style:
        yield f"style.{name}", Kind.STYLE, STYLE[name], None, None

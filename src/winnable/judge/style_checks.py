"""Checks of the program's text against the coding standard of a handout."""

from __future__ import annotations

from typing import Any

from winnable.judge.profile import Profile
from winnable.judge.report import Finding

__all__ = ["check_style"]

FEWEST_FUNCTIONS = 3
"""A program that is divided into functions has at least so many."""


def check_style(name: str, profile: Profile, facts: dict[str, Any]) -> Finding | None:
    """What speaks against a program in one point of style; None if nothing does."""
    return _CHECKS[name](profile, facts)


def _functions(profile: Profile, facts: dict[str, Any]) -> Finding | None:
    asked = [function.name for function in profile.functions]
    asked += [profile.entry] if profile.needs_entry else []
    missing = [name for name in asked if name not in facts["functions"]]
    if missing:
        return Finding(f"functions {', '.join(asked)}", f"there is no {', '.join(missing)}")
    if len(facts["functions"]) < FEWEST_FUNCTIONS and not facts["classes"]:
        expected = "a program that is divided into functions"
        return Finding(expected, f"it has only {', '.join(facts['functions']) or 'none'}")
    return None


def _globals(profile: Profile, facts: dict[str, Any]) -> Finding | None:
    for use in facts["globals"]:
        actual = f"{use['function']} uses {use['name']} (line {use['line']})"
        return Finding("functions use only their own variables, parameters and constants", actual)
    return None


def _nested(profile: Profile, facts: dict[str, Any]) -> Finding | None:
    for found in facts["nested"]:
        actual = f"{found['name']} is defined inside {found['function']} (line {found['line']})"
        return Finding("every function is defined by itself", actual)
    return None


def _docstrings(profile: Profile, facts: dict[str, Any]) -> Finding | None:
    # The frameworks of the courses have none for the entry.
    without = [name for name in facts["without_docstring"] if name != profile.entry]
    if not without:
        return None
    return Finding("every function has a docstring", f"{', '.join(without)}: none")


def _comments(profile: Profile, facts: dict[str, Any]) -> Finding | None:
    return (
        None
        if facts["has_comment"]
        else Finding("comments that describe the code", "there are none")
    )


_CHECKS = {
    "functions": _functions,
    "globals": _globals,
    "nested": _nested,
    "docstrings": _docstrings,
    "comments": _comments,
}

"""Finding out which handout a program was written for."""

from __future__ import annotations

from typing import Any

from winnable.judge.profile import Function, Profile, ProfileError, load_profile, shipped_profiles

__all__ = ["detect_profile"]


def detect_profile(file: str, facts: dict[str, Any], source: str) -> Profile:
    """The shipped profile that fits best: by names and parameters of functions, then by words."""
    scores = {name: _score(load_profile(name), file, facts, source) for name in shipped_profiles()}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] <= 0:
        known = ", ".join(shipped_profiles())
        raise ProfileError(
            f"cannot tell which handout {file} is for: use --handout with one of {known}"
        )
    return load_profile(best)


def _score(profile: Profile, file: str, facts: dict[str, Any], source: str) -> float:
    functions = facts.get("functions", {})
    asked = [function for function in profile.functions if function.name in functions]
    score = 2.0 * sum(word in source for word in profile.words)
    if 2 * len(asked) >= len(profile.functions) > 0:
        # The order of parameters tells the years apart, by the first letters of their names.
        fitting = [
            function for function in asked if _same_order(function, functions[function.name])
        ]
        score += 3 * len(asked) + len(fitting)
    if not score:
        return 0
    return score + (profile.entry in functions) + (profile.file.lower() == file.lower()) / 2


def _same_order(function: Function, parameters: list[str]) -> bool:
    return [name.lower()[:3] for name in parameters] == [
        name.lower()[:3] for name in function.parameters
    ]

"""What can be chosen about a report's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase

__all__ = ["VISIBILITIES", "FormatOptions"]

VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")
"""When students see a check in Gradescope, by its own words."""


@dataclass(frozen=True)
class FormatOptions:
    """Each format uses what concerns it."""

    hide_expected: bool = False
    """Leave out what would have been right, for reports that must not give answers away."""
    list_passed: bool = False
    """Text: list the checks that passed as well."""
    one_check: bool = False
    """Text: the report is about one check alone, and points say nothing."""
    command: str = ""
    """What judges the program again, for "repeat"; empty: winnable judge and the file's name."""
    visibility: str = "visible"
    """Gradescope: when students see the checks."""
    hidden: tuple[str, ...] = ()
    """Gradescope: checks that they never see, as patterns of check ids."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Classroom 50: the variables that its runner sets, such as ASSIGNMENT."""
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    """Classroom 50: the time of the run."""

    def visibility_of(self, check: str) -> str:
        is_hidden = any(fnmatchcase(check, pattern) for pattern in self.hidden)
        return "hidden" if is_hidden else self.visibility

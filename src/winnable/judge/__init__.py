"""Judges students' programs for the course handouts.

    report = judge_program(Path("proj10.py"))

A program runs in a sandbox, apart from ours; its functions and its sessions are compared with the
library's rules. See docs/judge.md for what is judged, and ARCHITECTURE.md for how.
"""

from winnable.judge.judging import judge_program, judge_source
from winnable.judge.profile import Profile, ProfileError, load_profile, shipped_profiles
from winnable.judge.report import CheckResult, Crash, Finding, Kind, Report, Status

__all__ = [
    "CheckResult",
    "Crash",
    "Finding",
    "Kind",
    "Profile",
    "ProfileError",
    "Report",
    "Status",
    "judge_program",
    "judge_source",
    "load_profile",
    "shipped_profiles",
]

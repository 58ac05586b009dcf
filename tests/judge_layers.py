"""Sandboxes with some of their layers left out, and small hostile programs to run in them."""

import os
from collections.abc import Sequence

import pytest

from winnable.judge import load_profile
from winnable.judge.bubblewrap import has_bubblewrap
from winnable.judge.runs import FIRST_ORDER, Patience, Program, Transcript, run_session
from winnable.judge.sandbox import Ending, Sandbox

INNER = ("Landlock", "seccomp", "audit hook")
LAYERS: dict[str, tuple[bool, tuple[str, ...]]] = {
    "everything": (True, ()),
    "bubblewrap alone": (True, INNER),
    "Landlock and seccomp": (False, ("audit hook",)),
    "seccomp and audit hook": (False, ("Landlock",)),
    "audit hook alone": (False, ("Landlock", "seccomp")),
    "limits alone": (False, INNER),
}
"""Whether there is bubblewrap, and which layers are left out. There are always limits."""

PROFILE = load_profile("golf-relaxed-2008")


def make_sandbox(layers: str) -> Sandbox:
    """A sandbox; the test is skipped where the system cannot have it, and fails there in CI."""
    use_bubblewrap, without = LAYERS[layers]
    if use_bubblewrap and not has_bubblewrap():
        message = "bubblewrap is missing or not allowed to work: Debian has it in bubblewrap"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    sandbox = Sandbox(use_bubblewrap=use_bubblewrap, without=without)
    wanted = {"resource limits", *INNER} - set(without)
    missing = wanted - set(sandbox.layers)
    if missing:
        sandbox.close()
        pytest.skip(f"this system has no {', '.join(sorted(missing))}")
    return sandbox


def play(sandbox: Sandbox, source: str, lines: Sequence[str] = ()) -> Transcript:
    """A session with a small program, as if it had hung before: it gets a second and no more."""
    program = Program("attack.py", source)
    for _ in range(Patience.MOST_HANGS_AT_EASE):
        program.patience.note(Ending.TIME)
    return run_session(sandbox, program, PROFILE, [FIRST_ORDER], lines)


def output(transcript: Transcript) -> str:
    """Everything that a program printed."""
    return "".join(step.output for step in transcript.steps)


ATTEMPT = """
def attempt(name, action):
    try:
        result = action()
    except BaseException as error:
        print(name, "was refused:", type(error).__name__)
    else:
        print(name, "SUCCEEDED", repr(result)[:60])
"""

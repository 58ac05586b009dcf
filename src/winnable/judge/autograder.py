"""What the autograder of a bundle does in Gradescope: see `bundle`.

Whatever happens, there is a results.json in the end that Gradescope accepts.

    python3 -I grade.py /autograder
"""

from __future__ import annotations

import json
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from winnable.errors import FileError, WinnableError
from winnable.judge.formats.gradescope import failure_gradescope, report_gradescope
from winnable.judge.formats.options import FormatOptions
from winnable.judge.judging import judge_program
from winnable.judge.profile import Profile, load_profile, shipped_profiles
from winnable.solver import SlowSolverWarning

__all__ = ["find_submission", "grade", "main"]

SETTINGS = "settings.json"
"""The name of the file with what was chosen when the bundle was made."""


def main(arguments: Sequence[str]) -> None:
    """Judge the submission in an autograder's folder, and write its results."""
    root = Path(arguments[0])
    warnings.simplefilter("ignore", SlowSolverWarning)  # there are no kernels in a bundle
    try:
        text = grade(root)
    except WinnableError as error:
        text = failure_gradescope(f"Your program could not be judged: {error}.")
    except Exception as error:
        # The whole story goes to standard output, which instructors see.
        traceback.print_exc(file=sys.stdout)
        text = failure_gradescope(
            "The autograder failed, which is not your fault: please tell your instructor. "
            f"({type(error).__name__})"
        )
    write_results(root, text)


def grade(root: Path) -> str:
    """The text of results.json for the submission."""
    settings = _read_settings(root / "source")
    handout = settings.get("handout")
    if handout is not None and handout.endswith(".toml"):
        handout = str(root / "source" / handout)
    profile = load_profile(handout) if handout is not None else None
    program = find_submission(root / "submission", profile)
    report = judge_program(program, profile)
    # Instructors see standard output, students do not.
    sys.stdout.write(f"{program.name}, kept apart by: {', '.join(report.layers)}\n")
    options = FormatOptions(
        hide_expected=bool(settings.get("hide_expected")),
        visibility=str(settings.get("visibility", "visible")),
        hidden=(profile or load_profile(report.handout)).hidden,
    )
    return report_gradescope(report, options)


def _read_settings(source: Path) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads((source / SETTINGS).read_text("utf-8"))
    return settings


def write_results(root: Path, text: str) -> None:
    """Write results.json whole: it is there or it is not."""
    folder = root / "results"
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / "results.json.part"
    temporary.write_text(text, "utf-8")
    os.replace(temporary, folder / "results.json")


# -- the program among the files ------------------------------------------------------------------


def find_submission(folder: Path, profile: Profile | None) -> Path:
    """The program among the files that were handed in; FileError if that cannot be told.

    By its name, in capitals or not, wherever it is; else by the beginning of its name, as browsers
    change proj10.py to "proj10 (1).py"; else the only one there is.
    """
    known = [profile] if profile else [load_profile(name) for name in shipped_profiles()]
    names = {each.file.lower() for each in known}
    modules = {f"{name}.py" for each in known for name in each.cards_names}
    files = [file for file in _python_files(folder) if file.name.lower() not in modules]
    stems = tuple(name.removesuffix(".py") for name in names)
    for fitting in (
        [file for file in files if file.name.lower() in names],
        [file for file in files if file.name.lower().startswith(stems)],
        files,
    ):
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            found = " and ".join(str(file.relative_to(folder)) for file in fitting[:3])
            wanted = profile.file if profile else "your program"
            raise FileError(f"there are {found}: hand in {wanted} alone")
    wanted = profile.file if profile else "your program"
    raise FileError(f"no Python program was handed in: hand in {wanted}")


def _python_files(folder: Path) -> Iterator[Path]:
    """The programs below a folder. A link might lead to the solution, so none is followed."""
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in sorted(files):
            file = Path(path, name)
            is_python = name.lower().endswith(".py") and not name.startswith(".")
            if is_python and file.is_file() and not file.is_symlink():
                yield file

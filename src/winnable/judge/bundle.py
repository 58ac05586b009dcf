"""An autograder for Gradescope: a zip with all that it needs to judge submissions there.

    setup.sh, run_autograder    what Gradescope runs: once, and for each submission
    grade.py, settings.json     what run_autograder runs, and what was chosen
    profile/                    the handout as a profile, which may be edited
    src/winnable/               the modules of ours that the judge imports, as they are
    assignments/                our own programs, which stand in for functions that fail

Nothing is installed but Python and, if it can be, bubblewrap: the judge is pure Python. The same
choices give the same bytes.
"""

from __future__ import annotations

import ast
import io
import json
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import winnable
from winnable.course.programs import PROGRAMS, find_program
from winnable.errors import FileError
from winnable.judge.autograder import SETTINGS
from winnable.judge.profile import load_profile

__all__ = ["gradescope_bundle", "needed_files"]

PACKAGE = Path(winnable.__file__).parent
ENTRY = "winnable.judge.autograder"
OTHER_FILES = (
    "judge/child/*.py",
    "judge/profiles/*.toml",
    "course/blocks.py",
    "l10n/languages/en.json",
    "rules/games/*.py",
)
"""Files of the package that are read or run, or imported by a name that is computed."""

SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once, when the autograder is built.
export DEBIAN_FRONTEND=noninteractive

new_enough() {
    for name in python3 python3.11 python3.12 python3.13 python3.14; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return 0
    done
    return 1
}

apt-get update
apt-get install -y bubblewrap || echo "bubblewrap is not available: other layers have to do"
new_enough || apt-get install -y python3.11
new_enough || {
    echo "Python 3.11 or newer is needed: choose Ubuntu 24.04 as the base image"
    exit 1
}
"""

RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for each submission. There has to be a results.json in the end.
root="${AUTOGRADER_ROOT:-/autograder}"
mkdir -p "$root/results"
rm -f "$root/results/results.json"
for name in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        timeout -k 10 "${WINNABLE_SECONDS:-480}" "$name" -I -B "$root/source/grade.py" "$root"
        break
    fi
done
if [ ! -s "$root/results/results.json" ]; then
    cat > "$root/results/results.json" <<'END'
{"score": 0,
 "output": "The autograder failed, which is not your fault: please tell your instructor."}
END
fi
"""

GRADE = f"""\
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from {ENTRY} import main

main(sys.argv[1:])
"""

README = """\
A Gradescope autograder for {title}, made by winnable {version}.

Upload the zip under "Configure Autograder". As base image choose Ubuntu 24.04, which has Python
3.12; with Ubuntu 22.04, setup.sh installs Python 3.11. The assignment is worth {points} points.

What is checked, said and counted is in profile/, in TOML: see docs/judge.md of Winnable. After a
change, zip the files again (not the folder). settings.json has what was chosen for students'
eyes: hide_expected, and visibility (visible, after_due_date, after_published or hidden).

Students hand in {file}. The autograder takes 10 to 40 seconds a submission.
"""


def gradescope_bundle(
    handout: str | None, *, hide_expected: bool = False, visibility: str = "visible"
) -> bytes:
    """The zip for a handout, as `load_profile` takes it; without one it is found each time."""
    profile = load_profile(handout) if handout is not None else None
    profile_files = _profile_files(profile.source) if profile else []
    settings = {
        "handout": f"profile/{profile_files[0].name}" if profile_files else None,
        "hide_expected": hide_expected,
        "visibility": visibility,
    }
    readme = README.format(
        title=profile.title if profile else "the five handouts",
        version=winnable.__version__,
        points=f"{profile.points:g}" if profile else "as many as its handout has",
        file=profile.file if profile else "one Python file",
    )
    files = {
        "setup.sh": SETUP.encode(),
        "run_autograder": RUN.encode(),
        "grade.py": GRADE.encode(),
        "README.txt": readme.encode(),
        SETTINGS: (json.dumps(settings, indent=2) + "\n").encode(),
    }
    files |= {f"profile/{file.name}": file.read_bytes() for file in profile_files}
    files |= {f"src/winnable/{name}": (PACKAGE / name).read_bytes() for name in needed_files()}
    for slug in [profile.slug] if profile else PROGRAMS:
        program = find_program(slug)
        if program is None:
            raise FileError(f"our own program for {slug} is not installed")
        files[f"assignments/{PROGRAMS[slug]}"] = program.read_bytes()
    return _zip(files)


def _profile_files(file: Path) -> list[Path]:
    """A profile, and those beside it that it extends; what extends a shipped one finds that."""
    base = tomllib.loads(file.read_text("utf-8")).get("extends", "")
    beside = [file.with_name(base)] if base.endswith(".toml") else []
    return [file, *(each for path in beside for each in _profile_files(path))]


def _zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)  # its date is always 1980-01-01
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on any system: the mode means something there
            mode = 0o755 if name in ("setup.sh", "run_autograder") else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data)
    return stream.getvalue()


# -- what the judge imports -----------------------------------------------------------------------


def needed_files() -> list[str]:
    """The files of the package that the autograder needs, found by following its imports."""
    files = {file for pattern in OTHER_FILES for file in PACKAGE.glob(pattern)}
    names = [ENTRY, *(name for file in files if file.suffix == ".py" for name in _imports(file))]
    while names:
        name = names.pop()
        file = _module_file(name)
        if file is not None and file not in files:
            files.add(file)
            names += [name.rpartition(".")[0], *_imports(file)]
    return sorted(file.relative_to(PACKAGE).as_posix() for file in files)


def _module_file(name: str) -> Path | None:
    """The file of a module of ours; None if it is something else, or compiled."""
    package, *parts = name.split(".")
    path = PACKAGE.joinpath(*parts)
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in candidates if package == "winnable" and file.is_file()), None)


def _imports(file: Path) -> Iterator[str]:
    """The modules that a file may import, and some names in them that are none."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)

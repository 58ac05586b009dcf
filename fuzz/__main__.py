"""Run fuzz targets with atheris.

    python -m fuzz [--seconds 60] [TARGET ...]

Inputs that reach new code are added to build/fuzz/corpus/TARGET, and one that breaks a property is
written to build/fuzz/crashes. `python -m fuzz --replay FILE TARGET` runs a target on one input.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).parent
_BUILD = _HERE.parent / "build" / "fuzz"
_MAX_LENGTH = 4096
_INPUT_SECONDS = 10
"""How long one input may take: whatever is typed is answered at once."""
_MEGABYTES = 2048


def fuzz(target: str, seconds: int) -> None:
    """Run one target; the process ends with it."""
    import atheris

    atheris.enabled_hooks.add("str")
    with atheris.instrument_imports(include=["winnable"]):
        from fuzz.targets import TARGETS

    found, crashes = _BUILD / "corpus" / target, _BUILD / "crashes"
    for folder in (found, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={_MAX_LENGTH}",
        f"-timeout={_INPUT_SECONDS}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-artifact_prefix={crashes}/{target}-",
        "-print_final_stats=1",
    ]
    atheris.Setup([target, *options, str(found), str(_HERE / "corpus" / target)], TARGETS[target])
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all, if none is named")
    parser.add_argument("--seconds", type=int, default=60, help="how long each target runs")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="one input, without atheris")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        fuzz(options.targets[0], options.seconds)
        return 0
    from fuzz.targets import TARGETS

    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"there is no target {min(unknown)}: the targets are {', '.join(TARGETS)}")
    if options.replay:
        for name in options.targets:
            TARGETS[name](options.replay.read_bytes())
        return 0
    failed = []
    for name in options.targets or TARGETS:
        # A process each: libFuzzer ends its process, and a crash is not to stop the others.
        command = [sys.executable, "-m", "fuzz", "--here", "--seconds", str(options.seconds), name]
        log = _BUILD / f"{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            status = subprocess.run(  # noqa: S603 - our own program
                command, stdout=output, stderr=output, check=False
            ).returncode
        _print(f"{name}: {_summary(log) if status == 0 else f'failed, see {log}'}")
        if status:
            failed.append(name)
    if failed:
        _print(f"what broke a property is in {_BUILD / 'crashes'}")
    return bool(failed)


def _summary(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()
    covered = [line for line in lines if " cov: " in line]
    runs = [line.split()[-1] for line in lines if "stat::number_of_executed_units" in line]
    reached = covered[-1].split(" cov: ")[1].split()[0] if covered else "?"
    return f"{runs[-1] if runs else '?'} inputs, {reached} branches reached"


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

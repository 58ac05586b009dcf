"""`python -m benchmarks [WHAT ...] [--quick] [--into FOLDER]`: measure, show, and write it down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from benchmarks.child import ChildError
from benchmarks.machine import stamp
from benchmarks.plan import FULL, QUICK, SLUGS, Plan
from benchmarks.report import report
from benchmarks.section import Job, Section
from benchmarks.sections import SECTIONS
from benchmarks.show import Show
from benchmarks.store import Store
from winnable import GAMES, find_game
from winnable.solver import has_kernel

HOME = Path(__file__).parent
QUICK_HOME = HOME.parent / "build" / "bench"


@click.command(help="Measure the solver, beside its peers where they are installed.")
@click.argument("what", nargs=-1, type=click.Choice([*SLUGS, *SECTIONS]), metavar="[WHAT]...")
@click.option("--quick", is_flag=True, help="A minute in all, to see it work; not for the record.")
@click.option(
    "--time-factor",
    type=click.FloatRange(min=0, min_open=True),
    default=1,
    help="How many times the usual seconds a measurement may take before it stops short.",
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where RESULTS.md and results.json go: benchmarks, or build/bench for a quick run.",
)
def main(what: tuple[str, ...], quick: bool, time_factor: float, into: Path | None) -> None:
    """Measure what was asked for, or everything."""
    folder = into or (QUICK_HOME if quick else HOME)
    show = Show()
    plan = (QUICK if quick else FULL).with_time_factor(time_factor)
    failures = run(what, plan, folder, show)
    if failures:
        sys.exit(1)


def run(what: Sequence[str], plan: Plan, folder: Path, show: Show) -> int:
    """Measure the sections and games named, all of a kind if none is, and write them down.

    How many of the measurements failed comes back.
    """
    named = [slug for slug in SLUGS if slug in what] or list(SLUGS)
    slugs = [slug for slug in named if has_kernel(find_game(slug))]
    for slug in named:
        if slug not in slugs:
            show.line(f"{GAMES[slug].name} is left out: its kernel is not compiled here")
    sections = [SECTIONS[name] for name in SECTIONS if name in what] or list(SECTIONS.values())
    store, when, failures = Store(folder / "results.json"), stamp(plan.is_quick), 0
    for section in sections:
        wanted = [slug for slug in section.slugs if slug in slugs]
        if wanted:
            failures += _measure(section, wanted, plan, store, when, show)
            _write(store, folder)
            show.line(f"written to {folder / 'RESULTS.md'}")
    return failures


def _measure(
    section: Section, slugs: list[str], plan: Plan, store: Store, when: str, show: Show
) -> int:
    """Measure a section; for how many games that failed."""
    failures = 0
    with show.section(section):
        for slug in slugs:
            show.doing(slug, "")
            try:
                entry = section.measure(Job(slug, plan, partial(show.doing, slug)))
            except (ChildError, OSError, ValueError) as error:  # the other rows are still wanted
                show.line(f"{GAMES[slug].name} could not be measured: {error}")
                failures += 1
                continue
            store.keep(section, slug, entry, when)
            show.row(slug, entry.cells())
    return failures


def _write(store: Store, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = report(store, command="make bench")
    (folder / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

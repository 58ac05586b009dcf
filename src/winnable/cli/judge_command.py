"""`winnable judge`: what is right about a student's program, and what is not."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["judge"]


@click.command(short_help="Judge a program for a course handout.")
@click.argument("program", type=click.Path(path_type=Path))
@click.option("--handout", metavar="NAME", help="The handout: a name, or a profile in a TOML file.")
@click.option("--case", "number", type=int, metavar="N", help="Only check number N.")
@click.option("--hide-expected", is_flag=True, help="Do not say what would have been right.")
@click.option("--verbose", "-v", is_flag=True, help="List the checks that passed as well.")
def judge(
    program: Path, handout: str | None, number: int | None, hide_expected: bool, verbose: bool
) -> None:
    """Run a program for one of the five handouts, and say what is right and what is not."""
    from winnable.judge import judge_program, load_profile
    from winnable.judge.formats.text import report_text

    profile = load_profile(handout) if handout else None
    report = judge_program(program, profile, only=number)
    click.echo(report_text(report, hide_expected=hide_expected, every=verbose), nl=False)
    raise click.exceptions.Exit(0 if report.has_full_points else 1)

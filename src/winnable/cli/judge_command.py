"""`winnable judge`: its options. `winnable.cli.judge` does the work."""

from __future__ import annotations

from typing import Any

import click

from winnable.cli.options import parsing_callback
from winnable.cli.parsing import parse_number

__all__ = ["judge"]

_FORMATS = ("text", "json", "junit", "gradescope", "check50", "classroom50")
_VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")

_read_case = parsing_callback(lambda text: parse_number(text, 1, 9999, "number of a check"))
_read_jobs = parsing_callback(lambda text: parse_number(text, 1, 1024, "number of jobs"))
_read_seed = parsing_callback(lambda text: parse_number(text, 0, 10**9, "seed"))
_read_tests = parsing_callback(lambda text: parse_number(text, 1, 100, "number of tests"))

_handout = click.option(
    "--handout",
    metavar="NAME",
    help="The handout: a name such as aces-up, or a profile in FILE.toml.",
)


@click.command(short_help="Make tests in the courses' own shape.")
@click.argument("handout", metavar="HANDOUT")
@click.option("--seed", callback=_read_seed, default="1", show_default=True, metavar="N",
              help="Another seed gives other tests; the same gives the same.")  # fmt: skip
@click.option("--tests", callback=_read_tests, default="5", show_default=True, metavar="N",
              help="How many: the last is a game that is won, the one before it a game that "
                   "is lost.")  # fmt: skip
@click.option("--out", metavar="FOLDER", help="Where to write.  [default: HANDOUT-tests]")
def generate(handout: str, seed: int, tests: int, out: str | None) -> None:
    """Write tests for a handout: input1.txt, output1.txt and cards_1.py, and so on.

    HANDOUT is a name such as aces-up, or a profile in FILE.toml. The input is what is typed, the
    output all that our own program shows then, and cards_1.py the course's cards module with a
    shuffle that lays the deck of test 1. README.txt says how to run them.

    \b
    Examples:
      winnable judge generate aces-up --seed 7 --tests 5
      winnable judge generate golf --out golf-tests
    """
    from winnable.cli.judge import write_tests

    write_tests(handout, seed, tests, out)


class _JudgeCommand(click.Command):
    """`generate` in the place of the first program is a command of its own."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        if args[:1] == ["generate"]:
            return generate.make_context(f"{info_name} generate", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_JudgeCommand, short_help="Judge programs for a course handout.")
@click.argument("programs", nargs=-1, metavar="PROGRAM...")
@_handout
@click.option("--case", "number", callback=_read_case, metavar="N", help="Only check number N.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
              help="The format of the report.")  # fmt: skip
@click.option("--verbose", "-v", is_flag=True, help="List the checks that passed as well.")
@click.option("--hide-expected", is_flag=True, help="Do not say what would have been right.")
@click.option("--visibility", type=click.Choice(_VISIBILITIES),
              help="Gradescope: when students see the checks that the profile does not "
                   "hide.  [default: visible]")  # fmt: skip
@click.option("--csv", metavar="FILE", help="Write a line for each program; - is the screen.")
@click.option("--jobs", callback=_read_jobs, metavar="N",
              help="Programs to judge at once.  [default: one per core]")  # fmt: skip
@click.option("--bundle", type=click.Choice(["gradescope"]),
              help="Write an autograder to a zip, which is given in the place of "
                   "PROGRAM.")  # fmt: skip
@click.option("--list", "listing", is_flag=True,
              help="List the handouts, or with --handout its checks and their points.")  # fmt: skip
@click.pass_context
def judge(
    context: click.Context,
    programs: tuple[str, ...],
    handout: str | None,
    number: int | None,
    form: str,
    verbose: bool,
    hide_expected: bool,
    visibility: str | None,
    csv: str | None,
    jobs: int | None,
    bundle: str | None,
    listing: bool,
) -> None:
    """Run a program for one of the five handouts, and say what is right and what is not.

    The program runs in a sandbox, and the handout is recognised from the program. The exit
    status is 0 for full points, 1 for less (several programs: if any has less), and 2 if there is
    an error.

    Several programs are judged at once: a table shows their points, or a CSV file, or JSON. One
    that cannot be judged gets a line that says why.

    winnable judge generate HANDOUT writes tests for a handout: see its --help. A program that is
    really called generate is ./generate.

    For Gradescope, upload the zip that --bundle writes. Choose Ubuntu 24.04 as the base image; on
    22.04 it installs Python 3.11.

    \b
    Examples:
      winnable judge proj10.py
      winnable judge proj10.py --case 14
      winnable judge proj10.py --handout fall-2026.toml --format json
      winnable judge submissions/*/proj10.py --csv grades.csv
      winnable judge --list --handout aces-up
      winnable judge --bundle gradescope aces-up.zip --handout aces-up
      winnable judge generate aces-up --seed 7 --tests 5
    """
    several = len(programs) > 1
    given = {
        "--list": listing, "--bundle": bundle, "--case": number, "--csv": csv,
        "--verbose": verbose, "--jobs": jobs, "--hide-expected": hide_expected,
        "--visibility": visibility, "--format": form != "text",
    }  # fmt: skip
    used = {name for name, value in given.items() if value not in (None, False)}
    _check_options(used, programs, form, several)

    from winnable.cli import judge as work

    if listing:
        work.show_handouts(handout)
    elif bundle:
        work.write_bundle(programs[0], handout, hide_expected, visibility or "visible")
    elif several or csv is not None:
        request = work.JudgeRequest(handout, form, hide_expected, verbose)
        context.exit(work.judge_programs(request, programs, csv, jobs))
    else:
        request = work.JudgeRequest(
            handout, form, hide_expected, verbose, number, visibility or "visible"
        )
        context.exit(work.judge_one(request, programs[0]))


_WITH = {
    "--list": set[str](),
    "--bundle": {"--hide-expected", "--visibility"},
    "--case": {"--hide-expected"},
    "--csv": {"--jobs"},
}
"""Options that decide what is done, and those that each goes with."""


def _check_options(used: set[str], programs: tuple[str, ...], form: str, several: bool) -> None:
    for option, others in _WITH.items():
        if option in used and (wrong := sorted(used - others - {option})):
            raise click.UsageError(f"{option} and {wrong[0]} cannot be combined")
    if "--list" in used:
        if programs:
            raise click.UsageError("--list shows the checks of a handout: leave out PROGRAM")
        return
    if "--bundle" in used:
        if len(programs) != 1 or not programs[0].lower().endswith(".zip"):
            raise click.UsageError("--bundle needs the name of one file that ends in .zip")
        return
    if not programs:
        raise click.UsageError("which program? give a file such as proj10.py")
    if "--visibility" in used and form != "gradescope":
        raise click.UsageError("--visibility is for --format gradescope and --bundle")
    if several and "--case" in used:
        raise click.UsageError("--case is for one program")
    if several and form not in ("text", "json"):
        raise click.UsageError(f"--format {form} is for one program: use json, or --csv")
    if several and "--verbose" in used:
        raise click.UsageError("--verbose is for one program")
    if "--jobs" in used and not several and "--csv" not in used:
        raise click.UsageError("--jobs is for several programs")
    if form != "text" and "--verbose" in used:
        raise click.UsageError(f"--format {form} lists all checks: leave out --verbose")

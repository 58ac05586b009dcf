"""`winnable study`: its commands and options. `winnable.cli.study` does the work."""

from __future__ import annotations

import re

import click

from winnable.cli.options import parsing_callback
from winnable.cli.parsing import parse_deals, parse_number
from winnable.deals import MAX_DEAL
from winnable.errors import NotationError, WinnableError, quote

__all__ = ["study"]

_read_deals = parsing_callback(parse_deals)
_read_jobs = parsing_callback(lambda text: parse_number(text, 1, 1024, "number of processes"))
_read_shard_deals = parsing_callback(lambda text: parse_number(text, 1, 10**8, "number of deals"))
_read_sample = parsing_callback(lambda text: parse_number(text, 1, MAX_DEAL, "number of deals"))
_read_seed = parsing_callback(lambda text: parse_number(text, 0, 10**10, "seed"))


def _parse_part(text: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise NotationError(f"{quote(text)} is not a part of a study: write 3/40, the third of 40")
    return int(match[1]), int(match[2])


class StudyUnavailableError(WinnableError):
    """The extra that studies need is not installed."""


def _check_installed() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise StudyUnavailableError(
            "studies need more packages: install them with pip install 'winnable[study]'"
        ) from None


@click.group(short_help="Solve many deals, and report what was found.")
def study() -> None:
    """Solve many deals of several games, and report what was found.

    A study is a folder: a manifest of what was asked, and the results as Parquet files. It can be
    interrupted at any moment and continued, and spread over several machines.

    \b
    Examples:
      winnable study run mine --games freecell,bakers --deals 1-100000
      winnable study run sample --games all --sample 10000 --seed 7
      winnable study report mine
      winnable study verify mine --game freecell --lost list.txt
    """


@study.command(short_help="Begin a study, or continue it.")
@click.argument("name")
@click.option("--games", metavar="GAMES",
              help="Games, with commas between them, or all. A rule can be changed: "
                   "golf:wraps=no, freecell:cells=3.")  # fmt: skip
@click.option("--deals", callback=_read_deals, metavar="A-B", help="Every deal from A to B.")
@click.option("--sample", callback=_read_sample, metavar="N",
              help="N deals chosen at random, of all numbers or of --deals.")  # fmt: skip
@click.option("--seed", callback=_read_seed, metavar="S",
              help="Another seed gives another sample.  [default: 0]")  # fmt: skip
@click.option("--memory", metavar="SIZES",
              help="How much memory a search may use; what is unsettled is tried again with the "
                   "next size.  [default: 1G,4G]")  # fmt: skip
@click.option("--limit", "limits", multiple=True, metavar="L",
              help="Another limit of each search: 500k (positions) or 10s.")  # fmt: skip
@click.option("--jobs", callback=_read_jobs, metavar="N",
              help="Processes on this machine.  [default: one per core]")  # fmt: skip
@click.option("--dask", metavar="ADDRESS",
              help="Solve on a Dask cluster: tcp://HOST:8786, or local:4 for four processes "
                   "here.")  # fmt: skip
@click.option("--shard", "part", callback=parsing_callback(_parse_part), metavar="I/N",
              help="Solve only the I-th of N parts, for job arrays.")  # fmt: skip
@click.option("--shard-deals", callback=_read_shard_deals, metavar="N",
              help="Deals per shard.  [default: about 20 seconds of work]")  # fmt: skip
@click.option("--retry-set-aside", is_flag=True, help="Try shards again that were set aside.")
@click.option("--check", is_flag=True,
              help="Read all of every finished shard, and solve damaged ones again.")  # fmt: skip
@click.option("--any-version", is_flag=True,
              help="Continue a study that another version began.")  # fmt: skip
@click.pass_context
def run(
    context: click.Context,
    name: str,
    games: str | None,
    deals: range | None,
    sample: int | None,
    seed: int | None,
    memory: str | None,
    limits: tuple[str, ...],
    jobs: int | None,
    dask: str | None,
    part: tuple[int, int] | None,
    shard_deals: int | None,
    retry_set_aside: bool,
    any_version: bool,
    check: bool,
) -> None:
    """Begin the study NAME, or continue it: shards that are there are never solved again.

    NAME is a folder. To continue, give the same options again, or none. Ctrl-C finishes the shards
    being solved; a second one drops them. The exit status is 0 if everything was solved, 3 if
    shards had to be set aside, 130 after Ctrl-C.

    \b
    Examples:
      winnable study run mine --games freecell,bakers-game --deals 1-1000000
      winnable study run mine
      winnable study run sample --games golf:wraps=no --sample 100000 --seed 7
      winnable study run mine --dask tcp://scheduler:8786
      winnable study run mine --shard $SLURM_ARRAY_TASK_ID/40
    """
    if seed is not None and sample is None:
        raise click.UsageError("--seed is for a sample: give --sample N")
    if dask is not None and jobs is not None:
        raise click.UsageError("--jobs is for this machine: Dask has workers of its own")
    _check_installed()

    from winnable.cli.limits import parse_limit, parse_sizes

    limit = parse_limit(limits) if limits else {}
    if "memory" in limit:
        raise click.UsageError("give memory with --memory, which takes several sizes")

    from winnable.cli.study import run_command
    from winnable.study import DealRange, DealSample, DealSet, Part, StudyRequest, parse_games

    chosen: DealSet | None = None
    if sample is not None:
        span = (deals[0], deals[-1]) if deals is not None else ()
        chosen = DealSample(sample, seed or 0, *span)
    elif deals is not None:
        chosen = DealRange(deals[0], deals[-1])
    request = StudyRequest(
        games=None if games is None else parse_games(games),
        deals=chosen,
        memory=None if memory is None else parse_sizes(memory),
        states=limit.get("states"),
        seconds=limit.get("seconds"),
        shard_deals=shard_deals,
    )
    status = run_command(
        name,
        request,
        jobs=jobs,
        dask=dask,
        part=None if part is None else Part(*part),
        retry_set_aside=retry_set_aside,
        any_version=any_version,
        check=check,
    )
    context.exit(status)


@study.command(short_help="Write the report of a study.")
@click.argument("name")
@click.option("--out", metavar="FOLDER", help="Where to write it.  [default: NAME/report]")
@click.option("--published", metavar="FILE",
              help="Published figures to compare with, as in docs/published.toml.")  # fmt: skip
def report(name: str, out: str | None, published: str | None) -> None:
    """Write the report of the study NAME: a web page, and the same as Markdown with pictures.

    A study that is not finished can be reported, too; the report says what is missing.

    \b
    Examples:
      winnable study report mine
      winnable study report mine --out docs/mine
    """
    _check_installed()

    from winnable.cli.study import report_command

    report_command(name, out, published)


@study.command(short_help="Compare a study with a published list of lost deals.")
@click.argument("name")
@click.option("--lost", metavar="FILE", required=True,
              help="The numbers of all lost deals, with spaces, commas or lines between them; "
                   "- is standard input.")  # fmt: skip
@click.option("--game", metavar="GAME", help="Which game, if the study has several.")
@click.option("--deals", callback=_read_deals, metavar="A-B",
              help="The deals that the list is about.  [default: all of the study]")  # fmt: skip
@click.pass_context
def verify(
    context: click.Context, name: str, lost: str, game: str | None, deals: range | None
) -> None:
    """Compare the study NAME with a list of lost deals that somebody else published.

    Every difference is named. The exit status is 0 if there is none, 1 if there are differences,
    and 3 if there are none but some deals are unsettled or not solved yet.

    \b
    Examples:
      winnable study verify mine --lost freecell-lost.txt
      winnable study verify mine --game freecell --deals 1-32000 --lost - < list.txt
    """
    _check_installed()

    from winnable.cli.study import verify_command

    context.exit(verify_command(name, lost, game, deals))

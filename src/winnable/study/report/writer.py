"""The report of a study: what was asked, what was found, and how it compares with what is known.

`build_report` makes a document, and `write_report` writes it: as ``report.html``, which needs no
other file, and as ``report.md`` with its pictures beside it. The same study gives the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from winnable.errors import FileError, quote
from winnable.play.files import why, write_file
from winnable.study.deal_set import DealRange
from winnable.study.report.charts import verdicts_chart
from winnable.study.report.comparison import compare_games
from winnable.study.report.comparison_section import comparison_section
from winnable.study.report.confidence import TINY_COUNT
from winnable.study.report.document import Block, Bullets, Document, Note, Paragraph, Section, Table
from winnable.study.report.figures import GameFigures, ReportedStudy, game_figures
from winnable.study.report.game_section import game_section, winnable_share
from winnable.study.report.html import render_html
from winnable.study.report.markdown import picture_file, render_markdown, standalone_svg
from winnable.study.report.published import PublishedFigure, find_published, read_published
from winnable.study.report.published_section import published_section
from winnable.wording import counted, size_text

__all__ = ["ReportPaths", "build_report", "write_report"]


@dataclass(frozen=True)
class ReportPaths:
    """The files of a report."""

    html: Path
    markdown: Path
    pictures: tuple[Path, ...]


def write_report(
    study: ReportedStudy,
    folder: str | os.PathLike[str] | None = None,
    published: str | os.PathLike[str] | None = None,
) -> ReportPaths:
    """Write the report of a study into a folder, each file whole or not at all.

    Without a folder, it goes into ``report`` in the study's own; without a file of `published`
    figures, those that come with Winnable are taken.
    """
    target = study.path / "report" if folder is None else Path(folder)
    source = find_published() if published is None else published
    figures = () if source is None else read_published(os.fspath(source))
    document = build_report(study, figures)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write into {quote(os.fspath(target), 80)}: {why(error)}") from None
    paths = ReportPaths(
        target / "report.html",
        target / "report.md",
        tuple(target / picture_file(picture) for picture in document.pictures),
    )
    for path, picture in zip(paths.pictures, document.pictures, strict=True):
        write_file(os.fspath(path), standalone_svg(picture).encode())
    write_file(os.fspath(paths.markdown), render_markdown(document).encode())
    write_file(os.fspath(paths.html), render_html(document).encode())
    return paths


def build_report(study: ReportedStudy, published: Sequence[PublishedFigure] = ()) -> Document:
    """Compute everything, and say it."""
    games = [game_figures(study, game) for game in study.manifest.games]
    sections = [game_section(game, study.manifest.deals) for game in games]
    if len(games) > 1:
        sections.append(comparison_section(compare_games(study)))
    if (known := published_section(study, games, published)) is not None:
        sections.append(known)
    sections.append(Section("How to read the figures", tuple(_explanations(study, games))))
    sections.append(Section("The study", tuple(_provenance(study))))
    return Document(f"Study: {study.name}", tuple(_summary(study, games)), tuple(sections))


# -- at the top -----------------------------------------------------------------------------------


def _summary(study: ReportedStudy, games: Sequence[GameFigures]) -> Iterator[Block]:
    names = ", ".join(game.game.game.name for game in games)
    many = f"{len(games)} games on " if len(games) > 1 else ""
    what = f"{many}{study.manifest.deals.describe()}: {names}."
    yield Paragraph(what[:1].upper() + what[1:])
    if missing := sum(game.missing for game in games):
        asked = len(study.manifest.deals) * len(games)
        each = ", ".join(
            f"{game.game.game.name} {game.missing:,}" for game in games if game.missing
        )
        yield Note(
            f"Not finished: {missing:,} of {counted(asked, 'deal')} are not solved yet ({each}). "
            "The figures are about those that are."
        )
    if unsettled := sum(game.unsettled for game in games):
        are = "is" if unsettled == 1 else "are"
        yield Note(
            f"{counted(unsettled, 'deal')} {are} unsettled: neither a solution nor a proof was "
            "found. Shares are given with all of them lost and with all of them "
            "winnable."
        )
    yield Table(
        "Deals by verdict, and the share that is winnable with its 95% interval",
        ("Game", "Share winnable", "95% interval", "Winnable", "Lost", "Unsettled", "Deals"),
        tuple(
            (
                game.game.game.name,
                winnable_share(game) if game.deals else "unknown",
                str(game.interval) if game.deals else "unknown",
                f"{game.winnable:,}",
                f"{game.lost:,}",
                f"{game.unsettled:,}",
                f"{game.deals:,}",
            )
            for game in games
        ),
    )
    if sum(bool(game.deals) for game in games) > 1:
        yield verdicts_chart([game for game in games if game.deals])


# -- at the end -----------------------------------------------------------------------------------


def _explanations(study: ReportedStudy, games: Sequence[GameFigures]) -> Iterator[Block]:
    items = [
        "Winnable: a line that wins was found. Lost: it is proved that none does. Unsettled: "
        "neither. All verdicts are about the game as dealt, face-down cards and stock included.",
        "Intervals are Wilson's score intervals, or Clopper and Pearson's exact ones where at most "
        f"{TINY_COUNT} deals are winnable or at most {TINY_COUNT} are not. Wilson's cover the true "
        "share in about 95 of 100 studies like this one, Clopper and Pearson's in at least 95. "
        "Their ends are rounded outwards.",
        "Unsettled deals are never left out. With them an interval reaches from the low end with "
        "all of them lost to the high end with all of them winnable.",
    ]
    if isinstance(study.manifest.deals, DealRange):
        items.append(
            "The deals were not drawn at random: they are all deals with these numbers. The "
            "intervals take them as a sample of all deals, as the shuffling behind the numbers "
            "suggests."
        )
    if len(games) > 1:
        items.append(
            "Differences of shares on the same deals have Newcombe's interval for paired "
            "proportions (1998, method 10). Unsettled deals are counted in the way that makes it "
            "widest."
        )
    items += [
        "Positions are those that the solver examined; what counts as one differs from game to "
        "game. Times are those that passed on the machine that solved the deal, on one core, and "
        "longer where it was busy with other work.",
        "A quantile is the smallest number that this share of the deals does not exceed, exactly.",
        "In the histograms of effort an area stands for a number of deals.",
    ]
    yield Bullets(tuple(items))


def _provenance(study: ReportedStudy) -> Iterator[Block]:
    manifest = study.manifest
    made_by = manifest.made_by
    memory = made_by.get("memory")
    limits = [f"{', then '.join(map(size_text, manifest.memory))} of memory"]
    if manifest.states is not None:
        limits.append(f"{manifest.states:,} positions")
    if manifest.seconds is not None:
        limits.append(f"{manifest.seconds:g} seconds")
    facts = [
        ("Deals", manifest.deals.describe()),
        ("Limits for a deal", ", ".join(limits)),
        ("Begun", manifest.created),
        ("Winnable", str(made_by.get("winnable") or "unknown")),
        ("Commit", str(made_by.get("commit") or "unknown")),
        ("Python", str(made_by.get("python") or "unknown")),
        ("System", str(made_by.get("system") or "unknown")),
        ("Processor", str(made_by.get("processor") or "unknown")),
        ("Cores", str(made_by.get("cores") or "unknown")),
        ("Memory", size_text(memory) if isinstance(memory, int) else "unknown"),
    ]
    yield Table(
        "How it was made, and the machine on which it was begun",
        ("What", "Value"),
        tuple(facts),
        words=(1,),
    )
    yield Table(
        "Games, with the first digits of the SHA-256 of their rules",
        ("Game", "Name in commands", "Solver", "Rules"),
        tuple(
            (
                game.game.name,
                game.slug,
                "kernel" if game.slug in manifest.kernels else "Python",
                game.rules_sha256[:16],
            )
            for game in manifest.games
        ),
        words=(1, 2, 3),
    )

"""The section of a report that sets a study beside what others have published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnable.study.report.charts import Estimate, estimates_chart
from winnable.study.report.document import Block, Cell, Link, Note, Paragraph, Section, Table
from winnable.study.report.figures import GameFigures, ReportedStudy
from winnable.study.report.game_section import winnable_share
from winnable.study.report.published import FigureComparison, PublishedFigure, compare_figure

__all__ = ["published_section"]


def published_section(
    study: ReportedStudy, games: Sequence[GameFigures], published: Sequence[PublishedFigure]
) -> Section | None:
    """What a report says about published figures; None if there are none of its games."""
    parts = tuple(_published(study, games, published))
    return Section("Published figures", sections=parts) if parts else None


def _published(
    study: ReportedStudy, games: Sequence[GameFigures], published: Sequence[PublishedFigure]
) -> Iterator[Section]:
    for game in games:
        known = [
            compare_figure(study, game, figure)
            for figure in published
            if figure.game.rules_sha256 == game.game.rules_sha256
        ]
        if known:
            yield Section(game.game.game.name, tuple(_published_game(game, known)))


def _published_game(game: GameFigures, known: Sequence[FigureComparison]) -> Iterator[Block]:
    ours = f"This study has {winnable_share(game)}, with a 95% interval of {game.interval}."
    if game.deals:
        yield Paragraph(ours)
    yield Table(
        "Figures that others have published",
        ("Published", "Of which deals", "Compared with this study", "Source"),
        tuple(_published_row(found) for found in known),
        words=(1, 2, 3),
    )
    for found in known:
        if found.figure.error:
            yield Note(
                f"Known to be wrong: {found.figure} ({found.figure.label}). {found.figure.error}"
                + (f" {ours}" if game.deals else "")
            )
    rows = [
        Estimate(found.figure.label, (interval.low + interval.high) / 2, interval)
        for found in known
        if (interval := found.figure.interval) is not None and not found.figure.other_rules
    ]
    if rows and game.deals:
        share = (game.winnable + game.most_winnable) / 2 / game.deals
        yield estimates_chart(
            game, [Estimate("This study", share, game.interval, is_ours=True), *rows]
        )


def _published_row(found: FigureComparison) -> tuple[Cell, ...]:
    figure = found.figure
    source: Cell = Link(figure.source, figure.url) if figure.url else figure.source
    return str(figure), figure.deals, found.outcome, source

"""The pictures of a report, each with what it shows in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from winnable.solver import Verdict
from winnable.study.report.comparison import GameComparison
from winnable.study.report.confidence import Interval
from winnable.study.report.distribution import Distribution
from winnable.study.report.drawing import (
    COLOURS,
    WIDTH,
    byte_ticks,
    drawing,
    legend,
    log_histogram,
    log_limits,
    log_ticks,
    new_axes,
    rebinned,
    stacked_axes,
    tail_curve,
    tail_ticks,
)
from winnable.study.report.figures import GameFigures
from winnable.wording import counted

__all__ = [
    "MOST_COMBINATIONS",
    "Estimate",
    "Picture",
    "combinations_chart",
    "effort_chart",
    "estimates_chart",
    "lengths_chart",
    "memory_chart",
    "verdicts_chart",
]

MOST_COMBINATIONS = 32

_MUTED, _LINE, _BLUE = COLOURS["muted"], COLOURS["line"], COLOURS["winnable"]


@dataclass(frozen=True)
class Picture:
    """A picture as SVG."""

    name: str
    """Of its file, without the ending."""
    title: str
    description: str
    """For those who do not see it."""
    svg: str


@dataclass(frozen=True)
class Estimate:
    """A share with its interval, as a row of a picture."""

    label: str
    share: float
    interval: Interval
    is_ours: bool = False


def verdicts_chart(games: Sequence[GameFigures]) -> Picture:
    """A bar a game: which part of its deals is winnable, lost and unsettled."""
    with drawing(26 * len(games) + 62) as (figure, finish):
        axes = new_axes(figure, left=118, right=16, top=28, bottom=34)
        for row, game in enumerate(games):
            start = 0.0
            for verdict in Verdict:
                share = 100 * game.counts[verdict] / max(game.deals, 1)
                axes.barh(row, share, 0.62, left=start, color=COLOURS[verdict.value], linewidth=0)
                start += share
        axes.set_yticks(range(len(games)), [_wrapped(game.game.game.name, 17) for game in games])
        axes.set_ylim(len(games) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xticks(range(0, 101, 25), [f"{share}%" for share in range(0, 101, 25)])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        present = [verdict for verdict in Verdict if any(game.counts[verdict] for game in games)]
        legend(figure, 118, [verdict.value for verdict in present])
        svg = finish()
    described = "; ".join(
        f"{game.game.game.name}: {game.winnable:,} winnable, {game.lost:,} lost, "
        f"{game.unsettled:,} unsettled"
        for game in games
    )
    return Picture("verdicts", "Winnable, lost and unsettled deals", f"Bars. {described}.", svg)


def effort_chart(game: GameFigures) -> Picture:
    """How many positions deals took: a histogram a verdict, and the tail on logarithmic axes."""
    found = [(verdict.value, game.states[verdict]) for verdict in Verdict]
    groups = [(name, values) for name, values in found if values is not None]
    heights = [*(36 if values.number <= 40 else 66 for _, values in groups), 150]
    limits = log_limits(game.all_states)
    with drawing(sum(heights) + 24 * len(heights) + 42) as (figure, finish):
        *panels, tail = stacked_axes(figure, heights, left=56, right=24, top=2, gap=24)
        for axes, (name, values) in zip(panels, groups, strict=True):
            log_histogram(axes, values, COLOURS[name], limits)
            log_ticks(axes, limits, labels=False)
            axes.set_title(
                f"{name}: {values.number:,}", loc="left", fontsize=11, color=COLOURS[name], pad=4
            )
        tail.set_xscale("log")
        tail.set_yscale("log")
        tail.set_xlim(*limits)
        tail.grid(visible=True, color=_LINE, linewidth=0.6)
        tail.set_axisbelow(True)
        for name, values in groups:
            tail_curve(tail, values.bins, COLOURS[name])
        tail.set_title("share of them that took more", loc="left", fontsize=11, pad=6)
        log_ticks(tail, limits, labels=True)
        tail_ticks(tail, max((values.number for _, values in groups), default=1))
        tail.set_xlabel("positions examined")
        svg = finish()
    described = "; ".join(
        f"{name}: half of {counted(values.number, 'deal')} took at most {values.quantile(0.5):,}, "
        f"the hardest {values.most:,}"
        for name, values in groups
    )
    return Picture(
        f"effort-{_file_name(game)}",
        f"Positions examined in {game.game.game.name}",
        f"Histograms on a logarithmic axis, and below them the tail. {described}.",
        svg,
    )


def memory_chart(game: GameFigures, values: Distribution) -> Picture:
    """How much memory deals took."""
    limits = log_limits(values)
    with drawing(124) as (figure, finish):
        axes = new_axes(figure, left=56, right=24, top=8, bottom=40)
        log_histogram(axes, values, _MUTED, limits, bars=7)  # a doubling has two bars
        byte_ticks(axes, limits)
        axes.set_xlabel("memory")
        svg = finish()
    return Picture(
        f"memory-{_file_name(game)}",
        f"Memory used in {game.game.game.name}",
        f"A histogram of {values.number:,} deals on a logarithmic axis; half took at most "
        f"{values.quantile(0.5):,} bytes, one took {values.most:,}.",
        svg,
    )


def lengths_chart(game: GameFigures, values: Distribution) -> Picture:
    """How many moves the lines have that were found."""
    width = max(1, -(-(values.most - values.least + 1) // 70))
    edges = np.arange(values.least, values.most + width + 1, width)
    shares = 100 * rebinned(values.bins, edges) / values.number
    with drawing(170) as (figure, finish):
        axes = new_axes(figure, left=56, right=24, top=10, bottom=40)
        axes.stairs(shares, edges - 0.5, fill=True, color=_BLUE, linewidth=0)
        axes.set_xlim(edges[0] - 0.5 - width, edges[-1] - 0.5 + width)
        axes.set_ylim(bottom=0)
        axes.locator_params(axis="x", integer=True, nbins=8)
        axes.locator_params(axis="y", nbins=4)
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:g}%")
        axes.set_xlabel("moves" if width == 1 else f"moves, {width} to a bar")
        svg = finish()
    return Picture(
        f"lengths-{_file_name(game)}",
        f"Lengths of the lines found in {game.game.game.name}",
        f"A histogram of {values.number:,} lines from {values.least:,} to {values.most:,} moves; "
        f"half have at most {values.quantile(0.5):,}.",
        svg,
    )


def combinations_chart(comparison: GameComparison) -> Picture:
    """Which games a deal is winnable in: a row of dots a combination, and a bar for its deals."""
    rows = comparison.combinations[:MOST_COMBINATIONS]
    names = [game.game.name for game in comparison.games]
    matrix = 24 * len(names)
    top = min(6.2 * max(map(len, names)), 170) + 14
    with drawing(17 * len(rows) + top + 8) as (figure, finish):
        dots = new_axes(figure, left=8, right=WIDTH - 8 - matrix, top=top, bottom=8)
        bars = new_axes(figure, left=matrix + 18, right=76, top=top, bottom=8)
        most = max((found.deals for found in rows), default=1)
        for row, found in enumerate(rows):
            for column, wins in enumerate(found.winnable):
                dots.plot(
                    column,
                    row,
                    "o",
                    markersize=7,
                    markerfacecolor=_BLUE if wins else "none",
                    markeredgecolor=_BLUE if wins else _LINE,
                    markeredgewidth=1.2,
                )
            bars.barh(row, found.deals, 0.6, color=_BLUE, linewidth=0)
            bars.text(found.deals + 0.02 * most, row, f"{found.deals:,}", va="center", fontsize=10)
        for axes in (dots, bars):
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.axis("off")
        dots.set_xlim(-0.5, len(names) - 0.5)
        bars.set_xlim(0, most)
        for column, name in enumerate(names):
            dots.text(column, -0.75, name, rotation=90, ha="center", va="bottom", fontsize=10)
        bars.text(0, -0.75, "deals", va="bottom", fontsize=10, color=_MUTED)
        svg = finish()
    return Picture(
        "combinations",
        "In which games the same deals are winnable",
        "A row for each combination of games, with a filled dot for each game in which its deals "
        "are winnable, and a bar for their number. The table has the same figures.",
        svg,
    )


def estimates_chart(game: GameFigures, rows: Sequence[Estimate]) -> Picture:
    """Our share and published ones, each with its interval."""
    with drawing(26 * len(rows) + 52) as (figure, finish):
        axes = new_axes(figure, left=146, right=24, top=6, bottom=42)
        for row, estimate in enumerate(rows):
            colour = _BLUE if estimate.is_ours else _MUTED
            low, high = 100 * estimate.interval.low, 100 * estimate.interval.high
            axes.plot([low, high], [row, row], color=colour, linewidth=2.4, solid_capstyle="butt")
            axes.plot(100 * estimate.share, row, "o", color=colour, markersize=5)
            if estimate.is_ours:
                axes.axvspan(low, high, color=colour, alpha=0.14, linewidth=0)
        axes.set_yticks(range(len(rows)), [_wrapped(row.label, 20) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlim(*_span(rows))
        axes.locator_params(axis="x", nbins=4)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.10g}%")
        axes.set_xlabel("winnable")
        svg = finish()
    described = "; ".join(f"{row.label}: {row.interval}" for row in rows)
    return Picture(
        f"published-{_file_name(game)}",
        f"Share of winnable deals in {game.game.game.name}, here and elsewhere",
        f"Intervals. {described}.",
        svg,
    )


def _file_name(game: GameFigures) -> str:
    """Of a game, without what has a meaning in an address."""
    return game.game.folder.replace(",", "-").replace("=", "-")


def _wrapped(name: str, width: int) -> str:
    """A label on two lines, if it is long."""
    if len(name) <= width:
        return name
    cut = name.rfind(" ", 0, width + 1)
    return name if cut < 0 else f"{name[:cut]}\n{name[cut + 1 :]}"


def _span(rows: Sequence[Estimate]) -> tuple[float, float]:
    """What the axis shows: every interval, and a little more."""
    low = 100 * min(min(row.interval.low, row.share) for row in rows)
    high = 100 * max(max(row.interval.high, row.share) for row in rows)
    margin = 0.06 * (high - low) or 0.5
    return low - margin, high + margin

"""What the pictures of a report are drawn with: matplotlib, without pyplot and its global state.

The same figures give the same bytes. Text stays text, and the colours are those of `COLOURS`, which
a page can replace by its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from winnable.study.report.distribution import Counts, Distribution

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "COLOURS",
    "WIDTH",
    "byte_ticks",
    "drawing",
    "legend",
    "log_histogram",
    "log_limits",
    "log_ticks",
    "new_axes",
    "rebinned",
    "stacked_axes",
    "tail_curve",
    "tail_ticks",
]

COLOURS = {
    "ink": "#1f2328",
    "muted": "#59636e",
    "line": "#d1d9e0",
    "winnable": "#0072b2",
    "lost": "#d55e00",
    "unsettled": "#7f6a93",
}
"""Blue and vermilion are those of Okabe and Ito, which can be told apart by everybody."""

WIDTH = 400
"""In points. Narrow, so that text stays readable where the picture is as wide as a phone."""

_INK, _MUTED = COLOURS["ink"], COLOURS["muted"]
_SETTINGS: dict[str, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "winnable",
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.edgecolor": _MUTED,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "text.color": _INK,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
}
_FONTS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_FEW_VALUES = 40
"""So few values are drawn one by one."""
_TAIL_POINTS = 160


@contextmanager
def drawing(height: float) -> Iterator[tuple[Figure, Callable[[], str]]]:
    """A figure of the usual width, and what makes SVG of it."""
    import matplotlib  # takes half a second, and only reports need it
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS):  # type: ignore[arg-type]
        figure = Figure(figsize=(WIDTH / 72, height / 72))
        figure.patch.set_alpha(0)

        def finish() -> str:
            file = io.BytesIO()
            nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            figure.savefig(file, format="svg", metadata=nothing)
            return _tidy(file.getvalue())

        yield figure, finish


def new_axes(figure: Figure, *, left: float, right: float, top: float, bottom: float) -> Axes:
    """Axes with these margins, in points."""
    width, height = _size(figure)
    box = (left / width, bottom / height, 1 - (left + right) / width, 1 - (top + bottom) / height)
    axes = figure.add_axes(box)
    axes.patch.set_alpha(0)
    return axes


def stacked_axes(
    figure: Figure, heights: Sequence[float], *, left: float, right: float, top: float, gap: float
) -> list[Axes]:
    """Axes one below the other, each with a gap above it for its title."""
    _, total = _size(figure)
    panels, at = [], top
    for height in heights:
        at += gap
        panels.append(new_axes(figure, left=left, right=right, top=at, bottom=total - at - height))
        at += height
    return panels


def legend(figure: Figure, left: float, names: Sequence[str]) -> None:
    """A line of coloured squares with their names, above the picture."""
    width, height = _size(figure)
    for name in names:
        line = 1 - 16 / height
        figure.text(left / width, line, "\N{BLACK SQUARE}", color=COLOURS[name])
        figure.text((left + 13) / width, line, name)
        left += 30 + 6.8 * len(name)


def _size(figure: Figure) -> tuple[float, float]:
    width, height = figure.get_size_inches()
    return 72 * float(width), 72 * float(height)


# -- distributions --------------------------------------------------------------------------------


def log_histogram(
    axes: Axes, values: Distribution, colour: str, limits: tuple[float, float], bars: int = 16
) -> None:
    """The shape of a distribution, with so many bars a power of ten; few values one by one."""
    axes.set_xscale("log")
    axes.set_xlim(*limits)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.minorticks_off()
    if values.number <= _FEW_VALUES:
        axes.vlines(np.maximum(values.bins.lows, 1), 0, 1, color=colour, linewidth=1.2)
        axes.set_ylim(0, 1.4)
        return
    start, end = np.log10([max(values.least, 1), values.most + 1])
    steps = np.arange(np.floor(start * bars), np.ceil(end * bars) + 2) / bars
    edges = np.unique(np.ceil(np.round(10**steps, 6))).astype(np.int64)
    # Area is number: among small numbers a bar is wider, because there is nothing in between.
    heights = rebinned(values.bins, edges) / np.diff(np.log10(edges))
    axes.stairs(heights, edges, fill=True, color=colour, linewidth=0)
    axes.set_ylim(bottom=0)


def tail_curve(axes: Axes, bins: Counts, colour: str) -> tuple[float, float] | None:
    """Which share of the values is larger than x; returns where the curve ends."""
    larger = bins.counts[::-1].cumsum()[::-1] - bins.counts
    keep = larger > 0
    if not keep.any():
        return None
    shares = larger[keep] / bins.counts.sum()
    places = np.maximum(bins.highs[keep] - 1, 1)
    # Equal steps on the logarithmic axis, and every one of the last few.
    spread = np.geomspace(places[0], places[-1], _TAIL_POINTS)
    chosen = np.searchsorted(places, spread, side="right") - 1
    last = np.arange(max(0, len(places) - 30), len(places))
    chosen = np.unique(np.r_[np.maximum(chosen, 0), last])
    axes.step(places[chosen], shares[chosen], where="post", color=colour, linewidth=1.6)
    return float(places[-1]), float(shares[-1])


def rebinned(bins: Counts, edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """How many values are between the edges; a bin counts where it begins."""
    places = np.searchsorted(edges, np.maximum(bins.lows, edges[0]), side="right") - 1
    sums = np.bincount(places, weights=bins.counts, minlength=len(edges) - 1)
    return np.asarray(sums[: len(edges) - 1], np.float64)


def log_limits(values: Distribution | None) -> tuple[float, float]:
    """What a logarithmic axis shows: all values, and room for more than one tick."""
    if values is None:
        return 1.0, 10.0
    least, most = max(values.least, 1), max(values.most, 1)
    margin = 1.4 if most >= 10 * least else 4
    return least / margin, most * margin


def log_ticks(axes: Axes, limits: tuple[float, float], *, labels: bool) -> None:
    """Ticks at powers of ten."""
    powers = [10**power for power in range(19) if limits[0] <= 10**power <= limits[1]]
    step = 1 + (len(powers) - 1) // 6
    names = [_short(power) if labels else "" for power in powers[::step]]
    axes.set_xticks(powers[::step], names)
    axes.minorticks_off()


def byte_ticks(axes: Axes, limits: tuple[float, float]) -> None:
    """Ticks at powers of four bytes."""
    exponents = [power for power in range(0, 60, 2) if limits[0] <= 2**power <= limits[1]]
    step = 1 + (len(exponents) - 1) // 6
    units = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
    axes.set_xticks(
        [2**power for power in exponents[::step]],
        [f"{2 ** (power % 10)} {units[power // 10]}" for power in exponents[::step]],
    )
    axes.minorticks_off()


def tail_ticks(axes: Axes, number: int) -> None:
    """Ticks for shares, from all to half of one in so many."""
    low = 0.5 / max(number, 1)
    axes.set_ylim(low, 1.3)
    exponents = [power for power in range(2, -9, -1) if 10.0 ** (power - 2) >= low]
    step = 1 + (len(exponents) - 1) // 5
    axes.set_yticks(
        [10.0 ** (power - 2) for power in exponents[::step]],
        [f"{10.0**power:.{max(-power, 0)}f}%" for power in exponents[::step]],
    )
    axes.minorticks_off()


def _short(number: int) -> str:
    """A power of ten for an axis.

    >>> _short(100), _short(10_000), _short(10**6)
    ('100', '10,000', '1M')
    """
    for power, unit in ((12, "T"), (9, "G"), (6, "M")):
        if number >= 10**power:
            return f"{number // 10**power}{unit}"
    return f"{number:,}"


# -- SVG ------------------------------------------------------------------------------------------

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "{http://www.w3.org/1999/xlink}href"


def _tidy(svg: bytes) -> str:
    """Without what only matplotlib needs: metadata, names of groups, its font, its size."""
    ElementTree.register_namespace("", _SVG)
    root: Any = ElementTree.fromstring(svg)  # noqa: S314 - our own
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", ElementTree.tostring(root, "unicode")))
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        if (target := element.attrib.pop(_XLINK, None)) is not None:
            element.set("href", target)
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    text: str = ElementTree.tostring(root, "unicode")
    return re.sub(r"font: ([0-9.]+px) '[^;\"]*", rf"font: \1 {_FONTS}", text) + "\n"

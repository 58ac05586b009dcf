"""The backs of the cards: patterns inside a frame, each in colours of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from winnable.cards import Suit
from winnable.svg.card_faces import SUITS

__all__ = ["BACKS", "USUAL_BACK", "Back", "back"]

_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 92, 8, 132
_FRAME = f"M{_LEFT},{_TOP}H{_RIGHT}V{_BOTTOM}H{_LEFT}z"


@dataclass(frozen=True, slots=True)
class Back:
    """A pattern, and its ground and its lines by day and at night."""

    lines: str
    light: tuple[str, str]
    dark: tuple[str, str]
    inner: str = ""
    """What lies over the pattern, in the colour of the ground."""
    filled: str = ""


def _lattice() -> str:
    """Rows of diamonds that fill the frame exactly, so that nothing need be clipped."""
    return "".join(
        f"M8,{14.2 + 12.4 * row:g}" + "l6,-6.2l6,6.2" * 7 + "l-6,6.2l-6,-6.2" * 7
        for row in range(10)
    )


def _stitches() -> str:
    disc = "a.9,.9 0 1 0 1.8,0a.9,.9 0 1 0 -1.8,0z"
    spots = ((13.1 + 12 * i, 14.2 + 12.4 * j) for i in range(7) for j in range(10))
    return "".join(f"M{x:g},{y:g}{disc}" for x, y in spots)


def _scales() -> str:
    """Rows of half circles like the scales of a fish, every other row half a scale further."""
    half = "a7,7 0 0 0 14,0"
    rows = []
    for row in range(19):
        y = f"{_TOP + 6.2 * row:.4g}"
        if row % 2:
            low = f"{_TOP + 6.2 * row + 7:.4g}"
            rows.append(f"M8,{low}a7,7 0 0 0 7,-7{half * 5}a7,7 0 0 0 7,7")
        else:
            rows.append(f"M8,{y}{half * 6}")
    return "".join(rows)


def _rays() -> str:
    """Rays from the centre to the frame."""

    def edge(number: int) -> tuple[float, float]:
        angle = 2 * pi * number / 64
        x, y = cos(angle), sin(angle)
        reach = min(42 / max(abs(x), 1e-9), 62 / max(abs(y), 1e-9))
        return 50 + reach * x, 70 + reach * y

    def ray(number: int) -> str:
        (ax, ay), (bx, by) = edge(number), edge(number + 1)
        return f"M50,70L{ax:.4g},{ay:.4g}L{bx:.4g},{by:.4g}z"

    return "".join(ray(number) for number in range(0, 64, 2))


def _slants() -> str:
    """Slanting lines both ways."""

    def lines() -> Iterator[str]:
        for total in range(24, 224, 12):
            left, right = max(_LEFT, total - _BOTTOM), min(_RIGHT, total - _TOP)
            yield f"M{left},{total - left}L{right},{total - right}"
            yield f"M{100 - left},{total - left}L{100 - right},{total - right}"

    return "".join(lines())


BACKS = {
    "diamonds": Back(
        _lattice(),
        ("#28518f", "#b9cdf0"),
        ("#34456b", "#7f97cc"),
        inner="M50,39L80,70L50,101L20,70z",
        filled=_stitches(),
    ),
    "scales": Back(_scales(), ("#a32638", "#f4cdca"), ("#6b2530", "#cf8f94")),
    "rays": Back(
        "",
        ("#4a3a7d", "#cfc3f0"),
        ("#3a3160", "#9d90d0"),
        inner="M50,46a24,24 0 1 0 0,48a24,24 0 1 0 0,-48z",
        filled=_rays(),
    ),
    "plaid": Back(_slants(), ("#2f3a40", "#e0b64c"), ("#23292e", "#b9963f")),
}
USUAL_BACK = "diamonds"


def back(name: str, *, dark: bool) -> str:
    """The back of a card as one element."""
    design = BACKS[name]
    ground, lace = design.dark if dark else design.light
    signs = "".join(
        f'<path d="{SUITS[suit]}" transform="translate(50 70) rotate({angle}) '
        f'translate(0 -14) scale(.72)"/>'
        for angle, suit in zip((0, 90, 180, 270), reversed(Suit), strict=True)
    )
    over = f'<path d="{design.inner}" fill="{ground}" stroke="{lace}"/>{signs}'
    return (
        f'<g fill="{lace}" stroke-width=".8">'
        f'<rect x="4" y="4" width="92" height="132" rx="5" fill="{ground}"/>'
        f'<path d="{design.filled}"/>'
        f'<path d="{design.lines}{_FRAME}" fill="none" stroke="{lace}"/>'
        f"{over if design.inner else ''}</g>"
    )

"""Figures that others have published, as data, and how a study compares with them.

They are in ``docs/published.toml``, beside the source in a clone and in the data folder of an
installation; that file says what its fields mean. A figure is one of three:

- a share with an interval, or a count in a sample, which has one: do the intervals meet?
- a count of all deals with certain numbers: is its share inside our interval? If the study has the
  same deals the counts have to be equal;
- a list of all lost deals with certain numbers: are they lost here, and no others?
"""

from __future__ import annotations

import site
import sysconfig
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from winnable.errors import FileError, WinnableError, quote
from winnable.play.files import file_path, why
from winnable.study.deal_set import DealRange
from winnable.study.games import StudyGame, parse_game
from winnable.study.report.confidence import Interval, percent, share_interval
from winnable.study.report.figures import GameFigures, ReportedStudy
from winnable.study.report.lost_list import verify_lost
from winnable.wording import counted

__all__ = [
    "FigureComparison",
    "PublishedFigure",
    "compare_figure",
    "find_published",
    "read_published",
]

_NAMED_DIFFERENCES = 20


@dataclass(frozen=True)
class PublishedFigure:
    """One figure and where it is from."""

    game: StudyGame
    label: str
    source: str
    deals: str
    """What deals it is about, in words."""
    url: str = ""
    percent: Decimal | None = None
    plus_minus: Decimal | None = None
    winnable: int | None = None
    of: int | None = None
    lost_deals: tuple[int, ...] | None = None
    first: int | None = None
    last: int | None = None
    """The numbers that it is about, if they are ours and it is about all of them."""
    error: str = ""
    """Why it is known to be wrong."""
    other_rules: str = ""
    """How its rules differ from those of our game: then it is shown and not compared."""

    @property
    def is_complete_count(self) -> bool:
        """Whether it counts every deal with certain numbers, so that chance has no part in it."""
        return self.first is not None

    @cached_property
    def interval(self) -> Interval | None:
        """Its interval for the share that is winnable; None for a list of deals."""
        if self.percent is not None:
            spread = self.plus_minus or Decimal(0)
            low, high = (self.percent - spread) / 100, (self.percent + spread) / 100
            return Interval(float(low), float(high), "as published")
        if self.winnable is None or self.of is None:
            return None
        if self.is_complete_count:
            return Interval(self.winnable / self.of, self.winnable / self.of, "a complete count")
        return share_interval(self.winnable, self.of)

    def __str__(self) -> str:
        if self.percent is not None:
            spread = f" ± {self.plus_minus}%" if self.plus_minus is not None else ""
            return f"{self.percent}%{spread}"
        if self.winnable is not None and self.of is not None:
            lost = self.of - self.winnable
            share = percent(self.winnable, self.of, 6 if 1000 * lost < self.of else 3)
            return f"{share}: {lost:,} lost of {self.of:,}"
        return f"{counted(len(self.lost_deals or ()), 'lost deal')}, by number"


@dataclass(frozen=True)
class FigureComparison:
    """A published figure beside ours."""

    figure: PublishedFigure
    agrees: bool | None
    """None if the two cannot be compared."""
    outcome: str
    """The same in a few words."""


# -- the file -------------------------------------------------------------------------------------


def find_published() -> Path | None:
    """Where the file is; None if it is not installed."""
    return next((file for file in _places() if file.is_file()), None)


def _places() -> Iterator[Path]:
    yield Path(__file__).parents[4] / "docs" / "published.toml"
    for prefix in (sysconfig.get_path("data"), site.getuserbase()):
        yield Path(prefix) / "share" / "winnable" / "published.toml"


def read_published(name: str) -> tuple[PublishedFigure, ...]:
    """Read a file of figures; FileError says what is wrong with it."""
    shown = quote(name, 80)
    try:
        text = file_path(name).read_bytes().decode("utf-8")
        stored = tomllib.loads(text, parse_float=Decimal)
    except UnicodeDecodeError:
        raise FileError(f"{shown} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{shown} is not TOML: {error}") from None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {shown}: {why(error)}") from None
    figures = stored.pop("figure", [])
    if stored or not isinstance(figures, list):
        raise FileError(f"{shown} has to be a list of [[figure]] tables")
    found = []
    for number, figure in enumerate(figures, 1):
        try:
            found.append(_figure(figure))
        except (WinnableError, ValueError) as error:
            raise FileError(f"{shown}, figure {number}: {error}") from None
    return tuple(found)


_TEXTS = {"game", "label", "source", "deals", "url", "error", "other_rules"}
_NUMBERS = {"winnable", "lost", "of", "first", "last"}
_PERCENTAGES = {"percent", "plus_minus"}


def _figure(stored: Mapping[str, object]) -> PublishedFigure:
    fields = dict(stored)
    for name, value in fields.items():
        _check_field(name, value)
    for name in ("game", "label", "source", "deals"):
        if not fields.get(name):
            raise ValueError(f"it needs a {name}")
    kinds = [name for name in ("percent", "of", "lost_deals") if name in fields]
    if len(kinds) != 1:
        raise ValueError("it needs one of: percent, of (with winnable or lost), lost_deals")
    if "of" in fields:
        if ("lost" in fields) == ("winnable" in fields):
            raise ValueError("with of it needs either winnable or lost")
        if "lost" in fields:
            fields["winnable"] = fields["of"] - fields.pop("lost")  # type: ignore[operator]
        if not 0 <= fields["winnable"] <= fields["of"]:  # type: ignore[operator]
            raise ValueError("it counts more deals than there are")
    if "percent" in fields and "first" in fields:
        raise ValueError("with first and last it needs a count, not a percent")
    if (
        {"of", "first", "last"} <= fields.keys()
        and fields["of"] != fields["last"] - fields["first"] + 1  # type: ignore[operator]
    ):
        raise ValueError("its of is not the number of deals from first to last")
    if ("first" in fields) != ("last" in fields) or (
        "lost_deals" in fields and "first" not in fields
    ):
        raise ValueError("it needs both first and last")
    fields["game"] = parse_game(str(fields["game"]))
    if "lost_deals" in fields:
        fields["lost_deals"] = tuple(fields["lost_deals"])  # type: ignore[arg-type]
    for name in _PERCENTAGES & fields.keys():
        fields[name] = Decimal(fields[name])  # type: ignore[arg-type]
    return PublishedFigure(**fields)  # type: ignore[arg-type]


def _check_field(name: str, value: object) -> None:
    if name in _TEXTS:
        right, kind = isinstance(value, str), "text"
    elif name in _NUMBERS:
        right, kind = type(value) is int and value >= 0, "a whole number"
    elif name in _PERCENTAGES:
        right, kind = isinstance(value, Decimal | int) and 0 <= value <= 100, "a percentage"
    elif name == "lost_deals":
        right = isinstance(value, list) and all(type(deal) is int for deal in value)
        kind = "a list of deal numbers"
    else:
        raise ValueError(f"{quote(name)} is not a field of a figure")
    if not right:
        raise ValueError(f"its {name} is not {kind}")


# -- comparing ------------------------------------------------------------------------------------


def compare_figure(
    study: ReportedStudy, ours: GameFigures, figure: PublishedFigure
) -> FigureComparison:
    """Compare a published figure of a game with those of the study."""
    if figure.other_rules:
        return FigureComparison(figure, None, f"Other rules: {figure.other_rules}")
    if not ours.deals:
        return FigureComparison(figure, None, "Nothing is solved here yet.")
    if figure.lost_deals is not None:
        return _compare_list(study, ours, figure)
    if _is_same_deals(study, ours, figure):
        return _compare_count(ours, figure)
    return _compare_intervals(ours, figure)


def _is_same_deals(study: ReportedStudy, ours: GameFigures, figure: PublishedFigure) -> bool:
    deals = study.manifest.deals
    return (
        isinstance(deals, DealRange)
        and (deals.first, deals.last) == (figure.first, figure.last)
        and not ours.missing
    )


def _compare_list(
    study: ReportedStudy, ours: GameFigures, figure: PublishedFigure
) -> FigureComparison:
    span = (figure.first or 1, figure.last or 1)
    found = verify_lost(study, ours.game.slug, figure.lost_deals or (), span)
    if not found.compared and not found.unsettled:
        return FigureComparison(figure, None, "None of these deals is solved here.")
    if found.differences:
        named = sorted((*found.lost_only_here, *found.winnable_here))
        more = f" and {len(named) - _NAMED_DIFFERENCES:,} more" * (len(named) > _NAMED_DIFFERENCES)
        deals = ", ".join(f"{deal}" for deal in named[:_NAMED_DIFFERENCES])
        return FigureComparison(figure, False, f"Differs in {deals}{more}.")
    if found.unsettled:
        return FigureComparison(
            figure, None, f"No difference, but {counted(found.unsettled, 'deal')} unsettled here."
        )
    same = f"The same: {counted(found.agreed, 'lost deal')} of {found.compared:,} compared."
    return FigureComparison(figure, True, same)


def _compare_count(ours: GameFigures, figure: PublishedFigure) -> FigureComparison:
    theirs = figure.winnable or 0
    if ours.winnable <= theirs <= ours.most_winnable:
        if ours.unsettled:
            return FigureComparison(figure, None, "Possible: it depends on the unsettled deals.")
        return FigureComparison(figure, True, "The same deals, and the same count.")
    return FigureComparison(
        figure,
        False,
        f"The same deals, and another count: here {ours.winnable:,} are winnable"
        + (f" and {ours.unsettled:,} unsettled" if ours.unsettled else "")
        + f", there {theirs:,}.",
    )


def _compare_intervals(ours: GameFigures, figure: PublishedFigure) -> FigureComparison:
    theirs, interval = figure.interval, ours.interval
    if theirs is None:
        raise ValueError("a list has no interval")
    meets = interval.meets(theirs)
    if theirs.low == theirs.high:
        place = "inside" if meets else "outside"
        return FigureComparison(figure, meets, f"It is {place} our interval.")
    return FigureComparison(
        figure, meets, "The intervals meet." if meets else "The intervals do not meet."
    )

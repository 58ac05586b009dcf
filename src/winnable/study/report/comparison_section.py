"""The section of a report about the same deals in several games."""

from __future__ import annotations

from collections.abc import Iterator

from winnable.study.report.charts import MOST_COMBINATIONS, combinations_chart
from winnable.study.report.comparison import GameComparison
from winnable.study.report.confidence import percent
from winnable.study.report.document import Block, Paragraph, Section, Table
from winnable.study.report.game_section import listed
from winnable.wording import counted

__all__ = ["comparison_section"]


def comparison_section(comparison: GameComparison) -> Section:
    """What a report says about several games at once."""
    return Section("The same deals in several games", tuple(_compared(comparison)))


def _compared(comparison: GameComparison) -> Iterator[Block]:
    if not comparison.deals:
        yield Paragraph("No deal is solved in every game yet.")
        return
    number = len(comparison.games)
    every = "both games" if number == 2 else f"all {number} games"
    in_all, in_none = comparison.winnable_in_all, comparison.winnable_in_none
    yield Paragraph(
        f"Of {counted(comparison.deals, 'deal')} that were solved in {every}, {_either(in_all)} "
        f"can be won in all of them and {_either(in_none)} in none."
    )
    if comparison.unsettled:
        yield Paragraph(
            f"{counted(comparison.unsettled, 'deal')} unsettled in at least one game: these are "
            "not among the combinations below; the differences count them both ways."
        )
    for winnable, words in ((True, "Winnable in all"), (False, "Winnable in none")):
        if (found := comparison.combination(winnable=winnable)) is not None:
            yield Paragraph(f"{words}: {listed(found.first, found.deals - len(found.first))}.")
    if comparison.combinations:
        yield combinations_chart(comparison)
        yield _combinations_table(comparison)
    yield _differences_table(comparison)


def _either(bounds: tuple[int, int]) -> str:
    least, most = bounds
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _combinations_table(comparison: GameComparison) -> Table:
    shown = comparison.combinations[:MOST_COMBINATIONS]
    rows = [
        (
            ", ".join(
                game.game.name
                for game, wins in zip(comparison.games, found.winnable, strict=True)
                if wins
            )
            or "none",
            f"{found.deals:,}",
            percent(found.deals, comparison.deals),
            listed(found.first[:3], max(found.deals - 3, 0)),
        )
        for found in shown
    ]
    if rest := comparison.combinations[len(shown) :]:
        deals = sum(found.deals for found in rest)
        rows.append(
            (f"{len(rest):,} more combinations", f"{deals:,}", percent(deals, comparison.deals), "")
        )
    return Table(
        "Deals that are winnable in exactly these games",
        ("Winnable in", "Deals", "Share", "For example"),
        tuple(rows),
        words=(3,),
    )


def _differences_table(comparison: GameComparison) -> Table:
    rows = []
    for found in comparison.differences:
        digits = found.interval.digits
        ends = {_points(share, digits): None for share in (found.least, found.most)}
        low, high = (end.removesuffix("%") for end in found.interval.ends(digits))
        rows.append(
            (
                f"{found.first.game.name} − {found.second.game.name}",
                " to ".join(ends),
                f"{low} to {high}",
                f"{found.only_first:,}",
                f"{found.only_second:,}",
                f"{found.unsettled:,}",
            )
        )
    return Table(
        "Differences of the shares, in percentage points, with 95% intervals for paired shares",
        (
            "Games",
            "Difference",
            "95% interval",
            "Only the first",
            "Only the second",
            "Unsettled",
        ),
        tuple(rows),
    )


def _points(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f}".replace("-", "\N{MINUS SIGN}")

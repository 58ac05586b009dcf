"""The section of a report about one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from winnable.solver import Verdict
from winnable.study.deal_set import DealRange, DealSet
from winnable.study.report.charts import effort_chart, lengths_chart, memory_chart
from winnable.study.report.confidence import Interval, percent, share_interval
from winnable.study.report.distribution import QUANTILES, Distribution
from winnable.study.report.document import Block, Paragraph, Section, Table
from winnable.study.report.figures import FEW_DEALS, GameFigures
from winnable.wording import counted, figure_text, size_text

__all__ = ["duration", "game_section", "listed", "winnable_share"]

_QUANTILE_HEADINGS = ("Half", "90%", "99%", "99.9%", "Most")


def game_section(game: GameFigures, deals: DealSet) -> Section:
    """What a report says about a game."""
    title = game.game.game.name
    if not game.deals:
        return Section(title, (Paragraph("No deal is solved yet."),))
    parts = [Section("Share that is winnable", tuple(_share(game, deals)))]
    if game.all_states is not None:
        parts.append(Section("Effort", tuple(_effort(game))))
    if game.moves is not None:
        parts.append(Section("Lengths of the lines found", tuple(_lengths(game, game.moves))))
    return Section(title, sections=tuple(parts))


def winnable_share(game: GameFigures) -> str:
    """The share that is winnable; where deals are unsettled, from the least to the most."""
    digits = game.interval.digits
    least, most = (
        percent(count, game.deals, digits) for count in (game.winnable, game.most_winnable)
    )
    return least if not game.unsettled else f"{least} to {most}"


def listed(deals: Iterable[int], more: int = 0) -> str:
    """Deal numbers in a row, without commas inside them."""
    text = ", ".join(str(deal) for deal in deals)
    return f"{text} and {more:,} more" if more else text


def duration(milliseconds: float) -> str:
    """A time, to three digits or to the minute.

    >>> duration(0.41), duration(1234.5), duration(9e7)
    ('0.41 ms', '1.23 s', '25 h 0 min')
    """
    seconds = milliseconds / 1000
    if seconds >= 3600:
        hours, minutes = divmod(round(seconds / 60), 60)
        return f"{hours:,} h {minutes} min"
    if seconds >= 100:
        return f"{seconds:,.0f} s"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{milliseconds:.3g} ms"


# -- share ----------------------------------------------------------------------------------------


def _share(game: GameFigures, deals: DealSet) -> Iterator[Block]:
    known = f"{game.winnable:,} are winnable and {game.lost:,} lost"
    if game.unsettled:
        known = (
            f"{game.winnable:,} are winnable, {game.lost:,} lost and {game.unsettled:,} unsettled"
        )
    yield Paragraph(f"Of {counted(game.deals, 'deal')}, {known}.")
    yield Table(
        "Winnable deals, with 95% intervals for the share among all deals",
        ("Counting", "Share", "95% interval", "Winnable", "Of", "Method"),
        tuple(_readings(game)),
        words=(5,),
    )
    if isinstance(deals, DealRange):
        exact = "" if game.unsettled else "For these deals themselves the share is exact. "
        yield Paragraph(
            f"{exact}The interval says how far the share among all deals may be from it, if deals "
            "with these numbers are like others."
        )
    if game.lost and game.few[Verdict.LOST]:
        yield Paragraph(f"Lost: {listed(game.few[Verdict.LOST])}.")
    elif game.lost > FEW_DEALS:
        yield Paragraph("The study's data have the numbers of the lost deals.")
    if game.few[Verdict.WINNABLE] and game.deals > FEW_DEALS:
        yield Paragraph(f"Winnable: {listed(game.few[Verdict.WINNABLE])}.")
    if game.unsettled:
        named = game.few[Verdict.UNSETTLED]
        yield Paragraph(f"Unsettled: {listed(named, game.unsettled - len(named))}.")


def _readings(game: GameFigures) -> Iterator[tuple[str, ...]]:
    if not game.unsettled:
        yield _reading("every deal", game.winnable, game.deals)
        return
    yield _reading("unsettled as lost", game.winnable, game.deals)
    yield _reading("unsettled as winnable", game.most_winnable, game.deals)
    joined = game.interval
    yield "either", winnable_share(game), str(joined), "", f"{game.deals:,}", joined.method


def _reading(name: str, winnable: int, deals: int) -> tuple[str, ...]:
    interval: Interval = share_interval(winnable, deals)
    share = percent(winnable, deals, interval.digits)
    return name, share, str(interval), f"{winnable:,}", f"{deals:,}", interval.method


# -- effort ---------------------------------------------------------------------------------------


def _effort(game: GameFigures) -> Iterator[Block]:
    states = game.all_states
    if states is None:
        return
    measured = game.deals - game.unmeasured
    mean = game.milliseconds / measured
    yield Paragraph(
        f"{counted(states.total, 'position')} in {duration(game.milliseconds)} of one core: "
        f"{figure_text(states.total / measured)} positions and {duration(mean)} per deal. "
        "Where a deal was tried again with more memory, only the last attempt counts."
    )
    if game.unmeasured:
        yield Paragraph(
            f"{counted(game.unmeasured, 'deal')} without figures: their shards failed twice and "
            "were set aside. They count as unsettled."
        )
    yield effort_chart(game)
    rows = [
        _quantile_row(verdict.value, values, _number)
        for verdict in Verdict
        if (values := game.states[verdict]) is not None
    ]
    if len(rows) > 1:
        rows.append(_quantile_row("all", states, _number))
    yield Table(
        "Positions examined: this share of the deals took at most so many",
        ("Verdict", "Deals", *_QUANTILE_HEADINGS),
        tuple(rows),
    )
    yield Table(
        "The hardest deals",
        ("Deal", "Verdict", "Positions", "Time", "Memory"),
        tuple(
            (
                str(deal.deal),
                deal.verdict.value,
                f"{deal.states:,}",
                "unknown" if deal.milliseconds is None else duration(deal.milliseconds),
                "unknown" if deal.memory is None else size_text(deal.memory),
            )
            for deal in game.hardest
        ),
        words=(1,),
    )
    if game.memory is not None:
        yield memory_chart(game, game.memory)
        yield Table(
            "Memory reached: this share of the deals took at most so much",
            ("Verdict", "Deals", *_QUANTILE_HEADINGS),
            (_quantile_row("all", game.memory, size_text),),
        )


def _quantile_row(name: str, values: Distribution, written: object) -> tuple[str, ...]:
    write = written if callable(written) else str
    quantiles = [write(values.quantile(share)) for share in QUANTILES]
    return name, f"{values.number:,}", *quantiles, write(values.most)


def _number(value: int) -> str:
    return f"{value:,}"


# -- lengths --------------------------------------------------------------------------------------


def _lengths(game: GameFigures, moves: Distribution) -> Iterator[Block]:
    yield Paragraph(
        f"{counted(moves.number, 'line')}, {figure_text(moves.total / moves.number)} moves on "
        "average. They are lines as the solver found them, not the shortest."
    )
    yield lengths_chart(game, moves)
    yield Table(
        "Moves: this share of the lines has at most so many",
        ("Verdict", "Lines", "Least", *_QUANTILE_HEADINGS),
        (
            (
                Verdict.WINNABLE.value,
                f"{moves.number:,}",
                f"{moves.least:,}",
                *(f"{moves.quantile(share):,}" for share in QUANTILES),
                f"{moves.most:,}",
            ),
        ),
    )

"""The summary of a range of deals, in words."""

import pytest

from winnable import GAMES
from winnable.cli.solve_summary import SolveSummary
from winnable.solver import Verdict

FREECELL = GAMES["freecell"]


def sentences(won: int, lost: int, unsettled: int) -> list[str]:
    counts = dict(zip(Verdict, (won, lost, unsettled), strict=True))
    return list(SolveSummary(counts, states=12_345).sentences(FREECELL))


def test_all_settled() -> None:
    assert sentences(750, 250, 0) == [
        "1,000 deals of FreeCell: 750 winnable, 250 lost, 0 unsettled.",
        "75.0% of the deals are winnable (95% interval: 72.2% to 77.6%).",
        "12,345 positions searched, 12 per deal.",
    ]


def test_unsettled_deals_count_as_neither() -> None:
    assert sentences(747, 250, 3)[1:3] == [
        "74.9% of the settled deals are winnable (95% interval: 72.1% to 77.5%).",
        "Of all deals, 74.7% are winnable if every unsettled one is lost, "
        "75.0% if none is (95% interval: 71.9% to 77.6%).",
    ]


def test_nothing_settled() -> None:
    assert sentences(0, 0, 4)[1] == "What share of them is winnable is not known."


def test_no_deals() -> None:
    assert sentences(0, 0, 0) == ["0 deals of FreeCell: 0 winnable, 0 lost, 0 unsettled."]


@pytest.mark.parametrize(
    ("won", "lost", "share"),
    [(31999, 1, "99.997%"), (1, 10**7, "0.00001%"), (4, 0, "100%"), (0, 4, "0%"), (1, 2, "33.3%")],
)
def test_no_share_is_rounded_to_all_or_nothing(won: int, lost: int, share: str) -> None:
    assert sentences(won, lost, 0)[1].startswith(f"{share} of the deals are winnable")


def test_a_new_verdict_replaces_the_old() -> None:
    summary = SolveSummary()
    summary.add(Verdict.UNSETTLED, 10)
    summary.add(Verdict.LOST, 20, Verdict.UNSETTLED)
    summary.add(Verdict.LOST, 5, Verdict.LOST)
    assert summary.verdicts == "0 winnable, 1 lost, 0 unsettled"
    assert (summary.deals, summary.states) == (1, 35)


def test_the_speed_is_that_of_this_run() -> None:
    summary = SolveSummary()
    for _ in range(4):
        summary.add(Verdict.LOST, 1)
    assert len(list(summary.sentences(FREECELL))) == 3
    summary.solved, summary.began = 3, summary.began - 2
    *_, speed = summary.sentences(FREECELL)
    assert speed == "This run solved 3 deals in 2 seconds: 1.5 per second."

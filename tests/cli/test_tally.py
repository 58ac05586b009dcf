"""The summary of a range: it says what is known, and no more."""

import pytest

from winnable import GAMES
from winnable.cli.tally import Tally
from winnable.solver import Verdict

FREECELL = GAMES["freecell"]


def told(won: int, lost: int, unsettled: int) -> list[str]:
    tally = Tally(dict(zip(Verdict, (won, lost, unsettled), strict=True)), states=12_345)
    return list(tally.told(FREECELL))


def test_all_settled() -> None:
    assert told(750, 250, 0) == [
        "1,000 deals of FreeCell: 750 winnable, 250 lost, 0 unsettled.",
        "Winnable are 75.0% of the deals (95% interval: 72.2% to 77.6%).",
        "12,345 positions, 12 a deal.",
    ]


def test_what_is_unsettled_is_not_taken_for_either() -> None:
    assert told(747, 250, 3)[1:3] == [
        "Winnable are 74.9% of the settled deals (95% interval: 72.1% to 77.5%).",
        "Of all deals 74.7% can be won if every unsettled one is lost, "
        "75.0% if none of them is (95% interval: 71.9% to 77.6%).",
    ]


def test_nothing_settled_nothing_known() -> None:
    assert told(0, 0, 4)[1] == "Which share can be won is not known."


def test_nothing_at_all() -> None:
    assert told(0, 0, 0) == ["0 deals of FreeCell: 0 winnable, 0 lost, 0 unsettled."]


@pytest.mark.parametrize(
    ("won", "lost", "share"),
    [(31999, 1, "99.997%"), (1, 10**7, "0.00001%"), (4, 0, "100%"), (0, 4, "0%"), (1, 2, "33.3%")],
)
def test_no_share_is_rounded_to_all_or_nothing(won: int, lost: int, share: str) -> None:
    assert f"Winnable are {share} of the deals" in told(won, lost, 0)[1]


def test_a_new_verdict_takes_the_place_of_the_old() -> None:
    tally = Tally()
    tally.add(Verdict.UNSETTLED, 10)
    tally.add(Verdict.LOST, 20, Verdict.UNSETTLED)
    tally.add(Verdict.LOST, 5, Verdict.LOST)
    assert tally.found == "0 winnable, 1 lost, 0 unsettled"
    assert (tally.deals, tally.states) == (1, 35)


def test_the_pace_is_that_of_this_run() -> None:
    tally = Tally(solved=0)
    for _ in range(4):
        tally.add(Verdict.LOST, 1)
    assert len(list(tally.told(FREECELL))) == 3
    tally.solved, tally.began = 3, tally.began - 2
    assert list(tally.told(FREECELL))[-1] == "The 3 of this run took 2 seconds: 1.5 a second."
    tally.solved = 4
    assert list(tally.told(FREECELL))[-1] == "They took 2 seconds: 2 a second."

"""Published figures: the file that ships, what is wrong in a file, and comparing."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from study_tables import FakeStudy, study_of, verdicts

from winnable.errors import FileError
from winnable.study.deal_set import DealRange
from winnable.study.games import parse_game
from winnable.study.report.confidence import share_interval
from winnable.study.report.figures import game_figures
from winnable.study.report.published import (
    FigureComparison,
    PublishedFigure,
    compare_figure,
    find_published,
    read_published,
)


def shipped() -> tuple[PublishedFigure, ...]:
    path = find_published()
    assert path is not None
    return read_published(str(path))


def of_game(slug: str) -> list[PublishedFigure]:
    return [figure for figure in shipped() if figure.game.slug == slug]


# -- the file that ships --------------------------------------------------------------------------


def test_the_figures_everybody_knows_are_there() -> None:
    freecell = of_game("freecell")
    complete = next(figure for figure in freecell if figure.of == 8_589_934_591)
    assert complete.winnable == 8_589_934_591 - 102_075
    assert (complete.first, complete.last) == (1, 8_589_934_591)
    lists = {figure.last: figure.lost_deals for figure in freecell if figure.lost_deals}
    assert lists[32_000] == (11982,)
    assert lists[1_000_000] is not None
    assert len(lists[1_000_000]) == 8
    shares = {figure.percent: figure.plus_minus for figure in shipped() if figure.percent}
    assert shares[Decimal("75.053")] == Decimal("0.028")
    assert shares[Decimal("45.109")] == Decimal("0.032")


def test_golf_without_wrap_is_a_variant_of_ours() -> None:
    assert of_game("golf-relaxed:wraps=no")
    assert not of_game("golf-relaxed")


def test_the_figure_of_the_handout_is_marked_as_wrong() -> None:
    wrong = [figure for figure in shipped() if figure.error]
    assert [figure.game.slug for figure in wrong] == ["bakers-game"]
    assert str(wrong[0]).startswith("74.3")


def test_published_intervals_are_those_of_the_published_counts() -> None:
    """Blake and Gent counted 7,505,266 and 4,510,859 of ten million, and rounded outwards."""
    for slug, winnable in (("bakers-game", 7_505_266), ("golf-relaxed:wraps=no", 4_510_859)):
        figure = next(figure for figure in of_game(slug) if figure.percent is not None)
        ours, theirs = share_interval(winnable, 10_000_000), figure.interval
        assert theirs is not None
        assert theirs.low <= ours.low < ours.high <= theirs.high
        assert theirs.high - theirs.low < ours.high - ours.low + 3e-5


def test_every_figure_says_where_it_is_from() -> None:
    for figure in shipped():
        assert figure.source
        assert figure.label
        assert figure.url.startswith("http")


# -- what is wrong in a file ----------------------------------------------------------------------

_GOOD = """
[[figure]]
game = "freecell"
label = "Somebody"
source = "Somebody's paper"
deals = "random deals"
percent = 99.5
plus_minus = 0.25
"""


def _file(folder: Path, text: str) -> str:
    path = folder / "figures.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_figure_of_ones_own(tmp_path: Path) -> None:
    (figure,) = read_published(_file(tmp_path, _GOOD))
    assert str(figure) == "99.5% ± 0.25%"
    assert figure.interval is not None
    assert (figure.interval.low, figure.interval.high) == pytest.approx((0.9925, 0.9975))


def test_a_file_may_have_no_figures(tmp_path: Path) -> None:
    assert read_published(_file(tmp_path, "# nothing yet\n")) == ()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "freecell"', 'game = "freecel1"', "did you mean freecell"),
        ('game = "freecell"', 'game = "freecell:cells=x"', "cells"),
        ('source = "Somebody\'s paper"', "", "needs a source"),
        ("percent = 99.5", "", "needs one of"),
        ("percent = 99.5", "percent = 99.5\nof = 5\nlost = 1", "needs one of"),
        ("percent = 99.5", "of = 5", "either winnable or lost"),
        ("percent = 99.5", "of = 5\nlost = 6", "more deals than there are"),
        ("percent = 99.5", "percent = 101", "not a percentage"),
        ("percent = 99.5", 'percent = "99.5"', "not a percentage"),
        ("percent = 99.5", "lost_deals = [1, 2]", "first and last"),
        ("percent = 99.5", "lost_deals = 5", "not a list"),
        ("percent = 99.5", "of = 2.5\nlost = 1", "not a whole number"),
        ("plus_minus = 0.25", "plusminus = 0.25", "'plusminus' is not a field"),
        ("[[figure]]", "[figure]", "[[figure]]"),
        ("[[figure]]", "[[figures]]", "[[figure]]"),
        ("percent = 99.5", "percent = ", "not TOML"),
    ],
)
def test_faults_are_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    assert old in _GOOD
    _file(tmp_path, _GOOD.replace(old, new))
    monkeypatch.chdir(tmp_path)  # a long name would be shortened
    with pytest.raises(FileError) as caught:
        read_published("figures.toml")
    message = str(caught.value)
    assert words in message
    assert "figures.toml" in message
    assert "\n" not in message


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing.toml"), str(tmp_path)):
        with pytest.raises(FileError, match="cannot read"):
            read_published(name)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-8"):
        read_published(str(tmp_path / "binary.toml"))


# -- comparing ------------------------------------------------------------------------------------


def compare(study: FakeStudy, **fields: object) -> FigureComparison:
    game = study.manifest.games[0]
    figure = PublishedFigure(
        parse_game(game.slug),
        "Somebody",
        "a paper",
        "deals",
        **fields,  # type: ignore[arg-type]
    )
    return compare_figure(study, game_figures(study, game), figure)


def test_shares_are_compared_by_their_intervals() -> None:
    study = study_of(freecell="w" * 150 + "l" * 50)  # 68.5% to 80.5%
    assert compare(study, percent=Decimal(81), plus_minus=Decimal(1)).agrees is True
    assert compare(study, percent=Decimal(82), plus_minus=Decimal(1)).agrees is False
    assert compare(study, percent=Decimal(75)).agrees is True
    assert compare(study, percent=Decimal("99.5")).agrees is False
    assert compare(study, winnable=80, of=100).agrees is True
    assert compare(study, winnable=9_500_000, of=10_000_000).agrees is False


def test_unsettled_deals_widen_what_is_possible() -> None:
    study = study_of(freecell="w" * 50 + "l" * 10 + "u" * 40)
    for share in (45, 70, 95):
        assert compare(study, percent=Decimal(share)).agrees is True
    assert compare(study, percent=Decimal(30)).agrees is False


def test_a_complete_count_is_equal_or_not_on_the_same_deals() -> None:
    study = study_of(freecell="w" * 98 + "ll")
    same = {"of": 100, "first": 1, "last": 100}
    assert compare(study, winnable=98, **same).agrees is True
    # Inside the interval, but there is no chance in it.
    assert compare(study, winnable=97, **same).agrees is False
    other = {"of": 200, "first": 1, "last": 200}
    assert compare(study, winnable=195, **other).agrees is True
    assert compare(study, winnable=100, **other).agrees is False


def test_a_complete_count_with_unsettled_deals_is_only_possible() -> None:
    study = study_of(freecell="w" * 97 + "llu")
    same = {"of": 100, "first": 1, "last": 100}
    assert compare(study, winnable=98, **same).agrees is None
    assert compare(study, winnable=99, **same).agrees is False


def test_a_count_of_the_same_deals_waits_until_the_study_is_finished() -> None:
    study = study_of(freecell="w" * 97 + "l  ")
    assert compare(study, winnable=98, of=100, first=1, last=100).agrees is True  # by the interval


def test_a_list_is_compared_deal_by_deal() -> None:
    study = study_of(freecell="wlwwlw")
    everything = {"first": 1, "last": 6}
    assert compare(study, lost_deals=(2, 5), **everything).agrees is True
    missed = compare(study, lost_deals=(2,), **everything)
    assert missed.agrees is False
    assert "5" in missed.outcome
    wrong = compare(study, lost_deals=(2, 3, 5), **everything)
    assert wrong.agrees is False
    assert "3" in wrong.outcome
    assert compare(study, lost_deals=(2,), first=1, last=3).agrees is True
    assert compare(study, lost_deals=(2, 5, 80), first=1, last=100).agrees is True
    assert compare(study, lost_deals=(80,), first=50, last=100).agrees is None


def test_a_list_with_deals_that_are_unsettled_here_is_not_confirmed() -> None:
    study = study_of(freecell="wlwwuw")
    assert compare(study, lost_deals=(2, 5), first=1, last=6).agrees is None
    assert compare(study, lost_deals=(2,), first=1, last=6).agrees is None


def test_other_rules_are_not_compared() -> None:
    study = study_of(freecell="w" * 100)
    found = compare(study, percent=Decimal(10), other_rules="two cells.")
    assert found.agrees is None
    assert "two cells" in found.outcome


def test_before_anything_is_solved_nothing_is_compared() -> None:
    study = FakeStudy("freecell", {"freecell": verdicts("  ")}, DealRange(1, 2))
    assert compare(study, percent=Decimal(10)).agrees is None
    assert compare(study, lost_deals=(1,), first=1, last=2).agrees is None


def test_part_of_a_list_is_compared_where_the_study_has_no_more() -> None:
    rows = verdicts("wlw", first=11981)
    study = FakeStudy("freecell", {"freecell": rows}, DealRange(11981, 11983))
    figures = game_figures(study, study.manifest.games[0])
    for figure in of_game("freecell"):
        if figure.lost_deals is not None:
            assert compare_figure(study, figures, figure).agrees is True

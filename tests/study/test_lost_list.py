"""Lists of lost deals: reading them, and comparing a study with one."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_tables import FakeStudy, Row, study_of, verdicts

from winnable.deals import MAX_DEAL
from winnable.errors import FileError
from winnable.study.deal_set import DealRange, DealSample
from winnable.study.report.lost_list import read_lost_list, verify_lost


def _file(folder: Path, data: bytes | str) -> str:
    path = folder / "lost.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        "3 11982 517776",
        "517776\n11982\n3\n",
        "3,11982,517776",
        "3, 11982,\t517776\r\n",
        "# lost deals\n3 # the first\n\n11982 517776 # 4 5 6\n",
        "\ufeff3 3 11982 517776 11982",
        "0003 11982 517776",
    ],
)
def test_a_list_may_be_written_in_many_ways(tmp_path: Path, text: str) -> None:
    assert read_lost_list(_file(tmp_path, text)).tolist() == [3, 11982, 517776]


def test_a_list_may_be_empty(tmp_path: Path) -> None:
    assert len(read_lost_list(_file(tmp_path, "# none\n"))) == 0


def test_a_list_may_come_from_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"5 7\n")))
    assert read_lost_list("-").tolist() == [5, 7]


@pytest.mark.parametrize(
    ("data", "line", "token"),
    [
        ("1 2\n3 x4 5\n", 2, "'x4'"),
        ("1\n\n\n0\n", 4, "'0'"),
        (f"{MAX_DEAL + 1}", 1, f"'{MAX_DEAL + 1}'"),
        ("-5", 1, "'-5'"),
        ("1.5", 1, "'1.5'"),
        ("12_000", 1, "'12_000'"),
        ("١", 1, "'١'"),
        ("9" * 5000, 1, "'9999"),
    ],
)
def test_what_is_no_deal_number_is_named_with_its_line(
    tmp_path: Path, data: str, line: int, token: str
) -> None:
    with pytest.raises(FileError) as caught:
        read_lost_list(_file(tmp_path, data))
    message = str(caught.value)
    assert f"line {line}:" in message
    assert token in message
    assert "\n" not in message


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    for data in (b"1\n\xff\n", b"1" * 2_000_000):
        with pytest.raises(FileError, match="line"):
            read_lost_list(_file(tmp_path, data))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing.txt"), str(tmp_path), "", "\0"):
        with pytest.raises(FileError, match="cannot read"):
            read_lost_list(name)


# -- comparing ------------------------------------------------------------------------------------


@given(st.text(alphabet="wlu ", min_size=1, max_size=30), st.sets(st.integers(1, 35)), st.data())
def test_every_difference_is_named(letters: str, listed: set[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, 30))
    last = data.draw(st.integers(first, 40))
    study = study_of(freecell=letters)
    found = verify_lost(study, "freecell", listed, (first, last))
    asked = enumerate(letters.ljust(40), 1)  # beyond its last deal the study has nothing
    deals = {number: letter for number, letter in asked if first <= number <= last}

    def named(letter: str, is_listed: bool) -> tuple[int, ...]:
        return tuple(n for n, x in deals.items() if x == letter and (n in listed) == is_listed)

    assert found.lost_only_here == named("l", False)
    assert found.winnable_here == named("w", True)
    assert found.unsettled_listed == named("u", True)
    assert found.unsettled_not_listed == named("u", False)
    assert found.agreed == len(named("l", True))
    assert found.missing == len(named(" ", True)) + len(named(" ", False))
    assert found.compared == sum(letter in "wl" for letter in deals.values())
    seen = {number for number, letter in deals.items() if letter != " "}
    assert found.outside == len(listed - seen)
    assert found.agrees == (
        all(letter == ("l" if n in listed else "w") for n, letter in deals.items())
    )


def test_agreement() -> None:
    found = verify_lost(study_of(freecell="wlwwl"), "freecell", {2, 5})
    assert found.agrees
    assert found.span == (1, 5)
    assert (found.compared, found.agreed, found.differences) == (5, 2, 0)


def test_numbers_outside_the_study_are_counted_and_make_no_difference() -> None:
    found = verify_lost(study_of(freecell="wlwwl"), "freecell", [2, 5, 6, 900, 900])
    assert found.agrees
    assert found.outside == 2
    assert any("2 numbers" in sentence for sentence in found.sentences())


def test_an_unsettled_deal_is_no_agreement_and_no_difference() -> None:
    found = verify_lost(study_of(freecell="wuu"), "freecell", {2})
    assert not found.agrees
    assert found.differences == 0
    text = "\n".join(found.sentences())
    assert "not settled here: 2." in text
    assert "not settled here: 3." in text


def test_a_study_that_is_not_finished_does_not_agree() -> None:
    found = verify_lost(study_of(freecell="wl  "), "freecell", {2})
    assert not found.agrees
    assert (found.differences, found.missing) == (0, 2)
    assert verify_lost(study_of(freecell="wl  "), "freecell", {2}, (1, 2)).agrees


def test_every_difference_is_told() -> None:
    found = verify_lost(study_of(freecell="lwlw"), "freecell", {2, 3})
    text = "\n".join(found.sentences())
    assert "2 differences" in text
    assert "not in the list: 1." in text
    assert "winnable here: 2." in text


def test_a_list_that_ends_early_is_pointed_out() -> None:
    found = verify_lost(study_of(freecell="wlwwll"), "freecell", {2})
    assert not found.agrees
    assert any("beyond 2" in sentence for sentence in found.sentences())
    assert verify_lost(study_of(freecell="wlwwll"), "freecell", {2}, (1, 4)).agrees


def test_nothing_compared_is_no_agreement() -> None:
    for study in (study_of(freecell="   "), study_of(freecell="ww")):
        found = verify_lost(study, "freecell", {20}, (20, 30))
        assert not found.agrees
        assert any("Nothing" in sentence for sentence in found.sentences())


def test_deals_of_a_sample_are_found_in_any_order() -> None:
    sample = DealSample(4, seed=1)
    numbers = sample.numbers(0, 4)
    rows = [Row(number, letter) for number, letter in zip(numbers, "lwlw", strict=True)]
    study = FakeStudy("freecell", {"freecell": rows}, sample)
    assert verify_lost(study, "freecell", [numbers[0], numbers[2], 5]).agrees
    found = verify_lost(study, "freecell", [])
    assert found.lost_only_here == tuple(sorted((numbers[0], numbers[2])))


def test_only_the_game_in_question_is_compared() -> None:
    rows = {"freecell": verdicts("wl"), "golf-relaxed": verdicts("lw")}
    study = FakeStudy("freecell,golf", rows, DealRange(1, 2))
    assert verify_lost(study, "freecell", {2}).agrees
    assert verify_lost(study, "golf-relaxed", {1}).agrees

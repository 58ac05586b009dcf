"""Reports: complete, honest about what is not known, and the same in both renderings."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import browsers
import pytest
from requires_kernels import need_kernels
from study_runs import request, run
from study_tables import FakeStudy, Row, study_of, verdicts

from winnable.errors import FileError
from winnable.study import StudyResults
from winnable.study.deal_set import DealRange, DealSample
from winnable.study.report.document import Document
from winnable.study.report.html import render_html
from winnable.study.report.lost_list import verify_lost
from winnable.study.report.markdown import picture_file, render_markdown
from winnable.study.report.published import find_published, read_published
from winnable.study.report.writer import build_report, write_report


class Page(HTMLParser):
    """A page, taken apart; fails where elements are not properly nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, dict[str, str]]] = []
        self.headings: list[tuple[int, str]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.append((tag, {name: value or "" for name, value in attrs}))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if re.fullmatch(r"h[1-6]", self.open[-1] if self.open else ""):
            self.headings.append((int(self.open[-1][1]), data))
        if not {"svg", "style", "nav", "title"} & set(self.open):
            self.text.append(data)

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.attributes if name in attributes]


def five_games() -> FakeStudy:
    letters = {
        "freecell": "wwwwwwwwwl" * 12,
        "bakers-game": "wwlwlwwlwl" * 12,
        "golf-relaxed": "wwwwwwlwwl" * 12,
        "easthaven": "wlwwwuwwwl" * 12,
        "aces-up": "llwulwlllu" * 12,
    }
    rows = {game: verdicts(text) for game, text in letters.items()}
    return FakeStudy(",".join(letters), rows, DealRange(1, 120), shard=50)


def sample() -> FakeStudy:
    deals = DealSample(40, seed=7)
    rows = [Row(n, "wwwl"[i % 4], n % 997 + 1) for i, n in enumerate(deals.numbers(0, 40))]
    return FakeStudy("bakers", {"bakers-game": rows}, deals)


STUDIES = {
    "one game": study_of(freecell="wwwlwwwwww" * 10),
    "five games": five_games(),
    "incomplete": study_of(freecell="wwlw" * 5 + " " * 20, bakers_game="wl" * 20),
    "empty": study_of(freecell="     ", bakers_game="     "),
    "half empty": study_of(freecell="wlwlw", bakers_game="     "),
    "all winnable": study_of(freecell="w" * 100),
    "all lost": study_of(bakers_game="l" * 100),
    "all unsettled": study_of(aces_up="u" * 400),
    "one deal": study_of(easthaven="w"),
    "sample": sample(),
    "variants": FakeStudy(
        "golf:wraps=no,freecell:cells=3:build_rule=suit",
        {
            "golf-relaxed:wraps=no": verdicts("wl" * 60),
            "freecell:cells=3:build_rule=suit": verdicts("lw" * 60),
        },
        DealRange(1, 120),
    ),
    "without figures": FakeStudy(
        "freecell",
        {"freecell": [Row(1, "w"), Row(2, "u", None, None, None, None), Row(3, "u", 9)]},
        DealRange(1, 3),
    ),
    "only without figures": FakeStudy(
        "freecell", {"freecell": [Row(1, "u", None, None, None, None)]}, DealRange(1, 1)
    ),
}


def published() -> Path:
    path = find_published()
    assert path is not None
    return path


_BUILT: dict[int, Document] = {}


def report_of(study: FakeStudy) -> Document:
    """The report of a study; those of the studies above are made once, as pictures take a while."""
    if study not in STUDIES.values():
        return build_report(study, read_published(str(published())))
    if id(study) not in _BUILT:
        _BUILT[id(study)] = build_report(study, read_published(str(published())))
    return _BUILT[id(study)]


def renderings(study: FakeStudy) -> tuple[str, str]:
    document = report_of(study)
    return render_html(document), render_markdown(document)


def text_of(study: FakeStudy) -> str:
    """What a reader of the page reads."""
    return " ".join(" ".join(Page(renderings(study)[0]).text).split())


# -- both renderings ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STUDIES)
def test_the_page_is_well_formed_and_needs_nothing_else(name: str) -> None:
    html, _ = renderings(STUDIES[name])
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert not page.tags.keys() & {"script", "link", "img", "iframe", "object"}
    assert not page.values("src")
    for tag, attributes in page.attributes:
        href = attributes.get("href", "")
        assert not href or href.startswith("#") or (tag == "a" and href.startswith("http")), href
    assert "@import" not in html
    assert not re.search(r"url\((?!#)", html)
    names = page.values("id")
    assert len(names) == len(set(names))
    targets = {href[1:] for href in page.values("href") if href.startswith("#")}
    targets |= {name for value in page.values("aria-labelledby") for name in value.split()}
    assert targets <= set(names)


@pytest.mark.parametrize("name", STUDIES)
def test_headings_tables_and_pictures_are_marked_as_such(name: str) -> None:
    page = Page(renderings(STUDIES[name])[0])
    levels = [level for level, _ in page.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.tags["table"] == page.tags["caption"] == page.tags["thead"]
    for tag, attributes in page.attributes:
        assert tag != "th" or attributes["scope"] in ("row", "col")
        assert tag != "svg" or (attributes["role"] == "img" and attributes["aria-labelledby"])
    assert dict(page.attributes)["html"]["lang"] == "en"


def _numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d[\d,.]*\d|\d", text))


@pytest.mark.parametrize("name", STUDIES)
def test_both_renderings_have_the_same_numbers(name: str) -> None:
    html, markdown = renderings(STUDIES[name])
    shown = re.sub(r"!\[.*?\]\([^)]*\)|\]\(<[^>]*>\)", "", markdown)
    assert _numbers(" ".join(Page(html).text)) == _numbers(shown.replace("\\", ""))


@pytest.mark.parametrize("name", STUDIES)
def test_markdown_has_whole_tables_and_its_pictures(name: str) -> None:
    _, markdown = renderings(STUDIES[name])
    named = re.findall(r"^!\[.*\]\((.*)\)$", markdown, re.MULTILINE)
    assert named == [picture_file(picture) for picture in report_of(STUDIES[name]).pictures]
    assert len(named) == len(set(named))
    blocks = re.findall(r"(?:^\|.*\|\n)+", markdown, re.MULTILINE)
    assert blocks
    for block in blocks:
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1


# -- what a report says ---------------------------------------------------------------------------


def test_a_finished_study_says_nothing_of_missing_deals() -> None:
    assert "Not finished" not in text_of(STUDIES["one game"])
    assert "unsettled:" not in text_of(STUDIES["one game"])


def test_missing_deals_are_told_before_anything_else() -> None:
    text = text_of(STUDIES["incomplete"])
    assert "20 of 80 deals are not solved yet (FreeCell 20)" in text
    assert text.index("Not finished") < text.index("Deals by verdict")


def test_unsettled_deals_are_told_at_the_top_and_named() -> None:
    text = text_of(STUDIES["without figures"])
    assert text.index("2 deals are unsettled") < text.index("Deals by verdict")
    assert "Unsettled: 2, 3." in text
    many = text_of(STUDIES["all unsettled"])
    assert "299, 300 and 100 more" in many


def test_every_share_is_given_both_ways_where_deals_are_unsettled() -> None:
    text = text_of(study_of(freecell="w" * 50 + "l" * 40 + "u" * 10))
    for line in ("unsettled as lost", "unsettled as winnable", "50.0% to 60.0%"):
        assert line in text


def test_few_lost_deals_are_named() -> None:
    assert "Lost: 4, 14, 24, 34, 44, 54, 64, 74, 84, 94." in text_of(STUDIES["one game"])
    assert "Lost: 1" not in text_of(study_of(freecell="l" * 51 + "w"))


def test_a_range_says_what_its_interval_means_and_a_sample_does_not_need_to() -> None:
    assert "exact" in text_of(STUDIES["one game"])
    assert "not drawn at random" in text_of(STUDIES["one game"])
    assert "not drawn at random" not in text_of(STUDIES["sample"])
    assert "the share is exact" not in text_of(study_of(freecell="wlu"))


def test_all_and_nothing_are_written_as_such() -> None:
    assert "100%" in text_of(STUDIES["all winnable"])
    assert "0% to 3.7%" in text_of(STUDIES["all lost"])


def test_the_hardest_deals_are_named() -> None:
    rows = [Row(n, "w", n, 1500.0) for n in range(1, 200)]
    rows.append(Row(200, "l", 123_456_789, 61_000.0, None, 3 * 2**30))
    text = text_of(FakeStudy("freecell", {"freecell": rows}, DealRange(1, 200)))
    assert "200 lost 123,456,789 61 s 3 GiB" in text


def test_several_games_are_compared() -> None:
    text = text_of(STUDIES["five games"])
    assert "Winnable in all" not in text  # nothing is
    assert "Winnable in none: 10, 20" not in text  # Aces Up is unsettled there
    assert "FreeCell − Baker's Game" in text
    assert "Aces Up" in text
    assert "0 to 12 in none" in text


def test_published_figures_stand_beside_ours() -> None:
    text = text_of(STUDIES["sample"])
    assert "75.053% ± 0.028%" in text
    assert "The intervals meet." in text
    assert "Known to be wrong: 74.320%" in text
    assert "This study has 75" in text[text.index("Known to be wrong") :]


def test_a_variant_has_the_figures_of_its_own_rules() -> None:
    text = text_of(STUDIES["variants"])
    assert "45.109%" in text
    assert "102,075" not in text


def test_figures_under_other_rules_are_shown_and_not_judged() -> None:
    text = text_of(STUDIES["one deal"])
    assert "82.844%" in text
    assert "Other rules" in text


def test_the_study_itself_is_described() -> None:
    text = text_of(STUDIES["one game"])
    for fact in ("deals 1 to 100", "1 GiB, then 4 GiB", "2026-01-31", "0.2.0", "0123456789abcdef"):
        assert fact in text


def test_a_name_is_only_a_name() -> None:
    study = study_of(freecell="wl")
    study.name = "<b>*a* | `b` [c](d) & _e_"
    html, markdown = renderings(study)
    assert "<title>Study: &lt;b&gt;*a* | `b` [c](d) &amp; _e_</title>" in html
    assert markdown.startswith(r"# Study: \<b\>\*a\* \| \`b\` \[c\](d) & \_e\_")


# -- files ----------------------------------------------------------------------------------------


def test_the_same_study_gives_the_same_bytes(tmp_path: Path) -> None:
    study = STUDIES["variants"]
    one, _ = (write_report(study, tmp_path / folder, published()) for folder in ("one", "two"))
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert names == {"report.html", "report.md", *(path.name for path in one.pictures)}
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_without_a_folder_it_goes_into_the_studys_own(tmp_path: Path) -> None:
    study = study_of(freecell="wl")
    study.path = tmp_path / "mine"
    paths = write_report(study)
    assert paths.html == tmp_path / "mine" / "report" / "report.html"
    assert paths.html.is_file()


def test_an_old_report_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("old")
    paths = write_report(STUDIES["one deal"], tmp_path)
    assert "old" not in paths.html.read_text("utf-8")[:100]


def test_a_place_that_cannot_be_written_to_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "report"):
        with pytest.raises(FileError, match="cannot write"):
            write_report(STUDIES["one deal"], folder)


def test_a_file_of_figures_can_be_given(tmp_path: Path) -> None:
    figures = tmp_path / "mine.toml"
    figures.write_text(
        '[[figure]]\ngame = "freecell"\nlabel = "Me"\nsource = "my notes"\n'
        'deals = "some"\npercent = 12.5\n'
    )
    paths = write_report(STUDIES["one game"], tmp_path / "report", figures)
    text = paths.html.read_text("utf-8")
    assert "my notes" in text
    assert "102,075" not in text
    with pytest.raises(FileError):
        write_report(STUDIES["one game"], tmp_path / "report", tmp_path / "missing.toml")


def test_reading_studies_does_not_load_matplotlib() -> None:
    code = (
        "import sys, winnable.study, winnable.study.report, winnable.study.report.lost_list;"
        "print([name for name in sys.modules if name.startswith('matplotlib')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


# -- a study that was solved ----------------------------------------------------------------------


def test_a_real_study_is_reported_and_verified(tmp_path: Path) -> None:
    need_kernels()
    study, _, _ = run(tmp_path / "real", request("freecell,golf", DealRange(11_970, 11_990)))
    results = StudyResults(study)
    found = verify_lost(results, "freecell", [11_982])
    assert found.agrees
    assert found.compared == 21
    text = " ".join(write_report(results).markdown.read_text("utf-8").split())
    assert "Study: real" in text
    assert "Lost: 11982." in text
    assert "Not finished" not in text
    assert "The same: 1 lost deal of 21 compared." in text


# -- in a browser ---------------------------------------------------------------------------------


def test_the_page_fits_a_phone_and_axe_finds_nothing_wrong(tmp_path: Path) -> None:
    paths = write_report(STUDIES["variants"], tmp_path, published())
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    with browsers.chromium() as chromium:
        chromium.resume()
        for width, scheme in ((390, "light"), (1280, "dark")):
            context = chromium.browser.new_context(
                viewport={"width": width, "height": 900},
                color_scheme=scheme,  # type: ignore[arg-type]
                bypass_csp=True,
            )
            page = context.new_page()
            page.goto(paths.html.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.evaluate(axe)
            found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
            assert [one["id"] for one in found["violations"]] == []
            context.close()
        chromium.suspend()

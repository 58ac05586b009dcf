"""Pictures: whole, self-contained, the same every time, and drawn of whatever a study has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from study_tables import FakeStudy, Row, study_of, verdicts

from winnable.study.deal_set import DealRange
from winnable.study.report.charts import (
    Estimate,
    Picture,
    combinations_chart,
    effort_chart,
    estimates_chart,
    lengths_chart,
    memory_chart,
    verdicts_chart,
)
from winnable.study.report.comparison import compare_games
from winnable.study.report.confidence import Interval
from winnable.study.report.figures import game_figures
from winnable.study.report.markdown import standalone_svg

_SVG = "{http://www.w3.org/2000/svg}"


def study_with(rows: list[Row]) -> FakeStudy:
    return FakeStudy("freecell", {"freecell": rows}, DealRange(1, len(rows)))


STUDIES = {
    "one deal": study_of(freecell="w"),
    "all lost": study_of(freecell="l" * 100),
    "all unsettled": study_of(freecell="u" * 100),
    "mixed": study_of(freecell="wlu" * 60, bakers_game="wll" * 60),
    "equal": study_with([Row(number, "w", 7, 0.0, 30, 1) for number in range(1, 101)]),
    "zeros": study_with([Row(number, "w", 0, 0.0, 0, 0) for number in range(1, 101)]),
    "wide": study_with([Row(n, "w", 10 ** (n % 16), 1.0, n * n, 2**n) for n in range(1, 45)]),
    "variant": FakeStudy("freecell:cells=2:build_rule=suit", {"freecell:cells=2": verdicts("w")}),
}


def pictures(study: FakeStudy) -> Iterator[Picture]:
    games = [game_figures(study, game) for game in study.manifest.games]
    yield verdicts_chart(games)
    for game in games:
        if game.all_states is not None:
            yield effort_chart(game)
        if game.memory is not None:
            yield memory_chart(game, game.memory)
        if game.moves is not None:
            yield lengths_chart(game, game.moves)
        yield estimates_chart(
            game,
            [
                Estimate("This study", 0.75, Interval(0.7, 0.8, ""), is_ours=True),
                Estimate("Somebody with a very long name", 0.5, Interval(0.5, 0.5, "")),
            ],
        )
    if len(games) > 1:
        yield combinations_chart(compare_games(study))


@pytest.mark.parametrize("name", STUDIES)
def test_pictures_are_whole_and_need_nothing_else(name: str) -> None:
    for picture in pictures(STUDIES[name]):
        root = ElementTree.fromstring(picture.svg)
        assert root.tag == f"{_SVG}svg"
        assert root.get("viewBox")
        tags = {element.tag.removeprefix(_SVG) for element in root.iter()}
        assert tags & {"path", "use"}
        assert not tags & {"script", "image", "foreignObject", "metadata"}
        assert "NaN" not in picture.svg
        assert "nan" not in re.findall(r"[a-z]+", picture.svg)
        references = re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", picture.svg)
        names = [element.get("id") for element in root.iter() if element.get("id")]
        assert set(references) == set(names)
        assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["mixed", "wide"])
def test_the_same_figures_give_the_same_bytes(name: str) -> None:
    once, again = list(pictures(STUDIES[name])), list(pictures(STUDIES[name]))
    assert once == again


def test_text_stays_text() -> None:
    games = [game_figures(STUDIES["mixed"], game) for game in STUDIES["mixed"].manifest.games]
    root = ElementTree.fromstring(verdicts_chart(games).svg)
    texts = {element.text for element in root.iter(f"{_SVG}text")}
    assert {"FreeCell", "Baker's Game", "winnable", "lost", "unsettled", "100%"} <= texts


def test_a_picture_has_words_for_those_who_do_not_see_it() -> None:
    game = game_figures(STUDIES["mixed"], STUDIES["mixed"].manifest.games[0])
    picture = effort_chart(game)
    assert game.all_states is not None
    for verdict in ("winnable", "lost", "unsettled"):
        assert verdict in picture.description
    assert f"{game.all_states.most:,}" in picture.description
    root = ElementTree.fromstring(standalone_svg(picture).encode())
    assert root.findtext(f"{_SVG}title") == picture.title
    assert root.findtext(f"{_SVG}desc") == picture.description


def test_names_of_files_have_only_letters_digits_and_dashes() -> None:
    study = FakeStudy("golf:wraps=no", {"golf-relaxed:wraps=no": verdicts("wl")}, DealRange(1, 2))
    for picture in pictures(study):
        assert re.fullmatch(r"[a-z0-9-]+", picture.name)


def test_few_values_are_drawn_one_by_one() -> None:
    """Eight lost deals of a million have to be seen."""
    rows = [Row(n, "w", 100 + n) for n in range(1, 301)]
    rows += [Row(300 + n, "l", 5000 * n) for n in range(1, 9)]
    game = game_figures(study_with(rows), study_with(rows).manifest.games[0])
    root = ElementTree.fromstring(effort_chart(game).svg)
    lines = [
        element
        for element in root.iter(f"{_SVG}path")
        if "#d55e00" in element.get("style", "")
        and re.fullmatch(r"\s*M [\d.]+ [\d.]+\s+L [\d.]+ [\d.]+\s*", element.get("d", ""))
    ]
    assert len(lines) == 8

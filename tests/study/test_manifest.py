"""The manifest: what a study was asked, and whether something else fits it."""

import json
from dataclasses import replace

import pytest
from study_runs import manifest, request

from winnable.study import DealRange, DealSample, Manifest, StudyError, StudyRequest, parse_games

MANIFEST = manifest(request("freecell,golf:wraps=no"))


def changed(**values: object) -> str:
    """The manifest as JSON with some fields changed."""
    return json.dumps({**json.loads(MANIFEST.to_json()), **values})


@pytest.mark.parametrize(
    "made",
    [
        MANIFEST,
        replace(MANIFEST, deals=DealSample(5, 3), states=1000, memory=(2**20, 2**30)),
        replace(MANIFEST, seconds=2.5),
    ],
)
def test_it_is_stored_and_read(made: Manifest) -> None:
    assert Manifest.from_json(made.to_json()) == made


def test_it_says_by_what_and_on_what_it_was_made() -> None:
    made_by = json.loads(MANIFEST.to_json())["made_by"]
    assert {"winnable", "commit", "python", "processor", "cores", "memory"} <= made_by.keys()


@pytest.mark.parametrize(
    "asked",
    [
        StudyRequest(),
        StudyRequest(games=MANIFEST.games),
        StudyRequest(games=MANIFEST.games[::-1]),
        StudyRequest(deals=DealRange(1, 40), memory=(2**30,)),
        StudyRequest(shard_deals=10),
    ],
)
def test_what_is_asked_again_fits(asked: StudyRequest) -> None:
    assert MANIFEST.differences(asked) == []


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        (StudyRequest(games=parse_games("freecell")), ["wraps=no, not freecell"]),
        (StudyRequest(games=parse_games("freecell,golf")), ["wraps=no, not"]),
        (StudyRequest(deals=DealRange(1, 41)), ["1 to 40, not deals 1 to 41"]),
        (StudyRequest(deals=DealSample(40, 0, 1, 40)), ["sampled"]),
        (StudyRequest(memory=(2**30, 2**31)), ["1 GiB of memory, not 1 GiB, 2 GiB"]),
        (StudyRequest(memory=(2**30 + 1,)), ["1,073,741,825 bytes"]),
        (StudyRequest(states=5), ["positions, not 5"]),
        (StudyRequest(seconds=5), ["seconds, not 5"]),
        (StudyRequest(shard_deals=20), ["10 deals per shard, not 20"]),
        (StudyRequest(deals=DealRange(2, 40), states=5), ["2 to 40", "positions"]),
    ],
)
def test_what_differs_is_named(asked: StudyRequest, what: list[str]) -> None:
    differences = MANIFEST.differences(asked)
    assert len(differences) == len(what)
    assert all(words in difference for words, difference in zip(what, differences, strict=True))


def test_another_version_is_named() -> None:
    other = replace(MANIFEST, made_by={**MANIFEST.made_by, "winnable": "0.0.1"})
    assert any("0.0.1" in difference for difference in other.version_differences())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 100_000,
        "{}",
        changed(format="another"),
        changed(format_version=2),
        changed(format_version=None),
        changed(games=[]),
        changed(games=[{"slug": "chess", "rules_sha256": ""}]),
        changed(games=[{"slug": "freecell", "rules_sha256": "0" * 64}]),
        changed(games=None),
        changed(deals={"kind": "range", "first": 5, "last": 1}),
        changed(deals=7),
        changed(deal_generator={"sha256": "0"}),
        changed(limits={}),
        changed(limits={"memory": [], "states": None, "seconds": None}),
        changed(limits={"memory": [0], "states": None, "seconds": None}),
        changed(limits={"memory": ["x"], "states": None, "seconds": None}),
        changed(limits={"memory": [1], "states": "x", "seconds": None}),
        changed(shard_deals={}),
        changed(shard_deals={"freecell": 0, "golf-relaxed:wraps=no": 5}),
        changed(made_by=None),
        changed(kernels=None),
    ],
)
def test_what_is_not_a_manifest_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(StudyError) as caught:
        Manifest.from_json(text)
    assert len(str(caught.value).splitlines()) == 1


def test_a_manifest_of_a_later_format_names_it() -> None:
    with pytest.raises(StudyError, match="7"):
        Manifest.from_json(changed(format_version=7))

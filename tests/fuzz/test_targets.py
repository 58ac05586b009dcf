"""The corpus of every fuzz target, replayed without a fuzzer."""

from pathlib import Path

import pytest

from fuzz.targets import TARGETS

CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus"
INPUTS = sorted(file for file in CORPUS.rglob("*") if file.is_file())


def test_every_target_has_a_corpus() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
    assert all(list((CORPUS / name).iterdir()) for name in TARGETS)


@pytest.mark.parametrize("file", INPUTS, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_what_a_target_promises_holds(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_cut_short_are_inputs_too(target: str) -> None:
    TARGETS[target](b"")
    for file in sorted((CORPUS / target).iterdir()):
        data = file.read_bytes()
        for end in {1, len(data) // 3, len(data) // 2, len(data) - 1}:
            TARGETS[target](data[:end])

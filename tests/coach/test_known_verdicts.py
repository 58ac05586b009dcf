"""Known verdicts: read as they were written, refused when damaged, and right."""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from requires_kernels import need_kernels

from winnable import GAMES, Game, numbered_deck
from winnable.coach.known_verdicts import (
    VerdictTable,
    bits_file,
    known_range,
    known_verdict,
    pack_bits,
    read_tables,
    verdict_table,
)
from winnable.errors import FileError, WinnableError
from winnable.rules.fingerprint import rules_fingerprint
from winnable.solver import Limit, Verdict, solve

FREECELL, ACES_UP = GAMES["freecell"], GAMES["aces-up"]
WON, LOST = Verdict.WINNABLE, Verdict.LOST
VERDICTS = [WON, LOST, WON, WON, LOST, LOST, LOST, LOST, LOST, WON]


def table_of(verdicts: Sequence[Verdict], first: int = 1) -> VerdictTable:
    deals = range(first, first + len(verdicts))
    return VerdictTable(deals, pack_bits(verdicts), verdicts.count(WON))


@given(st.lists(st.sampled_from([WON, LOST])), st.integers(1, 1000))
def test_verdicts_are_read_as_they_were_written(verdicts: list[Verdict], first: int) -> None:
    table = table_of(verdicts, first)
    assert [table.verdict(deal) for deal in table.deals] == verdicts
    assert table.verdict(first - 1) is None
    assert table.verdict(first + len(verdicts)) is None


@given(st.lists(st.sampled_from([WON, LOST])), st.integers(1, 1000))
def test_winnable_deals_are_counted_in_order(verdicts: list[Verdict], first: int) -> None:
    table = table_of(verdicts, first)
    found = [table.winnable_deal(index) for index in range(table.winnable)]
    assert found == [deal for deal in table.deals if table.verdict(deal) is WON]
    for index in (-1, table.winnable):
        with pytest.raises(IndexError):
            table.winnable_deal(index)


def test_the_first_deal_is_the_lowest_bit() -> None:
    assert pack_bits(VERDICTS) == bytes([0b0000_1101, 0b10])
    assert pack_bits([]) == b""


@pytest.mark.parametrize("at", [0, 3, 8])
def test_there_are_no_bits_for_an_unsettled_deal(at: int) -> None:
    verdicts = [WON] * 9
    verdicts[at] = Verdict.UNSETTLED
    with pytest.raises(WinnableError, match="unsettled"):
        pack_bits(verdicts)


# -- the folder ------------------------------------------------------------------------------------


def write_folder(folder: Path, verdicts: Sequence[Verdict] = VERDICTS) -> dict[str, Any]:
    bits = pack_bits(verdicts)
    (folder / bits_file("freecell")).write_bytes(bits)
    manifest = {
        "format": 1,
        "games": {
            "freecell": {
                "first": 1,
                "last": len(verdicts),
                "winnable": verdicts.count(WON),
                "sha256": hashlib.sha256(bits).hexdigest(),
                "rules_sha256": rules_fingerprint(FREECELL),
                "study": {"name": "a study"},
            }
        },
    }
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return manifest


def test_a_folder_is_read(tmp_path: Path) -> None:
    write_folder(tmp_path)
    tables = read_tables(tmp_path)
    assert list(tables) == [rules_fingerprint(FREECELL)]
    table = tables[rules_fingerprint(FREECELL)]
    assert table.deals == range(1, 11)
    assert [table.verdict(deal) for deal in table.deals] == VERDICTS
    assert table.winnable == 4


def other_bits(folder: Path, bits: bytes) -> None:
    """Bits that the manifest knows by their hash, but that are not what it says otherwise."""
    manifest = write_folder(folder)
    (folder / bits_file("freecell")).write_bytes(bits)
    manifest["games"]["freecell"]["sha256"] = hashlib.sha256(bits).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def other_entry(folder: Path, **fields: object) -> None:
    manifest = write_folder(folder)
    manifest["games"]["freecell"] |= fields
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def other_manifest(folder: Path, text: str) -> None:
    write_folder(folder)
    (folder / "manifest.json").write_text(text, "utf-8")


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit": lambda folder: (folder / "freecell.bits").write_bytes(b"\x0c\x02"),
    "no bits": lambda folder: (folder / "freecell.bits").unlink(),
    "truncated": lambda folder: (folder / "freecell.bits").write_bytes(b"\x0d"),
    "too short": lambda folder: other_bits(folder, b"\x0f"),
    "too long": lambda folder: other_bits(folder, b"\x0d\x02\x00"),
    "bits after the last deal": lambda folder: other_bits(folder, b"\x0d\x04"),
    "another count": lambda folder: other_bits(folder, b"\x0d\x03"),
    "another range": lambda folder: other_entry(folder, last=20),
    "a range that is none": lambda folder: other_entry(folder, first="1"),
    "no count": lambda folder: other_entry(folder, winnable=None),
    "no manifest": lambda folder: (folder / "manifest.json").unlink(),
    "not JSON": lambda folder: other_manifest(folder, '{"format": 1, '),
    "another JSON": lambda folder: other_manifest(folder, "[]"),
    "no games": lambda folder: other_manifest(folder, '{"format": 1}'),
    "a list of games": lambda folder: other_manifest(folder, '{"format": 1, "games": ["golf"]}'),
    "games without fields": lambda folder: other_manifest(
        folder, '{"format": 1, "games": {"freecell": {}}}'
    ),
    "another format": lambda folder: other_manifest(folder, '{"format": 2, "games": {}}'),
    "not text": lambda folder: (folder / "manifest.json").write_bytes(b"\xff\xfe\xfd"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_verdicts_are_never_used(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    write_folder(tmp_path)
    damage(tmp_path)
    with pytest.raises(FileError, match="install Winnable again") as caught:
        read_tables(tmp_path)
    assert str(caught.value).isprintable()


# -- what ships ------------------------------------------------------------------------------------


def test_verdicts_belong_to_rules_and_not_to_names() -> None:
    renamed = replace(FREECELL, name="Free Cell", slug="free-cell")
    assert known_verdict(renamed, 11982) is LOST
    other = replace(FREECELL, cells=3)
    assert known_verdict(other, 11982) is None
    assert known_range(other) == range(0)
    assert verdict_table(other) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_known_verdicts_from_deal_1_on(game: Game) -> None:
    deals = known_range(game)
    assert deals.start == 1
    assert len(deals) == (10_000 if game.slug == "aces-up" else 100_000)
    assert known_verdict(game, deals[0]) is not None
    assert known_verdict(game, deals[-1]) is not None
    assert known_verdict(game, deals[-1] + 1) is None
    assert known_verdict(game, 0) is None


def test_one_of_the_first_100_000_deals_of_freecell_is_lost() -> None:
    """As Microsoft's players found out long ago: number 11982."""
    table = verdict_table(FREECELL)
    assert table is not None
    assert table.deals == range(1, 100_001)
    assert table.winnable == 99_999
    assert table.verdict(11982) is LOST


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "aces-up"])
def test_known_verdicts_are_right(slug: str) -> None:
    """For other deals in every run; the message of a failure says which."""
    need_kernels()
    game = GAMES[slug]
    for deal in random.SystemRandom().sample(known_range(game), 25):
        found = solve(game, game.deal(numbered_deck(deal))).verdict
        assert known_verdict(game, deal) is found, f"{slug}, deal {deal}"


def test_known_verdicts_of_aces_up_are_right() -> None:
    """Proofs can be long there: deals that take long are left out, others are not."""
    need_kernels()
    settled = 0
    for deal in random.SystemRandom().sample(known_range(ACES_UP), 20):
        start = ACES_UP.deal(numbered_deck(deal))
        found = solve(ACES_UP, start, Limit(states=200_000)).verdict
        if found is not Verdict.UNSETTLED:
            assert known_verdict(ACES_UP, deal) is found, f"deal {deal}"
            settled += 1
    assert settled
